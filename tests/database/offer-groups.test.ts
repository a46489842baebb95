import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { partSorts, type PartSort } from '#core/catalog/catalog-query.ts';
import { decodeCursor } from '#core/platform/cursor.server.ts';
import { searchInTurn } from '#core/search/search-parts.server.ts';
import type { CatalogFilters } from '#core/search/text-search.server.ts';
import { checkSearch } from '#server/search/check-search.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.owner.query('delete from parts_catalog; delete from part_fitments');
});
afterAll(() => database[Symbol.asyncDispose]());

const pads = {
  part_name: 'Front Brake Pads',
  part_type: 'New',
  brand: 'Akebono',
  oem_number: '45022-TR3-A01',
};
const civic = { make: 'Honda', model: 'Civic', year: 2015 };

interface Row {
  id: string;
  others: string[];
}

/** The rows of a list, page by page. */
async function listRows(
  filters: CatalogFilters,
  { sort = 'name', limit = 24 }: { sort?: PartSort; limit?: number } = {},
  lists: readonly CatalogFilters[] = [filters],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: ReturnType<typeof decodeCursor>; ;) {
    const page = await searchInTurn(database.pools.public, lists, { sort, limit, after, grouped: true });
    expect(page.parts.length).toBeLessThanOrEqual(limit);
    rows.push(
      ...page.parts.map(({ id }) => ({
        id,
        others: page.offers.get(id)?.parts.map((part) => part.id) ?? [],
      })),
    );
    if (page.next === null) return rows;
    expect(page.parts).toHaveLength(limit);
    after = decodeCursor(page.next);
    expect(after).toBeDefined();
  }
}

const partsOf = (rows: readonly Row[]) => rows.flatMap(({ id, others }) => [id, ...others]);

async function checkRows() {
  const { differences } = await checkSearch(
    async (statement) => (await database.owner.query(statement)).rows,
  );
  expect(differences).toEqual([]);
}

/** Adds parts, and returns the groups of their places that a list shows. */
async function groupsOf(parts: readonly PartColumns[]): Promise<number[][]> {
  const ids = await addParts(database.owner, parts);
  await checkRows();
  const rows = await listRows({});
  return rows
    .map((row) => partsOf([row]).map((id) => ids.indexOf(id)))
    .toSorted(([one = 0], [other = 0]) => one - other);
}

describe('a group', () => {
  test('has the new parts of one number, brand and fit, the cheapest in stock first', async () => {
    expect(
      await groupsOf([
        { ...pads, price: 30, stock_quantity: 0 },
        { ...pads, price: null },
        {
          ...pads,
          price: 50,
          oem_number: '45022 tr3.a01',
          origin: 'new_aftermarket',
          part_type: 'Out of Stock',
        },
        { ...pads, price: 40, brand: ' AKEBONO ' },
      ]),
    ).toEqual([[3, 2, 1, 0]]);
  });

  test.each<[string, PartColumns]>([
    ['a used part', { part_type: 'Good' }],
    ['a part that is not new, whatever its condition says', { origin: 'remanufactured' }],
    ['another brand', { brand: 'Bosch' }],
    ['no brand', { brand: null }],
    ['a brand of spaces', { brand: ' ' }],
    ['another number', { oem_number: '45022-TR3-A02' }],
    ['no number', { oem_number: null }],
    ['a number that stands for none', { oem_number: 'N/A' }],
    ['another model', { vehicle_model: 'Accord' }],
    ['another year', { vehicle_year: 2016 }],
    ['no vehicle', { vehicle_make: null, vehicle_model: null, vehicle_year: null }],
    ['another engine', { vehicle_engine: '1.8L I4' }],
    ['another position', { part_name: 'Rear Brake Pads' }],
    ['another part that replaces the same number', { part_name: 'Front Ceramic Brake Pads' }],
  ])('does not have %s', async (_, other) => {
    expect(await groupsOf([pads, { ...pads, ...other }])).toEqual([[0], [1]]);
  });

  test.each<[string, PartColumns]>([
    ['are used', { part_type: 'Good' }],
    ['have no brand', { brand: null }],
    ['have no number', { oem_number: null }],
  ])('has no parts that %s, however alike', async (_, same) => {
    expect(
      await groupsOf([
        { ...pads, ...same },
        { ...pads, ...same },
      ]),
    ).toEqual([[0], [1]]);
  });

  test('has the same words in its names', async () => {
    expect(await groupsOf([pads, { ...pads, part_name: 'BRAKE PADS, front', price: 45 }])).toEqual([[0, 1]]);
  });

  test('has the same fitments, and follows their changes', async () => {
    const ids = await addParts(database.owner, [pads, { ...pads, price: 45 }]);
    const [one = '', other = ''] = ids;
    const list = async () => (await listRows({})).map((row) => partsOf([row]));
    const add = (id: string, model: string) =>
      database.owner.query(
        `insert into part_fitments (part_id, make, model, from_year, to_year) values ($1, 'Acura', $2, 2013, 2015)`,
        [id, model],
      );
    expect(await list()).toEqual([[one, other]]);
    await add(one, 'ILX');
    expect(await list()).toHaveLength(2);
    await add(other, 'TSX');
    await add(other, 'ILX');
    expect(await list()).toHaveLength(2);
    await add(one, 'TSX');
    expect(await list()).toEqual([[one, other]]);
    await database.owner.query(
      "update part_fitments set position = 'Rear' where model = 'ILX' and part_id = $1",
      [one],
    );
    expect(await list()).toHaveLength(2);
    await checkRows();
    await database.owner.query("delete from part_fitments where model = 'ILX'");
    expect(await list()).toEqual([[one, other]]);
    await checkRows();
  });
});

describe('the row of a group', () => {
  test('stands for its best offer: a sale or a price changes it', async () => {
    const [cheap = '', dear = ''] = await addParts(database.owner, [
      { ...pads, price: 40, stock_quantity: 1 },
      { ...pads, price: 60 },
    ]);
    const list = () => listRows({});
    expect(await list()).toEqual([{ id: cheap, others: [dear] }]);
    await database.owner.query('update parts_catalog set stock_held = 1 where id = $1', [cheap]);
    expect(await list()).toEqual([{ id: dear, others: [cheap] }]);
    await database.owner.query('update parts_catalog set stock_held = 0 where id = $1', [cheap]);
    await database.owner.query('update parts_catalog set price = 30 where id = $1', [dear]);
    expect(await list()).toEqual([{ id: dear, others: [cheap] }]);
    await checkRows();
  });

  test('has only what the search finds', async () => {
    const [cheap = '', middle = '', dear = ''] = await addParts(database.owner, [
      { ...pads, price: 40, warranty: '12 months' },
      { ...pads, price: 60, description: 'Ceramic' },
      { ...pads, price: 80, stock_quantity: 0 },
    ]);
    expect(await listRows({})).toEqual([{ id: cheap, others: [middle, dear] }]);
    expect(await listRows({ minPriceCents: 5_000 })).toEqual([{ id: middle, others: [dear] }]);
    expect(await listRows({ minPriceCents: 7_000 })).toEqual([{ id: dear, others: [] }]);
    expect(await listRows({ maxPriceCents: 7_000 })).toEqual([{ id: cheap, others: [middle] }]);
    expect(await listRows({ inStock: true })).toEqual([{ id: cheap, others: [middle] }]);
    expect(await listRows({ q: 'ceramic' })).toEqual([{ id: middle, others: [] }]);
    expect(await listRows({ ids: [middle, dear] })).toEqual([{ id: middle, others: [dear] }]);
    expect(await listRows({ ...civic, fits: true, minPriceCents: 5_000 })).toEqual([
      { id: middle, others: [dear] },
    ]);
  });

  test('shows three other offers, and counts those that can be bought', async () => {
    const ids = await addParts(
      database.owner,
      Array.from({ length: 8 }, (_, index) => ({
        ...pads,
        price: index === 6 ? null : 1 + index,
        stock_quantity: index === 7 ? 0 : 1,
      })),
    );
    const { offers } = await searchInTurn(database.pools.public, [{}], {
      sort: 'best',
      limit: 24,
      grouped: true,
    });
    const { parts = [], buyable } = offers.get(ids[0] ?? '') ?? {};
    expect(parts.map(({ id }) => id)).toEqual(ids.slice(1, 4));
    expect(buyable).toBe(5);
  });

  test('stands in the section of its evidence', async () => {
    // Another number that fits only by comparison, as read off the part.
    const ids = await addParts(database.owner, [
      { ...pads, price: 60 },
      { ...pads, price: 50, vehicle_year: 2012, number_source: 'packaging' },
      { ...pads, price: 40, vehicle_year: 2012 },
    ]);
    const fits = { ...civic, fits: true };
    const lists = [
      { ...fits, evidence: ['listed', 'same-number'] as const },
      { ...fits, evidence: ['check-number'] as const },
    ];
    const alone = (...places: number[]) => places.map((place) => ({ id: ids[place], others: [] }));
    expect(await listRows(fits, { sort: 'price_desc' }, lists)).toEqual(alone(0, 1, 2));
    expect(await listRows(fits, { sort: 'price_asc' })).toEqual(alone(2, 1, 0));
    expect(await listRows({ make: 'Honda' }, { sort: 'price_desc' })).toEqual([
      ...alone(0),
      { id: ids[2], others: [ids[1]] },
    ]);
  });
});

describe('25 groups of three on pages', () => {
  const parts = Array.from({ length: 75 }, (_, index) => ({
    ...pads,
    part_name: index % 2 ? 'Front Brake Pads' : 'Brake Pads, Front',
    oem_number: `45022-TR3-A${String(index % 25).padStart(2, '0')}`,
    price: 20 + ((index * 7) % 31),
    mileage: index % 3 ? null : 1_000 + index,
    stock_quantity: index % 4,
  }));

  const filters: [string, CatalogFilters][] = [
    ['the catalog', {}],
    ['a frequent text', { q: 'brake' }],
    ['a number', { q: '45022' }],
    ['a price', { minPriceCents: 3_000 }],
    ['parts in stock', { inStock: true }],
    ['the list of a vehicle', { ...civic, fits: true }],
    ['a text with a vehicle', { q: '2015 civic pads' }],
    ["the shopper's vehicle", { q: 'brake', car: civic }],
    ["all for the shopper's vehicle", { car: civic, evidence: ['listed'] }],
  ];

  beforeEach(async () => {
    await addParts(database.owner, parts);
  });

  test.each(filters)('%s: each part is in one row, in each order', async (_, filter) => {
    const { rows } = await database.owner.query(
      'select part_id, offer_group, price_cents, is_available from search_parts',
    );
    const found = rows.filter(
      (row) =>
        row.price_cents >= (filter.minPriceCents ?? 0) && (filter.inStock !== true || row.is_available),
    );
    const groups = Map.groupBy(found, ({ offer_group }) => offer_group);
    expect(groups.size).toBe(25);
    for (const sort of partSorts) {
      for (const limit of [4, 24]) {
        const listed = await listRows(filter, { sort, limit });
        expect(listed, sort).toHaveLength(25);
        expect(partsOf(listed).toSorted(), sort).toEqual(found.map(({ part_id }) => part_id).toSorted());
        for (const row of listed) {
          const group = found.find(({ part_id }) => part_id === row.id)?.offer_group;
          const best = (groups.get(group) ?? []).toSorted(
            (one, other) =>
              Number(other.is_available) - Number(one.is_available) ||
              Number(one.price_cents) - Number(other.price_cents) ||
              (one.part_id < other.part_id ? -1 : 1),
          );
          expect(partsOf([row])).toEqual(best.map(({ part_id }) => part_id));
        }
      }
    }
  });
});
