import { setTimeout } from 'node:timers/promises';

/** How long a page waits for what it is as good without, in milliseconds. */
const PATIENCE = 1_000;

/** What is being read, or the fallback when it takes too long. */
export function inTime<T, Fallback>(
  read: Promise<T>,
  fallback: Fallback,
  patience = PATIENCE,
): Promise<T | Fallback> {
  const limit = new AbortController();
  const tooLate = setTimeout(patience, fallback, { signal: limit.signal, ref: false }).catch(() => fallback);
  return Promise.race([read, tooLate]).finally(() => limit.abort());
}
