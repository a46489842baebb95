import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { server } from '../support/built-server.ts';
import { checkOut, orderState, stockOf } from '../support/checkout.ts';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { orderNumber } from '../support/orders.ts';
import { addParts } from '../support/parts.ts';
import { type Delivery, startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';
import { TEST_SECRET } from '../support/test-database.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const SECRETS = { secretKey: 'sk_test_payments', webhookSecret: 'whsec_payments' };
const SITE = 'http://shop.test';

let stripe: StripeStandIn;
let shop: TestShop;

beforeAll(async () => {
  stripe = await startStripeStandIn(SECRETS);
  const log = pino({ level: 'silent' });
  const payments = await server.createPayments(
    { ...SECRETS, apiBase: stripe.url },
    { siteUrl: SITE, secret: TEST_SECRET, log },
  );
  shop = await createTestShop({ payments });
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});
beforeEach(async () => {
  stripe.refundsBecome = 'succeeded';
  stripe.recover();
  stripe.events.length = 0;
  const { owner } = shop.database;
  for (const table of ['alerts', 'payment_events', 'mails']) await owner.query(`delete from ${table}`);
  await removeJobs(owner);
});

/** A part at $40, and a request for an order of one. */
async function onePart(stock = 2) {
  const [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: stock }]);
  return { id, items: [{ id, amountCents: 4000 }] };
}

/** An order of one part with an open payment page. */
async function openOrder(stock = 2) {
  const { id, items } = await onePart(stock);
  const { cookie, body } = await checkOut(shop, items);
  const sessionId = body.url?.split('/').at(-1) ?? '';
  const orderId = String(stripe.sessions.get(sessionId)?.metadata.order_id);
  return { partId: id, items, cookie, sessionId, orderId };
}

async function deliver(delivery: Delivery): Promise<void> {
  const request = { method: 'POST', headers: delivery.headers, body: delivery.body };
  const { status } = await shop.request('/functions/v1/payment-webhook', request);
  expect(status).toBe(200);
}

async function passTime(orderId: string) {
  await shop.database.owner.query(
    "update orders set expires_at = now() - interval '2 minutes' where id = $1",
    [orderId],
  );
}

async function openAlerts(): Promise<string[]> {
  const { rows } = await shop.database.owner.query(
    'select kind from alerts where settled_at is null order by kind',
  );
  return rows.map(({ kind }) => kind);
}

async function mailsAbout(orderId: string): Promise<string[]> {
  const { rows } = await shop.database.owner.query(
    'select subject from mails where subject like $1 order by created_at, recipient',
    [`%${await orderNumber(shop.database.owner, orderId)}%`],
  );
  return rows.map(({ subject }) => subject);
}

async function refundsOf(orderId: string) {
  const { rows } = await shop.database.owner.query(
    'select reason, state, amount from refunds where order_id = $1 order by requested_at',
    [orderId],
  );
  return rows;
}

describe('a lost event', () => {
  test('loses no order: reconciliation finds a paid page before and after its time', async () => {
    const inTime = await openOrder();
    const tooLate = await openOrder();
    stripe.pay(inTime.sessionId);
    stripe.pay(tooLate.sessionId);
    await passTime(tooLate.orderId);
    await shop.reconcile();
    for (const { orderId, partId } of [inTime, tooLate]) {
      expect(await orderState(shop, orderId)).toMatchObject({
        status: 'completed',
        email: 'olga@example.com',
      });
      expect(await stockOf(shop, partId)).toEqual({ stock: 1, held: 0 });
      expect(await mailsAbout(orderId)).toHaveLength(2);
    }
    await shop.reconcile();
    expect(await mailsAbout(inTime.orderId)).toHaveLength(2);
  });

  test('that arrives later has no second effect', async () => {
    const { orderId, sessionId, partId } = await openOrder();
    const late = stripe.pay(sessionId);
    await shop.reconcile();
    await deliver(late);
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    expect(await stockOf(shop, partId)).toEqual({ stock: 1, held: 0 });
    expect(await mailsAbout(orderId)).toHaveLength(2);
  });

  test('is also found by the job that ends the hold', async () => {
    const { orderId, sessionId } = await openOrder();
    stripe.pay(sessionId);
    await passTime(orderId);
    await shop.runRegularTask('end-holds');
    await shop.runJobs();
    expect(await orderState(shop, orderId)).toMatchObject({
      status: 'completed',
      holds: [{ outcome: 'sold' }],
    });
  });

  test('of an unpaid page: the page is closed, then the stock is released', async () => {
    const { orderId, sessionId, partId } = await openOrder();
    await passTime(orderId);
    await shop.reconcile();
    expect(stripe.sessions.get(sessionId)?.status).toBe('expired');
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'expired' });
    expect(await stockOf(shop, partId)).toEqual({ stock: 2, held: 0 });
  });

  test('of a refund or dispute is found by reconciliation', async () => {
    const { orderId, sessionId } = await openOrder();
    await deliver(stripe.pay(sessionId));
    stripe.refund(sessionId, 10_00);
    await shop.reconcile();
    expect(await refundsOf(orderId)).toEqual([{ reason: 'provider', state: 'done', amount: '10.00' }]);
    stripe.dispute(sessionId);
    await shop.reconcile();
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'disputed' });
  });

  test('raises an alert, until an event arrives', async () => {
    const { sessionId } = await openOrder();
    stripe.pay(sessionId);
    await shop.reconcile();
    expect(await openAlerts()).not.toContain('webhook-silent');
    await shop.database.owner.query("update payment_events set received_at = now() - interval '6 minutes'");
    await shop.reconcile();
    await shop.reconcile();
    expect(await openAlerts()).toContain('webhook-silent');
    await shop.runJobs();
    const { rows } = await shop.database.owner.query(
      "select body from mails where subject like '%events do not%' and recipient is null",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].body).toContain('Last verified event: Never');

    const other = await openOrder();
    await deliver(stripe.pay(other.sessionId));
    expect(await openAlerts()).not.toContain('webhook-silent');
  });

  test('that is delivered after all ends the alert for good, and is stored once', async () => {
    await shop.database.owner.query('delete from payment_events');
    const { orderId, sessionId } = await openOrder();
    const late = stripe.pay(sessionId);
    await shop.reconcile();
    await shop.database.owner.query("update payment_events set received_at = now() - interval '6 minutes'");
    await shop.reconcile();
    expect(await openAlerts()).toContain('webhook-silent');
    await deliver(late);
    expect(await openAlerts()).not.toContain('webhook-silent');
    await shop.reconcile();
    expect(await openAlerts()).not.toContain('webhook-silent');
    const { rows } = await shop.database.owner.query(
      'select source from payment_events where order_id = $1',
      [orderId],
    );
    expect(rows).toEqual([{ source: 'webhook' }]);
    expect(await mailsAbout(orderId)).toHaveLength(2);
  });
});

describe('an unavailable provider', () => {
  test('causes no release of stock, because the page may have been paid', async () => {
    const { orderId, sessionId, partId } = await openOrder();
    await passTime(orderId);
    stripe.failNext('error', 40);
    await shop.reconcile();
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'pending' });
    expect(await stockOf(shop, partId)).toEqual({ stock: 2, held: 1 });
    expect(await openAlerts()).toEqual([]);

    await shop.database.owner.query(
      "update orders set expires_at = now() - interval '1 hour' where id = $1",
      [orderId],
    );
    await shop.reconcile();
    expect(await openAlerts()).toEqual(['provider-not-answering']);
    stripe.recover();
    stripe.pay(sessionId);
    await shop.reconcile();
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    expect(await openAlerts()).toEqual([]);
  });

  test('that does not know a page: its stock is released, and an alert is raised', async () => {
    const { orderId, sessionId } = await openOrder();
    stripe.sessions.delete(sessionId);
    await passTime(orderId);
    await shop.reconcile();
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'expired' });
    expect(await openAlerts()).toEqual(['payment-page-unknown']);
  });
});

test('that does not know a page does not prevent another payment', async () => {
  const { items, cookie, sessionId, orderId } = await openOrder();
  stripe.sessions.delete(sessionId);
  const again = await checkOut(shop, items, { cookie });
  expect(again.status).toBe(200);
  expect(again.body.url).not.toContain(sessionId);
  expect(await orderState(shop, orderId)).toMatchObject({
    status: 'expired',
    holds: [{ outcome: 'released' }],
  });
  expect(await openAlerts()).toEqual(['payment-page-unknown']);
});

describe('a refund', () => {
  /** An order that was paid after its part was sold. */
  async function paidTooLate() {
    const order = await openOrder(1);
    const payment = stripe.pay(order.sessionId);
    await shop.database.owner.query(
      'update stock_holds set outcome = $1, ended_at = now() where order_id = $2',
      ['released', order.orderId],
    );
    await shop.database.owner.query(
      "update orders set status = 'expired', ended = 'expired', stock = 'released' where id = $1",
      [order.orderId],
    );
    await shop.database.owner.query(
      'update parts_catalog set stock_held = 0, stock_quantity = 0 where id = $1',
      [order.partId],
    );
    await deliver(payment);
    return order;
  }

  test('is marked as refunded, and mailed as done, when the provider confirms it', async () => {
    const { orderId, sessionId } = await paidTooLate();
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'canceled' });
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'sold-out', state: 'requested' }]);
    expect((await mailsAbout(orderId)).filter((subject) => /: refund of /.test(subject))).toEqual([]);

    stripe.refundsBecome = 'pending';
    await shop.runJobs();
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'canceled' });
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'pending', amount: '58.20' }]);

    await deliver(stripe.changeRefund(sessionId, 'succeeded'));
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'refunded' });
    expect(await refundsOf(orderId)).toEqual([{ reason: 'sold-out', state: 'done', amount: '58.20' }]);
    await shop.runJobs();
    expect((await mailsAbout(orderId)).filter((subject) => /: refund of /.test(subject))).toHaveLength(1);
  });

  test('is requested for any number of orders on one connection, which then plans its statements once', async () => {
    for (let order = 0; order < 8; order += 1) {
      const { orderId } = await paidTooLate();
      expect(await refundsOf(orderId)).toMatchObject([{ reason: 'sold-out', state: 'requested' }]);
    }
  });

  test('that fails at once raises an alert, and no mail promises it', async () => {
    const { orderId } = await paidTooLate();
    stripe.refundsBecome = 'failed';
    await shop.runJobs();
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'canceled' });
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'failed' }]);
    expect(await openAlerts()).toEqual(['refund-not-done']);
  });

  test('that the provider does not accept stays requested, raises an alert, and is done later', async () => {
    const { orderId } = await paidTooLate();
    const { owner } = shop.database;
    const tryAgain = async (attempts: number) => {
      stripe.failNext('error', 2);
      await makeJobsDue(owner, "key like 'refund:%'", [], attempts);
      await shop.runJobs();
    };
    await tryAgain(0);
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'requested' }]);
    expect(await openAlerts()).toEqual([]);
    await tryAgain(7);
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'requested' }]);
    expect(await openAlerts()).toEqual(['refund-not-done']);
    await makeJobsDue(owner, "key like 'refund:%'");
    await shop.runJobs();
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'refunded' });
    expect(await openAlerts()).toEqual([]);
  });

  test('fails after its last attempt', async () => {
    const { orderId } = await paidTooLate();
    stripe.failNext('error', 2);
    await makeJobsDue(shop.database.owner, "key like 'refund:%'", [], 24);
    await shop.runJobs();
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'failed' }]);
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'canceled' });
    expect(await openAlerts()).toEqual(['refund-not-done']);
  });

  test('made at the provider counts by its amount, partly and fully', async () => {
    const { orderId, sessionId } = await openOrder();
    await deliver(stripe.pay(sessionId));
    await deliver(stripe.refund(sessionId, 10_00));
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    const { rows } = await shop.database.owner.query('select refunded from orders where id = $1', [orderId]);
    expect(rows).toEqual([{ refunded: '10.00' }]);
    await deliver(stripe.refund(sessionId));
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'refunded' });

    await deliver(stripe.changeRefund(sessionId, 'failed'));
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    expect(await openAlerts()).toEqual(['refund-not-done']);
  });

  test('that fails after it was done is handled in any order of events', async () => {
    const { orderId, sessionId } = await openOrder();
    const paid = stripe.pay(sessionId);
    const refunded = stripe.refund(sessionId);
    const failed = stripe.changeRefund(sessionId, 'failed');
    await deliver(failed);
    await deliver(refunded);
    await deliver(paid);
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a dispute', () => {
  test.each([['won', 'completed', []] as const, ['lost', 'disputed', ['dispute-lost']] as const])(
    'that is %s leaves the order %s in any order of events',
    async (end, status, alerts) => {
      const { orderId, sessionId, partId } = await openOrder();
      const deliveries = [
        stripe.pay(sessionId),
        stripe.dispute(sessionId),
        stripe.endDispute(sessionId, end),
      ];
      for (const delivery of deliveries.toReversed()) await deliver(delivery);
      expect(await orderState(shop, orderId)).toMatchObject({ status, email: 'olga@example.com' });
      expect(await stockOf(shop, partId)).toEqual({ stock: 1, held: 0 });
      expect(await openAlerts()).toEqual(alerts);

      const again = await openOrder();
      const inOrder = [
        stripe.pay(again.sessionId),
        stripe.dispute(again.sessionId),
        stripe.endDispute(again.sessionId, end),
      ];
      for (const delivery of inOrder) await deliver(delivery);
      expect(await orderState(shop, again.orderId)).toMatchObject({ status });
    },
  );

  test('that is opened raises an alert with the deadline for a response', async () => {
    const { sessionId } = await openOrder();
    await deliver(stripe.pay(sessionId));
    await deliver(stripe.dispute(sessionId));
    expect(await openAlerts()).toEqual(['dispute-opened']);
    const { rows } = await shop.database.owner.query('select details from alerts');
    expect(rows[0].details).toMatchObject({
      Amount: '$58.20',
      'Answer by': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });
});

describe('a payment', () => {
  /** The event of a session, with some fields replaced. */
  function completed(sessionId: string, changes: object): Delivery {
    const object = { ...stripe.sessions.get(sessionId), ...changes };
    const id = `evt_${crypto.randomUUID()}`;
    return stripe.sign(
      JSON.stringify({ id, object: 'event', type: 'checkout.session.completed', data: { object } }),
    );
  }

  test.each([
    ['with a lower amount', { amount_total: 50_00 }],
    ['with another currency', { currency: 'cad' }],
  ])('%s than the order raises an alert', async (_what, changes) => {
    const { orderId, sessionId } = await openOrder();
    stripe.pay(sessionId);
    await deliver(completed(sessionId, changes));
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    expect(await openAlerts()).toEqual(['payment-amount-differs']);
  });

  test('that is the second of an order is refunded, and the order is unchanged', async () => {
    const { orderId, sessionId, partId } = await openOrder();
    await deliver(stripe.pay(sessionId));
    // Another page of the same order, as Stripe would create it after the idempotency key expired.
    const first = stripe.sessions.get(sessionId);
    const id = `cs_test_${crypto.randomUUID()}`;
    const again = { ...structuredClone(first), id, status: 'open', payment_intent: null };
    stripe.sessions.set(id, again as NonNullable<typeof first>);
    await deliver(stripe.pay(id));
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'paid-twice', state: 'requested' }]);
    await shop.runJobs();
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'paid-twice', state: 'done' }]);
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    expect(await stockOf(shop, partId)).toEqual({ stock: 1, held: 0 });
    expect((await mailsAbout(orderId)).filter((subject) => subject.includes(': refund of '))).toHaveLength(1);
  });

  test('of an unknown order is stored and reported', async () => {
    const { sessionId } = await openOrder();
    stripe.pay(sessionId);
    const orderId = crypto.randomUUID();
    await deliver(completed(sessionId, { metadata: { order_id: orderId } }));
    expect(await openAlerts()).toEqual(['payment-for-unknown-order']);
    const { rows } = await shop.database.owner.query(
      "select type from payment_events where payload -> 'data' -> 'object' -> 'metadata' ->> 'order_id' = $1",
      [orderId],
    );
    expect(rows).toEqual([{ type: 'checkout.session.completed' }]);
  });

  test('of another product in the same Stripe account is ignored', async () => {
    const { sessionId } = await openOrder();
    stripe.pay(sessionId);
    await deliver(completed(sessionId, { metadata: {} }));
    expect(await openAlerts()).toEqual([]);
  });
});

describe("a paid cart can't be paid again", () => {
  test.each(['late', 'applied'] as const)('with the event %s', async (event) => {
    const { items, cookie, sessionId, orderId, partId } = await openOrder();
    const paid = stripe.pay(sessionId);
    if (event === 'applied') await deliver(paid);
    const pages = stripe.sessions.size;
    const again = await checkOut(shop, items, { cookie });
    expect(again).toMatchObject({
      status: 409,
      body: {
        error: 'This is already paid. Thank you. You will receive a confirmation email shortly.',
        paid: { sessionId, bought: [{ partId, quantity: 1 }] },
      },
    });
    expect(stripe.sessions.size).toBe(pages);
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    const { rows } = await shop.database.owner.query(
      'select from orders where browser_id = (select browser_id from orders where id = $1)',
      [orderId],
    );
    expect(rows).toHaveLength(1);
  });

  test('with a late event and another cart by then', async () => {
    const { items, cookie, sessionId, orderId } = await openOrder();
    const other = await onePart();
    stripe.pay(sessionId);
    const again = await checkOut(shop, [...items, ...other.items], { cookie });
    expect(again).toMatchObject({ status: 409, body: { paid: { sessionId } } });
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
  });

  test('but the same parts can be bought again after the cart was emptied', async () => {
    const { items, cookie, sessionId } = await openOrder();
    await deliver(stripe.pay(sessionId));
    const again = await checkOut(shop, items, { cookie, body: { settled: [sessionId] } });
    expect(again.status).toBe(200);
  });

  test('nor while the payment is pending', async () => {
    const { items, cookie, sessionId } = await openOrder();
    stripe.payLater(sessionId);
    expect(await checkOut(shop, items, { cookie })).toMatchObject({
      status: 409,
      body: { error: 'Your payment is being confirmed. Please wait a moment before trying again.' },
    });
  });

  test('concurrent checkouts of one browser create one payable page', async () => {
    const { cookie } = await openOrder();
    const { items, id } = await onePart(5);
    const same = await Promise.all(Array.from({ length: 6 }, () => checkOut(shop, items, { cookie })));
    expect(same.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(same.map(({ body }) => body.url)).size).toBe(1);
    expect(await stockOf(shop, id)).toEqual({ stock: 5, held: 1 });
  });

  test('nor do concurrent checkouts of different carts', async () => {
    const { cookie } = await openOrder();
    const { items, id } = await onePart(9);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((quantity) => checkOut(shop, [{ ...items[0]!, quantity }], { cookie })),
    );
    const payable = answers.filter(({ status, body }) => {
      const page = body.url?.split('/').at(-1) ?? '';
      return status === 200 && stripe.sessions.get(page)?.status === 'open';
    });
    expect(payable).toHaveLength(1);
    const { rows } = await shop.database.owner.query(
      'select coalesce(sum(quantity), 0)::int as held from stock_holds where part_id = $1 and outcome is null',
      [id],
    );
    expect(await stockOf(shop, id)).toEqual({ stock: 9, held: rows[0].held });
    const open = await shop.database.owner.query(
      "select from orders join order_lines on order_id = orders.id where part_id = $1 and status = 'pending'",
      [id],
    );
    expect(open.rows).toHaveLength(1);
  });

  test('two Buy Now payments coexist, and the same part gets the same page', async () => {
    const [first, second] = [await onePart(), await onePart()];
    const buyNow = { body: { purchase: 'buy_now' } };
    const one = await checkOut(shop, first.items, buyNow);
    const two = await checkOut(shop, second.items, { ...buyNow, cookie: one.cookie });
    const oneAgain = await checkOut(shop, first.items, { ...buyNow, cookie: one.cookie });
    expect(oneAgain.body.url).toBe(one.body.url);
    for (const { body } of [one, two]) {
      expect(stripe.sessions.get(body.url?.split('/').at(-1) ?? '')?.status).toBe('open');
    }
  });
});
