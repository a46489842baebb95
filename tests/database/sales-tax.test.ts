import { sql, type Transaction } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DB } from '#db/types.ts';
import { priceOrder } from '#core/pricing/pricing.ts';
import type { PricedLine } from '#core/pricing/line.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { type Destination, taxedPlace } from '#core/addresses/destination.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import {
  type AnsweredCalculation,
  readTaxRates,
  withTaxService,
  writeOrderTaxes,
} from '#core/checkout/tax-rates.server.ts';
import { reviewTaxSettings } from '#core/payments/review-tax-settings.server.ts';
import type { TaxService } from '#core/pricing/tax-service.server.ts';
import { createTaxService } from '#server/payments/tax-service.ts';
import { deleteOrders } from '../support/orders.ts';
import { startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const KEYS = { secretKey: 'sk_test_tax', webhookSecret: 'whsec_tax' };
const log = pino({ level: process.env.TEST_LOG ?? 'silent' });

let database: TestDatabase;
let buyer: string;
let admin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.owner.query(
    "insert into auth.users (name, email, email_verified) values ('Gus', 'gus@example.com', true), ('Ada', 'ada@example.com', true) returning id",
  );
  [buyer, admin] = rows.map(({ id }) => id) as [string, string];
  await database.owner.query("insert into user_roles (user_id, role) values ($1, 'admin')", [admin]);
  await database.owner.query(`
    insert into tax_rates (state, zip, state_rate, county, county_rate, city, city_rate, districts, needs_check) values
      ('CA', '92101', 0.06, 'San Diego County', 0.0125, null, 0, '[{"name": "San Diego Transit", "rate": 0.005}]', false),
      ('CA', '91910', 0.06, 'San Diego County', 0.0125, 'Chula Vista', 0.01, '[]', true)`);
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  await deleteOrders(database.owner);
  await database.owner.query('truncate order_taxes, resale_certificates, alerts');
});

const locations = [
  { name: 'Main yard', street: '1 Yard Road', city: 'San Diego', state: 'CA', zip: '92101' },
];

function settingsOf(tax: object, state: object = {}) {
  const registered = { state: 'CA', rate: 0.0725, usesTable: true, taxesShipping: false, ...state };
  return parseSettings({ business: { locations }, tax: { states: [registered], ...tax } });
}
const tableSettings = settingsOf({ mode: 'table' });
const serviceSettings = settingsOf({ mode: 'service' });

const shipTo = (state: string, zip: string): Destination => ({
  kind: 'ship',
  country: 'US',
  state,
  zip,
  place: 'residential',
  liftgate: false,
  poBox: false,
});
const part: PricedLine = { unitPriceCents: 50_00, quantity: 1 };

interface Purchase {
  lines?: PricedLine[];
  userId?: string | null;
  answered?: AnsweredCalculation | undefined;
}

/** What the checkout does, without stock. */
async function buy(
  transaction: Transaction<DB>,
  settings: ReturnType<typeof parseSettings>,
  destination: Destination,
  { lines = [part], userId = null, answered }: Purchase = {},
) {
  const { shipping, tax, cores, business } = settings;
  const terms = { shipping, tax, cores, destination, taxRates: null, exempt: false };
  const found = await readTaxRates(transaction, settings, taxedPlace(destination, business.locations), {
    userId,
    lines,
    price: (taxRates) => priceOrder(lines, { ...terms, taxRates }),
    answered,
  });
  if (found.ask) return { ask: found.ask, quote: undefined };
  const quote = priceOrder(lines, { ...terms, ...found });
  if (quote.status !== 'priced') return { quote, found };
  const { id } = await transaction
    .insertInto('orders')
    .values({
      user_id: userId,
      amount: dollarsFromCents(quote.totalCents),
      tax: dollarsFromCents(quote.taxCents),
      shipping: dollarsFromCents(quote.shippingCents),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeOrderTaxes(transaction, id, quote, found);
  return { quote, found, orderId: id };
}

const asShop = <T>(work: (transaction: Transaction<DB>) => Promise<T>) =>
  database.pools.as({ role: 'service_role' }, work);
const asAdmin = <T>(work: (transaction: Transaction<DB>) => Promise<T>) =>
  database.pools.as({ role: 'authenticated', userId: admin }, work);

async function storedTaxes() {
  const { rows } = await database.owner.query(
    'select level, name, state, rate::float, taxable::float, exempt::float, tax::float from order_taxes order by order_id, position',
  );
  return rows.map(({ level, name, state, rate, taxable, exempt, tax }) => [
    level,
    name,
    state,
    rate,
    taxable,
    exempt,
    tax,
  ]);
}
const openAlerts = async () =>
  (await database.owner.query('select kind, subject, details from alerts where settled_at is null')).rows;

describe('with the table', () => {
  test('an order is taxed by its ZIP code, and keeps each jurisdiction', async () => {
    const result = await asShop((transaction) => buy(transaction, tableSettings, shipTo('CA', '92101')));
    expect(result).toMatchObject({ quote: { taxCents: 388, totalCents: 50_00 + 3_88 + 15_00 } });
    expect(await storedTaxes()).toEqual([
      ['state', 'CA', 'CA', 0.06, 50, 0, 3],
      ['county', 'San Diego County', 'CA', 0.0125, 50, 0, 0.63],
      ['district', 'San Diego Transit', 'CA', 0.005, 50, 0, 0.25],
    ]);
    expect(await openAlerts()).toEqual([]);
  });

  test('a pickup is taxed at its location', async () => {
    const settings = parseSettings({
      ...tableSettings,
      shipping: { pickup: { offered: true, readyHours: 1 } },
    });
    const result = await asShop((transaction) =>
      buy(transaction, settings, { kind: 'pickup', location: 'Main yard' }),
    );
    expect(result).toMatchObject({ quote: { taxCents: 388, shippingCents: 0 } });
  });

  test('nothing is charged where the owner is not registered', async () => {
    const result = await asShop((transaction) => buy(transaction, tableSettings, shipTo('OR', '97201')));
    expect(result).toMatchObject({ quote: { taxCents: 0 }, found: { exempt: false } });
    expect(await storedTaxes()).toEqual([]);
  });

  test('shipping is taxed where the setting of the state says so', async () => {
    const settings = settingsOf({ mode: 'table' }, { taxesShipping: true });
    const result = await asShop((transaction) => buy(transaction, settings, shipTo('CA', '92101')));
    // 65 x 7.75 % = 5.0375
    expect(result).toMatchObject({ quote: { taxCents: 504 } });
  });

  test("a ZIP code without a rate costs the state's own, with one alert for each state", async () => {
    for (const zip of ['90001', '90002']) {
      const result = await asShop((transaction) => buy(transaction, tableSettings, shipTo('CA', zip)));
      // 50 x 7.25 % = 3.625
      expect(result).toMatchObject({ quote: { taxCents: 363 } });
    }
    expect(await openAlerts()).toMatchObject([
      { kind: 'tax-rate-missing', subject: 'CA', details: { 'ZIP code': 'CA 90001' } },
    ]);
    expect(await storedTaxes()).toHaveLength(2);
  });

  test("a ZIP code without a rate is refused without the state's own", async () => {
    const settings = settingsOf({ mode: 'table' }, { rate: 0 });
    const result = await asShop((transaction) => buy(transaction, settings, shipTo('CA', '90001')));
    expect(result).toMatchObject({
      quote: { status: 'open', needs: 'taxRates' },
      found: { taxRates: null, exempt: false },
    });
  });

  test('a state without the table has one rate', async () => {
    const settings = settingsOf({ mode: 'table' }, { usesTable: false });
    const result = await asShop((transaction) => buy(transaction, settings, shipTo('CA', '92101')));
    expect(result).toMatchObject({ quote: { taxCents: 363 } });
  });

  test('the taxes of an order are written once', async () => {
    const result = await asShop((transaction) => buy(transaction, tableSettings, shipTo('CA', '92101')));
    const { orderId = '', quote } = 'quote' in result ? result : {};
    if (quote?.status !== 'priced') return expect.fail();
    await expect(asShop((transaction) => writeOrderTaxes(transaction, orderId, quote))).rejects.toMatchObject(
      {
        constraint: 'order_taxes_pkey',
      },
    );
  });
});

describe('a resale certificate', () => {
  async function approve(expires: string, { email = 'gus@example.com', state = 'CA' } = {}) {
    await asAdmin(async (transaction) => {
      await sql`insert into resale_certificates (email, number, state, expires_on)
        values (${email}, 'SR AA 100-1', ${state}, ${sql.raw(expires)})`.execute(transaction);
    });
  }
  const here = "(now() at time zone 'America/Los_Angeles')::date";
  const taxOf = async (purchase: Purchase = { userId: buyer }) => {
    const result = await asShop((transaction) =>
      buy(transaction, tableSettings, shipTo('CA', '92101'), purchase),
    );
    return result.quote?.status === 'priced' ? result.quote.taxCents : undefined;
  };

  test('exempts its buyer until the end of its last day, and the order keeps it', async () => {
    await approve(`${here}`);
    expect(await taxOf()).toBe(0);
    expect(await storedTaxes()).toEqual([
      ['state', 'CA', 'CA', 0.06, 0, 50, 0],
      ['county', 'San Diego County', 'CA', 0.0125, 0, 50, 0],
      ['district', 'San Diego Transit', 'CA', 0.005, 0, 50, 0],
    ]);
    const { rows } = await database.owner.query(
      'select distinct certificate_id = (select id from resale_certificates) as kept from order_taxes',
    );
    expect(rows).toEqual([{ kept: true }]);
    const stored = await database.owner.query('select user_id, email, approved_by from resale_certificates');
    expect(stored.rows).toEqual([{ user_id: buyer, email: 'gus@example.com', approved_by: admin }]);
  });

  test('that has expired, was revoked, or is for another state or buyer exempts nothing', async () => {
    await approve(`${here} - 1`);
    await approve(`${here} + 100`, { state: 'OR' });
    await approve(`${here} + 100`, { email: 'ada@example.com' });
    expect(await taxOf()).toBe(388);
    expect(await taxOf({ userId: null })).toBe(388);
    await approve(`${here} + 100`);
    expect(await taxOf()).toBe(0);
    await asAdmin(async (transaction) => {
      await transaction.updateTable('resale_certificates').set({ revoked_at: new Date() }).execute();
    });
    expect(await taxOf()).toBe(388);
  });

  test('needs an account', async () => {
    await expect(approve('now()', { email: 'nobody@example.com' })).rejects.toMatchObject({
      constraint: 'resale_certificates_account_exists',
    });
  });

  test('stays without the email when its account is deleted, and is shown to its buyer before', async () => {
    await approve(`${here}`);
    const data = await database.pools.as({ role: 'authenticated', userId: buyer }, async (transaction) => {
      const { rows } = await sql<{
        data: { resale_certificates: object[] };
      }>`select personal_data() as data`.execute(transaction);
      return rows[0]?.data;
    });
    expect(data?.resale_certificates).toMatchObject([{ number: 'SR AA 100-1', email: 'gus@example.com' }]);
    await database.owner.query('begin');
    await database.owner.query('select auth.forget_person($1)', [buyer]);
    const { rows } = await database.owner.query('select user_id, email, number from resale_certificates');
    await database.owner.query('rollback');
    expect(rows).toEqual([{ user_id: null, email: null, number: 'SR AA 100-1' }]);
  });
});

describe('with Stripe Tax', () => {
  let stripe: StripeStandIn;
  let taxService: TaxService;

  beforeEach(async () => {
    stripe = await startStripeStandIn(KEYS);
    stripe.taxRates.CA = [
      { level: 'state', name: 'California', percent: '6.0' },
      { level: 'county', name: 'SAN DIEGO COUNTY', percent: '1.25' },
      { level: 'district', name: 'SAN DIEGO TRANSIT', percent: '0.5' },
    ];
    taxService = await createTaxService(
      { secretKey: KEYS.secretKey, apiBase: stripe.url, timeoutMs: 1_000 },
      log,
    );
    return () => stripe[Symbol.asyncDispose]();
  });

  const order = (lines = [part], destination = shipTo('CA', '92101'), settings = serviceSettings) =>
    withTaxService(taxService, (answered) =>
      asShop((transaction) => buy(transaction, settings, destination, { lines, answered })),
    );
  const calculations = () => stripe.requests.filter(({ path }) => path === '/v1/tax/calculations');
  const orders = async () =>
    (await database.owner.query('select count(*)::int as all from orders')).rows[0].all;

  test('an order keeps the amounts of the service', async () => {
    const core = { ...part, unitPriceCents: 33_33, coreChargeCents: 25_00 };
    const untaxed = { ...part, taxRate: 0 };
    const result = await order([part, core, untaxed]);
    // Each jurisdiction of each item is rounded: 300 + 63 + 25, and 350 + 73 + 29 of 58.33.
    expect(result).toMatchObject({
      quote: { taxCents: 388 + 452, lines: [{ taxCents: 388 }, {}, { taxCents: 0 }] },
    });
    if (!('quote' in result) || result.quote?.status !== 'priced') throw new Error('Not priced');
    const { lines } = result.quote;
    expect((lines[1]?.taxCents ?? 0) + (lines[1]?.coreTaxCents ?? 0)).toBe(452);
    expect(lines[1]?.coreTaxCents).toBe(194);
    expect(await storedTaxes()).toEqual([
      ['state', 'CA', 'CA', 0.06, 108.33, 0, 6.5],
      ['county', 'SAN DIEGO COUNTY', 'CA', 0.0125, 108.33, 0, 1.36],
      ['district', 'SAN DIEGO TRANSIT', 'CA', 0.005, 108.33, 0, 0.54],
    ]);
    expect(calculations()).toMatchObject([
      {
        params: {
          currency: 'usd',
          customer_details: { address: { country: 'US', state: 'CA', postal_code: '92101' } },
          line_items: [
            { amount: '5000', reference: 'line-0' },
            { amount: '5833', reference: 'line-1' },
          ],
          shipping_cost: { amount: '3000' },
        },
      },
    ]);
  });

  test('shipping is taxed where the service says so', async () => {
    stripe.taxesShipping = true;
    // 15: 90 + 19 + 8.
    expect(await order()).toMatchObject({ quote: { taxCents: 388 + 117, lines: [{ taxCents: 505 }] } });
  });

  test('the same lines are calculated once', async () => {
    await order();
    await order();
    expect(calculations()).toHaveLength(1);
    await order([{ ...part, quantity: 2 }]);
    expect(calculations()).toHaveLength(2);
  });

  test('orders of many lines are read in full', async () => {
    const lines = Array.from({ length: 25 }, () => part);
    expect(await order(lines)).toMatchObject({ quote: { taxCents: 25 * 388 } });
  });

  test('is not asked where the owner is not registered, or where the state has one rate', async () => {
    expect(await order([part], shipTo('OR', '97201'))).toMatchObject({ quote: { taxCents: 0 } });
    const oneRate = settingsOf({ mode: 'service' }, { usesTable: false });
    expect(await order([part], shipTo('CA', '92101'), oneRate)).toMatchObject({ quote: { taxCents: 363 } });
    expect(calculations()).toEqual([]);
  });

  test.each(['error', 'silence', 'garbage'] as const)(
    'after %s, the order is refused, and the next one succeeds',
    async (failure) => {
      stripe.failNext(failure, 2);
      expect(await order()).toEqual({ error: "We couldn't calculate the tax. Please try again." });
      expect(await orders()).toBe(0);
      stripe.recover();
      expect(await order()).toMatchObject({ quote: { taxCents: 388 } });
    },
  );

  test('a hanging service holds no connection of the database', async () => {
    stripe.failNext('silence', 2);
    const waiting = order();
    await expect.poll(() => calculations().length).toBe(1);
    const { rows } = await database.owner.query(
      "select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(rows[0].open).toBe(0);
    expect(await waiting).toHaveProperty('error');
  });

  test('a state without a registration at Stripe is never untaxed', async () => {
    delete stripe.taxRates.CA;
    expect(await order()).toEqual({ error: "We couldn't calculate the tax. Please try again." });
    expect(await orders()).toBe(0);
  });

  test('without keys, the order is refused', async () => {
    taxService = await createTaxService(undefined, log);
    expect(await order()).toHaveProperty('error');
  });

  test('an answer for other lines does not count', async () => {
    let answered: AnsweredCalculation | undefined;
    const results: object[] = [];
    await withTaxService(taxService, async (given) => {
      answered = given;
      // The price changes between the calculation and the order.
      const lines = [{ ...part, unitPriceCents: results.length === 0 ? 50_00 : 60_00 }];
      const result = await asShop((transaction) =>
        buy(transaction, serviceSettings, shipTo('CA', '92101'), { lines, answered: given }),
      );
      results.push(result);
      return result;
    });
    expect(results).toMatchObject([{ ask: {} }, { ask: {} }, { quote: { taxCents: 465 } }]);
    expect(answered?.request.lines[0]?.partCents).toBe(60_00);
  });
});

describe('the alert about the demo rate', () => {
  const store = (values: object) =>
    database.owner.query('update shop_settings set values = $1', [JSON.stringify(values)]);
  beforeEach(() => store({}));

  test('is open in production only, as long as the demo rate is charged', async () => {
    await reviewTaxSettings(database.pools, false);
    expect(await openAlerts()).toEqual([]);
    await reviewTaxSettings(database.pools, true);
    await reviewTaxSettings(database.pools, true);
    expect(await openAlerts()).toEqual([
      { kind: 'demo-tax-rate', subject: 'tax', details: { Rate: '8% of each order' } },
    ]);
    await store({ tax: { mode: 'table' } });
    await reviewTaxSettings(database.pools, true);
    expect(await openAlerts()).toEqual([]);
    await store({ tax: { flatRate: 0.0775 } });
    await reviewTaxSettings(database.pools, true);
    expect(await openAlerts()).toEqual([]);
  });
});
