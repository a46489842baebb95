import { useEffect } from 'react';
import { useVisitor } from '#core/accounts/ui/use-visitor.ts';
import { ACCOUNT_CART_KEY } from '#core/carts/cart-store.ts';
import { readStored } from '#core/values/stored.ts';

/** Loads the code that only signed-in users need. It also removes a user's data from the browser when a session ends. */
export function useSignedIn(): void {
  const { user } = useVisitor();
  const userId = user && user.id;
  useEffect(() => {
    if (userId || (userId === null && readStored(ACCOUNT_CART_KEY)))
      void import('./follow-user.ts').then((module) => module.followUser(userId), console.warn);
  }, [userId]);
}
