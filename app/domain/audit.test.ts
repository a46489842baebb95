import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isVisitorsEvent,
  redactDetails,
  redactPath,
  redactText,
  MAX_DETAILS_BYTES,
  redact,
} from './audit.ts';

test.each([
  ['olga@example.com', '[email]'],
  ['mail Olga.Driver+shop@mail.example.co.uk now', 'mail [email] now'],
  ['q=olga%40example.com', 'q=[email]'],
  ['call (619) 555-0123', 'call [phone]'],
  ['call 619-555-0123.', 'call [phone].'],
  ['6195550123', '[phone]'],
  ['+1 619 555 0123', '[phone]'],
  ['+49 30 1234567', '[phone]'],
  [
    'at https://shop.test/reset-password?token=abc&x=1 line 3',
    'at https://shop.test/reset-password?… line 3',
  ],
  ['GET /auth/v1/verify?token=abc#type=recovery failed', 'GET /auth/v1/verify?… failed'],
])('%s is kept as %s', (text, kept) => {
  expect(redact(text)).toBe(kept);
});

test.each(['45022-TR3-A01', '11427566327', 'brake pads 2015', 'why? a=b', 'price@home', '90915-YZZD1'])(
  '%s is unchanged',
  (text) => {
    expect(redact(text)).toBe(text);
  },
);

test('addresses are reduced to their paths', () => {
  expect(redactPath('/reset-password?token=abc')).toBe('/reset-password');
  expect(redactPath('/junkyard#olga@example.com')).toBe('/junkyard');
  expect(redactDetails({ url: 'https://shop.test/auth?link=used#x' })).toEqual({
    url: 'https://shop.test/auth',
  });
});

test('details are limited in depth, fields, and size', () => {
  expect(redactDetails({ a: { b: { c: { d: 1 } } } })).toEqual({ a: { b: { c: '…' } } });
  expect(redactDetails({ stack: 'x'.repeat(9_000) })?.stack).toHaveLength(2_000);
  expect(
    redactDetails(Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(2_000)]))),
  ).toBeUndefined();
  expect(
    Object.keys(redactDetails(Object.fromEntries(Array.from({ length: 99 }, (_, n) => [n, n]))) ?? {}),
  ).toHaveLength(24);
});

test('any text is stored fast, within the limit, without NUL or incomplete characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 6_000 }), (text) => {
      const kept = redactText(text);
      expect(kept.length).toBeLessThanOrEqual(2_000);
      expect(kept).not.toContain('\0');
      expect(kept.isWellFormed()).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (details) => {
      const kept = redactDetails(details);
      if (kept) expect(JSON.stringify(kept).length).toBeLessThanOrEqual(MAX_DETAILS_BYTES);
    }),
  );
  const begun = performance.now();
  for (const text of [
    'a'.repeat(4_000),
    '1'.repeat(4_000),
    '+1'.repeat(2_000),
    'a.'.repeat(2_000),
    '?'.repeat(4_000),
    'a?b=c'.repeat(800),
  ])
    redactText(text);
  expect(performance.now() - begun).toBeLessThan(500);
});

test('visitors may not write what counts as an admin action', () => {
  const event = { action: 'search', resourceType: null, resourceId: null, details: {} };
  expect(isVisitorsEvent(event)).toBe(true);
  for (const other of [
    { ...event, action: 'admin_part_deleted' },
    { ...event, action: 'failed_login' },
    { ...event, action: 'cart_auth_error' },
    { ...event, resourceType: 'parts_catalog' },
    { ...event, details: { admin_action: false } },
  ])
    expect(isVisitorsEvent(other)).toBe(false);
});
