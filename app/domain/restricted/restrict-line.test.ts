import { describe, expect, test } from 'vitest';
import type { Destination } from '#domain/destination.ts';
import { defaultTerms, type PricingTerms } from '#domain/pricing/pricing-terms.ts';
import { findShippingOffers } from '#domain/pricing/offered-shipping.ts';
import { askedInCart } from '#domain/pricing/questions.ts';
import { priceOrder } from '#domain/pricing.ts';
import { home } from '#tests/support/priced-lines.ts';
import { checkRestricted } from './check-restricted.ts';
import { defaultRestricted, type RestrictedTerms } from './restricted-kinds.ts';
import { describeRestriction, restrictLine } from './restrict-line.ts';

const sold = {
  category: null,
  condition: null,
  origin: 'used',
  safetyCheck: null,
  recallCheckedOn: null,
  donorVinTail: null,
  unitPriceCents: 50_00,
  quantity: 1,
};
const elsewhere: RestrictedTerms = {
  ...defaultRestricted,
  catalyticConverters: { ...defaultRestricted.catalyticConverters, soldElsewhere: true },
};
const airbag = {
  ...sold,
  name: 'Airbag',
  safetyCheck: 'undeployed',
  recallCheckedOn: '2026-11-20',
  donorVinTail: '1234',
};

const to = (state: string, more: object = {}): Destination => ({ ...home, state, ...more }) as Destination;

function price(
  line: Parameters<typeof restrictLine>[0],
  terms: Partial<PricingTerms> = {},
  rules = defaultRestricted,
) {
  return priceOrder([{ ...sold, ...restrictLine(line, rules) }], { ...defaultTerms, ...terms });
}

const refusalOf = (...given: Parameters<typeof price>) => {
  const quote = price(...given);
  return quote.status === 'refused' ? quote.refusals[0]?.text : quote.status;
};

describe('a used catalytic converter', () => {
  const converter = { ...sold, name: 'Catalytic Converter' };
  const pickup: Destination = { kind: 'pickup', location: 'Yard' };
  const offered = { ...defaultTerms.shipping, pickup: { offered: true, readyHours: 1 } };

  test('is not sold at all by default', () => {
    for (const destination of [null, to('CA'), to('NV'), pickup])
      expect(refusalOf(converter, { destination, shipping: offered, pickupState: 'NV' })).toBe(
        'Not for sale at the moment',
      );
  });

  test('is sold to other states if the owner says so', () => {
    expect(refusalOf(converter, {}, elsewhere)).toBe('open');
    expect(refusalOf(converter, { destination: to('CA') }, elsewhere)).toBe('Not sold in California');
    expect(refusalOf(converter, { destination: to('NV') }, elsewhere)).toBe('priced');
    expect(
      refusalOf(converter, { destination: pickup, shipping: offered, pickupState: 'CA' }, elsewhere),
    ).toBe('Not sold in California');
    expect(
      refusalOf(converter, { destination: pickup, shipping: offered, pickupState: 'NV' }, elsewhere),
    ).toBe('priced');
    expect(refusalOf(converter, { destination: pickup, shipping: offered }, elsewhere)).toBe(
      'Not sold for pickup',
    );
  });

  test('new ones are not restricted', () => {
    expect(refusalOf({ ...converter, origin: 'new_aftermarket' })).toBe('priced');
  });
});

describe('a used airbag', () => {
  test.each(['safetyCheck', 'recallCheckedOn', 'donorVinTail'])('is not sold without %s', (fact) => {
    expect(refusalOf({ ...airbag, [fact]: null }, { destination: to('CA') })).toBe(
      'Not for sale at the moment',
    );
  });

  test('ships by ground, within the mainland', () => {
    expect(refusalOf(airbag)).toBe('open');
    expect(refusalOf(airbag, { destination: to('CA') })).toBe('priced');
    expect(refusalOf(airbag, { destination: to('HI') })).toBe('Ships by ground only: not to Hawaii');
    expect(refusalOf(airbag, { destination: to('AE') })).toContain('not to Armed Forces Europe');
    expect(refusalOf(airbag, { destination: to('CA', { poBox: true }) })).toContain('PO boxes');
    expect(refusalOf(airbag, { destination: to('', { country: 'MX' }) })).toContain('this country');
    const offers = findShippingOffers(
      { ...restrictLine(airbag, defaultRestricted), unitPriceCents: 50_00 },
      defaultTerms.shipping,
    );
    expect(offers).toHaveLength(1);
    expect(offers[0]?.states).toContain('CA');
    expect(offers[0]?.states).not.toContain('HI');
  });
});

test('a used fuel tank is only sold drained', () => {
  expect(refusalOf({ ...sold, name: 'Fuel Tank' })).toBe('Not for sale at the moment');
  expect(refusalOf({ ...sold, name: 'Fuel Tank', safetyCheck: 'undeployed' })).toBe(
    'Not for sale at the moment',
  );
  expect(refusalOf({ ...sold, name: 'Fuel Tank', safetyCheck: 'drained' })).toBe('priced');
});

test('a hybrid battery ships by freight, or is picked up', () => {
  const battery = { ...sold, name: 'Hybrid Battery' };
  expect(restrictLine(battery, defaultRestricted)).toMatchObject({ shippingClass: 'freight' });
  expect(restrictLine({ ...battery, shippingClass: 'parcel' }, defaultRestricted)).toMatchObject({
    shippingClass: 'freight',
  });
  expect(restrictLine({ ...battery, shippingClass: 'pickup' }, defaultRestricted).shippingClass).toBe(
    'pickup',
  );
  expect(refusalOf(battery)).toBe('Ask us for a shipping quote');
});

test('only restricted lines ask for the destination', () => {
  const asked = (line: typeof airbag) =>
    askedInCart([restrictLine(line, elsewhere)], defaultTerms).destination;
  expect(asked(airbag)).toBe(true);
  expect(asked({ ...airbag, name: 'Catalytic Converter' })).toBe(true);
  expect(asked({ ...airbag, name: 'Brake Pads' })).toBe(false);
});

test('shoppers read what restricts a part', () => {
  const describePart = (name: string) => {
    const { restriction } = restrictLine({ ...airbag, name }, elsewhere);
    return restriction && describeRestriction(restriction);
  };
  expect(describePart('Catalytic Converter')).toBe('Not sold in California');
  expect(describePart('Airbag')).toBe('Ships by ground only, within the mainland United States');
  expect(describePart('Brake Pads')).toBeUndefined();
});

test('the form names the fields that are missing', () => {
  const part = {
    part_name: 'Airbag',
    category: 'Interior',
    part_type: 'Good',
    origin: null,
    safety_check: null,
    recall_checked_on: null,
    donor_vin: null,
  };
  const check = (changes: object, rules = defaultRestricted) =>
    Object.keys(checkRestricted({ ...part, ...changes }, rules));
  expect(check({})).toEqual(['safety_check', 'donor_vin', 'recall_checked_on']);
  expect(check({ safety_check: 'drained' })).toContain('safety_check');
  expect(
    check({ safety_check: 'undeployed', recall_checked_on: '2026-11-20', donor_vin: '1HGCM82633A004352' }),
  ).toEqual([]);
  expect(check({ part_type: 'New' })).toEqual([]);
  expect(check({ part_name: 'Catalytic Converter' })).toEqual(['part_name']);
  expect(check({ part_name: 'Catalytic Converter' }, elsewhere)).toEqual([]);
  expect(check({ part_name: 'Fuel Tank' })).toEqual(['safety_check']);
});
