import { z } from 'zod';
import { readCookie, setCookie } from '#domain/cookie.ts';
import type { CheckoutRequest } from './checkout-request.server.ts';

type Purchase = CheckoutRequest['purchase'];

/** Remembers the unpaid order of a browser for as long as its page can be paid, and a little longer; in seconds. */
const MAX_AGE = 45 * 60;

const cookieOf = (purchase: Purchase) => ({ name: `partyard.checkout.${purchase}`, path: '/functions/v1' });

/** The order that the same browser has begun to pay before, for the same kind of purchase. */
export function earlierOrderId(request: Request, siteUrl: string, purchase: Purchase): string | undefined {
  const id = readCookie(cookieOf(purchase), siteUrl, request.headers.get('Cookie'), /^[0-9a-f-]{36}$/);
  return z.uuid().safeParse(id).data;
}

export function checkoutCookie(siteUrl: string, purchase: Purchase, orderId: string): string {
  // By the shop's public address: behind a proxy, the request itself comes without TLS.
  return setCookie(cookieOf(purchase), siteUrl, orderId, MAX_AGE);
}
