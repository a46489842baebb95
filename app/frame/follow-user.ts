import { keepSessionFresh } from '#features/accounts/refresh-session.ts';
import { setFarewell } from '#features/accounts/sign-out.ts';
import { followAccountCart, leaveAccountCart } from '#features/cart/account-cart.ts';

let following = new AbortController();

/** Keeps the session and the cart of a signed-in user up to date. @param userId null: signed out. */
export function followUser(userId: string | null): void {
  following.abort();
  following = new AbortController();
  if (userId === null) return leaveAccountCart();
  setFarewell(followAccountCart(userId, following.signal));
  keepSessionFresh(following.signal);
}
