import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestBrowser } from '../support/accounts.ts';
import { makeJobsDue } from '../support/jobs.ts';
import { deleteOrders } from '../support/orders.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';
import { checkOut } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';

const PASSWORD = 'a password for leaving';
const ORIGIN = 'http://shop.test';

const GONE = { email: null, customer_name: null, phone: null, shipping_address: null };
const KEPT = {
  email: 'dana@example.com',
  customer_name: 'Dana Driver',
  phone: expect.any(String),
  shipping_address: expect.objectContaining({ line1: expect.any(String) }),
};

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let staff: string;
let dana: string;
let danaId: string;

beforeAll(async () => {
  desk = await createStripeShop();
  await desk.shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  staff = await desk.shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  await query('delete from mails');
  await deleteOrders(desk.shop.database.owner);
  await query("delete from auth.users where email = 'dana@example.com'");
  danaId = await desk.shop.addUser({ email: 'dana@example.com', password: PASSWORD });
  dana = await desk.shop.signIn('dana@example.com', PASSWORD);
  desk.stripe.refundsBecome = 'succeeded';
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

async function post(path: string, fields: Record<string, string> = {}): Promise<number> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const { status } = await desk.shop.request(path, { method: 'POST', body, headers: { cookie: staff } });
  return status;
}

const act = (order: PaidOrder, action: string, fields: Record<string, string> = {}) =>
  post(`/admin/orders/PY-${order.number}.data`, { intent: action, ...fields });

async function runDueJobs(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await makeJobsDue(desk.shop.database.owner);
    await desk.shop.runJobs();
  }
}

/** An order of Dana's, by default of two parts. Its mails were written and sent. */
async function addOrder(parts = [{ part_name: 'Horn' }, { part_name: 'Mirror' }]): Promise<PaidOrder> {
  const order = await addPaidOrder(desk, parts);
  await query('update orders set user_id = $2 where id = $1', [order.id, danaId]);
  await runDueJobs();
  return order;
}

async function leave(): Promise<string[]> {
  const response = await desk.shop.request('/auth/v1/user', {
    method: 'DELETE',
    headers: { cookie: dana, Origin: ORIGIN, 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  expect(await query('select from auth.users where id = $1', [danaId])).toEqual([]);
  return ((await response.json()) as { orders: string[] }).orders;
}

const buyerOf = async (orderId: string) =>
  (
    await query('select user_id, email, customer_name, phone, shipping_address from orders where id = $1', [
      orderId,
    ])
  )[0];

/** The hourly task, as if the last parcel had left some time ago. */
async function anHourLater(): Promise<void> {
  await query("update orders set sent_at = sent_at - interval '1 hour' where sent_at is not null");
  await desk.shop.runRegularTask('forget-buyers');
}

const settings = async () =>
  (await (await desk.shop.request('/profile?tab=settings', { headers: { cookie: dana } })).text())
    .replaceAll('&#x27;', "'")
    .replaceAll(/<!--.*?-->/g, '');

const pageOfDesk = async (order: PaidOrder) =>
  (await desk.shop.request(`/admin/orders/PY-${order.number}`, { headers: { cookie: staff } })).text();

const text = 'The buyer deleted their account. Name and address are kept until the order has shipped.';

test('an order that is not paid loses its buyer at once, and again if it is paid later', async () => {
  const [partId = ''] = await addParts(desk.shop.database.owner, [{ price: 40, stock_quantity: 5 }]);
  const { body } = await checkOut(desk.shop, [{ id: partId, amountCents: 40_00 }], { cookie: dana });
  const sessionId = body.url?.split('/').at(-1) ?? '';
  const id = String(desk.stripe.sessions.get(sessionId)?.metadata['order_id']);
  expect(await leave()).toEqual([]);
  expect(await buyerOf(id)).toEqual({ user_id: null, ...GONE });

  await deliverToShop(desk, desk.stripe.pay(sessionId, { name: 'Dana Driver', email: 'dana@example.com' }));
  await runDueJobs();
  await anHourLater();
  expect(await buyerOf(id)).toMatchObject(KEPT);
  const [{ number }] = await query('select number from orders where id = $1', [id]);
  expect(await post(`/admin/orders/PY-${number}.data`, { intent: 'ship' })).toBe(200);
  await runDueJobs();
  await anHourLater();
  expect(await buyerOf(id)).toEqual({ user_id: null, ...GONE });
});

test('a paid order keeps what shipping needs until it has shipped', async () => {
  const order = await addOrder();
  expect(await settings()).toContain(
    `We keep your name, address, phone and email with order PY-${order.number} until it has shipped`,
  );
  expect(await leave()).toEqual([`PY-${order.number}`]);
  expect(await buyerOf(order.id)).toEqual({ user_id: null, ...KEPT });
  expect(await pageOfDesk(order)).toContain(text);
  expect(await query('select payload from payment_events where order_id = $1', [order.id])).toEqual([
    { payload: { forgotten: true } },
  ]);
  await anHourLater();
  expect(await buyerOf(order.id)).toMatchObject(KEPT);

  await query('delete from mails');
  expect(await act(order, 'ship', { carrier: 'UPS', tracking: '1Z999AA10123456784' })).toBe(200);
  await anHourLater();
  expect(await buyerOf(order.id)).toMatchObject(KEPT);
  await runDueJobs();
  expect(await query('select recipient, subject, sent_at is not null as sent from mails')).toEqual([
    { recipient: 'dana@example.com', subject: expect.stringContaining('is on its way'), sent: true },
  ]);
  // Not while the shipment can be undone.
  await query('update orders set sent_at = now()');
  await desk.shop.runRegularTask('forget-buyers');
  expect(await buyerOf(order.id)).toMatchObject(KEPT);

  await anHourLater();
  expect(await buyerOf(order.id)).toEqual({ user_id: null, ...GONE });
  const everything = JSON.stringify([
    await query('select * from orders'),
    await query('select * from order_events'),
    await query('select * from order_search'),
    await query('select * from mails'),
    await query('select * from customers'),
  ]);
  expect(everything).not.toMatch(/dana|Driver/i);
  expect(await pageOfDesk(order)).toContain(text);
});

test('a partly shipped order keeps it until the rest has shipped', async () => {
  const order = await addOrder();
  expect(await act(order, 'ship', { [`units:${order.lineIds[0]}`]: '1' })).toBe(200);
  await runDueJobs();
  expect(await leave()).toEqual([`PY-${order.number}`]);
  await anHourLater();
  expect(await buyerOf(order.id)).toMatchObject(KEPT);
  expect(await act(order, 'ship')).toBe(200);
  await runDueJobs();
  await anHourLater();
  expect(await buyerOf(order.id)).toEqual({ user_id: null, ...GONE });
});

test('a shipped order loses it at once', async () => {
  const order = await addOrder();
  expect(await act(order, 'ship')).toBe(200);
  await runDueJobs();
  expect(await settings()).not.toContain('We keep your name');
  expect(await leave()).toEqual([]);
  expect(await buyerOf(order.id)).toEqual({ user_id: null, ...GONE });
  expect(await pageOfDesk(order)).not.toContain(text);
});

test('an order that is canceled keeps it until the money is back', async () => {
  const order = await addOrder();
  expect(await act(order, 'hold', { reason: 'Dana will call' })).toBe(200);
  expect(await leave()).toEqual([`PY-${order.number}`]);
  desk.stripe.refundsBecome = 'pending';
  expect(await act(order, 'cancel')).toBe(200);
  await runDueJobs();
  await anHourLater();
  expect(await buyerOf(order.id)).toMatchObject(KEPT);
  await query("update refunds set state = 'done'");
  await anHourLater();
  expect(await buyerOf(order.id)).toEqual({ user_id: null, ...GONE });
  expect(await query('select hold_reason from orders where id = $1', [order.id])).toEqual([
    { hold_reason: null },
  ]);
});

test.each([
  [
    'a return',
    `insert into returns (order_id, kind) values ($1, 'return')`,
    `update returns set state = 'refused'`,
  ],
  [
    'a refund',
    `insert into refunds (order_id, payment_id, provider_id, reason, state, amount)
     select id, payment_id, 're_1', 'provider', 'pending', 5 from orders where id = $1`,
    `update refunds set state = 'failed'`,
  ],
  [
    'a dispute',
    `with reported as (
       insert into disputes (id, order_id, payment_id, state, told_at)
       select 'dp_1', id, payment_id, 'open', now() from orders where id = $1
     ) update orders set dispute = 'open', status = 'disputed' where id = $1`,
    `with reported as (update disputes set state = 'won') update orders set dispute = 'won', status = 'completed'`,
  ],
])('a shipped order with %s under way keeps it until that is over', async (_what, begin, end) => {
  const order = await addOrder();
  expect(await act(order, 'ship')).toBe(200);
  await runDueJobs();
  await query(begin, [order.id]);
  await runDueJobs();
  expect(await leave()).toEqual([`PY-${order.number}`]);
  await anHourLater();
  expect(await buyerOf(order.id)).toMatchObject(KEPT);
  await query(end);
  await runDueJobs();
  await anHourLater();
  expect(await buyerOf(order.id)).toEqual({ user_id: null, ...GONE });
});

describe('the orders of others', () => {
  test('keep their buyers, also those of a guest with the same address', async () => {
    const order = await addOrder();
    const other = await addPaidOrder(desk, [{}]);
    await runDueJobs();
    expect(await act(order, 'ship')).toBe(200);
    expect(await act(other, 'ship')).toBe(200);
    await runDueJobs();
    await leave();
    await anHourLater();
    expect(await buyerOf(order.id)).toMatchObject(GONE);
    expect(await buyerOf(other.id)).toMatchObject(KEPT);
  });

  test('do not come to an account that signs up with the address again', async () => {
    const order = await addOrder();
    await leave();
    const guest = await addPaidOrder(desk, [{}]);
    const again = await desk.shop.addUser({ email: 'dana@example.com', password: PASSWORD });
    expect((await new TestBrowser(desk.shop).signIn('dana@example.com', PASSWORD)).status).toBe(200);
    expect(await buyerOf(order.id)).toMatchObject({ user_id: null, ...KEPT });
    expect(await buyerOf(guest.id)).toMatchObject({ user_id: again });
  });

  test('a stranger is told of no unfinished orders, and may not forget anyone', async () => {
    await addOrder();
    const stranger = await desk.shop.addUser({
      email: `s${crypto.randomUUID()}@example.com`,
      password: PASSWORD,
    });
    await desk.shop.database.pools
      .as({ role: 'authenticated', userId: stranger }, async (transaction) => {
        const { rows } = await sql`select own_unfinished_orders() as numbers`.execute(transaction);
        expect(rows).toEqual([{ numbers: [] }]);
        await sql`select auth.forget_buyers_of_finished_orders()`.execute(transaction);
      })
      .then(
        () => expect.fail('A stranger may forget buyers.'),
        (error: unknown) => expect(error).toMatchObject({ code: '42501' }),
      );
  });
});
