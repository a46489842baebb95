import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type GradeChoice,
  gradeChoices,
  mileageChoices,
  NEW_ARRIVAL_DAYS,
  NO_ENGINE,
  type PartFilters,
  type PartSort,
  partSorts,
} from '#core/catalog/catalog-query.ts';
import { findOrigin, isNew } from '#core/catalog/origin.ts';
import type { FacetChoice } from '#core/search/facet-choice.ts';
import type { Facets } from '#core/search/facets.ts';
import { findKinds } from '#core/search/find-kinds.server.ts';
import { readFacets } from '#core/search/facets.server.ts';
import { countParts, searchParts } from '#core/search/search-parts.server.ts';
import { decodeCursor } from '#core/platform/cursor.server.ts';
import { checkSearch } from '#server/search/check-search.ts';
import { isLong } from '../support/is-long.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let rows: Row[];

interface Row {
  id: string;
  part_name: string;
  brand: string | null;
  vehicle_engine: string | null;
  description: string | null;
  vehicle_make: string | null;
  vehicle_model: string | null;
  vehicle_year: number | null;
  category: string;
  part_type: string | null;
  origin: string | null;
  mileage: number | null;
  grade: string | null;
  /** Cents. */
  price: number | null;
  /** Days ago. */
  age: number | null;
  in_stock: boolean;
}

const DAY_MS = 86_400_000;

/** Text of a part -> its engines. */
const enginesOf: Record<string, readonly string[]> = {
  '1.8L I4': ['1.8L 4-cylinder'],
  '5.7L V8 Hemi': ['5.7L V8'],
  '5.7L': ['5.7L'],
  '1.8L I4 / 2.4L I4': ['1.8L 4-cylinder', '2.4L 4-cylinder'],
  'no engine': [],
};

/** Name of a part -> its kind, with its position. Horns are of a kind that was deleted. */
const kindsOfNames: Record<string, string> = {
  'Brake Pads': 'brake-pads',
  'Front Brake Pads': 'brake-pads:front',
  'BRK PADS REAR': 'brake-pads:rear',
  'Brake Rotor': 'brake-rotors',
  'Front Hood': 'hoods',
  'Wheel 16-Inch': 'wheels',
  'Wheel 9-Inch': 'wheels',
  Horn: '',
};
const partNames = Object.keys(kindsOfNames);

const kindNames = new Map([
  ['brake-pads', 'Brake pads'],
  ['brake-rotors', 'Brake rotors'],
  ['hoods', 'Hoods'],
  ['wheels', 'Wheels'],
]);

const part = fc.record({
  part_name: fc.constantFrom(...partNames),
  brand: fc.constantFrom(null, 'Akebono', 'TYC', 'A/C=Delco'),
  vehicle_engine: fc.constantFrom(null, null, ...Object.keys(enginesOf)),
  description: fc.constantFrom(null, 'fits 450 brake', 'no 4'),
  vehicle_make: fc.constantFrom('Honda', 'Honda', 'Ford', null),
  vehicle_model: fc.constantFrom('Civic', 'F-150', 'F-9', null),
  vehicle_year: fc.constantFrom(2014, 2015, null),
  category: fc.constantFrom('Brakes', 'Body'),
  part_type: fc.constantFrom('New', ' new', 'Good', 'Refurbished', null),
  origin: fc.constantFrom(null, null, 'new', 'new_oem', 'used', 'rebuilt'),
  mileage: fc.constantFrom(null, 1, 30_000, 30_001, 60_000, 99_999, 150_000, 150_001, 9_999_999),
  grade: fc.constantFrom(null, 'A', 'B', 'C', 'X'),
  price: fc.oneof(fc.constantFrom(null, 0, 1, 499, 500, 1999, 2000), fc.integer({ min: 1, max: 1_200_000 })),
  age: fc.constantFrom(null, 0, 0.3, 0.7, 3, NEW_ARRIVAL_DAYS - 0.01, NEW_ARRIVAL_DAYS + 1.01, 400),
  in_stock: fc.boolean(),
});

const price = fc.oneof(fc.constantFrom(0, 1, 500, 2000, 1_000_000), fc.integer({ min: 0, max: 1_200_000 }));
const anyFilters: fc.Arbitrary<PartFilters> = fc.record(
  {
    q: fc.constantFrom('brake', 'honda', 'wheel 16-inch', '450', '4', 'a', 'brak honda', 'nothing'),
    make: fc.constantFrom('Honda', 'Kia'),
    model: fc.constantFrom('Civic', 'F-150'),
    year: fc.constant(2015),
    category: fc.constant('Brakes'),
    conditions: fc.constantFrom(['Good'], ['New', 'Good'], ['Refurbished', 'Dented'], []),
    origin: fc.constantFrom('new', 'used'),
    grades: fc.constantFrom<readonly GradeChoice[]>(
      ['A'],
      ['B', 'C'],
      ['none'],
      ['A', 'none'],
      gradeChoices,
      [],
    ),
    maxMiles: fc.constantFrom(...mileageChoices),
    engines: fc.constantFrom(['1.8L 4-cylinder'], ['5.7L V8', NO_ENGINE], [NO_ENGINE], ['6.0L V8'], []),
    kind: fc.constantFrom('brake-pads', 'brake-pads:front', 'wheels:front', 'Wheel 9-Inch', 'Brake', 'horns'),
    brand: fc.constantFrom('TYC', 'A/C=Delco'),
    minPriceCents: price,
    maxPriceCents: price,
    inStock: fc.boolean(),
    newArrivals: fc.boolean(),
  },
  { requiredKeys: [] },
);
/** Most searches have few filters. */
const someFilters = fc
  .tuple(anyFilters, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 14 }))
  .map(([filters, count, from]) => {
    const entries = Object.entries(filters);
    return Object.fromEntries(
      [...entries, ...entries].slice(from % (entries.length + 1)).slice(0, count),
    ) as PartFilters;
  });

beforeAll(async () => {
  database = await createTestDatabase();
  const random = fc.sample(part, { numRuns: 300, seed: 23 });
  const { rows: added } = await database.owner.query<{ id: string }>(
    `insert into parts_catalog (part_name, brand, vehicle_engine, description, vehicle_make, vehicle_model, vehicle_year, category,
       part_type, origin, mileage, grade, price, created_at, stock_quantity, stock_held)
     select part_name, brand, vehicle_engine, description, vehicle_make, vehicle_model, vehicle_year, category, part_type, origin, mileage,
       grade, price / 100,
       now() - interval '1 second' * (age * 86400)::integer, 1, case when in_stock then 0 else 1 end
     from jsonb_to_recordset($1) as part (part_name text, brand text, vehicle_engine text, description text, vehicle_make text,
       vehicle_model text, vehicle_year integer, category text, part_type text, origin text, mileage integer, grade text, price numeric, age numeric,
       in_stock boolean) returning id`,
    [JSON.stringify(random)],
  );
  rows = random.map((row, index) => Object.assign(row, { id: added[index]?.id ?? '' }));
  // Terms and places change as well.
  for (const [index, row] of rows.entries()) {
    if (index % 5 === 0) await change(row, rows[index + 1] ?? row);
    if (index % 7 === 0) await database.owner.query('delete from parts_catalog where id = $1', [row.id]);
  }
  rows = rows.filter((_, index) => index % 7 !== 0);
  await database.owner.query('delete from parts_catalog where id = $1', [rows.pop()?.id]);
  await database.owner.query("delete from part_kinds where key = 'horns'");
  await findKinds(database.pools);
  const check = await checkSearch(async (statement) => (await database.owner.query(statement)).rows);
  expect(check).toEqual({ differences: [], parts: rows.length });
}, 60_000);
afterAll(() => database[Symbol.asyncDispose]());

async function change(row: Row, to: Row): Promise<void> {
  const { part_name, brand, price: cents, age, origin, mileage, grade } = to;
  Object.assign(row, { part_name, brand, price: cents, age, origin, mileage, grade });
  await database.owner.query(
    `update parts_catalog set part_name = $2, brand = $3, price = $4::numeric / 100, origin = $6, mileage = $7, grade = $8,
       created_at = (select created_at from parts_catalog where id = $5) where id = $1`,
    [row.id, part_name, brand, cents, to.id, origin, mileage, grade],
  );
}

function matches(row: Row, { q, ...filters }: PartFilters): boolean {
  const text = [row.part_name, row.brand, row.description, row.vehicle_make, row.vehicle_model].join('\n');
  const fold = (value: string) => value.toLowerCase().replace(/[-.]/g, '');
  const isPriced = filters.minPriceCents !== undefined || filters.maxPriceCents !== undefined;
  const condition = row.part_type ?? 'Good';
  const firstDay = Math.floor(Date.now() / DAY_MS) - NEW_ARRIVAL_DAYS;
  return (
    (q === undefined ||
      fold(q)
        .split(' ')
        .every((word) => fold(text).includes(word))) &&
    (filters.make === undefined || row.vehicle_make === filters.make) &&
    (filters.model === undefined || row.vehicle_model === filters.model) &&
    (filters.year === undefined || row.vehicle_year === filters.year) &&
    (filters.category === undefined || row.category === filters.category) &&
    (!filters.conditions?.length || filters.conditions.includes(condition)) &&
    (!filters.engines?.length || filters.engines.some((engine) => isFor(row, engine))) &&
    (filters.origin === undefined || isNewPart(row) === (filters.origin === 'new')) &&
    (!filters.grades?.length || filters.grades.some((grade) => grade === gradeOf(row))) &&
    (filters.maxMiles === undefined || (row.mileage !== null && row.mileage <= filters.maxMiles)) &&
    (filters.kind === undefined || kindsOf(row).has(filters.kind) || row.part_name === filters.kind) &&
    (filters.brand === undefined || row.brand === filters.brand) &&
    (!isPriced || (row.price ?? 0) > 0) &&
    (row.price ?? 0) >= (filters.minPriceCents ?? 0) &&
    (row.price ?? 0) <= (filters.maxPriceCents ?? Number.POSITIVE_INFINITY) &&
    (!filters.inStock || row.in_stock) &&
    (!filters.newArrivals || (row.age !== null && Math.floor(Date.now() / DAY_MS - row.age) >= firstDay))
  );
}

/** The choices of the filter that find a part. */
function kindsOf(row: Row): ReadonlySet<string> {
  const kind = kindsOfNames[row.part_name] ?? '';
  return new Set(kind === '' ? [] : [kind.split(':')[0] ?? '', kind]);
}

function isNewPart({ origin, part_type: condition }: Row): boolean {
  return isNew(findOrigin({ origin, condition }));
}

/** A part that names an engine less precisely may be for it. */
function isFor(row: Row, engine: string): boolean {
  const engines = enginesOf[row.vehicle_engine ?? ''] ?? [];
  if (engine === NO_ENGINE) return engines.length === 0;
  return engines.includes(engine) || (engine === '5.7L V8' && engines.includes('5.7L'));
}

function gradeOf({ grade }: Row): string {
  return grade === null || grade === 'X' ? 'none' : grade;
}

function plainFacets(filters: PartFilters): Facets {
  const { make, model, year } = filters;
  const found = (ignored: PartFilters) => rows.filter((row) => matches(row, { ...filters, ...ignored }));
  const count = (
    ignored: PartFilters,
    read: (row: Row) => string | number | null,
    chosen: readonly (string | number | undefined)[] = [],
  ): FacetChoice[] => {
    const values = found(ignored).flatMap((row) => read(row)?.toString() ?? []);
    const listed = new Set([...values, ...chosen.flatMap((value) => value?.toString() ?? [])]);
    return [...listed]
      .map((value) => ({ value, parts: values.filter((other) => other === value).length }))
      .toSorted((a, b) => b.parts - a.parts || a.value.localeCompare(b.value, 'en', { numeric: true }));
  };
  const prices = found({ minPriceCents: undefined, maxPriceCents: undefined }).flatMap(
    (row) => row.price || [],
  );
  const condition = (row: Row) => row.part_type ?? 'Good';
  const grades = count({ grades: undefined }, gradeOf, filters.grades);
  const hasGrades = filters.grades?.length || grades.some(({ value }) => value !== 'none');
  const graded = hasGrades
    ? gradeChoices.flatMap((grade) => grades.filter(({ value }) => value === grade))
    : [];
  const named = found({ engines: undefined });
  const engineChoices = ['1.8L 4-cylinder', '2.4L 4-cylinder', '5.7L V8', '5.7L', '6.0L V8', NO_ENGINE]
    .map((value) => ({ value, parts: named.filter((row) => isFor(row, value)).length }))
    .filter(({ value, parts }) => {
      if (filters.engines?.includes(value)) return true;
      const hasV8 = named.some((row) => enginesOf[row.vehicle_engine ?? '']?.includes('5.7L V8'));
      const hasAny = named.some((row) => !isFor(row, NO_ENGINE));
      return parts > 0 && (value !== '5.7L' || !hasV8) && (value !== NO_ENGINE || hasAny);
    })
    .filter(({ value, parts }) => value !== '5.7L' || parts > 0)
    .toSorted((a, b) => b.parts - a.parts || a.value.localeCompare(b.value, 'en', { numeric: true }));
  return {
    engines: engineChoices,
    makes: count({ make: undefined, model: undefined, year: undefined }, (row) => row.vehicle_make, [make]),
    models:
      make === undefined
        ? []
        : count({ model: undefined, year: undefined }, (row) => row.vehicle_model, [model]),
    years:
      make === undefined || model === undefined
        ? []
        : count({ year: undefined }, (row) => row.vehicle_year, [year]).toSorted(
            (a, b) => Number(b.value) - Number(a.value),
          ),
    categories: count({ category: undefined }, (row) => row.category, [filters.category]),
    kinds: plainKinds(found({ kind: undefined }), filters.kind),
    conditions: count({ conditions: undefined }, condition, filters.conditions),
    brands: count({ brand: undefined }, (row) => row.brand, [filters.brand]),
    origins: count({ origin: undefined }, (row) => (isNewPart(row) ? 'new' : 'used'), [filters.origin]),
    grades: graded,
    mileages: mileageChoices
      .map((most) => ({
        value: String(most),
        parts: found({ maxMiles: undefined }).filter(({ mileage }) => mileage !== null && mileage <= most)
          .length,
      }))
      .filter(({ value, parts }) => parts > 0 || value === String(filters.maxMiles)),
    fits: [],
    inStock: found({ inStock: true }).length,
    newArrivals: found({ newArrivals: true }).length,
    prices: prices.length === 0 ? null : { minCents: Math.min(...prices), maxCents: Math.max(...prices) },
  };
}

function plainKinds(found: readonly Row[], chosen: string | undefined): FacetChoice[] {
  const counted = (value: string) => found.filter((row) => kindsOf(row).has(value)).length;
  const kinds = [...kindNames].map(([value, label]) => ({ value, label, parts: counted(value) }));
  const places = ['brake-pads:front', 'brake-pads:rear'];
  const choices = kinds
    .filter(({ value, parts }) => parts > 0 || value === chosen?.split(':')[0])
    .toSorted((a, b) => b.parts - a.parts || a.label.localeCompare(b.label))
    .flatMap((kind) =>
      [kind as { value: string; parts: number; label?: string }].concat(
        places
          .filter((value) => value.startsWith(`${kind.value}:`))
          .map((value) => ({ value, parts: counted(value) }))
          .filter(({ value, parts }) => value === chosen || (parts > 0 && parts < kind.parts)),
      ),
    );
  const isListed = chosen === undefined || choices.some(({ value }) => value === chosen);
  return isListed ? choices : [...choices, { value: chosen, parts: null }];
}

async function listAll(filters: PartFilters, sort: PartSort, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after: ReturnType<typeof decodeCursor>; ;) {
    const { parts, next } = await searchParts(database.pools.public, { filters, sort, limit, after });
    ids.push(...parts.map(({ id }) => id));
    if (next === null) return ids;
    after = decodeCursor(next);
  }
}

function inOrder(found: Row[], sort: PartSort): string[] {
  const name = (a: Row, b: Row) => compare(a.part_name, b.part_name) || compare(a.id, b.id);
  const byPrice = (a: Row, b: Row) => (a.price ?? 0) - (b.price ?? 0) || name(a, b);
  const byAge = (a: Row, b: Row) =>
    (a.age ?? Number.POSITIVE_INFINITY) - (b.age ?? Number.POSITIVE_INFINITY) || compare(b.id, a.id);
  const sorted = {
    best: [...found],
    name: found.toSorted(name),
    price_asc: found.toSorted(byPrice),
    price_desc: found.toSorted(byPrice).toReversed(),
    mileage: found.toSorted((a, b) => (a.mileage ?? 1e9) - (b.mileage ?? 1e9) || compare(a.id, b.id)),
    newest: found.toSorted((a, b) => (a.age === b.age ? compare(b.id, a.id) : byAge(a, b))),
  };
  return sorted[sort].map(({ id }) => id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

test('lists, counts and facets are those of a plain filter', async () => {
  await fc.assert(
    fc.asyncProperty(someFilters, fc.constantFrom(...partSorts), async (filters, sort) => {
      const found = rows.filter((row) => matches(row, filters));
      const expected = inOrder(found, sort);
      const listed = await listAll(filters, sort, 5 + Math.ceil(found.length / 3));
      if (sort === 'best') expect(listed.toSorted()).toEqual(expected.toSorted());
      else expect(listed).toEqual(expected);
      const { total, inStockTotal, counting } = await countParts(database.pools.public, filters);
      expect({ counted: filters.inStock ? inStockTotal : total, counting }).toEqual({
        counted: found.length,
        counting: 'exact',
      });
      expect(await readFacets(database.pools.public, filters)).toEqual(plainFacets(filters));
    }),
    {
      numRuns: isLong ? 2_000 : 40,
      seed: 23,
      examples: [
        [{ inStock: true }, 'best'],
        [{ inStock: true, conditions: ['Good'] }, 'name'],
      ],
    },
  );
}, 120_000);

test('limits of the price are inclusive, wherever the ranges of the terms begin', async () => {
  const prices = [...new Set(rows.flatMap((row) => row.price || []))].toSorted((a, b) => a - b);
  for (const [index, minPriceCents] of prices.slice(0, -60).entries()) {
    if (index % 4 > 0) continue;
    const filters = { minPriceCents, maxPriceCents: prices[index + 15 * (index % 3) + 5] };
    const found = rows.filter((row) => matches(row, filters));
    expect(found.length).toBeGreaterThan(1);
    expect(await countParts(database.pools.public, filters)).toMatchObject({ total: found.length });
  }
});
