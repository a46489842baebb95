import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { mileageChoices, type PartFilters } from '#core/catalog/catalog-query.ts';
import { type Facets, type FacetRow, toFacets } from './facets.ts';
import { COUNTED, SAMPLES } from './found-count.ts';
import { countEngines } from './engine-choices.ts';
import { anyLexeme } from './text/to-tsquery.ts';
import { hasKeptCounts, readKeptChoices } from './kept-counts.server.ts';
import { firstNewArrivalDay } from './filters.server.ts';
import {
  fromParts,
  isByFit,
  isFound,
  narrow,
  type PartsCondition,
  readSource,
} from './text-search.server.ts';
import type { CatalogFilters } from './text-search.server.ts';

/** This many parts tell a filter's choices if more than COUNTED are found. */
const SAMPLED = 2_000;

/** A page lists one brand less. */
const MAX_LISTED = 51;

type FilterName = keyof PartFilters;

/** Filters that do not narrow a facet. */
const ownFilters = {
  make: ['make', 'model', 'year'],
  model: ['model', 'year'],
  year: ['year'],
  category: ['category'],
  kind: ['kind'],
  condition: ['conditions'],
  engine: ['engines'],
  brand: ['brand'],
  origin: ['origin'],
  grade: ['grades'],
  mileage: ['maxMiles'],
  added: ['newArrivals'],
  stock: ['inStock'],
  price: ['minPriceCents', 'maxPriceCents'],
  fit: ['fitBy'],
} as const satisfies Record<string, readonly FilterName[]>;

type FacetName = keyof typeof ownFilters;

/** Counts the choices of each filter (Facets). `isForVehicle` leaves out vehicles, categories and stock. */
export async function readFacets(
  database: Kysely<DB>,
  filters: CatalogFilters,
  { isForVehicle = false } = {},
): Promise<Facets> {
  const isFit = isByFit(filters);
  const isOfVehicle = isForVehicle || isFit;
  const isKept = !isFit && hasKeptCounts(filters);
  const names = (Object.keys(ownFilters) as FacetName[]).filter((name) => {
    if (name === 'make' || name === 'model' || name === 'year') {
      const isAsked =
        name === 'make' || (filters.make !== undefined && (name === 'model' || filters.model !== undefined));
      return isAsked && !isOfVehicle && !isKept;
    }
    if (name === 'category') return !isForVehicle && !isKept;
    if (name === 'condition') return !isKept;
    if (name === 'stock') return !isForVehicle;
    return name !== 'fit' || isFit;
  });
  const [counted, exact, offered] = await Promise.all([
    countChoices(database, filters, names),
    isKept ? readKeptChoices(database, filters, { isForVehicle }) : [],
    database.selectFrom('part_kinds').select(['key', 'name', 'has_sides', 'positions']).execute(),
  ]);
  return toFacets([...counted, ...exact], filters, { isForVehicle: isOfVehicle, offered });
}

interface Group {
  names: FacetName[];
  condition: PartsCondition;
}

async function countChoices(
  database: Kysely<DB>,
  filters: CatalogFilters,
  names: readonly FacetName[],
): Promise<FacetRow[]> {
  const source = await readSource(database, filters);
  const groups = Object.values(Object.groupBy(names, (name) => ignoredBy(name, filters).join())).map(
    (same): Group => {
      const ignored = ignoredBy((same as FacetName[])[0] as FacetName, filters);
      const others = { ...filters, ...Object.fromEntries(ignored.map((name) => [name, undefined])) };
      return { names: same as FacetName[], condition: narrow(source, others) };
    },
  );
  const samples = source.fits ? [] : await countSamples(database, groups);
  const statements = groups.map((group, index) => selectChoices(group, filters, index, samples[index]));
  const { rows } = await sql<CountedRow>`${sql.join(statements, sql` union all `)}`.execute(database);
  return groups.flatMap((group, index) =>
    toFacetRows(
      group,
      rows.filter(({ pass }) => pass === index),
      samples[index],
      { chosen: filters.engines ?? [], mayLack: group.condition.mayLackEngine !== null },
    ),
  );
}

/** Returns the set filters that a facet ignores. The vehicle of a list of parts that fit it is no filter. */
function ignoredBy(name: FacetName, filters: CatalogFilters): FilterName[] {
  return ownFilters[name].filter((filter) => {
    const value = filters[filter];
    return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  });
}

/** Returns the number of samples to count for each group. It is undefined where all parts are counted. */
async function countSamples(database: Kysely<DB>, groups: readonly Group[]): Promise<(number | undefined)[]> {
  const counts = groups.map(
    ({ condition }) => sql`(select count(*)::integer from search_parts as s
      where s.doc @@ 'sample=00'::tsquery and ${isFound(condition)})`,
  );
  const { rows } = await sql<{ sampled: number[] | null }>`
    select case when search_is_large() then array[${sql.join(counts)}] end as sampled`.execute(database);
  return (rows[0]?.sampled ?? []).map((parts) =>
    parts * SAMPLES > COUNTED ? Math.max(1, Math.min(SAMPLES - 1, Math.ceil(SAMPLED / parts))) : undefined,
  );
}

/** Facet with many choices -> its column. */
const manyChoices: Partial<Record<FacetName, RawBuilder<unknown>>> = {
  make: sql`vehicle_make`,
  model: sql`vehicle_model`,
  year: sql`vehicle_year`,
  category: sql`category`,
  kind: sql`nullif(kind, '')`,
  brand: sql`brand`,
  // Several engines of a part stand in lines.
  engine: sql`engine`,
};

const mileageStep = sql`case ${sql.join(
  mileageChoices.map((miles) => sql`when s.mileage <= ${sql.lit(miles)} then ${sql.lit(miles)}`),
  sql` `,
)} end`;

/** Facet with few choices -> its counted expression. Null is no choice. */
function fewChoices(): Record<FewName, RawBuilder<unknown>> {
  const arrivesFrom = sql`timestamptz '1970-01-01 00:00:00Z' + ${firstNewArrivalDay()}::integer * interval '1 day'`;
  return {
    condition: sql`s.condition`,
    origin: sql`case when s.is_new then 'new' else 'used' end`,
    grade: sql`coalesce(nullif(s.grade, 'X'), 'none')`,
    mileage: mileageStep,
    added: sql`case when s.added_at >= ${arrivesFrom} then 'new' end`,
    stock: sql`case when s.is_available then 'in' end`,
    fit: sql`s.place`,
  };
}

const fewNames = ['condition', 'origin', 'grade', 'mileage', 'added', 'stock', 'fit'] as const;
type FewName = (typeof fewNames)[number];

/** Number of parts with one choice of a facet with many, or one combination of choices of all facets with few. */
type CountedRow = Record<FewName, string | null> & {
  /** Index of the group in which they were counted. */
  pass: number;
  /** Null for a combination. */
  facet: FacetName | null;
  value: string | null;
  parts: number;
  /** Cents. */
  least_price: number | null;
  /** Cents. */
  most_price: number | null;
};

/**
 * Counts all facets of a group in one pass: those with many choices each by itself, the others together, because adding up
 * their combinations is cheaper than a pass for each.
 */
function selectChoices(
  { names, condition }: Group,
  { brand }: PartFilters,
  pass: number,
  samples: number | undefined,
): RawBuilder<unknown> {
  const values = fewChoices();
  const asked = fewNames.filter((name) => names.includes(name));
  const many = names.flatMap((name) => (manyChoices[name] ? [{ name, column: manyChoices[name] }] : []));
  const sets = [
    ...many.map(({ column }) => sql`(${column})`),
    ...(asked.length > 0 || names.includes('price')
      ? [sql`(${sql.join(asked.map((name) => sql.ref(name)))})`]
      : []),
  ];
  const isGroupedBy = many.map(({ name, column }) => sql`when grouping(${column}) = 0 then ${sql.lit(name)}`);
  const facet = many.length === 0 ? sql`null::text` : sql`case ${sql.join(isGroupedBy, sql` `)} end`;
  const value =
    many.length === 0
      ? sql`null::text`
      : sql`coalesce(${sql.join(many.map(({ column }) => sql`${column}::text`))})`;
  const few = fewNames.map(
    (name) => sql`${asked.includes(name) ? sql.ref(name) : sql`null`}::text as ${sql.ref(name)}`,
  );
  const sample = samples === undefined ? sql`` : sql`and s.doc @@ ${sampleQuery(samples)}::tsquery`;
  return sql`(
    select ${sql.lit(pass)} as pass, facet, value, ${sql.join(fewNames.map((name) => sql.ref(name)))}, parts, least_price, most_price
    from (
      select ${facet} as facet, ${value} as value, ${sql.join(few)}, count(*)::integer as parts,
        (min(price_cents) filter (where price_cents > 0))::float8 as least_price, max(nullif(price_cents, 0))::float8 as most_price,
        row_number() over (partition by ${facet} order by count(*) desc, ${value}) as rank
      from (
        select s.vehicle_make, s.vehicle_model, s.vehicle_year, s.category, s.kind, s.brand, s.price_cents
          ${names.includes('engine') ? sql`, ${engineLines(condition)} as engine` : sql``}
          ${sql.join(
            asked.map((name) => sql`, ${values[name]} as ${sql.ref(name)}`),
            sql` `,
          )}
        from ${samples === undefined ? fromParts(condition) : sql`search_parts as s`}
        where ${isFound(condition)} ${sample}
      ) as found
      group by grouping sets (${sql.join(sets)})
    ) as counted
    where rank <= ${MAX_LISTED} or facet is distinct from 'brand'
      or value = ${brand ?? null}::text
  )`;
}

/** Is null for a part that names no engine and is no choice of any. */
function engineLines({ mayLackEngine }: PartsCondition): RawBuilder<unknown> {
  const lines = sql`array_to_string(s.engines, E'\\n')`;
  return mayLackEngine === null
    ? lines
    : sql`case when s.engines <> '{}' or ${mayLackEngine} then ${lines} end`;
}

function toFacetRows(
  { names }: Group,
  counted: readonly CountedRow[],
  samples: number | undefined,
  engines: Parameters<typeof countEngines>[1],
): FacetRow[] {
  const sampled = samples !== undefined;
  const estimate = (parts: number) => (sampled ? Math.round((parts * SAMPLES) / samples) : parts);
  const together = counted.filter(({ facet }) => facet === null);
  const ofMany = counted.flatMap(({ facet, value, parts }) =>
    facet === null || facet === 'engine' || value === null
      ? []
      : [{ facet, value, parts: estimate(parts), sampled }],
  );
  const named = counted.flatMap(({ facet, value, parts }) =>
    facet === 'engine' && value !== null ? [{ engines: value.split('\n').filter(Boolean), parts }] : [],
  );
  const ofEngines = countEngines(named, engines).map(({ value, parts }) => ({
    facet: 'engine',
    value,
    parts: estimate(parts),
    sampled,
  }));
  const ofFew = fewNames.flatMap((facet) => {
    const sums = new Map<string, number>();
    for (const { [facet]: value, parts } of together)
      if (value !== null) sums.set(value, (sums.get(value) ?? 0) + parts);
    return [...sums].map(([value, parts]) => ({ facet, value, parts: estimate(parts), sampled }));
  });
  const prices = (names.includes('price') ? together : [])
    .flatMap((row) => [row.least_price, row.most_price])
    .flatMap((cents) =>
      cents === null ? [] : [{ facet: 'price', value: String(cents), parts: 1, sampled }],
    );
  return [...ofMany, ...(names.includes('engine') ? ofEngines : []), ...ofFew, ...prices];
}

function sampleQuery(samples: number): string {
  return anyLexeme(
    Array.from({ length: samples }, (_, index) => `sample=${index.toString(16).padStart(2, '0')}`),
  );
}
