import { useEffect } from 'react';
import { useVisitor } from '#core/accounts/ui/use-visitor.ts';
import { writeStored } from '#core/values/stored.ts';

/** Set in a browser that has shown an order to its buyer. */
export const OWN_ORDERS_KEY = 'own-orders';

/** Returns the address of the visitor's orders. Guests are asked for an order's number and email there. */
export function useOrdersAddress(): string {
  return useVisitor().user ? '/profile?tab=orders' : '/orders';
}

/** The home page links to the orders from then on. */
export function useNoteOwnOrders(hasOrders: boolean): void {
  useEffect(() => {
    if (!hasOrders) return;
    writeStored(OWN_ORDERS_KEY, '1');
    document.documentElement.dataset.orders = '';
  }, [hasOrders]);
}

export function forgetOwnOrders(): void {
  writeStored(OWN_ORDERS_KEY, null);
  delete document.documentElement.dataset.orders;
}
