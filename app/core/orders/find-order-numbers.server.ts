import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { chooseLookup, type WordSearch } from '#core/values/word-search.ts';

/** Orders that are enough to estimate how popular words are. */
const SAMPLE = 1_000;

/** Returns a subquery with the numbers of the orders that a search finds, between two numbers. Looks up the rarest words. */
export async function selectFoundNumbers(
  transaction: Transaction<DB>,
  search: WordSearch,
  { above, below }: { above: string | number; below: string | number },
): Promise<RawBuilder<unknown>> {
  const lookup = chooseLookup(search, await estimateShares(transaction, search));
  return sql`(select find_order_numbers(${lookup}, ${search.query}, ${above}::bigint, ${below}::bigint))`;
}

/** Estimates the share of the newest orders that have each lookup of a search. */
async function estimateShares(transaction: Transaction<DB>, { lookups }: WordSearch): Promise<number[]> {
  if (lookups.length === 1) return [1];
  const counts = lookups.map((lookup) => sql`avg((words @@ ${lookup}::tsquery)::int)::float8`);
  const { rows } = await sql<{ shares: (number | null)[] }>`
    select array[${sql.join(counts)}] as shares
    from (select words from public.order_search order by number desc limit ${SAMPLE}) as sample`.execute(
    transaction,
  );
  return (rows[0]?.shares ?? []).map((share) => share ?? 0);
}
