import { expect, test } from 'vitest';
import { readPosition } from './position.ts';

test('positions are ordered by both numbers', () => {
  expect(readPosition('1/0') > readPosition('0/FFFFFFFF')).toBe(true);
  expect(readPosition('0/FF000028') > readPosition('0/16B3748')).toBe(true);
});
