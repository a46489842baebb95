/** A choice of a filter, with the number of parts that it would leave. */
export interface FacetChoice {
  value: string;
  parts: number;
}

/**
 * The choices of each filter, with the numbers of parts that they would leave with the other filters as they are. A filter
 * that is set does not narrow its own choices. Another make drops the model and the year, another model drops the year.
 * Most parts first, except for years. A choice without parts is listed only if it is chosen.
 */
export interface Facets {
  makes: FacetChoice[];
  /** Empty without a make. */
  models: FacetChoice[];
  /** Empty without a make and a model. Newest first. */
  years: FacetChoice[];
  categories: FacetChoice[];
  /** Names of parts: at most 50, and the chosen one. */
  kinds: FacetChoice[];
  conditions: FacetChoice[];
  /** At most 50, and the chosen one. */
  brands: FacetChoice[];
  /** 'new' and 'used'. */
  origins: FacetChoice[];
  /** See gradeChoices, in their order. Empty if no part has a grade. */
  grades: FacetChoice[];
  /** See mileageChoices, in their order: parts with at most so many miles. */
  mileages: FacetChoice[];
  /** Of the parts that fit a vehicle: see fitRules, in their order. Else empty. */
  fits: FacetChoice[];
  inStock: number;
  newArrivals: number;
  /** Of the parts with a price. Null if no part has one. */
  prices: { minCents: number; maxCents: number } | null;
}

/**
 * Lists choices by their number of parts, then by name, numbers in names by their value. Of more than `most`, it keeps the
 * first and the chosen ones.
 */
export function listChoices(
  choices: readonly FacetChoice[],
  chosen: readonly string[],
  most = Number.POSITIVE_INFINITY,
): FacetChoice[] {
  const found = sorted(choices.filter(({ parts }) => parts > 0));
  const listed = found.slice(0, most);
  const missing = chosen
    .filter((value) => !listed.some((choice) => choice.value === value))
    .map((value) => found.find((choice) => choice.value === value) ?? { value, parts: 0 });
  return sorted([...listed, ...missing]);
}

function sorted(choices: readonly FacetChoice[]): FacetChoice[] {
  return choices.toSorted((a, b) => b.parts - a.parts || byName.compare(a.value, b.value));
}

const byName = new Intl.Collator('en', { numeric: true });
