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

/** Of kinds and brands. */
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

/** For each group, the number of samples to count. Undefined: all parts. */
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

function selectChoices(
  { names, condition }: Group,
  { kind, brand }: PartFilters,
  samples: number | undefined,
): RawBuilder<unknown> {
  const sample = samples === undefined ? sql`` : sql`and s.doc @@ ${sampleQuery(samples)}::tsquery`;
  const found = sql`select s.vehicle_make, s.vehicle_model, s.vehicle_year, s.category, s.part_name, s.brand, s.condition,
      s.is_new, s.grade, s.mileage, s.added_at, s.price, s.is_available${condition.fits ? sql`, s.place` : sql``}
    from ${samples === undefined ? fromParts(condition) : sql`search_parts as s`}
    where ${isFound(condition)} ${sample}`;
  const group = (name: FacetName, value: RawBuilder<unknown>, where = sql``) =>
    sql`select ${sql.lit(name)} as facet, ${value}::text as value, count(*) as parts from found ${where} group by 2`;
  const most = (name: FacetName, column: RawBuilder<unknown>, chosen: string | undefined) =>
    sql`(${group(name, column, sql`where ${column} is not null`)} order by count(*) desc, 2 limit ${MAX_LISTED})
      union ${group(name, column, sql`where ${column} = ${chosen ?? null}::text`)}`;
  const selects: Record<FacetName, RawBuilder<unknown>> = {
    make: group('make', sql`vehicle_make`),
    model: group('model', sql`vehicle_model`),
    year: group('year', sql`vehicle_year`),
    category: group('category', sql`category`),
    kind: most('kind', sql`part_name`, kind),
    condition: group('condition', sql`condition`),
    brand: most('brand', sql`brand`, brand),
    origin: group('origin', sql`case when is_new then 'new' else 'used' end`),
    grade: group('grade', sql`coalesce(nullif(grade, 'X'), 'none')`),
    mileage: group('mileage', mileageStep, sql`where mileage is not null`),
    added: group(
      'added',
      sql`'new'`,
      sql`where added_at >= timestamptz '1970-01-01 00:00:00Z' + ${firstNewArrivalDay()}::integer * interval '1 day'`,
    ),
    stock: group('stock', sql`'in'`, sql`where is_available`),
    price: sql`select 'price', min(price)::text, 1 from found where price > 0
      union all select 'price', max(price)::text, 1 from found where price > 0`,
    fit: group('fit', condition.fits ? sql`place` : sql`null`),
  };
  return sql`(
    with found as materialized (${found})
    select facet, value, case when ${samples ?? null}::integer is null or facet = 'price' then parts
      else parts * ${SAMPLES}::integer / ${samples ?? null}::integer end as parts, ${samples !== undefined}::boolean as sampled
    from (${sql.join(
      names.map((name) => sql`(${selects[name]})`),
      sql` union all `,
    )}) as counted (facet, value, parts) where value is not null
  )`;
}

const mileageStep = sql`case ${sql.join(
  mileageChoices.map((miles) => sql`when mileage <= ${sql.lit(miles)} then ${sql.lit(miles)}`),
  sql` `,
)} end`;

function sampleQuery(samples: number): string {
  return anyLexeme(
    Array.from({ length: samples }, (_, index) => `sample=${index.toString(16).padStart(2, '0')}`),
  );
}
