import { describe, expect, test } from 'vitest';
import { type AccountLine, mergeQuantity } from './account-cart.server.ts';
import { applyAccountLines, countParts, knownQuantities, listChangedParts } from './account-cart.ts';
import type { CartItem } from './cart.ts';

const item = (id: string, quantity = 1, more: Partial<CartItem> = {}): CartItem => ({
  id,
  name: `Part ${id}`,
  partNumber: '',
  price: 10,
  quantity,
  image: '',
  ...more,
});
const line = (id: string, quantity: number, price = 12): AccountLine => ({
  partId: id,
  quantity,
  item: item(id, quantity, { price }),
});
const listUnits = (items: readonly CartItem[]) => items.map(({ id, quantity }) => `${quantity} ${id}`);

describe('mergeQuantity', () => {
  test.each([
    { browser: 2, account: 3, stock: 9, merged: 3 },
    { browser: 4, account: 3, stock: 9, merged: 4 },
    { browser: 4, account: 0, stock: 3, merged: 3 },
    { browser: 4, account: 5, stock: 0, merged: 1 },
    { browser: 999, account: 2_000, stock: 5_000, merged: 999 },
  ])('of $browser and $account with $stock in stock is $merged', ({ browser, account, stock, merged }) => {
    expect(mergeQuantity(browser, account, stock)).toBe(merged);
  });
});

describe('listChangedParts', () => {
  test('finds added, changed and removed parts', () => {
    expect(listChangedParts({ a: 1, b: 2, c: 3 }, { b: 2, c: 4, d: 1 })).toEqual(['a', 'c', 'd']);
    expect(listChangedParts({ a: 1 }, { a: 1 })).toEqual([]);
  });
});

describe('applyAccountLines', () => {
  const apply = (items: CartItem[], lines: AccountLine[], asked = items) =>
    applyAccountLines(items, countParts(asked), lines);

  test('adds, changes and removes lines, in the order of the browser', () => {
    const items = [item('a'), item('b', 2), item('c')];
    expect(listUnits(apply(items, [line('d', 4), line('c', 3), line('a', 1)]))).toEqual([
      '1 a',
      '3 c',
      '4 d',
    ]);
  });

  test('keeps the price that the shopper has seen, and shows the current price of a new line', () => {
    const merged = apply([item('a', 1, { price: 10 })], [line('a', 2, 12), line('b', 1, 12)]);
    expect(merged.map(({ price }) => price)).toEqual([10, 12]);
  });

  test('keeps what was changed while the server was asked', () => {
    const asked = [item('a'), item('b'), item('c')];
    const now = [item('a', 5), item('c'), item('e')];
    const merged = apply(now, [line('a', 1), line('b', 1), line('c', 2)], asked);
    expect(listUnits(merged)).toEqual(['5 a', '2 c', '1 e']);
  });

  test('joins two lines of a part only when its quantity changes', () => {
    const items = [item('a', 1, { partNumber: '1' }), item('a', 2, { partNumber: '2' })];
    expect(listUnits(apply(items, [line('a', 3)]))).toEqual(['1 a', '2 a']);
    expect(listUnits(apply(items, [line('a', 5)]))).toEqual(['5 a']);
  });

  test('keeps the line of a part that the catalog does not have now, and adds none', () => {
    const gone = { partId: 'a', quantity: 2, item: null };
    expect(listUnits(apply([item('a', 2)], [gone]))).toEqual(['2 a']);
    expect(apply([], [gone])).toEqual([]);
  });
});

describe('knownQuantities', () => {
  test('leaves out what the browser cannot show, so that it does not remove it', () => {
    const lines: AccountLine[] = [
      line('a', 2),
      { partId: 'b', quantity: 1, item: null },
      { partId: 'c', quantity: 1, item: null },
    ];
    expect(knownQuantities([item('a', 2), item('b')], lines)).toEqual({ a: 2, b: 1 });
  });
});
