import { describe, expect, test } from 'vitest';
import { BROWSER_KEY, BROWSER_KEY_HEADER } from './browser-key.ts';
import type { CheckoutBody } from './create-payment.ts';
import type { Part } from '#core/catalog/part.ts';
import { defaultTerms } from '#core/pricing/pricing-terms.ts';
import { priceOrder } from '#core/pricing/pricing.ts';
import { openBrowserPages } from '#tests/support/browser-page.ts';

const pages = openBrowserPages();

const load = () => import('./checkout.ts');

const request: CheckoutBody = {
  items: [
    { id: 'a', name: 'Seal', amountCents: 129, quantity: 3 },
    { name: 'A line of an old cart', amountCents: 100, quantity: 1 },
  ],
  currency: 'usd',
  shippingCents: 1500,
  taxCents: 31,
};

/** Makes the shop answer requests for a payment like this, and other requests with an error. */
function answerPayment(status: number, body: unknown) {
  pages.current.answer = ({ url }) =>
    url.endsWith('/create-payment')
      ? new Response(JSON.stringify(body), { status })
      : new Response(null, { status: 503 });
}

test('an empty cart is not paid for', async () => {
  const { CheckoutRefused, buildCheckoutRequest, startCheckout } = await load();
  const checkout = startCheckout(buildCheckoutRequest([]));
  await expect(checkout).rejects.toThrow(CheckoutRefused);
  await expect(checkout).rejects.toThrow('Your cart is empty');
  expect(pages.current.window.opened).toEqual([]);
  expect(pages.current.requests).toEqual([]);
});

test('amounts go to the payment in cents, rounded', async () => {
  const { buildCheckoutRequest } = await load();
  const item = { id: 'a', name: 'Seal', partNumber: '', price: 1.29, quantity: 3, image: '' };
  expect(buildCheckoutRequest([item])).toEqual({
    items: [{ id: 'a', name: 'Seal', amountCents: 129, quantity: 3 }],
    currency: 'usd',
    shippingCents: 1500,
    // 8 % of 3.87 is 0.3096.
    taxCents: 31,
  });
});

describe('a cart that the server has priced', () => {
  const item = { id: 'a', name: 'Seal', partNumber: '', price: 50, quantity: 1, image: '' };
  const lines = [{ unitPriceCents: 50_00, quantity: 1, coreChargeCents: 40_00 }];
  const yard = { kind: 'pickup', location: 'Main yard' } as const;
  const settings = { ...defaultTerms, shipping: { ...defaultTerms.shipping, lineCents: 20_00 } };

  test.each([
    ['with the amounts', null],
    ['with the amounts and the destination', yard],
  ])('is paid for %s that the shopper has seen', async (_, destination) => {
    const { buildCheckoutRequest } = await load();
    const quote = priceOrder(lines, settings);
    expect(buildCheckoutRequest([item], { quote, destination })).toEqual({
      items: [{ id: 'a', name: 'Seal', amountCents: 50_00, quantity: 1 }],
      currency: 'usd',
      shippingCents: 20_00,
      // 8 % of 90.00.
      taxCents: 7_20,
      coreCents: 40_00,
      destination,
    });
  });

  test.each([
    ['no answer', undefined],
    ['a question', priceOrder(lines, { ...settings, tax: { ...settings.tax, mode: 'table' } })],
  ])('is priced as specified after %s', async (_, quote) => {
    const { buildCheckoutRequest } = await load();
    expect(buildCheckoutRequest([item], { quote, destination: yard })).toEqual(buildCheckoutRequest([item]));
  });
});

test.each([
  // 8 % of 100.00 is 8.00; shipping is free above 100 dollars.
  [10_000, 10_000, 800, 1500],
  [10_001, 10_001, 800, 0],
  [null, 0, 0, 1500],
])('Buy Now pays for one unit of %s cents', async (priceCents, amountCents, taxCents, shippingCents) => {
  const { buildBuyNowRequest } = await load();
  const part = { id: 'a', name: 'Horn', priceCents, taxRate: 0.5, shippingCostCents: 100 } as Part;
  expect(buildBuyNowRequest(part)).toEqual({
    items: [{ id: 'a', name: 'Horn', amountCents, quantity: 1 }],
    currency: 'usd',
    shippingCents,
    taxCents,
    purchase: 'buy_now',
  });
});

describe('a payment', () => {
  test('opens in a new tab', async () => {
    answerPayment(200, { url: 'https://pay.test/session' });
    const { startCheckout } = await load();
    await startCheckout(request);
    expect(pages.current.window.opened).toMatchObject([{ address: 'https://pay.test/session' }]);
  });

  test('is requested in JSON', async () => {
    answerPayment(200, { url: 'https://pay.test/session' });
    const { createPayment } = await load();
    expect(await createPayment(request)).toBe('https://pay.test/session');
    const [sent] = pages.current.requests;
    expect(sent?.method).toBe('POST');
    expect(sent?.headers.get('Content-Type')).toBe('application/json');
    expect(await sent?.json()).toEqual(request);
    expect(pages.current.paths[0]).toBe('/functions/v1/create-payment');
  });

  test('tells the shop which payments have left the cart', async () => {
    pages.current.storage.setItem('cart.settled', '["one", "two"]');
    answerPayment(200, { url: 'https://pay.test/session' });
    const { createPayment } = await load();
    await createPayment(request);
    expect(await pages.current.requests[0]?.json()).toEqual({ ...request, settled: ['one', 'two'] });
  });

  test('marks its parts as those of this visitor before the shop answers', async () => {
    answerPayment(200, { url: 'https://pay.test/session' });
    const { createPayment } = await load();
    const paying = createPayment(request);
    expect(pages.current.storage.getItem('checkout.parts')).toBe('a');
    await paying;
    expect(pages.current.storage.getItem('checkout.parts')).toBe('a');
  });

  test('lets the pages of this browser load the holds', async () => {
    answerPayment(200, { url: 'https://pay.test/session' });
    const { createPayment } = await load();
    await createPayment(request);
    expect(Number(pages.current.storage.getItem('checkout.open'))).toBeGreaterThan(Date.now());
    expect(pages.current.paths).toEqual(['/functions/v1/create-payment', '/functions/v1/own-holds']);
  });
});

describe('the key that stands for the cookie', () => {
  const STORED = '11111111-2222-4333-8444-555555555555';
  /** The keys of the requests for a payment. */
  const sentKeys = () =>
    pages.current.requests
      .filter(({ url }) => url.endsWith('/create-payment'))
      .map(({ headers }) => headers.get(BROWSER_KEY_HEADER));

  test('is the same for all tabs, and for another try, until the shop has answered one of them', async () => {
    answerPayment(503, {});
    const { createPayment } = await load();
    await expect(createPayment(request)).rejects.toThrow('answered 503');
    answerPayment(200, { url: 'https://pay.test/session' });
    await Promise.all([createPayment(request), createPayment(request)]);
    const keys = sentKeys();
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(pages.current.storage.getItem('checkout.key')).toBeNull();
  });

  test.each([
    ['is the one of another tab', STORED, STORED],
    ['replaces what is no key', 'x', expect.stringMatching(BROWSER_KEY)],
  ])('%s', async (_, stored, sent) => {
    pages.current.storage.setItem('checkout.key', stored);
    answerPayment(200, { url: 'https://pay.test/session' });
    const { createPayment } = await load();
    await createPayment(request);
    expect(sentKeys()).toEqual([sent]);
  });
});

describe('a payment that fails', () => {
  const refused = [{ id: 'a', amountCents: 139, available: 2 }];
  const paid = { sessionId: 'session', bought: [{ partId: 'a', quantity: 3 }] };

  test.each([
    [
      'a refusal',
      409,
      { error: 'Prices have changed', items: refused },
      'CheckoutRefused',
      'Prices have changed',
    ],
    ['a bad request', 400, { error: 'items is missing' }, 'CheckoutRefused', 'items is missing'],
    ['a paid cart', 409, { error: 'You have paid', paid }, 'AlreadyPaid', 'You have paid'],
    ['no address', 200, {}, 'CheckoutError', 'No checkout URL returned'],
    ['an empty address', 200, { url: '' }, 'CheckoutError', 'No checkout URL returned'],
    ['no body', 200, null, 'CheckoutError', 'No checkout URL returned'],
    // These words are not for the shopper.
    ['a failure of the shop', 500, { error: 'Internal' }, 'Error', 'create-payment answered 500'],
    ['a refusal without words', 409, {}, 'Error', 'create-payment answered 409'],
    ['a paid cart without words', 409, { paid }, 'Error', 'create-payment answered 409'],
    ['a refusal without a body', 409, null, 'Error', 'create-payment answered 409'],
  ])('%s', async (_, status, body, kind, message) => {
    answerPayment(status, body);
    const { AlreadyPaid, CheckoutRefused, createPayment } = await load();
    const { CheckoutError } = await import('./payment-tab.ts');
    const error: unknown = await createPayment(request).catch((reason: unknown) => reason);
    const classes = { AlreadyPaid, CheckoutRefused, CheckoutError, Error };
    expect((error as Error).constructor).toBe(classes[kind as keyof typeof classes]);
    expect((error as Error).message).toBe(message);
    // The visitor holds nothing.
    expect(pages.current.storage.getItem('checkout.parts')).toBeNull();
    expect(pages.current.storage.getItem('checkout.open')).toBeNull();
  });

  test('has the current prices and stock, or what was paid for', async () => {
    const { createPayment } = await load();
    answerPayment(409, { error: 'Prices have changed', items: refused });
    await expect(createPayment(request)).rejects.toMatchObject({ items: refused });
    answerPayment(409, { error: 'Too many payments' });
    await expect(createPayment(request)).rejects.toMatchObject({ items: [] });
    answerPayment(409, { error: 'You have paid', paid });
    await expect(createPayment(request)).rejects.toMatchObject({ paid });
  });
});
