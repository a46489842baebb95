import { expect, test } from 'vitest';
import { arrangeChoices } from './arrange-choices.ts';

const choices = (...parts: number[]) =>
  parts.map((count, index) => ({ value: `Kind ${index + 1}`, parts: count }));
const visible = (all: ReturnType<typeof arrangeChoices>) =>
  all.filter(({ isFolded }) => !isFolded).map(({ value }) => value);

test('the six choices with the most parts are visible, in the order of their names', () => {
  const arranged = arrangeChoices(choices(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), []);
  expect(visible(arranged)).toEqual(['Kind 5', 'Kind 6', 'Kind 7', 'Kind 8', 'Kind 9', 'Kind 10']);
  expect(arranged.map(({ value }) => value).slice(0, 2)).toEqual(['Kind 1', 'Kind 2']);
});

test('a chosen one is visible too, even if it has no parts', () => {
  const arranged = arrangeChoices(choices(1, 2, 3, 4, 5, 6, 7, 8), ['Kind 1', 'Kind 9']);
  expect(visible(arranged)).toEqual([1, 3, 4, 5, 6, 7, 8, 9].map((number) => `Kind ${number}`));
  expect(arranged.at(-1)).toEqual({ value: 'Kind 9', parts: 0, isFolded: false });
});

test('seven are not folded', () => {
  expect(visible(arrangeChoices(choices(1, 2, 3, 4, 5, 6, 7), []))).toHaveLength(7);
});

test('conditions keep their order; others follow', () => {
  const all = ['Odd', 'Fair', 'New'].map((value) => ({ value, parts: 1 }));
  expect(arrangeChoices(all, [], ['New', 'Good', 'Fair']).map(({ value }) => value)).toEqual([
    'New',
    'Fair',
    'Odd',
  ]);
});
