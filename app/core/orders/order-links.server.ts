import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readCookie, setCookie } from '#core/values/cookie.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { createLinkToken, hashToken } from '#core/platform/link-token.server.ts';

interface LinkedOrder {
  orderId: string;
  number: number | string;
  /** Without a trailing slash. */
  siteUrl: string;
  /** Below the order's page, as 'core' or 'returns/RMA-1042/slip'. Without it, the link leads to the order's page. */
  to?: string;
}

/**
 * Adds a link that opens an order, for the mail to its buyer. It works for 90 days, unless staff revoke it. Of its secret, only
 * the hash is stored; the mail loses it when it is sent (server/mail/redact-secrets.ts).
 */
export async function addOrderLink(
  transaction: Transaction<DB>,
  { orderId, number, siteUrl, to }: LinkedOrder,
): Promise<string> {
  const token = createLinkToken();
  await transaction
    .insertInto('order_links')
    .values({ token_hash: hashToken(token), order_id: orderId })
    .execute();
  const query = to === undefined ? '' : `&to=${to}`;
  return `${siteUrl}/orders/${formatOrderNumber(number)}/open?token=${token}${query}`;
}

/** Where a link can lead, below the order's page. */
export const ORDER_LINK_PAGE = /^(core|returns\/RMA-\d{1,15}(\/slip)?)$/;

/** The secret of a link. */
export const ORDER_TOKEN = /^[\w-]{43}$/;

/** A browser that opened a link sees the order so long without it. */
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** One cookie for each order. */
function cookieOf(number: number) {
  return { name: `partyard.order-${number}` };
}

/** Keeps the secret of an opened link. Unlike an address, it is in no history, log or referrer. */
export function formatOrderCookie(siteUrl: string, number: number, token: string): string {
  return setCookie(cookieOf(number), siteUrl, token, COOKIE_SECONDS);
}

/** The secret of the link to an order that the browser has opened. */
export function readOpenedLink(request: Request, siteUrl: string, number: number): string | undefined {
  return readCookie(cookieOf(number), siteUrl, request.headers.get('Cookie'), ORDER_TOKEN);
}
