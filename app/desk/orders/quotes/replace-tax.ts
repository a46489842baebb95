import type { PricedQuote } from '#core/pricing/pricing.ts';
import { splitCents, sum } from '#core/pricing/line.ts';
import type { TaxAmount } from '#core/pricing/tax-rates.ts';

/**
 * Replaces the tax of a quote by an amount in cents that a person has decided on. It is split over lines and jurisdictions
 * in proportion to the computed tax, or to the prices of the lines if nothing was taxed.
 */
export function replaceTax(quote: PricedQuote, taxCents: number): PricedQuote {
  if (taxCents === quote.taxCents) return quote;
  const computed = quote.lines.flatMap((line) => [line.taxCents, line.coreTaxCents]);
  const shares = sum(computed) > 0 ? computed : quote.lines.flatMap((line) => [line.partCents, 0]);
  const split = splitCents(taxCents, shares);
  return {
    ...quote,
    taxCents,
    totalCents: quote.totalCents - quote.taxCents + taxCents,
    lines: quote.lines.map((line, index) => ({
      ...line,
      taxCents: split[2 * index] ?? 0,
      coreTaxCents: split[2 * index + 1] ?? 0,
    })),
    taxes: splitAmounts(quote, taxCents),
  };
}

function splitAmounts({ taxes, subtotalCents }: PricedQuote, taxCents: number): TaxAmount[] {
  const shares = taxes.map((amount) => amount.taxCents);
  if (sum(shares) === 0) {
    if (taxCents === 0) return taxes;
    const rate = Math.round((taxCents / subtotalCents) * 1_000_000) / 1_000_000;
    return [{ level: 'flat', name: 'Sales tax', rate, taxableCents: subtotalCents, taxCents }];
  }
  const split = splitCents(taxCents, shares);
  return taxes.map((amount, index) => ({ ...amount, taxCents: split[index] ?? 0 }));
}
