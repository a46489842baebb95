import { useEffect } from 'react';
import { isSignedIn, subscribeToHolds } from '#ui/own-holds.ts';
import { askOwnHolds } from './ask-own-holds.ts';

/** To those who can't have a part because somebody else is paying for it. */
export function SomeoneIsPaying() {
  useEffect(() => {
    // With an account, it may be oneself in another browser.
    let asked = false;
    const ask = () => {
      if (isSignedIn() && !asked) {
        asked = true;
        askOwnHolds();
      }
    };
    ask();
    return subscribeToHolds(ask);
  }, []);
  return <p className="text-sm text-muted">Someone is paying for this part. Check back soon.</p>;
}
