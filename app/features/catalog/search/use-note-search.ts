import { useEffect } from 'react';
import { recordEvent } from '#audit/browser';

/** A search that stands for so long, in milliseconds, was meant; what is passed by while typing was not. */
const REST = 1_000;

/**
 * Notes a search with what it found (Spec §7, Audit actions).
 *
 * @param query '' when nothing is searched for.
 * @param found null until it is counted.
 */
export function useNoteSearch(query: string, found: number | null, filters: Record<string, string>): void {
  const chosen = JSON.stringify(filters);
  useEffect(() => {
    if (found === null || (query === '' && chosen === '{}')) return;
    const timer = setTimeout(
      () => recordEvent('search', { query, results_count: found, ...(JSON.parse(chosen) as object) }),
      REST,
    );
    return () => clearTimeout(timer);
  }, [query, found, chosen]);
}
