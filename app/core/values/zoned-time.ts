const DAY_MS = 24 * 60 * 60_000;

/** Returns how far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(time / 1000) * 1000;
}

/** Takes the day of a time in the zone, and returns midnight (UTC) some days later. */
export function addDays(time: Date, days: number, timeZone: string): Date {
  const local = time.getTime() + offsetAt(time.getTime(), timeZone);
  return new Date(Math.floor(local / DAY_MS) * DAY_MS + days * DAY_MS);
}

/**
 * Returns the moment when the clocks of a zone show a time. A time that daylight saving skips is an hour earlier.
 * @param day midnight (UTC) of the day.
 * @param minutes after midnight.
 */
export function zonedTime(day: Date, minutes: number, timeZone: string): Date {
  const local = day.getTime() + minutes * 60_000;
  const guess = local - offsetAt(local, timeZone);
  return new Date(local - offsetAt(guess, timeZone));
}

/** Returns the day that a time has in the zone. Example: '2026-11-30'. */
export function dayIn(timeZone: string, time: Date): string {
  // The Canadian format is that of ISO 8601.
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);
}
