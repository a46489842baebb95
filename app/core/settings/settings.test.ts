import { defaultAbout } from './about-texts.ts';
import { describe, expect, test } from 'vitest';
import { defaultShop } from './shop.ts';
import { findProblem } from '#tests/support/settings.ts';
import { defaultSettings, parseSettings, settingsSchema } from './settings.ts';
import {
  describePath,
  describeValue,
  fillDefaults,
  isSame,
  isSettingsTopic,
  listChanges,
  omitDefaults,
  settingsTopics,
} from './settings-changes.ts';

test('without stored values, settings are the defaults', () => {
  expect(parseSettings({})).toEqual(defaultSettings);
  expect(defaultSettings.business).toEqual({ ...defaultShop, ...defaultAbout });
  expect(defaultSettings).toMatchObject({
    limits: { holdMinutes: 30, lowStock: 5, backInStockMail: false },
    mail: { senderName: null, senderAddress: null },
    setup: { confirmed: [], dismissed: false, demoRemoval: null },
  });
  expect(Object.keys(defaultSettings)).toEqual(settingsTopics);
  expect(settingsTopics.join(' ')).toBe(
    'business shipping tax cores restricted orders mail limits fitment assistants setup',
  );
});

const hours = { ...defaultShop.hours, Sunday: { open: '10:00', close: '09:00' } };
const yard = { name: 'Yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };

const zone = {
  name: 'West',
  states: ['CA'],
  baseCents: 1,
  centsPerHundredPounds: 1,
  residentialCents: 1,
  liftgateCents: 1,
  days: null,
};
const california = { state: 'CA', rate: 0.07, usesTable: false, taxesShipping: false };
const core = { category: 'Engine', chargeCents: 1 };

test.each([
  [{ mail: { senderName: '' } }, 'mail.senderName is required'],
  [{ mail: { senderName: 'Joe\nX: y' } }, 'mail.senderName must be a single line'],
  [{ mail: { senderAddress: 'joe' } }, 'mail.senderAddress must be an email address'],
  [{ business: { phone: '555-0142' } }, 'business.phone must be a phone number with area code'],
  [{ business: { copyrightYear: 25 } }, 'business.copyrightYear must be a year from 1900 to 2100'],
  [{ business: { hours } }, 'business.hours.Sunday must close later than it opens'],
  [
    { business: { timeZone: 'Mars/Olympus' } },
    'business.timeZone must be a time zone such as America/Los_Angeles',
  ],
  [{ business: { locations: [yard, yard] } }, 'business.locations.1.name is the name of another location'],
  [
    { business: { locations: [{ ...yard, zip: '9210' }] } },
    'business.locations.0.zip must be a five-digit ZIP code',
  ],
  [{ business: { logo: 'https://example.com/x.png' } }, 'business.logo must be an uploaded picture'],
  [
    { business: { holidays: [{ date: '2026-02-30', name: 'x', hours: null }] } },
    'business.holidays.0.date must be a date such as 2026-12-25',
  ],
  [
    { shipping: { freight: { mode: 'zones', zones: [zone, { ...zone, name: 'East' }] } } },
    'shipping.freight.zones.1.states must not have CA, which is in West',
  ],
  [
    { shipping: { freight: { mode: 'zones', zones: [{ ...zone, states: ['CA', 'XX'] }] } } },
    "shipping.freight.zones.0.states must be two-letter states, such as CA, not 'XX'",
  ],
  [
    { shipping: { freight: { mode: 'zones', zones: [{ ...zone, states: ['CA', 'CA'] }] } } },
    'shipping.freight.zones.0.states must have CA once',
  ],
  [{ tax: { states: [california, california] } }, 'tax.states.1.state is already in the list'],
  [
    { cores: { kinds: [core, { ...core, category: 'engine ' }] } },
    'cores.kinds.1.category is already in the list',
  ],
  [{ limits: { holdMinutes: 29 } }, 'limits.holdMinutes must be a whole number of minutes from 30 to 1,380'],
  [{ limits: { lowStock: 1.5 } }, 'limits.lowStock must be a whole number of units from 0 to 1,000'],
  [{ setup: { confirmed: Array.from({ length: 21 }, () => 'tax') } }, 'setup.confirmed must be at most 20'],
  [{ setup: { confirmed: ['x'.repeat(21)] } }, 'setup.confirmed.0 must be at most 20 characters'],
])('%j is refused', (values, reason) => {
  expect(findProblem(values)).toBe(reason);
});

test.each([
  [{ mail: { senderName: 'Joe’s Yard', senderAddress: 'joe@example.com' } }],
  [{ mail: { senderName: null, senderAddress: null } }],
  [{ limits: { holdMinutes: 30, lowStock: 0 } }],
  [{ limits: { holdMinutes: 1_380, lowStock: 1_000, backInStockMail: true } }],
  [{ setup: { confirmed: Array.from({ length: 20 }, () => 'x'.repeat(20)), dismissed: true } }],
])('%j is accepted', (values) => {
  expect(parseSettings(values)).toMatchObject(values);
});

test('a topic is known by its name', () => {
  expect(settingsTopics.every(isSettingsTopic)).toBe(true);
  expect(['legal', 'constructor', '', null, 1].some(isSettingsTopic)).toBe(false);
});

test('unknown topics and fields are refused', () => {
  expect(settingsSchema.safeParse({ other: {} }).error?.issues[0]?.code).toBe('unrecognized_keys');
  expect(settingsSchema.safeParse({ business: { slogan: 'x' } }).error?.issues[0]?.code).toBe(
    'unrecognized_keys',
  );
});

describe('stored settings', () => {
  const changed = parseSettings({
    business: { name: 'Joe’s Yard', hours: { ...defaultShop.hours, Monday: null }, phone: defaultShop.phone },
    limits: { lowStock: 0 },
  });

  test('have only the fields that differ', () => {
    expect(omitDefaults(defaultSettings)).toEqual({});
    expect(omitDefaults(changed)).toEqual({
      business: { name: 'Joe’s Yard', hours: changed.business.hours },
      limits: { lowStock: 0 },
    });
    expect(parseSettings(omitDefaults(changed))).toEqual(changed);
  });

  test('are compared by single values', () => {
    expect(listChanges(fillDefaults({}), fillDefaults(omitDefaults(changed)))).toEqual([
      { path: ['business', 'name'], before: 'Partyard', after: 'Joe’s Yard' },
      { path: ['business', 'hours', 'Monday', 'open'], before: '08:00', after: undefined },
      { path: ['business', 'hours', 'Monday', 'close'], before: '18:00', after: undefined },
      { path: ['limits', 'lowStock'], before: 5, after: 0 },
    ]);
    expect(listChanges({ list: [{ a: 1 }] }, { list: [] })).toEqual([
      { path: ['list', '0', 'a'], before: 1, after: undefined },
    ]);
  });

  test('of an earlier version are read as they are', () => {
    const filled = fillDefaults({ business: { slogan: 'x' }, gone: { a: 1 } });
    expect(filled['business']).toMatchObject({ slogan: 'x', name: 'Partyard' });
    expect(filled['gone']).toEqual({ a: 1 });
  });
});

test('the order of properties makes no difference', () => {
  expect(isSame({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isSame({ a: undefined }, { b: undefined })).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame(null, {})).toBe(false);
  expect(isSame('1', 1)).toBe(false);
});

test('changes are described in words', () => {
  expect(describePath(['business', 'locations', '0', 'zip'])).toBe('Business: Locations, 1, Zip');
  expect(describePath(['limits', 'holdMinutes'])).toBe('Limits: Hold minutes');
  expect(describePath(['tax'])).toBe('Tax');
  expect(describePath([])).toBe('');
  expect([null, undefined, '', true, false, 0, 'x', []].map((value) => describeValue(value))).toEqual([
    'none',
    'none',
    'none',
    'yes',
    'no',
    '0',
    'x',
    'none',
  ]);
  expect(describeValue('x'.repeat(120))).toBe('x'.repeat(120));
  expect(describeValue('x'.repeat(121))).toBe(`${'x'.repeat(119)}…`);
});

test.each([
  ['shipping.lineCents', 1500, 'Shipping: Line', '$15.00'],
  [
    'shipping.freight.zones.0.centsPerHundredPounds',
    20_00,
    'Shipping: Freight, Zones, 1, Per hundred pounds',
    '$20.00',
  ],
  ['shipping.remote.alaska', 25_00, 'Shipping: Remote, Alaska', '$25.00'],
  ['shipping.remote.alaska', 'refused', 'Shipping: Remote, Alaska', 'refused'],
  ['tax.flatRate', 0.0725, 'Tax: Flat rate', '7.25 %'],
  ['tax.states.0.rate', 0.07, 'Tax: States, 1, Rate', '7 %'],
  ['cores.returnDays', 30, 'Cores: Return days', '30'],
])('%s %j is described as %s, %s', (path, value, name, text) => {
  expect(describePath(path.split('.'))).toBe(name);
  expect(describeValue(value, path.split('.'))).toBe(text);
});
