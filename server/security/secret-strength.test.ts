import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretWeakness } from './secret-strength.ts';

test.each([
  ['short', 'has fewer than 32 characters'],
  ['changeme-changeme-changeme-changeme', 'contains a common word'],
  ['<at least 32 random characters, the same>', 'contains a common word'],
  ['a secret for browser stories that is long enough', 'contains a common word'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'repeats itself'],
  ['8f3kd02ms8f3kd02ms8f3kd02ms8f3kd02ms', 'repeats itself'],
  ['aabbaabababbbaabababbabbabaabbabbaab', 'uses too few different characters'],
  ['correct horse battery staple of the yard', 'is made of words'],
  ['0123456789x0123456789y0123456789z', 'counts'],
])('%s', (secret, weakness) => {
  expect(secretWeakness(secret)).toBe(weakness);
});

test.each(['base64', 'base64url', 'hex'] as const)('random bytes in %s are not weak', (encoding) => {
  for (let time = 0; time < 300; time += 1) {
    const secret = randomBytes(32).toString(encoding);
    expect([secret, secretWeakness(secret)]).toEqual([secret, undefined]);
    const password = randomBytes(12).toString(encoding);
    expect([password, secretWeakness(password, 'password')]).toEqual([password, undefined]);
  }
});

test('a database password may be shorter', () => {
  expect(secretWeakness('x7Gq2-vR9_kLp4Tz', 'password')).toBeUndefined();
  expect(secretWeakness('hunter2', 'password')).toBe('has fewer than 16 characters');
  expect(secretWeakness('postgrespostgres', 'password')).toBe('contains a common word');
});
