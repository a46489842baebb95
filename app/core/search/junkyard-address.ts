import { type ChosenFilters, filterParameters, noFilters } from './chosen-filters.ts';
import type { ListSort } from './list-sorts.ts';

/** An empty `sort` sorts by match. The spelling 'typed' keeps the text uncorrected. */
export interface JunkyardSearch extends ChosenFilters {
  q: string;
  /** The shopper's vehicle (writeCar). Parts that fit it come first. */
  car: string;
  sort: ListSort;
  spelling: '' | 'typed';
  /** 'list' is used without JavaScript. With JavaScript, the browser remembers the view. */
  view: '' | 'list';
}

export const emptySearch: JunkyardSearch = { ...noFilters, q: '', car: '', sort: '', spelling: '', view: '' };

export const MAX_QUERY_LENGTH = 200;

/** Lists the parameters that the filters do not change. */
export function keptParameters({ q, car, sort, spelling, view }: JunkyardSearch): [string, string][] {
  return Object.entries({ q, car, sort, spelling, view }).filter(([, value]) => value !== '');
}

/** `after` is the cursor of a later page. */
export function junkyardAddress(search: JunkyardSearch, after?: string): string {
  const { q, ...others } = search;
  const query = new URLSearchParams([
    ...(q === '' ? [] : [['q', q]]),
    ...filterParameters(search),
    ...keptParameters({ ...others, q: '' }),
    ...(after === undefined ? [] : [['after', after]]),
  ]).toString();
  return query ? `/junkyard?${query}` : '/junkyard';
}

/** Returns the parameters with which the API finds the same parts. */
export function countsQuery({
  q,
  car,
  ...filters
}: ChosenFilters & Pick<JunkyardSearch, 'q' | 'car'>): string {
  const text = Object.entries({ q, car }).filter(([, value]) => value !== '');
  return `?${new URLSearchParams([...text, ...filterParameters(filters)])}`;
}
