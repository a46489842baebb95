import { progressLabels, type Progress } from './order-progress.ts';

/** By their names in addresses. The first one is shown first. */
export const orderViews = {
  today: 'Today',
  'to-ship': 'To ship',
  overdue: 'Overdue',
  shipped: 'Shipped',
  problems: 'Problems',
  all: 'All',
} as const;

export type OrderView = keyof typeof orderViews;

export interface OrdersQuery {
  view: OrderView;
  q: string;
  fulfillment?: 'ship' | 'pickup' | undefined;
  state?: Progress | undefined;
  /** The first and the last day when the orders were placed, as in '2026-12-24'. */
  from?: string | undefined;
  to?: string | undefined;
  /** Cursors: the list begins after this order, or ends before it. */
  after?: string | undefined;
  before?: string | undefined;
}

export const MAX_SEARCH_LENGTH = 200;

export const ORDERS_PATH = '/admin/orders';

/** Views of work that waits, the most urgent first. The others begin with the newest order. */
export function isSortedByDeadline(view: OrderView): boolean {
  return view === 'today' || view === 'to-ship' || view === 'overdue';
}

export function readOrdersQuery(parameters: URLSearchParams): OrdersQuery {
  const view = parameters.get('view') ?? '';
  const fulfillment = parameters.get('fulfillment');
  const state = parameters.get('state') ?? '';
  return {
    view: Object.hasOwn(orderViews, view) ? (view as OrderView) : 'today',
    q: (parameters.get('q') ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH_LENGTH),
    fulfillment: fulfillment === 'ship' || fulfillment === 'pickup' ? fulfillment : undefined,
    state: Object.hasOwn(progressLabels, state) ? (state as Progress) : undefined,
    from: readDay(parameters.get('from')),
    to: readDay(parameters.get('to')),
    after: readCursor(parameters.get('after')),
    before: readCursor(parameters.get('before')),
  };
}

export function ordersAddress(query: OrdersQuery, path = ORDERS_PATH): string {
  const { view, ...rest } = query;
  const filled = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '');
  const parameters = new URLSearchParams(filled as [string, string][]);
  if (view !== 'today') parameters.set('view', view);
  return `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

/** The query without its place in the pages. */
export function firstPage({ after: _, before: __, ...query }: OrdersQuery): OrdersQuery {
  return query;
}

export function hasFilters({ q, fulfillment, state, from, to }: OrdersQuery): boolean {
  return [q, fulfillment, state, from, to].some((each) => each !== undefined && each !== '');
}

/** The place of an order in a list: its number, after its deadline in microseconds if the list is sorted by it. */
export interface OrderPlace {
  number: string;
  shipBy?: string | undefined;
}

export function formatCursor({ number, shipBy }: OrderPlace): string {
  return shipBy === undefined ? number : `${shipBy}-${number}`;
}

export function parseCursor(cursor: string): OrderPlace {
  const [first = '', second] = cursor.split('-');
  return second === undefined ? { number: first } : { shipBy: first, number: second };
}

function readCursor(text: string | null): string | undefined {
  return text !== null && /^(\d{1,16}-)?\d{1,12}$/.test(text) ? text : undefined;
}

function readDay(text: string | null): string | undefined {
  if (text === null || !/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined;
}
