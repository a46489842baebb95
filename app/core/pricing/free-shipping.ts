import { computeLineCents, type PricedLine } from './line.ts';
import type { ShippingTerms } from './pricing-terms.ts';

/** The rule for lines of parcels. */
export type FreeShippingRule = Pick<ShippingTerms, 'lineCents' | 'freeAboveCents'>;

/**
 * How many cents more of the same part make its line of parcels ship free (Spec §9, Line shipping), as the line must cost more
 * than the limit. 0: it ships free. Undefined: it never does by this rule, or not with the `available` pieces.
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
