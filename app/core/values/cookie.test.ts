import { describe, expect, test } from 'vitest';
import { readCookie, setCookie } from './cookie.ts';

const secure = 'https://shop.test';
const local = 'http://localhost:3000';
const browser = { name: 'partyard.browser' };

describe('a cookie that is set', () => {
  test.each([
    [browser, secure, '__Host-partyard.browser=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure'],
    [browser, local, 'partyard.browser=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax'],
  ])('of %o for %s is %s', (cookie, siteUrl, header) => {
    expect(setCookie(cookie, siteUrl, 'abc', 60)).toBe(header);
  });
});

describe('a cookie that is read', () => {
  const read = (header: string | null, siteUrl = secure) => readCookie(browser, siteUrl, header, /^[a-z]+$/);

  test('has the prefix of its site', () => {
    expect(read('other=x; __Host-partyard.browser=abc; more=y')).toBe('abc');
    expect(read('partyard.browser=abc')).toBeUndefined();
    expect(read('partyard.browser=abc', local)).toBe('abc');
  });

  test.each([
    null,
    '',
    'other=abc',
    'x__Host-partyard.browser=abc',
    'abc=__Host-partyard.browser=',
    '__Host-partyard.browser=',
    '__Host-partyard.browser=ABC',
    '__Host-partyard.browser=abc1',
  ])('is missing in %j', (header) => {
    expect(read(header)).toBeUndefined();
  });
});
