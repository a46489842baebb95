import { ACCOUNT_CART_KEY } from '#features/cart/account-cart-key.ts';

/**
 * Runs before the first paint: applies the remembered view of lists (app/features/catalog/narrow/view.ts), and hides Sign In
 * while a browser that was signed in asks whether it still is.
 */
export const START_SCRIPT = `try { const { dataset } = document.documentElement;
dataset.view = localStorage.getItem('parts-view') ?? '';
if (localStorage.getItem('${ACCOUNT_CART_KEY}')) dataset.account = ''; } catch {}`;
