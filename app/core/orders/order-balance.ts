import { findChargeProblem } from './payment.ts';

/**
 * Computes the missing cents of an order that was paid with less than its amount. Returns 0 if nothing is missing, if another
 * currency was paid, or if a card payment can't be that small.
 */
export function computeRest({
  amountCents,
  chargedCents,
  otherCurrency,
}: {
  amountCents: number;
  /** The paid amount, if it is another one than the order's. */
  chargedCents: number | null;
  otherCurrency: string | null;
}): number {
  if (chargedCents === null || otherCurrency !== null) return 0;
  const restCents = amountCents - chargedCents;
  return findChargeProblem(restCents) === undefined ? restCents : 0;
}

/** A payment of an order, with the refundable rest in cents. */
export interface RefundablePayment {
  paymentId: string;
  leftCents: number;
}

/**
 * Divides a refund, in cents including tax, over the payments of an order: one payment if it has enough left, else from the
 * first on. The parts add up to the refund if the payments have as much left.
 */
export function splitRefund(
  refund: { amountCents: number; taxCents: number },
  payments: readonly RefundablePayment[],
): { paymentId: string; amountCents: number; taxCents: number }[] {
  const enough = payments.find(({ leftCents }) => leftCents >= refund.amountCents);
  let missing = refund;
  return (enough ? [enough] : payments).flatMap(({ paymentId, leftCents }) => {
    const amountCents = Math.min(missing.amountCents, leftCents);
    const taxCents = Math.min(missing.taxCents, amountCents);
    missing = { amountCents: missing.amountCents - amountCents, taxCents: missing.taxCents - taxCents };
    return amountCents > 0 ? [{ paymentId, amountCents, taxCents }] : [];
  });
}
