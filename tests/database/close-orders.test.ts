import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPayment } from '#core/payments/check-payment.server.ts';
import { closeOrder } from '#core/payments/close-order.server.ts';
import { readPaymentRequest } from '#core/checkout/payment-request.server.ts';
import { reconcilePayments } from '#core/payments/reconcile-payments.server.ts';
import { refundPayment } from '#core/payments/refund-payment.server.ts';
import { createStripePayments } from '#server/payments/stripe.ts';
import type { Payments } from '#core/payments/payments.server.ts';
import { addHeldOrder, type HeldOrder, removeOrders, stockOfParts, orderNumber } from '../support/orders.ts';
import { type Params, startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const SECRETS = { secretKey: 'sk_test_close', webhookSecret: 'whsec_close' };
const SITE = { siteUrl: 'http://shop.test' };
const DAY_SECONDS = 24 * 60 * 60;

let database: TestDatabase;
let stripe: StripeStandIn;
let payments: Payments;
let errors: string[];

beforeAll(async () => {
  stripe = await startStripeStandIn(SECRETS);
  payments = createStripePayments({
    ...SECRETS,
    ...SITE,
    apiBase: stripe.url,
    log: pino({ level: 'silent' }),
  });
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await removeOrders(database.owner);
  errors = [];
  stripe.recover();
  stripe.refundsBecome = 'succeeded';
  stripe.events.length = 0;
  stripe.sessions.clear();
  stripe.requests.length = 0;
});

interface PageOrder extends HeldOrder {
  sessionId: string;
}

/** An order with an open payment page. */
async function addOrder(): Promise<PageOrder> {
  const { owner, pools } = database;
  const order = await addHeldOrder(owner);
  const { orderId } = order;
  const page = await payments.createPage(
    await pools.as({ role: 'service_role' }, (transaction) => readPaymentRequest(transaction, orderId)),
  );
  await owner.query('update orders set payment_session_id = $1, payment_url = $2 where id = $3', [
    page.sessionId,
    page.url,
    orderId,
  ]);
  return { ...order, sessionId: page.sessionId };
}

const set = (change: string, ...values: unknown[]) => database.owner.query(change, values);

const passTime = (seconds: number, ...orders: PageOrder[]) =>
  set(
    'update orders set expires_at = now() - make_interval(secs => $1) where id = any ($2)',
    seconds,
    orders.map(({ orderId }) => orderId),
  );

async function stateOf({ orderId, partIds }: HeldOrder) {
  const { rows } = await database.owner.query('select status, stock from orders where id = $1', [orderId]);
  const [stock] = await stockOfParts(database.owner, partIds);
  return { ...rows[0], pieces: stock };
}

const PENDING = { status: 'pending', stock: 'held', pieces: { stock: 2, held: 1 } };
const SOLD = { status: 'completed', stock: 'sold', pieces: { stock: 1, held: 0 } };
const released = (status: string) => ({ status, stock: 'released', pieces: { stock: 2, held: 0 } });

async function openAlerts() {
  const { rows } = await database.owner.query(
    'select kind, subject, order_id, details from alerts where settled_at is null order by kind',
  );
  return rows;
}

const paths = () => stripe.requests.map(({ method, path }) => `${method} ${path}`);

const reconcile = (changes: Partial<Payments> = {}) =>
  reconcilePayments({
    database: database.pools,
    payments: { ...payments, ...changes },
    ...SITE,
    logError: (_error, what) => errors.push(what),
  });

describe('closing an order', () => {
  const close = (order: HeldOrder, status?: 'canceled') =>
    closeOrder({
      database: database.pools,
      payments,
      ...SITE,
      orderId: order.orderId,
      ...(status && { status }),
    });

  test('closes its page, then releases its stock, once', async () => {
    const order = await addOrder();
    expect(await close(order)).toBe('ended');
    expect(stripe.sessions.get(order.sessionId)?.status).toBe('expired');
    expect(await stateOf(order)).toEqual(released('expired'));
    const asked = stripe.requests.length;
    expect(await close(order)).toBe('ended');
    expect(stripe.requests).toHaveLength(asked);
    expect(await stateOf(order)).toEqual(released('expired'));
  });

  test('without a page does not ask the provider, and has the given status', async () => {
    const order = await addHeldOrder(database.owner);
    expect(await close(order, 'canceled')).toBe('ended');
    expect(stripe.requests).toEqual([]);
    expect(await stateOf(order)).toEqual(released('canceled'));
  });

  test('applies its payment', async () => {
    const order = await addOrder();
    stripe.pay(order.sessionId);
    expect(await close(order)).toBe('paid');
    expect(await stateOf(order)).toEqual(SOLD);
    expect(await close(order)).toBe('paid');
  });

  test('keeps its stock while the payment is processing', async () => {
    const order = await addOrder();
    stripe.payLater(order.sessionId);
    expect(await close(order)).toBe('processing');
    expect(await stateOf(order)).toEqual(PENDING);
    const { rows } = await database.owner.query('select asked_at is not null as asked from orders');
    expect(rows).toEqual([{ asked: true }]);
  });

  test('keeps its stock when the provider does not answer', async () => {
    const order = await addOrder();
    stripe.failNext('error', 2);
    await expect(close(order)).rejects.toThrow('Stripe could not expire a payment page');
    expect(await stateOf(order)).toEqual(PENDING);
  });

  test('releases its stock when the provider does not know the page, with an alert', async () => {
    const order = await addOrder();
    stripe.sessions.clear();
    expect(await close(order)).toBe('ended');
    expect(await stateOf(order)).toEqual(released('expired'));
    expect(await openAlerts()).toEqual([
      {
        kind: 'payment-page-unknown',
        subject: order.orderId,
        order_id: order.orderId,
        details: {
          Order: await orderNumber(database.owner, order.orderId),
          Answer: expect.stringContaining('No such object'),
        },
      },
    ]);
  });
});

describe('a buyer who returns before the event', () => {
  const check = (sessionId: string) =>
    checkPayment({ database: database.pools, payments, ...SITE, sessionId });

  test('has the payment applied', async () => {
    const [order, other] = [await addOrder(), await addOrder()];
    stripe.pay(order.sessionId);
    stripe.pay(other.sessionId);
    await check(order.sessionId);
    expect(await stateOf(order)).toEqual(SOLD);
    expect(await stateOf(other)).toEqual(PENDING);
  });

  test('of an unpaid page changes nothing', async () => {
    const order = await addOrder();
    await check(order.sessionId);
    stripe.payLater(order.sessionId);
    await check(order.sessionId);
    expect(await stateOf(order)).toEqual(PENDING);
  });

  test('causes no request for a paid or an unknown page', async () => {
    const order = await addOrder();
    stripe.pay(order.sessionId);
    await check(`${order.sessionId}\0`);
    expect(await stateOf(order)).toEqual(SOLD);
    stripe.requests.length = 0;
    await check(order.sessionId);
    await check('cs_test_unknown');
    expect(stripe.requests).toEqual([]);
  });
});

describe('reconciliation', () => {
  test('closes the pages that are overdue by a minute', async () => {
    const [overdue, expired, open] = [await addOrder(), await addOrder(), await addOrder()];
    await passTime(65, overdue);
    await passTime(45, expired);
    await reconcile();
    expect(await stateOf(overdue)).toEqual(released('expired'));
    expect([await stateOf(expired), await stateOf(open)]).toEqual([PENDING, PENDING]);
  });

  test('asks first for the order that was asked for the longest ago, and stops after three failures', async () => {
    const orders: PageOrder[] = [];
    for (let order = 0; order < 5; order += 1) orders.push(await addOrder());
    await passTime(90, ...orders);
    for (const [index, { orderId }] of orders.entries())
      await set(
        'update orders set asked_at = now() - make_interval(mins => $1) where id = $2',
        index,
        orderId,
      );
    stripe.requests.length = 0;
    stripe.failNext('error', 6);
    await reconcile();
    const closed = paths().filter((path) => path.endsWith('/expire'));
    expect([...new Set(closed)]).toEqual(
      orders
        .toReversed()
        .slice(0, 3)
        .map(({ sessionId }) => `POST /v1/checkout/sessions/${sessionId}/expire`),
    );
    expect(errors).toEqual(Array(3).fill('Could not close an expired order'));
    // The next run begins with the others.
    await reconcile();
    for (const order of orders) expect(await stateOf(order)).toEqual(released('expired'));
  });

  test('continues after failures that are not in a row, or not of the provider', async () => {
    const orders: PageOrder[] = [];
    for (let order = 0; order < 8; order += 1) orders.push(await addOrder());
    await passTime(90, ...orders);
    let call = 0;
    await reconcile({
      closePage(sessionId) {
        call += 1;
        if (call > 4) throw new Error('A failure of the shop');
        if (call % 2 === 1) stripe.failNext('error', 2);
        return payments.closePage(sessionId);
      },
    });
    expect([call, errors.length]).toEqual([8, 6]);
  });

  test('asks for the events of three days at first, then since the last run, with an hour of overlap', async () => {
    const since = async () => {
      stripe.requests.length = 0;
      await reconcile();
      const listed = stripe.requests.find(({ path }) => path === '/v1/events');
      const { gte } = (listed?.params.created ?? {}) as Params;
      return Math.floor(Date.now() / 1000) - Number(gte);
    };
    const about = (seconds: number) => expect.closeTo(seconds, -1.3);
    expect(await since()).toEqual(about(3 * DAY_SECONDS));
    expect(await since()).toEqual(about(60 * 60));
    await set("update payment_reconciliation set reconciled_until = now() - interval '2 days'");
    expect(await since()).toEqual(about(2 * DAY_SECONDS + 60 * 60));
    expect(await since()).toEqual(about(60 * 60));
    // The provider keeps events for 30 days.
    await set("update payment_reconciliation set reconciled_until = now() - interval '40 days'");
    expect(await since()).toEqual(about(29 * DAY_SECONDS));
  });

  test('applies missed payments, refunds, and disputes', async () => {
    const order = await addOrder();
    stripe.pay(order.sessionId);
    await reconcile();
    expect(await stateOf(order)).toEqual(SOLD);
    stripe.dispute(order.sessionId);
    await reconcile();
    expect(await stateOf(order)).toMatchObject({ status: 'disputed' });
    const { rows } = await database.owner.query('select distinct source from payment_events');
    expect(rows).toEqual([{ source: 'asked' }]);
  });

  describe('finds what happened on pages that were created hours ago', () => {
    const HOURS = 3;

    /** Its page is older than what a run looks back. */
    async function addOldOrder(): Promise<PageOrder> {
      const order = await addOrder();
      const session = stripe.sessions.get(order.sessionId);
      if (session) session.created -= HOURS * 60 * 60;
      await set(
        'update orders set created_at = created_at - make_interval(hours => $1) where id = $2',
        HOURS,
        order.orderId,
      );
      await passTime(-20 * 60 * 60, order);
      return order;
    }

    test('a payment, with two requests however many pages are open', async () => {
      const [order, open] = [await addOldOrder(), await addOldOrder()];
      for (let others = 0; others < 5; others += 1) await addOrder();
      await reconcile();
      stripe.pay(order.sessionId);
      stripe.requests.length = 0;
      await reconcile();
      expect([await stateOf(order), await stateOf(open)]).toEqual([SOLD, PENDING]);
      expect(paths()).toEqual(['GET /v1/events', 'GET /v1/events']);
    });

    test('a payment that arrives days after its page was completed', async () => {
      const order = await addOldOrder();
      stripe.payLater(order.sessionId);
      await reconcile();
      expect(await stateOf(order)).toEqual(PENDING);
      stripe.settle(order.sessionId, 'succeeded');
      await reconcile();
      expect(await stateOf(order)).toEqual(SOLD);
    });

    test('a slow payment that fails, which releases its stock', async () => {
      const order = await addOldOrder();
      stripe.payLater(order.sessionId);
      stripe.settle(order.sessionId, 'failed');
      await reconcile();
      expect(await stateOf(order)).toEqual(released('failed'));
    });

    test('a payment on a page whose address the shop did not store', async () => {
      const order = await addOldOrder();
      await set('update orders set payment_session_id = null, payment_url = null');
      stripe.pay(order.sessionId);
      await reconcile();
      expect(await stateOf(order)).toEqual(SOLD);
    });

    test('a payment before its refund, so that its parts are sold and its buyer gets a mail', async () => {
      const order = await addOldOrder();
      stripe.pay(order.sessionId);
      stripe.refund(order.sessionId);
      await reconcile();
      expect(await stateOf(order)).toMatchObject({ status: 'refunded', stock: 'sold' });
    });

    test('the rest in the next run, when the provider fails between two pages of its list', async () => {
      const orders: PageOrder[] = [];
      for (let order = 0; order < 3; order += 1) orders.push(await addOldOrder());
      await reconcile();
      for (const { sessionId } of orders) stripe.pay(sessionId);
      // They fill the first page of the list.
      for (let other = 0; other < 99; other += 1)
        stripe.events.unshift({ ...stripe.events[0]!, id: `evt_${crypto.randomUUID()}` });
      stripe.beforeNextAnswer(async () => stripe.failNext('error', 2));
      await reconcile();
      const states = async () => (await Promise.all(orders.map(stateOf))).map(({ status }) => status);
      expect(await states()).toEqual(['pending', 'pending', 'completed']);
      expect(errors).toEqual(['Could not query the payment provider for events']);
      await reconcile();
      expect(await states()).toEqual(['completed', 'completed', 'completed']);
    });
  });

  test('repeats from the same time when the provider did not answer, or an event could not be applied', async () => {
    const until = async () => {
      const { rows } = await database.owner.query('select reconciled_until from payment_reconciliation');
      return rows[0]?.reconciled_until as Date | undefined;
    };
    stripe.failNext('error', 2);
    await reconcile();
    expect([await until(), errors]).toEqual([undefined, ['Could not query the payment provider for events']]);

    const [broken, good] = [await addOrder(), await addOrder()];
    for (const { sessionId } of [broken, good]) stripe.pay(sessionId);
    errors = [];
    await set("insert into alerts (kind, subject) values ('provider-not-answering', 'provider')");
    await set(
      'alter table orders add constraint broken check (id <> $$' +
        broken.orderId +
        "$$ or status = 'pending')",
    );
    try {
      await reconcile();
      expect([await until(), errors]).toEqual([undefined, ['Could not apply a payment event']]);
      expect([await stateOf(broken), await stateOf(good)]).toEqual([PENDING, SOLD]);
      expect(await openAlerts()).toEqual([]);
    } finally {
      await set('alter table orders drop constraint broken');
    }
    await reconcile();
    expect(await stateOf(broken)).toEqual(SOLD);
    expect(await until()).toBeInstanceOf(Date);
  });

  test('raises an alert when orders have waited for half an hour, and the provider does not answer', async () => {
    const [order, other] = [await addOrder(), await addOrder()];
    const unavailable = async () => {
      stripe.failNext('error', 40);
      await reconcile();
      stripe.recover();
      return openAlerts();
    };
    await passTime(29 * 60, order, other);
    expect(await unavailable()).toEqual([]);
    await passTime(31 * 60, order, other);
    const alert = {
      kind: 'provider-not-answering',
      subject: 'provider',
      order_id: null,
      details: { 'Waiting orders': '2' },
    };
    expect(await unavailable()).toEqual([alert]);
    expect(await unavailable()).toEqual([alert]);
    await reconcile();
    expect(await openAlerts()).toEqual([]);
  });

  describe('raises an alert when payments are found whose events have not arrived', () => {
    const addEvent = (id: string, source: string, type: string, age: string) =>
      set(
        'insert into payment_events (id, type, source, payload, received_at) values ($1, $2, $3, $$null$$, now() - $4::interval)',
        id,
        type,
        source,
        age,
      );
    const COMPLETED = 'checkout.session.completed';

    test.each([
      ['for five minutes', 'asked', COMPLETED, '6 minutes', 1],
      ['for almost a day', 'asked', COMPLETED, '23 hours', 1],
      ['just now', 'asked', COMPLETED, '4 minutes', 0],
      ['long ago', 'asked', COMPLETED, '25 hours', 0],
      ['of another type', 'asked', 'refund.asked', '6 minutes', 0],
    ])('%s', async (_, source, type, age, alerts) => {
      await addEvent('1', source, type, age);
      await reconcile();
      expect(await openAlerts()).toHaveLength(alerts);
    });

    test('unless another event has arrived within a day', async () => {
      await addEvent('1', 'asked', COMPLETED, '10 minutes');
      await addEvent('2', 'asked', COMPLETED, '20 minutes');
      await addEvent('3', 'webhook', COMPLETED, '23 hours');
      await reconcile();
      expect(await openAlerts()).toEqual([]);
      await set("update payment_events set received_at = '2020-05-01 12:00Z' where id = '3'");
      await reconcile();
      expect(await openAlerts()).toEqual([
        {
          kind: 'webhook-silent',
          subject: 'webhook',
          order_id: null,
          details: {
            'Last verified event': '2020-05-01T12:00:00.000Z',
            'Payments found without an event': '2',
          },
        },
      ]);
    });

    test('without any event', async () => {
      await addEvent('1', 'asked', COMPLETED, '10 minutes');
      await reconcile();
      expect((await openAlerts())[0].details).toMatchObject({ 'Last verified event': 'Never' });
    });
  });
});

describe('the refund of a payment', () => {
  async function paidTooLate() {
    const order = await addOrder();
    const { orderId, sessionId } = order;
    const paymentId = stripe.pay(sessionId) && (stripe.sessions.get(sessionId)?.payment_intent ?? '');
    await set(
      `with ended as (update stock_holds set outcome = 'released', ended_at = now() where order_id = $2)
       update orders set payment_id = $1, paid_at = now(), status = 'canceled', stock = 'released' where id = $2`,
      paymentId,
      orderId,
    );
    await set(
      "insert into refunds (order_id, payment_id, reason) values ($1, $2, 'sold-out')",
      orderId,
      paymentId,
    );
    stripe.requests.length = 0;
    return { ...order, paymentId };
  }

  const refund = (
    { orderId, paymentId }: { orderId: string; paymentId: string },
    changes: { attempt?: number; isLastAttempt?: boolean; payments?: Payments } = {},
  ) =>
    refundPayment({
      database: database.pools,
      payments,
      ...SITE,
      orderId,
      paymentId,
      attempt: 1,
      isLastAttempt: false,
      ...changes,
    });

  async function refunds() {
    const { rows } = await database.owner.query('select id, state, amount, failure from refunds');
    return rows;
  }

  test('is requested once, and its answer is applied', async () => {
    const order = await paidTooLate();
    await refund(order);
    expect(await refunds()).toMatchObject([{ state: 'done', amount: '58.20', failure: null }]);
    expect(await stateOf(order)).toMatchObject({ status: 'refunded' });
    const { rows } = await database.owner.query('select id, type, source from payment_events');
    expect(rows).toEqual([
      { id: expect.stringMatching(/^asked:re_\w+:done$/), type: 'refund.asked', source: 'asked' },
    ]);
    const asked = stripe.requests.length;
    await refund(order);
    expect(stripe.requests).toHaveLength(asked);
  });

  test.each([
    { attempt: 1, alerts: 0 },
    { attempt: 7, alerts: 0 },
    { attempt: 8, alerts: 1 },
    { attempt: 9, alerts: 1 },
  ])('that fails at attempt $attempt is repeated, with $alerts alerts', async ({ attempt, alerts }) => {
    const order = await paidTooLate();
    stripe.failNext('error', 2);
    await expect(refund(order, { attempt })).rejects.toThrow('Stripe could not refund a payment');
    const [stored] = await refunds();
    const reason = expect.stringContaining('Stripe could not refund a payment');
    expect(stored).toMatchObject({ state: 'requested', failure: reason });
    const details = {
      Order: await orderNumber(database.owner, order.orderId),
      Amount: 'The full payment',
      Payment: order.paymentId,
      Reason: reason,
    };
    const alert = { kind: 'refund-not-done', subject: stored.id, order_id: order.orderId, details };
    expect(await openAlerts()).toEqual(alerts === 0 ? [] : [alert]);
  });

  test('has failed after its last attempt', async () => {
    const order = await paidTooLate();
    stripe.failNext('error', 2);
    await refund(order, { attempt: 2, isLastAttempt: true });
    expect(await refunds()).toMatchObject([{ state: 'failed' }]);
    expect(await openAlerts()).toHaveLength(1);
    stripe.requests.length = 0;
    await refund(order);
    expect(stripe.requests).toEqual([]);
  });

  test('keeps its state when an error is not of the provider', async () => {
    const order = await paidTooLate();
    const broken = { ...payments, refund: () => Promise.reject(new Error('A failure of the shop')) };
    await expect(refund(order, { payments: broken, isLastAttempt: true })).rejects.toThrow(
      'A failure of the shop',
    );
    expect(await refunds()).toMatchObject([{ state: 'requested', failure: null }]);
    expect(await openAlerts()).toEqual([]);
  });

  test('that was made meanwhile stays done when the attempt fails', async () => {
    const order = await paidTooLate();
    const late: Payments = {
      ...payments,
      async refund() {
        await set("update refunds set state = 'done', provider_id = 're_1'");
        stripe.failNext('error', 2);
        return payments.refund(order);
      },
    };
    await expect(refund(order, { payments: late })).rejects.toThrow('Stripe could not refund');
    expect(await refunds()).toMatchObject([{ state: 'done', failure: null }]);
  });

  test('is that of its own order and payment, and not one made at the provider', async () => {
    const [order, other] = [await paidTooLate(), await paidTooLate()];
    await set(
      "insert into refunds (order_id, payment_id, provider_id, reason, state) values ($1, $2, 're_1', 'provider', 'done')",
      order.orderId,
      order.paymentId,
    );
    await set("update refunds set state = 'done', provider_id = 're_2' where order_id = $1", other.orderId);
    await refund(order);
    expect(stripe.refundedOf(order.sessionId)).toBe(58_20);
  });
});
