import { expect, test } from 'vitest';
import { listAcceptedTexts } from './legal-page.ts';

test('an order names the texts that its buyer has accepted, with dates in the time zone of the shop', () => {
  const accepted = {
    termsVersion: 3,
    termsDate: new Date('2026-03-01T03:00:00Z'),
    warrantyVersion: null,
    warrantyDate: null,
  };
  expect(listAcceptedTexts(accepted, 'America/Los_Angeles')).toEqual([
    { name: 'Terms of Service (February 28, 2026)', path: '/terms?version=3' },
    { name: 'Warranty (January 17, 2025)', path: '/warranty?version=0' },
  ]);
});
