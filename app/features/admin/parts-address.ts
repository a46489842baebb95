/** The orders of the parts table: those that an index serves at any size. */
export const partOrders = ['name', 'price', 'stock'] as const;

export type PartOrder = (typeof partOrders)[number];

/** Which page of which parts the table shows; all of it stands in the address. */
export interface PartsQuery {
  q: string;
  order: PartOrder;
  descending: boolean;
  /** Behind, or before, the part that this names. */
  after?: string | undefined;
  before?: string | undefined;
}

/** So long a search can be. */
export const MOST_LETTERS = 200;

export function readPartsQuery(parameters: URLSearchParams): PartsQuery {
  const sort = parameters.get('sort') ?? '';
  const order = partOrders.find((each) => each === sort.replace('-', '')) ?? 'name';
  return {
    q: (parameters.get('q') ?? '').replaceAll('\0', '').trim().slice(0, MOST_LETTERS),
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
