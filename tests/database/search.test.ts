import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PartFilters, type PartSort, partSorts } from '#domain/catalog-query.ts';
import { decodeCursor } from '#services/cursor.server.ts';
import { readFacets } from '#features/catalog/search/facets.server.ts';
import { countParts, searchParts } from '#features/catalog/search/search-parts.server.ts';
import { isLong } from '../support/is-long.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  // Small chunks are split often, as with a million parts.
  await database.owner.query(
    'create or replace function search_chunk_room() returns integer language sql immutable return 8',
  );
});
beforeEach(() => database.owner.query('delete from parts_catalog'));
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

describe('a search finds', () => {
  beforeEach(() =>
    addParts(database.owner, [
      { part_name: 'Brake Hose', brand: 'Dorman', description: 'Use with new pads.', vehicle_model: 'CR-V' },
      { part_name: 'Brake Pads', oem_number: '45022-TR3-A01', vehicle_make: 'Mercedes-Benz' },
      { part_name: 'Door 100%', oem_number: '11 22.33', vehicle_make: 'Ford', vehicle_model: 'F-150' },
      { part_name: 'Fuse 10_A\\B "ÄÖ"', oem_number: null, vehicle_make: 'Ford', vehicle_model: null },
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
    ['r3', ['Brake Pads']],
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
    ['%', ['Door 100%']],
    ['_', ['Fuse 10_A\\B "ÄÖ"']],
    ['\\', ['Fuse 10_A\\B "ÄÖ"']],
    ['"äö"', ['Fuse 10_A\\B "ÄÖ"']],
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
    });
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
    const { rows } = await database.owner.query("select * from admin_search('31100.SNA.A00')");
    expect(rows).toHaveLength(1);
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
    ['10.42', 0],
    ['#1042', 1],
    ['y1007', 3],
    ['red row 12', 1],
  ])('an admin finds %s', async (query, total) => {
    const { rows } = await database.owner.query(
      "select total::integer from admin_find_parts($1, 'name', false, null, null, null, 40)",
      [query],
    );
    expect(rows).toEqual([{ total }]);
  });
});

describe('terms', () => {
  test('a number is no word of the vocabulary, which would grow with each part', async () => {
    await addParts(database.owner, [
      {
        part_name: 'Halogen Bulb H7',
        oem_number: '45022-TR3-A01',
        description: '61,234 miles. 12-month warranty, bin 412.',
      },
    ]);
    const { rows } = await database.owner.query(
      "select term from search_chunks, search_chunk_bits(chunk, 0) where term ~ '^w=.*[0-9]' order by term",
    );
    expect(rows.map(({ term }) => term)).toEqual(['w=12month', 'w=h7']);
  });

  test('only the number of a part has pieces of letters alone: a known word is found as a whole', async () => {
    await addParts(database.owner, [
      { part_name: 'Hood', oem_number: '45022-TR3', description: '12-month warranty' },
    ]);
    const { rows } = await database.owner.query(
      "select term from search_chunks, search_chunk_bits(chunk, 0) where term ~ '^n=[a-z]{2,}$' order by term",
    );
    expect(rows.map(({ term }) => term)).toEqual(['n=tr']);
  });

  test.each([
    ['a number of another field', { description: 'VIN 1HGCM82633A004352' }, 1],
    ['known words', { description: '12-month warranty, fits the A4' }, 0],
    ['the OEM number alone', { oem_number: 'A4 2046 800', description: 'As A42046800' }, 0],
  ])('mixed tells of %s', async (_, columns, count) => {
    await addParts(database.owner, [{ part_name: 'Hood', oem_number: null, ...columns }]);
    const { rows } = await database.owner.query(
      "select from search_chunks, search_chunk_bits(chunk, 0) where term = 'mixed'",
    );
    expect(rows).toHaveLength(count);
  });

  test.each([
    ['tr3a01', ['n=3a0', 'n=a01', 'n=tr3']],
    ['45022tr3', ['n=45022', 'n=2tr', 'n=tr3']],
    ['112233', ['n=11223', 'n=233']],
    ['h7', ['n=h7']],
    ['a', ['n=a']],
  ])('few of them cover the number %s', async (word, terms) => {
    const { rows } = await database.owner.query('select search_pieces($1) as terms', [word]);
    expect(rows[0].terms).toEqual(terms.toSorted());
  });
});

test('a letter is one term, not those of all words that contain it', async () => {
  await addParts(database.owner, [{ part_name: 'Alternator' }]);
  const { rows } = await database.owner.query("select known, pieces from unnest(search_query('a'))");
  expect(rows).toEqual([{ known: [], pieces: ['n=a'] }]);
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

test('a page has as many parts as it should, from several chunks', async () => {
  await addParts(
    database.owner,
    Array.from({ length: 40 }, (_, index) => ({ part_name: `Bolt ${index}` })),
  );
  const { rows } = await database.owner.query(
    "select count(*)::int as found from find_parts('bolt', '{part}', '', '00000000-0000-0000-0000-000000000000', 15)",
  );
  expect(rows[0].found).toBe(15);
});

test('a chunk has no more parts than it has room for', async () => {
  await database.owner.query(
    `insert into parts_catalog (part_name, category)
     select 'Bolt ' || n, 'Bolts' from generate_series(1, 50) as n`,
  );
  const { rows } = await database.owner.query('select max(slots_used) as most from search_chunks');
  expect(rows[0].most).toBeLessThanOrEqual(8);
});

describe('changes of the stock', () => {
  const countFlips = async () => {
    const { rows } = await database.owner.query('select count(*)::int as flips from search_stock_flips');
    return rows[0].flips as number;
  };
  beforeEach(() => database.owner.query('select fold_search_stock()'));

  test('of few parts wait beside the index, so that sales do not wait for each other', async () => {
    const [id] = await addParts(database.owner, [{ stock_quantity: 1 }]);
    await database.owner.query('select fold_search_stock()');
    await database.owner.query('update parts_catalog set stock_quantity = 0 where id = $1', [id]);
    expect(await countFlips()).toBe(1);
    await database.owner.query('delete from parts_catalog where id = $1', [id]);
    expect(await countFlips()).toBe(0);
  });

  test('of parts that are held and released change no search', async () => {
    await addParts(database.owner, [
      { part_name: 'Held', stock_quantity: 1 },
      { part_name: 'Released', stock_quantity: 1 },
    ]);
    await database.owner.query('select fold_search_stock()');
    const hold = (name: string, held: number) =>
      database.owner.query('update parts_catalog set stock_held = $2 where part_name = $1', [name, held]);
    await hold('Released', 1);
    await hold('Held', 1);
    await hold('Released', 0);
    expect(await countFlips()).toBe(3);
    for (const [q, inStockTotal] of [
      ['held', 0],
      ['released', 1],
    ] as const) {
      expect(await countParts(database.pools.public, { q })).toEqual({ total: 1, inStockTotal });
      expect(await walk({ q, inStock: true })).toHaveLength(inStockTotal);
    }
  });

  test('of many parts are written to the index at once', async () => {
    await database.owner.query(
      `insert into parts_catalog (part_name, category, stock_quantity)
       select 'Bolt ' || n, 'Bolts', 1 from generate_series(1, 501) as n`,
    );
    await database.owner.query('select fold_search_stock()');
    await database.owner.query('update parts_catalog set stock_quantity = 0');
    expect(await countFlips()).toBe(0);
    expect(await countParts(database.pools.public, {})).toMatchObject({ total: 501, inStockTotal: 0 });
  });
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

describe('any search of any catalog after any changes', () => {
  // The catalogs of the tests above left chunks, which each check reads.
  beforeAll(async () => {
    await database.owner.query('delete from parts_catalog');
    await database.owner.query('call rebuild_search()');
    await database.owner.query('vacuum full');
  });

  // Few, ambiguous letters and values, so that searches find many parts.
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
  const maintenance = ['select fold_search_stock()', 'call rebuild_search()'];
  /** Updates every n-th part, adds a part, or deletes every n-th part. */
  const change = fc.oneof(
    { weight: 4, arbitrary: fc.record({ add: fc.array(part, { minLength: 1, maxLength: 12 }) }) },
    {
      weight: 4,
      arbitrary: fc.record({ each: fc.integer({ min: 1, max: 6 }), set: fc.oneof(part, part.map(some)) }),
    },
    { weight: 1, arbitrary: fc.record({ each: fc.integer({ min: 1, max: 6 }), hold: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ each: fc.integer({ min: 2, max: 6 }) }) },
    { weight: 1, arbitrary: fc.record({ maintain: fc.constantFrom(...maintenance) }) },
  );
  const search = fc.record({
    filters: fc.record(
      {
        q: text,
        make: fc.constantFrom('Honda', 'honda'),
        model: fc.constantFrom('A-1', 'B'),
        year: fc.constant(2015),
        category: fc.constant('Brakes'),
        conditions: fc.constant(['Good']),
        inStock: fc.boolean(),
      },
      { requiredKeys: ['q'] },
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
            for (const { add, each, set, hold, maintain } of changes as Changes) {
              if (maintain) await database.owner.query(maintain);
              else if (add) await addAtOnce(add);
              else if (set) await changeEach(each, Object.keys(set), Object.values(set));
              else if (hold !== undefined) await holdEach(each, hold);
              else await changeEach(each);
            }
            expect((await database.owner.query('select check_search()')).rows).toEqual([]);
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

  async function plainly({ q = '', ...filters }: PartFilters, sort: PartSort): Promise<string[]> {
    const { rows } = await database.owner.query(
      `select *, coalesce(price, 0)::float as shown_price from parts_catalog
       order by ${sort === 'newest' ? 'created_at desc, id desc' : 'part_name collate "C", id'}`,
    );
    const fold = (value: string | null) => (value ?? '').toLowerCase().replace(/[-.]/g, '');
    const typed = fold(q).split(/\s+/);
    // Words without letters and digits count only if there are no others.
    const spelled = typed.filter((word) => /[\p{L}\p{N}]/u.test(word));
    const words = spelled.length > 0 ? spelled : typed;
    const found = rows.filter(
      (row) =>
        words.every((word) =>
          [
            row.part_name,
            row.brand,
            row.oem_number?.replaceAll(' ', ''),
            row.description,
            row.vehicle_make,
            row.vehicle_model,
          ].some((field) => fold(field).includes(word)),
        ) &&
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

describe('a whole text', () => {
  const text = (...more: string[]) =>
    fc.string({ unit: fc.constantFrom('a', 'Bc', 'de', '1', '12', '-', ' ', ' ', ...more), maxLength: 9 });
  const column = fc.option(text('_', '/'));
  const part = fc.record({
    part_name: text().map((name) => `x${name}`),
    brand: column,
    oem_number: column,
    description: fc.option(text('\t', '\n')),
    vehicle_make: fc.constantFrom('F 1', null),
    vehicle_model: fc.constantFrom('12 Series', 'C-Class', null),
  });
  const fold = (value: string | null) => (value ?? '').toLowerCase().replaceAll('-', '');

  test(
    'is found wherever it stands, and nowhere else',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(part, { minLength: 1, maxLength: 20 }),
          // Cut from a field, within its words.
          fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.integer({ min: 2, max: 9 })), {
            minLength: 30,
            maxLength: 30,
          }),
          fc.array(text(' ', '\t', '/', '_'), { maxLength: 8 }),
          async (parts, cuts, others) => {
            await database.owner.query('delete from parts_catalog');
            await addParts(database.owner, parts);
            const { rows } = await database.owner.query('select * from parts_catalog order by id');
            const fields = parts.flatMap((each) => Object.values(each));
            const pieces = cuts.map(([place, start, length]) =>
              (fields[place % fields.length] ?? '').slice(start, start + length),
            );
            for (const given of new Set([...pieces, ...others])) {
              const literal = fold(given).trim();
              // Words with other spaces between them are found in any order.
              if (literal === '' || (/\s/.test(literal) && !literal.includes(' '))) continue;
              const ids = rows.flatMap((row) => {
                const number = fold(row.oem_number).replaceAll(' ', '');
                const { part_name, brand, description, vehicle_make, vehicle_model } = row;
                const whole = [part_name, brand, number, description, vehicle_make, vehicle_model]
                  .map(fold)
                  .join('\n');
                return whole.includes(literal) || number.includes(literal.replaceAll(' ', ''))
                  ? [row.id]
                  : [];
              });
              expect({ literal, ids: await findLiteral(literal) }).toEqual({ literal, ids });
            }
          },
        ),
        { numRuns: isLong ? 500 : 12 },
      );
    },
    isLong ? 600_000 : 120_000,
  );

  test.each([
    ['f 150', ['Hood', 'Roof 150 W'], 2],
    ['oof 15', ['Roof 150 W'], 1],
    ['150 t', ['150 Tariff', 'Roof'], 2],
    ['0 w', ['Roof 150 W'], 1],
    ['of  8', ['Half of  8'], 1],
    ['half of', ['Half of  8'], 1],
    ['alf of', ['Half of  8'], 1],
    ['half o', ['Half of  8'], 1],
    ['lf of  8', ['Half of  8'], 1],
    ['roof w', [], 1],
    // The pieces of OEM numbers decide, but in a part whose other words may have them.
    ['f 1', ['Hood', 'Roof 150 W'], 1],
    ['f 3', ['Roof'], 0],
    ['f 8', [], 2],
  ])(
    "with several words ('%s') is looked for where its words and spaces can be",
    async (literal, names, read) => {
      await addParts(database.owner, [
        { part_name: 'Roof 150 W', oem_number: null },
        { part_name: 'Roof', oem_number: '45150-TF3' },
        { part_name: 'Hood', oem_number: 'F 150-8' },
        { part_name: '150 Tariff', oem_number: null },
        { part_name: 'Half of  8', oem_number: null },
        { part_name: '8 of Halfs', oem_number: null },
        { part_name: 'Seat', oem_number: 'B-9', description: 'VIN 1HGF8M8263' },
      ]);
      const { rows } = await database.owner.query(
        "select coalesce(sum(bit_count(in_field | in_number)), 0)::integer as parts from search_literal($1, '{part}')",
        [literal],
      );
      expect(rows).toEqual([{ parts: read }]);
      const ids = await findLiteral(literal);
      const found = await database.owner.query(
        'select part_name from parts_catalog where id = any ($1) order by part_name',
        [ids],
      );
      expect(found.rows.map(({ part_name }) => part_name)).toEqual(names);
    },
  );

  test('is in all parts of a model whose name contains it, without reading them', async () => {
    await addParts(database.owner, [
      { part_name: 'Hood', vehicle_model: 'Silverado 1500' },
      { part_name: 'Door', vehicle_model: 'Silverado 1500', stock_quantity: 0 },
      { part_name: 'Roof', vehicle_model: 'Silverado' },
    ]);
    // A text that the index does not know of shows what is read.
    await database.owner.query('alter table parts_catalog disable trigger user');
    await database.owner.query("update parts_catalog set vehicle_model = 'none' where part_name = 'Door'");
    await database.owner.query('alter table parts_catalog enable trigger user');
    expect(await findLiteral('silverado 15')).toHaveLength(1);
    expect(await findLiteral('silverado 15', ['model=Silverado 1500'])).toHaveLength(2);
  });

  async function findLiteral(literal: string, names?: string[]): Promise<string[]> {
    const level = JSON.stringify({ clauses: [{ terms: ['none'] }], literal, names });
    const { rows } = await database.owner.query(
      `select places.part_id as id from search_level($1, '{part}') as found
       cross join search_placed(found.chunk, found.parts) as places order by 1`,
      [level],
    );
    return rows.map(({ id }) => id);
  }
});

describe('the order by match', () => {
  const word = fc.constantFrom(
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
  const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
  const column = fc.option(text);
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
    'finds all that the filter of the specification finds, once, with the same number in every order',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(part, { minLength: 1, maxLength: 20 }),
          fc.array(text.filter(Boolean), { minLength: 1, maxLength: 8 }),
          fc.integer({ min: 3, max: 9 }),
          async (parts, searches, limit) => {
            await database.owner.query('delete from parts_catalog');
            await addParts(database.owner, parts);
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
              const specified = rows.filter((row) =>
                [
                  row.part_name,
                  row.vehicle_make,
                  row.vehicle_model,
                  row.brand,
                  row.oem_number,
                  row.description,
                ].some((field) => field?.toLowerCase().includes(q.toLowerCase())),
              );
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

describe('chunks of the usual size', () => {
  let usual: TestDatabase;
  beforeAll(async () => {
    usual = await createTestDatabase();
    await usual.owner.query(
      `insert into parts_catalog (part_name, category)
       select 'Bolt ' || lpad(n::text, 4, '0'), 'Bolts' from generate_series(1, 700) as n`,
    );
  });
  afterAll(() => usual[Symbol.asyncDispose]());

  test('have one bit for each part that they have room for', async () => {
    const { rows } = await usual.owner.query(
      `select search_chunk_room() as room, atttypmod as bits
       from pg_attribute where attrelid = 'search_bits'::regclass and attname = 'parts'`,
    );
    expect(rows[0].room).toBe(rows[0].bits);
  });

  test('with many matches are paged without skipping or repeating a part', async () => {
    const names: string[] = [];
    for (let after: ReturnType<typeof decodeCursor>; ;) {
      const query = { filters: { q: 'bolt' }, sort: 'name', limit: 150, after } as const;
      const { parts, next } = await searchParts(usual.pools.public, query);
      names.push(...parts.map((part) => part.part_name));
      if (next === null) break;
      after = decodeCursor(next);
    }
    expect(names).toEqual(
      Array.from({ length: 700 }, (_, index) => `Bolt ${String(index + 1).padStart(4, '0')}`),
    );
  });
});
