import { isSignedIn, readOwnHolds, subscribeToHolds } from '#ui/own-holds.ts';
import { mayHaveOpenPayment, STORAGE_KEY } from './open-payment-hint.ts';
import { refreshOwnHolds } from './own-payments.ts';

let watching = false;

/** Asks what this visitor's open payments hold, and keeps up with it for as long as the document is there. */
export function watchOwnHolds(): void {
  void refreshOwnHolds();
  watchReturns();
}

/** Keeps up with what is known already. */
export function watchReturns(): void {
  if (watching) return;
  watching = true;
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onReturn);
  document.addEventListener('visibilitychange', onReturn);
}

/** The same for somebody who is signed in, as soon as that is known. Returns what stops waiting for it. */
export function whileSignedIn(): () => void {
  let asked = false;
  const ask = () => {
    if (isSignedIn() && !asked) {
      asked = true;
      watchOwnHolds();
    }
  };
  ask();
  return subscribeToHolds(ask);
}

/** Hears when this visitor begins or ends to hold something. */
export function onOwnHolds(listener: () => void): () => void {
  let before = readOwnHolds();
  return subscribeToHolds(() => {
    const earlier = before;
    before = readOwnHolds();
    if (earlier !== before && (earlier?.size || before?.size)) listener();
  });
}

/** A payment was begun or ended in another tab. */
function onStorage({ key }: StorageEvent): void {
  if (key === STORAGE_KEY || key === null) void refreshOwnHolds();
}

/** A visitor who comes back from the payment page may have paid. */
function onReturn(): void {
  if (document.visibilityState === 'visible' && mayHaveOpenPayment()) void refreshOwnHolds();
}
