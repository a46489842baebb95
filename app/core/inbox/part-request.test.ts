import { expect, test } from 'vitest';
import {
  DEFAULT_URGENCY,
  formatSenderKey,
  HONEYPOT_FIELD,
  listRequestYears,
  partRequestMaxLengths,
  partRequestTexts,
  readRequestPrefill,
  REQUEST_LIMIT,
  urgencies,
} from './part-request.ts';

const SITE = 'https://shop.test';

test('urgencies are low, medium and high', () => {
  expect(urgencies.map(({ value, label, description }) => `${value}: ${label}, ${description}`)).toEqual([
    'low: Low, can wait a few weeks',
    'medium: Medium, within a week',
    'high: High, ASAP',
  ]);
  expect(DEFAULT_URGENCY).toBe('medium');
});

test('the texts of the specification', () => {
  expect(partRequestTexts).toEqual({
    sent: "Part request submitted successfully! We'll get back to you soon.",
    failed: 'Failed to submit request. Please try again.',
    tooMany: "You've submitted too many requests recently. Please wait before submitting another.",
  });
});

test('5 requests in 15 minutes', () => {
  expect(REQUEST_LIMIT).toEqual({ submissions: 5, minutes: 15 });
});

test('the hidden field has a name that programs fill in', () => {
  expect(HONEYPOT_FIELD).toBe('website');
});

test('50 years can be chosen, the current one first', () => {
  const years = listRequestYears(2026);
  expect([years.length, years[0], years[1], years.at(-1)]).toEqual([50, '2026', '2025', '1977']);
});

test('email and phone name a sender, regardless of case, spaces and punctuation', () => {
  expect(formatSenderKey(' Olga@Example.COM ', '(619) 555-0142')).toBe('olga@example.com 6195550142');
  expect(formatSenderKey('olga@example.com', '')).toBe('olga@example.com ');
});

test('the form starts with the vehicle, part and number of the address', () => {
  const address = new URLSearchParams({
    make: 'Honda',
    model: 'Civic',
    year: '2015',
    part: ' Front\nBrake\0Pads ',
    oem: '45022-TR3-A01',
  });
  expect(readRequestPrefill(address, SITE)).toEqual({
    make: 'Honda',
    model: 'Civic',
    year: '2015',
    partName: 'Front Brake Pads',
    description: 'OEM number 45022-TR3-A01',
  });
  expect(readRequestPrefill(new URLSearchParams(), SITE)).toEqual({
    make: '',
    model: '',
    year: '',
    partName: '',
    description: '',
  });
});

test('a request for a part of a car in the yard names its page', () => {
  const address = new URLSearchParams({ oem: '45022', car: '2012-honda-civic-1 x' });
  expect(readRequestPrefill(address, SITE).description).toBe(
    'OEM number 45022\nFrom this car in your yard: https://shop.test/yard/2012-honda-civic-1%20x',
  );
});

test('a value is cut within a character', () => {
  const address = new URLSearchParams({ car: `${'x'.repeat(199)}😀` });
  expect(readRequestPrefill(address, SITE).description).toMatch(/x%EF%BF%BD$/);
});

test('values of the address are cut to the lengths of the fields', () => {
  const long = 'x'.repeat(500);
  const prefill = readRequestPrefill(
    new URLSearchParams({ make: long, model: long, part: long, oem: long }),
    SITE,
  );
  const { make, model, partName } = partRequestMaxLengths;
  expect([make, model, partName]).toEqual([100, 100, 200]);
  expect(prefill).toMatchObject({
    make: 'x'.repeat(make),
    model: 'x'.repeat(model),
    partName: 'x'.repeat(partName),
    description: `OEM number ${'x'.repeat(100)}`,
  });
});

test.each([
  ['2015', '2015'],
  ['20155', '2015'],
  ['201', ''],
  ['abcd', ''],
  ['15 a', ''],
])('the year %j of an address is read as %j', (year, read) => {
  expect(readRequestPrefill(new URLSearchParams({ year }), SITE).year).toBe(read);
});
