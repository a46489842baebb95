import { readNewest } from '#core/live/ui/live-store.ts';
import { useLatest } from '#core/live/ui/use-latest.ts';
import type { FoundCount, Total } from '#core/search/found-count.ts';
import type { Loaded, Topic } from '#core/live/live.ts';

/** The pace is slow, because many pages follow the same list. */
const PACE = { interval: 2_000, maxDelay: 500 };

/** Returns the counts after a change of the list, undefined before. `base` is the list that the page was loaded with. */
export function useLiveCounts(topic: Topic, query: string, base: Loaded): FoundCount | undefined {
  // Each number is an address of its own, so that the page cache has no earlier answer.
  const load = () => fetchCounts(`${query}&as_of=${readNewest()}`);
  return useLatest({ topic, load, base, pace: PACE, since: base.asOf });
}

/** Returns undefined if the server does not answer with counts. */
export async function fetchCounts(query: string, signal?: AbortSignal): Promise<FoundCount | undefined> {
  const response = await fetch(`/api/parts/count${query}`, { signal: signal ?? null });
  if (!response.ok) return undefined;
  const { in_stock_total: inStockTotal, ...total } = (await response.json()) as Total & {
    in_stock_total: number;
  };
  return { ...total, inStockTotal };
}
