import { type RawBuilder, sql } from 'kysely';

/** Counts end here, because no one acts on the difference between a thousand and two. */
export const MAX_COUNT = 1_000;

/** Counts rows up to MAX_COUNT. @param source is the part of a query after `from`, with its conditions. */
export function countUpTo(source: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*)::int from (select from ${source} limit ${sql.lit(MAX_COUNT)}) as counted)`;
}
