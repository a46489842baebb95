export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export type Weekday = (typeof weekdays)[number];

/** Times of a day. Examples: '08:00' and '18:00'. `close` is later than `open`. */
export interface OpenTimes {
  open: string;
  close: string;
}

/** Null means closed. */
export type DayHours = OpenTimes | null;

export interface Holiday {
  /** Example: '2026-12-25'. */
  date: string;
  name: string;
  hours: DayHours;
}

export interface OpeningHours {
  /** An IANA name. */
  timeZone: string;
  hours: Record<Weekday, DayHours>;
  holidays: Holiday[];
}

export interface HoursLine {
  days: string;
  open: string;
}

/** Groups equal days that follow each other: 'Monday-Friday', '8:00 AM-6:00 PM' (Spec §1). */
export function formatHours({ hours }: Pick<OpeningHours, 'hours'>): HoursLine[] {
  const lines: { first: Weekday; last: Weekday; open: string }[] = [];
  for (const day of weekdays) {
    const open = formatTimes(hours[day]);
    const before = lines.at(-1);
    if (before?.open === open) before.last = day;
    else lines.push({ first: day, last: day, open });
  }
  return lines.map(({ first, last, open }) => ({ days: first === last ? first : `${first}-${last}`, open }));
}

/** Writes the first line of the hours with the name of the time zone: 'Monday-Friday 8:00 AM-6:00 PM Pacific' (Spec §2). */
export function formatSupportHours(shop: OpeningHours): string {
  const line = formatHours(shop).find(({ open }) => open !== CLOSED);
  if (!line) return CLOSED;
  return `${line.days} ${line.open} ${formatTimeZone(shop.timeZone)}`;
}

/** Formats holidays by date. Example: 'December 25, 2026' and 'Christmas, closed'. */
export function formatHolidays({
  holidays,
}: Pick<OpeningHours, 'holidays'>): { date: string; text: string }[] {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return holidays
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .map(({ date, name, hours }) => ({
      date: day.format(new Date(date)),
      text: `${name}, ${hours ? formatTimes(hours) : 'closed'}`,
    }));
}

const CLOSED = 'Closed';

function formatTimes(times: DayHours): string {
  return times ? `${formatTime(times.open)}-${formatTime(times.close)}` : CLOSED;
}

/** Formats '18:00' as '6:00 PM'. */
function formatTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`;
}

/** Formats 'America/Los_Angeles' as 'Pacific'. */
function formatTimeZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name.replace(/ Time$/, '');
}

export interface OpenState {
  isOpen: boolean;
  /** Reason why the hours of this day differ from the week's. */
  holiday?: string;
  /** Closing time of today, while the shop is open. Example: '6:00 PM'. */
  closes?: string;
}

/** Tells whether the shop is open at a moment, in its own time zone. Holidays have their own hours. */
export function findOpenState({ timeZone, hours, holidays }: OpeningHours, at: Date): OpenState {
  const { weekday, date, time } = readLocalTime(timeZone, at);
  const holiday = holidays.find((each) => each.date === date);
  const today = holiday ? holiday.hours : hours[weekday];
  const named = holiday && { holiday: holiday.name };
  if (!today || time < today.open || time >= today.close) return { isOpen: false, ...named };
  return { isOpen: true, closes: formatTime(today.close), ...named };
}

/**
 * Says when a closed shop opens next: 'at 8:00 AM' today, 'Mon 8:00 AM', 'Mon, Jan 4, 8:00 AM' in a week or later. Returns
 * undefined if it is open, or never opens.
 */
export function findNextOpening(shop: OpeningHours, at: Date): string | undefined {
  if (findOpenState(shop, at).isOpen) return undefined;
  const { date: today, time } = readLocalTime(shop.timeZone, at);
  for (let ahead = 0; ahead < MAX_DAYS_AHEAD; ahead += 1) {
    const { date, weekday } = findDayAhead(today, ahead);
    const hours = findHours(shop, date, weekday);
    if (!hours || (ahead === 0 && time >= hours.open)) continue;
    const opens = formatTime(hours.open);
    if (ahead === 0) return `at ${opens}`;
    return ahead < 7 ? `${weekday.slice(0, 3)} ${opens}` : `${formatShortDay(date)}, ${opens}`;
  }
  return undefined;
}

function findDayAhead(today: string, ahead: number): { date: string; weekday: Weekday } {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + ahead);
  return { date: day.toISOString().slice(0, 10), weekday: weekdays[(day.getUTCDay() + 6) % 7] as Weekday };
}

function findHours({ hours, holidays }: OpeningHours, date: string, weekday: Weekday): DayHours {
  const holiday = holidays.find((each) => each.date === date);
  return holiday ? holiday.hours : hours[weekday];
}

/** No chain of closed days is longer. */
const MAX_DAYS_AHEAD = 400;

/**
 * Returns the end of a business day: of the current one if it is not over yet and `days` is 0, else of the one that is `days`
 * business days later. An arrival after closing time counts for the next business day. Returns the same moment if the shop
 * never opens.
 */
export function addBusinessDays(shop: OpeningHours, from: Date, days: number): Date {
  let left = days;
  const { date: today, time } = readLocalTime(shop.timeZone, from);
  for (let ahead = 0; ahead < MAX_DAYS_AHEAD; ahead += 1) {
    const { date, weekday } = findDayAhead(today, ahead);
    const hours = findHours(shop, date, weekday);
    if (!hours || (ahead === 0 && time >= hours.close)) continue;
    if (left === 0) return atLocalTime(shop.timeZone, date, hours.close);
    left -= 1;
  }
  return from;
}

/**
 * Returns the day on which an order arrives that takes `days` business days. Example: '2026-12-01'. The shop sends it on its
 * own next business day. Carriers rest on weekends, and on the days that the shop lists as closed.
 */
export function findArrivalDay(shop: OpeningHours, orderedAt: Date, days: number): string {
  const sent = readLocalTime(shop.timeZone, addBusinessDays(shop, orderedAt, 0)).date;
  let left = days;
  let arrives = sent;
  for (let ahead = 1; left > 0; ahead += 1) {
    const { date, weekday } = findDayAhead(sent, ahead);
    const isClosed = shop.holidays.some((each) => each.date === date && !each.hours);
    if (weekday === 'Saturday' || weekday === 'Sunday' || isClosed) continue;
    arrives = date;
    left -= 1;
  }
  return arrives;
}

const shortDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Formats '2026-12-01' as 'Tue, Dec 1'. */
export function formatShortDay(date: string): string {
  return shortDay.format(new Date(date));
}

export interface DayBounds {
  begins: Date;
  /** Beginning of the next day. */
  ends: Date;
}

/** Finds a day in a time zone, by its date or by a moment in it. Example: '2026-12-24'. */
export function findDay(timeZone: string, day: string | Date): DayBounds {
  const date = typeof day === 'string' ? day : readLocalTime(timeZone, day).date;
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return {
    begins: atLocalTime(timeZone, date, '00:00'),
    ends: atLocalTime(timeZone, next.toISOString().slice(0, 10), '00:00'),
  };
}

/** Returns the moment of a local time. Example: '2026-12-24' and '18:00'. */
function atLocalTime(timeZone: string, date: string, time: string): Date {
  const asUtc = new Date(`${date}T${time}:00Z`);
  const offset = (at: Date) => {
    const local = readLocalTime(timeZone, at);
    return new Date(`${local.date}T${local.time}:00Z`).getTime() - at.getTime();
  };
  // The offset at the time itself can differ from the first guess on a day when the clocks change.
  const guess = new Date(asUtc.getTime() - offset(asUtc));
  return new Date(asUtc.getTime() - offset(guess));
}

function readLocalTime(timeZone: string, at: Date): { weekday: Weekday; date: string; time: string } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    weekday: parts['weekday'] as Weekday,
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    time: `${parts['hour']}:${parts['minute']}`,
  };
}
