import { useSyncExternalStore } from 'react';
import { type CartItem, parseCart } from './cart.ts';
import { readStored } from './read-stored.ts';

const STORAGE_KEY = 'cart.items';

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
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(current));
    unsaved = [];
  } catch {}
  notifyListeners();
}

/** Undefined on the server and during hydration. */
export function useCart(): readonly CartItem[] | undefined {
  return useSyncExternalStore(subscribeToCart, readSnapshot, () => undefined);
}

/** The same object until the cart changes. */
export function readSnapshot(): readonly CartItem[] {
  current ??= readCart();
  return current;
}

export function subscribeToCart(listener: () => void): () => void {
  // Only the first time has an effect. They stay: the header of each page shows the cart.
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
