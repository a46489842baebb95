import { MAX_QUANTITY } from './cart.ts';
import { isPartId } from '#core/catalog/part.ts';

/** The cart of a browser without scripts. A script moves it into `cart.items` (Spec §9). */
export interface CookieCart {
  lines: CookieLine[];
  /** Session ids of paid carts whose parts were removed, newest first. */
  settled: string[];
}

export interface CookieLine {
  partId: string;
  quantity: number;
}

/** Browsers keep 4 kB. */
export const MAX_COOKIE_LINES = 40;

const MAX_COOKIE_SETTLED = 5;

const SESSION_ID = /^[\w-]{1,120}$/;

/** As in `<part id>.2_<part id>.1!<session id>`. Any other text is no cart. */
export const COOKIE_CART_FORMAT = /^[\da-f.\-_]{0,2000}(![\w-]{1,120}){0,5}$/;

export const emptyCookieCart: CookieCart = { lines: [], settled: [] };

/** Drops invalid lines. */
export function parseCookieCart(value: string | undefined): CookieCart {
  if (value === undefined || !COOKIE_CART_FORMAT.test(value)) return emptyCookieCart;
  const [list = '', ...settled] = value.split('!');
  const cart = list.split('_').reduce<CookieCart>((before, line) => {
    const [partId = '', quantity = ''] = line.split('.');
    const isLine = isPartId(partId) && /^[1-9]\d{0,2}$/.test(quantity);
    return isLine ? setCookieLine(before, partId, Number(quantity)) : before;
  }, emptyCookieCart);
  return { ...cart, settled };
}

/** Empty for a cart without lines and payments. */
export function formatCookieCart({ lines, settled }: CookieCart): string {
  const list = lines.map(({ partId, quantity }) => `${partId}.${quantity}`).join('_');
  return [list, ...settled].join('!');
}

/** Pieces of a part in the cart. */
export function countCookiePart({ lines }: CookieCart, partId: string): number {
  return lines.find((line) => line.partId === partId)?.quantity ?? 0;
}

/** Sets the pieces of a part. 0 removes it. A full cart takes no more parts. */
export function setCookieLine(cart: CookieCart, partId: string, quantity: number): CookieCart {
  const { lines } = cart;
  const line = { partId, quantity: Math.min(quantity, MAX_QUANTITY) };
  const isIn = lines.some((other) => other.partId === partId);
  if (quantity <= 0) return { ...cart, lines: lines.filter((other) => other.partId !== partId) };
  if (isIn) return { ...cart, lines: lines.map((other) => (other.partId === partId ? line : other)) };
  return lines.length < MAX_COOKIE_LINES ? { ...cart, lines: [...lines, line] } : cart;
}

/** Removes paid pieces once for each payment. */
export function settleCookieCart(
  cart: CookieCart,
  sessionId: string,
  bought: readonly { partId: string | null; quantity: number }[],
): CookieCart {
  if (cart.settled.includes(sessionId) || !SESSION_ID.test(sessionId)) return cart;
  const left = bought.reduce(
    (rest, { partId, quantity }) =>
      partId === null ? rest : setCookieLine(rest, partId, countCookiePart(rest, partId) - quantity),
    cart,
  );
  return { ...left, settled: [sessionId, ...cart.settled].slice(0, MAX_COOKIE_SETTLED) };
}
