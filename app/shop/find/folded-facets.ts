import type { ChosenFilters } from '#core/search/chosen-filters.ts';
import { type FacetChoice, findWhole } from '#core/search/facet-choice.ts';
import type { Facets } from '#core/search/facets.ts';

/** Filter that can have many choices -> field of Facets that has them */
const foldable = {
  model: 'models',
  year: 'years',
  kind: 'kinds',
  condition: 'conditions',
  engine: 'engines',
  brand: 'brands',
} as const satisfies Partial<Record<keyof ChosenFilters, keyof Facets>>;

export type FoldableFilter = keyof typeof foldable;

/** The number of choices that are always shown. */
const MAX_SHOWN = 6;

/** A page shows a few choices of each filter at first. */
export interface FoldedFacets extends Facets {
  /** The number of all choices of a filter that has more of them than are shown, or that was unfolded. */
  all: Partial<Record<FoldableFilter, number>>;
}

export function isFoldable(name: string): name is FoldableFilter {
  return Object.hasOwn(foldable, name);
}

/** Keeps the choices with the most parts and the chosen ones of each filter. `unfolded` filters keep all choices. */
export function foldFacets(
  facets: Facets | FoldedFacets,
  chosen: Pick<ChosenFilters, FoldableFilter>,
  unfolded: readonly FoldableFilter[],
): FoldedFacets {
  const folded: FoldedFacets = { ...facets, all: 'all' in facets ? { ...facets.all } : {} };
  for (const filter of Object.keys(foldable) as FoldableFilter[]) {
    const field = foldable[filter];
    const shown = mostParts(facets[field], [chosen[filter]].flat());
    if (shown.length === facets[field].length) continue;
    folded.all[filter] ??= facets[field].filter((choice) => !findWhole(choice, facets[field])).length;
    if (!unfolded.includes(filter)) folded[field] = shown;
  }
  return folded;
}

/**
 * Keeps the order of the choices. One more than the maximum is not worth folding. Positions of a kind stay with it, and do not
 * count.
 */
function mostParts(choices: FacetChoice[], chosen: readonly string[]): FacetChoice[] {
  const wholeOf = (choice: FacetChoice) => findWhole(choice, choices) ?? choice;
  const whole = choices.filter((choice) => wholeOf(choice) === choice);
  if (whole.length <= MAX_SHOWN + 1) return choices;
  const most = whole.toSorted((a, b) => (b.parts ?? 0) - (a.parts ?? 0)).slice(0, MAX_SHOWN);
  const kept = new Set([...most, ...choices.filter(({ value }) => chosen.includes(value)).map(wholeOf)]);
  return choices.filter((choice) => kept.has(wholeOf(choice)));
}
