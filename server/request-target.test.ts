import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTarget } from './request-target.ts';

const HOST = 'shop.test';
const read = (target: string) => readTarget(target, [HOST]);

test.each([
  ['/', '/'],
  ['/junkyard', '/junkyard'],
  ['/junkyard?q=brake%20pads&x=../y', '/junkyard?q=brake%20pads&x=../y'],
  ['/junkyard/', '/junkyard'],
  ['//junkyard///?q=a', '/junkyard?q=a'],
  ['/JunkYard', '/junkyard'],
  ['/Parts/BMW', '/parts/BMW'],
  ['/SVGs.js', '/SVGs.js'],
  ['//evil.example/x', '/evil.example/x'],
  ['/%6aunk%79ard', '/junkyard'],
  ['/parts/Town%20%26%20Country', '/parts/Town%20%26%20Country'],
  ['/parts/C%2fD', '/parts/C%2FD'],
  ['/parts/Citro%c3%abn', '/parts/Citro%C3%ABn'],
  ['/parts/a|b[c]', '/parts/a%7Cb%5Bc%5D'],
  ['/@id/__x00__virtual:react-router/server-build', '/@id/__x00__virtual:react-router/server-build'],
  ['/node_modules/.vite/deps/react.js?v=1', '/node_modules/.vite/deps/react.js?v=1'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['/a..b/...', '/a..b/...'],
  ['http://shop.test/about?a=b', '/about?a=b'],
  ['HTTPS://SHOP.test', '/'],
  ['http://shop.test?a=b', '/?a=b'],
])('%s is %s', (target, one) => {
  expect(read(target)).toEqual({ target: one });
});

test.each([
  '/..',
  '/../feeds/google-merchant.xml',
  '/parts/../feeds/google-merchant.xml',
  '/parts/./../feeds',
  '/parts/%2e%2E/feeds',
  '/parts/.%2e/feeds',
  '/parts/..%2ffeeds',
  '/parts/..%5cfeeds',
  '/parts/..;a=b/feeds',
  '/parts/.',
  '/parts/..\\feeds',
  '/parts\\feeds',
  '/parts/a%00b',
  '/parts/a%0d%0ab',
  '/parts/%7f',
  '/parts/%',
  '/parts/%zz',
  '/parts/%ff',
  '/parts/%c0%ae%c0%ae/feeds',
  '/parts#a',
  '/junkyard?q=a#b',
  '/parts/caf\u00e9',
  '/junkyard?q=\u00e9',
  '*',
  '',
  'junkyard',
  'ftp://shop.test/',
  'http://evil.example/about',
  'http://shop.test@evil.example/about',
  'http://shop.test/../about',
])('%j is refused', (target) => {
  expect(read(target)).toEqual({ problem: 'This address cannot be read.' });
});

describe('the host', () => {
  test.each([
    [HOST],
    ['SHOP.test:8080'],
    ['localhost:3000'],
    ['10.0.0.1'],
    ['[::1]:3000'],
    ['a_b-c.example.'],
  ])('may be %s', (host) => expect(readTarget('/', [host])).toEqual({ target: '/' }));

  test.each([
    [],
    [[HOST, HOST]],
    [[HOST, 'evil.example']],
    [['']],
    [['a b']],
    [['user@shop.test']],
    [['shop.test/path']],
    [['shop.test:99999']],
    [['shop.test:']],
    [['9007199254740993']],
    [['127.1']],
    [['[::1']],
    [['shop.test, evil.example']],
  ])('may not be %j', (hosts = []) => {
    expect(readTarget('/', hosts)).toEqual({ problem: 'The Host header must name one host.' });
  });
});

test('a normalized target has one interpretation, and is unchanged when it is normalized again', () => {
  const text = fc.oneof(
    fc.constantFrom(
      '.',
      '..',
      '%2e',
      '%2E',
      '/',
      '//',
      '\\',
      '%5c',
      '%2f',
      '%25',
      ';',
      '?',
      '#',
      '%',
      '@',
      ':',
    ),
    fc.string({ maxLength: 4, unit: 'binary' }),
    fc.string({ maxLength: 4 }).map(encodeURIComponent),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      const got = read(`/${texts.join('')}`);
      if ('problem' in got) return;
      const { pathname, search } = new URL(got.target, `http://${HOST}`);
      // A reader may escape a query; a path is escaped already.
      expect(got.target.split('?')[0]).toBe(pathname);
      expect(search === '').toBe(!got.target.split('?').slice(1).join('?'));
      expect(read(got.target)).toEqual(got);
    }),
    { numRuns: 3_000 },
  );
});
