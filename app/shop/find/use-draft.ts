import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ChosenFilters, filterParameters } from '#core/search/chosen-filters.ts';
import { readFilters } from './read-filters.ts';
import { afterLoading } from './requested-addresses.ts';

/** Writes the same text for filters that were chosen in another order. */
export function writeFilters(filters: ChosenFilters): string {
  return filterParameters(filters)
    .map((parameter) => parameter.join('='))
    .toSorted()
    .join('&');
}

/** Returns the filters that the address of this draft would give. */
export function readDraft(draft: ChosenFilters): ChosenFilters {
  return readFilters(new URLSearchParams(filterParameters(draft)));
}

/** Keeps choices that may not be in the address yet. The draft follows other changes of the address. */
export function useDraft(chosen: ChosenFilters, onFilter: (filters: ChosenFilters) => void) {
  const [draft, setDraft] = useState(chosen);
  const address = writeFilters(chosen);
  const requested = useRef<readonly string[]>([address]);

  const onAddressChange = useEffectEvent((loaded: string) => {
    const expected = afterLoading(requested.current, loaded);
    requested.current = expected ?? [loaded];
    if (!expected) setDraft(chosen);
  });
  useEffect(() => onAddressChange(address), [address]);

  function apply(filters: ChosenFilters) {
    const read = readDraft(filters);
    const written = writeFilters(read);
    if (requested.current.at(-1) !== written) requested.current = [...requested.current, written];
    onFilter(read);
  }

  return { draft, change: setDraft, apply, reset: () => setDraft(chosen) };
}
