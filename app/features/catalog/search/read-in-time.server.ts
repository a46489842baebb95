import { withFallbackAfter } from '#domain/time-limit.ts';

/** A page waits for what can come later at least this long, or half as long as its parts took. */
const MIN_WAIT_MS = 15;

interface InTime {
  /** When the page began to read its parts, see performance.now(). Call this when it has them. */
  startedAt: number;
}

/** Null if the work takes longer than the page should wait. */
export function readInTime<T>(work: Promise<T>, { startedAt }: InTime): Promise<T | null> {
  const waitMs = Math.max(MIN_WAIT_MS, (performance.now() - startedAt) / 2);
  return withFallbackAfter(waitMs, null, work);
}
