import { keepSessionFresh } from './refresh-session.ts';
import { setFarewell } from '#core/accounts/ui/sign-out.ts';
import { followAccountCart, leaveAccountCart } from '#core/carts/account-cart.ts';
import { forgetOwnOrders } from '#core/orders/ui/own-orders.ts';
import { followAccountGarage, leaveAccountGarage } from './account-garage.ts';

let following = new AbortController();

/** Keeps the session, the cart and the garage of a user up to date. @param userId Null means signed out. */
export function followUser(userId: string | null): void {
  following.abort();
  following = new AbortController();
  if (userId === null) {
    leaveAccountCart();
    leaveAccountGarage();
    forgetOwnOrders();
    return;
  }
  const sendCart = followAccountCart(userId, following.signal);
  const sendGarage = followAccountGarage(userId, following.signal);
  setFarewell(async () => void (await Promise.all([sendCart(), sendGarage()])));
  keepSessionFresh(following.signal);
}
