import type { Transaction } from 'kysely';
import { orderPlace } from '#core/orders/order-range.server.ts';
import { writeCursor } from '#core/platform/list-page.server.ts';
import type { DB } from '#db/types.ts';
import { type ListOptions, listOrders } from '#core/orders/list-orders.server.ts';
import { isSortedByDeadline, type OrdersQuery } from '#core/orders/orders-address.ts';

export interface Neighbors {
  /** Lacks the 'PY-'. */
  previous: string | null;
  next: string | null;
}

/** Finds the orders before and after one in a view. */
export async function findNeighbors(
  transaction: Transaction<DB>,
  query: OrdersQuery,
  { number, shipBy }: { number: string; shipBy: string | null },
  { timeZone }: ListOptions,
): Promise<Neighbors> {
  if (isSortedByDeadline(query.view) && shipBy === null) return { previous: null, next: null };
  const place = writeCursor(orderPlace(query.view, { number, shipBy: shipBy ?? '' }));
  const one = async (cursor: Pick<OrdersQuery, 'after' | 'before'>) => {
    const cut = { ...query, after: undefined, before: undefined, ...cursor };
    const { rows } = await listOrders(transaction, cut, { timeZone, pageSize: 1 });
    return rows[0]?.number ?? null;
  };
  return { previous: await one({ before: place }), next: await one({ after: place }) };
}
