import { isSignedIn, type OwnHolds, readOwnHolds, subscribeToHolds } from '#core/accounts/own-holds.ts';
import { mayHaveOpenPayment, STORAGE_KEY } from './open-payment-hint.ts';
import { refreshOwnHolds } from './ui/own-payments.ts';

export function watchOwnHolds(): void {
  void refreshOwnHolds();
  followOwnHolds();
}

/** Reloads the holds after changes in other tabs and when the visitor returns. */
export function followOwnHolds(): void {
  // Without effect if they listen already.
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onReturn);
  document.addEventListener('visibilitychange', onReturn);
}

/** Returns a function that stops waiting. */
export function watchOwnHoldsWhenSignedIn(): () => void {
  const start = () => {
    if (!isSignedIn()) return;
    stop();
    watchOwnHolds();
  };
  const stop = subscribeToHolds(start);
  start();
  return stop;
}

export function subscribeToHoldChanges(listener: () => void): () => void {
  let latest = readOwnHolds();
  return subscribeToHolds(() => {
    const previous = latest;
    latest = readOwnHolds();
    if (previous !== latest && countParts(previous) + countParts(latest) > 0) listener();
  });
}

function countParts(holds: OwnHolds | undefined): number {
  return holds?.size ?? 0;
}

function onStorage({ key }: StorageEvent): void {
  if (key === STORAGE_KEY || key === null) void refreshOwnHolds();
}

function onReturn(): void {
  if (document.visibilityState === 'visible' && mayHaveOpenPayment()) void refreshOwnHolds();
}
