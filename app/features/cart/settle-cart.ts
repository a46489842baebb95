import { MOST_SETTLED } from '#domain/cart.ts';
import { takeOut } from '#domain/cart-lines.ts';
import { noteEvent } from '#audit/browser';
import { changeCart, readCart } from './cart-store.ts';

/** The payments whose parts were taken out of the cart already: a reload must not do it again. */
const STORAGE_KEY = 'cart.settled';

/** Takes what a payment has bought out of the cart, in all tabs, once. Returns false when it was done before. */
export function settleCart(
  sessionId: string,
  bought: readonly { partId: string | null; quantity: number }[],
): boolean {
  const settled = readSettled();
  if (settled.includes(sessionId)) return false;
  changeCart((items) => takeOut(items, bought));
  if (readCart().length === 0) noteEvent('cart_clear', { reason: 'paid' });
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([sessionId, ...settled].slice(0, MOST_SETTLED)));
  } catch {
    // Storage that takes nothing has no cart to take anything out of twice.
  }
  return true;
}

/** The payments whose parts were taken out of the cart, the newest first. */
export function readSettled(): string[] {
  try {
    const settled: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(settled)
      ? settled.filter((id) => typeof id === 'string').slice(0, MOST_SETTLED)
      : [];
  } catch {
    return [];
  }
}
