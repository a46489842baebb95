import { isSignedIn, readOwnHolds, subscribeToHolds } from '#ui/own-holds.ts';
import { mayHaveOpenPayment, STORAGE_KEY } from './open-payment-hint.ts';
import { refreshOwnHolds } from './own-payments.ts';

let watching = false;

export function watchOwnHolds(): void {
  void refreshOwnHolds();
  followOwnHolds();
}

/** Reloads the holds after changes in other tabs and when the visitor returns. */
export function followOwnHolds(): void {
  if (watching) return;
  watching = true;
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onReturn);
  document.addEventListener('visibilitychange', onReturn);
}

/** Returns a function that stops waiting. */
export function watchOwnHoldsWhenSignedIn(): () => void {
  let started = false;
  const startWhenSignedIn = () => {
    if (isSignedIn() && !started) {
      started = true;
      watchOwnHolds();
    }
  };
  startWhenSignedIn();
  return subscribeToHolds(startWhenSignedIn);
}

export function subscribeToHoldChanges(listener: () => void): () => void {
  let latest = readOwnHolds();
  return subscribeToHolds(() => {
    const previous = latest;
    latest = readOwnHolds();
    if (previous !== latest && (previous?.size || latest?.size)) listener();
  });
}

function onStorage({ key }: StorageEvent): void {
  if (key === STORAGE_KEY || key === null) void refreshOwnHolds();
}

function onReturn(): void {
  if (document.visibilityState === 'visible' && mayHaveOpenPayment()) void refreshOwnHolds();
}
