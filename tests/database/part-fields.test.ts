import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest';
import type { PartField } from '#domain/part-field.ts';
import { formColumns, type PartColumn, partColumns, partFields } from '#domain/part-fields.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => database.owner.query('delete from parts_catalog'));

/** A value that no other column has, and a search for it. */
const samples: Record<PartField['kind'], { value: string | number; query: string }> = {
  line: { value: 'Zyxwvut', query: 'zyxwvut' },
  text: { value: 'Zyxwvut', query: 'zyxwvut' },
  category: { value: 'Zyxwvut', query: 'zyxwvut' },
  condition: { value: 'Zyxwvut', query: 'zyxwvut' },
  picture: { value: '/zyxwvut.png', query: 'zyxwvut' },
  whole: { value: 1987, query: '1987' },
  dollars: { value: '1987.00', query: '1987' },
  decimal: { value: '1987.0', query: '1987' },
  'shipping-class': { value: 'freight', query: 'freight' },
  share: { value: '0.19870', query: '1987' },
};

async function finds(search: string, query: string): Promise<boolean> {
  const { rows } = await database.owner.query(search, [query]);
  return Number(rows[0].found) > 0;
}

describe('app/domain/part-fields.ts matches the database', () => {
  test.each(partColumns)('the search: %s', async (column: PartColumn) => {
    const { value, query } = samples[partFields[column].kind];
    await addParts(database.owner, [{ [column]: value }]);
    const shop = "select parts as found from count_parts($1, array['part'])";
    const admin = "select total as found from admin_find_parts($1, 'name', false, null, null, null, 1)";
    const { search } = partFields[column];
    expect({ shop: await finds(shop, query), admin: await finds(admin, query) }).toEqual({
      shop: search === 'shop',
      admin: search !== null,
    });
  });

  test('admins may write all columns of the form, and none that only the shop writes', async () => {
    const { rows } = await database.owner.query(
      `select column_name from information_schema.column_privileges
       where grantee = 'authenticated' and table_name = 'parts_catalog' and privilege_type = 'UPDATE'`,
    );
    const writable = rows.map(({ column_name: column }) => column);
    expect(writable).toEqual(expect.arrayContaining([...formColumns]));
    for (const column of ['id', 'stock_held']) expect(writable).not.toContain(column);
  });
});
