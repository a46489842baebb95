import { expect, test } from 'vitest';
import { buildCheckoutRequest, startCheckout } from './checkout.ts';

test('an empty cart is not paid for', async () => {
  await expect(startCheckout(buildCheckoutRequest([]))).rejects.toThrow('Your cart is empty');
});

test('amounts go to the payment in cents, rounded', () => {
  const item = { id: 'a', name: 'Seal', partNumber: '', price: 1.29, quantity: 3, image: '' };
  expect(buildCheckoutRequest([item])).toEqual({
    items: [{ id: 'a', name: 'Seal', amountCents: 129, quantity: 3 }],
    currency: 'usd',
    shippingCents: 1500,
    // 8 % of 3.87 is 0.3096.
    taxCents: 31,
  });
});
