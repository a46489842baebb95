import { expect, test } from 'vitest';
import { defaultRestricted } from '#core/catalog/restricted/restricted-kinds.ts';
import { defaultShop } from '#core/settings/shop.ts';
import type { Part } from '#core/catalog/part.ts';
import { defaultCores, defaultShipping } from '#core/pricing/pricing-terms.ts';
import { describeCondition, describeTerms } from './terms.ts';

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
    returns:
      'Return within 30 days of delivery, unused, in original packaging. Refunds take 5 to 10 business days.',
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
    returns:
      'Return within 30 days of delivery, unused, in the same condition as received. Refunds take 5 to 10 business days.',
    condition: undefined,
  });
});

test('only the usual conditions are explained', () => {
  for (const name of ['New', 'Excellent', 'Very Good', 'Good', 'Fair', 'Poor']) {
    expect(describeCondition(name)).toMatch(/\.$/);
  }
  for (const name of ['Out of Stock', 'Refurbished', 'constructor', '']) {
    expect(describeCondition(name)).toBeUndefined();
  }
});
