import { useEffect, useState } from 'react';

/** How often what is shown as so long ago is looked at again, in milliseconds. */
const TICK = 30_000;

/**
 * The server's time, which goes on from when something was read: an ISO time. The server and the browser begin with
 * the same, whatever the clock of the browser says.
 */
export function useNow(readAt: string): string {
  const [passed, setPassed] = useState({ since: readAt, milliseconds: 0 });
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(
      () => setPassed({ since: readAt, milliseconds: performance.now() - began }),
      TICK,
    );
    return () => clearInterval(timer);
  }, [readAt]);
  const milliseconds = passed.since === readAt ? passed.milliseconds : 0;
  return new Date(Date.parse(readAt) + milliseconds).toISOString();
}
