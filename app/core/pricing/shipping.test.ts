import { describe, expect, test } from 'vitest';
import type { ShipTo } from '#core/addresses/destination.ts';
import { priceOrder } from './pricing.ts';
import { engine, freightShipping, home, part, price } from '#tests/support/priced-lines.ts';
import type { PricedLine } from './line.ts';
import { defaultShipping, defaultTerms, type PricingTerms } from './pricing-terms.ts';

describe('shipping', () => {
  test('freight is one shipment, priced by zone, weight and place', () => {
    // To a business, it is 150 + 4.12 x 20 = 232.40.
    const atHome = { unitPriceCents: 1, quantity: 1 };
    expect(price([engine], freightShipping, { ...home, place: 'business' })).toMatchObject({
      shippingCents: 232_40,
    });
    expect(price([engine], freightShipping)).toMatchObject({ shippingCents: 307_40 });
    expect(price([engine, atHome], freightShipping, { ...home, liftgate: true })).toMatchObject({
      shippingCents: 367_40 + 15_00,
    });
    // Two engines share the base and the place: 150 + 8.24 x 20 + 75.
    expect(price([engine, engine], freightShipping)).toMatchObject({
      shippingCents: 389_80,
      lines: [{ shippingCents: 194_90 }, { shippingCents: 194_90 }],
    });
  });

  test.each<[string, PricedLine, Partial<PricingTerms['shipping']>, Partial<ShipTo>, string]>([
    ['freight by quote', engine, {}, {}, 'Ask us for a shipping quote'],
    ['freight outside the zones', engine, freightShipping, { state: 'NY' }, 'Ask us for a shipping quote'],
    [
      'freight without a weight',
      { ...engine, weightPounds: null },
      freightShipping,
      {},
      'Ask us for a shipping quote',
    ],
    [
      'oversize without a price',
      { ...part, shippingClass: 'oversize' },
      {},
      {},
      'Ask us for a shipping quote',
    ],
    ['pickup only', { ...part, shippingClass: 'pickup' }, {}, {}, 'Pickup only'],
    ['freight to a PO box', engine, freightShipping, { poBox: true }, 'Not shipped to PO boxes'],
    ['parcels to a PO box', part, { poBoxes: false }, { poBox: true }, 'Not shipped to PO boxes'],
    [
      'Alaska',
      part,
      { remote: { ...defaultShipping.remote, alaska: 'refused' } },
      { state: 'AK' },
      'Not shipped to Alaska',
    ],
    ['abroad', part, {}, { country: 'CA', state: '', zip: '' }, 'Not shipped to this country'],
    [
      'freight abroad',
      engine,
      { countries: [{ country: 'CA', parcelCents: 4_000, days: null }] },
      { country: 'CA', state: '', zip: '' },
      'Ask us for a shipping quote',
    ],
  ])('refuses %s', (_, line, shipping, to, text) => {
    const quote = price([part, line], { ...shipping }, { ...home, ...to });
    expect(quote).toMatchObject({ status: 'refused', subtotalCents: line.unitPriceCents + 50_00 });
    expect('refusals' in quote && quote.refusals.find(({ line: index }) => index === 1)?.text).toBe(text);
  });

  test('a part keeps its own cost, whatever its class', () => {
    const own = { ...engine, weightPounds: null, shippingCostCents: 99_00 };
    expect(price([own], {}, { ...home, state: 'NY' })).toMatchObject({ shippingCents: 99_00 });
  });

  test.each([
    [70, 35, 2, 1],
    [70, 35, 3, 2],
    [70, 35.01, 2, 2],
    // 0.3 / 0.1 is 2.9999999999999996 in binary fractions.
    [0.3, 0.1, 3, 1],
    [0.3, 0.1, 4, 2],
    [null, 500, 9, 1],
  ])(
    'boxes of %s pounds: units of %s, %i of them, make %i',
    (maxParcelPounds, weightPounds, quantity, boxes) => {
      const line = { unitPriceCents: 1_00, quantity, weightPounds };
      expect(price([line], { maxParcelPounds })).toMatchObject({ boxes, shippingCents: boxes * 15_00 });
    },
  );

  test('a parcel that is too heavy or too long is oversize', () => {
    const shipping = { maxParcelPounds: 70, maxParcelInches: 108, oversize: { pieceCents: 80_00 } };
    const price1 = (line: Partial<PricedLine>) => price([{ ...part, quantity: 2, ...line }], shipping);
    expect(price1({ weightPounds: 70, lengthIn: 108 })).toMatchObject({ shippingCents: 2 * 15_00, boxes: 2 });
    expect(price1({ weightPounds: 70.01 })).toMatchObject({ shippingCents: 160_00, boxes: 2 });
    expect(price1({ heightIn: 108.1 })).toMatchObject({
      shippingCents: 160_00,
      lines: [{ class: 'oversize' }],
    });
  });

  test('a kind speaks for parts that say nothing', () => {
    const kinds = [
      {
        category: 'Engines',
        class: 'freight' as const,
        pounds: 412,
        lengthIn: null,
        widthIn: null,
        heightIn: null,
      },
    ];
    const line = { unitPriceCents: 1_500_00, quantity: 1, category: ' engines ' };
    expect(price([line], { ...freightShipping, kinds })).toMatchObject({ shippingCents: 307_40 });
    expect(price([{ ...line, shippingClass: 'parcel' }], { ...freightShipping, kinds })).toMatchObject({
      shippingCents: 0,
    });
  });

  test('a surcharge is for each box, of free lines too', () => {
    const remote = { ...defaultShipping.remote, hawaii: 20_00 };
    const line = { unitPriceCents: 60_00, quantity: 2, weightPounds: 60 };
    expect(price([line], { remote, maxParcelPounds: 70 }, { ...home, state: 'HI' })).toMatchObject({
      shippingCents: 40_00,
    });
  });

  test('the last line to arrive decides the days, and one that is unknown leaves them open', () => {
    const days = { parcel: { min: 2, max: 5 }, oversize: null, freight: null };
    expect(price([part, engine], { ...freightShipping, days })).toMatchObject({ days: { min: 3, max: 6 } });
    expect(price([part], { days })).toMatchObject({ days: { min: 2, max: 5 } });
    expect(
      price([part, { ...part, shippingClass: 'oversize', shippingCostCents: 1 }], { days }),
    ).toMatchObject({
      days: null,
    });
  });

  test('pickup is free and takes every class; a choice from before pickup ended does not count', () => {
    const destination = { kind: 'pickup' as const, location: 'Main yard' };
    const shipping = { ...defaultShipping, pickup: { offered: true, readyHours: 4 } };
    const pickedUp = priceOrder([engine, { ...part, shippingClass: 'pickup' }, part], {
      ...defaultTerms,
      shipping,
      destination,
    });
    expect(pickedUp).toMatchObject({ status: 'priced', shippingCents: 0, boxes: 0, days: null });
    expect(priceOrder([part], { ...defaultTerms, destination })).toMatchObject({ shippingCents: 15_00 });
    expect(priceOrder([engine], { ...defaultTerms, destination })).toMatchObject({ status: 'refused' });
  });
});
