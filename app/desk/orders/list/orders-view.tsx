import { useRef } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ShowNews } from '#kit/list/show-news.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { KeyboardHint } from './keyboard-hint.tsx';
import { formatCount, OrderViews } from './order-views.tsx';
import {
  firstPage,
  hasFilters,
  ORDERS_PATH,
  ordersAddress,
  type OrderView,
} from '#core/orders/orders-address.ts';
import { OrdersCards } from './orders-cards.tsx';
import { OrdersTable } from '../orders-table.tsx';
import { OrdersToolbar, SEARCH_ID } from './orders-toolbar.tsx';
import { type LoadedOrders, useLatestOrders } from './use-latest-orders.ts';
import { useSelection } from '#kit/use-selection.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface OrdersViewProps extends LoadedOrders {
  maxCount: number;
  /** The server's time. */
  now: string;
}

const emptyTexts: Record<OrderView, string> = {
  today: 'Nothing has to ship today.',
  'to-ship': 'Every paid order has shipped.',
  overdue: 'No orders are late.',
  shipped: 'No orders have shipped yet.',
  problems: 'No orders need attention.',
  all: 'Paid orders appear here.',
};

export function OrdersView({ maxCount, now, ...loaded }: OrdersViewProps) {
  const { query } = loaded;
  const { list, counts, changes } = useLatestOrders(loaded);
  const { revalidate } = useRevalidator();
  const total = useRef<HTMLParagraphElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const selection = useSelection(list.rows.map(({ number }) => number));
  const searching = useNavigation().location?.pathname === ORDERS_PATH;

  function findLinks() {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>('a[data-order]') ?? [])];
    // The table or the cards.
    return links.filter((link) => link.offsetParent !== null);
  }
  function findCurrent(links: readonly HTMLElement[]) {
    const current = document.activeElement?.closest('tr, li');
    return current ? links.findIndex((link) => current.contains(link)) : -1;
  }
  function move(step: 1 | -1) {
    const links = findLinks();
    const current = findCurrent(links);
    const next = current === -1 ? (step === 1 ? 0 : links.length - 1) : current + step;
    links[next]?.focus();
  }
  const shortcuts = useShortcuts({
    '/': () => document.querySelector<HTMLElement>(`#${SEARCH_ID}`)?.focus(),
    j: () => move(1),
    k: () => move(-1),
    x() {
      const links = findLinks();
      const number = links[findCurrent(links)]?.dataset['order'];
      if (number !== undefined) selection.toggle(number);
    },
  });

  function show() {
    void revalidate();
    // The focused button is gone.
    total.current?.focus();
  }

  const shared = { rows: list.rows, query, selection, now };
  const first = firstPage(query);
  return (
    <>
      <h2 className="sr-only">Orders</h2>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <OrderViews query={query} counts={counts} maxCount={maxCount} />
        <div className="mb-4 flex flex-wrap gap-2">
          <ButtonLink size="small" to="/admin/orders/quotes">
            Quotes
          </ButtonLink>
          <ButtonLink size="small" to="/admin/orders/quotes/new">
            New quote
          </ButtonLink>
          <ButtonLink size="small" to="/admin/orders/quotes/new?kind=counter">
            Counter sale
          </ButtonLink>
        </div>
      </div>
      <OrdersToolbar query={query} />
      <div className="mt-2.5 mb-1.5 flex items-center justify-between gap-3">
        <p ref={total} role="status" tabIndex={-1} className="text-sm text-muted tabular-nums">
          {searching ? 'Loading...' : describeTotal()}
        </p>
        <ShowNews
          label={changes > 0 ? `Show ${changes} ${changes === 1 ? 'change' : 'changes'}` : null}
          onShow={show}
        />
      </div>
      {list.rows.length === 0 ? (
        <EmptyState title="No orders found">
          {hasFilters(query) ? 'No orders in this view match.' : emptyTexts[query.view]}
        </EmptyState>
      ) : (
        <div ref={rows} aria-busy={searching || undefined} className={searching ? 'opacity-60' : undefined}>
          <OrdersTable {...shared} />
          <OrdersCards {...shared} />
          <BulkBar selection={selection} />
          <Pages
            previous={list.previous && ordersAddress({ ...first, before: list.previous })}
            next={list.next && ordersAddress({ ...first, after: list.next })}
          />
          <KeyboardHint areOn={shortcuts.areOn} onTurn={shortcuts.turn} />
        </div>
      )}
    </>
  );

  /** Results of a search are not counted, because that can take long. */
  function describeTotal(): string {
    const count = list.rows.length;
    if (!hasFilters(query)) return name(counts[query.view]);
    if (list.previous || list.next) return `${name(count)} on this page`;
    return `${name(count)} found`;
  }

  function name(count: number): string {
    return `${formatCount(count, maxCount)} ${count === 1 ? 'order' : 'orders'}`;
  }
}
