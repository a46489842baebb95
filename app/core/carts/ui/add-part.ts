import { addItem, toCartItem, countPart, MAX_QUANTITY } from '../cart.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { recordEvent } from '#core/audit/record-event.ts';
import { showToast } from '#kit/show-toast.ts';
import { changeCart, readCart } from '../cart-store.ts';

/** Adds as many of the pieces as are available, and returns their number. With fewer, a toast says so. */
export function addPart(part: CardPart, wanted = 1): number {
  const max = Math.min(part.stock, MAX_QUANTITY);
  const pieces = Math.min(wanted, Math.max(0, max - countPart(readCart(), part.id)));
  if (pieces < wanted) {
    void showToast({
      kind: 'error',
      title: `Only ${max} in stock`,
      description: `${part.name}: you ${pieces > 0 ? 'now' : 'already'} have ${max === 1 ? 'it' : 'all of them'} in your cart.`,
    });
  }
  if (pieces === 0) return 0;
  changeCart((items) => addItem(items, toCartItem(part), pieces));
  recordEvent('cart_add', { quantity: pieces }, ['part', part.id]);
  return pieces;
}
