import { expect, test } from 'vitest';
import { MAX_LABELS, parsePartSelection } from './part-selection.ts';

const id = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;

test('a selection is a list of ids without duplicates', () => {
  expect(parsePartSelection(`${id(1)},${id(2)},${id(1)}`)).toEqual([id(1), id(2)]);
  expect(parsePartSelection(id(10).replace('4', 'A').toUpperCase())).toEqual([id(10).replace('4', 'a')]);
  expect(parsePartSelection(null)).toBeUndefined();
  expect(parsePartSelection(`${id(1)},x`)).toBeUndefined();
  const many = Array.from({ length: MAX_LABELS + 1 }, (_, index) => id(index));
  expect(parsePartSelection(many.join(','))).toBeUndefined();
});
