import { useEffect, useState } from 'react';
import { junkyardAddress, type JunkyardSearch } from './junkyard-address.ts';
import type { JunkyardList } from './junkyard-list.server.ts';

/** How many parts a search finds. When the list came before they were counted, the number comes after it. */
export function useTotal(search: JunkyardSearch, list: JunkyardList): number | null {
  const [late, setLate] = useState<{ of: JunkyardList; total: number }>();
  const { search: query } = new URL(junkyardAddress(search), 'http://shop');

  useEffect(() => {
    if (list.total !== null) return;
    const leaving = new AbortController();
    fetch(`/api/parts/count${query}`, { signal: leaving.signal })
      .then((response) => (response.ok ? response.json() : undefined))
      .then((answer?: { total: number }) => answer && setLate({ of: list, total: answer.total }))
      // Without a number the list is as good.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [list, query]);

  return list.total ?? (late?.of === list ? late.total : null);
}
