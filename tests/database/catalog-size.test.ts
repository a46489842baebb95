import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '#db/types.ts';
import { defaultSettings } from '#core/settings/settings.ts';
import { loadDemoShop } from '#db/seed/load.ts';
import type { PartFilters, PartSort } from '#core/catalog/catalog-query.ts';
import { findClosestSpelling } from '#core/search/closest-spelling.server.ts';
import { decodeCursor } from '#core/platform/cursor.server.ts';
import { countParts, searchAndCountParts, searchParts } from '#core/search/search-parts.server.ts';
import { findSuggestions } from '#doors/lists/suggestions.server.ts';
import { readVehicleLists } from '#core/search/vehicle-lists.server.ts';
import { isLong } from '../support/is-long.ts';
import { hasWord } from '../support/has-word.ts';
import { createDemoDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const PARTS = isLong ? 1_000_000 : 20_000;
const VEHICLE = { make: 'Honda', model: 'Civic', year: 2015, category: 'Brakes' };

let database: TestDatabase;

beforeAll(
  async () => {
    if (!isLong) return void (database = await createDemoDatabase());
    database = await createTestDatabase();
    await loadDemoShop(database.owner, { parts: PARTS, print: () => undefined });
  },
  isLong ? 600_000 : 120_000,
);
afterAll(() => database[Symbol.asyncDispose]());

test(`the counts match ${PARTS} parts`, async () => {
  const { rows } = await database.owner.query(`
    select * from (
      select vehicle_make, vehicle_model, vehicle_year, category, part_type, count(*)::int as parts
      from parts_catalog group by 1, 2, 3, 4, 5
    ) as counted
    full join catalog_counts using (vehicle_make, vehicle_model, vehicle_year, category)
    where counted.part_type is not distinct from catalog_counts.part_type
      and counted.parts is distinct from catalog_counts.parts`);
  expect(rows).toEqual([]);
  const sums = await database.owner.query('select sum(parts)::int as parts from catalog_counts');
  expect(sums.rows).toEqual([{ parts: PARTS }]);
}, 120_000);

test('the counts stay correct when parts are added, sold, held, renamed, and deleted', async () => {
  const count = async () => {
    const { rows } = await database.owner.query(
      "select coalesce(sum(parts), 0)::int as parts from catalog_counts where vehicle_make = 'Testa'",
    );
    return rows[0];
  };
  const steps: [string, { parts: number }][] = [
    [
      "insert into parts_catalog (part_name, vehicle_make, stock_quantity) values ('A', 'Testa', 1), ('B', 'Testa', 0)",
      { parts: 2 },
    ],
    [
      "update parts_catalog set stock_held = 1 where vehicle_make = 'Testa' and stock_quantity = 1",
      { parts: 2 },
    ],
    ["update parts_catalog set stock_quantity = 5 where vehicle_make = 'Testa'", { parts: 2 }],
    ["update parts_catalog set category = 'Horns', price = 3 where vehicle_make = 'Testa'", { parts: 2 }],
    [
      "update parts_catalog set vehicle_make = 'Other' where vehicle_make = 'Testa' and part_name = 'A'",
      { parts: 1 },
    ],
    ["delete from parts_catalog where vehicle_make = 'Testa'", { parts: 0 }],
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
  const naturally = new Intl.Collator('en', { numeric: true }).compare;
  const { makes, models, years, categories } = await readVehicleLists(
    database.pools.public,
    choices,
    defaultSettings.fitment,
  );
  expect(makes.length).toBeGreaterThanOrEqual(15);
  expect(makes).toEqual([...new Set(makes)].toSorted(naturally));
  expect(models).toEqual([...new Set(models)].toSorted(naturally));
  expect(years).toEqual([...new Set(years)].toSorted((a, b) => b - a));
  expect(categories.map(({ name }) => name)).toEqual(categories.map(({ name }) => name).toSorted(naturally));
  expect(categories.length).toBeGreaterThanOrEqual(14);
});

const searches: { filters: PartFilters; sort: PartSort }[] = [
  { filters: VEHICLE, sort: 'name' },
  { filters: VEHICLE, sort: 'price_desc' },
  { filters: { ...VEHICLE, inStock: true }, sort: 'name' },
  { filters: {}, sort: 'name' },
  { filters: {}, sort: 'price_asc' },
  { filters: { category: 'Brakes' }, sort: 'name' },
  { filters: { make: 'Honda' }, sort: 'name' },
  { filters: { conditions: ['Good'] }, sort: 'name' },
  { filters: { q: 'brake' }, sort: 'price_desc' },
  { filters: { q: 'ceramic pads shims' }, sort: 'name' },
  { filters: { q: '45022-tr3' }, sort: 'name' },
  { filters: { q: '2' }, sort: 'name' },
  { filters: { q: 'nothing at all' }, sort: 'name' },
];

/** The sequential scans of each table, except tables with few pages at any catalog size. */
async function walks(...without: string[]) {
  await database.owner.query('select pg_stat_force_next_flush()');
  const { rows } = await database.owner.query(
    `select relname, seq_scan from pg_stat_user_tables where schemaname = 'public'
       and relname <> all ($1) order by 1`,
    [['search_vocabulary', 'part_names', 'shop_settings', 'part_pieces', 'piece_claims', ...without]],
  );
  return rows;
}

/** The connection whose scans are counted. */
function onOwner(): Kysely<DB> {
  const { owner } = database;
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => ({ query: owner.query.bind(owner), release: () => undefined }) as never,
        end: async () => undefined,
        options: {},
      },
    }),
  });
}

test.each(searches)('a list by $filters in the order by $sort scans no table', async ({ filters, sort }) => {
  // Of frequent searches, the first 10,000 parts are counted one after the other.
  const isFrequent = ['brake', '2'].includes(filters.q ?? '') || Object.keys(filters).length === 0;
  const without = isFrequent ? ['search_parts', 'catalog_counts'] : [];
  const before = await walks(...without);
  const page = await searchParts(onOwner(), { filters, sort, limit: 24 });
  const counts = await countParts(onOwner(), filters);
  const both = await searchAndCountParts(onOwner(), { filters, sort, limit: 24 });
  expect(await walks(...without)).toEqual(before);
  expect(both).toEqual({ ...page, ...counts });
});

test.each(['b', 'brake pa', 'honda civic 2015', '45022-t', 'brak pads', 'alternater', 'nothing at all'])(
  'suggestions for %s, and its closest spelling, scan no table',
  async (q) => {
    // The first part with a frequent word is found sooner without an index.
    const before = await walks('search_parts');
    await findSuggestions(onOwner(), q);
    await findClosestSpelling(onOwner(), { q });
    expect(await walks('search_parts')).toEqual(before);
  },
);

test.each(searches)(
  'a list by $filters in the order by $sort finds what a plain filter finds',
  async ({ filters, sort }) => {
    const { q = '', make, model, year, category, conditions, inStock } = filters;
    const direction = sort === 'price_desc' ? 'desc' : 'asc';
    const { rows } = await database.owner.query(
      `select id from parts_catalog
     where not exists (
         select from regexp_split_to_table(translate(lower($1), '-.', ''), '\\s+') as typed,
         lateral (select regexp_replace(typed, 's$', '') as word) as stem
         where typed <> '' and not ${hasWord('word')})
       and ($2::text is null or vehicle_make = $2) and ($3::text is null or vehicle_model = $3)
       and ($4::int is null or vehicle_year = $4) and ($5::text is null or category = $5)
       and ($6::text[] is null or coalesce(part_type, 'Good') = any ($6)) and (not $7 or stock_quantity > stock_held)
     order by ${sort === 'name' ? '' : `coalesce(price, 0) ${direction},`} part_name ${direction}, id ${direction}`,
      [q, make, model, year, category, conditions, inStock ?? false],
    );
    const expected = rows.map((row) => row.id);
    const found: string[] = [];
    // The first pages, and all of small lists.
    for (let after: ReturnType<typeof decodeCursor>; found.length < 5_000;) {
      const { parts, next } = await searchParts(database.pools.public, { filters, sort, limit: 100, after });
      found.push(...parts.map((part) => part.id));
      if (next === null) break;
      after = decodeCursor(next);
    }
    expect(found).toEqual(expected.slice(0, found.length));
    expect(found.length).toBeGreaterThanOrEqual(Math.min(expected.length, 5_000));
    const { total, inStockTotal, counting } = await countParts(database.pools.public, filters);
    expect({ counting, found: inStock ? inStockTotal : total }).toEqual(
      counting === 'exact'
        ? { counting: 'exact', found: expected.length }
        : { counting: 'more', found: Math.min(expected.length, 10_000) },
    );
  },
  60_000,
);

test.each([
  ['the last one is sold', 'update parts_catalog set stock_held = stock_quantity where id = $1'],
  ['a price changes', 'update parts_catalog set price = 1 where id = $1'],
  ['a description changes', "update parts_catalog set description = 'As new' where id = $1"],
  ['a part is deleted', 'delete from parts_catalog where id = $1'],
])('no sequential scan when %s', async (_, change) => {
  const { owner } = database;
  const { rows: parts } = await owner.query(
    'select id from parts_catalog where stock_quantity = 1 and stock_held = 0 limit 1',
  );
  const before = await walks();
  await owner.query('begin');
  await owner.query(change, [parts[0].id]);
  await owner.query('rollback');
  expect(await walks()).toEqual(before);
});
