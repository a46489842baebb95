import { z } from 'zod';
import type { CheckoutRequest } from './checkout-request.server.ts';

type Purchase = CheckoutRequest['purchase'];

/** Remembers the unpaid order of a browser for as long as its page can be paid, and a little longer; in seconds. */
const MAX_AGE = 45 * 60;

const cookieName = (purchase: Purchase) => `partyard.checkout.${purchase}`;

/** The order that the same browser has begun to pay before, for the same kind of purchase. */
export function earlierOrderId(request: Request, purchase: Purchase): string | undefined {
  const cookies = request.headers.get('Cookie') ?? '';
  const pattern = new RegExp(`(?:^|; )${cookieName(purchase).replaceAll('.', '\\.')}=([0-9a-f-]{36})(?:;|$)`);
  const [, id] = cookies.match(pattern) ?? [];
  return z.uuid().safeParse(id).data;
}

export function checkoutCookie(siteUrl: string, purchase: Purchase, orderId: string): string {
  // By the shop's public address: behind a proxy, the request itself comes without TLS.
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(purchase)}=${orderId}; Path=/functions/v1; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Lax${secure}`;
}
