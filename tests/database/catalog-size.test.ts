import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '#db/types.ts';
import { loadDemoShop } from '#db/seed/load.ts';
import type { PartFilters, PartSort } from '#domain/catalog-query.ts';
import { searchParts } from '#features/catalog/search-parts.server.ts';
import { vehicleLists } from '#features/catalog/vehicle-lists.server.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const PARTS = process.env.TEST_LONG ? 1_000_000 : 20_000;
const VEHICLE = { make: 'Honda', model: 'Civic', year: 2015, category: 'Brakes' };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadDemoShop(database.owner, { parts: PARTS, tell: () => undefined });
}, 600_000);
afterAll(() => database[Symbol.asyncDispose]());

test(`the counts of ${PARTS} parts are those of the parts`, async () => {
  const { rows } = await database.owner.query(`
    select * from (
      select vehicle_make, vehicle_model, vehicle_year, category, part_type, count(*)::int as parts,
        (count(*) filter (where stock_quantity > stock_held))::int as in_stock
      from parts_catalog group by 1, 2, 3, 4, 5
    ) as counted
    full join catalog_counts using (vehicle_make, vehicle_model, vehicle_year, category)
    where counted.part_type is not distinct from catalog_counts.part_type
      and (counted.parts, counted.in_stock) is distinct from (catalog_counts.parts, catalog_counts.in_stock)`);
  expect(rows).toEqual([]);
  const sums = await database.owner.query('select sum(parts)::int as parts from catalog_counts');
  expect(sums.rows).toEqual([{ parts: PARTS }]);
}, 120_000);

test('the counts follow what is added, sold, held, renamed and deleted', async () => {
  const count = async () => {
    const { rows } = await database.owner.query(
      "select coalesce(sum(parts), 0)::int as parts, coalesce(sum(in_stock), 0)::int as in_stock from catalog_counts where vehicle_make = 'Testa'",
    );
    return rows[0];
  };
  const steps: [string, { parts: number; in_stock: number }][] = [
    [
      "insert into parts_catalog (part_name, vehicle_make, stock_quantity) values ('A', 'Testa', 1), ('B', 'Testa', 0)",
      { parts: 2, in_stock: 1 },
    ],
    [
      "update parts_catalog set stock_held = 1 where vehicle_make = 'Testa' and stock_quantity = 1",
      { parts: 2, in_stock: 0 },
    ],
    ["update parts_catalog set stock_quantity = 5 where vehicle_make = 'Testa'", { parts: 2, in_stock: 2 }],
    [
      "update parts_catalog set category = 'Horns', price = 3 where vehicle_make = 'Testa'",
      { parts: 2, in_stock: 2 },
    ],
    [
      "update parts_catalog set vehicle_make = 'Other' where vehicle_make = 'Testa' and part_name = 'A'",
      { parts: 1, in_stock: 1 },
    ],
    ["delete from parts_catalog where vehicle_make = 'Testa'", { parts: 0, in_stock: 0 }],
  ];
  for (const [statement, expected] of steps) {
    await database.owner.query(statement);
    expect(await count()).toEqual(expected);
  }
  await database.owner.query("delete from parts_catalog where vehicle_make = 'Other'");
});

test('every category that the selector offers for a vehicle has at least 3 parts', async () => {
  const { rows } = await database.owner.query(`
    select from catalog_counts where parts > 0
    group by vehicle_make, vehicle_model, vehicle_year, category having sum(parts) < 3`);
  expect(rows).toEqual([]);
});

test('the lists of the selector are unique and sorted, years newest first', async () => {
  const choices = { make: 'Honda', model: 'Civic', year: '2015' };
  const { makes, models, years, categories } = await vehicleLists(database.pools.public, choices);
  expect(makes.length).toBeGreaterThanOrEqual(15);
  expect(makes).toEqual([...new Set(makes)].toSorted());
  expect(models).toEqual([...new Set(models)].toSorted());
  expect(years).toEqual([...new Set(years)].toSorted((a, b) => b - a));
  expect(categories.map(({ name }) => name)).toEqual(categories.map(({ name }) => name).toSorted());
  expect(categories.length).toBeGreaterThanOrEqual(14);
});

test.each<{ filters: PartFilters; sort: PartSort }>([
  { filters: VEHICLE, sort: 'name' },
  { filters: VEHICLE, sort: 'price_desc' },
  { filters: { ...VEHICLE, inStock: true }, sort: 'name' },
  { filters: {}, sort: 'name' },
  { filters: {}, sort: 'price_asc' },
  { filters: { category: 'Brakes' }, sort: 'name' },
  { filters: { make: 'Honda' }, sort: 'name' },
  { filters: { condition: 'Good' }, sort: 'name' },
  { filters: { q: '45022-tr3' }, sort: 'name' },
])('a list by %o does not walk the catalogue', async ({ filters, sort }) => {
  const asked: CompiledQuery[] = [];
  const pool = new pg.Pool({ connectionString: database.ownerUrl });
  const watched = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      asked.push(query);
    },
  });
  await searchParts(watched, { filters, sort, limit: 24 });
  await watched.destroy();
  const plans = await Promise.all(
    asked.map((query) => database.owner.query(`explain (format json) ${query.sql}`, [...query.parameters])),
  );
  expect(JSON.stringify(plans.map(({ rows }) => rows))).not.toContain('"Seq Scan"');
});
