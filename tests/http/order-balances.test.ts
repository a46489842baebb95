import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';

const PASSWORD = 'a password for the desk';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let admin: string;
let staff: string;
let buyer: string;
let stranger: string;
let buyerId: string;

beforeAll(async () => {
  desk = await createStripeShop();
  const { shop } = desk;
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  buyerId = await shop.addUser({ email: 'dana@example.com', password: PASSWORD });
  await shop.addUser({ email: 'mallory@example.com', password: PASSWORD });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('sam@example.com', PASSWORD);
  buyer = await shop.signIn('dana@example.com', PASSWORD);
  stranger = await shop.signIn('mallory@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => removeJobs(desk.shop.database.owner));

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

/** An order of $58.20 for which the provider reports a payment of $50. */
async function buyForLess(): Promise<PaidOrder> {
  const order = await addPaidOrder(desk, [{ part_name: 'Horn' }], {}, { amount_total: 50_00 });
  await query('update orders set user_id = $2 where id = $1', [order.id, buyerId]);
  return order;
}

async function act({ number }: PaidOrder, action: string, fields: Record<string, string> = {}, who = staff) {
  const path = `/admin/orders/PY-${number}.data`;
  const body = new URLSearchParams({ intent: action, ...fields });
  const response = await desk.shop.request(path, { method: 'POST', headers: { cookie: who }, body });
  const { message } = await readOutcome(response);
  return [response.status, message];
}

/** Presses 'Pay' on the order's page. The address is that of the payment page. */
async function pay({ number }: PaidOrder, who = buyer) {
  const response = await desk.shop.request(`/orders/PY-${number}`, {
    method: 'POST',
    headers: { cookie: who, Origin: 'http://shop.test' },
    body: new URLSearchParams({ intent: 'pay' }),
  });
  const text = (await response.text()).replaceAll('<!-- -->', '');
  const url = /href="([^"]*\/c\/pay\/[^"]*)"/.exec(text)?.[1];
  return { status: response.status, text, sessionId: url?.split('/').at(-1) ?? '' };
}

async function runDueJobs() {
  await makeJobsDue(desk.shop.database.owner);
  await desk.shop.runJobs();
}

async function stateOf({ id }: PaidOrder) {
  const [order] = await query(
    `select status, amount_review as review, charged, refunded,
       (select count(*)::int from alerts where order_id = orders.id and kind = 'payment-amount-differs' and settled_at is null) as alerts
     from orders where id = $1`,
    [id],
  );
  return order;
}

const refundsOf = ({ id }: PaidOrder) =>
  query(
    `select reason, state, amount::float, tax::float, payment_id = (select payment_id from orders where id = order_id) as "isFirst"
     from refunds where order_id = $1 order by amount desc`,
    [id],
  );

const ASKED = 'The buyer will get an email with a link to pay $8.20';

/** The rest is asked for and paid. */
async function buyInTwoPayments(): Promise<PaidOrder & { restSessionId: string }> {
  const order = await buyForLess();
  expect(await act(order, 'ask-rest')).toEqual([200, ASKED]);
  const { sessionId } = await pay(order);
  await deliverToShop(desk, desk.stripe.pay(sessionId));
  return { ...order, restSessionId: sessionId };
}

test('the rest is asked for by mail, paid on a page of its own, and the order can ship', async () => {
  const order = await buyForLess();
  expect((await act(order, 'ship'))[0]).toBe(400);
  expect(await act(order, 'ask-rest', { note: 'Sorry about that' })).toEqual([200, ASKED]);
  await runDueJobs();
  const [mail] = await query("select body from mails where subject like '%please pay%'");
  expect(mail?.body).toContain('Your payment was $8.20 less than the total of your order.');
  expect(mail?.body).toContain('Sorry about that');
  expect(mail?.body).toMatch(/\/orders\/PY-\d+\/open\?token=\S+#pay/);
  const page = await desk.shop.request(`/orders/PY-${order.number}`, { headers: { cookie: buyer } });
  expect((await page.text()).replaceAll('<!-- -->', '')).toContain('$8.20 of your order is not paid yet.');

  const first = await pay(order);
  const second = await pay(order);
  expect([first.status, second.sessionId]).toEqual([200, first.sessionId]);
  const session = desk.stripe.sessions.get(first.sessionId);
  expect(session?.amount_total).toBe(8_20);
  const { params } = desk.stripe.requests.findLast(({ path }) => path === '/v1/checkout/sessions') ?? {};
  expect(params).not.toHaveProperty('shipping_options');
  expect(params).not.toHaveProperty('shipping_address_collection');
  expect((await act(order, 'ship'))[0]).toBe(400);

  const delivery = desk.stripe.pay(first.sessionId);
  await deliverToShop(desk, delivery);
  // Once more, by another event.
  const again = { ...(JSON.parse(delivery.body) as object), id: 'evt_again' };
  await deliverToShop(desk, desk.stripe.sign(JSON.stringify(again)));
  expect(await stateOf(order)).toEqual({
    status: 'completed',
    review: 'accepted',
    charged: null,
    refunded: '0.00',
    alerts: 0,
  });
  expect(await refundsOf(order)).toEqual([]);
  expect((await act(order, 'ship'))[0]).toBe(200);
  await runDueJobs();
  expect(
    await query('select from mails where subject like $1', [`%PY-${order.number}%paid in full`]),
  ).toHaveLength(1);
  expect((await pay(order)).status).toBe(303);
});

test('only the buyer opens its page, and only staff ask for it', async () => {
  const order = await buyForLess();
  for (const who of [buyer, stranger, '']) {
    const body = new URLSearchParams({ intent: 'ask-rest' });
    const path = `/admin/orders/PY-${order.number}`;
    const response = await desk.shop.request(path, { method: 'POST', headers: { cookie: who }, body });
    expect(response.status).toBe(302);
  }
  expect(await query('select from order_balances where order_id = $1', [order.id])).toEqual([]);
  expect((await pay(order)).status).toBe(303);
  await act(order, 'ask-rest');
  for (const who of [stranger, staff, '']) expect((await pay(order, who)).status).toBe(403);
});

test('it is asked for once, however often the mail is sent', async () => {
  const order = await buyForLess();
  expect(await act(order, 'ask-rest')).toEqual([200, ASKED]);
  expect(await act(order, 'ask-rest')).toEqual([200, ASKED]);
  expect(await query('select amount from order_balances where order_id = $1', [order.id])).toEqual([
    { amount: '8.20' },
  ]);
  await runDueJobs();
  const mails = await query('select from mails where subject like $1', [`%PY-${order.number}%please pay%`]);
  expect(mails).toHaveLength(2);
});

test.each([
  ['paid too much', { amount_total: 70_00 }],
  ['paid in another currency', { amount_total: 50_00, currency: 'cad' }],
  ['paid in full', {}],
  ['short of less than a card can pay', { amount_total: 57_71 }],
])('it is not asked for if the order was %s', async (_, reported) => {
  const order = await addPaidOrder(desk, [{ part_name: 'Horn' }], {}, reported);
  expect((await act(order, 'ask-rest'))[0]).toBe(400);
  expect(await query('select from order_balances where order_id = $1', [order.id])).toEqual([]);
});

test.each([
  ['accepted', 'accept-amount', { note: 'A regular customer' }],
  ['canceled', 'cancel', {}],
  ['refunded', 'refund', { by: 'all' }],
] as const)('a rest that is paid after the order was %s goes back', async (_, action, fields) => {
  const order = await buyForLess();
  await act(order, 'ask-rest');
  const { sessionId } = await pay(order);
  expect((await act(order, action, fields, admin))[0]).toBe(200);
  await runDueJobs();
  const before = await stateOf(order);
  await deliverToShop(desk, desk.stripe.pay(sessionId));
  await runDueJobs();
  expect(await stateOf(order)).toEqual(before);
  expect(desk.stripe.refundedOf(sessionId)).toBe(8_20);
  expect((await refundsOf(order)).at(-1)).toMatchObject({ reason: 'not-due', state: 'done', amount: 8.2 });
  const mail = await query(
    `select from mails where body like '%You paid an amount that was no longer due.%'
    and subject like $1`,
    [`%PY-${order.number}%`],
  );
  expect(mail).toHaveLength(1);
  expect((await pay(order)).status).toBe(303);
});

test('another amount than the rest goes back, and the rest stays due', async () => {
  const order = await buyForLess();
  await act(order, 'ask-rest');
  const { sessionId } = await pay(order);
  Object.assign(desk.stripe.sessions.get(sessionId) ?? {}, { amount_total: 8_00 });
  await deliverToShop(desk, desk.stripe.pay(sessionId));
  expect(await stateOf(order)).toMatchObject({ review: 'waiting', charged: '50.00', alerts: 1 });
  expect(await refundsOf(order)).toMatchObject([{ reason: 'not-due' }]);
});

test('a payment of the rest whose refund is reported first pays for nothing, and the rest stays due', async () => {
  const order = await buyForLess();
  await act(order, 'ask-rest');
  const { sessionId } = await pay(order);
  const paid = desk.stripe.pay(sessionId);
  await deliverToShop(desk, desk.stripe.refund(sessionId));
  await deliverToShop(desk, paid);
  await runDueJobs();
  expect(await stateOf(order)).toMatchObject({
    review: 'waiting',
    charged: '50.00',
    refunded: '0.00',
    alerts: 1,
  });
  expect(desk.stripe.refundedOf(sessionId)).toBe(8_20);
  expect((await act(order, 'ship'))[0]).toBe(400);
  const next = await pay(order);
  expect([next.status, next.sessionId === sessionId]).toEqual([200, false]);
});

test("an order that was refunded in the provider's dashboard has no rest to pay", async () => {
  const order = await buyForLess();
  await act(order, 'ask-rest');
  await deliverToShop(desk, desk.stripe.refund(order.sessionId));
  expect(await stateOf(order)).toMatchObject({ status: 'refunded' });
  expect((await pay(order)).status).toBe(303);
  const page = await desk.shop.request(`/orders/PY-${order.number}`, { headers: { cookie: buyer } });
  expect((await page.text()).replaceAll('<!-- -->', '')).not.toContain('Pay $8.20');
});

test('a payment whose event is lost is found when the buyer presses Pay again', async () => {
  const order = await buyForLess();
  await act(order, 'ask-rest');
  const { sessionId } = await pay(order);
  desk.stripe.pay(sessionId);
  expect((await pay(order)).status).toBe(303);
  expect(await stateOf(order)).toMatchObject({ review: 'accepted', charged: null });
});

test('an expired page is replaced, and one that the provider forgot', async () => {
  const order = await buyForLess();
  await act(order, 'ask-rest');
  const first = await pay(order);
  await deliverToShop(desk, desk.stripe.expire(first.sessionId));
  expect(await stateOf(order)).toMatchObject({ status: 'completed', review: 'waiting' });
  const second = await pay(order);
  expect([second.status, second.sessionId === first.sessionId]).toEqual([200, false]);
  desk.stripe.sessions.delete(second.sessionId);
  const third = await pay(order);
  expect([third.status, third.sessionId === second.sessionId]).toEqual([200, false]);
});

test('a provider that fails changes nothing, and the next try opens a page', async () => {
  const order = await buyForLess();
  await act(order, 'ask-rest');
  desk.stripe.failNext('error', 2);
  const failed = await pay(order);
  expect(failed.status).toBe(502);
  expect(failed.text).toContain('The payment page could not be opened. Please try again.');
  expect((await pay(order)).status).toBe(200);
  // The provider repeats a failed answer to the same key.
  const asked = desk.stripe.requests.filter(({ path }) => path === '/v1/checkout/sessions');
  const [before, after] = asked.slice(-2).map(({ idempotencyKey }) => idempotencyKey);
  expect(after).not.toBe(before);
});

test('a page that is opened while the order is accepted is closed and not shown', async () => {
  const order = await buyForLess();
  await act(order, 'ask-rest');
  desk.stripe.beforeNextAnswer(() => act(order, 'accept-amount', { note: 'A regular customer' }, admin));
  expect((await pay(order)).status).toBe(303);
  const sessions = [...desk.stripe.sessions.values()];
  expect(sessions.findLast(({ metadata }) => metadata['order_id'] === order.id)?.status).toBe('expired');
});

test("a refund goes to one payment if it can, else to both, and 'All' is what was paid", async () => {
  const order = await buyInTwoPayments();
  expect((await act(order, 'refund', { by: 'amount', amount: '10' }, admin))[0]).toBe(200);
  await runDueJobs();
  expect(await stateOf(order)).toMatchObject({ status: 'completed', refunded: '10.00' });
  expect((await act(order, 'refund', { by: 'amount', amount: '48.21' }, admin))[0]).toBe(400);
  expect((await act(order, 'refund', { by: 'all' }, admin))[0]).toBe(200);
  await runDueJobs();
  expect(await stateOf(order)).toMatchObject({ status: 'refunded', refunded: '58.20' });
  const refunds = await refundsOf(order);
  expect(refunds).toMatchObject([
    { amount: 40, state: 'done', isFirst: true },
    { amount: 10, state: 'done', isFirst: true },
    { amount: 8.2, state: 'done', isFirst: false },
  ]);
  const [{ tax }] = (await query('select tax::float from orders where id = $1', [order.id])) as [
    { tax: number },
  ];
  expect(refunds.reduce((sum, refund) => sum + refund.tax, 0)).toBeCloseTo(tax, 2);
  expect([desk.stripe.refundedOf(order.sessionId), desk.stripe.refundedOf(order.restSessionId)]).toEqual([
    50_00, 8_20,
  ]);
});

test('canceling gives both payments back', async () => {
  const order = await buyInTwoPayments();
  expect(await act(order, 'cancel', {}, admin)).toEqual([200, 'Order canceled. $58.20 will be refunded']);
  await runDueJobs();
  expect(await stateOf(order)).toMatchObject({ status: 'refunded', refunded: '58.20' });
});

test("refunds in the provider's dashboard count, in any sequence", async () => {
  const order = await buyInTwoPayments();
  await deliverToShop(desk, desk.stripe.refund(order.restSessionId));
  expect(await stateOf(order)).toMatchObject({ status: 'completed', refunded: '8.20' });
  await deliverToShop(desk, desk.stripe.refund(order.sessionId, 20_00));
  expect(await stateOf(order)).toMatchObject({ status: 'completed', refunded: '28.20' });
  await deliverToShop(desk, desk.stripe.changeRefund(order.restSessionId, 'failed'));
  expect(await stateOf(order)).toMatchObject({ status: 'completed', refunded: '20.00' });
  expect((await act(order, 'refund', { by: 'all' }, admin))[0]).toBe(200);
  await runDueJobs();
  expect(await stateOf(order)).toMatchObject({ status: 'refunded', refunded: '58.20' });
});

test('the reports have what went back of both payments', async () => {
  const order = await buyInTwoPayments();
  await act(order, 'refund', { by: 'all' }, admin);
  await runDueJobs();
  const done = await query('select sum(amount)::float as amount from done_refunds where order_id = $1', [
    order.id,
  ]);
  expect(done).toEqual([{ amount: 58.2 }]);
  const sums = () =>
    query('select sum(refunded)::float as refunded, sum(refunded_tax)::float as tax from sales_sums');
  const kept = await sums();
  await query('select rebuild_sales()');
  expect(await sums()).toEqual(kept);
});
