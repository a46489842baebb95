import { useEffect, useEffectEvent, useState } from 'react';
import type { Facets } from '#core/search/facets.ts';
import type { FoldedFacets } from './folded-facets.ts';
import type { Total } from '#core/search/found-count.ts';
import { fetchCounts } from './use-live-counts.ts';

export interface Narrowed {
  /** Null until they are known. */
  facets: Facets | FoldedFacets | null;
  /** The number of found parts. Null until it is known. */
  total: Total | null;
}

/**
 * Returns the choices of filters and the number of parts they find. `query` has the parameters of the API. `loaded` came with
 * the page, for `loadedQuery`. Set `wantsAll` if the page came without some of the choices that are shown now. `isForVehicle`
 * leaves out choices that such a page does not offer. The last facets stay until those of another query are known.
 */
export function useFacets(
  query: string,
  loadedQuery: string,
  loaded: Narrowed,
  { wantsAll, isForVehicle }: { wantsAll: boolean; isForVehicle: boolean },
): Narrowed & { hasFailed: boolean } {
  const [failedQuery, setFailedQuery] = useState<string>();
  const [fetched, setFetched] = useState<Partial<Narrowed> & { query: string }>();
  const own: Partial<Narrowed> = fetched?.query === query ? fetched : {};
  const known = query === loadedQuery ? loaded : undefined;
  const facets = (!wantsAll && known?.facets) || own.facets || null;
  const total = known ? known.total : (own.total ?? null);
  const lacksFacets = facets === null;
  const lacksTotal = !known && total === null;
  const [last, setLast] = useState(known?.facets ?? null);
  if (facets && facets !== last) setLast(facets);

  const add = useEffectEvent((found: Partial<Narrowed>) =>
    setFetched((earlier) => ({ ...(earlier?.query === query && earlier), ...found, query })),
  );

  useEffect(() => {
    if (!lacksFacets) return;
    const controller = new AbortController();
    fetchFacets(isForVehicle ? `${query}&without=vehicle` : query, controller.signal)
      .then((found) => add({ facets: found }))
      .catch(() => controller.signal.aborted || setFailedQuery(query));
    return () => controller.abort();
  }, [query, lacksFacets, isForVehicle]);

  useEffect(() => {
    if (!lacksTotal) return;
    const controller = new AbortController();
    fetchCounts(query, controller.signal)
      .then((counts) => counts && add({ total: counts }))
      .catch(() => undefined);
    return () => controller.abort();
  }, [query, lacksTotal]);

  return { facets: facets ?? last, total, hasFailed: failedQuery === query };
}

/** The API leaves these out of an answer to `without=vehicle`. */
const ofVehicle = { makes: [], models: [], years: [], categories: [] };

async function fetchFacets(query: string, signal: AbortSignal): Promise<Facets> {
  const response = await fetch(`/api/parts/facets${query}`, { signal });
  if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
  return { ...ofVehicle, ...((await response.json()) as Facets) };
}
