import { formatOrderNumber } from '#core/values/order-number.ts';
import { choice, listAddress, type QueryOf } from '#core/values/list-address.ts';
import { quoteStateLabels } from './quote.ts';

export const QUOTES_PATH = '/admin/orders/quotes';

export const quotesList = listAddress(QUOTES_PATH, { state: choice({ ...quoteStateLabels, all: 'All' }) });

export type QuotesQuery = QueryOf<typeof quotesList>;

export function quoteAddress(number: string | number): string {
  return `${QUOTES_PATH}/${formatOrderNumber(number)}`;
}

export function changeQuoteAddress(number: string | number): string {
  return `${quoteAddress(number)}/change`;
}

export function newSaleAddress(kind: 'quote' | 'counter', partId?: string): string {
  const parameters = new URLSearchParams();
  if (kind === 'counter') parameters.set('kind', kind);
  if (partId !== undefined) parameters.set('part', partId);
  return `${QUOTES_PATH}/new${parameters.size > 0 ? `?${parameters}` : ''}`;
}
