import { addItem, cartItem, countOf, MOST_OF_ONE } from '#domain/cart.ts';
import type { Part } from '#domain/part.ts';
import { noteEvent } from '#audit/browser';
import { showToast } from '#ui/show-toast.ts';
import { changeCart, readCart } from './cart-store.ts';

/** Adds one of the part. When all that can be bought is in the cart already, says so and adds nothing. */
export function addPart(part: Part): boolean {
  const most = Math.min(part.stock, MOST_OF_ONE);
  if (countOf(readCart(), part.id) >= most) {
    void showToast({
      kind: 'error',
      title: `Only ${most} in stock`,
      description: `${part.name}: you have ${most === 1 ? 'it' : 'all of them'} in your cart already.`,
    });
    return false;
  }
  changeCart((items) => addItem(items, cartItem(part)));
  noteEvent('cart_add', { quantity: 1 }, ['part', part.id]);
  return true;
}
