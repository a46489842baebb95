import { type PartsFilters, readPartsFilters } from './parts-filters.ts';

/** Each sort order has an index. */
export const partOrders = ['name', 'price', 'stock'] as const;

export type PartOrder = (typeof partOrders)[number];

export interface PartsQuery {
  q: string;
  order: PartOrder;
  descending: boolean;
  filters: PartsFilters;
  /** Both are cursors. */
  after?: string | undefined;
  before?: string | undefined;
}

export const MAX_QUERY_LENGTH = 200;

export function readPartsQuery(parameters: URLSearchParams): PartsQuery {
  const sort = parameters.get('sort') ?? '';
  const order = partOrders.find((each) => each === sort.replace('-', '')) ?? 'name';
  return {
    q: (parameters.get('q') ?? '').replaceAll('\0', '').trim().slice(0, MAX_QUERY_LENGTH),
    order,
    descending: sort === `-${order}`,
    filters: readPartsFilters(parameters),
    after: parameters.get('after') ?? undefined,
    before: parameters.get('before') ?? undefined,
  };
}

export function partsAddress({ q, order, descending, filters, after, before }: PartsQuery): string {
  const sort = `${descending ? '-' : ''}${order}`;
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  const parameters = new URLSearchParams({
    ...(q && { q }),
    ...(sort !== 'name' && { sort }),
    ...chosen,
    ...(after && { after }),
    ...(before && { before }),
  });
  return `/admin${parameters.size > 0 ? `?${parameters}` : ''}`;
}
