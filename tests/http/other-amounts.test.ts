import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stockOf } from '../support/checkout.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import {
  addPaidOrder,
  createStripeShop,
  type PaidOrder,
  type ReportedPayment,
} from '../support/paid-order.ts';

const PASSWORD = 'a password for the desk';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let admin: string;
let staff: string;

beforeAll(async () => {
  desk = await createStripeShop();
  await desk.shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await desk.shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  admin = await desk.shop.signIn('ada@example.com', PASSWORD);
  staff = await desk.shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => removeJobs(desk.shop.database.owner));

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

/** An order of $58.20 whose payment the provider reports with other facts. */
const buy = (reported: ReportedPayment) => addPaidOrder(desk, [{ part_name: 'Horn' }], {}, reported);

async function act(
  { number }: PaidOrder,
  action: string,
  fields: Record<string, string> = {},
  cookie = staff,
) {
  const body = new URLSearchParams({ intent: action, ...fields });
  const path = `/admin/orders/PY-${number}.data`;
  const response = await desk.shop.request(path, { method: 'POST', headers: { cookie }, body });
  const { message } = await readOutcome(response);
  return [response.status, message];
}

const openAlerts = ({ id }: PaidOrder) =>
  query(
    "select kind from alerts where order_id = $1 and settled_at is null and kind = 'payment-amount-differs'",
    [id],
  );

async function runDueJobs() {
  await makeJobsDue(desk.shop.database.owner);
  await desk.shop.runJobs();
}

const kinds: [what: string, reported: ReportedPayment, paid: string][] = [
  ['less', { amount_total: 50_00 }, '$50.00'],
  ['more', { amount_total: 70_00 }, '$70.00'],
  ['another currency', { currency: 'cad' }, '58.20 CAD'],
];

describe.each(kinds)('an order that was paid with %s', (_, reported, paid) => {
  test('is neither packed nor shipped until a person accepts it, with a reason', async () => {
    const order = await buy(reported);
    for (const action of ['pack', 'ship', 'missing'])
      expect(await act(order, action)).toEqual([400, expect.stringContaining('another amount was paid')]);
    const page = await desk.shop.request(`/admin/orders/PY-${order.number}`, { headers: { cookie: staff } });
    const text = (await page.text()).replaceAll('<!-- -->', '');
    expect(text).toContain('Nothing may ship: another amount was paid.');
    expect(text).toMatch(/>Paid( in CAD)?<\/dt>/);

    expect(await act(order, 'accept-amount')).toEqual([
      400,
      'Error accepting the payment: enter why you accept it',
    ]);
    expect(await openAlerts(order)).toHaveLength(1);
    expect(await act(order, 'accept-amount', { note: 'A regular customer' })).toEqual([
      200,
      'Accepted. The order can be packed',
    ]);
    expect(await openAlerts(order)).toEqual([]);
    expect((await act(order, 'ship'))[0]).toBe(200);
    expect((await act(order, 'accept-amount', { note: 'Again' }))[0]).toBe(400);
  });

  test('is canceled, and exactly what was paid goes back', async () => {
    const order = await buy(reported);
    const [status, message] = await act(order, 'cancel', { [`restock:${order.lineIds[0]}`]: 'yes' }, admin);
    expect([status, message]).toEqual([200, `Order canceled. $${/[\d.]+/.exec(paid)?.[0]} will be refunded`]);
    await runDueJobs();
    expect(await query('select status, refunded from orders where id = $1', [order.id])).toEqual([
      { status: 'refunded', refunded: /[\d.]+/.exec(paid)?.[0] },
    ]);
    expect(await openAlerts(order)).toEqual([]);
    expect(await stockOf(desk.shop, order.partIds[0] ?? '')).toEqual({ stock: 5, held: 0 });
  });

  test("is refunded wholly by 'All', and by no cent more", async () => {
    const order = await buy(reported);
    const cents = Math.round(Number(/[\d.]+/.exec(paid)?.[0]) * 100);
    const over = ((cents + 1) / 100).toFixed(2);
    expect((await act(order, 'refund', { by: 'amount', amount: over }, admin))[0]).toBe(400);
    expect((await act(order, 'refund', { by: 'all' }, admin))[0]).toBe(200);
    await runDueJobs();
    const refunds = await query(
      'select state, round(amount * 100)::int as cents from refunds where order_id = $1',
      [order.id],
    );
    expect(refunds).toEqual([{ state: 'done', cents }]);
    expect(await query('select status from orders where id = $1', [order.id])).toEqual([
      { status: 'refunded' },
    ]);
  });
});

test('a part of an amount in another currency is not refunded by prices in dollars', async () => {
  const order = await buy({ currency: 'cad' });
  expect(await act(order, 'refund', { by: 'lines', [`units:${order.lineIds[0]}`]: '1' }, admin)).toEqual([
    400,
    'Error refunding: it was paid in CAD. Refund all of it',
  ]);
  expect(await query('select from refunds where order_id = $1', [order.id])).toEqual([]);
});

test('the database lets nobody make it wait or accept it but the payment and a person', async () => {
  const order = await buy({ amount_total: 50_00 });
  const [{ id: ada }] = (await query("select id from auth.users where email = 'ada@example.com'")) as [
    { id: string },
  ];
  const set = (value: string | null) =>
    desk.shop.database.pools.as({ role: 'authenticated', userId: ada }, (transaction) =>
      transaction.updateTable('orders').set({ amount_review: value }).where('id', '=', order.id).execute(),
    );
  await expect(set(null)).rejects.toThrow('a person can only accept what was paid');
  await expect(set('unknown')).rejects.toThrow();
});
