import { useEffect } from 'react';
import { onSignOut } from '#features/accounts/sign-out.ts';
import { useVisitor } from '#features/accounts/use-visitor.ts';
import { hasAccountCart } from '#features/cart/account-cart-key.ts';

const load = () => import('#features/cart/account-cart.ts').catch(() => undefined);

async function follow(userId: string, signal: AbortSignal): Promise<void> {
  const module = await load();
  if (!module || signal.aborted) return;
  const cart = module.followAccountCart(userId);
  const removeFarewell = onSignOut(cart.flush);
  signal.addEventListener('abort', cart.stop);
  signal.addEventListener('abort', removeFarewell);
}

/** Keeps the cart of a signed-in user with the account, and removes it from the browser at the end of the session. */
export function AccountCart() {
  const { user, isUnknown } = useVisitor();
  const userId = user?.id;

  useEffect(() => {
    if (userId === undefined) return;
    const controller = new AbortController();
    void follow(userId, controller.signal);
    return () => controller.abort();
  }, [userId]);

  const isSignedOut = user === null && !isUnknown;
  useEffect(() => {
    if (isSignedOut && hasAccountCart()) void load().then((module) => module?.leaveAccountCart());
  }, [isSignedOut]);
  return null;
}
