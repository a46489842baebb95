import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computeReturnRefund,
  listSettlement,
  type ReturnedLine,
  type ReturnRefundFacts,
} from './return-refund.ts';

const line: ReturnedLine = {
  quantity: 2,
  unitPriceCents: 100_00,
  taxCents: 16_00,
  coreCents: 40_00,
  coreTaxCents: 3_20,
  shippingCents: 15_01,
  refundsCoreTax: false,
  returned: 1,
  refunded: 0,
  coresRefunded: 0,
  batteryFeeCents: 0,
  refundsBatteryFee: false,
};
const facts: ReturnRefundFacts = {
  kind: 'return',
  isShopFault: false,
  restockingRate: 0.15,
  wayBack: 'buyer',
  postageCents: 9_50,
  deductedCents: 0,
  lines: [line],
};
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
const total = (more: Partial<ReturnRefundFacts>) => computeReturnRefund({ ...facts, ...more }).totalCents;
const parts = 100_00 + 8_00 + 20_00 + 1_60;

test('restocking is kept of the price alone', () => {
  expect(computeReturnRefund(facts)).toEqual({
    partsCents: parts,
    taxCents: 9_60,
    shippingCents: 0,
    postageCents: 0,
    restockingCents: 15_00,
    deductedCents: 0,
    totalCents: parts - 15_00,
  });
});

test('a shop that is at fault keeps nothing, and pays shipping and the way back', () => {
  expect(total({ isShopFault: true, deductedCents: 5_00 })).toBe(parts + 7_51 + 9_50);
});

test('what was found at the inspection is deducted', () => {
  expect(total({ deductedCents: 5_00 })).toBe(parts - 15_00 - 5_00);
  expect(total({ deductedCents: 500_00 })).toBe(0);
});

test('the way back is refunded if the shop pays for it', () => {
  expect(total({ wayBack: 'shop' })).toBe(parts - 15_00 + 9_50);
});

test('nothing is kept for restocking of a warranty claim', () => {
  expect(total({ kind: 'warranty', wayBack: 'shop' })).toBe(parts);
});

test('a core brings its charge back, with its tax if the order says so', () => {
  expect(total({ kind: 'core' })).toBe(20_00);
  expect(total({ kind: 'core', lines: [{ ...line, refundsCoreTax: true }] })).toBe(21_60);
  expect(total({ kind: 'core', deductedCents: 30_00 })).toBe(0);
});

test('two units are refunded as one after the other', () => {
  const both = computeReturnRefund({ ...facts, lines: [{ ...line, returned: 2 }] });
  expect(both).toMatchObject({ partsCents: 2 * parts, restockingCents: 30_00 });
  const shipping = (more: Partial<ReturnedLine>) =>
    computeReturnRefund({ ...facts, isShopFault: true, lines: [{ ...line, ...more }] }).shippingCents;
  expect([shipping({}), shipping({ refunded: 1 }), shipping({ returned: 2 })]).toEqual([7_51, 7_50, 15_01]);
});

test('the buyer pays for the way back of a claim that is not the shop’s fault', () => {
  expect(computeReturnRefund({ ...facts, kind: 'warranty', wayBack: 'shop' }).postageCents).toBe(0);
  expect(computeReturnRefund({ ...facts, kind: 'warranty', isShopFault: true }).postageCents).toBe(9_50);
});

test('cores of a charge that does not divide evenly add up to it, whatever came back before', () => {
  const core = (more: Partial<ReturnedLine>) =>
    total({ kind: 'core', lines: [{ ...line, quantity: 3, coreCents: 10_00, ...more }] });
  const one = [core({}), core({ coresRefunded: 1 }), core({ refunded: 1, coresRefunded: 1 })];
  expect(one.reduce((sum, cents) => sum + cents, 0)).toBe(10_00);
  expect(core({ returned: 3 })).toBe(10_00);
  expect(core({ returned: 2, coresRefunded: 1 })).toBe((one[1] ?? 0) + (one[2] ?? 0));
});

test('the battery fee comes back only for a fault of the shop or a claim, unless the order says otherwise', () => {
  const refundOf = (fee: Partial<ReturnedLine>, more: Partial<ReturnRefundFacts>) =>
    total({ ...more, lines: [{ ...line, ...fee }] });
  const feeOf = (more: Partial<ReturnRefundFacts>, refundsBatteryFee = false) =>
    refundOf({ batteryFeeCents: 4_00, refundsBatteryFee }, more) - refundOf({}, more);
  expect(feeOf({})).toBe(0);
  expect(feeOf({ isShopFault: true })).toBe(2_00);
  expect(feeOf({ kind: 'warranty' })).toBe(2_00);
  expect(feeOf({ kind: 'core', isShopFault: true })).toBe(0);
  expect(feeOf({}, true)).toBe(2_00);
});

test('a core charge is refunded once, with its core or with its part', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.nat(10_000),
      fc.nat(2_000),
      fc.integer({ min: 0, max: 6 }),
      (quantity, coreCents, coreTaxCents, wanted) => {
        const cores = Math.min(wanted, quantity);
        const whole = { ...line, quantity, coreCents, coreTaxCents, refundsCoreTax: true, shippingCents: 0 };
        const refund = (more: Partial<ReturnRefundFacts>, returned: number, coresRefunded = 0) =>
          total({ ...more, restockingRate: 0, lines: [{ ...whole, returned, coresRefunded }] });
        const core = cores > 0 ? refund({ kind: 'core' }, cores) : 0;
        expect(core + refund({}, quantity, cores)).toBe(
          100_00 * quantity + line.taxCents + coreCents + coreTaxCents,
        );
      },
    ),
  );
});

test('random orders with core charges, battery fees and tax: whatever comes back in which steps, no cent comes back twice', () => {
  const cents = fc.nat(50_000);
  const amounts = fc.record({
    unitPriceCents: fc.integer({ min: 1, max: 50_000 }),
    taxCents: cents,
    coreCents: cents,
    coreTaxCents: cents,
    batteryFeeCents: cents,
    shippingCents: cents,
  });
  const step = fc.record({
    kind: fc.constantFrom('return' as const, 'core' as const),
    units: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 1, max: 9 }),
      fc.array(step, { maxLength: 12 }),
      (charged, quantity, steps) => {
        const sold = { ...line, ...charged, quantity, refundsCoreTax: true, refundsBatteryFee: true };
        const chargedCents = sumOf(
          Object.values({ ...charged, unitPriceCents: charged.unitPriceCents * quantity }),
        );
        let [refunded, coresRefunded, totalCents, taxCents] = [0, 0, 0, 0];
        // The last step brings all that is left back.
        for (const { kind, units } of [...steps, { kind: 'return' as const, units: quantity }]) {
          const left = kind === 'core' ? quantity - refunded - coresRefunded : quantity - refunded;
          const returned = Math.min(left, units);
          if (returned <= 0) continue;
          const settled = computeReturnRefund({
            ...facts,
            kind,
            isShopFault: true,
            postageCents: 0,
            lines: [{ ...sold, returned, refunded, coresRefunded }],
          });
          totalCents += settled.totalCents;
          taxCents += settled.taxCents;
          if (kind === 'core') coresRefunded += returned;
          else refunded += returned;
          expect(totalCents).toBeLessThanOrEqual(chargedCents);
        }
        expect({ refunded, totalCents, taxCents }).toEqual({
          refunded: quantity,
          totalCents: chargedCents,
          taxCents: charged.taxCents + charged.coreTaxCents,
        });
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a settlement names its amounts, and those of a core', () => {
  const settlement = computeReturnRefund({ ...facts, deductedCents: 5_00 });
  expect(listSettlement('return', settlement)).toEqual([
    ['Parts, with tax', parts],
    ['Restocking fee', -15_00],
    ['Deduction', -5_00],
  ]);
  expect(listSettlement('core', computeReturnRefund({ ...facts, kind: 'core' }))).toEqual([
    ['Core charge', 20_00],
  ]);
});
