import { useLatestFrom } from '#core/live/ui/use-latest.ts';
import { countListChanges } from '#core/live/list-changes.ts';
import type { OrderList, OrderRow } from '#core/orders/list-orders.server.ts';
import type { ViewCounts } from '#core/orders/order-views.server.ts';
import { ORDERS_PATH, ordersAddress, type OrdersQuery } from '#core/orders/orders-address.ts';

export interface Orders {
  list: OrderList;
  counts: ViewCounts;
}

export interface LoadedOrders extends Orders {
  query: OrdersQuery;
  /** The number of the newest change before. */
  asOf: number;
}

/** The loaded rows in their places, with their newest values, and how many rows were added, removed or moved. */
export function useLatestOrders({ query, list, counts, asOf }: LoadedOrders): Orders & { changes: number } {
  const address = ordersAddress(query, `${ORDERS_PATH}.json`);
  const latest = useLatestFrom<Orders>(address, 'admin:orders', list, asOf);
  if (!latest) return { list, counts, changes: 0 };
  const newest = new Map(latest.list.rows.map((row) => [row.id, row]));
  return {
    list: { ...list, rows: list.rows.map((row) => newest.get(row.id) ?? markMoved(row)) },
    counts: latest.counts,
    changes: countListChanges(
      list.rows.map(({ id }) => id),
      [...newest.keys()],
    ),
  };
}

/** What was loaded of it can be wrong by now. */
function markMoved(row: OrderRow): OrderRow {
  return { ...row, hasMoved: true };
}
