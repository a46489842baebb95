import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#core/values/stored.ts';

export interface OwnHold {
  orderId: string;
  purchase: 'cart' | 'buy_now';
  /** Null until the page is created. */
  url: string | null;
  /** ISO 8601. */
  heldUntil: string;
  quantity: number;
}

/** Part id -> this browser's payments that hold the part. */
export type OwnHolds = ReadonlyMap<string, readonly OwnHold[]>;

const nothing: readonly OwnHold[] = [];
let current: OwnHolds | undefined;
let signedIn = false;
const listeners = new Set<() => void>();

export const readOwnHolds = () => current;

/** Tells whether the payments can be in other browsers too. */
export const isSignedIn = () => signedIn;

export function setOwnHolds(holds: OwnHolds): void {
  current = holds;
  notifyListeners();
}

/** Stores when open payments end, in milliseconds since 1970. Pages load the visitor's holds only before that. */
export const OPEN_PAYMENTS_KEY = 'checkout.open';

export function mayHaveOpenPayment(): boolean {
  return Number(readStored(OPEN_PAYMENTS_KEY)) > Date.now();
}

const PURCHASE_KEY = 'checkout.parts';

/** Sets the parts of this browser's newest payment, even before its hold is known. Null means no payment. */
export function setOwnPurchase(ids: readonly string[] | null): void {
  writeStored(PURCHASE_KEY, ids && ids.join(' '));
}

export function isOwnPurchase(id: string): boolean {
  return readStored(PURCHASE_KEY)?.includes(id) ?? false;
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
