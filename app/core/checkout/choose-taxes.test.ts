import { describe, expect, test } from 'vitest';
import type { PricedLine } from '#core/pricing/line.ts';
import { defaultCores, defaultTax, defaultTerms, type TaxTerms } from '#core/pricing/pricing-terms.ts';
import { noTaxes } from '#core/pricing/tax.ts';
import type { TaxJurisdiction } from '#core/pricing/tax-rates.ts';
import { priceOrder } from '#core/pricing/pricing.ts';
import { engine, part } from '#tests/support/priced-lines.ts';
import { chooseTaxes, type PlaceTaxes, toJurisdictions } from './tax-rates.server.ts';

const place = { state: 'CA', zip: '92101' };
const california = { state: 'CA', rate: 0.0725, usesTable: true, taxesShipping: true };
const ownRates = { jurisdictions: [{ level: 'state', name: 'CA', rate: 0.0725 }], taxesShipping: true };

const jurisdictions: TaxJurisdiction[] = [
  { level: 'state', name: 'CA', rate: 0.06 },
  { level: 'county', name: 'San Diego County', rate: 0.0025 },
];

const settingsOf = (mode: TaxTerms['mode'], registered = california) => ({
  tax: { ...defaultTax, mode, states: [registered] },
  cores: defaultCores,
});

/** Prices with all terms but the rates. */
const purchase = (...lines: PricedLine[]) => ({
  lines,
  price: () => priceOrder(lines, { ...defaultTerms, exempt: true }),
});

describe('the rates of a ZIP code', () => {
  const row = {
    state_rate: '0.060000',
    county: 'San Diego County',
    county_rate: '0.002500',
    city: 'San Diego',
    city_rate: '0.005000',
    districts: [
      { name: 'Transit', rate: 0.005 },
      { name: 'Water', rate: 0 },
    ],
  };

  test('are those of its jurisdictions', () => {
    expect(toJurisdictions('CA', row)).toEqual([
      { level: 'state', name: 'CA', rate: 0.06 },
      { level: 'county', name: 'San Diego County', rate: 0.0025 },
      { level: 'city', name: 'San Diego', rate: 0.005 },
      { level: 'district', name: 'Transit', rate: 0.005 },
    ]);
  });

  test('include the state and the county without a rate, for the report', () => {
    const free = { ...row, state_rate: '0', county_rate: '0', city: null, city_rate: '0', districts: [] };
    expect(toJurisdictions('OR', free)).toEqual([
      { level: 'state', name: 'OR', rate: 0 },
      { level: 'county', name: 'San Diego County', rate: 0 },
    ]);
  });
});

describe('an order is taxed', () => {
  const withoutTable = { ...california, usesTable: false };

  test.each<[string, Parameters<typeof chooseTaxes>[0], object, Partial<PlaceTaxes>]>([
    [
      'at the rates of the table',
      settingsOf('table'),
      { jurisdictions },
      { taxRates: { jurisdictions, taxesShipping: true } },
    ],
    [
      'at the rate of the state, if it does not use the table',
      settingsOf('table', withoutTable),
      { registered: withoutTable },
      { taxRates: ownRates as never },
    ],
    [
      'at the rate of the state, if it does not use the service',
      settingsOf('service', withoutTable),
      { registered: withoutTable },
      { taxRates: ownRates as never },
    ],
    [
      'at the rate of the state, if the table does not have the ZIP code',
      settingsOf('table'),
      {},
      { taxRates: ownRates as never, isZipMissing: true },
    ],
  ])('%s', (_, settings, known, taxes) => {
    expect(chooseTaxes(settings, { place, registered: california, ...known }, purchase(part))).toEqual({
      exempt: false,
      place,
      ...taxes,
    });
  });

  test('at unknown rates, if neither the table nor the state has one', () => {
    const registered = { ...california, rate: 0 };
    expect(chooseTaxes(settingsOf('table', registered), { place, registered }, purchase(part))).toEqual({
      exempt: false,
      place,
      taxRates: null,
    });
  });

  test.each([
    ['the rates of the table', jurisdictions, { jurisdictions, taxesShipping: true }],
    ['the rate of the state', undefined, ownRates],
  ])('not at all with a certificate, which is kept with %s', (_, known, rates) => {
    const buyer = { place, registered: california, jurisdictions: known, certificateId: 'certificate' };
    expect(chooseTaxes(settingsOf('table'), buyer, purchase(part))).toEqual({
      exempt: true,
      place,
      taxRates: noTaxes,
      exemption: { certificateId: 'certificate', rates },
    });
  });
});

describe('a service', () => {
  const choose = (...[bought]: [Parameters<typeof chooseTaxes>[2]]) =>
    chooseTaxes(settingsOf('service'), { place, registered: california }, bought);
  const ask = { place, lines: [{ partCents: 50_00, coreCents: 0, shippingCents: 15_00 }] };
  const taxes = { totalCents: 5_03, amounts: [], lines: [{ taxCents: 5_03, coreTaxCents: 0 }] };
  const unknown = { exempt: false, place, taxRates: null };

  test('is asked, and its answer is charged', () => {
    expect(choose(purchase(part))).toEqual({ ...unknown, ask });
    expect(choose({ ...purchase(part), answered: { request: ask, taxes } })).toEqual({
      ...unknown,
      calculatedTaxes: taxes,
    });
  });

  test('is asked again if the order has changed since', () => {
    const answered = { request: { ...ask, place: { ...place, zip: '92102' } }, taxes };
    expect(choose({ ...purchase(part), answered })).toEqual({ ...unknown, ask });
  });

  test('is not asked if nothing is taxed', () => {
    expect(choose(purchase({ ...part, taxRate: 0 }))).toEqual({ ...unknown, taxRates: noTaxes });
  });

  test('is asked if only one line is taxed', () => {
    expect(choose(purchase({ ...part, taxRate: 0 }, part)).ask?.lines).toHaveLength(2);
  });

  test('is not asked about lines without a price', () => {
    expect(choose(purchase(engine))).toEqual(unknown);
  });
});
