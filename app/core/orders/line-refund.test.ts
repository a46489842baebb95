import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeLineRefund, shareTax } from './line-refund.ts';

const line = {
  quantity: 3,
  unitPriceCents: 33_33,
  taxCents: 8_00,
  coreCents: 0,
  coreTaxCents: 0,
  batteryFeeCents: 0,
};

const total = (...facts: Parameters<typeof computeLineRefund>) => {
  const { netCents, taxCents } = computeLineRefund(...facts);
  return netCents + taxCents;
};

test('a unit comes back with its share of the tax, the core charge and the battery fee', () => {
  expect(total(line, 1)).toBe(33_33 + 2_67);
  expect(total(line, 1, 1)).toBe(33_33 + 2_66);
  expect(total(line, 3)).toBe(99_99 + 8_00);
  expect(total({ ...line, coreCents: 30_00, coreTaxCents: 2_40 }, 1)).toBe(33_33 + 13_47);
  expect(total({ ...line, batteryFeeCents: 6_00 }, 2)).toBe(66_66 + 5_33 + 4_00);
  expect(total(line, 0)).toBe(0);
});

test('in whatever steps its units are refunded, the amounts add up to the line', () => {
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
        const quantity = steps.reduce((sum, units) => sum + units, 0);
        let earlier = 0;
        let refunded = 0;
        for (const units of steps) {
          refunded += total({ ...amounts, quantity }, units, earlier);
          earlier += units;
        }
        const { unitPriceCents, ...others } = amounts;
        const otherCents = Object.values(others).reduce((sum, each) => sum + each, 0);
        expect(refunded).toBe(unitPriceCents * quantity + otherCents);
      },
    ),
  );
});

test('the tax in a refund is that of the line and its core', () => {
  expect(computeLineRefund({ ...line, coreCents: 30_00, coreTaxCents: 2_40 }, 1)).toEqual({
    netCents: 33_33 + 10_00,
    taxCents: 2_67 + 80,
  });
});

test('a refund without units has its share of the tax that is left', () => {
  expect(shareTax(50_00, { amountCents: 100_00, taxCents: 7_75 })).toBe(3_88);
  expect(shareTax(50_00, { amountCents: 50_00, taxCents: 3_87 })).toBe(3_87);
  expect(shareTax(60_00, { amountCents: 50_00, taxCents: 3_87 })).toBe(3_87);
  expect(shareTax(10_00, { amountCents: 0, taxCents: 0 })).toBe(0);
});
