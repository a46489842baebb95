import type { Origin } from './catalog-query.ts';
import {
  type ChosenFilters,
  filterParameters,
  setFilter,
  type SingleFilter,
  toggleCondition,
} from './chosen-filters.ts';
import { formatShortDollars } from './money.ts';
import { parseDollars } from './parse-dollars.ts';

export const originNames: Record<Origin, string> = { new: 'New parts', used: 'Used parts' };

export interface ActiveFilter {
  label: string;
  /** Of the list without it. */
  address: string;
}

/** One entry for each chosen value. */
export function listActive<Filters extends ChosenFilters>(
  filters: Filters,
  addressOf: (without: Filters) => string,
): ActiveFilter[] {
  return filterParameters(filters).map(([name, value]) => ({
    label: filterLabel(name, value),
    address: addressOf(name === 'condition' ? toggleCondition(filters, value) : setFilter(filters, name, '')),
  }));
}

function filterLabel(name: SingleFilter | 'condition', value: string): string {
  switch (name) {
    case 'origin':
      return originNames[value as Origin];
    case 'min_price':
      return `From ${shortDollars(value)}`;
    case 'max_price':
      return `Up to ${shortDollars(value)}`;
    case 'in_stock':
      return 'In stock';
    case 'new_arrivals':
      return 'New arrivals';
    default:
      return value;
  }
}

function shortDollars(amount: string): string {
  return formatShortDollars(parseDollars(amount) ?? 0);
}
