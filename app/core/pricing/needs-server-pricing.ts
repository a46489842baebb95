import type { PricedLine } from './line.ts';

/** Tells whether a part has a class or a core charge of its own, which only the server prices. */
export function needsServerPricing({
  shippingClass,
  coreChargeCents,
}: Pick<PricedLine, 'shippingClass' | 'coreChargeCents' | 'shippingCostCents'>): boolean {
  return (shippingClass ?? 'parcel') !== 'parcel' || Boolean(coreChargeCents);
}
