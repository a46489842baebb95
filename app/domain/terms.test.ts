import { expect, test } from 'vitest';
import { describeCondition, findPartTerms } from './terms.ts';
import { defaultShop } from './shop.ts';

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
  ['New', 'Brembo', '--', 'aftermarket'],
  ['Good', 'Genuine Honda', 'Honda', 'used'],
  ['Excellent', null, 'Honda', 'used'],
  ['Out of Stock', null, 'Honda', 'used'],
  ['Like New', null, 'Honda', 'used'],
  [null, null, null, 'used'],
])('%s, brand %s, for %s: %s', (condition, brand, make, kind) => {
  expect(findPartTerms({ condition, brand, make }, defaultShop).kind).toBe(kind);
});

test('the warranty is that of the kind', () => {
  const make = 'Honda';
  expect(findPartTerms({ condition: 'New', brand: null, make }, defaultShop).warranty).toBe(
    '12 to 36 months',
  );
  expect(findPartTerms({ condition: 'New', brand: 'KYB', make }, defaultShop).warranty).toBe(
    '12 to 24 months',
  );
  expect(findPartTerms({ condition: 'Fair', brand: null, make }, defaultShop).warranty).toBe('30 days');
});

test('only the usual conditions are explained', () => {
  for (const name of ['New', 'Excellent', 'Very Good', 'Good', 'Fair', 'Poor']) {
    expect(describeCondition(name)).toMatch(/\.$/);
  }
  for (const name of ['Out of Stock', 'Refurbished', 'constructor', '']) {
    expect(describeCondition(name)).toBeUndefined();
  }
});
