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

/** Times of a day as in '08:00' and '18:00'; `close` is later than `open`. */
export interface OpenTimes {
  open: string;
  close: string;
}

/** Null: closed. */
export type DayHours = OpenTimes | null;

export interface Holiday {
  /** As in '2026-12-25'. */
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

/** The first line of the hours with the name of the time zone: 'Monday-Friday 8:00 AM-6:00 PM Pacific' (Spec §2). */
export function formatSupportHours(shop: OpeningHours): string {
  const line = formatHours(shop).find(({ open }) => open !== CLOSED);
  if (!line) return CLOSED;
  return `${line.days} ${line.open} ${formatTimeZone(shop.timeZone)}`;
}

/** As in 'December 25, 2026' and 'Christmas, closed'. By date. */
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

/** '18:00' becomes '6:00 PM'. */
function formatTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`;
}

/** 'America/Los_Angeles' becomes 'Pacific'. */
function formatTimeZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name.replace(/ Time$/, '');
}

export interface OpenState {
  isOpen: boolean;
  /** Why the hours of this day differ from the week's. */
  holiday?: string;
  /** When the shop closes today, as in '6:00 PM', while it is open. */
  closes?: string;
}

/** Whether the shop is open at a moment, in its own time zone, on holidays by their own hours. */
export function findOpenState({ timeZone, hours, holidays }: OpeningHours, at: Date): OpenState {
  const { weekday, date, time } = readLocalTime(timeZone, at);
  const holiday = holidays.find((each) => each.date === date);
  const today = holiday ? holiday.hours : hours[weekday];
  const named = holiday && { holiday: holiday.name };
  if (!today || time < today.open || time >= today.close) return { isOpen: false, ...named };
  return { isOpen: true, closes: formatTime(today.close), ...named };
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
