import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Pages } from '#kit/list/pages.tsx';
import { ListStatus } from '#kit/list/list-status.tsx';
import { useLatestList } from '#core/live/ui/use-latest-list.ts';
import type { OrderList, OrderRow } from '#core/orders/list-orders.server.ts';
import type { ViewCounts } from '#core/orders/order-views.server.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { KeyboardHint } from './keyboard-hint.tsx';
import { formatCount } from '#core/values/format-count.ts';
import { OrderViews } from './order-views.tsx';
import {
  hasFilters,
  ORDERS_PATH,
  ordersList,
  type OrdersQuery,
  type OrderView,
} from '#core/orders/orders-address.ts';
import { OrdersCards } from './orders-cards.tsx';
import { OrdersTable } from '../orders-table.tsx';
import { OrdersToolbar, SEARCH_ID } from './orders-toolbar.tsx';
import { showToast } from '#kit/show-toast.ts';
import { useSelection } from '#kit/use-selection.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface OrdersViewProps {
  query: OrdersQuery;
  list: OrderList;
  counts: ViewCounts;
  maxCount: number;
  /** Time of the server. */
  now: string;
  /** Number of the newest change before the list was read. */
  asOf: number;
}

const emptyTexts: Record<OrderView, string> = {
  today: 'Nothing has to ship today.',
  'to-ship': 'No orders wait to be shipped.',
  overdue: 'No orders are late.',
  'on-hold': 'No orders are on hold.',
  shipped: 'No orders have shipped yet.',
  problems: 'No orders need attention.',
  all: 'Paid orders appear here.',
};

export function OrdersView(loaded: OrdersViewProps) {
  const { latest, changes } = useLatestList<OrderRow, OrdersViewProps>('admin:orders', loaded);
  const { query, list, counts, maxCount, now } = latest;
  const rows = useRef<HTMLDivElement>(null);
  const selection = useSelection(list.rows.map(({ number }) => number));
  const bulk = useAction({
    failure: 'Error',
    showsDone: true,
    // The note lists the orders that refused the action.
    onDone: ({ message = '', note }) =>
      void showToast({ title: message, description: note, kind: note === undefined ? 'success' : 'error' }),
  });
  const searching = useNavigation().location?.pathname === ORDERS_PATH;

  function findLinks() {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>('a[data-order]') ?? [])];
    // Skips the links of the layout that is hidden: the table or the cards.
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

  const shared = { rows: list.rows, query, selection, now };
  const first = ordersList.first(query);
  return (
    <>
      <ScreenHead title="Orders">
        <ButtonLink to="/admin/orders/quotes/new?kind=counter">Counter sale</ButtonLink>
        <ButtonLink to="/admin/orders/quotes/new" variant="primary">
          New quote
        </ButtonLink>
      </ScreenHead>
      <div className="list-bar">
        <OrderViews query={query} counts={counts} maxCount={maxCount} />
        <OrdersToolbar query={query} />
      </div>
      <ListStatus changes={changes}>{describeTotal()}</ListStatus>
      {list.rows.length === 0 ? (
        <EmptyState title="No orders found">
          {hasFilters(query) ? 'No orders in this view match.' : emptyTexts[query.view]}
        </EmptyState>
      ) : (
        <div ref={rows} aria-busy={searching || undefined} className={searching ? 'opacity-60' : undefined}>
          <OrdersTable {...shared} />
          <OrdersCards {...shared} />
          <BulkBar selection={selection} action={bulk} />
          <Pages
            previous={list.previous && ordersList.write({ ...first, before: list.previous })}
            next={list.next && ordersList.write({ ...first, after: list.next })}
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
