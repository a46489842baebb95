import { expect, test } from 'vitest';
import { priceOrder } from './pricing.ts';
import { engine, part } from '#tests/support/priced-lines.ts';
import type { PricedLine } from './line.ts';
import { defaultCores, defaultTerms } from './pricing-terms.ts';
import { findTaxCalculation } from './tax-calculation.ts';

const place = { state: 'CA', zip: '92101' };
const core: PricedLine = { ...part, unitPriceCents: 120_00, coreChargeCents: 40_00 };
const untaxed: PricedLine = { ...core, taxRate: 0 };

/** Returns the question to a service about these lines. */
function ask(lines: readonly PricedLine[], cores = defaultCores) {
  const quote = priceOrder(lines, { ...defaultTerms, cores, exempt: true });
  return findTaxCalculation(place, lines, cores, quote);
}

test('a service is asked about each line: its parts, core charges and shipping', () => {
  expect(ask([{ ...part, quantity: 2, taxRate: 0.05 }, core, { ...part, shippingCostCents: 9_00 }])).toEqual({
    place,
    lines: [
      { partCents: 100_00, coreCents: 0, shippingCents: 15_00 },
      { partCents: 120_00, coreCents: 40_00, shippingCents: 0 },
      { partCents: 50_00, coreCents: 0, shippingCents: 9_00 },
    ],
  });
});

test('nothing is taxed of a part whose own rate is 0', () => {
  expect(ask([untaxed, core])?.lines).toEqual([
    { partCents: 0, coreCents: 0, shippingCents: 0 },
    { partCents: 120_00, coreCents: 40_00, shippingCents: 0 },
  ]);
});

test('core charges are not taxed if the owner says so', () => {
  expect(ask([core], { ...defaultCores, taxed: false })?.lines).toEqual([
    { partCents: 120_00, coreCents: 0, shippingCents: 0 },
  ]);
});

test('only the state and the ZIP code are sent', () => {
  const located = { ...place, street: '1 Main St' };
  const quote = priceOrder([part], defaultTerms);
  expect(findTaxCalculation(located, [part], defaultCores, quote)?.place).toEqual(place);
});

test('there is nothing to ask about lines without a price', () => {
  expect(ask([engine])).toBeUndefined();
});
