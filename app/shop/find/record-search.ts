import { recordEvent } from '#core/audit/record-event.ts';

const SETTLE_MS = 1_000;

export interface Search {
  query: string;
  /** The number of results. Null until they are counted. */
  found: number | null;
  filters: Record<string, string>;
}

/**
 * Records a search that stays for a second, with its number of results (Spec §7, Audit actions). A list without query
 * and filters is no search. Returns a function that cancels it.
 */
export function recordSearch({ query, found, filters }: Search): () => void {
  if (found === null || (query === '' && Object.keys(filters).length === 0)) return () => {};
  const details = { query, results_count: found, ...filters };
  const timer = setTimeout(() => recordEvent('search', details), SETTLE_MS);
  return () => clearTimeout(timer);
}
