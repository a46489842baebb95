import { useSyncExternalStore } from 'react';
import { type OwnHold, readOwnHolds, subscribeToHolds } from '#core/accounts/own-holds.ts';
import type { CartItem } from '#core/carts/cart.ts';

/** Finds the open payment of this cart. Buy Now has payments of its own. */
export function useCartPayment(items: readonly CartItem[]): OwnHold | undefined {
  const holds = useSyncExternalStore(subscribeToHolds, readOwnHolds, () => undefined);
  return items.flatMap(({ id }) => holds?.get(id) ?? []).find(({ purchase }) => purchase === 'cart');
}
