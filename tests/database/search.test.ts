import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PartFilters, type PartSort, partSorts } from '#core/catalog/catalog-query.ts';
import { decodeCursor } from '#core/platform/cursor.server.ts';
import { readFacets } from '#core/search/facets.server.ts';
import { findListed } from '#core/part-changes/find-listed.server.ts';
import { checkSearch } from '#server/search/check-search.ts';
import { forgetSearchCatalog } from '#core/search/search-catalog.server.ts';
import { countParts, searchParts } from '#core/search/search-parts.server.ts';
import { wordKey } from '#core/search/text/word-forms.ts';
import { isLong } from '../support/is-long.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.owner.query('delete from parts_catalog');
  await database.owner.query('delete from search_vocabulary');
});
afterAll(() => database[Symbol.asyncDispose]());

/** All names that a search finds, page by page. */
async function walk(filters: PartFilters, sort: PartSort = 'name', limit = 100): Promise<string[]> {
  const names: string[] = [];
  for (let after: ReturnType<typeof decodeCursor>; ;) {
    const { parts, next } = await searchParts(database.pools.public, { filters, sort, limit, after });
    names.push(...parts.map((part) => part.part_name));
    if (next === null) return names;
    after = decodeCursor(next);
  }
}

/** The names that the admin's list finds. */
async function adminNames(q: string): Promise<string[]> {
  const { ids } = await database.pools.public.transaction().execute((transaction) =>
    findListed(transaction, {
      q,
      filters: {},
      order: 'name',
      descending: false,
      from: undefined,
      count: 40,
    }),
  );
  const { parts } = await searchParts(database.pools.public, { filters: { ids }, sort: 'name', limit: 40 });
  return parts.map((part) => part.part_name);
}

const compare = () => checkSearch(async (statement) => (await database.owner.query(statement)).rows);

test('accents do not count, however they are written, neither in names nor in makes', async () => {
  const part = { vehicle_make: 'Citroën', vehicle_model: 'Méhari', vehicle_year: 1975, brand: 'Valéo' };
  await addParts(database.owner, [{ part_name: 'Portière avant', ...part }]);
  const decomposed = 'portière'.normalize('NFD');
  for (const q of [
    'portiere',
    'PORTIÈRE',
    decomposed,
    'citroen',
    'Citroën mehari',
    'valeo',
    '1975 citroen avant',
  ]) {
    forgetSearchCatalog();
    expect(await walk({ q }), q).toEqual(['Portière avant']);
    expect(await adminNames(q), q).toEqual(['Portière avant']);
  }
  expect(await compare()).toMatchObject({ differences: [] });
});

describe('a search finds', () => {
  beforeEach(() =>
    addParts(database.owner, [
      { part_name: 'Brake Hose', brand: 'Dorman', description: 'Use with new pads.', vehicle_model: 'CR-V' },
      { part_name: 'Brake Pads', oem_number: '45022-TR3-A01', vehicle_make: 'Mercedes-Benz' },
      {
        part_name: 'Door 100%',
        oem_number: '11 22.33',
        vehicle_make: 'Ford',
        vehicle_model: 'F-150',
        category: 'Body',
      },
      {
        part_name: 'Fuse 10_A\\B "ÄÖ"',
        oem_number: null,
        vehicle_make: 'Ford',
        vehicle_model: null,
        category: 'Body',
      },
    ]),
  );

  test.each([
    ['brake', ['Brake Hose', 'Brake Pads']],
    ['RAKE', ['Brake Hose', 'Brake Pads']],
    ['pads brake', ['Brake Hose', 'Brake Pads']],
    ['brake  dorman cr-v', ['Brake Hose']],
    ['crv', ['Brake Hose']],
    ['f150', ['Door 100%']],
    ['mercedes benz', ['Brake Pads']],
    ['45022-TR3-A01', ['Brake Pads']],
    ['45022tr3a01', ['Brake Pads']],
    ['45022.tr3.a01', ['Brake Pads']],
    ['45022 tr3 a01', ['Brake Pads']],
    ['22tr3', ['Brake Pads']],
    ['r3a', ['Brake Pads']],
    ['r3', []],
    ['112233', ['Door 100%']],
    ['11-2233', ['Door 100%']],
    ['1223', ['Door 100%']],
    ['12233', ['Door 100%']],
    ['1122-33', ['Door 100%']],
    ['5022', ['Brake Pads']],
    ['45022', ['Brake Pads']],
    ['5022t', ['Brake Pads']],
    ['45022a01', []],
    ['1133', []],
    ['11223', ['Door 100%']],
    ['%', []],
    ['100%', ['Door 100%']],
    ['10_a', ['Fuse 10_A\\B "ÄÖ"']],
    ['\\', []],
    ['"äö"', ['Fuse 10_A\\B "ÄÖ"']],
    ['ao fuse', ['Fuse 10_A\\B "ÄÖ"']],
    ['bräke', ['Brake Hose', 'Brake Pads']],
    ['brakes', ['Brake Hose', 'Brake Pads']],
    ['"brakes"', ['Brake Hose', 'Brake Pads']],
    ['45022-TR4', []],
    ['brake pads ford', []],
    ['z', ['Brake Pads']],
    ['brake z', ['Brake Pads']],
    ['z ford', []],
    ['x', []],
  ])('%s', async (q, names) => {
    expect(await walk({ q })).toEqual(names);
    expect(await countParts(database.pools.public, { q })).toEqual({
      total: names.length,
      inStockTotal: names.length,
      counting: 'exact',
    });
  });

  test('a piece inside a word only if no word begins with it', async () => {
    expect(await walk({ q: 'ads' })).toEqual(['Brake Hose', 'Brake Pads']);
    await addParts(database.owner, [{ part_name: 'Adsorber' }]);
    expect(await walk({ q: 'ads' })).toEqual(['Adsorber']);
  });

  test('the words of category, engine, condition, origin and year', async () => {
    await addParts(database.owner, [
      {
        part_name: 'Seat',
        category: 'Interior Trim',
        vehicle_engine: '2.4L Turbo',
        part_type: 'Refurbished',
        origin: 'new_aftermarket',
        vehicle_year: 1987,
      },
    ]);
    for (const q of ['interior', 'turbo', '2.4l', '"refurbished"', '"aftermarket"', '"1987"'])
      expect({ q, names: await walk({ q }) }).toEqual({ q, names: ['Seat'] });
  });
});

describe('an older number finds the parts that replace it', () => {
  beforeEach(() =>
    addParts(database.owner, [
      {
        part_name: 'Alternator',
        oem_number: '31100-SNA-A02',
        superseded_numbers: '31100-SNA-A00, 31100 SNA A01',
      },
      { part_name: 'Starter', oem_number: '31200-1', superseded_numbers: '31100.sna.a01', stock_quantity: 0 },
      { part_name: 'Old Alternator', oem_number: '31100-SNA-A01', vehicle_make: 'Ford' },
      { part_name: 'Alternator Core', oem_number: '31100-SNA-A01-RM', stock_quantity: 0 },
      { part_name: 'Casting', oem_number: '8', number_type: 'casting', superseded_numbers: 'N/A, 771' },
    ]),
  );

  test.each([
    ['31100SNAA00', ['Alternator']],
    ['oem # 31100-sna-a00', ['Alternator']],
    ['31100 sna-a01', ['Old Alternator', 'Alternator', 'Starter', 'Alternator Core']],
    ['771', ['Casting']],
  ])('after those with it as their number, in any spelling: %s', async (q, names) => {
    expect(await walk({ q }, 'best', 1)).toEqual(names);
    expect((await walk({ q })).toSorted()).toEqual(names.toSorted());
    expect(await countParts(database.pools.public, { q })).toMatchObject({ total: names.length });
  });

  test('only among the parts that the filters leave', async () => {
    const q = '31100SNAA01';
    expect(await walk({ q, make: 'Ford' }, 'best')).toEqual(['Old Alternator']);
    expect(await walk({ q, inStock: true }, 'best')).toEqual(['Old Alternator', 'Alternator']);
    expect((await readFacets(database.pools.public, { q })).inStock).toBe(2);
  });

  test('in the admin list too', async () => {
    expect(await adminNames('31100.SNA.A00')).toEqual(['Alternator']);
  });
});

describe('a stock number finds its part', () => {
  beforeEach(() =>
    addParts(database.owner, [
      { part_name: 'Hood', stock_number: 'Y100-7', vehicle_make: 'Ford' },
      { part_name: 'Door Y1007', stock_number: 'Y100-8' },
      { part_name: 'Seal', oem_number: 'Y1007', stock_quantity: 0 },
      { part_name: 'Fender', stock_number: '#10 42' },
      { part_name: 'Grille', stock_number: 'Red Row 12' },
    ]),
  );

  test.each([
    ['y100.7', ['Hood', 'Seal', 'Door Y1007']],
    ['Y100-8', ['Door Y1007']],
    ['1042', ['Fender']],
    ['stock number 1042', ['Fender']],
    ['red row-12', ['Grille']],
  ])('first, in any spelling: %s', async (q, names) => {
    expect(await walk({ q }, 'best', 1)).toEqual(names);
    expect((await walk({ q })).toSorted()).toEqual(names.toSorted());
    expect(await countParts(database.pools.public, { q })).toMatchObject({ total: names.length });
    const facets = await readFacets(database.pools.public, { q });
    expect(facets.inStock).toBe(names.filter((name) => name !== 'Seal').length);
  });

  test('only among the parts that the filters leave', async () => {
    expect(await walk({ q: 'Y100-7', make: 'Ford' }, 'best')).toEqual(['Hood']);
    expect(await walk({ q: 'Y100-8', make: 'Ford' }, 'best')).toEqual([]);
    expect(await walk({ q: 'Y100-8', minPriceCents: 1_000_000 }, 'best')).toEqual([]);
  });

  test.each([
    ['Y100-8', 1],
    ['10.42', 1],
    ['#1042', 1],
    ['y1007', 3],
    ['red row 12', 1],
  ])('an admin finds %s', async (query, total) => {
    expect(await adminNames(query)).toHaveLength(total);
  });
});

test('a number is no word of the vocabulary, which would grow with each part', async () => {
  await addParts(database.owner, [
    {
      part_name: 'Halogen Bulb H7',
      oem_number: '45022-TR3-A01',
      brand: 'Philips',
      description: '61,234 miles. 12-month warranty, bin 412.',
    },
  ]);
  const { rows } = await database.owner.query(
    "select word from search_vocabulary where word ~ '[0-9]|^brand=|^t=h' order by word",
  );
  expect(rows.map(({ word }) => word)).toEqual(['2015', 'brand=Philips', 't=h7', 't=halogen']);
});

test('a number is found by its characters in their order, not by the same pieces elsewhere', async () => {
  await addParts(database.owner, [
    { part_name: 'Same pieces', oem_number: '2TR9R3A' },
    { part_name: 'Same number', oem_number: '72TR3A' },
  ]);
  expect(await walk({ q: '2tr3a' })).toEqual(['Same number']);
  expect(await countParts(database.pools.public, { q: '2tr3a' })).toMatchObject({ total: 1 });
});

test('a part that was sold or came back is found by its stock at once', async () => {
  const [sold, back] = await addParts(database.owner, [
    { part_name: 'Sold', stock_quantity: 1 },
    { part_name: 'Back', stock_quantity: 0 },
    { part_name: 'Same', stock_quantity: 1 },
  ]);
  expect(await walk({ inStock: true })).toEqual(['Same', 'Sold']);
  await database.owner.query('update parts_catalog set stock_held = 1 where id = $1', [sold]);
  await database.owner.query('update parts_catalog set stock_quantity = 1 where id = $1', [back]);
  expect(await walk({ inStock: true })).toEqual(['Back', 'Same']);
  expect(await walk({ inStock: true, q: 's' })).toEqual(['Same']);
  expect(await countParts(database.pools.public, { q: 'a' })).toMatchObject({ inStockTotal: 2 });
});

test('a part that is held is out of stock until it is released', async () => {
  await addParts(database.owner, [{ part_name: 'Held', stock_quantity: 1 }]);
  for (const held of [1, 0]) {
    await database.owner.query('update parts_catalog set stock_held = $1', [held]);
    expect(await countParts(database.pools.public, { q: 'held' })).toMatchObject({
      total: 1,
      inStockTotal: 1 - held,
    });
    expect(await walk({ q: 'held', inStock: true })).toHaveLength(1 - held);
  }
});

test('paging skips and repeats no part while others are added, deleted, sold, or renamed', async () => {
  const numbered = Array.from({ length: 30 }, (_, index) => `Pads ${String.fromCharCode(65 + index)}`);
  await addParts(
    database.owner,
    numbered.map((part_name) => ({ part_name })),
  );
  const filters = { q: 'pads' };
  const first = await searchParts(database.pools.public, { filters, sort: 'name', limit: 10 });
  expect(first.parts.map((part) => part.part_name)).toEqual(numbered.slice(0, 10));

  const rename = (from: string, to: string) =>
    database.owner.query('update parts_catalog set part_name = $2 where part_name = $1', [from, to]);
  await addParts(database.owner, [{ part_name: 'Pads 0' }, { part_name: 'Pads K2' }]);
  await database.owner.query("delete from parts_catalog where part_name in ('Pads A', 'Pads J', 'Pads M')");
  await database.owner.query("update parts_catalog set stock_quantity = 0 where part_name = 'Pads N'");
  await rename('Pads O', 'Pads 1');
  await rename('Pads P', 'Pads Z2');
  await rename('Pads B', 'Hose B');

  const after = decodeCursor(first.next ?? '');
  const { parts } = await searchParts(database.pools.public, { filters, sort: 'name', limit: 100, after });
  const expected = [...numbered.slice(10), 'Pads K2', 'Pads Z2'].filter(
    (name) => !['Pads M', 'Pads O', 'Pads P'].includes(name),
  );
  expect(parts.map((part) => part.part_name)).toEqual(expected.toSorted());
});

describe('any list of any catalog after any changes', () => {
  // Few values, so that lists have many parts.
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', 'c', '1', '2', '1211', '21', '-', '.', ' ', '%', '_', '\\'),
    maxLength: 7,
  });
  const column = fc.option(text);
  const part: fc.Arbitrary<PartColumns> = fc.record({
    part_name: text.map((name) => `x${name}`),
    brand: column,
    oem_number: column,
    description: column,
    vehicle_make: fc.constantFrom('Honda', 'Ford', null),
    vehicle_model: fc.constantFrom('A-1', 'B', null),
    vehicle_year: fc.constantFrom(2014, 2015, null),
    category: fc.constantFrom('Brakes', 'Body'),
    part_type: fc.constantFrom('Good', 'Fair', null),
    price: fc.constantFrom(null, 0, 1, 2.5, 1000),
    stock_quantity: fc.constantFrom(0, 1, 3),
  });
  /** Updates every n-th part, adds a part, or deletes every n-th part. */
  const change = fc.oneof(
    { weight: 4, arbitrary: fc.record({ add: fc.array(part, { minLength: 1, maxLength: 12 }) }) },
    {
      weight: 4,
      arbitrary: fc.record({ each: fc.integer({ min: 1, max: 6 }), set: fc.oneof(part, part.map(some)) }),
    },
    { weight: 1, arbitrary: fc.record({ each: fc.integer({ min: 1, max: 6 }), hold: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ each: fc.integer({ min: 2, max: 6 }) }) },
    { weight: 1, arbitrary: fc.record({ maintain: fc.constant('call rebuild_search()') }) },
  );
  const search = fc.record({
    filters: fc.record(
      {
        make: fc.constantFrom('Honda', 'honda'),
        model: fc.constantFrom('A-1', 'B'),
        year: fc.constant(2015),
        category: fc.constant('Brakes'),
        conditions: fc.constant(['Good']),
        inStock: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    sort: fc.constantFrom(...partSorts.filter((sort) => sort !== 'best')),
    limit: fc.integer({ min: 1, max: 9 }),
  });

  /** One column of a part. */
  function some(whole: PartColumns): PartColumns {
    const entries = Object.entries(whole);
    return Object.fromEntries([entries[JSON.stringify(whole).length % entries.length] ?? ['price', 1]]);
  }

  test(
    'finds exactly the same as a plain filter, in the same order, on every page',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { minLength: 1, maxLength: 12 }),
          fc.array(search, { minLength: 1, maxLength: 12 }),
          async (changes, searches) => {
            await database.owner.query('delete from parts_catalog');
            await database.owner.query('delete from search_vocabulary');
            for (const { add, each, set, hold, maintain } of changes as Changes) {
              if (maintain) await database.owner.query(maintain);
              else if (add) await addAtOnce(add);
              else if (set) await changeEach(each, Object.keys(set), Object.values(set));
              else if (hold !== undefined) await holdEach(each, hold);
              else await changeEach(each);
            }
            expect((await compare()).differences).toEqual([]);
            for (const { filters, sort, limit } of searches) {
              const expected = await plainly(filters, sort);
              expect(await walk(filters, sort, limit)).toEqual(expected);
              const { total, inStockTotal } = await countParts(database.pools.public, filters);
              expect(filters.inStock ? inStockTotal : total).toBe(expected.length);
            }
          },
        ),
        { numRuns: isLong ? 500 : 8 },
      );
    },
    isLong ? 600_000 : 120_000,
  );

  type Changes = {
    add?: PartColumns[];
    each: number;
    set?: PartColumns;
    hold?: boolean;
    maintain?: string;
  }[];

  async function addAtOnce(parts: PartColumns[]) {
    await database.owner.query(
      `insert into parts_catalog (part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year,
         category, part_type, price, stock_quantity)
       select part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
         price, stock_quantity
       from jsonb_populate_recordset(null::parts_catalog, $1)`,
      [JSON.stringify(parts)],
    );
  }

  async function changeEach(nth: number, columns?: string[], values: unknown[] = []) {
    const set = columns?.map((name, index) => `${name} = $${index + 2}`).join(', ');
    await database.owner.query(
      `${set ? `update parts_catalog set ${set}, stock_held = 0` : 'delete from parts_catalog'}
       where id in (select id from (select id, row_number() over (order by id) as number from parts_catalog) as numbered
         where number % $1 = 0)`,
      [nth, ...values],
    );
  }

  async function holdEach(nth: number, hold: boolean) {
    await database.owner.query(
      `update parts_catalog set stock_held = case when $2 then stock_quantity else 0 end
       where id in (select id from (select id, row_number() over (order by id) as number from parts_catalog) as numbered
         where number % $1 = 0)`,
      [nth, hold],
    );
  }

  async function plainly(filters: PartFilters, sort: PartSort): Promise<string[]> {
    const { rows } = await database.owner.query(
      `select *, coalesce(price, 0)::float as shown_price from parts_catalog
       order by ${sort === 'newest' ? 'created_at desc, id desc' : 'part_name collate "C", id'}`,
    );
    const found = rows.filter(
      (row) =>
        (filters.make === undefined || row.vehicle_make === filters.make) &&
        (filters.model === undefined || row.vehicle_model === filters.model) &&
        (filters.year === undefined || row.vehicle_year === filters.year) &&
        (filters.category === undefined || row.category === filters.category) &&
        (filters.conditions === undefined || filters.conditions.includes(row.part_type ?? 'Good')) &&
        (!filters.inStock || row.stock_quantity > row.stock_held),
    );
    if (sort.startsWith('price_')) found.sort((a, b) => a.shown_price - b.shown_price);
    if (sort === 'price_desc') found.reverse();
    return found.map((row) => row.part_name);
  }
});

describe('the order by match', () => {
  const anyWord = fc.constantFrom(
    'brake',
    'brakes',
    'disc',
    'rotor',
    'front',
    'rear',
    'left',
    'driver',
    'honda',
    'civic',
    'F-150',
    '2010',
    '08',
    'used',
    'new',
    '16-inch',
    '45022',
    'TR3',
    'a/c',
    'pads,',
    '"o2"',
    'o2 sensor',
    'for',
    'parts',
    '%',
    '_',
    'spark',
    'x',
  );
  const text = fc.array(anyWord, { maxLength: 4 }).map((words) => words.join(' '));
  const column = fc.option(text);
  /** Whole, and divided at punctuation. */
  const wordsOf = ({
    part_name,
    brand,
    vehicle_make,
    vehicle_model,
    description,
  }: Record<string, string | null>) =>
    [part_name, brand, vehicle_make, vehicle_model, description]
      .join(' ')
      .split(' ')
      .flatMap((written) =>
        [wordKey(written)].concat(
          written
            .toLowerCase()
            .split(/[^\p{L}\p{N}]+/u)
            .filter((each) => each.length > 1),
        ),
      );
  const part: fc.Arbitrary<PartColumns> = fc.record({
    part_name: text.map((name) => name || 'x'),
    brand: column,
    oem_number: column,
    description: column,
    vehicle_make: fc.constantFrom('Honda', 'Ford', null),
    vehicle_model: fc.constantFrom('Civic', 'F-150', null),
    vehicle_year: fc.constantFrom(2008, 2010, null),
    part_type: fc.constantFrom('New', 'Good', null),
    stock_quantity: fc.constantFrom(0, 1),
  });

  test(
    'finds all parts with words that begin as those of the text, once, with the same number in every order',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(part, { minLength: 1, maxLength: 20 }),
          fc.array(text.filter(Boolean), { minLength: 1, maxLength: 8 }),
          fc.integer({ min: 3, max: 9 }),
          async (parts, searches, limit) => {
            await database.owner.query('delete from parts_catalog');
            await addParts(database.owner, parts);
            forgetSearchCatalog();
            const { rows } = await database.owner.query('select * from parts_catalog');
            for (const q of searches) {
              const ids = await walkIds(q, 'best', limit);
              expect(new Set(ids).size).toBe(ids.length);
              expect({ q, ids: (await walkIds(q, 'name', limit)).toSorted() }).toEqual({
                q,
                ids: ids.toSorted(),
              });
              expect({ q, ids: (await walkIds(q, 'price_desc', limit)).toSorted() }).toEqual({
                q,
                ids: ids.toSorted(),
              });
              expect(await countParts(database.pools.public, { q })).toMatchObject({ total: ids.length });
              const typed = q.split(' ').flatMap((word) => wordKey(word) || []);
              const specified = rows.filter((row) => {
                const words = wordsOf(row);
                return typed.length > 0 && typed.every((key) => words.some((word) => word.startsWith(key)));
              });
              expect({ q, missed: specified.filter(({ id }) => !ids.includes(id)) }).toEqual({
                q,
                missed: [],
              });
            }
          },
        ),
        { numRuns: isLong ? 500 : 10 },
      );
    },
    isLong ? 600_000 : 120_000,
  );

  test('is by number, its beginning, name, make, then description; sold out after in stock', async () => {
    // The names of a catalog are kept for seconds.
    await using fresh = await createTestDatabase();
    await addParts(fresh.owner, [
      { part_name: 'Bracket', description: 'For a seal 7788.', oem_number: '1' },
      { part_name: 'Sold Out Seal', stock_quantity: 0 },
      { part_name: 'Door Seals' },
      { part_name: 'Sealed Bearing' },
      { part_name: 'Hose', brand: 'Sealtech' },
      { part_name: 'Cap', oem_number: '7788-AB' },
      { part_name: 'Lid', oem_number: '77-88' },
    ]);
    expect(await namesOf(fresh, { q: 'seal' })).toEqual([
      'Door Seals',
      'Sold Out Seal',
      'Sealed Bearing',
      'Hose',
      'Bracket',
    ]);
    expect(await namesOf(fresh, { q: '7788' })).toEqual(['Lid', 'Cap', 'Bracket']);
    expect((await namesOf(fresh, {})).at(-1)).toBe('Sold Out Seal');
  });

  test('finds the same for both positions of one axis in every order', async () => {
    await using fresh = await createTestDatabase();
    await addParts(fresh.owner, [
      { part_name: 'Front Hub' },
      { part_name: 'Rear Hub' },
      { part_name: 'Radio' },
    ]);
    expect((await namesOf(fresh, { q: 'front rear' })).toSorted()).toEqual(['Front Hub', 'Rear Hub']);
    expect(await countParts(fresh.pools.public, { q: 'front rear' })).toMatchObject({ total: 2 });
  });

  async function namesOf({ pools }: TestDatabase, filters: PartFilters): Promise<string[]> {
    const { parts } = await searchParts(pools.public, { filters, sort: 'best', limit: 100 });
    return parts.map((row) => row.part_name);
  }

  async function walkIds(q: string, sort: PartSort, limit: number): Promise<string[]> {
    const ids: string[] = [];
    for (let after: ReturnType<typeof decodeCursor>; ;) {
      const { parts, next } = await searchParts(database.pools.public, {
        filters: { q },
        sort,
        limit,
        after,
      });
      ids.push(...parts.map(({ id }) => id));
      if (next === null) return ids;
      after = decodeCursor(next);
    }
  }
});
