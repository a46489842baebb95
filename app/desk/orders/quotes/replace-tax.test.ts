import { expect, test } from 'vitest';
import { type PricedQuote, priceOrder } from '#core/pricing/pricing.ts';
import { sum } from '#core/pricing/line.ts';
import { defaultTerms } from '#core/pricing/pricing-terms.ts';
import { replaceTax } from './replace-tax.ts';

const lines = [
  { unitPriceCents: 33_33, quantity: 3, coreChargeCents: 10_01 },
  { unitPriceCents: 7_77, quantity: 1 },
];
const quote = priceOrder(lines, defaultTerms) as PricedQuote;
const untaxed = priceOrder(lines, { ...defaultTerms, exempt: true }) as PricedQuote;

test.each([
  ['less', quote, 1_01],
  ['more', quote, 20_03],
  ['nothing', quote, 0],
  ['some, where nothing was taxed', untaxed, 5_55],
])('%s tax is split over lines and jurisdictions to the cent', (_, before, taxCents) => {
  const after = replaceTax(before, taxCents);
  expect(after.taxCents).toBe(taxCents);
  expect(after.totalCents).toBe(after.subtotalCents + after.coreCents + after.shippingCents + taxCents);
  expect(sum(after.lines.map((line) => line.taxCents + line.coreTaxCents))).toBe(taxCents);
  expect(sum(after.taxes.map((amount) => amount.taxCents))).toBe(taxCents);
});

test('the computed tax stays as it is', () => {
  expect(replaceTax(quote, quote.taxCents)).toBe(quote);
});
