import { expect, test } from 'vitest';
import { formatPosition, POSITION, readPosition } from './position.ts';

test.each(['0/0', '0/16B3748', '1/0', 'A/FF000028', 'FFFFFFFF/FFFFFFFF'])(
  '%s is read and written',
  (text) => {
    expect(formatPosition(readPosition(text))).toBe(text);
    expect(text).toMatch(POSITION);
  },
);

test('positions are ordered by both numbers', () => {
  expect(readPosition('1/0') > readPosition('0/FFFFFFFF')).toBe(true);
});
