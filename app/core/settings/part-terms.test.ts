import { expect, test } from 'vitest';
import { findOrigin, type Origin } from '#core/catalog/origin.ts';
import { findPartTerms } from './part-terms.ts';
import { defaultShop } from './shop.ts';

test('a part has its own period if the terms promise no more, else that of the terms', () => {
  const warrantyOf = (origin: Origin, warranty: string | null, warranties = defaultShop.warranty) =>
    findPartTerms({ origin, brand: null, make: null, warranty }, { warranty: warranties }).warranty;
  expect(warrantyOf('new_oem', null)).toBe('12 to 36 months');
  expect(warrantyOf('new_oem', '18 months')).toBe('18 months');
  expect(warrantyOf('new_oem', '60 months')).toBe('60 months');
  expect(warrantyOf('new_oem', '6 months')).toBe('12 to 36 months');
  expect(warrantyOf('used', null)).toBe('30 days');
  expect(warrantyOf('used', '90 days')).toBe('90 days');
  expect(warrantyOf('used', '7 days')).toBe('30 days');
  const forLife = { ...defaultShop.warranty, used: 'as long as you own it' };
  expect(warrantyOf('used', '7 days', forLife)).toBe('as long as you own it');
});

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

test('the warranty is that of the kind', () => {
  const make = 'Honda';
  expect(termsOf('New', null, make).warranty).toBe('12 to 36 months');
  expect(termsOf('New', 'KYB', make).warranty).toBe('12 to 24 months');
  expect(termsOf('Fair', null, make).warranty).toBe('30 days');
});

test('a stated origin decides before the brand', () => {
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
});
