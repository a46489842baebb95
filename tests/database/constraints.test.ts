import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeTables } from '#db/generate-types.ts';
import { readFile } from 'node:fs/promises';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test.each([
  ['a negative stock', 'stock_quantity', -1, 'parts_catalog_stock_not_negative'],
  ['a negative price', 'price', -0.01, 'parts_catalog_price_not_negative'],
  ['a hold beyond the stock', 'stock_held', 1, 'parts_catalog_held_within_stock'],
  ['a negative hold', 'stock_held', -1, 'parts_catalog_held_within_stock'],
  ['a tax of more than the price', 'tax_rate', 1.01, 'parts_catalog_tax_rate_is_share'],
  ['a negative shipping cost', 'shipping_cost', -1, 'parts_catalog_shipping_cost_not_negative'],
  ['an unknown shipping class', 'shipping_class', 'boat', 'parts_catalog_shipping_class_known'],
  ['no weight', 'weight_pounds', 0, 'parts_catalog_weight_positive'],
  ['no length', 'length_in', 0, 'parts_catalog_size_positive'],
  ['no height', 'height_in', 0, 'parts_catalog_size_positive'],
  ['a negative core charge', 'core_charge', -1, 'parts_catalog_core_charge_not_negative'],
  ['a blank name', 'part_name', '  ', 'parts_catalog_part_name_present'],
])("a part can't have %s", async (_what, column, value, constraint) => {
  const part = { part_name: 'Horn', [column]: value };
  const insert = database.owner.query(
    `insert into parts_catalog (${Object.keys(part).join(', ')}) values (${Object.keys(part).map((_, i) => `$${i + 1}`)})`,
    Object.values(part),
  );
  await expect(insert).rejects.toMatchObject({ code: '23514', constraint });
});

test('db/types.ts matches the database', async () => {
  const types = await readFile(new URL('../../db/types.ts', import.meta.url), 'utf8');
  expect(await describeTables(database.ownerUrl), 'Run npm run db:types').toBe(types);
});

test('every constraint has a descriptive name', async () => {
  const { rows } = await database.owner.query(`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where connamespace in ('public'::regnamespace, 'auth'::regnamespace) and contype in ('c', 'u', 'f', 'p') and conname ~ '_check\\d*$'`);
  expect(rows).toEqual([]);
});
