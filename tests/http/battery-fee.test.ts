import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Destination } from '#core/addresses/destination.ts';
import { checkOut } from '../support/checkout.ts';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { deleteOrders } from '../support/orders.ts';
import { addPaidOrder, createStripeShop, type PaidOrder } from '../support/paid-order.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';

const PASSWORD = 'a password for batteries';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let admin: string;
let olga: string;

beforeAll(async () => {
  desk = await createStripeShop();
  await desk.shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await desk.shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  admin = await desk.shop.signIn('ada@example.com', PASSWORD);
  olga = await desk.shop.signIn('olga@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.stripe.refundsBecome = 'succeeded';
  await deleteOrders(desk.shop.database.owner);
  await query("delete from mails; update shop_settings set values = '{}'");
  await removeJobs(desk.shop.database.owner);
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

const inCalifornia: Destination = {
  kind: 'ship',
  country: 'US',
  state: 'CA',
  zip: '92101',
  place: 'residential',
  liftgate: false,
  poBox: false,
};
const inNevada: Destination = { ...inCalifornia, state: 'NV', zip: '89501' };
const battery = { part_name: 'AGM Battery', part_type: 'New', price: 100 };
const amounts = { taxCents: 16_00, shippingCents: 0, batteryFeeCents: 4_00, destination: inCalifornia };

/** Two batteries, delivered to Olga in California. */
async function addDelivered(): Promise<PaidOrder> {
  const order = await addPaidOrder(desk, [{ ...battery, units: 2 }], amounts);
  await query(
    "update orders set user_id = (select id from auth.users where email like 'olga@%') where id = $1",
    [order.id],
  );
  await desk.shop.runJobs();
  for (const action of ['ship', 'delivered'])
    await post(`/admin/orders/PY-${order.number}`, { intent: action }, admin);
  await runDueJobs();
  return order;
}

async function post(path: string, fields: Record<string, string>, cookie: string) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const headers = { cookie, Origin: 'http://shop.test', 'X-Forwarded-For': randomAddress() };
  const response = await desk.shop.request(path, { method: 'POST', headers, body });
  return { status: response.status, location: response.headers.get('Location') ?? '' };
}

async function read(path: string, cookie = admin): Promise<string> {
  const response = await desk.shop.request(path, { headers: { cookie } });
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.text()).replaceAll('<!-- -->', '');
}

async function runDueJobs() {
  await makeJobsDue(desk.shop.database.owner);
  await desk.shop.runJobs();
}

/** Sends one battery back, and is refunded. */
async function sendBack({ number, lineIds }: PaidOrder, fault: 'buyer' | 'shop') {
  const asked = { [`units:${lineIds[0]}`]: '1', reason: 'not_needed' };
  const { location } = await post(`/orders/PY-${number}/return`, asked, olga);
  const steps: ({ intent: string } & Record<string, string>)[] = [
    { intent: 'approve', fault, send_to: 'Partyard\n1 Yard Road' },
    { intent: 'receive' },
    { intent: 'inspect', fault },
    { intent: 'refund' },
  ];
  for (const step of steps) {
    const { status } = await post(`/admin/returns/${location.split('/').at(-1)}`, step, admin);
    expect([step.intent, status]).toEqual([step.intent, 200]);
  }
  await runDueJobs();
}

const refundsOf = async ({ id }: PaidOrder) =>
  (
    await query(
      `select amount, sum(battery_fee)::text as fee from refunds left join refund_lines on refund_id = refunds.id
       where order_id = $1 group by refunds.id order by requested_at`,
      [id],
    )
  ).map(({ amount, fee }) => [amount, fee]);

const report = async () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
  const page = await read(`/admin/settings/tax/report?from=${day}&to=${day}`);
  const text = page.match(/id="battery-fee".*?<\/dl>/s)?.[0] ?? '';
  return [...text.matchAll(/<dd[^>]*>([^<]*)/g)].map(([, value]) => value);
};

test('a battery that goes to California costs the fee, everywhere as a line of its own', async () => {
  const { shop } = desk;
  const [id = ''] = await addParts(shop.database.owner, [{ ...battery, stock_quantity: 9 }]);
  const { headers } = await shop.request(`/part/${id}`);
  expect(await read(headers.get('Location') ?? '')).toContain('plus the California battery fee of $2.00');
  const priceOf = async (destination: Destination | null) => {
    const response = await shop.request('/functions/v1/price-cart', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ items: [{ id, quantity: 2 }], destination }),
    });
    return ((await response.json()) as { quote: object }).quote;
  };
  expect(await priceOf(null)).toMatchObject({ status: 'open', needs: 'destination' });
  expect(await priceOf(inNevada)).toMatchObject({ batteryFeeCents: 0, totalCents: 216_00 });
  expect(await priceOf(inCalifornia)).toMatchObject({ batteryFeeCents: 4_00, totalCents: 220_00 });

  const items = [{ id, name: 'AGM Battery', amountCents: 100_00, quantity: 2 }];
  for (const body of [
    { ...amounts, batteryFeeCents: 0 },
    { ...amounts, destination: inNevada },
  ])
    expect(await checkOut(shop, items, { body })).toMatchObject({
      status: 409,
      body: { error: 'The California battery fee has changed' },
    });
  expect(await checkOut(shop, items, { body: { ...amounts, destination: null } })).toMatchObject({
    status: 409,
    body: { needs: 'destination' },
  });
  expect(await query('select from orders')).toEqual([]);

  const order = await addDelivered();
  expect(await query('select amount, battery_fee from orders')).toEqual([
    { amount: '220.00', battery_fee: '4.00' },
  ]);
  expect(await query('select battery_fee from order_lines')).toEqual([{ battery_fee: '4.00' }]);
  expect(desk.stripe.sessionOf(order.id).amount_total).toBe(220_00);
  const [mail] = await query(
    `select body, html from mails where subject like 'Order % is confirmed' limit 1`,
  );
  for (const part of [mail.body, mail.html]) expect(part).toContain('California battery fee');
  for (const [path, cookie] of [
    [`/orders/PY-${order.number}`, olga],
    [`/admin/orders/PY-${order.number}`, admin],
    [`/admin/orders-print?kind=invoices&orders=PY-${order.number}`, admin],
  ] as const) {
    const text = (await read(path, cookie)).replaceAll(/<[^>]+>/g, ' ');
    expect(text, path).toMatch(/California battery fee\s+\$\s*4\s*\.?\s*00/);
  }
  expect(await report()).toEqual(['2', '$4.00', '$0.00', '$4.00']);
});

test('a return keeps the fee unless the shop is at fault; the report follows', async () => {
  const kept = await addDelivered();
  await sendBack(kept, 'buyer');
  expect(await refundsOf(kept)).toEqual([['108.00', '0.00']]);
  expect(await report()).toEqual(['2', '$4.00', '$0.00', '$4.00']);
  const back = await addDelivered();
  await sendBack(back, 'shop');
  expect(await refundsOf(back)).toEqual([['110.00', '2.00']]);
  expect(await report()).toEqual(['4', '$8.00', '$2.00', '$6.00']);
});

test('a canceled order brings the fee back, and the files have it', async () => {
  const order = await addPaidOrder(desk, [{ ...battery, units: 2 }], amounts);
  await desk.shop.runJobs();
  await post(`/admin/orders/PY-${order.number}`, { intent: 'cancel', note: '' }, admin);
  await runDueJobs();
  expect(await refundsOf(order)).toEqual([['220.00', '4.00']]);
  expect(await report()).toEqual(['2', '$4.00', '$4.00', '$0.00']);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
  for (const file of ['orders', 'refunds']) {
    const [head = '', row = ''] = (await read(`/admin/sales-file/${file}?from=${day}&to=${day}`)).split(
      '\r\n',
    );
    expect(row.split(',')[head.split(',').indexOf('california_battery_fee')]).toBe('4.00');
  }
});

test('a sale at the counter in California has the fee; the totals add up in the database', async () => {
  const [id = ''] = await addParts(desk.shop.database.owner, [{ ...battery, stock_quantity: 3 }]);
  const { location } = await post(
    '/admin/orders/quotes/new?kind=counter',
    {
      sale: crypto.randomUUID(),
      intent: 'save',
      fulfillment: 'pickup',
      location: 'Partyard',
      method: 'cash',
      part: id,
      [`units:${id}`]: '1',
      [`price:${id}`]: '90.00',
    },
    admin,
  );
  expect(location).toContain('PY-');
  expect(await query('select amount, battery_fee, payment_method from orders')).toEqual([
    { amount: '99.20', battery_fee: '2.00', payment_method: 'cash' },
  ]);
  const { location: quote } = await post(
    '/admin/orders/quotes/new',
    {
      sale: crypto.randomUUID(),
      intent: 'save',
      fulfillment: 'ship',
      state: 'CA',
      zip: '92101',
      hours: '24',
      email: 'dana@example.com',
      part: id,
      [`units:${id}`]: '2',
      [`price:${id}`]: '90.00',
    },
    admin,
  );
  expect((await read(quote)).replaceAll(/<[^>]+>/g, ' ')).toMatch(/California battery fee\s+\$\s*4/);
  await post(quote, { intent: 'mail' }, admin);
  await runDueJobs();
  const [mail] = await query("select body from mails where subject like 'Your quote%'");
  expect(mail.body).toContain('California battery fee: $4.00');
  await expect(query('update order_lines set battery_fee = 1')).rejects.toMatchObject({
    constraint: 'orders_battery_fee_adds_up',
  });
  await expect(query('update orders set battery_fee = 100')).rejects.toMatchObject({
    constraint: 'orders_parts_within_amount',
  });
});
