import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DisputeState } from '#core/orders/order.ts';
import type {
  PaymentEvent,
  PaymentEventData,
  ProviderDispute,
  ProviderRefund,
} from '#core/orders/payment.ts';
import { applyPaymentEvent } from '#core/payments/apply-payment-event.server.ts';
import { removeJobs } from '../support/jobs.ts';
import { addHeldOrder, type HeldOrder, orderNumber, removeOrders, stockOfParts } from '../support/orders.ts';
import type { PartColumns } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const BUYER = { email: null, name: null, phone: null, address: null };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  await removeOrders(database.owner);
  await removeJobs(database.owner);
});

const addOrder = (parts?: PartColumns[]) => addHeldOrder(database.owner, parts);
const stockOf = ({ partIds }: HeldOrder) => stockOfParts(database.owner, partIds);

type Changes = Partial<PaymentEvent> & { source?: 'webhook' | 'asked' };

function apply(orderId: string | null, data: PaymentEventData, { source, ...changes }: Changes = {}) {
  const event = { id: `evt_${crypto.randomUUID()}`, type: `test.${data.kind}`, orderId, data, payload: {} };
  return applyPaymentEvent({
    database: database.pools,
    siteUrl: 'http://shop.test',
    event: { ...event, ...changes },
    ...(source && { source }),
  });
}

type Paid = Extract<PaymentEventData, { kind: 'paid' }>;
const paid = (changes: Partial<Paid> = {}): Paid => ({
  kind: 'paid',
  paymentId: 'pi_1',
  amountCents: 58_20,
  currency: 'usd',
  buyer: BUYER,
  ...changes,
});

const refunded = (changes: Partial<ProviderRefund> = {}, paymentId = 'pi_1'): PaymentEventData => ({
  kind: 'refunds',
  paymentId,
  refunds: [{ id: 're_1', amountCents: 10_00, state: 'done', ...changes }],
});

const disputed = (changes: Partial<ProviderDispute> = {}): PaymentEventData => ({
  kind: 'dispute',
  paymentId: 'pi_1',
  dispute: {
    id: 'du_1',
    state: 'open',
    amountCents: 58_20,
    answerBy: new Date('2030-05-06T07:00:00Z'),
    reportedAt: new Date('2030-05-01T07:00:00Z'),
    ...changes,
  },
});

async function readOrder(orderId: string) {
  const { rows } = await database.owner.query(
    'select status, stock, payment_id, refunded, dispute, email, customer_name, phone, shipping_address from orders where id = $1',
    [orderId],
  );
  return rows[0];
}

async function rowsOf(query: string) {
  return (await database.owner.query(query)).rows;
}

const openAlerts = () =>
  rowsOf(
    'select kind, subject, order_id, details from alerts where settled_at is null order by kind, subject',
  );
const mails = async () =>
  (await rowsOf('select subject from mails order by subject')).map((row) => row.subject);
/** What jobs mail to the buyer. */
const mailedEvents = async () =>
  (await rowsOf('select kind from order_events where mail_at is not null order by id')).map(
    ({ kind }) => kind,
  );
const events = () => rowsOf('select type, order_id, source, payload from payment_events order by type');
const refunds = () =>
  rowsOf('select provider_id, reason, state, amount, failure from refunds order by provider_id');

describe('a payment', () => {
  test('stores the buyer, sells the stock, and writes to buyer and shop, once', async () => {
    const order = await addOrder();
    const { orderId } = order;
    const address = {
      line1: '1 Main Street',
      line2: null,
      city: 'Portland',
      state: 'OR',
      postalCode: '97201',
      country: 'US',
    };
    const buyer = { email: 'dana@example.com', name: 'Dana', phone: '+15035550123', address };
    const event = { id: 'evt_1', type: 'checkout.session.completed', payload: { text: 'a\u0000b' } };
    expect(await apply(orderId, paid({ buyer }), event)).toBe(true);
    expect(await apply(orderId, paid({ buyer }), event)).toBe(false);
    expect(await apply(orderId, paid({ buyer }))).toBe(true);
    expect(await readOrder(orderId)).toEqual({
      status: 'completed',
      stock: 'sold',
      payment_id: 'pi_1',
      refunded: '0.00',
      dispute: null,
      email: 'dana@example.com',
      customer_name: 'Dana',
      phone: '+15035550123',
      shipping_address: address,
    });
    expect(await stockOf(order)).toEqual([{ stock: 1, held: 0 }]);
    expect(await mails()).toHaveLength(2);
    expect((await events())[0]).toEqual({
      type: 'checkout.session.completed',
      order_id: orderId,
      source: 'webhook',
      payload: { text: 'ab' },
    });
    expect(await openAlerts()).toEqual([]);
  });

  test('without an email address keeps the one of the order', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    expect(await readOrder(orderId)).toMatchObject({ email: 'olga@example.com', shipping_address: null });
  });

  test.each<[Partial<Paid>, string | undefined]>([
    [{ amountCents: 58_20, currency: 'usd' }, undefined],
    [{ amountCents: null, currency: null }, undefined],
    [{ amountCents: 58_20, currency: null }, undefined],
    [{ amountCents: null, currency: 'usd' }, undefined],
    [{ amountCents: 58_21, currency: 'usd' }, '58.21 USD'],
    [{ amountCents: 58_19, currency: null }, '58.19'],
    [{ amountCents: 58_20, currency: 'cad' }, '58.20 CAD'],
    [{ amountCents: null, currency: 'cad' }, '0.00 CAD'],
  ])('of %j: alert %s', async (changes, amount) => {
    const { orderId } = await addOrder();
    await apply(orderId, paid(changes));
    const alert = {
      kind: 'payment-amount-differs',
      subject: orderId,
      order_id: orderId,
      details: {
        Order: await orderNumber(database.owner, orderId),
        'Amount of the order': '$58.20',
        'Amount paid': amount,
        Payment: 'pi_1',
      },
    };
    expect(await openAlerts()).toEqual(amount === undefined ? [] : [alert]);
  });

  test('of more than the order can be refunded wholly', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid({ amountCents: 70_00 }));
    expect(await rowsOf('select charged, status from orders')).toEqual([
      { charged: '70.00', status: 'completed' },
    ]);
    await apply(orderId, refunded({ amountCents: 70_00 }));
    expect(await refunds()).toMatchObject([{ amount: '70.00', state: 'done' }]);
    expect(await readOrder(orderId)).toMatchObject({ refunded: '70.00', status: 'refunded' });
  });

  test('by a buyer with a very long name is a payment', async () => {
    const { orderId } = await addOrder();
    const long = 'x'.repeat(5_000);
    const address = { line1: long, line2: long, city: long, state: long, postalCode: long, country: long };
    const buyer = { email: `${long}@example.com`, name: long, phone: long, address };
    await apply(orderId, paid({ buyer }));
    expect(await readOrder(orderId)).toMatchObject({
      status: 'completed',
      email: 'olga@example.com',
      customer_name: 'x'.repeat(500),
      phone: 'x'.repeat(100),
      shipping_address: { line1: 'x'.repeat(500), postalCode: 'x'.repeat(500) },
    });
  });

  test('of an order that is already paid is refunded', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, paid({ paymentId: 'pi_2' }));
    expect(await rowsOf('select payment_id, reason, state from refunds')).toEqual([
      { payment_id: 'pi_2', reason: 'paid-twice', state: 'requested' },
    ]);
    expect(await readOrder(orderId)).toMatchObject({ status: 'completed', payment_id: 'pi_1' });
    expect(await mails()).toHaveLength(2);
  });

  test.each(['expired', 'canceled', 'failed'] as const)(
    'after an %s page still gets the parts that are in stock',
    async (kind) => {
      const order = await addOrder([{}, {}]);
      await apply(order.orderId, { kind });
      expect(await readOrder(order.orderId)).toMatchObject({ status: kind, stock: 'released' });
      expect(await stockOf(order)).toEqual([
        { stock: 2, held: 0 },
        { stock: 2, held: 0 },
      ]);
      // Of one part, exactly the last piece is left.
      await database.owner.query('update parts_catalog set stock_held = 1 where id = $1', [order.partIds[0]]);
      await apply(order.orderId, paid());
      expect(await readOrder(order.orderId)).toMatchObject({ status: 'completed', stock: 'sold' });
      expect(await stockOf(order)).toEqual([
        { stock: 1, held: 1 },
        { stock: 1, held: 0 },
      ]);
      expect(await rowsOf('select id from refunds')).toEqual([]);
      expect(await mails()).toEqual([
        expect.stringMatching(/^New order/),
        expect.stringMatching(/^Order .* is confirmed$/),
      ]);
    },
  );

  test.each([
    ['sold', "update parts_catalog set stock_quantity = 0 where part_name = 'Gone'"],
    ['held', "update parts_catalog set stock_held = 2 where part_name = 'Gone'"],
    ['deleted', "delete from parts_catalog where part_name = 'Gone'"],
    ['no longer known', 'update order_lines set part_id = null where part_id = $1'],
  ])('gets none of its parts if one of them is %s meanwhile', async (_, change) => {
    const order = await addOrder([{}, { part_name: 'Gone' }]);
    await apply(order.orderId, { kind: 'expired' });
    await database.owner.query(change, change.includes('$1') ? [order.partIds[1]] : []);
    await apply(order.orderId, paid());
    expect(await readOrder(order.orderId)).toMatchObject({ status: 'canceled', stock: 'released' });
    expect((await stockOf(order))[0]).toEqual({ stock: 2, held: 0 });
    expect(await rowsOf('select reason from refunds')).toEqual([{ reason: 'sold-out' }]);
    expect(await mails()).toEqual([
      expect.stringContaining('paid too late'),
      expect.stringContaining('sold out'),
    ]);
  });

  test('of a part that was sold meanwhile is refunded', async () => {
    const order = await addOrder();
    const { orderId } = order;
    await apply(orderId, { kind: 'expired' });
    expect(await readOrder(orderId)).toMatchObject({ status: 'expired', stock: 'released' });
    await database.owner.query('update parts_catalog set stock_quantity = 0');
    await apply(orderId, paid());
    expect(await rowsOf('select payment_id, reason, state from refunds')).toEqual([
      { payment_id: 'pi_1', reason: 'sold-out', state: 'requested' },
    ]);
    expect(await rowsOf('select key from graphile_worker.jobs')).toContainEqual({
      key: `refund:${orderId}:pi_1`,
    });
    expect(await readOrder(orderId)).toMatchObject({ status: 'canceled' });
  });

  test('of an unknown order is reported', async () => {
    const orderId = crypto.randomUUID();
    expect(await apply(orderId, paid(), { id: 'evt_9', type: 'paid' })).toBe(true);
    expect(await openAlerts()).toEqual([
      {
        kind: 'payment-for-unknown-order',
        subject: orderId,
        order_id: null,
        details: { Order: orderId, Payment: 'pi_1', Event: 'paid evt_9' },
      },
    ]);
    expect(await events()).toMatchObject([{ type: 'paid', order_id: null }]);
  });

  test.each<[string, string | null, PaymentEventData]>([
    ['an event without a payment', crypto.randomUUID(), { kind: 'expired' }],
    ['a payment without an order', null, paid()],
    ['an event without both', null, { kind: 'other' }],
  ])('%s is stored, but not reported', async (_, orderId, data) => {
    await addOrder();
    expect(await apply(orderId, data)).toBe(true);
    expect(await events()).toMatchObject([{ order_id: null }]);
    expect(await openAlerts()).toEqual([]);
  });
});

describe('an event that the shop asked for', () => {
  const ended: PaymentEventData = { kind: 'expired' };
  test.each<[string, PaymentEventData[], PaymentEventData, boolean]>([
    ['the payment of a pending order', [], paid(), true],
    ['the same payment again', [paid()], paid(), false],
    ['another payment', [paid()], paid({ paymentId: 'pi_2' }), true],
    ['the end of a pending order', [], ended, true],
    ['the end of an ended order', [ended], ended, false],
    ['the end of a paid order', [paid()], ended, false],
    ['a refund', [paid()], refunded(), true],
    ['a dispute', [paid()], disputed(), true],
    ['anything else', [], { kind: 'other' }, false],
  ])('%s is stored if it can have an effect', async (_, before, data, isStored) => {
    const { orderId } = await addOrder();
    for (const each of before) await apply(orderId, each);
    expect(await apply(orderId, data, { source: 'asked', type: 'zz.asked' })).toBe(isStored);
    expect((await events()).filter(({ source }) => source === 'asked')).toEqual(
      isStored ? [{ type: 'zz.asked', order_id: orderId, source: 'asked', payload: {} }] : [],
    );
  });

  test('of an unknown order is stored only for a payment', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    expect(await apply(one, ended, { source: 'asked' })).toBe(false);
    expect(await apply(other, paid(), { source: 'asked' })).toBe(true);
  });

  test('counts as delivered once it is, and only itself', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid(), { id: 'evt_late', type: 'zz.1', source: 'asked' });
    await apply(orderId, refunded(), { type: 'zz.2', source: 'asked' });
    await apply(orderId, paid(), { id: 'evt_late', type: 'zz.1' });
    const known = (await events()).filter(({ type }) => type.startsWith('zz.'));
    expect(known.map(({ source }) => source)).toEqual(['webhook', 'asked']);
  });

  test('does not end the alert about missing deliveries, but a delivery does', async () => {
    const { orderId } = await addOrder();
    await database.owner.query("insert into alerts (kind, subject) values ('webhook-silent', 'webhook')");
    await apply(orderId, paid(), { source: 'asked' });
    expect(await openAlerts()).toHaveLength(1);
    await apply(orderId, paid());
    expect(await openAlerts()).toEqual([]);
  });
});

describe('a refund', () => {
  test('finds its order by its payment', async () => {
    const { orderId } = await addOrder();
    await addOrder();
    await apply(orderId, paid());
    await apply(null, refunded());
    expect(await readOrder(orderId)).toMatchObject({ refunded: '10.00', status: 'completed' });
    expect((await events()).map((event) => event.order_id)).toEqual([orderId, orderId]);
  });

  test('is mailed and counted once it is done', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, refunded({ state: 'pending' }));
    expect(await readOrder(orderId)).toMatchObject({ refunded: '0.00' });
    expect(await mailedEvents()).toEqual([]);
    await apply(orderId, refunded());
    await apply(orderId, refunded());
    // Late: the refund is done already.
    await apply(orderId, refunded({ state: 'pending' }));
    expect(await readOrder(orderId)).toMatchObject({ refunded: '10.00' });
    expect(await mailedEvents()).toEqual(['refunded']);
    expect(await refunds()).toEqual([
      { provider_id: 're_1', reason: 'provider', state: 'done', amount: '10.00', failure: null },
    ]);
  });

  test('without an amount is of the whole payment', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, refunded({ amountCents: null }));
    expect(await readOrder(orderId)).toMatchObject({ refunded: '58.20', status: 'refunded' });
    expect(await refunds()).toMatchObject([{ amount: null }]);
  });

  describe('of nothing', () => {
    const nothing = (changes: Partial<ProviderRefund> = {}) => refunded({ amountCents: 0, ...changes });

    test.each<ProviderRefund['state']>(['pending', 'done', 'failed'])(
      'is stored, and causes no mail, no entry in the history, and no alert: %s',
      async (state) => {
        const { orderId } = await addOrder();
        await apply(orderId, paid());
        expect(await apply(orderId, nothing({ state }))).toBe(true);
        expect((await events()).map(({ type, order_id }) => [type, order_id])).toEqual([
          ['test.paid', orderId],
          ['test.refunds', orderId],
        ]);
        expect(await mailedEvents()).toEqual([]);
        expect(await rowsOf('select kind from order_events')).toEqual([]);
        expect(await refunds()).toEqual([]);
        expect(await openAlerts()).toEqual([]);
        expect(await mails()).toHaveLength(2);
        expect(await readOrder(orderId)).toMatchObject({ refunded: '0.00', status: 'completed' });
      },
    );

    test('does not answer the request for the whole payment', async () => {
      const { orderId } = await addOrder();
      await apply(orderId, paid());
      await apply(orderId, paid({ paymentId: 'pi_2' }));
      await apply(orderId, refunded({ id: 'charge:ch_2', amountCents: 0 }, 'pi_2'));
      expect(await refunds()).toMatchObject([
        { provider_id: null, reason: 'paid-twice', state: 'requested' },
      ]);
    });

    test("leaves a charge's sum as it is, and a later sum is mailed", async () => {
      const { orderId } = await addOrder();
      await apply(orderId, paid());
      await apply(orderId, nothing({ id: 'charge:ch_1' }));
      await apply(orderId, refunded({ id: 'charge:ch_1', amountCents: 30_00 }));
      await apply(orderId, nothing());
      expect(await readOrder(orderId)).toMatchObject({ refunded: '30.00' });
      expect(await mailedEvents()).toEqual(['refunded']);
    });
  });

  test("is counted by a charge's sum only until its single refunds are known", async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, refunded({ id: 'charge:ch_1', amountCents: 30_00 }));
    expect(await readOrder(orderId)).toMatchObject({ refunded: '30.00' });
    await apply(orderId, refunded({ id: 're_1', amountCents: 10_00 }));
    await apply(orderId, refunded({ id: 're_2', amountCents: 5_00 }));
    expect(await readOrder(orderId)).toMatchObject({ refunded: '15.00' });
  });

  test.each<[Partial<ProviderRefund>, object]>([
    [{ failure: 'lost_or_stolen_card' }, { Amount: '$10.00', Reason: 'lost_or_stolen_card' }],
    [{}, { Amount: '$10.00', Reason: 'The provider gave no reason' }],
    [{ amountCents: null }, { Amount: '$58.20' }],
  ])('that fails raises an alert: %j', async (changes, details) => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, refunded({ state: 'failed', ...changes }));
    expect(await readOrder(orderId)).toMatchObject({ refunded: '0.00', status: 'completed' });
    const [{ id }] = (await rowsOf('select id from refunds')) as [{ id: string }];
    expect(await openAlerts()).toMatchObject([
      {
        kind: 'refund-not-done',
        subject: id,
        order_id: orderId,
        details: { Order: await orderNumber(database.owner, orderId), Payment: 'pi_1', ...details },
      },
    ]);
    expect(await refunds()).toMatchObject([{ state: 'failed', failure: changes.failure ?? null }]);
    expect(await mails()).toHaveLength(2);
  });

  test('that was replaced before its failure is known does not count twice', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, refunded({ amountCents: 58_20 }));
    await apply(orderId, refunded({ id: 're_2', amountCents: 58_20 }));
    expect(await readOrder(orderId)).toMatchObject({ refunded: '58.20', status: 'refunded' });
    await apply(orderId, refunded({ amountCents: 58_20, state: 'failed', failure: 'x'.repeat(9_000) }));
    await apply(orderId, refunded({ id: 're_2', amountCents: 58_20, state: 'failed' }));
    expect(await readOrder(orderId)).toMatchObject({ refunded: '0.00', status: 'completed' });
  });

  test('that is done ends its alert', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, refunded({ state: 'pending' }));
    const [{ id }] = (await rowsOf('select id from refunds')) as [{ id: string }];
    await database.owner.query("insert into alerts (kind, subject) values ('refund-not-done', $1)", [id]);
    await apply(orderId, refunded());
    expect(await openAlerts()).toEqual([]);
  });

  test('that the shop requested gets the id and the amount of the provider', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, paid({ paymentId: 'pi_2' }));
    await apply(orderId, refunded({ id: 're_7', amountCents: 58_20 }, 'pi_2'));
    expect(await refunds()).toEqual([
      { provider_id: 're_7', reason: 'paid-twice', state: 'done', amount: '58.20', failure: null },
    ]);
    // The second payment is not the one of the order.
    expect(await readOrder(orderId)).toMatchObject({ refunded: '0.00', status: 'completed' });
    await apply(orderId, refunded({ id: 're_8', amountCents: 1_00 }, 'pi_2'));
    expect((await refunds()).map(({ reason }) => reason)).toEqual(['paid-twice', 'provider']);
  });

  test('of the whole payment, before the payment arrives, sells nothing and mails no purchase', async () => {
    const order = await addOrder();
    const { orderId } = order;
    await apply(orderId, refunded({ amountCents: 58_20 }));
    await apply(orderId, paid());
    expect(await readOrder(orderId)).toMatchObject({ status: 'refunded', stock: 'released' });
    expect(await stockOf(order)).toEqual([{ stock: 2, held: 0 }]);
    expect(await mails()).toEqual([]);
    expect(await mailedEvents()).toEqual(['refunded']);
  });
});

describe('a dispute', () => {
  const alertOf = async (orderId: string, state: 'open' | 'lost', subject = 'du_1') => ({
    kind: state === 'open' ? 'dispute-opened' : 'dispute-lost',
    subject,
    order_id: orderId,
    details: {
      Order: await orderNumber(database.owner, orderId),
      Amount: '$58.20',
      ...(state === 'open' && { 'Answer by': '2030-05-06' }),
      Payment: 'pi_1',
    },
  });
  const later = (state: DisputeState, minute: number) =>
    disputed({ state, reportedAt: new Date(Date.UTC(2030, 4, 1, 8, minute)) });

  test('that is opened, lost, and then won, has one open alert at most', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, disputed());
    await apply(orderId, later('open', 0));
    expect(await openAlerts()).toEqual([await alertOf(orderId, 'open')]);
    expect(await readOrder(orderId)).toMatchObject({ status: 'disputed', dispute: 'open' });
    await apply(orderId, later('lost', 1));
    await apply(orderId, later('lost', 1));
    expect(await openAlerts()).toEqual([await alertOf(orderId, 'lost')]);
    // Repeated reports raise no further alerts.
    expect(await rowsOf('select kind from alerts order by kind')).toHaveLength(2);
    expect(await readOrder(orderId)).toMatchObject({ status: 'disputed', dispute: 'lost' });
    await apply(orderId, later('won', 2));
    expect(await openAlerts()).toEqual([]);
    expect(await readOrder(orderId)).toMatchObject({ status: 'completed', dispute: 'won' });
    expect(await rowsOf('select id, payment_id, state, amount, answer_by, told_at from disputes')).toEqual([
      {
        id: 'du_1',
        payment_id: 'pi_1',
        state: 'won',
        amount: '58.20',
        answer_by: new Date('2030-05-06T07:00:00Z'),
        told_at: new Date('2030-05-01T08:02:00Z'),
      },
    ]);
  });

  test('keeps its state when an earlier report arrives late', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, later('won', 5));
    await apply(orderId, later('lost', 1));
    await apply(orderId, disputed());
    expect(await readOrder(orderId)).toMatchObject({ status: 'completed', dispute: 'won' });
    expect(await openAlerts()).toEqual([]);
  });

  test('without an amount and a deadline has neither in its alert', async () => {
    const { orderId } = await addOrder();
    await apply(orderId, disputed({ amountCents: null, answerBy: null }));
    const {
      Amount: _,
      'Answer by': __,
      ...details
    } = (await alertOf(orderId, 'open')).details as Record<string, string>;
    expect(await openAlerts()).toEqual([{ ...(await alertOf(orderId, 'open')), details }]);
    expect(await rowsOf('select amount, answer_by from disputes')).toEqual([
      { amount: null, answer_by: null },
    ]);
  });

  test.each<[DisputeState, DisputeState, DisputeState]>([
    ['won', 'open', 'open'],
    ['open', 'won', 'open'],
    ['open', 'lost', 'lost'],
    ['lost', 'open', 'lost'],
    ['won', 'lost', 'lost'],
    ['won', 'won', 'won'],
  ])('that is %s beside one that is %s leaves the order %s', async (one, other, worst) => {
    const { orderId } = await addOrder();
    await apply(orderId, paid());
    await apply(orderId, disputed({ state: one }));
    await apply(orderId, disputed({ id: 'du_2', state: other }));
    expect(await readOrder(orderId)).toMatchObject({ dispute: worst });
  });
});
