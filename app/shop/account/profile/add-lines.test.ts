import { describe, expect, test } from 'vitest';
import { MAX_QUANTITY } from '#core/carts/cart.ts';
import { openBrowserPages } from '#tests/support/browser-page.ts';
import type { RequestedLine } from './add-lines.ts';

const pages = openBrowserPages();

const HORN = '00000000-0000-4000-8000-00000000000a';
const SEAL = '00000000-0000-4000-8000-00000000000b';

const horn = {
  id: HORN,
  part_name: 'Horn',
  oem_number: '38100-TR0',
  image_url: '/parts/horn.svg',
  price: 40.5,
  stock_quantity: 3,
  all_held: false,
  tax_rate: 0.05,
  shipping_cost: 0,
};
const seal = {
  id: SEAL,
  part_name: 'Seal',
  oem_number: null,
  image_url: null,
  price: 1.29,
  stock_quantity: 10,
  all_held: false,
  tax_rate: null,
  shipping_cost: null,
};
const hornLine = {
  id: HORN,
  name: 'Horn',
  partNumber: '38100-TR0',
  price: 40.5,
  image: '/parts/horn.svg',
  tax_rate: 0.05,
  shipping_cost: 0,
};

async function addLines(lines: readonly RequestedLine[], parts: readonly object[], cart: object[] = []) {
  pages.current.answer = () => ({ parts });
  pages.current.storage.setItem('cart.items', JSON.stringify(cart));
  const { addLines: add } = await import('./add-lines.ts');
  const { readCart } = await import('#core/carts/cart-store.ts');
  const result = await add(lines);
  return { ...result, cart: readCart() };
}

describe('the lines of an earlier order', () => {
  test('are added at the prices and terms of the catalog', async () => {
    const lines = [
      { partId: HORN, quantity: 2 },
      { partId: SEAL, quantity: 1 },
    ];
    expect(await addLines(lines, [seal, horn])).toEqual({
      added: 3,
      requested: 3,
      cart: [
        { ...hornLine, quantity: 2 },
        { id: SEAL, name: 'Seal', partNumber: '', price: 1.29, image: '/placeholder.svg', quantity: 1 },
      ],
    });
    expect(pages.current.paths).toEqual([`/api/parts?ids=${HORN},${SEAL}`]);
    expect(pages.current.events).toEqual([
      ['cart_add', { quantity: 2 }, ['part', HORN]],
      ['cart_add', { quantity: 1 }, ['part', SEAL]],
    ]);
  });

  test('come after what is in the cart', async () => {
    const { cart } = await addLines([{ partId: SEAL, quantity: 1 }], [seal], [{ ...hornLine, quantity: 1 }]);
    expect(cart).toMatchObject([{ id: HORN }, { id: SEAL }]);
  });

  test.each([
    ['as many as there are', 3, 0, 3],
    ['no more than there are', 4, 0, 3],
    ['what is not in the cart yet', 3, 1, 2],
    ['none if the cart has all', 1, 3, 0],
    ['none if the cart has more', 1, 4, 0],
  ])('%s', async (_, quantity, inCart, added) => {
    const cart = inCart > 0 ? [{ ...hornLine, quantity: inCart }] : [];
    expect(await addLines([{ partId: HORN, quantity }], [horn], cart)).toEqual({
      added,
      requested: quantity,
      cart: [{ ...hornLine, quantity: inCart + added }],
    });
    expect(pages.current.events).toHaveLength(added > 0 ? 1 : 0);
  });

  test('a line of the cart has at most 999 units', async () => {
    const many = { ...horn, stock_quantity: 5_000 };
    const cart = [{ ...hornLine, quantity: MAX_QUANTITY - 1 }];
    const result = await addLines([{ partId: HORN, quantity: 7 }], [many], cart);
    expect(result).toEqual({ added: 1, requested: 7, cart: [{ ...hornLine, quantity: MAX_QUANTITY }] });
  });

  test.each([
    ['was deleted', { partId: null, quantity: 2 }, []],
    ['is not in the catalog', { partId: HORN, quantity: 2 }, []],
    ['has no price', { partId: HORN, quantity: 2 }, [{ ...horn, price: null }]],
    ['is out of stock', { partId: HORN, quantity: 2 }, [{ ...horn, stock_quantity: 0 }]],
  ])('a part that %s is left out', async (_, line, parts) => {
    expect(await addLines([line], parts)).toEqual({ added: 0, requested: 2, cart: [] });
    expect(pages.current.events).toEqual([]);
  });

  test('nothing is added if the catalog does not answer', async () => {
    const { addLines: add } = await import('./add-lines.ts');
    await expect(add([{ partId: HORN, quantity: 1 }])).rejects.toThrow('The catalog answered 503');
    expect(pages.current.storage.getItem('cart.items')).toBeNull();
  });
});
