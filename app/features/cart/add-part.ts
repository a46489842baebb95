import { addItem, toCartItem, countPart, MAX_QUANTITY } from '#domain/cart.ts';
import type { Part } from '#domain/part.ts';
import { recordEvent } from '#audit/browser';
import { showToast } from '#ui/show-toast.ts';
import { changeCart, readCart } from './cart-store.ts';

/** Returns false, with a toast, if the cart has all available pieces. */
export function addPart(part: Part): boolean {
  const max = Math.min(part.stock, MAX_QUANTITY);
  if (countPart(readCart(), part.id) >= max) {
    void showToast({
      kind: 'error',
      title: `Only ${max} in stock`,
      description: `${part.name}: you already have ${max === 1 ? 'it' : 'all of them'} in your cart.`,
    });
    return false;
  }
  changeCart((items) => addItem(items, toCartItem(part)));
  recordEvent('cart_add', { quantity: 1 }, ['part', part.id]);
  return true;
}
