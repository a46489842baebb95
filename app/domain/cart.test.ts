import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addItem, type CartItem, countItems, parseCart } from './cart.ts';
import { computeCartTotals, removeItem, setQuantity } from './cart-lines.ts';

const pads = {
  id: 'a',
  name: 'Brake Pads',
  partNumber: '45022-TR3',
  price: 40,
  image: '/parts/brake-pads.svg',
};
const rotor = { id: 'b', name: 'Rotor', partNumber: '45251-SNA', price: 60.5, image: '' };

test('the same part increases the quantity; another part number is a separate line', () => {
  const cart = addItem(addItem(addItem([], pads), rotor), pads);
  expect(cart).toEqual([
    { ...pads, quantity: 2 },
    { ...rotor, quantity: 1 },
  ]);
  expect(addItem(cart, { ...pads, partNumber: 'other' })).toHaveLength(3);
  expect(countItems(cart)).toBe(3);
});

test('a line is removed at quantity 0', () => {
  const cart = addItem(addItem([], pads), rotor);
  expect(removeItem(cart, 'a')).toEqual([{ ...rotor, quantity: 1 }]);
  expect(setQuantity(cart, 'a', 0)).toEqual([{ ...rotor, quantity: 1 }]);
  expect(setQuantity(cart, 'a', -1)).toEqual([{ ...rotor, quantity: 1 }]);
  expect(setQuantity(cart, 'a', 5)[0]).toMatchObject({ quantity: 5 });
});

test('totals use the prices of the lines', () => {
  const cart: CartItem[] = [
    { ...pads, quantity: 2 },
    { ...rotor, quantity: 1, tax_rate: 0.1, shipping_cost: 5 },
  ];
  // 80.00 + 60.50; tax 6.40 + 6.05; shipping 15.00 + 5.00
  expect(computeCartTotals(cart)).toEqual({
    subtotalCents: 14050,
    coreCents: 0,
    taxCents: 1245,
    shippingCents: 2000,
    totalCents: 17295,
  });
});

describe('the stored cart', () => {
  test('is read as it was saved', () => {
    const cart: CartItem[] = [{ ...pads, quantity: 2, tax_rate: 0.0775, shipping_cost: 12.5 }];
    expect(parseCart(JSON.stringify(cart))).toEqual(cart);
  });

  test('an old cart without names and images is read', () => {
    expect(parseCart('[{"id":"a","partNumber":"1","quantity":2,"price":9.99}]')).toEqual([
      { id: 'a', name: 'Part', partNumber: '1', price: 9.99, quantity: 2, image: '' },
    ]);
  });

  test.each([
    null,
    '',
    'garbage',
    'null',
    '{}',
    '[null, 1, "x", [], {}]',
    '[{"id":"a","price":-1,"quantity":1}]',
    '[{"id":"a","price":1,"quantity":0}]',
    '[{"id":"a","price":1,"quantity":1.5}]',
    '[{"id":"a","price":"1","quantity":1}]',
    '[{"id":"","price":1,"quantity":1}]',
    '[{"id":"a","price":1e99,"quantity":1}]',
  ])('%s is an empty cart', (stored) => {
    expect(parseCart(stored)).toEqual([]);
  });

  test('no stored value breaks the cart or its totals', () => {
    fc.assert(
      fc.property(fc.json(), (stored) => {
        expect(computeCartTotals(parseCart(stored)).totalCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
