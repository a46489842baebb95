import { useSyncExternalStore } from 'react';

/** What an open payment of this visitor holds of a part. */
export interface OwnHold {
  orderId: string;
  purchase: 'cart' | 'buy_now';
  /** Of the payment page; null when it is not known. */
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

/** This visitor's holds of all parts; undefined until they are known. */
export const readOwnHolds = () => current;

/** Whether somebody is signed in, who may have begun a payment in another browser. */
export const isSignedIn = () => signedIn;

/** Public pages are the same for all visitors, so this visitor's holds are kept here once the shop was asked. */
export function setOwnHolds(holds: OwnHolds): void {
  current = holds;
  tellAll();
}

export function setSignedIn(now: boolean): void {
  signedIn = now;
  tellAll();
}

/** What this visitor holds of a part. */
export function useOwnHolds(partId: string): readonly OwnHold[] {
  return useSyncExternalStore(
    subscribeToHolds,
    () => current?.get(partId) ?? nothing,
    () => nothing,
  );
}

/** Hears of every change of what is held, and of who is signed in. */
export function subscribeToHolds(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellAll(): void {
  for (const listener of listeners) listener();
}
