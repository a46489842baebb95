/** What the browser knows of the cart of the signed-in user's account. */
export const ACCOUNT_CART_KEY = 'cart.account';

export function hasAccountCart(): boolean {
  try {
    return localStorage.getItem(ACCOUNT_CART_KEY) !== null;
  } catch {
    return false;
  }
}

/** Whether the server has taken the parts of a payment out of the account's cart, and the browser knows it. */
export function isTakenOut(sessionId: string): boolean {
  try {
    return localStorage.getItem(ACCOUNT_CART_KEY)?.includes(`"${sessionId}"`) ?? false;
  } catch {
    return false;
  }
}
