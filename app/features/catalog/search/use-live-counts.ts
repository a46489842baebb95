import { useRef, useState } from 'react';
import { useTopic } from '#live';
import type { Topic } from '#domain/live.ts';

export interface Counts {
  total: number;
  inStockTotal: number;
}

/** Many pages follow the same list. */
const PACE = { interval: 2_000, maxDelay: 500 };

/** The counts after a change of the list, undefined before. `loaded` is the list that the page was loaded with. */
export function useLiveCounts(topic: Topic, query: string, loaded: object): Counts | undefined {
  const [fetched, setFetched] = useState<{ loaded: object; counts: Counts }>();
  const requests = useRef(0);

  useTopic(
    topic,
    () => {
      requests.current += 1;
      const request = requests.current;
      fetchCounts(query)
        .then((counts) => counts && request === requests.current && setFetched({ loaded, counts }))
        .catch(() => undefined);
    },
    PACE,
  );
  return fetched?.loaded === loaded ? fetched.counts : undefined;
}

/** Undefined if the server does not answer with counts. */
export async function fetchCounts(query: string, signal?: AbortSignal): Promise<Counts | undefined> {
  const response = await fetch(`/api/parts/count${query}`, { signal: signal ?? null });
  if (!response.ok) return undefined;
  const { total, in_stock_total: inStockTotal } = (await response.json()) as {
    total: number;
    in_stock_total: number;
  };
  return { total, inStockTotal };
}
