import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentEventData, PaymentRequest } from '#core/orders/payment.ts';
import { createStripePayments } from '#server/payments/stripe.ts';
import { PaymentProviderError, type Payments } from '#core/payments/payments.server.ts';
import { isLong } from '../support/is-long.ts';
import { home } from '../support/priced-lines.ts';
import {
  type Delivery,
  type Params,
  startStripeStandIn,
  type StripeStandIn,
} from '../support/stripe-stand-in.ts';

const secretKey = 'sk_test_51NotARealKeyButLongEnough';
const webhookSecret = 'whsec_notARealSecretEither';

let stripe: StripeStandIn;
let payments: Payments;

beforeAll(async () => {
  stripe = await startStripeStandIn({ secretKey, webhookSecret });
});
afterAll(() => stripe[Symbol.asyncDispose]());
beforeEach(() => {
  stripe.requests.length = 0;
  payments = payWith({});
});

function payWith(options: Partial<Parameters<typeof createStripePayments>[0]>): Payments {
  return createStripePayments({
    secretKey,
    webhookSecret,
    apiBase: stripe.url,
    siteUrl: 'https://shop.example',
    log: pino({ level: 'silent' }),
    ...options,
  });
}

function order(changes: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    orderId: randomUUID(),
    lines: [{ name: 'Front Brake Pads', unitPriceCents: 54_99, quantity: 2 }],
    taxCents: 8_80,
    shippingCents: 15_00,
    coreCents: 0,
    batteryFeeCents: 0,
    destination: null,
    days: null,
    email: 'olga@example.com',
    expiresAt: new Date(Date.now() + 30 * 60_000),
    ...changes,
  };
}

async function paidOrder() {
  const request = order();
  const { sessionId } = await payments.createPage(request);
  const delivery = stripe.pay(sessionId);
  const paymentId = stripe.sessionOf(request.orderId).payment_intent ?? '';
  return { orderId: request.orderId, sessionId, paymentId, delivery };
}

async function madePage() {
  const request = order();
  await payments.createPage(request);
  return request;
}

const read = ({ body, headers }: Delivery) => payments.readEvent(body, headers);

function signedEvent(type: string, object: unknown): Delivery {
  return stripe.sign(JSON.stringify({ id: `evt_${randomUUID()}`, type, data: { object } }));
}

async function failureOf(work: Promise<unknown>): Promise<PaymentProviderError> {
  const error = await work.then(
    () => expect.fail('It should have failed.'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PaymentProviderError);
  expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/NotARealKey|notARealSecret/);
  return error as PaymentProviderError;
}

function lineItemsOf(params: Params | undefined) {
  const items = params?.line_items as unknown as {
    price_data: { unit_amount: string; product_data: { name: string } };
    quantity: string;
  }[];
  return items.map(({ price_data, quantity }) => ({
    name: price_data.product_data.name,
    cents: Number(price_data.unit_amount),
    quantity: Number(quantity),
  }));
}

test('a page is created with all data of the order', async () => {
  const request = order();
  const page = await payments.createPage(request);

  const session = stripe.sessionOf(request.orderId);
  expect(page).toEqual({ sessionId: session.id, url: session.url });
  expect(session.amount_total).toBe(2 * 54_99 + 8_80 + 15_00);
  expect(stripe.requests).toMatchObject([
    { method: 'POST', path: '/v1/checkout/sessions', idempotencyKey: request.orderId },
  ]);
  expect(stripe.requests[0]?.params).toEqual({
    mode: 'payment',
    ui_mode: 'hosted_page',
    client_reference_id: request.orderId,
    metadata: { order_id: request.orderId },
    payment_intent_data: { metadata: { order_id: request.orderId } },
    customer_email: 'olga@example.com',
    line_items: [
      {
        price_data: { currency: 'usd', unit_amount: '5499', product_data: { name: 'Front Brake Pads' } },
        quantity: '2',
      },
      {
        price_data: { currency: 'usd', unit_amount: '880', product_data: { name: 'Sales tax' } },
        quantity: '1',
      },
    ],
    shipping_options: [
      {
        shipping_rate_data: {
          type: 'fixed_amount',
          display_name: 'Shipping',
          fixed_amount: { amount: '1500', currency: 'usd' },
        },
      },
    ],
    shipping_address_collection: { allowed_countries: ['US'] },
    phone_number_collection: { enabled: 'true' },
    success_url: 'https://shop.example/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: `https://shop.example/payment-canceled?order=${request.orderId}`,
    expires_at: String(Math.ceil(request.expiresAt.getTime() / 1000) + 120),
  });
});

test('without tax there is no tax line, without shipping it is free, without an email Stripe asks for one', async () => {
  await payments.createPage(order({ taxCents: 0, shippingCents: 0, email: undefined }));

  const params = stripe.requests[0]?.params;
  expect(lineItemsOf(params)).toEqual([{ name: 'Front Brake Pads', cents: 54_99, quantity: 2 }]);
  expect(params?.shipping_options).toMatchObject([
    { shipping_rate_data: { display_name: 'Free shipping', fixed_amount: { amount: '0' } } },
  ]);
  expect(params).not.toHaveProperty('customer_email');
});

test('an order with a destination asks for an address there, and shows how long it takes', async () => {
  await payments.createPage(order({ destination: home, days: { min: 0, max: 6 } }));
  const params = stripe.requests[0]?.params;
  expect(params).toMatchObject({
    shipping_address_collection: { allowed_countries: ['US'] },
    custom_text: { shipping_address: { message: expect.stringContaining('for CA 92101.') } },
  });
  // Stripe accepts no estimate of 0 days.
  expect(params?.shipping_options).toMatchObject([
    { shipping_rate_data: { delivery_estimate: { maximum: { unit: 'business_day', value: '6' } } } },
  ]);
  expect(JSON.stringify(params)).not.toContain('minimum');
});

test('an order to another country asks for an address there', async () => {
  await payments.createPage(order({ destination: { ...home, country: 'CA', state: '', zip: '' } }));
  const params = stripe.requests[0]?.params;
  expect(params).toMatchObject({ shipping_address_collection: { allowed_countries: ['CA'] } });
  expect(params).not.toHaveProperty('custom_text');
});

test('an order that is picked up asks for no address', async () => {
  await payments.createPage(
    order({ destination: { kind: 'pickup', location: 'Main yard' }, shippingCents: 0 }),
  );
  const params = stripe.requests[0]?.params;
  expect(params).not.toHaveProperty('shipping_address_collection');
  expect(params?.shipping_options).toMatchObject([
    { shipping_rate_data: { display_name: 'Pickup at Main yard', fixed_amount: { amount: '0' } } },
  ]);
});

test('core charges and the battery fee are lines of their own', async () => {
  const request = order({ coreCents: 22_00, batteryFeeCents: 4_00 });
  await payments.createPage(request);
  expect(lineItemsOf(stripe.requests[0]?.params).slice(1)).toEqual([
    { name: 'Core charge', cents: 22_00, quantity: 1 },
    { name: 'California battery fee', cents: 4_00, quantity: 1 },
    { name: 'Sales tax', cents: 8_80, quantity: 1 },
  ]);
  expect(stripe.sessionOf(request.orderId).amount_total).toBe(2 * 54_99 + 22_00 + 4_00 + 8_80 + 15_00);
});

test('a name too long for Stripe is cut between characters', async () => {
  await payments.createPage(
    order({ lines: [{ name: `${'x'.repeat(249)}🔧🔧`, unitPriceCents: 1_00, quantity: 1 }] }),
  );
  expect(lineItemsOf(stripe.requests[0]?.params)[0]?.name).toBe(`${'x'.repeat(249)}🔧`);
});

test('one order gets one page, even after repeated requests', async () => {
  const request = order();
  const first = await payments.createPage(request);
  expect(await payments.createPage(request)).toEqual(first);
  expect(
    [...stripe.sessions.values()].filter((each) => each.client_reference_id === request.orderId),
  ).toHaveLength(1);
});

test('other content for the same order is refused', async () => {
  const request = order();
  await payments.createPage(request);
  const error = await failureOf(payments.createPage({ ...request, taxCents: 1 }));
  expect(error.message).toMatch(
    /^Stripe could not make a payment page: Keys for idempotent requests .*\(req_\w+\)$/,
  );
});

test.each([
  { lines: 100, tax: 0, items: 100, further: undefined },
  { lines: 99, tax: 8_00, items: 100, further: undefined },
  { lines: 100, tax: 8_00, items: 100, further: 99 * 2 + 100 * 2 },
  { lines: 130, tax: 0, items: 100, further: undefined },
])(
  '$lines lines and $tax cents of tax fit into $items items',
  async ({ lines: count, tax, items, further }) => {
    const lines = Array.from({ length: count }, (_, index) => ({
      name: `Part ${index + 1}`,
      unitPriceCents: index + 1,
      quantity: 2,
    }));
    const request = order({ lines, taxCents: tax, shippingCents: 0 });
    await payments.createPage(request);

    const sent = lineItemsOf(stripe.requests[0]?.params);
    expect(sent).toHaveLength(items);
    expect(stripe.sessionOf(request.orderId).amount_total).toBe(count * (count + 1) + tax);
    if (further !== undefined)
      expect(sent.slice(-3)).toEqual([
        { name: 'Part 98', cents: 98, quantity: 2 },
        { name: 'Other parts', cents: further, quantity: 1 },
        { name: 'Sales tax', cents: tax, quantity: 1 },
      ]);
  },
);

test('any order with any number of lines is charged its exact total', async () => {
  const line = fc.record({
    name: fc.string({ minLength: 1, unit: 'binary' }),
    unitPriceCents: fc.integer({ min: 1, max: 1_000_00 }),
    quantity: fc.integer({ min: 1, max: 999 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 110, size: 'max' }),
      fc.nat({ max: 100_00 }),
      fc.nat({ max: 100_00 }),
      async (lines, taxCents, shippingCents) => {
        const request = order({ lines, taxCents, shippingCents });
        await payments.createPage(request);
        const parts = lines.reduce((total, each) => total + each.unitPriceCents * each.quantity, 0);
        expect(stripe.sessionOf(request.orderId).amount_total).toBe(parts + taxCents + shippingCents);
      },
    ),
    { numRuns: isLong ? 30 : 10 },
  );
});

test('a request with a lost response is repeated, and creates no second page', async () => {
  const request = order();
  stripe.failNext('silence');
  const page = await payWith({ timeoutMs: 1_000 }).createPage(request);

  expect(page.sessionId).toBe(stripe.sessionOf(request.orderId).id);
  expect(stripe.requests.map((each) => each.idempotencyKey)).toEqual([request.orderId, request.orderId]);
  expect(
    [...stripe.sessions.values()].filter((each) => each.metadata.order_id === request.orderId),
  ).toHaveLength(1);
});

test('a silent Stripe is given up after two attempts', async () => {
  stripe.failNext('silence', 2);
  const error = await failureOf(payWith({ timeoutMs: 100 }).createPage(order()));
  expect(error.message).toBe(
    'Stripe could not make a payment page: Request aborted due to timeout being reached (100ms)',
  );
});

test('one failure of Stripe is retried, a second one is an error', async () => {
  stripe.failNext('error');
  await payments.createPage(order());

  stripe.failNext('error', 2);
  const error = await failureOf(payments.createPage(order()));
  expect(error.message).toMatch(/^Stripe could not make a payment page: Out of order \(req_\w+\)$/);
  expect(error.cause).toBeInstanceOf(Error);
});

test('a response that is not JSON is an error', async () => {
  stripe.failNext('garbage');
  const error = await failureOf(payments.createPage(order()));
  expect(error.message).toMatch(/Invalid JSON received from the Stripe API/);
});

test("a page without a URL is an error with the cart's message", async () => {
  stripe.failNext('no url');
  const error = await failureOf(payments.createPage(order()));
  expect(error.message).toBe('No checkout URL returned');
});

test('an unreachable Stripe is an error', async () => {
  await failureOf(payWith({ apiBase: 'http://127.0.0.1:9' }).createPage(order()));
});

test('an invalid key is an error that does not contain it', async () => {
  const error = await failureOf(payWith({ secretKey: 'sk_test_anotherNotARealKey' }).createPage(order()));
  expect(error.message).toMatch(/Invalid API Key provided: sk_test_\*/);
});

test('an open page is closed, and stays closed', async () => {
  const { orderId } = await madePage();
  const { id } = stripe.sessionOf(orderId);
  expect(await payments.fetchPage(id)).toMatchObject({
    state: 'open',
    event: { data: { kind: 'other' } },
  });
  for (let time = 0; time < 2; time += 1) {
    expect(await payments.closePage(id)).toMatchObject({
      state: 'expired',
      event: { orderId, data: { kind: 'expired' } },
    });
  }
  expect(stripe.sessions.get(id)?.status).toBe('expired');
});

test('a paid page returns its payment when it is fetched or closed', async () => {
  const { orderId, sessionId, paymentId } = await paidOrder();
  const paid = {
    state: 'paid',
    event: {
      id: `asked:${sessionId}:paid`,
      orderId,
      data: { kind: 'paid', paymentId, amountCents: 133_78, buyer: { email: 'olga@example.com' } },
    },
  };
  expect(await payments.fetchPage(sessionId)).toMatchObject(paid);
  expect(await payments.closePage(sessionId)).toMatchObject(paid);
});

test('a page with a pending payment is neither open nor paid', async () => {
  const { orderId } = await madePage();
  const { id } = stripe.sessionOf(orderId);
  stripe.payLater(id);
  expect(await payments.closePage(id)).toMatchObject({
    state: 'processing',
    event: { data: { kind: 'other' } },
  });
});

test('an unknown page is an error of its own kind, as is an unavailable Stripe', async () => {
  expect(await failureOf(payments.closePage('cs_test_nothing'))).toMatchObject({ unknown: true });
  expect(await failureOf(payments.fetchPage('cs_test_nothing'))).toMatchObject({ unknown: true });
  await failureOf(payments.closePage('../../v1/refunds'));
  const { orderId } = await madePage();
  const { id } = stripe.sessionOf(orderId);
  stripe.failNext('error', 2);
  expect(await failureOf(payments.closePage(id))).toMatchObject({ unknown: false });
  expect(stripe.sessions.get(id)?.status).toBe('open');
});

test('a payment is refunded once, even after repeated requests', async () => {
  const { orderId, paymentId, sessionId } = await paidOrder();
  stripe.requests.length = 0;
  const refund = await payments.refund({ paymentId, orderId });
  expect(refund).toEqual({ id: expect.stringMatching(/^re_/), amountCents: 133_78, state: 'done' });
  expect(await payments.refund({ paymentId, orderId })).toEqual(refund);
  expect(stripe.requests[0]).toMatchObject({
    path: '/v1/refunds',
    params: { payment_intent: paymentId, metadata: { order_id: orderId } },
    idempotencyKey: `refund-${orderId}-${paymentId}`,
  });
  const { body } = stripe.refund(sessionId);
  expect(JSON.parse(body).data.object).toMatchObject({ refunded: true, amount_refunded: 133_78 });
});

test('a payment that was refunded by hand needs no refund, and returns the existing one', async () => {
  const { orderId, paymentId, sessionId } = await paidOrder();
  stripe.refund(sessionId);
  expect(await payments.refund({ paymentId, orderId })).toMatchObject({ amountCents: 133_78, state: 'done' });
});

test.each([
  ['pending', 'pending'],
  ['failed', 'failed'],
] as const)('a refund with status %s is reported as such', async (status, state) => {
  const { orderId, paymentId } = await paidOrder();
  stripe.refundsBecome = status;
  try {
    expect(await payments.refund({ paymentId, orderId })).toMatchObject({ state });
  } finally {
    stripe.refundsBecome = 'succeeded';
  }
});

test('a refund that Stripe refuses is an error', async () => {
  const error = await failureOf(payments.refund({ paymentId: 'pi_nothing', orderId: randomUUID() }));
  expect(error.message).toMatch(/^Stripe could not refund a payment: No such object/);
});

test('a payment contains the buyer and the shipping address', async () => {
  const { orderId, paymentId, delivery } = await paidOrder();
  expect(await read(delivery)).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'checkout.session.completed',
    orderId,
    data: {
      kind: 'paid',
      paymentId,
      amountCents: 133_78,
      currency: 'usd',
      buyer: {
        email: 'olga@example.com',
        name: 'Olga Buyer',
        phone: '+15035550123',
        address: {
          line1: '1 Main Street',
          line2: null,
          city: 'Portland',
          state: 'OR',
          postalCode: '97201',
          country: 'US',
        },
      },
    },
    payload: JSON.parse(delivery.body),
  });
});

test.each([
  ['before 2025-03-31', 'shipping_details'],
  ['before 2022-08-01', 'shipping'],
])('a payment in an event of an API version %s contains the shipping address', async (_, field) => {
  const { orderId, paymentId, delivery } = await paidOrder();
  const { data } = JSON.parse(delivery.body);
  const { collected_information, ...session } = data.object;
  const older = { ...session, [field]: { ...collected_information.shipping_details, name: 'Dana Driver' } };
  expect(await read(signedEvent('checkout.session.completed', older))).toMatchObject({
    orderId,
    data: {
      kind: 'paid',
      paymentId,
      buyer: {
        email: 'olga@example.com',
        name: 'Dana Driver',
        address: {
          line1: '1 Main Street',
          city: 'Portland',
          state: 'OR',
          postalCode: '97201',
          country: 'US',
        },
      },
    },
  });
});

test('a payment with the address at both places contains that of the newer one', async () => {
  const { delivery } = await paidOrder();
  const { data } = JSON.parse(delivery.body);
  const shipping_details = { name: 'Nobody', address: { line1: 'Nowhere' } };
  for (const older of [{ shipping_details }, { shipping_details: null }]) {
    const session = { ...data.object, ...older };
    expect(await read(signedEvent('checkout.session.completed', session))).toMatchObject({
      data: { buyer: { name: 'Olga Buyer', address: { line1: '1 Main Street' } } },
    });
  }
});

test('a repeated delivery has the same id', async () => {
  const { delivery } = await paidOrder();
  expect((await read(delivery))?.id).toBe((await read(delivery))?.id);
});

test('a payment method that takes days counts when the money arrives', async () => {
  const request = order();
  const { sessionId } = await payments.createPage(request);
  expect(await read(stripe.payLater(sessionId))).toMatchObject({
    orderId: request.orderId,
    data: { kind: 'other' },
  });
  expect(await read(stripe.settle(sessionId, 'succeeded'))).toMatchObject({
    type: 'checkout.session.async_payment_succeeded',
    orderId: request.orderId,
    data: { kind: 'paid', paymentId: stripe.sessions.get(sessionId)?.payment_intent },
  });
});

test('a payment method that takes days can fail', async () => {
  const request = order();
  const { sessionId } = await payments.createPage(request);
  stripe.payLater(sessionId);
  expect(await read(stripe.settle(sessionId, 'failed'))).toMatchObject({
    type: 'checkout.session.async_payment_failed',
    orderId: request.orderId,
    data: { kind: 'failed' },
  });
});

test('an expired page has an event', async () => {
  const request = order();
  const { sessionId } = await payments.createPage(request);
  expect(await read(stripe.expire(sessionId))).toMatchObject({
    type: 'checkout.session.expired',
    orderId: request.orderId,
    data: { kind: 'expired' },
  });
});

test('a refunded charge contains each of its refunds', async () => {
  const { orderId, sessionId, paymentId } = await paidOrder();
  const part = { amountCents: 1_00, state: 'done' };
  const data = { kind: 'refunds', paymentId, refunds: [part] };
  expect(await read(stripe.refund(sessionId, 1_00))).toMatchObject({ orderId, data });
  const rest = { amountCents: 132_78, state: 'done' };
  expect(await read(stripe.refund(sessionId))).toMatchObject({
    orderId,
    data: { ...data, refunds: [rest, part] },
  });
});

test('a charge without listed refunds contains the refunded total', async () => {
  const orderId = randomUUID();
  const charge = {
    id: 'ch_1',
    payment_intent: 'pi_1',
    amount_refunded: 5_00,
    metadata: { order_id: orderId },
  };
  expect(await read(signedEvent('charge.refunded', charge))).toMatchObject({
    orderId,
    data: { paymentId: 'pi_1', refunds: [{ id: 'charge:ch_1', amountCents: 5_00, state: 'done' }] },
  });
});

describe('a charge in an event of an API version before 2022-11-15, which has its refunds', () => {
  const refundOf = (id: string, amount: number, status = 'succeeded') => ({ id, amount, status });
  const charge = (refunds: object) => ({
    id: 'ch_1',
    payment_intent: 'pi_1',
    amount_refunded: 5_00,
    metadata: { order_id: randomUUID() },
    refunds,
  });

  test('contains each of them', async () => {
    const data = [refundOf('re_2', 2_00, 'pending'), refundOf('re_1', 3_00)];
    expect(await read(signedEvent('charge.refunded', charge({ data, has_more: false })))).toMatchObject({
      data: {
        refunds: [
          { id: 're_2', amountCents: 2_00, state: 'pending' },
          { id: 're_1', amountCents: 3_00, state: 'done' },
        ],
      },
    });
  });

  test.each([
    ['are only the newest', { data: [refundOf('re_1', 3_00)], has_more: true }],
    ['are none', { data: [], has_more: false }],
    ['are unreadable', { data: 'x' }],
  ])('contains the refunded total if they %s', async (_, refunds) => {
    expect(await read(signedEvent('charge.refunded', charge(refunds)))).toMatchObject({
      data: { refunds: [{ id: 'charge:ch_1', amountCents: 5_00, state: 'done' }] },
    });
  });

  test('contains what Stripe lists now, if it does', async () => {
    const { sessionId } = await paidOrder();
    const { data } = JSON.parse(stripe.refund(sessionId, 1_00).body);
    const stale = { ...data.object, refunds: { data: [refundOf('re_0', 9_00)], has_more: false } };
    expect(await read(signedEvent('charge.refunded', stale))).toMatchObject({
      data: { refunds: [{ amountCents: 1_00, state: 'done' }] },
    });
  });
});

test('a refund that fails later has the reason, and finds its order by its payment', async () => {
  const { orderId, sessionId, paymentId } = await paidOrder();
  stripe.refund(sessionId);
  expect(await read(stripe.changeRefund(sessionId, 'failed'))).toMatchObject({
    type: 'refund.failed',
    orderId,
    data: {
      kind: 'refunds',
      paymentId,
      refunds: [{ amountCents: 133_78, state: 'failed', failure: 'expired_or_canceled_card' }],
    },
  });
});

test('a dispute finds its order by its payment, and contains its outcome', async () => {
  const { orderId, sessionId, paymentId } = await paidOrder();
  stripe.requests.length = 0;
  const opened = await read(stripe.dispute(sessionId));
  expect(opened).toMatchObject({
    orderId,
    data: { kind: 'dispute', paymentId, dispute: { state: 'open', amountCents: 133_78 } },
  });
  expect(stripe.requests).toMatchObject([{ method: 'GET', path: `/v1/payment_intents/${paymentId}` }]);
  for (const state of ['won', 'lost'] as const) {
    expect(await read(stripe.endDispute(sessionId, state))).toMatchObject({
      orderId,
      data: { kind: 'dispute', dispute: { state } },
    });
  }
});

test('a dispute that was won over a refunded charge is won in events of the oldest API versions too', async () => {
  const { sessionId } = await paidOrder();
  const { data } = JSON.parse(stripe.dispute(sessionId).body);
  const closed = { ...data.object, status: 'charge_refunded' };
  expect(await read(signedEvent('charge.dispute.closed', closed))).toMatchObject({
    data: { kind: 'dispute', dispute: { state: 'won' } },
  });
});

test('missed events are fetched: paid pages, refunds, and disputes', async () => {
  const began = new Date();
  const paid = await paidOrder();
  const open = await madePage();
  stripe.refund(paid.sessionId, 1_00);
  stripe.dispute(paid.sessionId);
  stripe.expire(stripe.sessionOf(open.orderId).id);
  const missed = (await Array.fromAsync(payments.eventsSince(began))).filter(
    ({ orderId }) => orderId === paid.orderId || orderId === open.orderId,
  );
  expect(missed.map(({ data }) => data.kind).toSorted()).toEqual(['dispute', 'paid', 'refunds']);
  expect(missed.every(({ orderId }) => orderId === paid.orderId)).toBe(true);
  const later = new Date(Date.now() + 60_000);
  expect(await Array.fromAsync(payments.eventsSince(later))).toEqual([]);
});

test('a long list is fetched page by page, and a failure of Stripe meanwhile is an error', async () => {
  const began = new Date();
  const orders = [];
  for (let count = 0; count < 130; count += 1) orders.push((await paidOrder()).orderId);
  const paid = new Set((await Array.fromAsync(payments.eventsSince(began))).map(({ orderId }) => orderId));
  expect(orders.every((id) => paid.has(id))).toBe(true);
  stripe.failNext('error', 2);
  await failureOf(Array.fromAsync(payments.eventsSince(began)));
});

test("a dispute whose payment can't be fetched is an error, so that Stripe delivers it again", async () => {
  const { orderId, sessionId } = await paidOrder();
  const delivery = stripe.dispute(sessionId);
  stripe.failNext('error', 2);
  await failureOf(read(delivery));
  expect(await read(delivery)).toMatchObject({ orderId });
});

test('an event of another kind has no effect, and names its order if possible', async () => {
  const orderId = randomUUID();
  expect(await read(signedEvent('charge.succeeded', { metadata: { order_id: orderId } }))).toMatchObject({
    orderId,
    data: { kind: 'other' },
  });
  expect(await read(signedEvent('payout.paid', {}))).toMatchObject({
    orderId: null,
    data: { kind: 'other' },
  });
});

test('only metadata names an order, because anyone who opens a payment link can choose the reference', async () => {
  const session = { payment_status: 'paid', payment_intent: 'pi_1' };
  const strange = { ...session, client_reference_id: randomUUID(), metadata: { order_id: 'not-an-id' } };
  expect(await read(signedEvent('checkout.session.completed', strange))).toMatchObject({ orderId: null });
  const linked = { ...session, client_reference_id: randomUUID(), metadata: {} };
  expect(await read(signedEvent('checkout.session.completed', linked))).toMatchObject({ orderId: null });
});

test("a delivery requires Stripe's signature", async () => {
  const { delivery } = await paidOrder();
  const { body } = delivery;
  const now = Math.floor(Date.now() / 1000);
  const signature = delivery.headers.get('Stripe-Signature') ?? '';
  const readWith = (header: string) => payments.readEvent(body, new Headers({ 'Stripe-Signature': header }));

  expect(await readWith(signature)).toMatchObject({ type: 'checkout.session.completed' });
  expect(await read(stripe.sign(body, { timestamp: now - 290 }))).toBeDefined();

  expect(await read({ ...delivery, body: body.replace('Olga', 'Alan') })).toBeUndefined();
  expect(await read({ ...delivery, body: '' })).toBeUndefined();
  expect(await read(stripe.sign(body, { timestamp: now - 310 }))).toBeUndefined();
  expect(await read(stripe.sign(body, { secret: 'whsec_another' }))).toBeUndefined();
  expect(await payments.readEvent(body, new Headers())).toBeUndefined();
  const cutShort = [
    '',
    'v1',
    't',
    `t=${now}`,
    `t=${now},v1`,
    `t=${now},v1=`,
    't=x,v1=x',
    signature.slice(0, -1),
  ];
  for (const header of cutShort) expect(await readWith(header), header).toBeUndefined();
});

test('a signed body that is not an event: refused if it is not JSON, else without effect', async () => {
  expect(await read(stripe.sign('not JSON'))).toBeUndefined();
  const first = await read(stripe.sign('[]'));
  expect(first).toMatchObject({ type: 'unknown', orderId: null, data: { kind: 'other' } });
  expect(first?.id).toMatch(/^sha256_[0-9a-f]{64}$/);
  expect((await read(stripe.sign('[]')))?.id).toBe(first?.id);
});

const TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
];
const KINDS: PaymentEventData['kind'][] = ['paid', 'expired', 'failed', 'refunds', 'dispute', 'other'];

/** An event with any fields missing or of another type. */
function oddEvents() {
  const anything = fc.jsonValue({ maxDepth: 2 });
  const odd = (field: fc.Arbitrary<unknown>) => fc.oneof({ weight: 3, arbitrary: field }, anything);
  const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    odd(
      fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, odd(field)])), {
        requiredKeys: [],
      }),
    );
  const address = record({ line1: fc.string(), city: fc.string(), postal_code: fc.string() });
  const object = record({
    payment_status: fc.constantFrom('paid', 'unpaid', 'no_payment_required'),
    payment_intent: fc.oneof(fc.constant('p'), record({ id: fc.string() })),
    metadata: record({ order_id: fc.oneof(fc.uuid(), fc.string()) }),
    customer_details: record({ email: fc.string(), name: fc.string(), phone: fc.string() }),
    collected_information: record({ shipping_details: record({ name: fc.string(), address }) }),
    id: fc.string(),
    status: fc.constantFrom('succeeded', 'failed', 'won', 'lost', 'odd'),
    amount: fc.double(),
    amount_total: fc.integer(),
    amount_refunded: fc.integer(),
    evidence_details: record({ due_by: fc.double() }),
  });
  return record({
    id: fc.string(),
    type: fc.constantFrom(...TYPES),
    created: fc.double(),
    data: record({ object }),
  });
}

test('no payload causes more than an event without effect', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(oddEvents(), fc.jsonValue()), async (payload) => {
      const event = await read(stripe.sign(JSON.stringify(payload)));
      expect(KINDS).toContain(event?.data.kind);
      expect(event).toMatchObject({ id: expect.any(String), type: expect.any(String) });
      if (event?.orderId !== null) expect(event?.orderId).toMatch(/^[0-9a-f-]{36}$/i);
      if (event?.data.kind === 'paid') expect(event.data.paymentId).not.toBe('');
    }),
    { numRuns: 1_000 },
  );
});

test("the stand-in's page redirects the buyer to the shop", async () => {
  const { sessionId, url } = await payments.createPage(order());
  expect(await (await fetch(url)).text()).toContain('Pay $133.78');
  const paid = await fetch(url, { method: 'POST', redirect: 'manual' });
  expect(paid.headers.get('Location')).toBe(`https://shop.example/payment-success?session_id=${sessionId}`);
  expect(stripe.sessions.get(sessionId)?.payment_status).toBe('paid');
});
