import { describe, expect, test } from 'vitest';
import { defaultShop } from './shop.ts';
import { findProblem } from '#tests/support/settings.ts';

const yard = { name: 'Yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };
const nine = { open: '09:00', close: '17:00' };
const closed = { date: '2026-12-25', name: 'Christmas', hours: null };

const withSunday = (times: unknown) => ({ hours: { ...defaultShop.hours, Sunday: times } });
const yards = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...yard, name: `Yard ${index}` }));
const stats = (count: number) => Array.from({ length: count }, () => ({ figure: '2', name: 'Locations' }));
const holidays = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...closed,
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  }));

describe('the business can have', () => {
  test.each<[string, object]>([
    ['a name of 60 characters', { name: 'x'.repeat(60) }],
    ['no blurb', { blurb: '' }],
    ['a story of several paragraphs', { story: 'One.\n\nTwo.\nThree.' }],
    ['a phone number of ten digits', { phone: '619.555.0142' }],
    ['a phone number of 15 digits', { phone: '+123 456 789 012 345' }],
    ['20 locations', { locations: yards(20) }],
    ['no locations', { locations: [] }],
    ['an uploaded picture as logo', { logo: '/files/pictures/a-1.webp' }],
    ['no logo', { logo: null }],
    ['other warranties', { warranty: { oem: '1 year', aftermarket: '6 months', used: 'None' } }],
    ['no returns', { returns: { days: 0, refundDays: '1' } }],
    ['returns for a year', { returns: { days: 365, refundDays: '5-10' } }],
    ['four figures', { stats: stats(4) }],
    ['no figures', { stats: [] }],
    ['another time zone', { timeZone: 'America/New_York' }],
    ['other hours', withSunday(nine)],
    ['hours until midnight', withSunday({ open: '00:00', close: '23:59' })],
    ['100 holidays', { holidays: holidays(100) }],
    ['a holiday with hours', { holidays: [{ ...closed, hours: nine }] }],
  ])('%s', (_, business) => {
    expect(findProblem({ business })).toBeUndefined();
  });
});

describe('the business is refused because', () => {
  test.each<[reason: string, object]>([
    ['name is required', { name: ' ' }],
    ['name must be at most 60 characters', { name: 'x'.repeat(61) }],
    ['name must be a single line', { name: 'Joe\r\nBcc: all@example.com' }],
    ['blurb must be at most 200 characters', { blurb: 'x'.repeat(201) }],
    ['story must be at most 2,000 characters', { story: 'x'.repeat(2_001) }],
    ['story must have no control characters', { story: 'One\u0007' }],
    ['phone must be a phone number with area code', { phone: '555-0142' }],
    ['phone must be a phone number with area code', { phone: '1234567890123456' }],
    ['email must be an email address', { email: 'parts' }],
    ['copyrightYear must be a year from 1900 to 2100', { copyrightYear: 25 }],
    ['locations.1.name is the name of another location', { locations: [yard, yard] }],
    ['locations must be at most 20 locations', { locations: yards(21) }],
    ['locations.0.street is required', { locations: [{ ...yard, street: '' }] }],
    ['locations.0.state must be a two-letter state, such as CA', { locations: [{ ...yard, state: 'XX' }] }],
    ['locations.0.zip must be a five-digit ZIP code', { locations: [{ ...yard, zip: '9210' }] }],
    ['logo must be an uploaded picture', { logo: 'https://example.com/x.png' }],
    ['warranty.oem is required', { warranty: { oem: '', aftermarket: '1', used: '1' } }],
    [
      'returns.days must be a whole number of days from 0 to 365',
      { returns: { days: 366, refundDays: '1' } },
    ],
    ['returns.refundDays is required', { returns: { days: 30, refundDays: '' } }],
    ['stats must be at most 4', { stats: stats(5) }],
    ['stats.0.figure is required', { stats: [{ figure: '', name: 'Locations' }] }],
    ['timeZone must be a time zone such as America/Los_Angeles', { timeZone: 'Mars/Olympus' }],
    ['hours.Sunday.open must be a time such as 08:00', withSunday({ ...nine, open: '9:00' })],
    ['hours.Sunday.open must be a time such as 08:00', withSunday({ ...nine, open: '24:00' })],
    ['hours.Sunday.close must be a time such as 18:00', withSunday({ ...nine, close: '17:60' })],
    ['hours.Sunday must close later than it opens', withSunday({ open: '10:00', close: '09:00' })],
    ['hours.Sunday must close later than it opens', withSunday({ open: '10:00', close: '10:00' })],
    ['holidays.0.date must be a date such as 2026-12-25', { holidays: [{ ...closed, date: '2026-02-30' }] }],
    ['holidays.0.name is required', { holidays: [{ ...closed, name: '' }] }],
    ['holidays.1.date is already in the list', { holidays: [closed, closed] }],
    ['holidays must be at most 100', { holidays: holidays(101) }],
  ])('%s', (reason, business) => {
    expect(findProblem({ business })).toBe(`business.${reason}`);
  });
});
