import { expect, test } from 'vitest';
import {
  formatLegalDate,
  isLegalPage,
  legalPages,
  legalTitles,
  listAcceptedTexts,
  parseLegalVersion,
} from './legal-page.ts';

const timeZone = 'America/Los_Angeles';

test('the legal pages', () => {
  expect(legalPages.map((page) => `${page}: ${legalTitles[page]}`)).toEqual([
    'privacy: Privacy Policy',
    'terms: Terms of Service',
    'warranty: Warranty',
  ]);
  expect(legalPages.every(isLegalPage)).toBe(true);
  expect(['about', '', 'Terms', 'constructor'].some(isLegalPage)).toBe(false);
});

test.each([
  ['0', 0],
  ['1', 1],
  ['10', 10],
  ['999999', 999_999],
  ['1000000', undefined],
  ['01', undefined],
  ['-1', undefined],
  ['1.0', undefined],
  ['1x', undefined],
  ['x1', undefined],
  ['', undefined],
])('the version %j is %j', (text, version) => {
  expect(parseLegalVersion(text)).toBe(version);
});

test('a version has the date of its publication in the time zone of the shop', () => {
  const publishedAt = new Date('2026-03-01T03:00:00Z');
  expect(formatLegalDate(publishedAt, timeZone)).toBe('February 28, 2026');
  expect(formatLegalDate(publishedAt, 'Asia/Tokyo')).toBe('March 1, 2026');
});

test.each([[null], [undefined]])('the built-in text has the date of the specification', (publishedAt) => {
  expect(formatLegalDate(publishedAt, timeZone)).toBe('January 17, 2025');
});

test('an order names the texts that its buyer has accepted', () => {
  const accepted = {
    termsVersion: 3,
    termsDate: new Date('2026-05-04T12:00:00Z'),
    warrantyVersion: null,
    warrantyDate: null,
  };
  expect(listAcceptedTexts(accepted, timeZone)).toEqual([
    { name: 'Terms of Service of May 4, 2026', path: '/terms?version=3' },
    { name: 'Warranty of January 17, 2025', path: '/warranty?version=0' },
  ]);
});
