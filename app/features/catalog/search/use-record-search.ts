import { useEffect } from 'react';
import { recordEvent } from '#audit/browser';

const SETTLE_MS = 1_000;

/** Records a search and its number of results, which is null until counted (Spec §7, Audit actions). */
export function useRecordSearch(query: string, found: number | null, filters: Record<string, string>): void {
  const chosen = JSON.stringify(filters);
  useEffect(() => {
    if (found === null || (query === '' && chosen === '{}')) return;
    const timer = setTimeout(
      () => recordEvent('search', { query, results_count: found, ...(JSON.parse(chosen) as object) }),
      SETTLE_MS,
    );
    return () => clearTimeout(timer);
  }, [query, found, chosen]);
}
