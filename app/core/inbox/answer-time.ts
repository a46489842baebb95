import { addBusinessDays, type OpeningHours } from '#core/settings/opening-hours.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Finds the time when an answer is due. The shop promises it within '24 hours', '2 days', '1 business day' or the like. Returns
 * undefined if the promise can't be read.
 */
export function findDueTime(
  shop: OpeningHours & { responseTime: string },
  waitingSince: Date,
): Date | undefined {
  const promise = /(\d{1,3}) ?(business )?(hour|day)s?$/i.exec(shop.responseTime.trim());
  if (!promise) return undefined;
  const [, count, business, unit = ''] = promise;
  if (!business) {
    return new Date(waitingSince.getTime() + Number(count) * (unit.toLowerCase() === 'day' ? DAY : HOUR));
  }
  return unit.toLowerCase() === 'day' ? addBusinessDays(shop, waitingSince, Number(count)) : undefined;
}

export interface AnswerClock {
  /** Examples: '6 h left', 'due 2 h ago'. */
  text: string;
  isOverdue: boolean;
  /** True if less than a quarter of a day is left. */
  isUrgent: boolean;
}

/** Formats the time left for an answer. Both times are in ISO 8601. */
export function formatAnswerClock(dueAt: string, now: string): AnswerClock {
  const left = Date.parse(dueAt) - Date.parse(now);
  const isOverdue = left < 0;
  const length = formatLength(Math.abs(left));
  return {
    text: isOverdue ? `due ${length} ago` : `${length} left`,
    isOverdue,
    isUrgent: !isOverdue && left < 6 * HOUR,
  };
}

/** Rounds down. Examples: '45 min', '6 h', '3 d'. */
function formatLength(milliseconds: number): string {
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  if (milliseconds < 2 * DAY) return `${Math.floor(milliseconds / HOUR)} h`;
  return `${Math.floor(milliseconds / DAY)} d`;
}
