import { expect, test } from 'vitest';
import { countListChanges } from './list-changes.ts';

test.each([
  ['abc', 'abc', 0],
  ['', '', 0],
  ['abc', 'abcd', 1],
  ['abc', 'ab', 1],
  ['abc', 'ac', 1],
  ['abc', 'xab', 1],
  ['abc', 'bac', 2],
  ['abc', 'xyz', 3],
  ['', 'ab', 2],
  ['abc', '', 3],
  ['abcd', 'xbac', 3],
])('from %j to %j: %i', (shown, now, changes) => {
  expect(countListChanges([...shown], [...now])).toBe(changes);
});
