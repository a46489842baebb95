import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest';
import type { PartField } from '#core/catalog/part-field.ts';
import { formColumns, type PartColumn, partColumns, partFields, without } from '#core/catalog/part-fields.ts';
import { findListed } from '#core/part-changes/find-listed.server.ts';
import { countParts } from '#core/search/search-parts.server.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => database.owner.query('delete from parts_catalog'));

/** A value that no other column has, and a search for it. */
const samples: Record<PartField['kind'], { value: string | number | boolean; query: string }> = {
  line: { value: 'Zyxwvut', query: 'zyxwvut' },
  text: { value: 'Zyxwvut', query: 'zyxwvut' },
  category: { value: 'Zyxwvut', query: 'zyxwvut' },
  condition: { value: 'Zyxwvut', query: 'zyxwvut' },
  picture: { value: '/zyxwvut.png', query: 'zyxwvut' },
  flag: { value: true, query: 'true' },
  whole: { value: 1987, query: '1987' },
  dollars: { value: '1987.00', query: '1987' },
  decimal: { value: '1987.0', query: '1987' },
  choice: { value: 'freight', query: 'freight' },
  'part-kind': { value: 'zyxwvut', query: 'zyxwvut' },
  code: { value: 'Zyxwvut', query: 'zyxwvut' },
  date: { value: '1987-01-01', query: '1987' },
  share: { value: '0.19870', query: '1987' },
};

/** Whether the shop and the admin's list find a text. */
async function findBoth(q: string): Promise<{ shop: boolean; admin: boolean }> {
  const shop = await countParts(database.pools.public, { q });
  const admin = await database.pools.public.transaction().execute((transaction) =>
    findListed(transaction, {
      q,
      filters: {},
      order: 'name',
      descending: false,
      from: undefined,
      count: 1,
    }),
  );
  return { shop: shop.total > 0, admin: admin.total > 0 };
}

/** Constraints bind them to others, or to fewer characters than a search needs. */
const oddColumns = ['grade_lowered_to', 'donor_vin_tail'] as const satisfies PartColumn[];

describe('app/core/catalog/part-fields.ts matches the database', () => {
  test.each(without(partColumns, ...oddColumns))('the search: %s', async (column: PartColumn) => {
    const field: PartField = partFields[column];
    const choice = field.kind === 'choice' && Object.keys(field.choices).at(-1);
    const { value, query } = choice ? { value: choice, query: choice } : samples[field.kind];
    await addParts(database.owner, [{ [column]: value }]);
    const { isSearched } = partFields[column];
    expect(await findBoth(query)).toEqual({ shop: isSearched, admin: isSearched });
  });

  test.each([
    ['admins', 'authenticated'],
    ['API keys', 'api_client'],
  ])('%s may write all columns of the form, and none that only the shop writes', async (_, role) => {
    const { rows } = await database.owner.query(
      `select column_name from information_schema.column_privileges
       where grantee = $1 and table_name in ('parts_catalog', 'part_private_facts')
         and privilege_type = 'UPDATE'`,
      [database.named(role)],
    );
    const writable = rows.map(({ column_name: column }) => column);
    expect(writable).toEqual(expect.arrayContaining([...formColumns]));
    for (const column of ['id', 'part_id', 'stock_held']) expect(writable).not.toContain(column);
  });
});
