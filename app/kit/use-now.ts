import { useEffect, useState } from 'react';

const UPDATE_MS = 30_000;

/** Returns the server's time in ISO 8601, independent of the browser's clock: `readAt` plus the time since. */
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
