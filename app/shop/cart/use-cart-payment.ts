import { useSyncExternalStore } from 'react';
import { type OwnHold, readOwnHolds, subscribeToHolds } from '#core/accounts/own-holds.ts';
import type { CartItem } from '#core/carts/cart.ts';

export interface CartPayment {
  hold: OwnHold;
  /** False if the cart has changed since: paying then opens another page. */
  isSame: boolean;
}

/** Finds the open payment of this cart. Buy Now has payments of its own. */
export function useCartPayment(items: readonly CartItem[]): CartPayment | undefined {
  const holds = useSyncExternalStore(subscribeToHolds, readOwnHolds, () => undefined);
  const held = items.map(({ id }) => holds?.get(id)?.find(({ purchase }) => purchase === 'cart'));
  const hold = held.find((each) => each !== undefined);
  if (!holds || !hold) return undefined;
  const inPayment = [...holds.values()].flat().filter(({ orderId }) => orderId === hold.orderId);
  const isSame =
    inPayment.length === items.length &&
    items.every(({ quantity }, index) => held[index]?.quantity === quantity);
  return { hold, isSame };
}
