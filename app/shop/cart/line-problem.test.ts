import { expect, test } from 'vitest';
import type { CartItem } from '#core/carts/cart.ts';
import { findLineProblem, listBuyableItems } from './line-problem.ts';

const facts = { isGone: false, available: 1, allHeld: false, terms: { price: 40 } };

test.each([
  ['a part that can be bought', facts, undefined],
  ['a part whose facts are not loaded', undefined, undefined],
  ['a part that is no longer in the catalog', { ...facts, isGone: true, available: 0, terms: null }, 'gone'],
  ['a part without pieces', { ...facts, available: 0 }, 'sold-out'],
  ['a part with fewer pieces than none', { ...facts, available: -1 }, 'sold-out'],
  ['a part without pieces and price', { ...facts, available: 0, terms: null }, 'sold-out'],
  ['a part without a price', { ...facts, terms: null }, 'no-price'],
] as const)('%s', (_, known, problem) => {
  expect(findLineProblem(known)).toBe(problem);
});

test('lines with a problem are not paid for', () => {
  const line = (id: string): CartItem => ({ id, name: '', partNumber: '', price: 1, quantity: 1, image: '' });
  const items = [line('bought'), line('sold'), line('not loaded')];
  const known = new Map([
    ['bought', facts],
    ['sold', { ...facts, available: 0 }],
  ]);
  expect(listBuyableItems(items, known).map(({ id }) => id)).toEqual(['bought', 'not loaded']);
});
