import { withFallbackAfter } from '#core/values/time-limit.ts';

/** A page waits for what can come later at least this long, or half as long as its parts took. Without it, no cache keeps the page. */
const MIN_WAIT_MS = 100;

interface InTime {
  /** When the page began to read its parts, see performance.now(). Call this when it has them. */
  startedAt: number;
  onLate: () => void;
}

/** Null if the work takes longer than the page should wait. */
export async function readInTime<T>(work: Promise<T>, { startedAt, onLate }: InTime): Promise<T | null> {
  const waitMs = Math.max(MIN_WAIT_MS, (performance.now() - startedAt) / 2);
  const read = await withFallbackAfter(waitMs, null, work);
  if (read === null) onLate();
  return read;
}
