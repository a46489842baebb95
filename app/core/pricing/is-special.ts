import type { PricedLine } from './line.ts';

/** Whether a part has a class or a core charge of its own, which only the server prices. */
export function isSpecial({
  shippingClass,
  coreChargeCents,
}: Pick<PricedLine, 'shippingClass' | 'coreChargeCents' | 'shippingCostCents'>): boolean {
  return (shippingClass ?? 'parcel') !== 'parcel' || Boolean(coreChargeCents);
}
