import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeLineRefund } from './line-refund.ts';

const line = {
  quantity: 3,
  unitPriceCents: 33_33,
  taxCents: 8_00,
  coreCents: 0,
  coreTaxCents: 0,
  batteryFeeCents: 0,
};

test('a piece comes back with its share of the tax, the core charge and the battery fee', () => {
  expect(computeLineRefund(line, 1)).toBe(33_33 + 2_67);
  expect(computeLineRefund(line, 1, 1)).toBe(33_33 + 2_66);
  expect(computeLineRefund(line, 3)).toBe(99_99 + 8_00);
  expect(computeLineRefund({ ...line, coreCents: 30_00, coreTaxCents: 2_40 }, 1)).toBe(33_33 + 13_47);
  expect(computeLineRefund({ ...line, batteryFeeCents: 6_00 }, 2)).toBe(66_66 + 5_33 + 4_00);
  expect(computeLineRefund(line, 0)).toBe(0);
});

test('in whatever steps its pieces are refunded, the amounts add up to the line', () => {
  const cents = fc.nat(100_000);
  fc.assert(
    fc.property(
      fc.record({
        unitPriceCents: cents,
        taxCents: cents,
        coreCents: cents,
        coreTaxCents: cents,
        batteryFeeCents: cents,
      }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
      (amounts, steps) => {
        const quantity = steps.reduce((sum, pieces) => sum + pieces, 0);
        let earlier = 0;
        let refunded = 0;
        for (const pieces of steps) {
          refunded += computeLineRefund({ ...amounts, quantity }, pieces, earlier);
          earlier += pieces;
        }
        const { unitPriceCents, ...others } = amounts;
        const otherCents = Object.values(others).reduce((sum, each) => sum + each, 0);
        expect(refunded).toBe(unitPriceCents * quantity + otherCents);
      },
    ),
  );
});
