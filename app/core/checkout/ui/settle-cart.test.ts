import { describe, expect, test } from 'vitest';
import { MAX_SETTLED } from '#core/carts/cart.ts';
import { openBrowserPages } from '#tests/support/browser-page.ts';

const pages = openBrowserPages();

const line = (id: string, quantity: number) => ({
  id,
  name: 'Horn',
  partNumber: '',
  price: 40,
  quantity,
  image: '',
});

async function load(...cart: object[]) {
  pages.current.storage.setItem('cart.items', JSON.stringify(cart));
  const { settleCart, readSettled } = await import('./own-payments.ts');
  const { readCart } = await import('#core/carts/cart-store.ts');
  return { settleCart, readSettled, readCart };
}

describe('a payment', () => {
  test('removes its units from the cart', async () => {
    const { settleCart, readCart } = await load(line('a', 3), line('b', 1));
    expect(settleCart('session', [{ partId: 'a', quantity: 2 }])).toBe(true);
    expect(readCart()).toEqual([line('a', 1), line('b', 1)]);
    expect(pages.current.events).toEqual([]);
  });

  test('that empties the cart is recorded', async () => {
    const { settleCart, readCart } = await load(line('a', 2));
    settleCart('session', [{ partId: 'a', quantity: 2 }]);
    expect(readCart()).toEqual([]);
    expect(pages.current.events).toEqual([['cart_clear', { reason: 'paid' }]]);
  });

  test('does this once', async () => {
    const { settleCart, readCart } = await load(line('a', 3));
    settleCart('session', [{ partId: 'a', quantity: 1 }]);
    expect(settleCart('session', [{ partId: 'a', quantity: 1 }])).toBe(false);
    expect(readCart()).toEqual([line('a', 2)]);
    expect(settleCart('other session', [{ partId: 'a', quantity: 1 }])).toBe(true);
    expect(readCart()).toEqual([line('a', 1)]);
  });

  test('does this also while nothing can be stored', async () => {
    const { settleCart, readCart, readSettled } = await load(line('a', 1));
    pages.current.storage.state = 'full';
    expect(settleCart('session', [{ partId: 'a', quantity: 1 }])).toBe(true);
    expect(readCart()).toEqual([]);
    expect(readSettled()).toEqual([]);
  });
});

describe('settled payments', () => {
  test('are the newest 50, newest first', async () => {
    const { settleCart, readSettled } = await load();
    const sessions = Array.from({ length: MAX_SETTLED + 5 }, (_, index) => `session ${index}`);
    for (const session of sessions) settleCart(session, []);
    expect(MAX_SETTLED).toBe(50);
    expect(readSettled()).toEqual(sessions.toReversed().slice(0, 50));
    expect(JSON.parse(pages.current.storage.getItem('cart.settled') ?? '').length).toBeLessThan(52);
  });

  test.each([
    ['nothing stored', undefined, []],
    ['a text that is no JSON', 'garbage', []],
    ['something else than a list', '"session"', []],
    ['other values in the list', '["one", 2, null, "three"]', ['one', 'three']],
  ])('%s', async (_, stored, expected) => {
    const { readSettled } = await load();
    if (stored !== undefined) pages.current.storage.setItem('cart.settled', stored);
    expect(readSettled()).toEqual(expected);
  });

  test('are none if the storage is blocked', async () => {
    const { readSettled } = await load();
    pages.current.storage.state = 'blocked';
    expect(readSettled()).toEqual([]);
  });
});
