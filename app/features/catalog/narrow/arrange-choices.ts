import type { FacetChoice } from '#domain/facets.ts';

/** The choices that are always visible. */
const MAX_VISIBLE = 6;

export interface ArrangedChoice extends FacetChoice {
  /** Hidden until all choices are shown. */
  isFolded: boolean;
}

const byName = new Intl.Collator('en', { numeric: true });

/**
 * Arranges choices so that they keep their places while numbers change: in the given order, else by name. Visible are the
 * chosen ones and those with the most parts. One more than the maximum is not worth folding.
 */
export function arrangeChoices(
  choices: readonly FacetChoice[],
  chosen: readonly string[],
  order?: readonly string[],
): ArrangedChoice[] {
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  const all = [...choices, ...missing.map((value) => ({ value, parts: 0 }))];
  const byParts = all.toSorted((a, b) => b.parts - a.parts);
  const visible = new Set(byParts.slice(0, all.length === MAX_VISIBLE + 1 ? all.length : MAX_VISIBLE));
  return all
    .toSorted((a, b) => placeIn(order, a) - placeIn(order, b) || byName.compare(a.value, b.value))
    .map((choice) => ({
      value: choice.value,
      parts: choice.parts,
      isFolded: !visible.has(choice) && !chosen.includes(choice.value),
    }));
}

function placeIn(order: readonly string[] = [], { value }: FacetChoice): number {
  const place = order.indexOf(value);
  return place < 0 ? order.length : place;
}
