import { expect, test } from 'vitest';
import type { CheckoutBody, RefusedItem } from '#core/checkout/create-payment.ts';
import { openBrowserPages } from '#tests/support/browser-page.ts';

const pages = openBrowserPages();

const items = [
  { id: 'a', name: 'Seal', partNumber: '', price: 1.29, quantity: 3, image: '' },
  { id: 'b', name: 'Horn', partNumber: '', price: 40, quantity: 1, image: '' },
];

/** Pays for the items; `fail` is what the checkout throws. */
async function check(fail?: (classes: typeof import('#core/checkout/checkout.ts')) => Error) {
  pages.current.storage.setItem('cart.items', JSON.stringify(items));
  const { runCheckout } = await import('./use-checkout.ts');
  const checkout = await import('#core/checkout/checkout.ts');
  const { readCart } = await import('#core/carts/cart-store.ts');
  const requests: CheckoutBody[] = [];
  const refusals: (readonly RefusedItem[])[] = [];
  const addresses: string[] = [];
  await runCheckout(items, {
    onCheckout: async (request) => {
      requests.push(request);
      if (fail) throw fail(checkout);
    },
    onRefused: (refused) => refusals.push(refused),
    navigate: (address) => addresses.push(address),
  });
  const cart = readCart().map(({ id }) => id);
  return { requests, refusals, addresses, cart, request: checkout.buildCheckoutRequest(items) };
}

test('the items are paid for, and that is recorded', async () => {
  const { requests, refusals, addresses, cart, request } = await check();
  expect(requests).toEqual([request]);
  expect(pages.current.events).toEqual([['cart_checkout', { lines: 2, pieces: 4 }]]);
  expect({ refusals, addresses, cart }).toEqual({ refusals: [], addresses: [], cart: ['a', 'b'] });
  expect(pages.current.toasts).toEqual([]);
});

test('a refusal shows its words and the current prices and stock', async () => {
  const refused = [{ id: 'a', amountCents: 139, available: 2 }];
  const result = await check(({ CheckoutRefused }) => new CheckoutRefused('Prices have changed', refused));
  expect(result).toMatchObject({ refusals: [refused], addresses: [], cart: ['a', 'b'] });
  expect(pages.current.toasts).toEqual([{ kind: 'error', title: 'Prices have changed' }]);
});

test('another failure shows the words of the specification', async () => {
  const result = await check(() => new Error('create-payment answered 500'));
  expect(result).toMatchObject({ refusals: [], addresses: [], cart: ['a', 'b'] });
  expect(pages.current.toasts).toEqual([{ kind: 'error', title: 'Checkout failed. Please try again.' }]);
});

test('what is paid for already leaves the cart, and the success page opens', async () => {
  const paid = { sessionId: 'a/b c', bought: [{ partId: 'a', quantity: 3 }] };
  const result = await check(({ AlreadyPaid }) => new AlreadyPaid('You have paid', paid));
  expect(result).toMatchObject({
    refusals: [],
    addresses: ['/payment-success?session_id=a%2Fb%20c'],
    cart: ['b'],
  });
  expect(pages.current.toasts).toEqual([{ kind: 'success', title: 'You have paid' }]);
});
