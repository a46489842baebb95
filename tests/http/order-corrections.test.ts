import { printAddress } from '#core/orders/order-addresses.ts';
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '#core/sales/journal.ts';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';
import { readOutcome } from '../support/read-outcome.ts';

const PASSWORD = 'a password for the desk';

const state = (code: string, rate: number) => ({ state: code, rate, usesTable: false, taxesShipping: false });

const settings = {
  orders: { staffRefundLimitCents: 5_00 },
  tax: { mode: 'table', states: [state('CA', 0.08), state('TX', 0.1)] },
  shipping: { remote: { alaska: 5_00, hawaii: 'refused', territories: 'same', military: 'same' } },
};

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let admin: string;
let staff: string;
let buyer: string;
let buyerId: string;

beforeAll(async () => {
  desk = await createStripeShop();
  const { shop } = desk;
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  buyerId = await shop.addUser({ email: 'dana@example.com', password: PASSWORD });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('sam@example.com', PASSWORD);
  buyer = await shop.signIn('dana@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  await query('update shop_settings set values = $1, version = version + 1', [settings]);
  await removeJobs(desk.shop.database.owner);
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

const home = { kind: 'ship', country: 'US', state: 'CA', zip: '92101' } as const;

/** An order to California: parts of $40 each, 8 % tax, and $15 shipping for each line. */
async function buy(...parts: Parameters<typeof addPaidOrder>[1] & object): Promise<PaidOrder> {
  const destination = { ...home, place: 'residential', liftgate: false, poBox: false } as const;
  const order = await addPaidOrder(desk, parts.length > 0 ? parts : [{ part_name: 'Horn' }], { destination });
  await query('update orders set user_id = $2 where id = $1', [order.id, buyerId]);
  return order;
}

interface Preview {
  id: string;
  before: Record<string, number>;
  after: Record<string, number> & { totalCents: number };
  dueCents: number;
  refundCents: number;
  canAsk: boolean;
}

type Fields = Record<string, string>;

async function act({ number }: Pick<PaidOrder, 'number'>, intent: string, fields: Fields = {}, who = staff) {
  const response = await desk.shop.request(`/admin/orders/PY-${number}.data`, {
    method: 'POST',
    headers: { cookie: who },
    body: new URLSearchParams({ intent, ...fields }),
  });
  const outcome = await readOutcome<{ message?: string; preview?: Preview }>(response);
  return { status: response.status, ...outcome };
}

const texas = {
  name: 'Dana Driver',
  line1: '9 New Road',
  city: 'Austin',
  state: 'TX',
  postalCode: '73301',
  phone: '+1 512 555 0100',
  place: 'residential',
};
/** Nothing is taxed there. */
const nevada = { ...texas, city: 'Las Vegas', state: 'NV', postalCode: '89101' };

/** Looks at what a correction costs, and saves it. */
async function correct(order: PaidOrder, kind: string, fields: Fields, settle: Fields = {}, who = staff) {
  const { preview, message } = await act(order, `preview-${kind}`, fields, who);
  if (!preview) return { status: 400, message, preview };
  const seen = { correction: preview.id, total: String(preview.after.totalCents) };
  return { preview, ...(await act(order, kind, { ...fields, ...seen, ...settle }, who)) };
}

async function runDueJobs() {
  await makeJobsDue(desk.shop.database.owner);
  await desk.shop.runJobs();
}

async function pay({ number }: PaidOrder): Promise<string> {
  const response = await desk.shop.request(`/orders/PY-${number}`, {
    method: 'POST',
    headers: { cookie: buyer, Origin: 'http://shop.test' },
    body: new URLSearchParams({ intent: 'pay' }),
  });
  const text = (await response.text()).replaceAll('<!-- -->', '');
  return /href="[^"]*\/c\/pay\/([^"]*)"/.exec(text)?.[1] ?? '';
}

/** Everything that a correction could change. */
async function snapshot({ id }: PaidOrder) {
  const [order] = await query(
    'select amount, tax, shipping, charged, amount_review, ship_to, customer_name, shipping_address, phone from orders where id = $1',
    [id],
  );
  const of = (table: string) =>
    query(`select * from ${table} where order_id = $1`, [id]).then((rows) => rows.length);
  return {
    order,
    lines: await query(
      'select quantity, tax, shipping, part_name from order_lines where order_id = $1 order by part_name, quantity',
      [id],
    ),
    taxes: await query('select name, taxable, tax from order_taxes where order_id = $1 order by position', [
      id,
    ]),
    rows: await Promise.all(['order_balances', 'refunds', 'order_corrections', 'order_events'].map(of)),
  };
}

const moneyOf = async (order: PaidOrder) =>
  (
    await query(
      `select amount::float, tax::float, shipping::float, charged::float, refunded::float, amount_review as review, status
       from orders where id = $1`,
      [order.id],
    )
  )[0];

/** What lines, taxes and sales say of the order is what the order says, and figures of the owner are the same. */
async function expectBooksToAgree(order: PaidOrder) {
  const [books] = await query(
    `select tax = (select sum(tax + core_tax) from order_lines where order_id = orders.id) as "lines' tax",
       tax = (select coalesce(sum(tax), 0) from order_taxes where order_id = orders.id) as "jurisdictions' tax",
       shipping = (select sum(shipping) from order_lines where order_id = orders.id) as "lines' shipping",
       amount - tax - shipping = (select sum(unit_price * quantity) from order_lines where order_id = orders.id) as "lines' price",
       (select coalesce(sum(pieces), 0) from sales_lines join order_lines on order_lines.id = line_id where order_id = orders.id)
         = (select sum(quantity) from order_lines where order_id = orders.id) as "units of sales"
     from orders where id = $1`,
    [order.id],
  );
  expect(Object.entries(books ?? {}).filter(([, agrees]) => agrees !== true)).toEqual([]);
  const sums = () =>
    query(
      `select sum(paid)::float as paid, sum(paid_tax)::float as paid_tax, sum(refunded)::float as refunded,
         sum(refunded_tax)::float as refunded_tax from sales_sums`,
    );
  const kept = await sums();
  await query('select rebuild_sales()');
  expect(await sums()).toEqual(kept);
}

/** Revenue of the whole shop, with tax. */
const revenue = async () =>
  Number((await query('select coalesce(sum(paid - refunded), 0)::float as sum from sales_sums'))[0]?.sum);

test('a dearer address is priced before it is saved, and the order waits until the buyer has paid the difference', async () => {
  const order = await buy();
  const before = await revenue();
  const { preview, status, message } = await correct(order, 'correct-address', texas, { how: 'ask' });
  expect(preview).toMatchObject({
    before: { taxCents: 3_20, shippingCents: 15_00, totalCents: 58_20 },
    after: { taxCents: 4_00, shippingCents: 15_00, totalCents: 59_00 },
    dueCents: 80,
    refundCents: 0,
    canAsk: true,
  });
  expect([status, message]).toEqual([200, 'Saved. The buyer will get an email with a link to pay $0.80']);
  expect(await moneyOf(order)).toMatchObject({ amount: 59, tax: 4, charged: 58.2, review: 'waiting' });
  expect(await query('select name, taxable, tax from order_taxes where order_id = $1', [order.id])).toEqual([
    { name: 'TX', taxable: '40.00', tax: '4.00' },
  ]);
  await expectBooksToAgree(order);
  expect(await revenue()).toBeCloseTo(before + 0.8, 2);
  expect((await act(order, 'ship')).status).toBe(400);

  await runDueJobs();
  const [mail] = await query('select body from mails where subject like $1', [
    `%PY-${order.number}%new address`,
  ]);
  expect(mail?.body).toContain('9 New Road');
  expect(mail?.body).toContain('Your order now costs $0.80 more than you have paid.');
  expect(mail?.body).toMatch(/\/orders\/PY-\d+\/open\?token=\S+#pay/);

  await deliverToShop(desk, desk.stripe.pay(await pay(order)));
  expect(await moneyOf(order)).toMatchObject({ charged: null, review: 'accepted', refunded: 0 });
  expect((await act(order, 'ship')).status).toBe(200);
  const page = await desk.shop.request(`/admin/orders/PY-${order.number}`, { headers: { cookie: staff } });
  expect(await page.text()).toContain(
    'Changed the address to Dana Driver, 9 New Road, Austin, TX 73301; asked the buyer to pay $0.80',
  );
  const audited = await query(
    "select details from audit_logs where action = 'admin_change_order' and details ->> 'action' = 'correct-address' and resource_id = $1",
    [order.id],
  );
  expect(audited).toHaveLength(1);
});

/** What the buyer has paid for all orders, minus refunds. */
async function spent(): Promise<number> {
  await query('select count_customers(1000)');
  return Number((await query("select spent from customers where email = 'dana@example.com'"))[0]?.spent);
}

/** The balance of each account today, in cents. */
async function readJournal(): Promise<Map<string, number>> {
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
  const file = await desk.shop.request(`/admin/sales-file/journal?from=${day(-1)}&to=${day(1)}`, {
    headers: { cookie: admin },
  });
  const rows: Record<string, string>[] = parse(await file.text(), { columns: true });
  const balances = new Map<string, number>();
  for (const { account = '', debit, credit } of rows)
    balances.set(account, (balances.get(account) ?? 0) + Math.round(100 * (Number(debit) - Number(credit))));
  return balances;
}

function differenceOf(before: Map<string, number>, after: Map<string, number>): Record<string, number> {
  const changes = [...after].map(
    ([account, cents]) => [account, cents - (before.get(account) ?? 0)] as const,
  );
  return Object.fromEntries(changes.filter(([, cents]) => cents !== 0));
}

test('a cheaper address gives the difference back, which is no refund of a sale', async () => {
  const order = await buy();
  const spentBefore = await spent();
  const before = await revenue();
  const booked = await readJournal();
  expect(await correct(order, 'correct-address', nevada, { how: 'refund' })).toMatchObject({
    status: 200,
    message: 'Saved. $3.20 will be refunded. The buyer will get an email.',
  });
  await runDueJobs();
  expect(await moneyOf(order)).toEqual({
    amount: 55,
    tax: 0,
    shipping: 15,
    charged: 58.2,
    refunded: 3.2,
    review: 'accepted',
    status: 'completed',
  });
  expect(desk.stripe.refundedOf(order.sessionId)).toBe(3_20);
  await expectBooksToAgree(order);
  expect(await revenue()).toBeCloseTo(before - 3.2, 2);
  expect(differenceOf(booked, await readJournal())).toEqual({
    [accounts.clearing]: -3_20,
    [`${accounts.tax}: CA`]: 3_20,
  });
  expect(await spent()).toBeCloseTo(spentBefore - 3.2, 2);
  const receipt = await desk.shop.request(printAddress('invoices', [order.number]), {
    headers: { cookie: staff },
  });
  expect((await receipt.text()).replaceAll('<!-- -->', '')).toContain('Paid: $58.20, online');
  // What is left goes back as a whole, and the figures are as if nothing was sold.
  expect((await act(order, 'cancel', {}, admin)).message).toBe('Order canceled. $55.00 will be refunded');
  await runDueJobs();
  expect(await moneyOf(order)).toMatchObject({ status: 'refunded', refunded: 58.2 });
  expect(await revenue()).toBeCloseTo(before - 58.2, 2);
  await expectBooksToAgree(order);
});

test('a difference can be waived with a reason, and a correction back costs nothing', async () => {
  const order = await buy();
  expect(await correct(order, 'correct-address', texas, { how: 'waive' })).toMatchObject({
    status: 400,
    message: 'Error changing the address: enter why you waive it',
  });
  const waived = await correct(order, 'correct-address', texas, { how: 'waive', reason: 'Our mistake' });
  expect(waived).toMatchObject({ status: 200, message: 'Saved. The buyer will get an email.' });
  expect(await moneyOf(order)).toMatchObject({ amount: 59, charged: 58.2, review: 'accepted' });
  const back = { ...texas, line1: '1 Main Street', city: 'San Diego', state: 'CA', postalCode: '92101' };
  const { preview } = await correct(order, 'correct-address', back);
  expect(preview).toMatchObject({ dueCents: 0, refundCents: 0 });
  expect(await moneyOf(order)).toMatchObject({ amount: 58.2, charged: null, review: 'accepted' });
  await expectBooksToAgree(order);
});

test('another correction takes the place of one that is not paid: what was asked for is no longer due', async () => {
  const order = await buy();
  await correct(order, 'correct-address', texas, { how: 'ask' });
  const session = await pay(order);
  const alaska = { ...texas, state: 'AK', postalCode: '99501' };
  const { preview } = await correct(order, 'correct-address', alaska, { how: 'ask' });
  expect(preview).toMatchObject({
    after: { taxCents: 0, shippingCents: 20_00 },
    dueCents: 1_80,
    askedCents: 80,
  });
  await deliverToShop(desk, desk.stripe.pay(session));
  await runDueJobs();
  expect(desk.stripe.refundedOf(session)).toBe(80);
  expect(await moneyOf(order)).toMatchObject({ charged: 58.2, review: 'waiting' });
  expect(await correct(order, 'correct-address', nevada, { how: 'refund' })).toMatchObject({ status: 200 });
  expect(await moneyOf(order)).toMatchObject({ amount: 55, charged: 58.2, review: 'accepted' });
  await expectBooksToAgree(order);
});

test('once a parcel has left, only what is left is taxed anew, and its shipping stays', async () => {
  const order = await buy({ part_name: 'Horn', units: 3 }, { part_name: 'Lamp', price: 20 });
  const [line = ''] = order.lineIds;
  expect((await act(order, 'ship', { [`units:${line}`]: '2' })).status).toBe(200);
  const { preview, status } = await correct(order, 'correct-address', texas, {
    how: 'waive',
    reason: 'Moved',
  });
  expect(status).toBe(200);
  // $80 stay in California, $40 and $20 go to Texas.
  expect(preview).toMatchObject({
    before: { taxCents: 11_20, shippingCents: 15_00 },
    after: { taxCents: 6_40 + 6_00, shippingCents: 15_00 },
  });
  expect(
    await query('select name, taxable, tax from order_taxes where order_id = $1 order by name', [order.id]),
  ).toEqual([
    { name: 'CA', taxable: '80.00', tax: '6.40' },
    { name: 'TX', taxable: '60.00', tax: '6.00' },
  ]);
  await expectBooksToAgree(order);
});

test('a form that is sent twice corrects once, and one that has seen other amounts corrects nothing', async () => {
  const order = await buy();
  const { preview } = await act(order, 'preview-correct-address', texas);
  const seen = { correction: preview?.id ?? '', total: '5900', how: 'ask' };
  const sent = await Promise.all([1, 2].map(() => act(order, 'correct-address', { ...texas, ...seen })));
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect(await query('select from order_corrections where order_id = $1', [order.id])).toHaveLength(1);
  const before = await snapshot(order);
  // A colleague has corrected it meanwhile.
  const stale = { correction: randomUUID(), total: '5820', how: 'ask' };
  expect(await act(order, 'correct-address', { ...nevada, ...stale })).toMatchObject({
    status: 400,
    message: 'Error changing the address: the amounts have changed. Look at them again',
  });
  expect(await snapshot(order)).toEqual(before);
});

test.each<[string, string, Fields, string]>([
  ['to a state where nothing is sent', '', { ...texas, state: 'HI', postalCode: '96701' }, 'Horn: '],
  ['with the ZIP code of another state', '', { ...texas, postalCode: '92101' }, '92101'],
  ['without a street', '', { ...texas, line1: ' ' }, 'Please enter a street address'],
  ['abroad', '', { ...texas, country: 'FR' }, "We don't ship to this country"],
  ['of an order on its way', "progress = 'shipped'", texas, 'it is shipped'],
  ['of a disputed order', "dispute = 'open', status = 'disputed'", texas, 'the payment is disputed'],
  [
    'of a buyer who has left',
    'buyer_left = true, user_id = null',
    texas,
    'the buyer has deleted the account',
  ],
  ['of another currency', "charged = 60, charged_currency = 'cad'", texas, 'it was paid in CAD'],
  ['of a part that is gone', '-', texas, 'Horn is no longer in the catalog'],
  ['while the tax service is down', 'service', texas, "the tax couldn't be calculated. Try again"],
])('an address %s is refused and changes nothing', async (_, update, fields, reason) => {
  const order = await buy();
  if (update === '-') await query('delete from parts_catalog where id = $1', [order.partIds[0]]);
  else if (update === 'service')
    await query('update shop_settings set values = $1', [
      { ...settings, tax: { mode: 'service', states: [{ ...state('TX', 0.1), usesTable: true }] } },
    ]);
  else if (update.startsWith('dispute')) {
    await query(
      `with told as (
         insert into disputes (id, order_id, payment_id, state, told_at)
         select 'dp_' || number, id, payment_id, 'open', now() from orders where id = $1
       ) update orders set ${update} where id = $1`,
      [order.id],
    );
  } else if (update) await query(`update orders set ${update} where id = $1`, [order.id]);
  const before = await snapshot(order);
  const settle = { correction: randomUUID(), total: '5900', how: 'waive', reason: 'So be it' };
  for (const intent of ['preview-correct-address', 'correct-address']) {
    const { status, message } = await act(order, intent, { ...fields, ...settle });
    expect([status, message]).toEqual([400, expect.stringContaining(reason)]);
  }
  expect(await snapshot(order)).toEqual(before);
});

test("a refund above staff's limit needs an admin", async () => {
  const order = await buy({ part_name: 'Horn', units: 2 });
  const before = await snapshot(order);
  const refused = await correct(order, 'correct-address', nevada, { how: 'refund' });
  expect(refused).toMatchObject({
    status: 403,
    message: 'Error changing the address: that is more than staff may refund. Ask an admin',
  });
  expect(await snapshot(order)).toEqual(before);
  expect(await correct(order, 'correct-address', nevada, { how: 'refund' }, admin)).toMatchObject({
    status: 200,
  });
});

test('only staff correct orders', async () => {
  const order = await buy();
  const before = await snapshot(order);
  for (const who of [buyer, '']) {
    const response = await desk.shop.request(`/admin/orders/PY-${order.number}`, {
      method: 'POST',
      headers: { cookie: who },
      body: new URLSearchParams({ intent: 'correct-address', ...texas }),
    });
    expect(response.status).toBe(302);
  }
  expect(await snapshot(order)).toEqual(before);
});

const stockOf = async (partId: string | undefined) =>
  (await query('select stock_quantity as stock from parts_catalog where id = $1', [partId]))[0]?.stock;

const linesOf = (order: PaidOrder) =>
  query(
    'select part_name as name, quantity, unit_price::float as price, shipping::float from order_lines where order_id = $1 and quantity > 0 order by part_name',
    [order.id],
  );

/** A part that can be added. */
async function addPart(part: PartColumns = {}) {
  const [id = ''] = await addParts(desk.shop.database.owner, [
    { part_name: 'Lamp', price: 50, stock_quantity: 5, ...part },
  ]);
  return id;
}

test('a part is swapped for a dearer one: units, stock, sums and words of the search follow', async () => {
  const order = await buy({ part_name: 'Horn', units: 2, stock_quantity: 9 });
  const lamp = await addPart();
  await act(order, 'pack');
  const before = await revenue();
  const swap = { line: order.lineIds[0] ?? '', off_units: '1', part: lamp, on_units: '1' };
  const { preview, status } = await correct(order, 'correct-parts', swap, { how: 'ask' });
  expect(status).toBe(200);
  // $40 and $50 instead of twice $40: two boxes instead of one.
  expect(preview).toMatchObject({
    after: { taxCents: 7_20, shippingCents: 30_00, totalCents: 127_20 },
    dueCents: 25_80,
  });
  expect(await linesOf(order)).toEqual([
    { name: 'Horn', quantity: 1, price: 40, shipping: 15 },
    { name: 'Lamp', quantity: 1, price: 50, shipping: 15 },
  ]);
  expect([await stockOf(order.partIds[0]), await stockOf(lamp)]).toEqual([8, 4]);
  expect(await query('select progress, product_name from orders where id = $1', [order.id])).toEqual([
    { progress: 'to_pack', product_name: 'Horn and 1 more' },
  ]);
  await expectBooksToAgree(order);
  expect(await revenue()).toBeCloseTo(before + 25.8, 2);
  expect((await act(order, 'pack')).status).toBe(400);
  const list = await desk.shop.request('/admin/orders?view=all&q=lamp', { headers: { cookie: staff } });
  expect(await list.text()).toContain(`PY-${order.number}`);
  await runDueJobs();
  const [mail] = await query('select body from mails where subject like $1', [
    `%PY-${order.number}%parts changed`,
  ]);
  expect(mail?.body).toContain('Added: Lamp');
  expect(mail?.body).toContain('Removed: Horn');

  // The other unit too: its line is gone for everyone who reads the order.
  await deliverToShop(desk, desk.stripe.pay(await pay(order)));
  const rest = { line: order.lineIds[0] ?? '', off_units: '1', fate: 'written_off' };
  expect(await correct(order, 'correct-parts', rest, { how: 'refund' }, admin)).toMatchObject({
    status: 200,
  });
  expect(await stockOf(order.partIds[0])).toBe(8);
  for (const path of [`/admin/orders/PY-${order.number}`, `/orders/PY-${order.number}`]) {
    const who = path.startsWith('/admin') ? staff : buyer;
    const page = (await (await desk.shop.request(path, { headers: { cookie: who } })).text()).split(
      'History',
    )[0];
    expect([path, page?.includes('Lamp'), page?.includes('0 ×')]).toEqual([path, true, false]);
  }
  await expectBooksToAgree(order);
  await runDueJobs();
  expect((await act(order, 'ship', {}, admin)).message).toBe('Order shipped');
});

test('a part is added, and taken off again before it is paid', async () => {
  const order = await buy();
  const lamp = await addPart();
  const added = await correct(
    order,
    'correct-parts',
    { part: lamp, on_units: '2', price: '45' },
    { how: 'ask' },
  );
  expect(added).toMatchObject({ status: 200, preview: { dueCents: 2 * 45_00 + 7_20 + 15_00 } });
  const [line] = await query("select id from order_lines where order_id = $1 and part_name = 'Lamp'", [
    order.id,
  ]);
  const session = await pay(order);
  const off = await correct(order, 'correct-parts', { line: line?.id, off_units: '2' });
  expect(off).toMatchObject({ status: 200, preview: { dueCents: 0, refundCents: 0 } });
  expect(await stockOf(lamp)).toBe(5);
  expect(await moneyOf(order)).toMatchObject({ amount: 58.2, charged: null, review: 'accepted' });
  await deliverToShop(desk, desk.stripe.pay(session));
  await runDueJobs();
  expect(desk.stripe.refundedOf(session)).toBe(112_20);
  await expectBooksToAgree(order);
});

test('the last unit goes to one of two orders that want it at the same time', async () => {
  const orders = await Promise.all([buy(), buy()]);
  const lamp = await addPart({ stock_quantity: 1 });
  const results = await Promise.all(
    orders.map((order) =>
      correct(order, 'correct-parts', { part: lamp, on_units: '1' }, { how: 'waive', reason: 'A gift' }),
    ),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(results.find(({ status }) => status === 400)?.message).toContain('Lamp is out of stock');
  expect(await stockOf(lamp)).toBe(0);
  expect(
    await query('select from order_corrections where order_id = any ($1)', [orders.map(({ id }) => id)]),
  ).toHaveLength(1);
});

test.each<[string, Fields, string]>([
  ['nothing', {}, 'choose what to take off or to add'],
  ['more units than are left', { off_units: '2', line: 'own' }, 'only 1 of Horn have not shipped'],
  ['everything', { off_units: '1', line: 'own' }, 'nothing would be left to ship'],
  ['a line of another order', { off_units: '1', line: randomUUID() }, 'this line does not exist anymore'],
  ['half a unit', { part: 'lamp', on_units: '0.5' }, 'enter whole numbers of units'],
  ['more than is in stock', { part: 'lamp', on_units: '6' }, 'only 5 of Lamp in stock'],
  ['an unknown part', { part: randomUUID(), on_units: '1' }, 'this part is no longer in the catalog'],
  ['a part for nothing', { part: 'lamp', on_units: '1', price: '0' }, 'enter a price for Lamp'],
  ['a price that is too high', { part: 'lamp', on_units: '1', price: '999999999' }, 'at most'],
  ['a shipping price that is too high', { part: 'lamp', on_units: '1', shipping: '999999999' }, 'at most'],
])('a change of parts by %s is refused and changes nothing', async (_, fields, reason) => {
  const order = await buy();
  const lamp = await addPart();
  const named = {
    ...fields,
    ...(fields['line'] === 'own' && { line: order.lineIds[0] ?? '' }),
    ...(fields['part'] === 'lamp' && { part: lamp }),
  };
  const before = await snapshot(order);
  const settle = { correction: randomUUID(), total: '5820', how: 'waive', reason: 'So be it' };
  for (const intent of ['preview-correct-parts', 'correct-parts']) {
    const { status, message } = await act(order, intent, { ...named, ...settle });
    expect([status, message]).toEqual([400, expect.stringContaining(reason)]);
  }
  expect(await snapshot(order)).toEqual(before);
  expect(await stockOf(lamp)).toBe(5);
});
