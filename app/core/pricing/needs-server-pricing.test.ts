import { expect, test } from 'vitest';
import { needsServerPricing } from './needs-server-pricing.ts';

test.each([
  ['without a class', {}],
  ['whose class follows its category', { shippingClass: null, coreChargeCents: null }],
  ['that is a parcel', { shippingClass: 'parcel' }],
  ['without a core charge', { coreChargeCents: 0 }],
  ['with its own shipping cost', { shippingCostCents: 9_00 }],
] as const)('the browser can price a part %s', (_, part) => {
  expect(needsServerPricing(part)).toBe(false);
});

test.each([
  ['with a core charge', { coreChargeCents: 40_00 }],
  ['that is oversize', { shippingClass: 'oversize' }],
  ['that is freight', { shippingClass: 'freight', coreChargeCents: 0 }],
  ['that is picked up', { shippingClass: 'pickup' }],
] as const)('only the server prices a part %s', (_, part) => {
  expect(needsServerPricing(part)).toBe(true);
});
