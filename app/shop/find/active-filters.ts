import { type FitRule, NO_ENGINE, type Origin } from '#core/catalog/catalog-query.ts';
import {
  type ChosenFilters,
  filterParameters,
  isMultiple,
  type MultipleFilter,
  setFilter,
  type SingleFilter,
  toggleChoice,
} from '#core/search/chosen-filters.ts';
import { fitRuleNames } from '#core/catalog/fitment.ts';
import { type FacetChoice, fullLabel } from '#core/search/facet-choice.ts';
import type { Facets } from '#core/search/facets.ts';
import { formatShortDollars } from '#core/values/money.ts';
import { parseDollars } from '#core/values/parse-dollars.ts';

export const originNames: Record<Origin, string> = { new: 'New parts', used: 'Used parts' };

export interface ActiveFilter {
  label: string;
  /** The address of the list without this filter. */
  address: string;
}

/** Lists one entry for each chosen value. `facets` has the names of kinds. */
export function listActive<Filters extends ChosenFilters>(
  filters: Filters,
  addressOf: (without: Filters) => string,
  facets?: Pick<Facets, 'kinds'> | null,
): ActiveFilter[] {
  return filterParameters(filters).map(([name, value]) => ({
    label: (name === 'kind' && kindLabel(value, facets?.kinds)) || filterLabel(name, value),
    address: addressOf(isMultiple(name) ? toggleChoice(filters, name, value) : setFilter(filters, name, '')),
  }));
}

function kindLabel(value: string, kinds: readonly FacetChoice[] = []): string | undefined {
  const chosen = kinds.find((choice) => choice.value === value);
  return chosen && fullLabel(chosen, kinds);
}

function filterLabel(name: SingleFilter | MultipleFilter, value: string): string {
  switch (name) {
    case 'origin':
      return originNames[value as Origin];
    case 'grade':
      return gradeName(value);
    case 'engine':
      return engineName(value);
    case 'max_miles':
      return mileageName(value);
    case 'fit_by':
      return fitRuleNames[value as FitRule];
    case 'min_price':
      return `From ${shortDollars(value)}`;
    case 'max_price':
      return `Up to ${shortDollars(value)}`;
    case 'in_stock':
      return 'In stock';
    case 'new_arrivals':
      return 'New arrivals';
    case 'only_fits':
      return 'Only parts that fit';
    default:
      return value;
  }
}

/** Example: 'Grade A'. */
export function gradeName(grade: string): string {
  return grade === 'none' ? 'Not graded' : `Grade ${grade}`;
}

export function engineName(engine: string): string {
  return engine === NO_ENGINE ? 'Engine not listed' : engine;
}

/** Example: 'Up to 60,000 miles'. */
export function mileageName(miles: string): string {
  return `Up to ${Number(miles).toLocaleString('en-US')} miles`;
}

function shortDollars(amount: string): string {
  return formatShortDollars(parseDollars(amount) ?? 0);
}
