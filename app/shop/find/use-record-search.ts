import { useEffect } from 'react';
import { recordSearch, type Search } from './record-search.ts';

/** Records a search once its results are counted. */
export function useRecordSearch(query: string, found: number | null, filters: Search['filters']): void {
  const search = JSON.stringify({ query, found, filters } satisfies Search);
  useEffect(() => recordSearch(JSON.parse(search) as Search), [search]);
}
