import type { PartSort } from '#core/catalog/catalog-query.ts';

/** The sort orders besides the one by match, with their labels. */
export const listSorts = {
  name: 'Name',
  price_asc: 'Price Low to High',
  price_desc: 'Price High to Low',
  newest: 'Newest',
  mileage: 'Mileage Low to High',
} as const satisfies Partial<Record<PartSort, string>>;

/** '' is the order by match. */
export type ListSort = '' | keyof typeof listSorts;

export function readSort(text: string): ListSort {
  return Object.hasOwn(listSorts, text) ? (text as ListSort) : '';
}
