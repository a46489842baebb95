const RETRY_SECONDS = [2, 5, 10];

/**
 * Pauses between attempts to send something: 2, 5, then 10 seconds, or until the connection is back, or `end` is called. `failures`
 * counts the attempts that failed before.
 */
export function pauseBeforeRetry(failures: number): { over: Promise<void>; end: () => void } {
  const seconds = RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] ?? 10;
  const aborter = new AbortController();
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(() => aborter.abort(), seconds * 1000);
    window.addEventListener('online', () => aborter.abort(), { signal: aborter.signal });
    aborter.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return { over, end: () => aborter.abort() };
}
