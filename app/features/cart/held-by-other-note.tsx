import { useEffect } from 'react';

export function HeldByOtherNote() {
  useEffect(() => {
    // The same user may hold it in another browser.
    const watching = import('./watch-own-holds.ts').then(
      (module) => module.watchOwnHoldsWhenSignedIn(),
      console.warn,
    );
    return () => void watching.then((stop) => stop?.());
  }, []);
  return <p className="text-sm text-muted">Someone is paying for this part. Check back soon.</p>;
}
