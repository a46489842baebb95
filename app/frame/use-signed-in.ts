import { useEffect } from 'react';
import { useVisitor } from '#core/accounts/ui/use-visitor.ts';
import { ACCOUNT_CART_KEY } from '#core/carts/cart-store.ts';
import { readStored } from '#core/values/stored.ts';

/** Loads what only signed-in users need, and what the end of a session removes from the browser. */
export function useSignedIn(): void {
  const { user } = useVisitor();
  const userId = user && user.id;
  useEffect(() => {
    if (userId || (userId === null && readStored(ACCOUNT_CART_KEY)))
      void import('./follow-user.ts').then((module) => module.followUser(userId), console.warn);
  }, [userId]);
}
