import { describe, expect, test } from 'vitest';
import type { Destination } from '#core/addresses/destination.ts';
import { defaultTerms, type PricingTerms } from './pricing-terms.ts';
import { findShippingOffers } from './offered-shipping.ts';
import { askedInCart } from './questions.ts';
import { priceOrder } from './pricing.ts';
import { home } from '#tests/support/priced-lines.ts';
import { checkRestricted } from '#core/catalog/restricted/check-restricted.ts';
import { defaultRestricted, type RestrictedTerms } from '#core/catalog/restricted/restricted-kinds.ts';
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
        'Not for sale right now',
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
      'Not available for pickup',
    );
  });

  test('new ones are not restricted', () => {
    expect(refusalOf({ ...converter, origin: 'new_aftermarket' })).toBe('priced');
  });
});

describe('a used airbag', () => {
  test.each(['safetyCheck', 'recallCheckedOn', 'donorVinTail'])('is not sold without %s', (fact) => {
    expect(refusalOf({ ...airbag, [fact]: null }, { destination: to('CA') })).toBe('Not for sale right now');
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
  expect(refusalOf({ ...sold, name: 'Fuel Tank' })).toBe('Not for sale right now');
  expect(refusalOf({ ...sold, name: 'Fuel Tank', safetyCheck: 'undeployed' })).toBe('Not for sale right now');
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
  const asked = (...lines: (typeof airbag)[]) =>
    askedInCart(
      lines.map((line) => restrictLine(line, elsewhere)),
      defaultTerms,
    ).destination;
  expect(asked(airbag)).toBe(true);
  expect(asked({ ...airbag, name: 'Brake Pads' }, airbag)).toBe(true);
  expect(asked({ ...airbag, name: 'Catalytic Converter' })).toBe(true);
  expect(asked({ ...airbag, name: 'Brake Pads' })).toBe(false);
});

describe('a new lead-acid battery', () => {
  const battery = { ...sold, name: 'AGM Battery', origin: 'new', quantity: 2 };
  const feeOf = (terms: Partial<PricingTerms>, rules = defaultRestricted) => {
    const quote = priceOrder([{ ...battery, ...restrictLine(battery, rules) }], {
      ...defaultTerms,
      ...terms,
    });
    return quote.status === 'priced' ? quote.batteryFeeCents : quote.status;
  };
  const pickup: Destination = { kind: 'pickup', location: 'Yard' };
  const offered = { ...defaultTerms.shipping, pickup: { offered: true, readyHours: 1 } };

  test('costs the fee where it is shipped to California or picked up there, untaxed', () => {
    expect(feeOf({})).toBe('open');
    expect(feeOf({ destination: to('CA') })).toBe(4_00);
    expect(feeOf({ destination: to('NV') })).toBe(0);
    expect(feeOf({ destination: pickup, pickupState: 'CA', shipping: offered })).toBe(4_00);
    expect(feeOf({ destination: pickup, pickupState: 'NV', shipping: offered })).toBe(0);
    expect(feeOf({ destination: pickup, shipping: offered })).toBe(4_00);
    expect(feeOf({ destination: to('CA'), exempt: true })).toBe(0);
    const line = { ...battery, ...restrictLine(battery, defaultRestricted) };
    const quote = priceOrder([line], { ...defaultTerms, destination: to('CA') });
    expect(quote).toMatchObject({ taxCents: 8_00, totalCents: 100_00 + 8_00 + 15_00 + 4_00 });
  });

  test('the owner sets the fee, or turns it off', () => {
    const { leadAcidBatteries } = defaultRestricted;
    const rules = (changes: object) => ({
      ...defaultRestricted,
      leadAcidBatteries: { ...leadAcidBatteries, ...changes },
    });
    expect(feeOf({ destination: to('CA') }, rules({ feeCents: 2_50 }))).toBe(5_00);
    expect(feeOf({}, rules({ feeCents: 0 }))).toBe(0);
    expect(feeOf({}, rules({ on: false }))).toBe(0);
  });

  test('says so on its page', () => {
    const { restriction } = restrictLine(battery, defaultRestricted);
    expect(restriction && describeRestriction(restriction)).toBe(
      'In California, plus the California battery fee of $2.00 for each',
    );
  });
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
