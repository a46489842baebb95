import { expect, test } from 'vitest';
import { findOrigin } from './origin.ts';
import { defaultRestricted } from './restricted/restricted-kinds.ts';
import { defaultShop } from './shop.ts';
import type { Part } from './part.ts';
import { defaultCores, defaultShipping } from './pricing/pricing-terms.ts';
import { describeCondition, describeTerms, findPartTerms } from './terms.ts';

test.each([
  ['New', null, 'Honda', 'oem'],
  ['New', ' ', 'Honda', 'oem'],
  ['New', 'Genuine Honda', 'Honda', 'oem'],
  ['New', 'Honda', 'Honda', 'oem'],
  ['New', 'MERCEDES BENZ', 'Mercedes-Benz', 'oem'],
  ['New', 'GM Genuine Parts', 'Chevrolet', 'oem'],
  ['New', 'Motorcraft', 'Ford', 'oem'],
  ['New', 'Mopar', 'Jeep', 'oem'],
  ['new ', 'OEM', null, 'oem'],
  ['New', 'Brembo', 'Honda', 'aftermarket'],
  ['New', 'Denso', null, 'aftermarket'],
  ['New', 'ACDelco', 'Chevrolet', 'aftermarket'],
  ['New', 'Ramsey', 'Ram', 'aftermarket'],
  ['New', 'Land Rovers', 'Land Rover', 'aftermarket'],
  ['New', 'Genuinely Mopar', 'Jeep', 'aftermarket'],
  ['New', 'Landrover', 'Land Rover', 'aftermarket'],
  ['New', 'Brembo', '--', 'aftermarket'],
  ['Good', 'Genuine Honda', 'Honda', 'used'],
  ['Excellent', null, 'Honda', 'used'],
  ['Out of Stock', null, 'Honda', 'used'],
  ['Like New', null, 'Honda', 'used'],
  [null, null, null, 'used'],
])('%s, brand %s, for %s: %s', (condition, brand, make, kind) => {
  expect(termsOf(condition, brand, make).kind).toBe(kind);
});

function termsOf(condition: string | null, brand: string | null, make: string | null) {
  const origin = findOrigin({ origin: null, condition });
  return findPartTerms({ origin, brand, make, warranty: null }, defaultShop);
}

test('warranty, returns, shipping and condition of a part', () => {
  const terms = {
    business: defaultShop,
    shipping: defaultShipping,
    cores: defaultCores,
    restricted: defaultRestricted,
  };
  const part = {
    name: 'Strut',
    brand: 'KYB',
    make: 'Honda',
    condition: 'New',
    origin: 'new',
    warranty: null,
    priceCents: 100_00,
    shippingCostCents: null,
  };
  expect(describeTerms(part as Part, terms)).toEqual({
    warranty: 'Aftermarket part: 12 to 24 months',
    returns: 'Unused and in its original packaging, within 30 days. Refunds take 5 to 10 business days.',
    shipping: 'Shipping is $15, or free above $100',
    core: undefined,
    restriction: undefined,
    condition: 'Never installed, as it came from the manufacturer.',
  });
  expect(describeTerms({ ...part, brand: 'Honda' } as Part, terms).warranty).toBe(
    'OEM part: 12 to 36 months',
  );
  expect(describeTerms({ ...part, condition: null, origin: 'used' } as Part, terms)).toMatchObject({
    warranty: 'Used part: 30 days',
    returns: 'Unused and as shipped, within 30 days. Refunds take 5 to 10 business days.',
    condition: undefined,
  });
});

test('the warranty is that of the kind', () => {
  const make = 'Honda';
  expect(termsOf('New', null, make).warranty).toBe('12 to 36 months');
  expect(termsOf('New', 'KYB', make).warranty).toBe('12 to 24 months');
  expect(termsOf('Fair', null, make).warranty).toBe('30 days');
});

test('a stated origin decides before the brand, and a longer warranty of the part before the terms', () => {
  const part = { brand: 'KYB', make: 'Honda', warranty: null };
  expect(findPartTerms({ ...part, origin: 'new_oem' }, defaultShop).kind).toBe('oem');
  expect(findPartTerms({ ...part, origin: 'new_aftermarket', brand: null }, defaultShop).kind).toBe(
    'aftermarket',
  );
  for (const origin of ['rebuilt', 'remanufactured', 'used'] as const) {
    expect(findPartTerms({ ...part, origin }, defaultShop)).toMatchObject({
      kind: 'used',
      warranty: '30 days',
    });
  }
  const own = { ...part, origin: 'used' } as const;
  expect(findPartTerms({ ...own, warranty: '6 months' }, defaultShop).warranty).toBe('6 months');
  expect(findPartTerms({ ...own, warranty: '7 days' }, defaultShop).warranty).toBe('30 days');
});

test('only the usual conditions are explained', () => {
  for (const name of ['New', 'Excellent', 'Very Good', 'Good', 'Fair', 'Poor']) {
    expect(describeCondition(name)).toMatch(/\.$/);
  }
  for (const name of ['Out of Stock', 'Refurbished', 'constructor', '']) {
    expect(describeCondition(name)).toBeUndefined();
  }
});
