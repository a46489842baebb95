import type { ShipTo } from '#core/addresses/destination.ts';
import type { PricedLine } from '#core/pricing/line.ts';
import { defaultShipping, defaultTerms, type PricingTerms } from '#core/pricing/pricing-terms.ts';
import { priceOrder } from '#core/pricing/pricing.ts';

export const part: PricedLine = { unitPriceCents: 50_00, quantity: 1 };

export const home: ShipTo = {
  kind: 'ship',
  country: 'US',
  state: 'CA',
  zip: '92101',
  place: 'residential',
  liftgate: false,
  poBox: false,
};

const zone = {
  name: 'West',
  states: ['CA', 'NV'],
  baseCents: 150_00,
  centsPerHundredPounds: 20_00,
  residentialCents: 75_00,
  liftgateCents: 60_00,
  days: { min: 3, max: 6 },
};

export const freightShipping = { ...defaultShipping, freight: { mode: 'zones' as const, zones: [zone] } };

export const engine: PricedLine = {
  unitPriceCents: 1_500_00,
  quantity: 1,
  shippingClass: 'freight',
  weightPounds: 412,
};

export function price(
  lines: PricedLine[],
  shipping: Partial<PricingTerms['shipping']> = {},
  to: ShipTo | null = home,
) {
  return priceOrder(lines, {
    ...defaultTerms,
    shipping: { ...defaultShipping, ...shipping },
    destination: to,
  });
}
