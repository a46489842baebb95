import type { RouterContextProvider } from 'react-router';
import type { BuyerOrder } from '#domain/buyer-order.ts';
import { readCookie, setCookie } from '#domain/cookie.ts';
import { accountsContext, databaseContext, shopContext } from '#services';
import { readBuyerOrder } from './read-buyer-order.server.ts';

/** A browser that opened a link sees the order so long without it. */
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

export const TOKEN = /^[\w-]{43}$/;

/** Of pages that only their buyer may see. */
export const privateHeaders = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };

/** The headers of a page whose action may say how long to wait. */
export function orderHeaders({
  actionHeaders,
}: {
  actionHeaders?: Headers | undefined;
}): Record<string, string> {
  const retryAfter = actionHeaders?.get('Retry-After');
  return { ...privateHeaders, ...(retryAfter && { 'Retry-After': retryAfter }) };
}

export function retryHeaders({ retryAfter }: { retryAfter?: number }): HeadersInit | undefined {
  return retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) };
}

/** One cookie for each order. The path is that of all orders: the data of a page has an address beside the page's. */
function cookieOf(number: number) {
  return { name: `partyard.order-${number}`, path: '/orders' };
}

/** Keeps the secret of an opened link. Unlike an address, it is in no history, log or referrer. */
export function formatOrderCookie(siteUrl: string, number: number, token: string): string {
  return setCookie(cookieOf(number), siteUrl, token, COOKIE_SECONDS);
}

export interface OpenedOrder {
  order: BuyerOrder;
  /** The buyer's mailbox is proven: by a link, or by the account. */
  ownsMailbox: boolean;
  userId: string | undefined;
}

/** The order, if the browser has opened a link to it or its buyer is signed in. */
export async function readOpenedOrder(
  request: Request,
  context: Readonly<RouterContextProvider>,
  number: number,
): Promise<OpenedOrder | undefined> {
  const { siteUrl } = context.get(shopContext);
  const { user } = await context.get(accountsContext).readVisitor(request);
  const token = readCookie(cookieOf(number), siteUrl, request.headers.get('Cookie'), TOKEN);
  const order = await readBuyerOrder(context.get(databaseContext), { number, userId: user?.id, token });
  if (!order) return undefined;
  const ownsMailbox = token !== undefined || user?.email === order.buyer?.email?.toLowerCase();
  return { order, ownsMailbox, userId: user?.id };
}
