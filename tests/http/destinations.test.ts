import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutBody, PriceResponse } from '#core/checkout/create-payment.ts';
import { type Destination, type ShipTo, taxedPlace } from '#core/addresses/destination.ts';
import { formatDollars } from '#core/values/money.ts';
import { findChargeProblem } from '#core/orders/payment.ts';
import type { PricedLine } from '#core/pricing/line.ts';
import { defaultShipping, type PricingTerms } from '#core/pricing/pricing-terms.ts';
import { findStateRates } from '#core/pricing/tax.ts';
import { findUsableDestination } from '#core/settings/usable-terms.ts';
import { priceOrder } from '#core/pricing/pricing.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { checkOut, deliver, orderState } from '../support/checkout.ts';
import { isLong } from '../support/is-long.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { freightShipping, home } from '../support/priced-lines.ts';
import { anyCores, anyDestination, anyLine, anyShipping, anyTax } from '../support/random-orders.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { orderNumber } from '../support/orders.ts';

let shop: TestShop;

const yard = { name: 'Main yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };

const california = {
  mode: 'table',
  flatRate: 0.08,
  states: [{ state: 'CA', rate: 0.0775, usesTable: false, taxesShipping: false }],
};

const engineShipping = {
  ...freightShipping,
  kinds: [
    { category: 'Engine', class: 'freight', pounds: 412, lengthIn: null, widthIn: null, heightIn: null },
  ],
};

const garage: ShipTo = { ...home, place: 'business', liftgate: true };

beforeAll(async () => {
  shop = await createTestShop();
  // Enough units that a guest may hold several.
  await addPart({ part_name: 'Washer', stock_quantity: 100_000 });
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => setSettings({}));

async function addPart(part: PartColumns = {}): Promise<string> {
  const [id = ''] = await addParts(shop.database.owner, [{ stock_quantity: 9, ...part }]);
  return id;
}

async function setSettings(values: object): Promise<void> {
  parseSettings(values);
  await shop.database.owner.query('update shop_settings set values = $1', [JSON.stringify(values)]);
}

async function askPrice(items: { id: string; quantity: number }[], destination: Destination | null = null) {
  const response = await shop.request('/functions/v1/price-cart', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ items, destination }),
  });
  return { status: response.status, body: (await response.json()) as PriceResponse & { error?: string } };
}

async function readOrderRow(orderId: string) {
  const { rows } = await shop.database.owner.query(
    `select amount, tax, shipping, core, battery_fee, core_return_days, fulfillment, ship_to, pickup_location,
      settings_version = (select version from shop_settings) as by_current_settings, days_min, days_max
     from orders where id = $1`,
    [orderId],
  );
  return rows[0];
}

async function readLineRows(orderId: string) {
  const { rows } = await shop.database.owner.query(
    'select shipping, tax, core, core_tax, battery_fee, refunds_core_tax, shipping_class from order_lines where order_id = $1',
    [orderId],
  );
  return rows;
}

async function readAlerts(orderId: string) {
  const { rows } = await shop.database.owner.query('select kind, details from alerts where order_id = $1', [
    orderId,
  ]);
  return rows;
}

async function readMails(orderId: string): Promise<string[]> {
  const { rows } = await shop.database.owner.query<{ body: string }>(
    'select body from mails where subject like $1 order by recipient nulls last',
    [`%${await orderNumber(shop.database.owner, orderId)}%`],
  );
  return rows.map(({ body }) => body);
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** Pays the price that the shop answers for one unit. */
async function payFor(id: string, destination: Destination | null, body: object = {}) {
  const { body: priced } = await askPrice([{ id, quantity: 1 }], destination);
  if (priced.quote.status !== 'priced') throw new Error(JSON.stringify(priced));
  const { taxCents, shippingCents, coreCents, batteryFeeCents, lines } = priced.quote;
  return checkOut(shop, [{ id, amountCents: lines[0]?.partCents ?? 0 }], {
    body: { taxCents, shippingCents, coreCents, batteryFeeCents, destination, ...body },
  });
}

function payAt(orderId: string, address: object) {
  return shop.request(`/test-payment/${orderId}`, {
    method: 'POST',
    headers: { Origin: 'http://shop.test' },
    body: new URLSearchParams({ choice: 'pay', email: 'dana@example.com', name: 'Dana', ...address }),
  });
}

describe('with the default settings', () => {
  test.each<[Omit<PricedLine, 'category'>[], number]>([
    [[{ unitPriceCents: 50_00, quantity: 1 }], 69_00],
    [[{ unitPriceCents: 100_00, quantity: 1 }], 123_00],
    [[{ unitPriceCents: 100_01, quantity: 1 }], 108_01],
    [[{ unitPriceCents: 34_00, quantity: 3 }], 110_16],
    [Array.from({ length: 2 }, () => ({ unitPriceCents: 60_00, quantity: 1 })), 159_60],
    [[{ unitPriceCents: 100_00, quantity: 2, taxRate: 0.0775 }], 215_50],
    [[{ unitPriceCents: 9_99, quantity: 1, taxRate: 0 }], 24_99],
    [[{ unitPriceCents: 200_00, quantity: 2, shippingCostCents: 49_50 }], 481_50],
    [[{ unitPriceCents: 1_00, quantity: 1, shippingCostCents: 0 }], 1_08],
    [[{ unitPriceCents: 1_500_00, quantity: 1 }], 1_620_00],
  ])('%j costs %d cents, without any question', async (lines, totalCents) => {
    const items = await Promise.all(
      lines.map(async ({ unitPriceCents, quantity, taxRate = null, shippingCostCents }) => ({
        id: await addPart({
          price: unitPriceCents / 100,
          tax_rate: taxRate,
          shipping_cost: shippingCostCents === undefined ? null : Number(shippingCostCents) / 100,
        }),
        amountCents: unitPriceCents,
        quantity,
      })),
    );
    const { body } = await askPrice(items.map(({ id, quantity }) => ({ id, quantity })));
    if (body.quote.status !== 'priced') return expect.fail('It should have a price');
    expect(Object.values(body.asked)).not.toContain(true);
    const { taxCents, shippingCents } = body.quote;
    const { orderId } = await checkOut(shop, items, { body: { taxCents, shippingCents } });
    expect(await readOrderRow(orderId)).toEqual({
      amount: dollars(totalCents),
      tax: dollars(taxCents),
      shipping: dollars(shippingCents),
      core: '0.00',
      battery_fee: '0.00',
      core_return_days: null,
      fulfillment: 'ship',
      ship_to: null,
      pickup_location: null,
      by_current_settings: true,
      days_min: null,
      days_max: null,
    });
  });

  test('the mails and the payment page are as specified', async () => {
    const { orderId } = await payFor(await addPart(), null);
    const page = await (await shop.request(`/test-payment/${orderId}`)).text();
    expect(page).toContain('Ship to');
    expect(page).not.toMatch(/Core charge|Pickup|Estimated/);
    expect(await deliver(shop, orderId, 'paid')).toMatchObject({ status: 200 });
    const mails = await readMails(orderId);
    expect(mails).toHaveLength(2);
    expect(mails.join('')).not.toMatch(/Core charge|Pickup|Estimated|Priced for/);
    expect(await readAlerts(orderId)).toEqual([]);
  });
});

const newBattery = {
  kind: 'leadAcidBatteries' as const,
  refusal: null,
  notSoldIn: [],
  groundOnly: false,
  batteryFee: { pieceCents: 2_00, isRefunded: false },
};

/** The table of this shop is empty: the state's own rate holds, if it has one. */
function findFallback({ states }: PricingTerms['tax'], { state }: { state: string }) {
  const registered = states.find((each) => each.state === state);
  if (!registered || registered.rate === 0) return null;
  const { rate, taxesShipping } = registered;
  return { jurisdictions: [{ level: 'state' as const, name: state, rate }], taxesShipping };
}

test('random carts under random settings cost the same in the cart, the checkout and on the payment page', async () => {
  const anySettings = fc.record({
    shipping: anyShipping,
    tax: anyTax.filter(({ mode }) => mode !== 'service'),
    cores: anyCores,
  });
  const anyPart = fc.record({
    line: anyLine,
    price: fc.integer({ min: 1, max: 500_00 }),
    quantity: fc.integer({ min: 1, max: 4 }),
  });
  const anyPlace = anyDestination.map((to) =>
    to.kind === 'ship' && to.country !== 'US' ? Object.assign(to, { state: '', zip: '' }) : to,
  );
  let priced = 0;
  await fc.assert(
    fc.asyncProperty(
      anySettings,
      fc.array(anyPart, { minLength: 1, maxLength: 3 }),
      fc.option(anyPlace),
      async (values, parts, destination) => {
        const topics = { ...values, business: { locations: [yard] } };
        const settings = parseOrSkip(topics);
        await setSettings(topics);
        const lines: PricedLine[] = [];
        const items: { id: string; amountCents: number; quantity: number }[] = [];
        for (const { line, price, quantity } of parts) {
          const { category = null, taxRate = null, shippingCostCents = null } = line;
          const isBattery = line.restriction !== undefined;
          const condition = isBattery ? 'New' : 'Good';
          const id = await addPart({
            part_name: isBattery ? 'Battery' : 'Brake Pads',
            part_type: condition,
            price: price / 100,
            tax_rate: taxRate,
            shipping_cost: shippingCostCents === null ? null : shippingCostCents / 100,
            ...(category !== null && { category }),
          });
          const known = { category: category ?? 'Brakes', condition, taxRate, shippingCostCents };
          const restriction = isBattery ? newBattery : undefined;
          lines.push({ unitPriceCents: price, quantity, ...known, restriction });
          items.push({ id, amountCents: price, quantity });
        }
        const usable = findUsableDestination(destination, settings);
        const place = usable && taxedPlace(usable, [yard]);
        const terms: PricingTerms = {
          shipping: settings.shipping,
          tax: settings.tax,
          cores: settings.cores,
          destination: usable,
          pickupState: place?.state,
          taxRates: place && (findStateRates(settings.tax, place) ?? findFallback(settings.tax, place)),
          exempt: false,
        };
        const expected = priceOrder(lines, terms);
        const { body } = await askPrice(
          items.map(({ id, quantity }) => ({ id, quantity })),
          destination,
        );
        expect(body.quote).toEqual(expected);

        const isPriced = expected.status === 'priced';
        const {
          taxCents = 0,
          shippingCents = 0,
          batteryFeeCents = 0,
          coreCents,
        } = expected as typeof expected & Partial<Sums>;
        const answer = await checkOut(shop, items, {
          body: { taxCents, shippingCents, coreCents, batteryFeeCents, destination },
        });
        if (!isPriced || findChargeProblem(expected.totalCents)) {
          expect(answer.status).toBe(409);
          return;
        }
        priced += 1;
        expect(answer.body).toEqual({ url: expect.any(String) });
        const { orderId } = answer;
        const { totalCents, days, taxes } = expected;
        expect(await readOrderRow(orderId)).toMatchObject({
          amount: dollars(totalCents),
          tax: dollars(taxCents),
          shipping: dollars(shippingCents),
          core: dollars(coreCents),
          battery_fee: dollars(batteryFeeCents),
          fulfillment: usable?.kind ?? 'ship',
          by_current_settings: true,
          days_min: days?.min ?? null,
        });
        expect(taxes.reduce((sum, tax) => sum + tax.taxCents, 0)).toBe(taxCents);
        const rows = await readLineRows(orderId);
        const sumOf = (column: string) => rows.reduce((sum, row) => sum + Math.round(row[column] * 100), 0);
        expect(sumOf('tax') + sumOf('core_tax')).toBe(taxCents);
        expect(['shipping', 'core', 'battery_fee'].map(sumOf)).toEqual([
          shippingCents,
          coreCents,
          batteryFeeCents,
        ]);
        const page = await (await shop.request(`/test-payment/${orderId}`)).text();
        for (const cents of [taxCents, shippingCents, totalCents])
          expect(page).toContain(formatDollars(cents));
        if (coreCents > 0) expect(page).toContain('Core charge');
        if (batteryFeeCents > 0) expect(page).toContain('California battery fee');
      },
    ),
    { numRuns: isLong ? 1_000 : 30 },
  );
  expect(priced).toBeGreaterThan(5);
}, 120_000);

interface Sums {
  taxCents: number;
  shippingCents: number;
  batteryFeeCents: number;
}

/** Not every random state is registered once. */
function parseOrSkip(values: object) {
  try {
    return parseSettings(values);
  } catch {
    return fc.pre(false) as never;
  }
}

describe('a change of the settings between cart and payment', () => {
  const fresh = { taxCents: 7_75, shippingCents: 12_00, coreCents: 0 };

  async function expectFresh(body: Partial<CheckoutBody>, expected: object) {
    const id = await addPart({ price: 100 });
    const before = await countOrders();
    const answer = await checkOut(shop, [{ id, amountCents: 100_00 }], { body });
    expect(answer).toMatchObject({ status: 409, body: expected });
    expect(await countOrders()).toBe(before);
    return id;
  }

  async function countOrders() {
    const { rows } = await shop.database.owner.query('select count(*)::int as count from orders');
    return rows[0].count;
  }

  test('is answered with the fresh sums, which can then be paid', async () => {
    await setSettings({ tax: { flatRate: 0.0775 }, shipping: { lineCents: 12_00 } });
    const id = await expectFresh(
      { taxCents: 8_00, shippingCents: 15_00 },
      { error: 'Tax or shipping has changed', ...fresh },
    );
    const paid = await checkOut(shop, [{ id, amountCents: 100_00 }], { body: fresh });
    expect(await orderState(shop, paid.orderId)).toMatchObject({ amount: '119.75' });
  });

  test('of a core charge is answered with it', async () => {
    await setSettings({
      cores: {
        taxed: false,
        refundsTax: { new: true, used: false, refurbished: true },
        kinds: [{ category: 'Brakes', chargeCents: 22_00 }],
      },
    });
    const id = await expectFresh(
      { taxCents: 8_00, shippingCents: 15_00 },
      { error: 'The core charge has changed', taxCents: 8_00, shippingCents: 15_00, coreCents: 22_00 },
    );
    const { orderId } = await payFor(id, null);
    expect(await readOrderRow(orderId)).toMatchObject({
      amount: '145.00',
      core: '22.00',
      core_return_days: 30,
    });
    expect(await readLineRows(orderId)).toMatchObject([
      { core: '22.00', core_tax: '0.00', refunds_core_tax: false, shipping_class: 'parcel' },
    ]);
    await deliver(shop, orderId, 'paid');
    const [buyer] = await readMails(orderId);
    expect(buyer).toContain('Core charge: $22.00');
    expect(buyer).toMatch(/Return your old parts by \w+ \d+, \d{4} to get the core charge of \$22.00 back\./);
  });

  test('that asks for a destination is answered with the question', async () => {
    await setSettings({ tax: california });
    await expectFresh({}, { needs: 'destination' });
    await setSettings({
      business: { locations: [yard] },
      shipping: { pickup: { offered: true, readyHours: 4 } },
    });
    await expectFresh({}, { needs: 'fulfillment' });
  });

  test('a class that is not sent is answered with the lines', async () => {
    await setSettings({ shipping: { ...engineShipping, freight: { mode: 'quote', zones: [] } } });
    const id = await addPart({ part_name: 'Engine', category: 'Engine', price: 1_500 });
    const refusal = { line: 0, reason: 'quote', text: 'Ask us for a shipping quote' };
    expect(await checkOut(shop, [{ id, amountCents: 1_500_00 }])).toMatchObject({
      status: 409,
      body: { error: 'Engine: Ask us for a shipping quote', refusals: [refusal] },
    });
    expect((await askPrice([{ id, quantity: 1 }])).body.quote).toMatchObject({
      status: 'refused',
      refusals: [refusal],
    });
  });
});

describe('a destination', () => {
  beforeEach(() => setSettings({ tax: california, shipping: engineShipping }));

  test.each([
    ['of an unknown state', { ...home, state: 'ZZ' }],
    ['without a ZIP code', { ...home, zip: '' }],
    ['with a long ZIP code', { ...home, zip: '92101-0001' }],
    ['abroad with a state', { ...home, country: 'CA' }],
    ['with a place of its own', { ...home, place: 'military' }],
    ['without an answer', { ...home, liftgate: undefined }],
    ['with more than that', { ...home, discount: 1 }],
    ['without a location', { kind: 'pickup', location: '' }],
    ['with NUL', { kind: 'pickup', location: 'a\0' }],
    ['of another kind', { kind: 'drone', location: 'roof' }],
    ['that is a text', 'CA 92101'],
  ])('%s is refused', async (_what, destination) => {
    const id = await addPart();
    const refused = { status: 400, body: { error: expect.stringMatching(/^destination must be a place/) } };
    const item = { id, quantity: 1 };
    expect(await askPrice([item], destination as Destination)).toMatchObject(refused);
    expect(await checkOut(shop, [{ id, amountCents: 4000 }], { body: { destination } })).toMatchObject(
      refused,
    );
  });

  test.each([
    [{ ...home, zip: '10001' }, 'Your ZIP code 10001 is in New York, not in California'],
    [{ ...home, state: 'NV' }, 'Your ZIP code 92101 is in California, not in Nevada'],
    [{ ...home, state: 'AE', zip: '96201' }, expect.stringContaining('Armed Forces Pacific')],
  ])('whose ZIP code is of another state is refused: %j', async (destination, error) => {
    const id = await addPart();
    const refused = { status: 400, body: { error } };
    expect(await askPrice([{ id, quantity: 1 }], destination)).toMatchObject(refused);
    expect(await checkOut(shop, [{ id, amountCents: 4000 }], { body: { destination } })).toMatchObject(
      refused,
    );
    expect(await askPrice([{ id, quantity: 1 }], { ...home, state: 'AP', zip: '96201' })).toMatchObject({
      status: 200,
    });
  });

  test('of another state does not get its tax', async () => {
    const id = await addPart();
    const nevada = { ...home, state: 'NV', zip: '89101' };
    const untaxed = { taxCents: 0, shippingCents: 15_00 };
    expect(
      await checkOut(shop, [{ id, amountCents: 4000 }], { body: { ...untaxed, destination: home } }),
    ).toMatchObject({ status: 409, body: { taxCents: 3_10 } });
    const { status } = await checkOut(shop, [{ id, amountCents: 4000 }], {
      body: { ...untaxed, destination: nevada },
    });
    expect(status).toBe(200);
  });

  test('that is not offered for pickup is asked again', async () => {
    const id = await addPart();
    const destination = { kind: 'pickup' as const, location: yard.name };
    expect((await askPrice([{ id, quantity: 1 }], destination)).body.quote).toMatchObject({
      status: 'open',
      needs: 'destination',
    });
  });

  test('keeps the payment page of the same purchase, and only of that', async () => {
    const id = await addPart();
    const first = await payFor(id, home);
    const retry = await checkOut(shop, [{ id, amountCents: 4000 }], {
      body: { taxCents: 3_10, shippingCents: 15_00, destination: home },
      cookie: first.cookie,
    });
    expect(retry.orderId).toBe(first.orderId);
    const elsewhere = await checkOut(shop, [{ id, amountCents: 4000 }], {
      body: { taxCents: 3_10, shippingCents: 15_00, destination: { ...home, zip: '92102' } },
      cookie: first.cookie,
    });
    expect(elsewhere).toMatchObject({ status: 200 });
    expect(elsewhere.orderId).not.toBe(first.orderId);
    expect(await orderState(shop, first.orderId)).toMatchObject({ status: 'expired' });
  });

  test('of freight is kept with what was decided', async () => {
    const id = await addPart({ part_name: 'Engine', category: 'Engine', price: 1_500 });
    const { orderId } = await payFor(id, garage);
    const { kind: _, ...shipTo } = garage;
    // 150 + 4.12 × 20 + 60 for the liftgate
    expect(await readOrderRow(orderId)).toMatchObject({
      tax: '116.25',
      shipping: '292.40',
      ship_to: shipTo,
      days_min: 3,
      days_max: 6,
    });
    expect(await readLineRows(orderId)).toMatchObject([{ shipping: '292.40', shipping_class: 'freight' }]);
    const page = await (await shop.request(`/test-payment/${orderId}`)).text();
    expect(page).toContain('value="92101"');
    expect(page).toContain('3 to 6 business days');
    await deliver(shop, orderId, 'paid');
    const [buyer, own] = await readMails(orderId);
    expect(buyer).toContain('Estimated delivery: 3 to 6 business days.');
    expect(own).toContain('Priced for CA 92101 (business, liftgate)');
  });
});

describe('an order that is paid with an address', () => {
  const address = { line1: '500 Harbor Drive', city: 'San Diego', state: 'CA', postalCode: '92101-2233' };

  beforeEach(() => setSettings({ tax: california }));

  test('in the place that it was priced for raises no alert', async () => {
    const { orderId } = await payFor(await addPart(), home);
    await payAt(orderId, address);
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    expect(await readAlerts(orderId)).toEqual([]);
  });

  test.each([
    ['another ZIP code', { postalCode: '92102' }, 'CA 92102 US'],
    ['another state', { state: 'NV' }, 'NV 92101-2233 US'],
    ['another country', { country: 'CA' }, 'CA 92101-2233 CA'],
  ])('with %s raises an alert, once', async (_what, change, place) => {
    const { orderId } = await payFor(await addPart(), home);
    await payAt(orderId, { ...address, ...change });
    const alerts = [
      {
        kind: 'ship-to-differs',
        details: {
          Order: await orderNumber(shop.database.owner, orderId),
          'Priced for': 'CA 92101 US',
          'Ship to': place,
        },
      },
    ];
    expect(await readAlerts(orderId)).toEqual(alerts);
    await deliver(shop, orderId, 'paid');
    await shop.database.owner.query('update alerts set settled_at = now() where order_id = $1', [orderId]);
    await deliver(shop, orderId, 'paid');
    expect(await readAlerts(orderId)).toEqual(alerts);
  });

  test('that no cart asked for raises none', async () => {
    await setSettings({});
    const { orderId } = await payFor(await addPart(), null);
    await payAt(orderId, { ...address, state: 'NY', postalCode: '10001' });
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    expect(await readAlerts(orderId)).toEqual([]);
  });
});

test('an order that is picked up is free of shipping, taxed at the yard, and has no address', async () => {
  await setSettings({
    business: { locations: [yard] },
    tax: california,
    shipping: { pickup: { offered: true, readyHours: 4 } },
  });
  const id = await addPart();
  const { orderId } = await payFor(id, { kind: 'pickup', location: yard.name });
  expect(await readOrderRow(orderId)).toMatchObject({
    amount: '43.10',
    shipping: '0.00',
    fulfillment: 'pickup',
    ship_to: null,
    pickup_location: yard.name,
  });
  const page = await (await shop.request(`/test-payment/${orderId}`)).text();
  expect(page).toContain('Pickup at ');
  expect(page).not.toContain('name="line1"');
  await payAt(orderId, {});
  const { rows } = await shop.database.owner.query(
    'select status, shipping_address from orders where id = $1',
    [orderId],
  );
  expect(rows).toEqual([{ status: 'completed', shipping_address: null }]);
  expect(await readAlerts(orderId)).toEqual([]);
  const [buyer, own] = await readMails(orderId);
  expect(buyer).toContain('Pickup: $0.00');
  expect(buyer).toContain(
    'Pickup at Main yard\n1 Main St, San Diego, CA 92101\nMonday-Friday: 8:00 AM-6:00 PM',
  );
  expect(buyer).toContain("We'll email you when your order is ready.");
  expect(own).toContain('Pickup at Main yard');
});

describe('POST /functions/v1/price-cart', () => {
  test('refuses parts that cannot be priced', async () => {
    const gone = { status: 409, body: { error: 'A part in your cart is no longer in the catalog' } };
    expect(await askPrice([{ id: 'no-such-part', quantity: 1 }])).toMatchObject(gone);
    const id = await addPart({ part_name: 'Horn', price: null });
    expect(await askPrice([{ id, quantity: 1 }])).toMatchObject({
      status: 409,
      body: { error: 'Horn has no price yet: please request it' },
    });
  });

  test('says what is wrong with a body', async () => {
    expect(await askPrice([])).toMatchObject({ status: 400, body: { error: 'Your cart is empty' } });
    expect(await askPrice([{ id: 'a', quantity: 0 }])).toMatchObject({
      status: 400,
      body: { error: 'items.0.quantity must be at least 1' },
    });
  });

  test('says what the cart must ask', async () => {
    await setSettings({
      business: { locations: [yard] },
      shipping: { ...engineShipping, pickup: { ...defaultShipping.pickup, offered: true } },
    });
    const engine = await addPart({ category: 'Engine' });
    const asked = { fulfillment: true, destination: true, country: false, poBox: true, freightAccess: true };
    expect((await askPrice([{ id: engine, quantity: 1 }])).body.asked).toEqual(asked);
    await setSettings({
      shipping: { ...engineShipping, pickup: { ...defaultShipping.pickup, offered: true } },
    });
    expect((await askPrice([{ id: engine, quantity: 1 }])).body.asked).toMatchObject({ fulfillment: false });
  });
});
