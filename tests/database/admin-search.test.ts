import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoShop } from '#db/seed/load.ts';
import { findListed } from '#core/part-changes/find-listed.server.ts';
import { hasWord } from '../support/has-word.ts';
import { isLong } from '../support/is-long.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadDemoShop(database.owner, { parts: 5_000, print: () => undefined });
}, 120_000);
afterAll(() => database[Symbol.asyncDispose]());

const numbers = { name: 'null::integer', price: 'coalesce(price, 0)', stock: 'stock_quantity' };
const orders = (['name', 'price', 'stock'] as const).flatMap((order) => [
  { order, descending: false },
  { order, descending: true },
]);

const queries = ['brake', 'honda 2015', '201', '2015', 'electrical', 'a', '45', 'new brakes 20', 'no such'];

/** In the short run, each query has half of the orders. */
const searches = queries.flatMap((query, at) =>
  orders.flatMap((order, number) => (isLong || (at + number) % 2 === 0 ? [{ query, ...order }] : [])),
);

test.each(searches)('an admin finds what a plain filter finds: %j', async ({ query, order, descending }) => {
  const found = await database.pools.public
    .transaction()
    .execute((transaction) =>
      findListed(transaction, { q: query, filters: {}, order, descending, from: undefined, count: 40 }),
    );
  const direction = descending ? 'desc' : 'asc';
  const { rows: plain } = await database.owner.query(
    `select id from parts_catalog
     where not exists (select from regexp_split_to_table($1, ' ') as word where not ${hasWord('word')})
     order by ${numbers[order]} ${direction}, part_name ${direction}, id ${direction}`,
    [query],
  );
  expect(found).toEqual({ ids: plain.slice(0, 40).map(({ id }) => id), total: plain.length });
});
