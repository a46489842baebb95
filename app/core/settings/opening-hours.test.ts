import { expect, test } from 'vitest';
import {
  addBusinessDays,
  findDay,
  findArrivalDay,
  findNextOpening,
  findOpenState,
  formatHolidays,
  formatHours,
  formatSupportHours,
  type OpeningHours,
} from './opening-hours.ts';
import { defaultShop } from './shop.ts';

test('the default hours are the specified ones', () => {
  expect(formatHours(defaultShop)).toEqual([
    { days: 'Monday-Friday', open: '8:00 AM-6:00 PM' },
    { days: 'Saturday', open: '9:00 AM-4:00 PM' },
    { days: 'Sunday', open: 'Closed' },
  ]);
  expect(formatSupportHours(defaultShop)).toBe('Monday-Friday 8:00 AM-6:00 PM Pacific');
});

const noDay = { open: '00:00', close: '12:30' };
const odd: OpeningHours = {
  timeZone: 'America/New_York',
  hours: { ...defaultShop.hours, Monday: null, Wednesday: noDay, Sunday: noDay },
  holidays: [
    { date: '2026-12-25', name: 'Christmas', hours: null },
    { date: '2026-11-27', name: 'Black Friday', hours: { open: '06:00', close: '22:00' } },
  ],
};

test('only equal days that follow each other are grouped', () => {
  expect(formatHours(odd)).toEqual([
    { days: 'Monday', open: 'Closed' },
    { days: 'Tuesday', open: '8:00 AM-6:00 PM' },
    { days: 'Wednesday', open: '12:00 AM-12:30 PM' },
    { days: 'Thursday-Friday', open: '8:00 AM-6:00 PM' },
    { days: 'Saturday', open: '9:00 AM-4:00 PM' },
    { days: 'Sunday', open: '12:00 AM-12:30 PM' },
  ]);
  expect(formatSupportHours(odd)).toBe('Tuesday 8:00 AM-6:00 PM Eastern');
  const closed = Object.fromEntries(Object.keys(odd.hours).map((day) => [day, null]));
  expect(formatSupportHours({ ...odd, hours: closed as OpeningHours['hours'] })).toBe('Closed');
});

test('holidays are listed by date', () => {
  expect(formatHolidays(odd)).toEqual([
    { date: 'November 27, 2026', text: 'Black Friday, 6:00 AM-10:00 PM' },
    { date: 'December 25, 2026', text: 'Christmas, closed' },
  ]);
});

test.each([
  // Daylight saving time applies, then standard time.
  ['2026-07-06T14:59:59Z', { isOpen: false }],
  ['2026-07-06T15:00:00Z', { isOpen: true, closes: '6:00 PM' }],
  ['2026-11-24T15:59:00Z', { isOpen: false }],
  ['2026-11-24T16:00:00Z', { isOpen: true, closes: '6:00 PM' }],
  ['2026-11-25T01:59:59Z', { isOpen: true, closes: '6:00 PM' }],
  ['2026-11-25T02:00:00Z', { isOpen: false }],
  // It is Saturday in the shop, Sunday in UTC.
  ['2026-11-22T00:30:00Z', { isOpen: false }],
  ['2026-11-21T23:30:00Z', { isOpen: true, closes: '4:00 PM' }],
  ['2026-11-22T20:00:00Z', { isOpen: false }],
])('%s: %o', (at, state) => {
  expect(findOpenState(defaultShop, new Date(at))).toEqual(state);
});

test.each([
  ['2026-12-25T17:00:00Z', { isOpen: false, holiday: 'Christmas' }],
  // It is the day before in the shop.
  ['2026-12-25T04:00:00Z', { isOpen: false }],
  ['2026-11-27T11:30:00Z', { isOpen: true, closes: '10:00 PM', holiday: 'Black Friday' }],
  ['2026-11-27T10:30:00Z', { isOpen: false, holiday: 'Black Friday' }],
  // The shop closes in a minute, and then.
  ['2026-11-25T17:29:59Z', { isOpen: true, closes: '12:30 PM' }],
  ['2026-11-25T17:30:00Z', { isOpen: false }],
  // It is just after midnight.
  ['2026-11-25T05:00:00Z', { isOpen: true, closes: '12:30 PM' }],
])('with holidays, %s: %o', (at, state) => {
  expect(findOpenState(odd, new Date(at))).toEqual(state);
});

const at = (local: string) => new Date(`${local}-08:00`);

test.each([
  // 2026-12-11 is a Friday, and in winter San Diego is 8 hours behind UTC.
  ['2026-12-11T09:00', 0, '2026-12-11T18:00'],
  ['2026-12-11T17:59', 1, '2026-12-12T16:00'],
  ['2026-12-11T18:00', 0, '2026-12-12T16:00'],
  ['2026-12-11T18:00', 1, '2026-12-14T18:00'],
  ['2026-12-13T12:00', 0, '2026-12-14T18:00'],
  ['2026-12-11T23:30', 3, '2026-12-16T18:00'],
])('from %s, the end of business day %i is %s', (from, days, end) => {
  expect(addBusinessDays(defaultShop, at(from), days)).toEqual(at(end));
});

test('holidays are no business days, and the clocks may change meanwhile', () => {
  const holidays = [
    { date: '2026-12-14', name: 'Inventory', hours: null },
    { date: '2026-12-15', name: 'Half a day', hours: { open: '08:00', close: '12:00' } },
  ];
  expect(addBusinessDays({ ...defaultShop, holidays }, at('2026-12-12T17:00'), 0)).toEqual(
    at('2026-12-15T12:00'),
  );
  // The clocks go forward on 2026-03-08, a Sunday, and back on 2026-11-01.
  expect(addBusinessDays(defaultShop, new Date('2026-03-07T17:00-08:00'), 0)).toEqual(
    new Date('2026-03-09T18:00-07:00'),
  );
  expect(addBusinessDays(defaultShop, new Date('2026-10-31T23:30-07:00'), 0)).toEqual(
    new Date('2026-11-02T18:00-08:00'),
  );
});

test('a shop that never opens promises nothing', () => {
  const never = Object.fromEntries(Object.keys(defaultShop.hours).map((day) => [day, null]));
  const from = at('2026-12-11T09:00');
  expect(addBusinessDays({ ...defaultShop, hours: never as OpeningHours['hours'] }, from, 1)).toEqual(from);
});

test.each([
  ['2026-07-06', '2026-07-06T07:00:00Z', '2026-07-07T07:00:00Z'],
  // The clocks change: a day has 25 hours, and one has 23.
  ['2026-11-01', '2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z'],
  ['2026-03-08', '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
  ['2026-12-31', '2026-12-31T08:00:00Z', '2027-01-01T08:00:00Z'],
])('the day %s in the shop', (date, begins, ends) => {
  const day = { begins: new Date(begins), ends: new Date(ends) };
  expect(findDay(defaultShop.timeZone, date)).toEqual(day);
  expect(findDay(defaultShop.timeZone, day.begins)).toEqual(day);
  expect(findDay(defaultShop.timeZone, new Date(day.ends.getTime() - 1))).toEqual(day);
});

test.each([
  // The order comes on a Friday before and after closing time. Carriers rest on the weekend.
  ['2026-12-11T09:00', 1, '2026-12-14'],
  ['2026-12-11T19:00', 1, '2026-12-14'],
  ['2026-12-13T12:00', 1, '2026-12-15'],
  ['2026-12-14T09:00', 5, '2026-12-21'],
  ['2026-12-14T09:00', 0, '2026-12-14'],
  // Christmas is a Friday.
  ['2026-12-23T09:00', 2, '2026-12-28'],
])('ordered at %s, %i business days end on %s', (ordered, days, arrives) => {
  const shop = { ...defaultShop, holidays: [{ date: '2026-12-25', name: 'Christmas', hours: null }] };
  expect(findArrivalDay(shop, at(ordered), days)).toBe(arrives);
});

test.each([
  ['2026-12-11T07:59', 'at 8:00 AM'],
  ['2026-12-11T09:00', undefined],
  ['2026-12-11T18:00', 'Sat 9:00 AM'],
  ['2026-12-12T16:00', 'Mon 8:00 AM'],
  ['2026-12-13T23:00', 'Mon 8:00 AM'],
])('at %s, the shop opens %s', (now, opens) => {
  expect(findNextOpening(defaultShop, at(now))).toBe(opens);
});

test('a shop on holidays opens after them, and one without hours never', () => {
  const closed = Array.from({ length: 9 }, (_, index) => ({
    date: `2026-12-${21 + index}`,
    name: 'Holidays',
    hours: null,
  }));
  expect(findNextOpening({ ...defaultShop, holidays: closed }, at('2026-12-20T12:00'))).toBe(
    'Wed, Dec 30, 8:00 AM',
  );
  const { Sunday } = defaultShop.hours;
  const never = Object.fromEntries(Object.keys(defaultShop.hours).map((day) => [day, Sunday]));
  const shop = { ...defaultShop, hours: never as typeof defaultShop.hours };
  expect(findNextOpening(shop, at('2026-12-20T12:00'))).toBeUndefined();
});
