import { useSyncExternalStore } from 'react';

export interface OwnHold {
  orderId: string;
  purchase: 'cart' | 'buy_now';
  /** Null before the page is created. */
  url: string | null;
  /** In ISO 8601. */
  heldUntil: string;
  quantity: number;
}

/** By part id. */
export type OwnHolds = ReadonlyMap<string, readonly OwnHold[]>;

const nothing: readonly OwnHold[] = [];
let current: OwnHolds | undefined;
let signedIn = false;
const listeners = new Set<() => void>();

export const readOwnHolds = () => current;

/** Signed-in users can have payments in other browsers. */
export const isSignedIn = () => signedIn;

export function setOwnHolds(holds: OwnHolds): void {
  current = holds;
  notifyListeners();
}

const PURCHASE_KEY = 'checkout.parts';

/** The parts of the newest payment of this browser, also before its hold is known; null without one. */
export function setOwnPurchase(ids: readonly string[] | null): void {
  try {
    if (ids) localStorage.setItem(PURCHASE_KEY, ids.join(' '));
    else localStorage.removeItem(PURCHASE_KEY);
  } catch {}
}

export function isOwnPurchase(id: string): boolean {
  try {
    return localStorage.getItem(PURCHASE_KEY)?.includes(id) ?? false;
  } catch {
    return false;
  }
}

export function setSignedIn(now: boolean): void {
  signedIn = now;
  notifyListeners();
}

export function useOwnHolds(partId: string): readonly OwnHold[] {
  return useSyncExternalStore(
    subscribeToHolds,
    () => current?.get(partId) ?? nothing,
    () => nothing,
  );
}

export function subscribeToHolds(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
