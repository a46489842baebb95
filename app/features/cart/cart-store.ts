import { useSyncExternalStore } from 'react';
import { type CartItem, parseCart } from '#domain/cart.ts';

const STORAGE_KEY = 'cart.items';

type Change = (items: readonly CartItem[]) => CartItem[];

/** Changes that a full or blocked storage did not save. They are applied again to each stored cart. */
let unsaved: Change[] = [];
let current: readonly CartItem[] | undefined;
const listeners = new Set<() => void>();

export function readCart(): readonly CartItem[] {
  return unsaved.reduce<CartItem[]>((items, change) => change(items), parseCart(readStorage()));
}

/** Changes the stored cart, not this tab's copy, so that tabs do not overwrite each other. */
export function changeCart(change: Change): void {
  unsaved.push(change);
  current = readCart();
  if (save(current)) unsaved = [];
  notifyListeners();
}

/** Undefined on the server and during hydration. */
export function useCart(): readonly CartItem[] | undefined {
  return useSyncExternalStore(subscribe, getSnapshot, () => undefined);
}

function getSnapshot() {
  current ??= readCart();
  return current;
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onPageShow);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
    current = undefined;
  };
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

function readStorage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function save(items: readonly CartItem[]): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(items));
    return true;
  } catch {
    return false;
  }
}
