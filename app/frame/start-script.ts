import { ACCOUNT_CART_KEY } from '#core/carts/cart-store.ts';
import { OWN_ORDERS_KEY } from '#core/orders/ui/own-orders.ts';

/**
 * Runs before the first paint: applies the remembered view of lists (app/shop/find/view.ts), hides Sign In while a
 * browser that was signed in asks whether it still is, reserves the space that the garage and the history will take,
 * and shows the link to the visitor's orders on the home page.
 */
export const START_SCRIPT = `try { const { dataset } = document.documentElement;
dataset.view = localStorage.getItem('parts-view') ?? '';
if (localStorage.getItem('${ACCOUNT_CART_KEY}')) dataset.account = '';
if (localStorage.getItem('${OWN_ORDERS_KEY}')) dataset.orders = '';
if (JSON.parse(localStorage.garage ?? '{}').active) dataset.garage = '';
if (JSON.parse(localStorage['recent-parts'] ?? '[]').some((id) => !location.pathname.endsWith(id))) dataset.recent = ''; } catch {}`;
