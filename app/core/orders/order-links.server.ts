import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readCookie, setCookie } from '#core/values/cookie.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { createLinkToken, hashToken } from '#core/platform/link-token.server.ts';

interface LinkedOrder {
  orderId: string;
  number: number | string;
  /** Has no trailing slash. */
  siteUrl: string;
  /** Path below the order's page: 'core' or 'returns/RMA-1042/slip'. By default, the link leads to the order's page. */
  to?: string;
}

/**
 * Adds a link that opens an order, for the mail to its buyer. It works for 90 days, unless staff revoke it. Stores only the
 * hash of its secret. The mail loses the secret when it is sent (server/mail/redact-secrets.ts).
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

/** Matches the paths below the order's page that a link can lead to. */
export const ORDER_LINK_PAGE = /^(core|returns\/RMA-\d{1,15}(\/slip)?)$/;

/** Matches the secret of a link. */
export const ORDER_TOKEN = /^[\w-]{43}$/;

/** A browser that opened a link sees the order this long without the link. */
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** Names the cookie of an order. */
function cookieOf(number: number) {
  return { name: `partyard.order-${number}` };
}

/** Keeps the secret of an opened link. Unlike an address, it is in no history, log or referrer. */
export function formatOrderCookie(siteUrl: string, number: number, token: string): string {
  return setCookie(cookieOf(number), siteUrl, token, COOKIE_SECONDS);
}

/** Reads the secret of the link to an order that the browser has opened. */
export function readOpenedLink(request: Request, siteUrl: string, number: number): string | undefined {
  return readCookie(cookieOf(number), siteUrl, request.headers.get('Cookie'), ORDER_TOKEN);
}
