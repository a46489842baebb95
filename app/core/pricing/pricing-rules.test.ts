import { describe, expect, test } from 'vitest';
import { taxedPlace } from '#core/addresses/destination.ts';
import { priceBuyNow, priceOrder } from './pricing.ts';
import { engine, freightShipping, home, part, price } from '#tests/support/priced-lines.ts';
import { computeCoreRefund } from './core-charge.ts';
import { type PricedLine, splitCents } from './line.ts';
import { defaultShipping, defaultTax, defaultTerms, type PricingTerms } from './pricing-terms.ts';
import { askedInCart } from './questions.ts';
import { findStateRates } from './tax.ts';

describe('tax', () => {
  const table: PricingTerms = {
    ...defaultTerms,
    tax: { mode: 'table', flatRate: 0.08, states: [] },
    destination: home,
    taxRates: {
      jurisdictions: [
        { level: 'state', name: 'California', rate: 0.06 },
        { level: 'county', name: 'San Diego County', rate: 0.0125 },
        { level: 'district', name: 'San Diego County transit', rate: 0.005 },
      ],
      taxesShipping: false,
    },
  };

  test('is rounded once for all jurisdictions, half a cent up, and split among them', () => {
    // 7.75 % of 50.00 is 3.875.
    expect(priceOrder([part], table)).toMatchObject({
      taxCents: 388,
      taxes: [
        { name: 'California', rate: 0.06, taxableCents: 5_000, taxCents: 300 },
        { name: 'San Diego County', rate: 0.0125, taxableCents: 5_000, taxCents: 63 },
        { name: 'San Diego County transit', rate: 0.005, taxableCents: 5_000, taxCents: 25 },
      ],
    });
    // 7.75 % of 0.58 is 0.04495. Of 2.00, it is exactly 0.155.
    expect(priceOrder([{ ...part, unitPriceCents: 58 }], table)).toMatchObject({ taxCents: 4 });
    expect(priceOrder([{ ...part, unitPriceCents: 200 }], table)).toMatchObject({ taxCents: 16 });
  });

  test('rates with six decimals are exact', () => {
    const jurisdictions = [{ level: 'city' as const, name: 'Española', rate: 0.089375 }];
    const terms = { ...table, taxRates: { jurisdictions, taxesShipping: false } };
    expect(priceOrder([{ ...part, unitPriceCents: 8_000_00 }], terms)).toMatchObject({ taxCents: 715_00 });
  });

  test("shipping is taxed where the state says so; a part's own rate counts only if it is 0", () => {
    const taxRates = {
      jurisdictions: [{ level: 'state' as const, name: 'TX', rate: 0.1 }],
      taxesShipping: true,
    };
    const terms = { ...table, taxRates };
    expect(priceOrder([{ ...part, taxRate: 0.5 }], terms)).toMatchObject({
      taxCents: 650,
      lines: [{ taxCents: 650 }],
    });
    expect(priceOrder([{ ...part, taxRate: 0 }], terms)).toMatchObject({ taxCents: 0, taxes: [] });
  });

  test('is not charged with a certificate, abroad, or where the shop is not registered', () => {
    const countries = [{ country: 'CA', parcelCents: 40_00, days: null }];
    const abroad = { ...home, country: 'CA', state: '', zip: '' };
    expect(priceOrder([part], { ...defaultTerms, exempt: true })).toMatchObject({ taxCents: 0, taxes: [] });
    expect(price([part], { countries }, abroad)).toMatchObject({ taxCents: 0, shippingCents: 40_00 });
    const registered = { state: 'NV', rate: 0.0685, usesTable: false, taxesShipping: true };
    const tax = { ...defaultTax, mode: 'table' as const, states: [registered] };
    expect(findStateRates(tax, home)).toEqual({ jurisdictions: [], taxesShipping: false });
    expect(findStateRates(tax, { state: 'NV' })).toEqual({
      jurisdictions: [{ level: 'state', name: 'NV', rate: 0.0685 }],
      taxesShipping: true,
    });
    expect(
      findStateRates({ ...tax, states: [{ ...registered, usesTable: true }] }, { state: 'NV' }),
    ).toBeNull();
  });

  test('is that of the yard for what is picked up there', () => {
    const locations = [{ name: 'Main yard', state: 'CA', zip: '91950' }];
    expect(taxedPlace({ kind: 'pickup', location: 'Main yard' }, locations)).toEqual({
      state: 'CA',
      zip: '91950',
    });
    expect(taxedPlace({ kind: 'pickup', location: 'Closed yard' }, locations)).toBeNull();
    expect(taxedPlace(home, locations)).toEqual({ state: 'CA', zip: '92101' });
    expect(taxedPlace({ ...home, country: 'CA' }, locations)).toBeNull();
  });

  test('the flat rate is listed with the rates of parts that have their own', () => {
    expect(
      priceOrder([part, { ...part, taxRate: 0.1 }, { ...part, taxRate: 0 }], defaultTerms),
    ).toMatchObject({
      taxCents: 900,
      taxes: [
        { level: 'flat', rate: 0.08, taxableCents: 5_000, taxCents: 400 },
        { level: 'flat', rate: 0.1, taxableCents: 5_000, taxCents: 500 },
      ],
    });
  });
});

describe('core charges', () => {
  const core = { ...part, unitPriceCents: 90_00, coreChargeCents: 40_00, category: 'Alternators' };
  test('are a sum of their own, taxed like the part, and do not make shipping free', () => {
    expect(priceOrder([core], defaultTerms)).toMatchObject({
      subtotalCents: 90_00,
      shippingCents: 15_00,
      coreCents: 40_00,
      taxCents: 10_40,
      totalCents: 155_40,
      lines: [{ taxCents: 7_20, coreCents: 40_00, coreTaxCents: 3_20, refundsCoreTax: true }],
    });
  });

  test('follow the part, then its kind', () => {
    const kinds = [{ category: 'alternators', chargeCents: 35_00 }];
    const withKind = { ...defaultTerms, cores: { ...defaultTerms.cores, kinds } };
    const withoutOwn = { ...core, coreChargeCents: null };
    expect(priceOrder([withoutOwn], withKind)).toMatchObject({ coreCents: 35_00, taxCents: 10_00 });
    expect(priceOrder([core], withKind)).toMatchObject({ coreCents: 40_00 });
    expect(priceOrder([{ ...core, coreChargeCents: 0 }], withKind)).toMatchObject({ coreCents: 0 });
  });

  test('are taxed, and bring their tax back, as the owner says', () => {
    const refundsTax = { new: false, used: false, refurbished: true };
    const cores = { ...defaultTerms.cores, taxed: false, refundsTax };
    const lines = [core, { ...core, condition: 'Remanufactured' }];
    expect(priceOrder(lines, { ...defaultTerms, cores })).toMatchObject({
      taxCents: 14_40,
      lines: [{ refundsCoreTax: false, coreTaxCents: 0 }, { refundsCoreTax: true }],
    });
  });

  test('come back with or without their tax', () => {
    const charged = { quantity: 3, coreCents: 100_00, coreTaxCents: 8_00 };
    const units = { returned: 1, before: 1 };
    expect(computeCoreRefund({ ...charged, refundsTax: true }, units)).toEqual({
      coreCents: 33_34,
      taxCents: 2_66,
    });
    expect(computeCoreRefund({ ...charged, refundsTax: false }, units)).toEqual({
      coreCents: 33_34,
      taxCents: 0,
    });
  });
});

test('Buy Now ignores the part’s own rate and cost as specified, not its class', () => {
  const own = { ...part, taxRate: 0, shippingCostCents: 0 };
  expect(priceBuyNow(own, defaultTerms)).toMatchObject({ taxCents: 4_00, shippingCents: 15_00 });
  expect(
    priceBuyNow({ ...engine, shippingCostCents: 99_00 }, { ...defaultTerms, destination: home }),
  ).toMatchObject({ shippingCents: 99_00 });
  expect(priceBuyNow(engine, defaultTerms)).toMatchObject({ status: 'refused' });
});

describe('what the cart asks', () => {
  const nothing = {
    fulfillment: false,
    destination: false,
    country: false,
    poBox: false,
    freightAccess: false,
  };
  const rules = (shipping: object = {}, tax: object = {}) => ({
    shipping: { ...defaultShipping, ...shipping },
    tax: { ...defaultTax, ...tax },
  });

  test.each<[string, PricedLine[], ReturnType<typeof rules>, Partial<typeof nothing>]>([
    ['nothing, as specified', [part], rules(), {}],
    ['nothing without lines', [], rules({ pickup: { offered: true, readyHours: 1 } }, { mode: 'table' }), {}],
    ['pickup', [part], rules({ pickup: { offered: true, readyHours: 1 } }), { fulfillment: true }],
    ['tax by destination', [part], rules({}, { mode: 'service' }), { destination: true }],
    [
      'remote areas',
      [part],
      rules({ remote: { ...defaultShipping.remote, military: 0 } }),
      { destination: true },
    ],
    ['PO boxes', [part], rules({ poBoxes: false }), { destination: true, poBox: true }],
    [
      'countries',
      [part],
      rules({ countries: [{ country: 'CA', parcelCents: 1, days: null }] }),
      { destination: true, country: true },
    ],
    ['freight by quote', [part, engine], rules(), { destination: true, poBox: true }],
    [
      'freight by zone',
      [engine],
      rules(freightShipping),
      { destination: true, poBox: true, freightAccess: true },
    ],
    ['oversize', [{ ...part, shippingClass: 'oversize' }], rules(), { destination: true, poBox: true }],
  ])('%s', (_, lines, terms, asked) => {
    expect(askedInCart(lines, terms)).toEqual({ ...nothing, ...asked });
  });

  test('is said in the order in which it is asked', () => {
    const shipping = { ...defaultShipping, pickup: { offered: true, readyHours: 1 } };
    const tax = { ...defaultTax, mode: 'table' as const };
    const open = { ...defaultTerms, shipping, tax };
    expect(priceOrder([part], open)).toMatchObject({ needs: 'fulfillment', subtotalCents: 5_000 });
    expect(priceOrder([part], { ...open, shipping: defaultShipping })).toMatchObject({
      needs: 'destination',
    });
    expect(priceOrder([part], { ...open, destination: home })).toMatchObject({ needs: 'taxRates' });
  });
});

test('cents are split without a rest', () => {
  expect(splitCents(100, [1, 1, 1])).toEqual([33, 34, 33]);
  expect(splitCents(100, [0, 5, 0])).toEqual([0, 100, 0]);
  expect(splitCents(7, [0, 0])).toEqual([0, 0]);
});
