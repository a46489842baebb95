import { useEffect, useState } from 'react';
import type { Total } from '#core/search/found-count.ts';
import { listTopic } from '#core/live/live.ts';
import { fetchCounts, useLiveCounts } from '../use-live-counts.ts';
import { countsQuery, type JunkyardSearch } from '#core/search/junkyard-address.ts';
import type { JunkyardList } from './junkyard-list.server.ts';

type List = Pick<JunkyardList, 'total' | 'asOf'>;

/** Fetches the total if the list lacks it. */
export function useTotal(search: JunkyardSearch, list: List): Total | null {
  const [fetched, setFetched] = useState<{ list: List; total: Total }>();
  const query = countsQuery(search);

  useEffect(() => {
    if (list.total !== null) return;
    const controller = new AbortController();
    fetchCounts(query, controller.signal)
      .then((counts) => counts && setFetched({ list, total: counts }))
      .catch(() => undefined);
    return () => controller.abort();
  }, [list, query]);

  return list.total ?? (fetched?.list === list ? fetched.total : null);
}

/** Returns the total after a change of the catalog, undefined before. */
export function useLiveTotal(search: JunkyardSearch, list: List): Total | undefined {
  const query = countsQuery(search);
  return useLiveCounts(listTopic(search.make), query, list);
}
