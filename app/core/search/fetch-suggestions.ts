import { mayBecomeVin } from '#core/vehicles/may-become-vin.ts';
import type { SuggestionGroup } from '#core/catalog/ui/suggestion-list.tsx';
import type { Suggestion } from './suggestion.ts';

const labels: Record<Suggestion['kind'], string> = {
  part: 'Parts',
  vehicle: 'Makes and models',
  category: 'Categories',
  number: 'Numbers',
};

export async function fetchSuggestions(
  text: string,
  signal: AbortSignal,
): Promise<SuggestionGroup<Suggestion>[]> {
  // A VIN must not be in an address, because addresses are stored and logged.
  if (mayBecomeVin(text)) return [];
  const response = await fetch(`/api/suggestions?${new URLSearchParams({ q: text })}`, { signal });
  if (!response.ok) return [];
  const { suggestions }: { suggestions: Suggestion[] } = await response.json();
  const groups = Map.groupBy(suggestions, ({ kind }) => kind);
  return [...groups].map(([kind, items]) => ({ label: labels[kind], items }));
}
