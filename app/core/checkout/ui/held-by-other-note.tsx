import { useEffect } from 'react';

/** The same user may hold the part in another browser. */
export function useWatchOwnHolds(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const watching = import('../watch-own-holds.ts').then(
      (module) => module.watchOwnHoldsWhenSignedIn(),
      console.warn,
    );
    return () => void watching.then((stop) => stop?.());
  }, [isNeeded]);
}

/** After the payment, keeps its space, so that the buttons below do not move. */
export function HeldByOtherNote({ isOver }: { isOver: boolean }) {
  return (
    <p className={`text-sm text-muted ${isOver ? 'invisible' : ''}`}>
      Someone is paying for this part. Check back soon.
    </p>
  );
}
