import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  COOKIE_CART_FORMAT,
  countCookiePart,
  emptyCookieCart,
  formatCookieCart,
  MAX_COOKIE_LINES,
  parseCookieCart,
  setCookieLine,
  settleCookieCart,
} from './cookie-cart.ts';

const PADS = '00000000-0000-4000-8000-00000000000a';
const HORN = '00000000-0000-4000-8000-00000000000b';

const cart = setCookieLine(setCookieLine(emptyCookieCart, PADS, 2), HORN, 1);

test('is read as it was written', () => {
  const paid = settleCookieCart(cart, 'cs_test_1', [{ partId: HORN, quantity: 1 }]);
  expect(formatCookieCart(paid)).toBe(`${PADS}.2!cs_test_1`);
  expect(parseCookieCart(formatCookieCart(paid))).toEqual(paid);
  expect(formatCookieCart(emptyCookieCart)).toBe('');
});

test.each([
  [undefined, 0],
  ['', 0],
  ['nonsense', 0],
  [`${PADS}.0`, 0],
  [`${PADS}.1000`, 0],
  [`${PADS}.1.2;x`, 0],
  [`x.1_${PADS}.3`, 0],
  [`1.1_${PADS}.3`, 1],
  [`${PADS}.1_${PADS}.3`, 1],
])('%s has %i lines', (value, lines) => {
  expect(parseCookieCart(value).lines).toHaveLength(lines);
});

test('any text is a cart that can be written and read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\da-f.\-_!]*$/)), (text) => {
      const read = parseCookieCart(text);
      expect(parseCookieCart(formatCookieCart(read))).toEqual(read);
    }),
  );
});

describe('a line', () => {
  test('is set, changed and removed', () => {
    expect(countCookiePart(setCookieLine(cart, PADS, 5), PADS)).toBe(5);
    expect(countCookiePart(setCookieLine(cart, PADS, 5_000), PADS)).toBe(999);
    expect(setCookieLine(cart, PADS, 0).lines).toEqual([{ partId: HORN, quantity: 1 }]);
  });

  test('is refused by a full cart, whose text still fits a cookie', () => {
    const ids = Array.from({ length: MAX_COOKIE_LINES }, (_, n) => PADS.replace(/..$/, String(n + 10)));
    const full = ids.reduce((before, id) => setCookieLine(before, id, 999), emptyCookieCart);
    expect(setCookieLine(full, HORN, 1)).toEqual(full);
    expect(countCookiePart(setCookieLine(full, ids[0] ?? '', 3), ids[0] ?? '')).toBe(3);
    const payments = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(120));
    const text = formatCookieCart(payments.reduce((paid, id) => settleCookieCart(paid, id, []), full));
    expect(text.length).toBeLessThan(3_000);
    expect(text).toMatch(COOKIE_CART_FORMAT);
    expect(parseCookieCart(text).settled.map((id) => id[0])).toEqual(['f', 'e', 'd', 'c', 'b']);
  });
});

describe('a paid cart', () => {
  const bought = [
    { partId: PADS, quantity: 1 },
    { partId: HORN, quantity: 1 },
    { partId: null, quantity: 1 },
  ];

  test('loses its pieces once', () => {
    const paid = settleCookieCart(cart, 'cs_1', bought);
    expect(paid).toEqual({ lines: [{ partId: PADS, quantity: 1 }], settled: ['cs_1'] });
    expect(settleCookieCart(paid, 'cs_1', bought)).toBe(paid);
  });

  test('with an id that no cookie can keep stays', () => {
    expect(settleCookieCart(cart, 'cs;1', bought)).toBe(cart);
  });
});
