import { useEffect, useState } from 'react';

/** How often relative times update. */
const UPDATE_MS = 30_000;

/**
 * The server's current time, in ISO 8601: the time of the read plus the time since. Independent of the browser's
 * clock.
 */
export function useNow(readAt: string): string {
  const [elapsed, setElapsed] = useState({ since: readAt, milliseconds: 0 });
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(
      () => setElapsed({ since: readAt, milliseconds: performance.now() - began }),
      UPDATE_MS,
    );
    return () => clearInterval(timer);
  }, [readAt]);
  const milliseconds = elapsed.since === readAt ? elapsed.milliseconds : 0;
  return new Date(Date.parse(readAt) + milliseconds).toISOString();
}
