import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isAdminsEvent,
  isChained,
  isVisitorsEvent,
  redactDetails,
  redactPath,
  redactText,
  MAX_DETAILS_BYTES,
  redact,
  unchainedActions,
  visitorActions,
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
  expect(redactPath('/assistant/chk_0b8f3c9e-58f1-4c2a-9a52-0c3f6c1d2e4f')).toBe('/assistant/chk_…');
  expect(redactText('No /assistant/cart_0b8f3c9e-58f1-4c2a-9a52-0c3f6c1d2e4f.data')).toBe(
    'No /assistant/cart_….data',
  );
  expect(redactDetails({ url: 'https://shop.test/auth?link=used#x' })).toEqual({
    url: 'https://shop.test/auth',
  });
});

test('details are kept up to 4,096 bytes', () => {
  const details = (last: string) => ({ a: 'x'.repeat(2_000), b: 'x'.repeat(2_000), c: last });
  const left = MAX_DETAILS_BYTES - JSON.stringify(details('')).length;
  expect(MAX_DETAILS_BYTES).toBe(4_096);
  expect(redactDetails(details('x'.repeat(left)))).toEqual(details('x'.repeat(left)));
  expect(redactDetails(details('x'.repeat(left + 1)))).toBeUndefined();
  // An é takes two bytes.
  expect(redactDetails(details('é'.repeat(left / 2 + 1)))).toBeUndefined();
});

test('lists in details are limited like fields', () => {
  expect(redactDetails({ queries: ['olga@example.com', 2] })).toEqual({ queries: ['[email]', 2] });
  expect(redactDetails({ list: Array.from({ length: 25 }, () => 1) })?.list).toHaveLength(24);
  expect(redactDetails({ list: [[['deep']]] })).toEqual({ list: [['…']] });
});

test('numbers that the database would write in full become text', () => {
  expect(redactDetails({ count: 12, share: 0.5, huge: 1e300, tiny: 1e-9, found: true, none: null })).toEqual({
    count: 12,
    share: 0.5,
    huge: '1e+300',
    tiny: '1e-9',
    found: true,
    none: null,
  });
});

test('a text has at most 2,000 characters, the last a mark of what is left out', () => {
  expect(redactText('x'.repeat(2_000))).toBe('x'.repeat(2_000));
  expect(redactText('x'.repeat(2_001))).toBe(`${'x'.repeat(1_999)}…`);
  expect(redactText('12345', 5)).toBe('12345');
  expect(redactText('123456', 5)).toBe('1234…');
});

test('only the first 4,000 characters of a text are read', () => {
  expect(redactText(`/reset?token=${'x'.repeat(4_000)} failed`)).toBe('/reset?…');
});

test('NUL is replaced', () => {
  expect(redactText('a\0b')).toBe('a\uFFFDb');
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

/** Any code unit can occur, so that surrogates are unpaired. */
const codeUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

test('any text is stored fast, within the limit, without NUL or incomplete characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: codeUnit, maxLength: 60 }), fc.nat({ max: 100 }), (text, times) => {
      const kept = redactText(text.repeat(times));
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
  expect(performance.now() - begun).toBeLessThan(5_000);
});

const event = { action: 'search', resourceType: null, resourceId: null, details: {} };

test('visitors may log page views, searches, errors and what they do with their cart', () => {
  const cart = ['cart_add', 'cart_remove', 'cart_update_quantity', 'cart_clear'];
  expect(unchainedActions).toEqual(['page_view', 'search', 'error', ...cart]);
  expect(visitorActions).toEqual([...unchainedActions, 'cart_checkout', 'cart_buy_now']);
  for (const action of visitorActions) expect(isVisitorsEvent({ ...event, action })).toBe(true);
  for (const action of ['failed_login', 'login_success', 'cart_auth_error', 'security_scan', ''])
    expect(isVisitorsEvent({ ...event, action })).toBe(false);
});

test('what counts as an admin action is for admins only', () => {
  const { details } = event;
  for (const other of [
    { action: 'admin_delete_part' },
    { action: 'security_scan' },
    { action: 'security_unusual_sign_in' },
    { resourceType: 'parts_catalog' },
    { details: { ...details, admin_action: false } },
  ]) {
    expect(isAdminsEvent({ ...event, ...other })).toBe(true);
    expect(isVisitorsEvent({ ...event, ...other })).toBe(false);
  }
  for (const other of [
    {},
    { action: 'failed_admin_' },
    { action: 'security_password_changed' },
    { resourceType: 'cart' },
    { details: { query: 'pads' } },
  ])
    expect(isAdminsEvent({ ...event, ...other })).toBe(false);
});

test('frequent events are not chained, all others are', () => {
  expect(unchainedActions.filter(isChained)).toEqual([]);
  expect(['cart_checkout', 'login_success', 'admin_add_part'].filter(isChained)).toHaveLength(3);
});
