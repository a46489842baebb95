import { describe, expect, test } from 'vitest';
import { defaultShop } from '#domain/shop.ts';
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
  expect(defaultSettings.business).toEqual(defaultShop);
  expect(defaultSettings).toMatchObject({
    limits: { holdMinutes: 30, lowStock: 5, backInStockMail: false },
    mail: { senderName: null, senderAddress: null },
    setup: { confirmed: [], dismissed: false },
  });
  expect(Object.keys(defaultSettings)).toEqual(settingsTopics);
  expect(settingsTopics.join(' ')).toBe('business shipping tax cores mail limits setup');
});

test.each([
  [{ mail: { senderName: '' } }, 'mail.senderName is required'],
  [{ mail: { senderName: 'Joe\nX: y' } }, 'mail.senderName must be a single line'],
  [{ mail: { senderAddress: 'joe' } }, 'mail.senderAddress must be an email address'],
  [{ limits: { holdMinutes: 29 } }, 'limits.holdMinutes must be a whole number of minutes from 30 to 1,380'],
  [{ limits: { lowStock: 1.5 } }, 'limits.lowStock must be a whole number of pieces from 0 to 1,000'],
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
  expect([null, undefined, '', true, false, 0, 'x', []].map(describeValue)).toEqual([
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
