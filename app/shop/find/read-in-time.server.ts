import { withFallbackAfter } from '#core/values/time-limit.ts';

/** A page waits for late data at least this long, or half as long as its parts took. No cache keeps an incomplete page. */
const MIN_WAIT_MS = 100;

interface InTime {
  /** The performance.now() at which the page began to read its parts. Call readInTime when it has them. */
  startedAt: number;
  onLate: () => void;
}

/** Returns null if the work takes longer than the page should wait. */
export async function readInTime<T>(work: Promise<T>, { startedAt, onLate }: InTime): Promise<T | null> {
  const waitMs = Math.max(MIN_WAIT_MS, (performance.now() - startedAt) / 2);
  const read = await withFallbackAfter(waitMs, null, work);
  if (read === null) onLate();
  return read;
}
