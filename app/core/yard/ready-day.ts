import { findDay } from '#core/settings/opening-hours.ts';
import { formatDay } from './paper/paper.ts';

/** Stands for a day that no one knows yet. */
export const UNKNOWN_DAY = 'unknown';

/**
 * The day from which a part can be taken off its car, such as '2026-12-10', or 'unknown'. Null: nothing keeps it there.
 */
export type ReadyFrom = string | null;

/** Says from when on a part is ready. Null if it needs no words. */
export function describeReady(readyFrom: ReadyFrom): string | null {
  if (readyFrom === null) return null;
  return readyFrom === UNKNOWN_DAY
    ? "Ready when the car's papers are done"
    : `Ready from ${formatDay(readyFrom)}`;
}

/** Returns when all of these parts are ready. */
export function latestReady(days: readonly ReadyFrom[]): ReadyFrom {
  if (days.includes(UNKNOWN_DAY)) return UNKNOWN_DAY;
  return days.reduce(
    (latest, day) => (day !== null && (latest === null || day > latest) ? day : latest),
    null,
  );
}

/** Returns when work on an order can begin: now, or on the day from which its parts are ready. Null if no one knows. */
export function findBegin(readyFrom: ReadyFrom, timeZone: string, now: Date): Date | null {
  if (readyFrom === null) return now;
  if (readyFrom === UNKNOWN_DAY) return null;
  const { begins } = findDay(timeZone, readyFrom);
  return begins > now ? begins : now;
}
