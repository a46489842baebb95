import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { COUNTED, type FoundCount, SAMPLES, toCount } from '#domain/found-count.ts';
import { isPlain, plainCondition } from './plain-facets.server.ts';
import {
  type CatalogFilters,
  fromParts,
  isFound,
  type PartsCondition,
  toPartsCondition,
} from './text-search.server.ts';

/** Ignores the filter `inStock` as long as the number is exact. */
export async function countFound(database: Kysely<DB>, filters: CatalogFilters): Promise<FoundCount> {
  const { inStock, ...others } = filters;
  const count = await countMatching(database, others);
  if (count.counting === 'exact') return count;
  if (inStock) return countMatching(database, filters);
  const total = await countPlain(database, others);
  return total === null ? count : { ...count, total, counting: 'exact' };
}

async function countMatching(database: Kysely<DB>, filters: CatalogFilters): Promise<FoundCount> {
  const { rows } = await selectCount(await toPartsCondition(database, filters)).execute(database);
  return toCount(rows[0] ?? { sampled: null, parts: 0, in_stock: 0 });
}

interface CountRow {
  /** Of one sample. Null in a small catalog. */
  sampled: number | null;
  parts: number;
  in_stock: number;
}

/** Of a large catalog, counts one sample first, and all only if they are few. */
function selectCount(condition: PartsCondition): RawBuilder<CountRow> {
  const number = sql`count(*)::integer as parts, count(*) filter (where s.is_available)::integer as in_stock`;
  const all = sql`select ${number} from (
      select s.is_available from ${fromParts(condition)} where ${isFound(condition)} limit ${COUNTED + 1}
    ) as s`;
  if (condition.fits)
    return sql<CountRow>`select null::integer as sampled, counted.* from (${all}) as counted`;
  const sample = sql`select ${number} from search_parts as s where s.doc @@ 'sample=00'::tsquery and ${isFound(condition)}`;
  return sql<CountRow>`
    with sampled as materialized (select * from (${sample}) as counted where search_is_large())
    select sampled.parts as sampled, sampled.parts, sampled.in_stock from sampled
    where sampled.parts * ${SAMPLES}::integer > ${2.5 * COUNTED}::integer
    union all
    select null, counted.* from (${all}) as counted
    where not exists (select from sampled where parts * ${SAMPLES}::integer > ${2.5 * COUNTED}::integer)`;
}

/** Of vehicles, categories and conditions without a text, the catalog keeps the numbers. Null for other filters. */
async function countPlain(database: Kysely<DB>, filters: CatalogFilters): Promise<number | null> {
  if (!isPlain(filters)) return null;
  const { rows } = await sql<{ parts: number }>`
    select coalesce(sum(parts), 0)::integer as parts from catalog_counts where ${plainCondition(filters)}`.execute(
    database,
  );
  return rows[0]?.parts ?? 0;
}

/** The first of some texts that finds parts. Null if none does. */
export async function firstThatFinds(
  database: Kysely<DB>,
  texts: readonly string[],
  filters: CatalogFilters,
): Promise<string | null> {
  if (texts.length === 0) return null;
  const conditions = await Promise.all(texts.map((q) => toPartsCondition(database, { ...filters, q })));
  const each = conditions.map(
    (condition, place) =>
      sql`select ${sql.lit(place)} as place where exists (
        select from ${fromParts(condition)} where ${isFound(condition)}
      )`,
  );
  const { rows } = await sql<{ place: number }>`
    select place from (${sql.join(each, sql` union all `)}) as found limit 1`.execute(database);
  return texts[rows[0]?.place ?? -1] ?? null;
}
