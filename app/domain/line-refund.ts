import { shareBatteryFee } from './pricing/battery-fee.ts';
import { computeCoreRefund } from './pricing/core-charge.ts';

/** A line of a paid order. Amounts in cents, of all its pieces. */
export interface RefundableLine {
  quantity: number;
  unitPriceCents: number;
  taxCents: number;
  coreCents: number;
  coreTaxCents: number;
  batteryFeeCents: number;
}

/**
 * What a buyer gets back for pieces of a line, in cents: price, tax, core charge and
 * California battery fee. Amounts that do not divide evenly are
 * split so that those of all pieces add up to the line, in whatever steps they are refunded.
 *
 * @param earlier Pieces of the line that were refunded before.
 * @param cores Cores of the line whose charge was refunded before, without their piece.
 */
export function computeLineRefund(line: RefundableLine, pieces: number, earlier = 0, cores = 0): number {
  const upTo = (count: number) => Math.round((line.taxCents * count) / line.quantity);
  const before = Math.min(line.quantity, earlier + cores);
  const core = computeCoreRefund(
    { ...line, refundsTax: true },
    { returned: Math.min(pieces, line.quantity - before), before },
  );
  const taxCents = upTo(earlier + pieces) - upTo(earlier);
  const feeCents = shareBatteryFee(line, pieces, earlier);
  return line.unitPriceCents * pieces + taxCents + core.coreCents + core.taxCents + feeCents;
}
