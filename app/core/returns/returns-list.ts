import type { ReturnState } from '#core/orders/return.ts';
import { RETURNS_PATH } from './returns-address.ts';
import { choice, listAddress, type QueryOf, searchText } from '#core/values/list-address.ts';

/** Name in addresses -> title. The first one is shown first. */
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

export const returnsList = listAddress(RETURNS_PATH, { view: choice(returnViews), q: searchText() });

export type ReturnsQuery = QueryOf<typeof returnsList>;
