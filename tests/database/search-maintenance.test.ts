import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countParts, searchParts } from '#core/search/search-parts.server.ts';
import { searchCommand } from '#server/search/search-command.ts';
import { listCategories } from '#core/part-changes/list-parts.server.ts';
import { checkSearch } from '#server/search/check-search.ts';
import { checkSearchNightly } from '#server/search/maintain-search.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.owner.query('delete from parts_catalog');
  await database.owner.query('delete from alerts');
});
afterAll(() => database[Symbol.asyncDispose]());

/** Adds parts 'Pads 0000', 'Pads 0001', ... with a stock of 1, in one statement. */
async function addPads(client: Pick<pg.Client, 'query'>, from: number, to: number): Promise<void> {
  await client.query(
    `insert into parts_catalog (part_name, category, price, stock_quantity)
     select 'Pads ' || to_char(number, 'FM0000'), 'Brakes', 1, 1 from generate_series($1::int, $2::int) as number`,
    [from, to],
  );
}

async function connect({ ownerUrl } = database): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  // Waiting for a lock fails.
  await client.query("set lock_timeout = '2s'");
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

const sell = (client: Pick<pg.Client, 'query'>, name: string) =>
  client.query('update parts_catalog set stock_held = 1 where part_name = $1', [name]);

const check = async () => {
  const { differences } = await checkSearch(
    async (statement) => (await database.owner.query(statement)).rows,
  );
  return differences;
};

const count = (inStock: boolean) => countParts(database.pools.public, { q: 'pads', inStock });

describe('no other change of the catalog blocks a sale', () => {
  const changes: [string, string][] = [
    ['a deletion of most parts', "delete from parts_catalog where part_name >= 'Pads 0020'"],
    ['a deletion of few parts', "delete from parts_catalog where part_name = 'Pads 0020'"],
    ['a load', 'load'],
    [
      'a change of all other parts',
      "update parts_catalog set description = 'new' where part_name >= 'Pads 0020'",
    ],
    ['a new name', "update parts_catalog set part_name = 'Pads 0009x' where part_name = 'Pads 0020'"],
    ['the sale of the other parts', "update parts_catalog set stock_held = 1 where part_name >= 'Pads 0020'"],
  ];
  test.each(changes)('%s', async (_, statement) => {
    await addPads(database.owner, 0, 79);
    await using bulk = await connect();
    await using buyer = await connect();
    for (const [name, end] of [
      ['Pads 0001', 'rollback'],
      ['Pads 0002', 'commit'],
    ] as const) {
      await bulk.query('begin');
      if (statement === 'load') await addPads(bulk, 1_000, 1_400);
      else await bulk.query(statement);
      await sell(buyer, name);
      expect(await count(true)).toMatchObject({ inStockTotal: name === 'Pads 0001' ? 79 : 78 });
      await bulk.query(end);
      expect(await check()).toEqual([]);
    }
    const { rows } = await database.owner.query(
      'select count(*)::int as parts, (count(*) filter (where stock_quantity > stock_held))::int as in_stock from parts_catalog',
    );
    expect(await count(false)).toMatchObject({ total: rows[0].parts, inStockTotal: rows[0].in_stock });
  });
});

test('the index is correct after one change of prices, and of names and texts of some of the parts', async () => {
  await addPads(database.owner, 0, 149);
  await database.owner.query(`
    update parts_catalog set price = price * 40,
      part_name = case when part_name like '%1' then 'Rotor' else part_name end,
      description = case when part_name like '%2' then 'ceramic' else description end`);
  expect(await check()).toEqual([]);
  await database.owner.query('update parts_catalog set price = null');
  expect(await check()).toEqual([]);
});

test('the index is correct after concurrent changes of all kinds', async () => {
  await addPads(database.owner, 0, 299);
  const statements = [
    (round: number) =>
      `update parts_catalog set stock_held = 1 - stock_held where part_name like '%${round % 10}'`,
    (round: number) =>
      `update parts_catalog set description = 'of ${round}' where part_name like '%${round % 7}1'`,
    (round: number) =>
      `update parts_catalog set part_name = part_name || 'x' where part_name like '%${round}5'`,
    (round: number) => `delete from parts_catalog where part_name like '%${round}7%'`,
    (round: number) => `insert into parts_catalog (part_name, stock_quantity)
      select 'Pads ' || number || 'n${round}', 1 from generate_series(1, 40) as number`,
    () => 'call rebuild_search()',
  ];
  await Promise.all(
    statements.map(async (statement) => {
      await using client = await connect();
      await client.query("set lock_timeout = '30s'");
      for (let round = 0; round < 10; round += 1) {
        // This update locks parts in any order, unlike sales and admins.
        await client.query(statement(round)).catch((error: { code?: string }) => {
          if (error.code !== '40P01') throw error;
        });
      }
    }),
  );
  expect(await check()).toEqual([]);
});

describe('rebuilding', () => {
  test('blocks no sale, and each search finds all parts', async () => {
    await addPads(database.owner, 0, 599);
    await damage('delete from search_parts where part_id in (select id from parts_catalog limit 300)');
    expect((await check()).length).toBe(100);
    await database.owner.query('call rebuild_search()');
    expect(await check()).toEqual([]);
    await using buyer = await connect();
    await using blocker = await connect();
    // Locks a part to pause the rebuild.
    await blocker.query('begin');
    await blocker.query("update parts_catalog set description = 'x' where part_name = 'Pads 0301'");
    const rebuilt = database.owner.query('call rebuild_search()');
    for (let sale = 0; sale < 20; sale += 1) {
      await sell(buyer, `Pads 0${String(sale * 25).padStart(3, '0')}`);
      const { parts } = await searchParts(database.pools.public, {
        filters: { q: 'pads' },
        sort: 'name',
        limit: 700,
      });
      expect(parts).toHaveLength(600);
      expect(await count(true)).toMatchObject({ inStockTotal: 599 - sale });
    }
    await blocker.query('commit');
    await rebuilt;
    expect(await check()).toEqual([]);
  });
});

/** Without triggers. */
async function damage(statement: string): Promise<void> {
  await database.owner.query("set session_replication_role = 'replica'");
  await database.owner.query(statement);
  await database.owner.query('set session_replication_role = default');
}

describe('a check', () => {
  const damages: [string, string, RegExp][] = [
    [
      'a missing part',
      "delete from search_parts where part_name = 'Pads 0003'",
      /part .*: is missing in the search/,
    ],
    ['a deleted part', "delete from parts_catalog where part_name = 'Pads 0003'", /is not in the catalog/],
    ...[
      "part_name = 'Pads 0003b'",
      'price = 7',
      "description = 'wheel'",
      'stock_held = 1',
      "oem_number = '45022'",
      "brand = 'TYC'",
      "grade = 'A'",
      'mileage = 7',
      "origin = 'new'",
    ].map((change): [string, string, RegExp] => [
      change,
      `update parts_catalog set ${change} where part_name = 'Pads 0003'`,
      /has other words or values/,
    ]),
    [
      'another group of offers',
      "update search_parts set offer_group = gen_random_uuid() where part_name = 'Pads 0003'",
      /has other words or values/,
    ],
    ['a lost word', "delete from search_vocabulary where word = 'pads'", /the word pads is not/],
    ['a lost name', "delete from search_vocabulary where word = 't=pads'", /the word t=pads is not/],
    ['a lost key', 'delete from part_fit_keys', /has other keys/],
    ['another code', "update part_private_facts set interchange_code = '646-00002'", /has other keys/],
  ];

  test('finds each kind of difference', async () => {
    const { owner } = database;
    await addPads(owner, 0, 149);
    expect(await searchCommand(owner, ['check'])).toMatchObject({ ok: true });
    await addCode();
    for (const [difference, statement, says] of damages) {
      await owner.query('begin');
      await damage(statement);
      const found = await searchCommand(owner, ['check']);
      await owner.query('rollback');
      expect([difference, found.ok]).toEqual([difference, false]);
      expect(found.lines.length).toBeLessThanOrEqual(101);
      expect(found.lines.join('\n')).toMatch(says);
    }
  });

  test('at night reports what a rebuild repairs', async () => {
    await addPads(database.owner, 0, 149);
    await addCode();
    for (const [, statement] of damages) await damage(statement);
    const found = await searchCommand(database.owner, ['check']);
    await checkSearchNightly(database.pools, pino({ enabled: false }));
    const open = 'select kind, details from alerts where settled_at is null';
    expect((await database.owner.query(open)).rows).toEqual([
      {
        kind: 'search-out-of-date',
        details: {
          Differences: found.lines.length > 100 ? '100 or more' : String(found.lines.length),
          'For example': found.lines[0]?.slice(9),
        },
      },
    ]);

    expect(await searchCommand(database.owner, ['rebuild'])).toEqual({
      ok: true,
      lines: ['The search agrees with the catalog: 149 parts.'],
    });
    await checkSearchNightly(database.pools, pino({ enabled: false }));
    expect((await database.owner.query(open)).rows).toEqual([]);
  });

  test('reports no more than a hundred differences', async () => {
    await addPads(database.owner, 0, 999);
    await damage('delete from search_parts');
    const { lines } = await searchCommand(database.owner, ['check']);
    expect(lines).toHaveLength(101);
    await database.owner.query('call rebuild_search()');
  });

  const addCode = () =>
    database.owner.query(
      `insert into part_private_facts (part_id, interchange_code)
       select id, '646-00001' from parts_catalog where part_name = 'Pads 0007'`,
    );

  test('rejects unknown commands', async () => {
    for (const words of [[], ['mend'], ['check', 'all']]) {
      await expect(searchCommand(database.owner, words)).rejects.toThrow('npm run search -- check');
    }
  });
});

test('deleted parts disappear from lists, counts, and categories', async () => {
  await addPads(database.owner, 0, 249);
  await addParts(database.owner, [{ part_name: 'Door', category: 'Body' }]);
  await database.owner.query("delete from parts_catalog where part_name = 'Door'");
  await database.owner.query("delete from parts_catalog where part_name between 'Pads 0100' and 'Pads 0199'");
  expect(await count(false)).toMatchObject({ total: 150, inStockTotal: 150 });
  const categories = await database.pools.public.transaction().execute(listCategories);
  expect(categories.map(({ name }) => name)).toEqual(['Brakes']);
  expect(await check()).toEqual([]);
});
