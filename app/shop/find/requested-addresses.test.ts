import { expect, test } from 'vitest';
import { afterLoading } from './requested-addresses.ts';

test('an earlier request leaves the later ones expected', () => {
  expect(afterLoading(['a', 'b', 'c'], 'b')).toEqual(['b', 'c']);
  expect(afterLoading(['b', 'c'], 'c')).toEqual(['c']);
});

test('a request that was overtaken is no longer expected', () => {
  expect(afterLoading(['c'], 'b')).toBeNull();
});
