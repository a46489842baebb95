import { expect, test } from 'vitest';
import { readClientAddress } from './client-address.ts';

const bindings = { incoming: { socket: { remoteAddress: '10.0.0.1' } } } as never;

function read(forwarded: string, trustProxy = true): string {
  const request = new Request('http://shop.test', { headers: { 'X-Forwarded-For': forwarded } });
  return readClientAddress(request, bindings, { trustProxy });
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['10.9.9.9, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7:443', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:51234', '2001:db8::7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
])('the address of %j is %s', (forwarded, address) => {
  expect(read(forwarded)).toBe(address);
});

test.each([
  '',
  'unknown',
  '_hidden',
  '203.0.113.7:',
  '203.0.113.7:123456',
  '[2001:db8::7',
  'x'.repeat(5_000),
])('the address of the connection counts beside %o, which is none', (forwarded) => {
  expect(read(forwarded)).toBe('10.0.0.1');
});

test('an untrusted header is ignored', () => {
  expect(read('203.0.113.7', false)).toBe('10.0.0.1');
});
