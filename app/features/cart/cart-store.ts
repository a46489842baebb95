import { useSyncExternalStore } from 'react';
import { type CartItem, parseCart } from '#domain/cart.ts';

/** Spec §9, Cart storage key. */
const STORAGE_KEY = 'cart.items';

type Change = (items: readonly CartItem[]) => CartItem[];

/** What the storage, being full or blocked, has not taken. It is done again on whatever stands there. */
let unsaved: Change[] = [];
let current: readonly CartItem[] | undefined;
const listeners = new Set<() => void>();

/** The cart as it is now, in whichever tab it was changed last. */
export function readCart(): readonly CartItem[] {
  return unsaved.reduce<CartItem[]>((items, change) => change(items), parseCart(storedText()));
}

/** Changes what is stored, not what this tab saw last: two tabs never overwrite each other. */
export function changeCart(change: Change): void {
  unsaved.push(change);
  current = readCart();
  if (save(current)) unsaved = [];
  tellAll();
}

/** The cart, followed through all tabs. Undefined on the server, and until the page has been hydrated. */
export function useCart(): readonly CartItem[] | undefined {
  return useSyncExternalStore(subscribe, snapshot, () => undefined);
}

function snapshot() {
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

/** Another tab has changed the cart, or cleared the whole storage (no key). */
function onStorage({ key }: StorageEvent) {
  if (key === STORAGE_KEY || key === null) refresh();
}

/** A page that Back brings as it was left has heard of no change meanwhile. */
function onPageShow({ persisted }: PageTransitionEvent) {
  if (persisted) refresh();
}

function refresh() {
  current = readCart();
  tellAll();
}

function tellAll() {
  for (const listener of listeners) listener();
}

function storedText(): string | null {
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
