import { choice, day, listAddress, optional, type QueryOf, searchText } from '#core/values/list-address.ts';
import { progressLabels } from './order-progress.ts';

/** Name in addresses -> label. The first view is shown first. */
export const orderViews = {
  today: 'Today',
  'to-ship': 'To ship',
  overdue: 'Overdue',
  'on-hold': 'On hold',
  shipped: 'Shipped',
  problems: 'Problems',
  all: 'All',
} as const;

export type OrderView = keyof typeof orderViews;

export const ORDERS_PATH = '/admin/orders';

export const ordersList = listAddress(ORDERS_PATH, {
  view: choice(orderViews),
  q: searchText(),
  fulfillment: optional({ ship: 'Shipping', pickup: 'Pickup' }),
  state: optional(progressLabels),
  /** First and last day of the placed orders. */
  from: day(),
  to: day(),
});

export type OrdersQuery = QueryOf<typeof ordersList>;

/** Tells whether a view is of work that waits, the most urgent first. All other views begin with the newest order. */
export function isSortedByDeadline(view: OrderView): boolean {
  return view === 'today' || view === 'to-ship' || view === 'overdue' || view === 'on-hold';
}

export function hasFilters({ q, fulfillment, state, from, to }: OrdersQuery): boolean {
  return [q, fulfillment, state, from, to].some((each) => each !== undefined && each !== '');
}
