import { expect, test } from 'vitest';
import { defaultTerms } from './pricing-terms.ts';
import { shippingClasses, shippingClassNames } from '#core/catalog/shipping-class.ts';

test('the shipping classes', () => {
  expect(shippingClasses.map((name) => `${name}: ${shippingClassNames[name]}`)).toEqual([
    'parcel: Parcel',
    'oversize: Oversize',
    'freight: Freight',
    'pickup: Pickup only',
  ]);
});

test('the default terms are those of the specification (Spec §9), and ask nothing', () => {
  expect(defaultTerms).toEqual({
    shipping: {
      lineCents: 15_00,
      freeAboveCents: 100_00,
      maxParcelPounds: null,
      maxParcelInches: null,
      oversize: { pieceCents: null },
      freight: { mode: 'quote', zones: [] },
      pickup: { offered: false, readyHours: 24 },
      remote: { alaska: 'same', hawaii: 'same', territories: 'same', military: 'same' },
      poBoxes: true,
      countries: [],
      days: { parcel: null, oversize: null, freight: null },
      kinds: [],
    },
    tax: { mode: 'flat', flatRate: 0.08, states: [] },
    cores: {
      returnDays: 30,
      taxed: true,
      refundsTax: { new: true, used: true, refurbished: true },
      kinds: [],
    },
    destination: null,
    taxRates: null,
    exempt: false,
  });
});
