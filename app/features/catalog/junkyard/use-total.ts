import { useEffect, useState } from 'react';
import { junkyardAddress, type JunkyardSearch } from './junkyard-address.ts';
import type { JunkyardList } from './junkyard-list.server.ts';

/** Fetches the total if the list lacks it. */
export function useTotal(search: JunkyardSearch, list: JunkyardList): number | null {
  const [fetched, setFetched] = useState<{ list: JunkyardList; total: number }>();
  const { search: query } = new URL(junkyardAddress(search), 'http://shop');

  useEffect(() => {
    if (list.total !== null) return;
    const controller = new AbortController();
    fetch(`/api/parts/count${query}`, { signal: controller.signal })
      .then((response) => (response.ok ? response.json() : undefined))
      .then((body?: { total: number }) => body && setFetched({ list, total: body.total }))
      .catch(() => undefined);
    return () => controller.abort();
  }, [list, query]);

  return list.total ?? (fetched?.list === list ? fetched.total : null);
}
