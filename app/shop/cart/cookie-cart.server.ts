import { setCookie, readCookie } from '#core/values/cookie.ts';
import {
  COOKIE_CART_FORMAT,
  type CookieCart,
  countCookiePart,
  formatCookieCart,
  parseCookieCart,
  setCookieLine,
} from '#core/carts/cookie-cart.ts';
import { canBeBought, isPartId, type Part } from '#core/catalog/part.ts';

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** It has no secrets, and a script moves it (take-cookie-cart.ts). */
const COOKIE = { name: 'partyard.cart', isReadable: true };

export function readCookieCart(request: Request, siteUrl: string): CookieCart {
  return parseCookieCart(readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), COOKIE_CART_FORMAT));
}

export function cookieCartHeader(siteUrl: string, cart: CookieCart): string {
  const value = formatCookieCart(cart);
  return setCookie(COOKIE, siteUrl, value, value === '' ? 0 : MAX_AGE_SECONDS);
}

/** What a form of a part or of the cart asks for. */
export type CartChange = { add: string } | { partId: string; quantity: number };

/** Undefined: not what the forms send. */
export function readCartChange(fields: FormData): CartChange | undefined {
  const [add, partId, quantity] = ['add', 'part', 'quantity'].map((name) => fields.get(name));
  if (typeof add === 'string') return isPartId(add) ? { add: add.toLowerCase() } : undefined;
  if (typeof partId !== 'string' || typeof quantity !== 'string' || !isPartId(partId)) return undefined;
  return /^\d{1,3}$/.test(quantity)
    ? { partId: partId.toLowerCase(), quantity: Number(quantity) }
    : undefined;
}

/** Adds one piece of a part that can be bought, while it has more of them. */
export function addToCookieCart(cart: CookieCart, part: Part): CookieCart {
  const pieces = countCookiePart(cart, part.id) + 1;
  return canBeBought(part) && pieces <= part.stock ? setCookieLine(cart, part.id, pieces) : cart;
}
