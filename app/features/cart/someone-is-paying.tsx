import { useEffect } from 'react';

/** To those who can't have a part because somebody else is paying for it. */
export function SomeoneIsPaying() {
  useEffect(() => {
    // With an account, it may be oneself in another browser.
    const paying = import('./watch-own-holds.ts').then((module) => module.whileSignedIn(), console.warn);
    return () => void paying.then((stop) => stop?.());
  }, []);
  return <p className="text-sm text-muted">Someone is paying for this part. Check back soon.</p>;
}
