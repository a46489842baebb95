import { expect, test } from 'vitest';
import { describeCore, describeShipping } from './describe-shipping.ts';
import { defaultCores, defaultShipping } from './pricing-terms.ts';

test.each([
  [{ priceCents: 10000, shippingCostCents: null }, 'Shipping is $15, or free above $100'],
  [{ priceCents: 10001, shippingCostCents: null }, 'Free shipping'],
  [{ priceCents: 10001, shippingCostCents: 4950 }, 'Shipping is $49.50'],
  [{ priceCents: 500, shippingCostCents: 0 }, 'Free shipping'],
  [{ priceCents: null, shippingCostCents: null }, 'Shipping is $15, or free above $100'],
  [{ priceCents: 0, shippingCostCents: 700 }, 'Shipping is $7'],
])('%o: %s', (part, words) => {
  expect(describeShipping(part, defaultShipping)).toBe(words);
});

const zones = {
  mode: 'zones' as const,
  zones: [],
};
const own = { priceCents: 5000, shippingCostCents: null };

test.each<[Parameters<typeof describeShipping>[0], Partial<typeof defaultShipping>, string]>([
  [{ ...own, shippingClass: 'pickup' }, {}, 'Pickup only'],
  [{ ...own, shippingClass: 'freight' }, {}, 'Ships by freight: ask us for a quote'],
  [
    { ...own, shippingClass: 'freight' },
    { freight: zones },
    'Ships by freight: the price depends on the destination',
  ],
  [{ ...own, shippingClass: 'freight', shippingCostCents: 9900 }, {}, 'Shipping is $99'],
  [{ ...own, shippingClass: 'oversize' }, {}, 'Oversize: ask us for a shipping quote'],
  [{ ...own, shippingClass: 'oversize' }, { oversize: { pieceCents: 8000 } }, 'Shipping is $80'],
  [{ ...own, weightPounds: 71 }, { maxParcelPounds: 70, oversize: { pieceCents: 8000 } }, 'Shipping is $80'],
  [own, { freeAboveCents: null }, 'Shipping is $15'],
  [own, { lineCents: 0 }, 'Free shipping'],
  [own, { freeAboveCents: 5000, lineCents: 999 }, 'Shipping is $9.99, or free above $50'],
  [
    own,
    { days: { ...defaultShipping.days, parcel: { min: 2, max: 5 } } },
    'Shipping is $15, or free above $100, 2 to 5 business days',
  ],
  [
    own,
    {
      pickup: { offered: true, readyHours: 4 },
      freeAboveCents: 4999,
      days: { ...defaultShipping.days, parcel: { min: 1, max: 1 } },
    },
    'Free shipping, 1 business day. Free pickup',
  ],
  [
    own,
    { days: { ...defaultShipping.days, parcel: { min: 3, max: 3 } } },
    'Shipping is $15, or free above $100, 3 business days',
  ],
])('%o under %o: %s', (part, rules, words) => {
  expect(describeShipping(part, { ...defaultShipping, ...rules })).toBe(words);
});

test('a core charge is explained', () => {
  expect(describeCore({ coreChargeCents: 15000 }, defaultCores)).toBe(
    'Plus a core charge of $150.00, refunded when you return your old part within 30 days',
  );
  expect(describeCore({ coreChargeCents: 0 }, defaultCores)).toBeUndefined();
  expect(describeCore({ coreChargeCents: null }, defaultCores)).toBeUndefined();
});
