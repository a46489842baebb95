import { formatOrderNumber } from '#core/values/order-number.ts';
import { type QuoteState, quoteStateLabels } from './quote.ts';

export const QUOTES_PATH = '/admin/orders/quotes';

export interface QuotesQuery {
  /** Undefined: all. */
  state?: QuoteState | undefined;
  /** Cursors: the list begins after this number, or ends before it. */
  after?: string | undefined;
  before?: string | undefined;
}

export function readQuotesQuery(parameters: URLSearchParams): QuotesQuery {
  const state = parameters.get('state') ?? 'open';
  return {
    state: Object.hasOwn(quoteStateLabels, state) ? (state as QuoteState) : undefined,
    after: readCursor(parameters.get('after')),
    before: readCursor(parameters.get('before')),
  };
}

function readCursor(text: string | null): string | undefined {
  return text !== null && /^\d{1,12}$/.test(text) ? text : undefined;
}

export function quotesAddress({ state, after, before }: QuotesQuery, path = QUOTES_PATH): string {
  const parameters = new URLSearchParams();
  if (state !== 'open') parameters.set('state', state ?? 'all');
  if (after !== undefined) parameters.set('after', after);
  if (before !== undefined) parameters.set('before', before);
  return `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

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
