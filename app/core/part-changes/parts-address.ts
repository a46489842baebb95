import { isPartId } from '#core/catalog/part.ts';
import { choice, listAddress, optional, type QueryOf, searchText } from '#core/values/list-address.ts';

/** Order in addresses -> label. Each has an index. The first one is shown first. */
export const partSorts = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  price: 'Price, lowest first',
  '-price': 'Price, highest first',
  stock: 'Stock, least first',
  '-stock': 'Stock, most first',
} as const;

export type PartSort = keyof typeof partSorts;

export type PartOrder = 'name' | 'price' | 'stock';

export const stockFilters = { in: 'For sale', out: 'Out of stock' } as const;
export const priceFilters = { none: 'Without a price' } as const;
export const listingFilters = { hidden: 'Hidden' } as const;

const MAX_NAME_LENGTH = 200;

/** A name of the catalog, or none. */
const name = {
  fallback: undefined,
  read: (text: string) =>
    text.includes('\0') || text.length > MAX_NAME_LENGTH ? undefined : text || undefined,
  write: (text: string | undefined) => text ?? '',
};

const id = {
  fallback: undefined,
  read: (text: string) => (isPartId(text) ? text : undefined),
  write: (text: string | undefined) => text ?? '',
};

/** Filters of the admin's list of parts, besides its search. */
const filters = {
  category: name,
  condition: name,
  stock: optional(stockFilters),
  price: optional(priceFilters),
  /** 'hidden' finds drafts, and parts that were taken off the shop. Undefined finds those in the shop. */
  listing: optional(listingFilters),
  /** Id of the scheduled import or bulk change that has hidden the parts. */
  by: id,
};

export const partsList = listAddress('/admin', { q: searchText(), sort: choice(partSorts), ...filters });

export type PartsQuery = QueryOf<typeof partsList>;

export type PartsFilters = Partial<Pick<PartsQuery, keyof typeof filters>>;

/** Reads the address of the list, or of what is done with all of its parts. Only hidden parts are filtered by what has hidden them. */
export function readPartsQuery(parameters: URLSearchParams): PartsQuery {
  const query = partsList.read(parameters);
  return query.listing === 'hidden' ? query : { ...query, by: undefined };
}

export function filtersOf({ category, condition, stock, price, listing, by }: PartsQuery): PartsFilters {
  return { category, condition, stock, price, listing, by };
}

export function countPartsFilters(chosen: PartsFilters): number {
  return Object.values(chosen).filter((value) => value !== undefined).length;
}

export function readSort(sort: PartSort): { order: PartOrder; descending: boolean } {
  return { order: sort.replace('-', '') as PartOrder, descending: sort.startsWith('-') };
}
