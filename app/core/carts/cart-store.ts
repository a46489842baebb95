import { useSyncExternalStore } from 'react';
import { recordEvent } from '#core/audit/record-event.ts';
import { readStored, writeStored } from '#core/values/stored.ts';
import { addItem, type CartItem, countPart, MAX_QUANTITY, parseCart } from './cart.ts';

const STORAGE_KEY = 'cart.items';

/** Stores what the browser knows of the cart of the signed-in user's account (account-cart.ts). */
export const ACCOUNT_CART_KEY = 'cart.account';

type Change = (items: readonly CartItem[]) => CartItem[];

/** Changes that a full or blocked storage did not save. They are applied again to each stored cart. */
let unsaved: Change[] = [];
let current: readonly CartItem[] | undefined;
const listeners = new Set<() => void>();

export function readCart(): readonly CartItem[] {
  return unsaved.reduce((items, change) => change(items), parseCart(readStored(STORAGE_KEY)));
}

/** Changes the stored cart, not this tab's copy, so that tabs do not overwrite each other. */
export function changeCart(change: Change): void {
  unsaved.push(change);
  current = readCart();
  if (writeStored(STORAGE_KEY, JSON.stringify(current))) unsaved = [];
  notifyListeners();
}

/** Adds units of a part, together with those in the cart no more than the stock. Returns their number. */
export function addAvailable(item: Omit<CartItem, 'quantity'>, wanted: number, stock: number): number {
  const space = Math.min(stock, MAX_QUANTITY) - countPart(readCart(), item.id);
  const quantity = Math.min(wanted, Math.max(0, space));
  if (quantity === 0) return 0;
  changeCart((items) => addItem(items, item, quantity));
  recordEvent('cart_add', { quantity }, ['part', item.id]);
  return quantity;
}

/** Returns undefined on the server and during hydration. */
export function useCart(): readonly CartItem[] | undefined {
  return useSyncExternalStore(subscribeToCart, readSnapshot, () => undefined);
}

/** Returns the same object until the cart changes. */
export function readSnapshot(): readonly CartItem[] {
  current ??= readCart();
  return current;
}

export function subscribeToCart(listener: () => void): () => void {
  // Repeated calls have no effect. The listeners stay, because the header of each page shows the cart.
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The key is null when the storage was cleared. */
function onStorage({ key }: StorageEvent) {
  if (key === STORAGE_KEY || key === null) refresh();
}

/** The back/forward cache misses storage events. */
function onPageShow({ persisted }: PageTransitionEvent) {
  if (persisted) refresh();
}

function refresh() {
  current = readCart();
  notifyListeners();
}

function notifyListeners() {
  for (const listener of listeners) listener();
}
