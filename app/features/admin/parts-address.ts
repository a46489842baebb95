/** Sort orders that have an index. */
export const partOrders = ['name', 'price', 'stock'] as const;

export type PartOrder = (typeof partOrders)[number];

export interface PartsQuery {
  q: string;
  order: PartOrder;
  descending: boolean;
  /** Cursors. */
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
    after: parameters.get('after') ?? undefined,
    before: parameters.get('before') ?? undefined,
  };
}

export function partsAddress({ q, order, descending, after, before }: PartsQuery): string {
  const sort = `${descending ? '-' : ''}${order}`;
  const parameters = new URLSearchParams({
    ...(q && { q }),
    ...(sort !== 'name' && { sort }),
    ...(after && { after }),
    ...(before && { before }),
  });
  return `/admin${parameters.size > 0 ? `?${parameters}` : ''}`;
}
