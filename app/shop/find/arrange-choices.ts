import { type FacetChoice, fullLabel } from '#core/search/facet-choice.ts';

const byName = new Intl.Collator('en', { numeric: true });

/**
 * Arranges choices so that they keep their places while numbers change: in the given order, else by name. A chosen one
 * stays even if it has no parts.
 */
export function arrangeChoices(
  choices: readonly FacetChoice[],
  chosen: readonly string[],
  order?: readonly string[],
): FacetChoice[] {
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  return [...choices, ...missing.map((value): FacetChoice => ({ value, parts: 0 }))].toSorted(
    (a, b) =>
      placeIn(order, a) - placeIn(order, b) || byName.compare(fullLabel(a, choices), fullLabel(b, choices)),
  );
}

function placeIn(order: readonly string[] = [], { value }: FacetChoice): number {
  const place = order.indexOf(value);
  return place < 0 ? order.length : place;
}
