import type { FacetChoice } from './facet-choice.ts';
import { type PlaceKey, placeKeys } from './text/positions.ts';

/** A kind of parts, as a filter offers it. */
export interface OfferedKind {
  key: string;
  name: string;
  has_sides: boolean;
  positions: readonly string[];
}

/** The number of parts with a kind, as the search has it: 'doors:front,left'. */
interface KindCount {
  value: string;
  parts: number;
  isSampled: boolean;
}

const sides: ReadonlySet<PlaceKey> = new Set(['left', 'right']);

const byName = new Intl.Collator('en', { numeric: true });

/**
 * Lists the kinds with the most parts, at most `most`, each followed by its positions ('brake-pads:front'). A kind without
 * positions offers sides; a chosen kind offers both. A position that all or none of the kind's parts have is left out.
 */
export function countKinds(
  counts: readonly KindCount[],
  { kinds, chosen = '', most }: { kinds: readonly OfferedKind[]; chosen?: string | undefined; most: number },
): FacetChoice[] {
  const sums = new Map<string, number>();
  for (const { value, parts } of counts) {
    const [key = '', places] = value.split(':');
    const lexemes = [key, ...(places?.split(',') ?? []).map((place) => `${key}:${place}`)];
    for (const lexeme of lexemes) sums.set(lexeme, (sums.get(lexeme) ?? 0) + parts);
  }
  const isSampled = counts.some((count) => count.isSampled);
  const sumOf = (value: string) => sums.get(value) ?? 0;
  const choice = (value: string, label?: string): FacetChoice => ({
    value,
    parts: isSampled ? null : sumOf(value),
    ...(label !== undefined && { label }),
  });
  const [chosenKey] = chosen.split(':');
  const found = kinds
    .filter(({ key }) => sumOf(key) > 0 || key === chosenKey)
    .toSorted((one, other) => sumOf(other.key) - sumOf(one.key) || byName.compare(one.name, other.name));
  const listed = found.filter(({ key }, place) => place < most || key === chosenKey);
  const choices = listed.flatMap((kind) => {
    const valueOf = (place: PlaceKey) => `${kind.key}:${place}`;
    const narrows = (place: PlaceKey) => {
      const parts = sumOf(valueOf(place));
      return valueOf(place) === chosen || (parts > 0 && parts < sumOf(kind.key));
    };
    const places = listPlaces(kind, narrows, kind.key === chosenKey);
    return [choice(kind.key, kind.name)].concat(places.map((place) => choice(valueOf(place))));
  });
  // An address that was shared before there were kinds names a part, and an unknown kind has none.
  const isListed = chosen === '' || choices.some(({ value }) => value === chosen);
  return isListed ? choices : [...choices, { value: chosen, parts: null }];
}

function listPlaces(
  { has_sides: hasSides, positions: own }: Pick<OfferedKind, 'has_sides' | 'positions'>,
  narrows: (place: PlaceKey) => boolean,
  isChosen: boolean,
): PlaceKey[] {
  const found = placeKeys.filter(narrows);
  const inPositions = found.filter((place) => own.includes(place));
  if (!hasSides || (inPositions.length > 0 && !isChosen)) return inPositions;
  return [...inPositions, ...found.filter((place) => sides.has(place))];
}
