import type { Quote } from './pricing.ts';
import { findCoreCharge } from './core-charge.ts';
import type { PricedLine } from './line.ts';
import type { CoreTerms } from './pricing-terms.ts';

/** The question to a tax service. All amounts are in cents, 0 where nothing is taxed. */
export interface TaxCalculation {
  place: { state: string; zip: string };
  lines: { partCents: number; coreCents: number; shippingCents: number }[];
}

/** Builds the question for lines that were priced without taxes. Returns undefined if they have no price. */
export function findTaxCalculation(
  place: { state: string; zip: string },
  lines: readonly PricedLine[],
  cores: CoreTerms,
  untaxed: Quote,
): TaxCalculation | undefined {
  if (untaxed.status !== 'priced') return undefined;
  return {
    place: { state: place.state, zip: place.zip },
    lines: lines.map((line, index) => {
      const quote = untaxed.lines[index];
      // A part's own rate applies to the flat tax only. But 0 applies everywhere: the part is not taxed.
      if (!quote || line.taxRate === 0) return { partCents: 0, coreCents: 0, shippingCents: 0 };
      const { partCents, shippingCents } = quote;
      return { partCents, coreCents: findCoreCharge(line, cores).taxed ? quote.coreCents : 0, shippingCents };
    }),
  };
}
