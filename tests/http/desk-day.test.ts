import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeJobsDue } from '../support/jobs.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';
import type { PartColumns } from '../support/parts.ts';

const PASSWORD = 'a password for the desk';
const STOCK = 5;

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let sam: string;
let ada: string;

beforeAll(async () => {
  desk = await createStripeShop();
  await desk.shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await desk.shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  ada = await desk.shop.signIn('ada@example.com', PASSWORD);
  sam = await desk.shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

async function post(
  { number }: PaidOrder,
  action: string,
  fields: Record<string, string> = {},
  cookie = sam,
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ intent: action, ...fields })) body.set(name, value);
  const response = await desk.shop.request(`/admin/orders/PY-${number}.data`, {
    method: 'POST',
    headers: { cookie, Origin: 'http://shop.test' },
    body,
  });
  return response.status;
}

async function act(...[order, action, fields, cookie]: Parameters<typeof post>) {
  expect([action, await post(order, action, fields, cookie)]).toEqual([action, 200]);
}

/** As if hours had passed, until nothing is left to do. */
async function runAllJobs() {
  for (let round = 0; round < 3; round += 1) {
    await makeJobsDue(desk.shop.database.owner, "task_identifier not like 'reconcile%'");
    await desk.shop.runJobs();
  }
}

const part = (id: string | undefined, field: string, value: string | number) => ({
  [`${field}:${id}`]: String(value),
});

const stateOf = async ({ id }: PaidOrder) =>
  (await query('select progress, status, dispute, refunded from orders where id = $1', [id]))[0];

test('a day of ten orders adds up to the cent: stock, refunds, the provider and the books', async () => {
  const { stripe, shop } = desk;
  const orders: PaidOrder[] = [];
  const buy = async (...parts: (PartColumns & { units?: number })[]) => {
    const order = await addPaidOrder(desk, parts);
    orders.push(order);
    return order;
  };
  /** Units that came back, by order. */
  const restocked = new Map<string, number>();

  const plain = await buy({ price: 12.34 });
  const missing = await buy(
    { part_name: 'Horn', price: 40 },
    { part_name: 'Mirror', price: 33.33, units: 2 },
  );
  const partial = await buy({ price: 19.99, units: 3 });
  const pickup = await buy({ price: 75.5 });
  const won = await buy({ price: 61.01 });
  const lost = await buy({ price: 88.88 });
  const refused = await buy({ price: 45.67 });
  const reversed = await buy({ price: 99.99 });
  const canceled = await buy({ price: 27.05, units: 2 });
  const disputedAndRefunded = await buy({ price: 10.01 });
  await query("update orders set fulfillment = 'pickup', pickup_location = 'Main yard' where id = $1", [
    pickup.id,
  ]);
  await runAllJobs();

  await act(plain, 'pack');
  await act(plain, 'ship', { tracking: '1Z999AA10123456784' });
  await act(plain, 'delivered');

  await act(missing, 'missing', part(missing.lineIds[0], 'units', 1));
  await act(missing, 'ship');

  await act(partial, 'ship');
  await act(partial, 'refund', {
    by: 'lines',
    ...part(partial.lineIds[0], 'shipped', 1),
    ...part(partial.lineIds[0], 'back', 'yes'),
  });
  restocked.set(partial.id, 1);

  await act(pickup, 'pack');
  await act(pickup, 'ready');
  await act(pickup, 'pick-up', { collected_by: 'Dana Driver' });

  for (const order of [won, lost, disputedAndRefunded])
    await deliverToShop(desk, stripe.dispute(order.sessionId));
  expect(await post(won, 'ship')).toBe(400);
  await deliverToShop(desk, stripe.endDispute(won.sessionId, 'won'));
  await act(won, 'ship');
  await deliverToShop(desk, stripe.endDispute(lost.sessionId, 'lost'));
  expect(await post(lost, 'ship')).toBe(400);
  await deliverToShop(desk, stripe.endDispute(disputedAndRefunded.sessionId, 'won'));
  await act(disputedAndRefunded, 'refund', { by: 'amount', amount: '0.01' });

  // The provider refuses a refund of all, because some of it went back in its dashboard. What is left is repeated.
  await act(refused, 'refund', { by: 'all' });
  const toDashboard = stripe.refund(refused.sessionId, 1_000);
  await runAllJobs();
  expect(
    await query('select state from refunds where order_id = $1 and reason = $2', [refused.id, 'shop']),
  ).toEqual([{ state: 'failed' }]);
  await deliverToShop(desk, toDashboard);
  await act(refused, 'refund', { by: 'all' });

  await act(reversed, 'refund', { by: 'all' });
  await runAllJobs();
  expect(await stateOf(reversed)).toMatchObject({ status: 'refunded' });
  await deliverToShop(desk, stripe.changeRefund(reversed.sessionId, 'failed'));
  expect(await stateOf(reversed)).toMatchObject({ status: 'completed', refunded: '0.00' });

  await act(canceled, 'cancel', part(canceled.lineIds[0], 'restock', 'yes'));
  restocked.set(canceled.id, 2);
  await runAllJobs();

  expect(await Promise.all([won, lost, refused, canceled].map(stateOf))).toMatchObject([
    { progress: 'shipped', status: 'completed', dispute: 'won' },
    { progress: 'to_pack', status: 'disputed', dispute: 'lost' },
    { status: 'refunded' },
    { progress: 'canceled', status: 'refunded' },
  ]);
  for (const order of orders) {
    const [{ amount, refunded, done }] = (await query(
      `select round(amount * 100)::int as amount, round(refunded * 100)::int as refunded, (
         select coalesce(sum(round(amount * 100)), 0)::int from refunds
         where order_id = orders.id and state = 'done' and reason in ('shop', 'provider')
       ) as done
       from orders where id = $1`,
      [order.id],
    )) as [{ amount: number; refunded: number; done: number }];
    const returned = stripe.refundedOf(order.sessionId);
    expect({ amount, refunded, done }).toEqual({
      amount: stripe.sessions.get(order.sessionId)?.amount_total,
      refunded: returned,
      done: returned,
    });
    const stock = await query(
      `select sum(stock_quantity)::int as stock, sum(stock_held)::int as held, sum($2 - quantity)::int as left
       from order_lines join parts_catalog on parts_catalog.id = part_id where order_id = $1`,
      [order.id, STOCK],
    );
    const [{ left }] = stock as [{ left: number }];
    expect(stock).toEqual([{ stock: left + (restocked.get(order.id) ?? 0), held: 0, left }]);
  }

  // The books of the day.
  const [books] = await query(
    `select sum(sums.orders)::int as orders, round(sum(paid) * 100)::int as paid, round(sum(refunded) * 100)::int as refunded
     from sales_sums as sums`,
  );
  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
  const sessions = orders.map(({ sessionId }) => sessionId);
  expect(books).toEqual({
    orders: 10,
    paid: sum(sessions.map((id) => stripe.sessions.get(id)?.amount_total ?? 0)),
    refunded: sum(sessions.map((id) => stripe.refundedOf(id))),
  });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const file = `/admin/sales-file/refunds?from=${day(-1)}&to=${day(1)}`;
  const [head = '', ...rows] = (await (await shop.request(file, { headers: { cookie: ada } })).text())
    .trim()
    .split('\r\n');
  const total = head.split(',').indexOf('total');
  expect(sum(rows.map((row) => Math.round(Number(row.split(',')[total]) * 100)))).toBe(books?.refunded);
  // Each mail is written once.
  const repeated = await query(
    'select subject from mails group by subject, recipient, body having count(*) > 1',
  );
  expect(repeated).toEqual([]);
});

test('two people pack the same order: it is packed once', async () => {
  const order = await addPaidOrder(desk, [{ units: 2 }]);
  const statuses = await Promise.all([post(order, 'pack'), post(order, 'pack', {}, ada)]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(await stateOf(order)).toMatchObject({ progress: 'packed' });
  expect(await query('select packed from order_lines where order_id = $1', [order.id])).toEqual([
    { packed: 2 },
  ]);
  expect(await query('select kind from order_events where order_id = $1', [order.id])).toEqual([
    { kind: 'packed' },
  ]);
});

test('one cancels while the other ships: one of them wins, and the other hears why', async () => {
  for (let round = 0; round < 4; round += 1) {
    const order = await addPaidOrder(desk);
    const requests = [
      () => post(order, 'ship'),
      () => post(order, 'cancel', part(order.lineIds[0], 'restock', 'yes'), ada),
    ];
    if (round % 2 === 1) requests.reverse();
    const statuses = await Promise.all(requests.map((request) => request()));
    expect(statuses.toSorted()).toEqual([200, 400]);
    await runAllJobs();
    const [{ shipped, refunds, stock }] = (await query(
      `select (select count(*)::int from shipments where order_id = $1) as shipped,
         (select count(*)::int from refunds where order_id = $1) as refunds,
         (select stock_quantity from parts_catalog where id = $2) as stock`,
      [order.id, order.partIds[0]],
    )) as [{ shipped: number; refunds: number; stock: number }];
    const { progress } = (await stateOf(order)) as { progress: string };
    expect({ progress, shipped, refunds, stock }).toEqual(
      progress === 'shipped'
        ? { progress, shipped: 1, refunds: 0, stock: STOCK - 1 }
        : { progress: 'canceled', shipped: 0, refunds: 1, stock: STOCK },
    );
    expect(desk.stripe.refundedOf(order.sessionId)).toBe(refunds * 58_20);
  }
});
