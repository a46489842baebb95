import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyCores,
  anyDestination,
  anyLine,
  anyShipping,
  anyTax,
  anyTerms,
} from '#tests/support/random-orders.ts';
import { isLong } from '#tests/support/is-long.ts';
import { settingsSchema } from '#core/settings/settings.ts';
import { priceByDefaultTerms, priceOrder, type Quote } from './pricing.ts';
import { computeCoreRefund } from './core-charge.ts';
import type { PricedLine } from './line.ts';
import { findRemoteArea } from '#core/addresses/destination.ts';
import { defaultTerms, type PricingTerms } from './pricing-terms.ts';

/** Computes the rules once more, line by line and with exact fractions. */
function priceLineByLine(lines: PricedLine[], terms: PricingTerms) {
  const { shipping, tax, cores, taxRates, exempt } = terms;
  const to = terms.destination?.kind === 'ship' ? terms.destination : null;
  const isPickedUp = terms.destination?.kind === 'pickup' && shipping.pickup.offered;
  const isAbroad = to !== null && to.country !== 'US';
  const inUs = to !== null && !isAbroad ? to.state : '';
  const areas = { AK: 'alaska', HI: 'hawaii', AA: 'military', AE: 'military', AP: 'military' } as const;
  const island = ['AS', 'GU', 'MP', 'PR', 'VI'].includes(inUs) ? ('territories' as const) : undefined;
  const area = island ?? areas[inUs as keyof typeof areas];
  const remote = area === undefined ? 'same' : shipping.remote[area];
  const zone = shipping.freight.zones.find(({ states }) => states.includes(inUs));
  const country = isAbroad ? shipping.countries.find((each) => each.country === to.country) : undefined;

  let subtotal = 0;
  let core = 0;
  let fees = 0;
  let shipped = 0;
  let freightPounds = 0;
  let hasFreight = false;
  let asksDestination = tax.mode !== 'flat' || shipping.countries.length > 0 || !shipping.poBoxes;
  if (Object.values(shipping.remote).some((rule) => rule !== 'same')) asksDestination = true;
  let boxes = 0;
  let taxUnits = 0n;
  const refused: [number, string][] = [];
  const taxable: { price: number; core: number; shipping: number; own: number | null | undefined }[] = [];

  for (const [index, line] of lines.entries()) {
    const key = line.category?.trim().toLowerCase();
    const kind = shipping.kinds.find((each) => each.category.toLowerCase() === key);
    const coreKind = cores.kinds.find((each) => each.category.toLowerCase() === key);
    const price = line.unitPriceCents * line.quantity;
    const coreCents = (line.coreChargeCents ?? coreKind?.chargeCents ?? 0) * line.quantity;
    subtotal += price;
    core += coreCents;
    if (line.restriction) asksDestination = true;
    const state = terms.destination?.kind === 'pickup' ? isPickedUp && (terms.pickupState ?? 'CA') : inUs;
    if (state === 'CA' && !exempt) fees += (line.restriction?.batteryFee?.pieceCents ?? 0) * line.quantity;

    const pounds = line.weightPounds ?? kind?.pounds ?? null;
    const longest = Math.max(
      line.lengthIn ?? kind?.lengthIn ?? 0,
      line.widthIn ?? kind?.widthIn ?? 0,
      line.heightIn ?? kind?.heightIn ?? 0,
    );
    let name = line.shippingClass ?? kind?.class ?? 'parcel';
    if (name === 'parcel') {
      if (shipping.maxParcelPounds !== null && pounds !== null && pounds > shipping.maxParcelPounds)
        name = 'oversize';
      if (shipping.maxParcelInches !== null && longest > shipping.maxParcelInches) name = 'oversize';
    }
    let count = 0;
    if (name === 'oversize') count = line.quantity;
    if (name === 'parcel') {
      count = 1;
      if (shipping.maxParcelPounds !== null && pounds !== null) {
        // Units are packed one by one.
        let weight = 0;
        for (let unit = 0; unit < line.quantity; unit += 1) {
          if (weight + Math.round(pounds * 100) > Math.round(shipping.maxParcelPounds * 100)) {
            count += 1;
            weight = 0;
          }
          weight += Math.round(pounds * 100);
        }
      }
    }
    const own = line.shippingCostCents ?? null;
    if (name === 'oversize' || name === 'freight') asksDestination = true;

    let cost = 0;
    if (!isPickedUp) {
      boxes += count;
      let reason = '';
      if (name === 'pickup') reason = 'pickup-only';
      else if (name === 'oversize' && own === null && shipping.oversize.pieceCents === null) reason = 'quote';
      else if (name === 'freight' && own === null && shipping.freight.mode === 'quote') reason = 'quote';
      else if (isAbroad && !country) reason = 'place';
      else if (isAbroad && name !== 'parcel') reason = 'quote';
      else if (remote === 'refused') reason = 'place';
      else if (to?.poBox && !isAbroad && (name !== 'parcel' || !shipping.poBoxes)) reason = 'po-box';
      else if (to && name === 'freight' && own === null && (!zone || pounds === null)) reason = 'quote';
      if (reason !== '') refused.push([index, reason]);

      if (country) cost = country.parcelCents * count;
      else {
        if (own !== null) cost = own;
        else if (name === 'oversize') cost = (shipping.oversize.pieceCents ?? 0) * count;
        else if (name === 'parcel') {
          const free = shipping.freeAboveCents !== null && price > shipping.freeAboveCents;
          cost = free ? 0 : shipping.lineCents * count;
        }
        if (typeof remote === 'number') cost += remote * count;
      }
      if (name === 'freight' && own === null) {
        hasFreight = true;
        freightPounds += Math.round((pounds ?? 0) * 100) * line.quantity;
      }
    }
    shipped += cost;
    taxable.push({ price, core: cores.taxed ? coreCents : 0, shipping: cost, own: line.taxRate });
  }

  let freight = 0;
  if (hasFreight && zone && to) {
    freight = zone.baseCents + Math.round((freightPounds * zone.centsPerHundredPounds) / 10_000);
    if (to.place === 'residential') freight += zone.residentialCents;
    if (to.liftgate) freight += zone.liftgateCents;
    shipped += freight;
  }

  const isChosen = to !== null || isPickedUp;
  if (lines.length > 0 && !isChosen && shipping.pickup.offered)
    return { status: 'open', needs: 'fulfillment', subtotal, core };
  if (refused.length > 0) return { status: 'refused', refused, subtotal, core };
  if (lines.length > 0 && !isChosen && asksDestination)
    return { status: 'open', needs: 'destination', subtotal, core };
  if (!exempt && !isAbroad && tax.mode !== 'flat' && taxRates === null) {
    return { status: 'open', needs: 'taxRates', subtotal, core };
  }

  if (!exempt && !isAbroad) {
    if (tax.mode === 'flat') {
      for (const each of taxable) {
        taxUnits +=
          BigInt(each.price + each.core) * BigInt(Math.round((each.own ?? tax.flatRate) * 100_000)) * 10n;
      }
    } else {
      for (const { rate } of taxRates?.jurisdictions ?? []) {
        for (const each of taxable) {
          if (each.own === 0) continue;
          const base = each.price + each.core + (taxRates?.taxesShipping ? each.shipping : 0);
          taxUnits += BigInt(base) * BigInt(Math.round(rate * 1_000_000));
        }
        if (taxRates?.taxesShipping) taxUnits += BigInt(freight) * BigInt(Math.round(rate * 1_000_000));
      }
    }
  }
  return { status: 'priced', subtotal, core, fees, shipped, boxes, taxUnits, freight };
}

function check(lines: PricedLine[], terms: PricingTerms, quote: Quote): void {
  const expected = priceLineByLine(lines, terms);
  expect(quote).toMatchObject({
    status: expected.status,
    subtotalCents: expected.subtotal,
    coreCents: expected.core,
  });
  if (quote.status === 'open') return void expect(quote.needs).toBe(expected.needs);
  if (quote.status === 'refused') {
    return void expect(quote.refusals.map(({ line, reason }) => [line, reason])).toEqual(expected.refused);
  }
  const { taxUnits = 0n, shipped, boxes, freight = 0, fees } = expected;
  expect(quote).toMatchObject({ shippingCents: shipped, boxes, batteryFeeCents: fees });
  // The share of an untaxed line in the freight is not taxed.
  const isExact = freight === 0 || !lines.some(({ taxRate }) => taxRate === 0);
  if (isExact) expect(quote.taxCents).toBe(Number((taxUnits * 2n + 1_000_000n) / 2_000_000n));
  const { subtotalCents, taxCents, shippingCents, coreCents, batteryFeeCents, totalCents } = quote;
  expect(totalCents).toBe(subtotalCents + taxCents + shippingCents + coreCents + batteryFeeCents);

  const sums = { partCents: 0, shippingCents: 0, taxCents: 0, coreCents: 0, batteryFeeCents: 0 };
  for (const line of quote.lines) {
    sums.partCents += line.partCents;
    sums.shippingCents += line.shippingCents;
    sums.taxCents += line.taxCents + line.coreTaxCents;
    sums.coreCents += line.coreCents;
    sums.batteryFeeCents += line.batteryFeeCents;
    expect(
      Math.min(line.partCents, line.shippingCents, line.taxCents, line.coreTaxCents),
    ).toBeGreaterThanOrEqual(0);
  }
  expect(sums).toEqual({ partCents: subtotalCents, shippingCents, taxCents, coreCents, batteryFeeCents });
  expect(quote.taxes.reduce((sum, tax) => sum + tax.taxCents, 0)).toBe(taxCents);
  for (const tax of quote.taxes) {
    expect(Math.abs(tax.taxCents - tax.taxableCents * tax.rate)).toBeLessThan(1.6);
  }
}

const ORDERS = isLong ? 10_000 : 2_000;
const anyLines = fc.array(anyLine, { maxLength: 5 });

describe('random orders', () => {
  test('thousands of orders under random settings cost what the rules say, line by line', () => {
    const seen: Record<string, number> = {};
    fc.assert(
      fc.property(anyLines, anyTerms, (lines, terms) => {
        const quote = priceOrder(lines, terms);
        seen[quote.status] = (seen[quote.status] ?? 0) + 1;
        check(lines, terms, quote);
      }),
      { numRuns: ORDERS, seed: 1 },
    );
    expect(Math.min(...['priced', 'open', 'refused'].map((status) => seen[status] ?? 0))).toBeGreaterThan(
      ORDERS / 10,
    );
  });

  test('with the default settings, no destination in the United States changes a price', () => {
    const anySpecifiedLine = fc
      .record({ line: anyLine })
      .map(({ line: { unitPriceCents, quantity, taxRate, shippingCostCents } }) => ({
        unitPriceCents,
        quantity,
        taxRate,
        shippingCostCents,
      }));
    fc.assert(
      fc.property(
        fc.array(anySpecifiedLine, { maxLength: 8 }),
        fc.option(anyDestination),
        (lines, destination) => {
          fc.pre(destination?.kind !== 'ship' || destination.country === 'US');
          const quote = priceOrder(lines, { ...defaultTerms, destination });
          expect(quote).toMatchObject({ status: 'priced', ...priceByDefaultTerms(lines) });
          check(lines, { ...defaultTerms, destination }, quote);
        },
      ),
    );
  });

  test('a restricted line is only priced for a place where it may be sold, and costs the same there', () => {
    const anyRestriction = fc.record({
      kind: fc.constant('catalyticConverters' as const),
      refusal: fc.constantFrom(null, null, null, 'Not for sale'),
      notSoldIn: fc.subarray(['CA', 'NV', 'HI']),
      groundOnly: fc.boolean(),
      batteryFee: fc.constant(null),
    });
    let priced = 0;
    fc.assert(
      fc.property(anyLine, anyRestriction, anyTerms, (line, restriction, terms) => {
        const quote = priceOrder([{ ...line, restriction }], terms);
        const unrestricted = priceOrder([{ ...line, restriction: undefined }], terms);
        if (unrestricted.status === 'refused') expect(quote.status).not.toBe('priced');
        if (restriction.refusal !== null) expect(quote.status).toBe('refused');
        if (quote.status !== 'priced') return;
        priced += 1;
        expect(quote).toEqual(unrestricted);
        const { destination } = terms;
        const { notSoldIn, groundOnly } = restriction;
        if (destination?.kind === 'ship') {
          const { country, state } = destination;
          if (country === 'US') expect(notSoldIn).not.toContain(state);
          if (groundOnly) expect([country, findRemoteArea(state)]).toEqual(['US', undefined]);
        } else if (destination && terms.pickupState) expect(notSoldIn).not.toContain(terms.pickupState);
        else expect(notSoldIn).toEqual([]);
      }),
      { numRuns: 2_000, seed: 1 },
    );
    expect(priced).toBeGreaterThan(200);
  });

  test('the order of the lines does not change the totals', () => {
    fc.assert(
      fc.property(anyLines, anyTerms, (lines, terms) => {
        fc.pre(terms.tax.mode === 'flat' || !terms.taxRates?.taxesShipping);
        const { status, ...rest } = priceOrder(lines, terms);
        const reversed = priceOrder(lines.toReversed(), terms);
        expect(reversed.status).toBe(status);
        if ('totalCents' in rest)
          expect(reversed).toMatchObject({ totalCents: rest.totalCents, taxCents: rest.taxCents });
      }),
    );
  });

  test('the settings accept the random rules', () => {
    fc.assert(
      fc.property(anyShipping, anyTax, anyCores, (shipping, tax, cores) => {
        const parsed = settingsSchema.parse({ shipping, tax, cores });
        expect(parsed).toMatchObject({ shipping, tax, cores });
      }),
    );
  });

  test('cores that are returned one by one bring back what was charged', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 500_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        (quantity, coreCents, coreTaxCents) => {
          let core = 0;
          let tax = 0;
          for (let before = 0; before < quantity; before += 1) {
            const charged = { quantity, coreCents, coreTaxCents, refundsTax: true };
            const refund = computeCoreRefund(charged, { returned: 1, before });
            core += refund.coreCents;
            tax += refund.taxCents;
          }
          expect({ core, tax }).toEqual({ core: coreCents, tax: coreTaxCents });
        },
      ),
    );
  });
});
