import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addItem,
  type CartItem,
  countItems,
  countPart,
  parseCart,
  toCartItem,
  hasSameTerms,
  removeBought,
  removeItem,
  setQuantity,
  setTerms,
} from './cart.ts';
import { computeCartTotals } from './cart-totals.ts';
import type { Part } from '#core/catalog/part.ts';

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

describe('a part in the cart (Spec §3, Cart item)', () => {
  const part = {
    id: 'a',
    allHeld: false,
    name: 'Brake Pads',
    oemNumber: '45022-TR3',
    brand: null,
    category: 'Brakes',
    description: null,
    make: null,
    model: null,
    year: null,
    engine: null,
    condition: 'Good',
    priceCents: 4999,
    stock: 3,
    imageUrl: '/parts/brake-pads.svg',
    taxRate: 0.0775,
    shippingCostCents: 1250,
    shippingClass: null,
    weightPounds: null,
    lengthIn: null,
    widthIn: null,
    heightIn: null,
    coreChargeCents: null,
    origin: 'used',
  } as Part;

  test('has its number, its image, its own tax rate and shipping cost, and amounts in dollars', () => {
    expect(toCartItem(part)).toEqual({
      id: 'a',
      name: 'Brake Pads',
      partNumber: '45022-TR3',
      price: 49.99,
      image: '/parts/brake-pads.svg',
      tax_rate: 0.0775,
      shipping_cost: 12.5,
    });
  });

  test('can have none of them', () => {
    const bare = {
      ...part,
      oemNumber: null,
      priceCents: null,
      imageUrl: null,
      taxRate: null,
      shippingCostCents: null,
    };
    expect(toCartItem(bare)).toStrictEqual({
      id: 'a',
      name: 'Brake Pads',
      partNumber: '',
      price: 0,
      image: '/placeholder.svg',
    });
  });

  test('can have free shipping and no tax', () => {
    expect(toCartItem({ ...part, taxRate: 0, shippingCostCents: 0 })).toMatchObject({
      tax_rate: 0,
      shipping_cost: 0,
    });
  });
});

test('units of a part are counted under all its numbers', () => {
  const cart = [
    { ...pads, quantity: 2 },
    { ...pads, partNumber: 'other', quantity: 3 },
    { ...rotor, quantity: 10 },
  ];
  expect(countPart(cart, 'a')).toBe(5);
  expect(countPart(cart, 'c')).toBe(0);
});

test('a line has at most 999 units', () => {
  const cart = setQuantity([{ ...pads, quantity: 1 }], 'a', 1_000);
  expect(cart).toEqual([{ ...pads, quantity: 999 }]);
  expect(addItem(cart, pads)).toEqual(cart);
  expect(parseCart(JSON.stringify([{ ...pads, quantity: 5_000 }]))).toEqual(cart);
});

test('a line is removed at quantity 0', () => {
  const cart = addItem(addItem([], pads), rotor);
  expect(removeItem(cart, 'a')).toEqual([{ ...rotor, quantity: 1 }]);
  expect(setQuantity(cart, 'a', 0)).toEqual([{ ...rotor, quantity: 1 }]);
  expect(setQuantity(cart, 'a', -1)).toEqual([{ ...rotor, quantity: 1 }]);
  expect(setQuantity(cart, 'a', 5)).toEqual([
    { ...pads, quantity: 5 },
    { ...rotor, quantity: 1 },
  ]);
});

test('new terms replace all terms of a line', () => {
  const cart = [
    { ...pads, quantity: 2, tax_rate: 0.1, shipping_cost: 5 },
    { ...rotor, quantity: 1 },
  ];
  expect(setTerms(cart, 'a', { price: 45, shipping_cost: 0 })).toEqual([
    { ...pads, price: 45, quantity: 2, shipping_cost: 0 },
    { ...rotor, quantity: 1 },
  ]);
});

test('terms are the same if price, tax rate and shipping cost are', () => {
  const terms = { price: 40, tax_rate: 0.1, shipping_cost: 5 };
  expect(hasSameTerms(terms, { ...terms, price: 40.001 })).toBe(true);
  expect(hasSameTerms(terms, { ...terms, price: 40.01 })).toBe(false);
  expect(hasSameTerms(terms, { ...terms, tax_rate: 0 })).toBe(false);
  expect(hasSameTerms(terms, { ...terms, shipping_cost: 0 })).toBe(false);
  expect(hasSameTerms({ price: 40 }, { price: 40 })).toBe(true);
});

test('bought units leave the cart, units that came later stay', () => {
  const cart = [
    { ...pads, quantity: 3 },
    { ...rotor, quantity: 1 },
  ];
  const bought = [
    { partId: 'a', quantity: 2 },
    { partId: 'b', quantity: 1 },
    { partId: 'gone', quantity: 1 },
    { partId: null, quantity: 1 },
  ];
  expect(removeBought(cart, bought)).toEqual([{ ...pads, quantity: 1 }]);
  expect(removeBought(cart, [])).toEqual(cart);
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
    batteryFeeCents: 0,
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
    for (const name of ['', '"name":"",', '"name":1,'])
      expect(parseCart(`[{"id":"a",${name}"partNumber":"1","quantity":2,"price":9.99}]`)).toEqual([
        { id: 'a', name: 'Part', partNumber: '1', price: 9.99, quantity: 2, image: '' },
      ]);
  });

  test('keeps its valid lines', () => {
    expect(parseCart(JSON.stringify([null, 'x', 1, { ...pads, quantity: 1 }]))).toEqual([
      { ...pads, quantity: 1 },
    ]);
  });

  test('has no part number where none was saved', () => {
    expect(parseCart('[{"id":"a","partNumber":45,"quantity":1,"price":9.99}]')).toMatchObject([
      { partNumber: '' },
    ]);
  });

  test.each([
    { price: 0 },
    { price: 10_000_000 },
    { tax_rate: 0 },
    { tax_rate: 1 },
    { shipping_cost: 0 },
    { shipping_cost: 10_000_000 },
  ])('keeps %o', (terms) => {
    const cart = [{ ...pads, quantity: 1, ...terms }];
    expect(parseCart(JSON.stringify(cart))).toEqual(cart);
  });

  test.each([
    { tax_rate: -0.1 },
    { tax_rate: 1.1 },
    { tax_rate: '0.1' },
    { shipping_cost: -1 },
    { shipping_cost: 10_000_001 },
  ])('drops %o', (terms) => {
    expect(parseCart(JSON.stringify([{ ...pads, quantity: 1, ...terms }]))).toEqual([
      { ...pads, quantity: 1 },
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
    '[{"id":"a","price":10000001,"quantity":1}]',
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
