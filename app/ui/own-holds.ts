import { useSyncExternalStore } from 'react';

export interface OwnHold {
  orderId: string;
  purchase: 'cart' | 'buy_now';
  /** The payment page's URL; null before it is created. */
  url: string | null;
  /** When the hold ends, in ISO 8601. */
  heldUntil: string;
  quantity: number;
}

/** By the part's id. */
export type OwnHolds = ReadonlyMap<string, readonly OwnHold[]>;

const nothing: readonly OwnHold[] = [];
let current: OwnHolds | undefined;
let signedIn = false;
const listeners = new Set<() => void>();

export const readOwnHolds = () => current;

/** Signed-in users may have started a payment in another browser. */
export const isSignedIn = () => signedIn;

/** Public pages are the same for all visitors, so this visitor's holds are kept here. */
export function setOwnHolds(holds: OwnHolds): void {
  current = holds;
  notifyListeners();
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
