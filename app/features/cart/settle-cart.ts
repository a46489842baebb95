import { MAX_SETTLED } from '#domain/cart.ts';
import { removeBought } from '#domain/cart-lines.ts';
import { recordEvent } from '#audit/browser';
import { changeCart, readCart } from './cart-store.ts';

/** Payments whose parts were removed from the cart, by session id. A reload must not remove them again. */
const STORAGE_KEY = 'cart.settled';

/** Removes a payment's parts from the cart. Returns false if this was done before. */
export function settleCart(
  sessionId: string,
  bought: readonly { partId: string | null; quantity: number }[],
): boolean {
  const settled = readSettled();
  if (settled.includes(sessionId)) return false;
  changeCart((items) => removeBought(items, bought));
  if (readCart().length === 0) recordEvent('cart_clear', { reason: 'paid' });
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([sessionId, ...settled].slice(0, MAX_SETTLED)));
  } catch {}
  return true;
}

export function readSettled(): string[] {
  try {
    const settled: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(settled) ? settled.filter((id) => typeof id === 'string').slice(0, MAX_SETTLED) : [];
  } catch {
    return [];
  }
}
