import { describe, expect, test } from 'vitest';
import { parseCheckoutRequest, parsePriceRequest } from './create-payment.ts';

const horn = { id: 'a', name: 'Horn', amountCents: 40_00, quantity: 1 };
const cart = { items: [horn], currency: 'usd', shippingCents: 15_00, taxCents: 3_20 };

const parse = (body: object) => parseCheckoutRequest({ ...cart, ...body });
const parseItem = (item: object) => parse({ items: [{ ...horn, ...item }] });
const copies = <T>(count: number, item: T) => Array.from({ length: count }, () => item);

test('the body of the specification is a purchase of the cart', () => {
  expect(parseCheckoutRequest(cart)).toEqual({
    ...cart,
    coreCents: 0,
    batteryFeeCents: 0,
    destination: null,
    purchase: 'cart',
  });
});

test('the id of a part, the kind of purchase and the settled carts are optional', () => {
  const { id: _, ...withoutId } = horn;
  expect(parse({ items: [withoutId] })).toMatchObject({ items: [withoutId] });
  expect(parse({ purchase: 'buy_now', settled: ['test_1'] })).toMatchObject({
    purchase: 'buy_now',
    settled: ['test_1'],
  });
});

test.each([
  ['one cent', parseItem({ amountCents: 1 })],
  ['ten million dollars', parseItem({ amountCents: 1_000_000_000 })],
  ['999 units', parseItem({ quantity: 999 })],
  ['a name of 500 characters', parseItem({ name: 'x'.repeat(500) })],
  ['an id of 200 characters', parseItem({ id: 'x'.repeat(200) })],
  ['100 lines', parse({ items: copies(100, horn) })],
  ['no tax and no shipping', parse({ shippingCents: 0, taxCents: 0 })],
  ['no settled carts', parse({ settled: [] })],
  ['50 settled carts', parse({ settled: copies(50, 'x'.repeat(200)) })],
])('%s can be sent', (_, result) => {
  expect(result).not.toHaveProperty('error');
});

test.each([
  [undefined, 'The request cannot be read'],
  [null, 'The request cannot be read'],
  ['cart', 'The request cannot be read'],
])('a body of %j is refused', (body, error) => {
  expect(parseCheckoutRequest(body)).toEqual({ error });
});

test.each([
  [{ items: [] }, 'Your cart is empty'],
  [{ items: 'horn' }, 'items must be a list'],
  [{ items: copies(101, horn) }, 'items must be at most 100'],
  [{ currency: 'eur' }, "currency must be 'usd'"],
  [{ shippingCents: -1 }, 'shippingCents must be at least 0'],
  [{ taxCents: '320' }, 'taxCents must be a whole number of cents'],
  [{ taxCents: 1_000_000_001 }, 'taxCents is too large'],
  [
    { destination: { kind: 'ship', country: 'US' } },
    'destination must be a place to ship to, with state and ZIP code in the US, or a pickup location',
  ],
  [{ purchase: 'gift' }, "purchase must be 'cart' or 'buy_now'"],
  [{ settled: 'test_1' }, 'settled must be a list'],
  [{ settled: [1] }, 'settled.0 must be text'],
  [{ settled: ['a', 'x'.repeat(201)] }, 'settled.1 is too long'],
  [{ settled: ['\0'] }, 'settled.0 must not contain a NUL character'],
  [{ settled: copies(51, 'a') }, 'settled must be at most 50'],
])('%o is refused', (body, error) => {
  expect(parse(body)).toEqual({ error });
});

test.each([
  [{ id: 1 }, 'items.0.id must be text'],
  [{ id: 'x'.repeat(201) }, 'items.0.id is too long'],
  [{ name: undefined }, 'items.0.name is missing'],
  [{ name: 'x'.repeat(501) }, 'items.0.name is too long'],
  [{ name: 'a\0b' }, 'items.0.name must not contain a NUL character'],
  [{ amountCents: '4000' }, 'items.0.amountCents must be a whole number of cents'],
  [{ amountCents: 10.5 }, 'items.0.amountCents must be a whole number of cents'],
  [{ amountCents: 0 }, 'items.0.amountCents must be at least 1'],
  [{ amountCents: 1_000_000_001 }, 'items.0.amountCents is too large'],
  [{ quantity: '1' }, 'items.0.quantity must be a whole number'],
  [{ quantity: 1.5 }, 'items.0.quantity must be a whole number'],
  [{ quantity: 0 }, 'items.0.quantity must be at least 1'],
  [{ quantity: 1_000 }, 'items.0.quantity must be at most 999'],
])('an item with %o is refused', (item, error) => {
  expect(parseItem(item)).toEqual({ error });
});

test('Buy Now pays for one unit of one part', () => {
  const error = 'Buy Now pays for a single part';
  expect(parse({ purchase: 'buy_now' })).not.toHaveProperty('error');
  expect(parse({ purchase: 'buy_now', items: [{ ...horn, quantity: 2 }] })).toEqual({ error });
  expect(parse({ purchase: 'buy_now', items: [horn, horn] })).toEqual({ error });
  expect(parse({ purchase: 'cart', items: [horn, horn] })).not.toHaveProperty('error');
});

describe('the body of price-cart', () => {
  const items = [{ id: 'a', quantity: 2 }];
  const destination = { kind: 'pickup', location: 'Main yard' };

  test('has the ids and quantities, and the destination if it is known', () => {
    expect(parsePriceRequest({ items })).toEqual({ items, destination: null });
    expect(parsePriceRequest({ items, destination })).toEqual({ items, destination });
  });

  test.each([
    [{ items: [] }, 'Your cart is empty'],
    [{ items: [{ quantity: 1 }] }, 'items.0.id must be text'],
    [{ items: [{ id: 'a', quantity: 0 }] }, 'items.0.quantity must be at least 1'],
    [undefined, 'The request cannot be read'],
  ])('%o is refused', (body, error) => {
    expect(parsePriceRequest(body)).toEqual({ error });
  });
});
