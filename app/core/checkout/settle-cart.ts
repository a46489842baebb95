import { MAX_SETTLED } from '#core/carts/cart.ts';
import { removeBought } from '#core/carts/cart-lines.ts';
import { recordEvent } from '#core/audit/record-event.ts';
import { readStored } from '#core/carts/read-stored.ts';
import { ACCOUNT_CART_KEY } from '#core/carts/account-cart-key.ts';
import { changeCart, readCart } from '#core/carts/cart-store.ts';

/** Payments whose parts were removed from the cart, by session id. A reload must not remove them again. */
const SETTLED_KEY = 'cart.settled';

/** Removes a payment's parts from the cart. Returns false if this was done before. */
export function settleCart(
  sessionId: string,
  bought: readonly { partId: string | null; quantity: number }[],
): boolean {
  const settled = readSettled();
  if (settled.includes(sessionId)) return false;
  // The server has taken them out of the account's cart, and the browser knows it.
  const isTakenOut = readStored(ACCOUNT_CART_KEY)?.includes(`"${sessionId}"`);
  if (!isTakenOut) changeCart((items) => removeBought(items, bought));
  if (readCart().length === 0) recordEvent('cart_clear', { reason: 'paid' });
  try {
    localStorage.setItem(SETTLED_KEY, JSON.stringify([sessionId, ...settled]));
  } catch {}
  return true;
}

/** The newest of them, newest first. */
export function readSettled(): string[] {
  try {
    // The shop stores a list; anything else is an error here.
    const settled = JSON.parse(localStorage.getItem(SETTLED_KEY) ?? '[]') as unknown[];
    return settled.filter((id) => typeof id === 'string').slice(0, MAX_SETTLED);
  } catch {
    return [];
  }
}
