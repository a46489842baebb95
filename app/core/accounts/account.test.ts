import { expect, test } from 'vitest';
import {
  ACCESS_SECONDS,
  findLengthProblem,
  findNewPasswordProblem,
  passwordRule,
  passwordTexts,
  RECENT_SIGN_IN_MS,
  refreshRetryDelay,
  refreshTiming,
} from './account.ts';

test.each([
  [0, 'short'],
  [5, 'short'],
  [6, undefined],
  [128, undefined],
  [129, 'long'],
])('a password of %i characters: %s', (length, problem) => {
  expect(findLengthProblem('x'.repeat(length))).toBe(problem);
});

test('a new password has at least 6 characters, and is repeated (Spec §5)', () => {
  expect(findNewPasswordProblem('turbo', 'turbo')).toBe('Password must be at least 6 characters long');
  expect(findNewPasswordProblem('turbos', 'Turbos')).toBe('Passwords do not match');
  expect(findNewPasswordProblem('turbos', 'turbos')).toBeUndefined();
  expect(findNewPasswordProblem('x'.repeat(129), '')).toBe('Password must be at most 128 characters long');
});

test('the form names the rule before it is broken', () => {
  expect(passwordRule).toBe('At least 6 characters, and not a common password.');
  expect(passwordTexts.common).toMatch(
    /^This password is one of the most common ones.*Please choose another one\.$/,
  );
});

test('a session is refreshed as the specification says (Spec §9)', () => {
  expect(refreshTiming).toEqual({ checkInterval: 30_000, threshold: 90_000, firstRetryDelay: 200 });
  expect([1, 2, 3, 8].map(refreshRetryDelay)).toEqual([200, 400, 800, 25_600]);
  expect([9, 2_000].map(refreshRetryDelay)).toEqual([30_000, 30_000]);
});

test('a token is valid for an hour, a sign-in is recent for ten minutes', () => {
  expect(ACCESS_SECONDS).toBe(3_600);
  expect(RECENT_SIGN_IN_MS).toBe(600_000);
});
