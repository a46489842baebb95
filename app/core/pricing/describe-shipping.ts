import { formatDollars, formatShortDollars } from '#core/values/money.ts';
import type { Part } from '#core/catalog/part.ts';
import { findCoreCharge } from './core-charge.ts';
import type { PricedLine } from './line.ts';
import { packLine } from './parcel.ts';
import type { CoreTerms, DayRange, ShippingTerms } from './pricing-terms.ts';

type Shipped = Pick<Part, 'priceCents' | 'shippingCostCents'> &
  Omit<PricedLine, 'unitPriceCents' | 'quantity'>;

/** Says what shipping one unit costs and how long it takes, by the cart's rules (Spec §9, Line shipping). */
export function describeShipping(part: Shipped, shipping: ShippingTerms): string {
  const { class: name } = packLine({ ...part, unitPriceCents: 0, quantity: 1 }, shipping);
  if (name === 'pickup') return 'Pickup only';
  const days = formatDays(shipping.days[name]);
  const text = describePrice(part, name, shipping) + (days && `, ${days}`);
  return shipping.pickup.offered ? `${text}. Free pickup` : text;
}

function describePrice(
  { priceCents, shippingCostCents = null }: Shipped,
  name: 'parcel' | 'oversize' | 'freight',
  shipping: ShippingTerms,
): string {
  if (shippingCostCents !== null) return describeCost(shippingCostCents);
  if (name === 'freight') {
    return shipping.freight.mode === 'quote'
      ? 'Ships by freight: ask us for a quote'
      : 'Ships by freight: the price depends on the destination';
  }
  if (name === 'oversize') {
    const { pieceCents } = shipping.oversize;
    return pieceCents === null ? 'Oversize: ask us for a shipping quote' : describeCost(pieceCents);
  }
  const { lineCents, freeAboveCents } = shipping;
  if (lineCents === 0 || (freeAboveCents !== null && (priceCents ?? 0) > freeAboveCents))
    return describeCost(0);
  return describeParcelRule(shipping);
}

function describeParcelRule({ lineCents, freeAboveCents }: ShippingTerms): string {
  const cost = `Shipping is ${formatShortDollars(lineCents)}`;
  return freeAboveCents === null ? cost : `${cost}, or free above ${formatShortDollars(freeAboveCents)}`;
}

function describeCost(cents: number): string {
  return cents === 0 ? 'Free shipping' : `Shipping is ${formatShortDollars(cents)}`;
}

/** Example: '2 to 5 business days'. Empty if unknown. */
export function formatDays(days: DayRange | null): string {
  if (days === null) return '';
  const { min, max } = days;
  if (min === max) return max === 1 ? '1 business day' : `${max} business days`;
  return `${min} to ${max} business days`;
}

/** Says what a core charge is and when it is refunded. Returns undefined for parts without one. */
export function describeCore(
  part: Pick<PricedLine, 'coreChargeCents' | 'category'>,
  cores: CoreTerms,
): string | undefined {
  const { unitCents } = findCoreCharge(part, cores);
  if (unitCents === 0) return undefined;
  return `Plus a core charge of ${formatDollars(unitCents)}, refunded when you return your old part within ${cores.returnDays} days`;
}
