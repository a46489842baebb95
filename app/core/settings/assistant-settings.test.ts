import { expect, test } from 'vitest';
import { findProblem } from '#tests/support/settings.ts';

test.each([
  'example.com',
  'a-b.example.com',
  'a_b.example.com',
  '-a.com',
  '127.0.0.1',
  '[2001:db8::1]',
  'localhost',
])('%s can be refused', (host) => {
  expect(findProblem({ assistants: { refusedHosts: [host] } })).toBeUndefined();
});

test.each([
  '',
  'Example.com',
  'https://example.com',
  'example.com/profile',
  'example.com:8443',
  'example.com.',
  '.example.com',
  '2001:db8::1',
  'user@example.com',
  'a..com',
  'not a host',
  'a'.repeat(254),
])('%s is no host, and the field says so', (host) => {
  expect(findProblem({ assistants: { refusedHosts: ['example.com', host] } })).toBe(
    'assistants.refusedHosts must be names such as example.com',
  );
});
