export interface CustomersQuery {
  q: string;
  /** Cursors of the pages. */
  after?: string | undefined;
  before?: string | undefined;
}

export const MAX_QUERY_LENGTH = 200;

export function readCustomersQuery(parameters: URLSearchParams): CustomersQuery {
  return {
    q: (parameters.get('q') ?? '').replaceAll('\0', '').trim().slice(0, MAX_QUERY_LENGTH),
    after: parameters.get('after') ?? undefined,
    before: parameters.get('before') ?? undefined,
  };
}

export function customersAddress({ q, after, before }: CustomersQuery): string {
  const parameters = new URLSearchParams({
    ...(q && { q }),
    ...(after && { after }),
    ...(before && { before }),
  });
  return `/admin/customers${parameters.size > 0 ? `?${parameters}` : ''}`;
}
