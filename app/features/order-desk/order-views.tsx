import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import { firstPage, ordersAddress, type OrdersQuery, type OrderView, orderViews } from './orders-address.ts';

interface OrderViewsProps {
  query: OrdersQuery;
  /** Undefined: at least `maxCount`. */
  counts: Record<OrderView, number>;
  maxCount: number;
}

export function OrderViews({ query, counts, maxCount }: OrderViewsProps) {
  return (
    <nav aria-label="Views of orders" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {(Object.keys(orderViews) as OrderView[]).map((view) => (
          <li key={view}>
            <Link
              to={ordersAddress({ ...firstPage(query), view })}
              preventScrollReset
              aria-current={view === query.view ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-9 items-center gap-2 rounded-md border px-3 text-sm font-semibold no-underline transition-colors',
                view === query.view
                  ? 'border-link bg-chosen text-link'
                  : 'border-line-strong bg-surface text-ink hover:bg-hover',
              )}
            >
              {orderViews[view]}
              <span className="font-normal text-muted tabular-nums">
                {formatCount(counts[view], maxCount)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** '999+' instead of a number that took long to count. */
export function formatCount(count: number, maxCount: number): string {
  return count >= maxCount ? `${(maxCount - 1).toLocaleString('en-US')}+` : count.toLocaleString('en-US');
}
