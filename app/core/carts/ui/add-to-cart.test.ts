import { expect, test } from 'vitest';
import { MAX_QUANTITY } from '../cart.ts';
import type { Part } from '#core/catalog/part.ts';
import { openBrowserPages } from '#tests/support/browser-page.ts';

const pages = openBrowserPages();

const horn = (stock: number) =>
  ({
    id: 'a',
    name: 'Horn',
    oemNumber: '38100-TR0',
    priceCents: 4_050,
    imageUrl: null,
    taxRate: null,
    shippingCostCents: null,
    stock,
  }) as Part;

const line = { id: 'a', name: 'Horn', partNumber: '38100-TR0', price: 40.5, image: '/placeholder.svg' };

async function load(inCart: number) {
  if (inCart > 0)
    pages.current.storage.setItem('cart.items', JSON.stringify([{ ...line, quantity: inCart }]));
  const { addPart } = await import('./add-to-cart.ts');
  const { readCart } = await import('../cart-store.ts');
  return { addPart, readCart };
}

test.each([
  [1, 0],
  [2, 1],
  [MAX_QUANTITY + 1, MAX_QUANTITY - 1],
])('of %i in stock and %i in the cart, one is added', async (stock, inCart) => {
  const { addPart, readCart } = await load(inCart);
  expect(addPart(horn(stock))).toBe(1);
  expect(readCart()).toEqual([{ ...line, quantity: inCart + 1 }]);
  expect(pages.current.events).toEqual([['cart_add', { quantity: 1 }, ['part', 'a']]]);
  expect(pages.current.toasts).toEqual([]);
});

test.each([
  [1, 1, 'Only 1 in stock', 'Horn: you already have it in your cart.'],
  [2, 2, 'Only 2 in stock', 'Horn: you already have all of them in your cart.'],
  [2, 3, 'Only 2 in stock', 'Horn: you already have all of them in your cart.'],
  [MAX_QUANTITY + 1, MAX_QUANTITY, 'Only 999 in stock', 'Horn: you already have all of them in your cart.'],
])('of %i in stock and %i in the cart, none is added', async (stock, inCart, title, description) => {
  const { addPart, readCart } = await load(inCart);
  expect(addPart(horn(stock))).toBe(0);
  expect(readCart()).toEqual([{ ...line, quantity: inCart }]);
  expect(pages.current.events).toEqual([]);
  expect(pages.current.toasts).toEqual([{ kind: 'error', title, description }]);
});

test.each([
  [5, 0, 3, 3],
  [5, 3, 3, 2],
])('of %i in stock and %i in the cart, of %i wanted %i are added', async (stock, inCart, wanted, added) => {
  const { addPart, readCart } = await load(inCart);
  expect(addPart(horn(stock), wanted)).toBe(added);
  expect(readCart()).toEqual([{ ...line, quantity: inCart + added }]);
  expect(pages.current.events).toEqual([['cart_add', { quantity: added }, ['part', 'a']]]);
  const description = 'Horn: you now have all of them in your cart.';
  expect(pages.current.toasts).toEqual(
    added < wanted ? [{ kind: 'error', title: 'Only 5 in stock', description }] : [],
  );
});
