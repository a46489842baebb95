/** In the browser's storage: what it knows of the cart of the signed-in user's account. */
export const ACCOUNT_CART_KEY = 'cart.account';
