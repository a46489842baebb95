import { computeLineCents, type PricedLine } from './line.ts';
import type { ShippingTerms } from './pricing-terms.ts';

/** The rule for lines of parcels. */
export type FreeShippingRule = Pick<ShippingTerms, 'lineCents' | 'freeAboveCents'>;

/**
 * Computes the cents that are missing for free shipping of a part's line of parcels, which must cost more than the limit (Spec
 * §9, Line shipping). 0 means that it ships free. Undefined means that it never does by this rule, or not with the `available`
 * units.
 */
export function centsToFreeShipping(
  line: Pick<PricedLine, 'unitPriceCents' | 'quantity' | 'shippingCostCents'>,
  available: number,
  { lineCents, freeAboveCents }: FreeShippingRule,
): number | undefined {
  const { unitPriceCents, shippingCostCents = null } = line;
  if (shippingCostCents !== null || lineCents === 0 || freeAboveCents === null) return undefined;
  const missing = freeAboveCents + 1 - computeLineCents(line);
  if (missing <= 0) return 0;
  return unitPriceCents * available > freeAboveCents ? missing : undefined;
}
