import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CheckoutRequest } from '#core/checkout/create-payment.ts';
import type { PageStatus } from '#core/orders/payment.ts';
import { createPayment } from '#core/checkout/create-payment.server.ts';
import { type NewOrder, toRows, writeOrder } from '#core/checkout/write-order.server.ts';
import { removeOrders, stockOfParts } from '../support/orders.ts';
import { addParts } from '../support/parts.ts';
import { silentPayments } from '../support/silent-payments.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const BROWSER = '00000000-0000-4000-8000-0000000000bb';

let database: TestDatabase;
let other: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  other = new pg.Client({ connectionString: database.ownerUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await database[Symbol.asyncDispose]();
});
beforeEach(() => removeOrders(database.owner));

async function addPart(stock = 3): Promise<CheckoutRequest['items'][number] & { id: string }> {
  const [id = ''] = await addParts(database.owner, [{ part_name: 'Pads', price: 40, stock_quantity: stock }]);
  return { id, name: 'Pads', amountCents: 40_00, quantity: 1 };
}

const pay = (item: CheckoutRequest['items'][number], { browserId = BROWSER, network = '203.0.113.7' } = {}) =>
  createPayment({
    database: database.pools,
    payments: {
      ...silentPayments,
      createPage: async ({ orderId }) => ({ sessionId: orderId, url: `http://pay.test/${orderId}` }),
      fetchPage: async () => ({ state: 'open' }) as PageStatus,
    },
    taxService: { isAvailable: false, calculate: () => Promise.reject(new Error('Not asked')) },
    siteUrl: 'http://shop.test',
    request: {
      items: [item],
      currency: 'usd',
      purchase: 'cart',
      taxCents: Math.round(item.amountCents * item.quantity * 0.08),
      shippingCents: item.amountCents * item.quantity > 100_00 ? 0 : 15_00,
      coreCents: 0,
      batteryFeeCents: 0,
      destination: null,
    },
    user: null,
    browserId,
    network,
  });

/** Begins a payment, and makes a change between its reading and its writing. */
async function payWhile(item: CheckoutRequest['items'][number], change: () => Promise<unknown>) {
  const key = `hashtextextended('checkout ${BROWSER}', 0)`;
  await other.query(`select pg_advisory_lock(${key})`);
  const payment = pay(item);
  await expect
    .poll(
      async () =>
        (
          await database.owner.query(
            "select from pg_stat_activity where wait_event = 'advisory' and query like '%place_order%'",
          )
        ).rowCount,
      { timeout: 20_000 },
    )
    .toBe(1);
  await change();
  await other.query(`select pg_advisory_unlock(${key})`);
  return payment;
}

const countOrders = async () => (await database.owner.query('select from orders')).rowCount;

test('a price that changes after it was read is not charged', async () => {
  const item = await addPart();
  const paid = await payWhile(item, () => other.query('update parts_catalog set price = 50'));
  expect(paid).toEqual({
    error: 'The price of Pads has changed',
    items: [{ id: item.id, amountCents: 50_00, available: 3 }],
  });
  expect(await countOrders()).toBe(0);
});

test('a part that is sold or deleted after it was read is not sold again', async () => {
  const item = await addPart(1);
  const sold = await payWhile(item, () => other.query('update parts_catalog set stock_held = 1'));
  expect(sold).toEqual({
    error: 'Pads is out of stock',
    items: [{ id: item.id, amountCents: 40_00, available: 0 }],
  });
  await other.query('update parts_catalog set stock_held = 0');
  const gone = await payWhile(item, () => other.query('delete from parts_catalog'));
  expect(gone).toMatchObject({ error: 'Pads is no longer in the catalog' });
  expect(await countOrders()).toBe(0);
});

test('other stock, and other changes of the part, do not matter', async () => {
  const item = await addPart();
  const paid = await payWhile(item, () =>
    other.query("update parts_catalog set stock_held = 1, stock_quantity = 2, description = 'Another text'"),
  );
  expect(paid).toMatchObject({ isNew: true });
  expect(await stockOfParts(database.owner, [item.id])).toEqual([{ stock: 2, held: 2 }]);
});

test('settings that change after they were read are those of the order', async () => {
  const item = await addPart();
  const { rows } = await other.query('select version from shop_settings');
  const paid = await payWhile(item, () =>
    other.query(`update shop_settings set values = values || '{"business": {"phone": "(503) 555-0199"}}'`),
  );
  expect(paid).toMatchObject({ isNew: true });
  const orders = await other.query('select settings_version from orders');
  expect(orders.rows).toEqual([{ settings_version: rows[0].version + 1 }]);
});

test('an order of the browser that was placed meanwhile is continued', async () => {
  const item = await addPart();
  const first = await pay(item);
  await other.query("update orders set status = 'expired', ended = 'expired'");
  const again = await payWhile(item, () => other.query("update orders set status = 'pending', ended = null"));
  expect(again).toEqual({ ...first, isNew: false });
});

test('many buyers of one part hold what there is', async () => {
  const item = await addPart(12);
  const tries = Array.from({ length: 20 }, (_, index) =>
    pay(item, { browserId: crypto.randomUUID(), network: `203.0.113.${index}` }),
  );
  const results = await Promise.all(tries);
  expect(results.filter((result) => 'url' in result)).toHaveLength(12);
  for (const result of results) if ('error' in result) expect(result.error).toBe('Pads is out of stock');
  expect(await stockOfParts(database.owner, [item.id])).toEqual([{ stock: 12, held: 12 }]);
});

test('every column of an order and of its lines is written', async () => {
  const { id: partId } = await addPart();
  await other.query("insert into auth.users (id, name, email) values ($1, 'Ada', 'ada@example.com')", [
    BROWSER,
  ]);
  const line = {
    partId,
    name: 'Pads',
    oemNumber: '45022',
    condition: 'Good',
    vehicle: '2012 Honda Accord',
    origin: 'remanufactured',
    rebuilder: 'Rebuilt Inc.',
    stockNumber: 'S-1',
    mileage: 61_000,
    grade: 'B',
    warranty: '90 days',
    unitPriceCents: 40_00,
    quantity: 2,
  };
  const order = {
    id: crypto.randomUUID(),
    userId: BROWSER,
    origin: { browserId: BROWSER, network: '203.0.113.7' },
    purchase: 'buy_now',
    expiresAt: new Date(Date.now() + 60_000),
    returnTerms: { days: 30 },
    settingsVersion: 1,
    coreReturnDays: 30,
    destination: { kind: 'ship', country: 'US', state: 'CA', zip: '92101', place: 'residential' },
    buyer: { email: 'ada@example.com', name: 'Ada', phone: '5550100' },
    lines: [line],
    quote: {
      totalCents: 130_00,
      taxCents: 5_00,
      shippingCents: 15_00,
      coreCents: 20_00,
      batteryFeeCents: 2_00,
      days: { min: 2, max: 5 },
      lines: [
        {
          shippingCents: 15_00,
          taxCents: 5_00,
          coreCents: 20_00,
          coreTaxCents: 1_00,
          refundsCoreTax: true,
          batteryFeeCents: 2_00,
          refundsBatteryFee: true,
          class: 'parcel',
        },
      ],
    },
  } as unknown as NewOrder;
  await database.pools.as({ role: 'service_role' }, (transaction) => writeOrder(transaction, order));

  const { columns, lines } = toRows(order);
  const stored = await other.query('select to_jsonb(orders) as row from orders');
  const storedLines = await other.query('select to_jsonb(order_lines) as row from order_lines');
  const pairs = [
    [columns, stored.rows[0].row],
    [lines[0], storedLines.rows[0].row],
  ];
  for (const [given, kept] of pairs) {
    for (const [column, value] of Object.entries(given ?? {})) {
      if (value === null) continue;
      expect(kept[column], column).not.toBeNull();
      if (column === 'expires_at') continue;
      const isAmount = typeof value === 'string' && typeof kept[column] === 'number';
      expect(isAmount ? Number(value) : value, column).toEqual(kept[column]);
    }
  }
});
