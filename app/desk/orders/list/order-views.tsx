import { formatCount } from '#core/values/format-count.ts';
import { ViewLinks } from '#kit/list/view-links.tsx';
import { ordersList, type OrdersQuery, type OrderView, orderViews } from '#core/orders/orders-address.ts';

interface OrderViewsProps {
  query: OrdersQuery;
  /** Undefined means at least `maxCount`. */
  counts: Record<OrderView, number>;
  maxCount: number;
}

export function OrderViews({ query, counts, maxCount }: OrderViewsProps) {
  return (
    <ViewLinks
      label="Views of orders"
      views={ordersList
        .links(query, 'view', orderViews)
        .map((link) => Object.assign(link, { count: formatCount(counts[link.value], maxCount) }))}
    />
  );
}
