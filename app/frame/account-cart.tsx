import { useEffect } from 'react';
import { onSignOut } from '#features/accounts/sign-out.ts';
import { useVisitor } from '#features/accounts/use-visitor.ts';
import { hasAccountCart } from '#features/cart/account-cart-key.ts';

const load = () => import('#features/cart/account-cart.ts').catch(() => undefined);

/** Keeps the cart of a signed-in user with the account, and removes it from the browser at the end of the session. */
export function AccountCart() {
  const { user, isUnknown } = useVisitor();
  const userId = user?.id;

  useEffect(() => {
    if (userId === undefined) return;
    let stop: (() => void) | undefined;
    let stopped = false;
    void load().then((module) => {
      if (!module || stopped) return;
      const followed = module.followAccountCart(userId);
      const removeFarewell = onSignOut(followed.flush);
      stop = () => {
        followed.stop();
        removeFarewell();
      };
    });
    return () => {
      stopped = true;
      stop?.();
    };
  }, [userId]);

  const isSignedOut = user === null && !isUnknown;
  useEffect(() => {
    if (isSignedOut && hasAccountCart()) void load().then((module) => module?.leaveAccountCart());
  }, [isSignedOut]);
  return null;
}
