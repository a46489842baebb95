import { expect, test } from 'vitest';
import { removeDemoTexts } from './demo-texts.ts';
import { isDemoText, listLeftovers } from './list-leftovers.ts';
import { defaultSettings, parseSettings } from './settings.ts';

const labelsOf = (values: unknown) => listLeftovers(parseSettings(values)).map(({ label }) => label);

test('names what a new shop says of San Diego, and its example number and address', () => {
  expect(listLeftovers(defaultSettings).map(({ label, field }) => `${label} (${field})`)).toEqual([
    'Description (blurb)',
    'Phone number (phone)',
    'Email address (email)',
    'City (city)',
    'Our Story (story)',
  ]);
  const removed = removeDemoTexts(defaultSettings, '6f1c9a52-5a3e-4d0c-9a53-2c53f1c0a001');
  expect(listLeftovers(removed).map(({ field }) => field)).toEqual(['phone', 'email', 'city']);
});

test('names texts within lists, and not what the owner has confirmed', () => {
  const yard = { name: 'Yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };
  const own = { blurb: '', story: '', phone: '(503) 555-2642', email: 'joe@yard.com', city: 'Salem, OR' };
  expect(labelsOf({ business: own })).toEqual([]);
  expect(labelsOf({ business: { ...own, locations: [yard] } })).toEqual(['Address']);
  expect(labelsOf({ business: { ...own, locations: [yard] }, setup: { confirmed: ['address'] } })).toEqual(
    [],
  );
});

test('names a field that is no step by its topic', () => {
  expect(labelsOf({ mail: { senderAddress: 'yard@partyard.example' } }).at(-1)).toBe('Email sender');
  expect(labelsOf({ business: { registration: 'Demo 1' } })).toContain('Business: Registration');
});

test.each([
  ['Parts from San Diego.', true],
  ['This is a demo.', true],
  ['(619) 555-0142', true],
  ['parts@partyard.example', true],
  ['(619) 555-2142', false],
  ['For example, democracy', false],
])('%s: %s', (text, expected) => {
  expect(isDemoText(text)).toBe(expected);
});
