import { listActive } from '../active-filters.ts';
import { readAddressFilters } from '../read-filters.ts';
import { readCar } from '#core/fitment/car-parameter.ts';
import type { JunkyardSearch } from '#core/search/junkyard-address.ts';
import type { Facets } from '#core/search/facets.ts';
import { readSort } from '#core/search/list-sorts.ts';

export function readSearch(values: URLSearchParams | FormData): JunkyardSearch {
  // PostgreSQL refuses NUL. The replacement matches no part.
  const text = (field: string) => String(values.get(field) ?? '').replaceAll('\0', '\uFFFD');
  return {
    ...readAddressFilters(values),
    fit_by: [],
    q: text('q').trim(),
    car: readCar(text('car')) ? text('car') : '',
    sort: readSort(text('sort')),
    spelling: text('spelling') && 'typed',
    view: text('view') === 'list' ? 'list' : '',
  };
}

/** `facets` has the names of kinds. */
export function junkyardTitle(search: JunkyardSearch, facets: Pick<Facets, 'kinds'> | null): string {
  const { q } = search;
  const filled = [q && `"${q}"`, ...listActive(search, () => '', facets).map(({ label }) => label)]
    .filter(Boolean)
    .join(', ');
  return `${filled && `${filled} | `}Junkyard`;
}
