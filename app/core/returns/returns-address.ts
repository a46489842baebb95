import { formatReturnNumber } from './return-number.ts';
import type { ReturnAction, ReturnState } from '#core/orders/return.ts';

export const RETURNS_PATH = '/admin/returns';

/** By their names in addresses. The first one is shown first. */
export const returnViews = {
  asked: 'To decide',
  expected: 'Expected',
  here: 'Here',
  closed: 'Closed',
  all: 'All',
} as const;

export type ReturnView = keyof typeof returnViews;

export const viewStates: Record<ReturnView, readonly ReturnState[]> = {
  asked: ['asked'],
  expected: ['approved'],
  here: ['received', 'inspected'],
  closed: ['refused', 'refunded', 'sent_back', 'canceled'],
  all: ['asked', 'approved', 'refused', 'received', 'inspected', 'refunded', 'sent_back', 'canceled'],
};

export interface ReturnsQuery {
  view: ReturnView;
  q: string;
  /** Numbers of returns: the list begins after this one, or ends before it. */
  after?: number | undefined;
  before?: number | undefined;
}

const MAX_SEARCH_LENGTH = 200;

export function readReturnsQuery(parameters: URLSearchParams): ReturnsQuery {
  const view = parameters.get('view') ?? '';
  return {
    view: Object.hasOwn(returnViews, view) ? (view as ReturnView) : 'asked',
    q: (parameters.get('q') ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH_LENGTH),
    after: readNumber(parameters.get('after')),
    before: readNumber(parameters.get('before')),
  };
}

function readNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

export function returnsAddress({ view, q, after, before }: ReturnsQuery, path = RETURNS_PATH): string {
  const parameters = new URLSearchParams({
    ...(view !== 'asked' && { view }),
    ...(q && { q }),
    ...(after !== undefined && { after: String(after) }),
    ...(before !== undefined && { before: String(before) }),
  });
  return `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

export function deskReturnAddress(number: number): string {
  return `${RETURNS_PATH}/${formatReturnNumber(number)}`;
}

export function returnActionAddress(number: number, action: ReturnAction | 'photos'): string {
  return `/admin/return/${formatReturnNumber(number)}/${action}`;
}
