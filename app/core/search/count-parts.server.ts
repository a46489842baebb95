import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { COUNTED, type CountRow, type FoundCount, SAMPLES, toCount } from './found-count.ts';
import { hasKeptCounts, keptCountsCondition } from './kept-counts.server.ts';
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
  const total = await readKeptCount(database, others);
  if (total === null) return count;
  const inStockTotal = Math.round((total * count.inStockTotal) / count.total);
  return { total, inStockTotal, counting: 'exact' };
}

async function countMatching(database: Kysely<DB>, filters: CatalogFilters): Promise<FoundCount> {
  const { rows } = await selectCount(await toPartsCondition(database, filters)).execute(database);
  return toCount(rows[0] ?? { is_sample: false, is_all: true, parts: 0, in_stock: 0 }, {
    isOfText: filters.q !== undefined,
  });
}

/** Counts one sample of a large catalog first, and all parts only if they are few. */
function selectCount(condition: PartsCondition): RawBuilder<CountRow> {
  const number = sql`count(*)::integer as parts, count(*) filter (where s.is_available)::integer as in_stock`;
  const all = sql`
    select false as is_sample, not search_is_large() as is_all, ${number}
    from (
      select s.is_available from ${fromParts(condition)} where ${isFound(condition)}
      limit case when search_is_large() then ${COUNTED + 1}::integer end
    ) as s`;
  if (condition.fits) return sql<CountRow>`${all}`;
  const sample = sql`select ${number} from search_parts as s where s.doc @@ 'sample=00'::tsquery and ${isFound(condition)}`;
  return sql<CountRow>`
    with sampled as materialized (
      select counted.* from (${sample}) as counted
      where search_is_large() and parts * ${SAMPLES}::integer > ${2.5 * COUNTED}::integer
    )
    select true as is_sample, false as is_all, parts, in_stock from sampled
    union all
    select counted.* from (${all}) as counted where not exists (select from sampled)`;
}

/**
 * Reads the numbers that the catalog keeps of vehicles, categories and conditions without a text. Returns null for other
 * filters.
 */
async function readKeptCount(database: Kysely<DB>, filters: CatalogFilters): Promise<number | null> {
  if (!hasKeptCounts(filters)) return null;
  const { rows } = await sql<{ parts: number }>`
    select coalesce(sum(parts), 0)::integer as parts from catalog_counts where ${keptCountsCondition(filters)}`.execute(
    database,
  );
  return rows[0]?.parts ?? 0;
}

/** Returns the first text that finds parts. Null if none does. */
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
