import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { mileageChoices, type PartFilters } from '#domain/catalog-query.ts';
import { type Facets, type FacetRow, toFacets } from '#domain/facets.ts';
import { COUNTED, SAMPLES } from '#domain/found-count.ts';
import { anyLexeme } from '#domain/search/to-tsquery.ts';
import { countPlainChoices, isPlain } from './plain-facets.server.ts';
import { firstNewArrivalDay } from '#services/part-search/filters.server.ts';
import {
  fromParts,
  isByFit,
  isFound,
  narrow,
  type PartsCondition,
  readSource,
} from './text-search.server.ts';
import type { CatalogFilters } from './text-search.server.ts';

/** So many parts say which choices a filter has, if more than COUNTED are found. */
const SAMPLED = 2_000;

/** One more than a page lists of kinds and of brands. */
const MAX_LISTED = 51;

type FilterName = keyof PartFilters;

/** The filters that do not narrow a facet. */
const ownFilters = {
  make: ['make', 'model', 'year'],
  model: ['model', 'year'],
  year: ['year'],
  category: ['category'],
  kind: ['kind'],
  condition: ['conditions'],
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

/** Counts the choices of each filter, see Facets. `isForVehicle` leaves out vehicles, categories and stock. */
export async function readFacets(
  database: Kysely<DB>,
  filters: CatalogFilters,
  { isForVehicle = false } = {},
): Promise<Facets> {
  const isFit = isByFit(filters);
  const isOfVehicle = isForVehicle || isFit;
  const plain = !isFit && isPlain(filters);
  const names = (Object.keys(ownFilters) as FacetName[]).filter((name) => {
    if (name === 'make' || name === 'model' || name === 'year') {
      const isAsked =
        name === 'make' || (filters.make !== undefined && (name === 'model' || filters.model !== undefined));
      return isAsked && !isOfVehicle && !plain;
    }
    if (name === 'category') return !isForVehicle && !plain;
    if (name === 'condition') return !plain;
    if (name === 'stock') return !isForVehicle;
    return name !== 'fit' || isFit;
  });
  const [counted, exact] = await Promise.all([
    countChoices(database, filters, names),
    plain ? countPlainChoices(database, filters, { isForVehicle }) : [],
  ]);
  return toFacets([...counted, ...exact], filters, { isForVehicle: isOfVehicle });
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
  const statements = groups.map((group, index) => selectChoices(group, filters, samples[index]));
  const { rows } = await sql<FacetRow>`${sql.join(statements, sql` union all `)}`.execute(database);
  return rows;
}

/** The filters that are set, and that a facet ignores. The vehicle of a list of parts that fit it is no filter. */
function ignoredBy(name: FacetName, filters: CatalogFilters): FilterName[] {
  return ownFilters[name].filter((filter) => {
    const value = filters[filter];
    return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  });
}

/** The number of samples to count for each group. It is undefined where all parts are counted. */
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

/** Facets with many choices, by their columns. */
const manyChoices: Partial<Record<FacetName, RawBuilder<unknown>>> = {
  make: sql`vehicle_make`,
  model: sql`vehicle_model`,
  year: sql`vehicle_year`,
  category: sql`category`,
  kind: sql`part_name`,
  brand: sql`brand`,
};

const mileageStep = sql`case ${sql.join(
  mileageChoices.map((miles) => sql`when s.mileage <= ${sql.lit(miles)} then ${sql.lit(miles)}`),
  sql` `,
)} end`;

/** Facets with few choices, by what they count. Null is no choice. */
function fewChoices(): Partial<Record<FacetName, RawBuilder<unknown>>> {
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

/** Counts all facets of a group in one pass: those with many choices each by itself, the others together. */
function selectChoices(
  { names, condition }: Group,
  { kind, brand }: PartFilters,
  samples: number | undefined,
): RawBuilder<unknown> {
  const pick = (facets: Partial<Record<FacetName, RawBuilder<unknown>>>) =>
    names.flatMap((name) => (facets[name] ? [{ name, value: facets[name] }] : []));
  const many = pick(manyChoices);
  const picked = pick(fewChoices());
  // The prices alone are grouped by nothing, which takes a column.
  const ofPrices =
    many.length + picked.length === 0 ? [{ name: 'price' as const, value: sql`null::text` }] : [];
  const few = [...picked, ...ofPrices].map(({ name, value }) => ({
    name,
    value,
    column: sql.ref(`few_${name}`),
  }));
  const columns = [...many.map(({ value }) => value), ...few.map(({ column }) => column)];
  // grouping() has a bit for each column, the first one the highest: 0 in the rows that are grouped by it.
  const all = 2 ** columns.length - 1;
  const bit = (index: number) => 2 ** (columns.length - 1 - index);
  const together = few.reduce((bits, _, index) => bits - bit(many.length + index), all);
  const sets = [
    ...many.map(({ value }) => sql`(${value})`),
    ...(few.length > 0 ? [sql`(${sql.join(few.map(({ column }) => column))})`] : []),
    ...(names.includes('price') ? [sql`()`] : []),
  ];
  const chosen: Partial<Record<FacetName, string | undefined>> = { kind, brand };
  const lists = [
    ...many.map(({ name, value }, index) => {
      const rows = sql`select ${sql.lit(name)}::text, ${value}::text, parts from counted
        where level = ${sql.lit(all - bit(index))} and ${value} is not null`;
      if (name !== 'kind' && name !== 'brand') return rows;
      return sql`(${rows} order by parts desc, 2 limit ${MAX_LISTED})
        union ${rows} and ${value} = ${chosen[name] ?? null}::text`;
    }),
    ...few.map(
      ({
        name,
        column,
      }) => sql`select ${sql.lit(name)}::text, ${column}::text, sum(parts)::bigint from counted
        where level = ${sql.lit(together)} and ${column} is not null group by 2`,
    ),
    ...(names.includes('price')
      ? [
          sql`select 'price', ends::text, 1 from counted, unnest(array[least_price, most_price]) as ends
            where level = ${sql.lit(all)} and ends is not null`,
        ]
      : []),
  ];
  const sample = samples === undefined ? sql`` : sql`and s.doc @@ ${sampleQuery(samples)}::tsquery`;
  const values = few.map(({ value, column }) => sql`, ${value} as ${column}`);
  return sql`(
    with found as (
      select s.vehicle_make, s.vehicle_model, s.vehicle_year, s.category, s.part_name, s.brand, s.price ${sql.join(values, sql` `)}
      from ${samples === undefined ? fromParts(condition) : sql`search_parts as s`}
      where ${isFound(condition)} ${sample}
    ), counted as materialized (
      select ${sql.join(columns)}, grouping(${sql.join(columns)}) as level, count(*) as parts,
        min(price) filter (where price > 0) as least_price, max(price) filter (where price > 0) as most_price
      from found group by grouping sets (${sql.join(sets)})
    )
    select facet, value, case when ${samples ?? null}::integer is null or facet = 'price' then parts
      else parts * ${SAMPLES}::integer / ${samples ?? null}::integer end as parts, ${samples !== undefined}::boolean as sampled
    from (${sql.join(
      lists.map((list) => sql`(${list})`),
      sql` union all `,
    )}) as choices (facet, value, parts)
  )`;
}

function sampleQuery(samples: number): string {
  return anyLexeme(
    Array.from({ length: samples }, (_, index) => `sample=${index.toString(16).padStart(2, '0')}`),
  );
}
