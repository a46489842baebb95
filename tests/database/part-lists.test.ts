import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '#core/settings/settings.ts';
import { type PartSort, partSorts } from '#core/catalog/catalog-query.ts';
import { readConditionColors } from '#core/search/condition-colors.server.ts';
import type { CatalogFilters } from '#core/search/text-search.server.ts';
import { countParts, searchAndCountParts, searchParts } from '#core/search/search-parts.server.ts';
import { decodeCursor } from '#core/platform/cursor.server.ts';
import { listVehicleEntries, readVehicleLists } from '#core/search/vehicle-lists.server.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let ids: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  ids = await addParts(database.owner, [
    { part_name: 'Brake Hose', price: 20, part_type: null },
    { part_name: 'Brake Pads', price: 40, brand: 'Akebono', stock_quantity: 3, stock_held: 1 },
    { part_name: 'Brake Rotor', price: null, stock_quantity: 0 },
    { part_name: 'Caliper', price: 20, part_type: 'New', stock_quantity: 2, stock_held: 2 },
    { part_name: 'Hood', price: 300, category: 'Body', vehicle_year: 2014 },
    { part_name: 'Muffler', price: 120.5, category: 'Exhaust', vehicle_model: 'Accord' },
    { part_name: 'Tailgate', price: 40, category: 'Body', vehicle_make: 'Ford', vehicle_model: 'F-150' },
  ]);
});
afterAll(() => database[Symbol.asyncDispose]());

/** The names of all parts, page by page. */
async function list(filters: CatalogFilters, sort: PartSort = 'name', limit = 3): Promise<string[]> {
  const names: string[] = [];
  for (let after: ReturnType<typeof decodeCursor>; ;) {
    const page = await searchAndCountParts(database.pools.public, { filters, sort, limit, after });
    expect(await searchParts(database.pools.public, { filters, sort, limit, after })).toEqual({
      parts: page.parts,
      next: page.next,
    });
    expect(page.parts.length).toBeLessThanOrEqual(limit);
    names.push(...page.parts.map((part) => part.part_name));
    if (page.next === null) return names;
    after = decodeCursor(page.next);
    expect(after).toBeDefined();
  }
}

const civic = { make: 'Honda', model: 'Civic', year: 2015 };
const lists: [CatalogFilters, string[], number][] = [
  [{}, ['Brake Hose', 'Brake Pads', 'Brake Rotor', 'Caliper', 'Hood', 'Muffler', 'Tailgate'], 5],
  [{ q: 'brake' }, ['Brake Hose', 'Brake Pads', 'Brake Rotor', 'Caliper'], 2],
  [{ q: 'akebono' }, ['Brake Pads'], 1],
  [{ q: 'nothing' }, [], 0],
  [{ make: 'Ford' }, ['Tailgate'], 1],
  [{ model: 'Accord' }, ['Muffler'], 1],
  [{ year: 2014 }, ['Hood'], 1],
  [{ make: 'Honda', model: 'Civic' }, ['Brake Hose', 'Brake Pads', 'Brake Rotor', 'Caliper', 'Hood'], 3],
  [{ make: 'Honda', year: 2015 }, ['Brake Hose', 'Brake Pads', 'Brake Rotor', 'Caliper', 'Muffler'], 3],
  [{ category: 'Body' }, ['Hood', 'Tailgate'], 2],
  [{ conditions: ['New'] }, ['Caliper'], 0],
  [{ conditions: ['Good'], category: 'Brakes' }, ['Brake Hose', 'Brake Pads', 'Brake Rotor'], 2],
  [{ inStock: true }, ['Brake Hose', 'Brake Pads', 'Hood', 'Muffler', 'Tailgate'], 5],
  [{ inStock: false, category: 'Brakes' }, ['Brake Hose', 'Brake Pads', 'Brake Rotor', 'Caliper'], 2],
  [civic, ['Brake Hose', 'Brake Pads', 'Brake Rotor', 'Caliper'], 2],
  [{ ...civic, inStock: true }, ['Brake Hose', 'Brake Pads'], 2],
  [{ ...civic, conditions: ['New'] }, ['Caliper'], 0],
  [{ ...civic, category: 'Body' }, [], 0],
  [{ ...civic, q: 'pads' }, ['Brake Pads'], 1],
];

describe.each(lists)('the list %j', (filters, names, inStock) => {
  test.each([
    ['of the catalog', () => filters],
    ['of some parts', () => ({ ...filters, ids })],
  ])('%s has the same parts and counts', async (_, given) => {
    expect(await list(given())).toEqual(names);
    // The filter for stock changes the list, not the counts.
    const { inStock: _inStock, ...others } = given();
    const { total, inStockTotal } = await searchAndCountParts(database.pools.public, {
      filters: given(),
      sort: 'name',
      limit: 1,
    });
    expect(await countParts(database.pools.public, given())).toMatchObject({ total, inStockTotal });
    expect({ total, inStockTotal }).toEqual({ total: (await list(others)).length, inStockTotal: inStock });
  });
});

test('some parts are only those with the ids', async () => {
  expect(await list({ ids: [ids[1] ?? '', ids[4] ?? ''] })).toEqual(['Brake Pads', 'Hood']);
  expect(await list({ ids: [] })).toEqual([]);
});

describe.each([
  ['of the catalog', {}],
  ['of one vehicle', civic],
] as const)('the order %s', (_, filters) => {
  const byPrice = [
    'Brake Rotor',
    'Brake Hose',
    'Caliper',
    'Brake Pads',
    ...('make' in filters ? [] : ['Tailgate', 'Muffler', 'Hood']),
  ];

  test.each([1, 2, 3, byPrice.length])('by price, then by name, in pages of %d', async (limit) => {
    expect(await list(filters, 'price_asc', limit)).toEqual(byPrice);
    expect(await list(filters, 'price_desc', limit)).toEqual(byPrice.toReversed());
    expect(await list(filters, 'name', limit)).toEqual(byPrice.toSorted());
  });

  test('the last page has no next, and a cursor has what its order needs', async () => {
    const page = (sort: PartSort, limit: number) =>
      searchParts(database.pools.public, { filters, sort, limit });
    const cursorOf = async (sort: PartSort) => decodeCursor((await page(sort, 1)).next ?? '');
    expect((await page('name', byPrice.length)).next).toBeNull();
    expect(await cursorOf('name')).toEqual({ name: 'Brake Hose', id: ids[0] });
    // A missing price is shown as 0.
    expect(await cursorOf('price_asc')).toEqual({ name: 'Brake Rotor', id: ids[2], number: '0.00' });
  });

  test('by price also applies to a search', async () => {
    const search = { ...filters, q: 'brake' };
    expect(await list(search, 'price_desc')).toEqual(['Brake Pads', 'Caliper', 'Brake Hose', 'Brake Rotor']);
  });

  test('a page after a part of another order is no error', async () => {
    const first = await searchParts(database.pools.public, { filters, sort: 'name', limit: 1 });
    const after = decodeCursor(first.next ?? '');
    for (const sort of partSorts) {
      const { parts } = await searchParts(database.pools.public, { filters, sort, limit: 9, after });
      expect(parts.length).toBeLessThanOrEqual(byPrice.length);
    }
  });
});

test('a page shows the available pieces, and whether all of them are held', async () => {
  const { parts } = await searchParts(database.pools.public, {
    filters: { category: 'Brakes' },
    sort: 'name',
    limit: 4,
  });
  expect(parts.map((part) => [part.part_name, part.price, part.stock_quantity, part.all_held])).toEqual([
    ['Brake Hose', '20.00', 2, false],
    ['Brake Pads', '40.00', 2, false],
    ['Brake Rotor', null, 0, false],
    ['Caliper', '20.00', 0, true],
  ]);
});

test('each condition has its colors', async () => {
  await database.owner.query(
    "insert into conditions (name, color_class, sort_order) values ('Dented', 'bg-red-100 text-red-800', 900)",
  );
  expect(await readConditionColors(database.pools.public)).toMatchObject({
    Dented: 'bg-red-100 text-red-800',
  });
});

test('names are listed as people sort them', async () => {
  const names = [
    '3 Series',
    '5 Series',
    '10 Series',
    'Civic',
    'civic del Sol',
    'CR-V',
    'F-150',
    'F-1500',
    'Ë 2',
  ];
  await addParts(
    database.owner,
    names.map((vehicle_model) => ({ vehicle_make: 'Naturally', vehicle_model })),
  );
  const sorted = [
    '3 Series',
    '5 Series',
    '10 Series',
    'Civic',
    'civic del Sol',
    'CR-V',
    'Ë 2',
    'F-150',
    'F-1500',
  ];
  const { models, years } = await readVehicleLists(
    database.pools.public,
    { make: 'Naturally', model: 'Civic' },
    defaultSettings.fitment,
  );
  expect([models, years]).toEqual([sorted, [2015]]);
  const { entries } = await listVehicleEntries(
    database.pools.public,
    { make: 'Naturally' },
    defaultSettings.fitment,
  );
  expect(entries.map(({ name }) => name)).toEqual(sorted);
});
