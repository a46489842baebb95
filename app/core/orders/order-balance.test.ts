import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeRest, splitRefund } from './order-balance.ts';

test.each([
  ['nothing was missing', { chargedCents: null, otherCurrency: null }, 0],
  ['less was paid', { chargedCents: 50_00, otherCurrency: null }, 8_20],
  ['more was paid', { chargedCents: 70_00, otherCurrency: null }, 0],
  ['another currency was paid', { chargedCents: 50_00, otherCurrency: 'cad' }, 0],
  ['as much is missing as a card can pay', { chargedCents: 57_70, otherCurrency: null }, 50],
  ['less is missing than a card can pay', { chargedCents: 57_71, otherCurrency: null }, 0],
])('the rest of an order, if %s', (_, paid, restCents) => {
  expect(computeRest({ amountCents: 58_20, ...paid })).toBe(restCents);
});

test('one payment gives a refund back if it can', () => {
  const payments = [
    { paymentId: 'pi_1', leftCents: 5_00 },
    { paymentId: 'pi_2', leftCents: 8_20 },
  ];
  expect(splitRefund({ amountCents: 5_00, taxCents: 40 }, payments)).toEqual([
    { paymentId: 'pi_1', amountCents: 5_00, taxCents: 40 },
  ]);
  expect(splitRefund({ amountCents: 8_00, taxCents: 60 }, payments)).toEqual([
    { paymentId: 'pi_2', amountCents: 8_00, taxCents: 60 },
  ]);
  expect(splitRefund({ amountCents: 9_00, taxCents: 5_50 }, payments)).toEqual([
    { paymentId: 'pi_1', amountCents: 5_00, taxCents: 5_00 },
    { paymentId: 'pi_2', amountCents: 4_00, taxCents: 50 },
  ]);
});

test('a refund is divided to the cent, and no payment gives more than it has', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const payments = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(payments, share, share, (left, refunded, taxed) => {
      const sum = left.reduce((cents, each) => cents + each, 0);
      const amountCents = Math.round(sum * refunded);
      const taxCents = Math.round(amountCents * taxed);
      const parts = splitRefund(
        { amountCents, taxCents },
        left.map((leftCents, index) => ({ paymentId: String(index), leftCents })),
      );
      expect(parts.reduce((cents, part) => cents + part.amountCents, 0)).toBe(amountCents);
      expect(parts.reduce((cents, part) => cents + part.taxCents, 0)).toBe(taxCents);
      for (const part of parts) {
        expect(part.amountCents).toBeGreaterThan(0);
        expect(part.amountCents).toBeLessThanOrEqual(left[Number(part.paymentId)] as number);
      }
    }),
  );
});
