import { mayBecomeVin } from '#core/vehicles/may-become-vin.ts';
import type { SuggestionGroup } from '#core/catalog/ui/suggestion-list.tsx';
import { readOwnCar } from '#core/fitment/own-car.ts';
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
  const own = readOwnCar();
  const query = new URLSearchParams({ q: text, ...(own?.only_fits && { car: own.car }) });
  const response = await fetch(`/api/suggestions?${query}`, { signal });
  if (!response.ok) return [];
  const { suggestions }: { suggestions: Suggestion[] } = await response.json();
  const groups = Map.groupBy(suggestions, ({ kind }) => kind);
  return [...groups].map(([kind, items]) => ({ label: labels[kind], items }));
}
