import { shareBatteryFee } from '#core/pricing/battery-fee.ts';
import { computeCoreRefund } from '#core/pricing/core-charge.ts';

/** A line of a paid order. Amounts are in cents, for all its units. */
export interface RefundableLine {
  quantity: number;
  unitPriceCents: number;
  taxCents: number;
  coreCents: number;
  coreTaxCents: number;
  batteryFeeCents: number;
}

/** The refund for units of a line, in cents. */
export interface LineRefund {
  /** Price, core charge and battery fee. */
  netCents: number;
  /** Tax that was charged on them. */
  taxCents: number;
}

/**
 * Computes the refund for units of a line: price, core charge and California battery fee with the tax that was charged on
 * them. Amounts that do not divide evenly are split so that the refunds of all units add up to the line, in whatever steps
 * they are made.
 * @param earlier Units of the line that were refunded before.
 * @param cores Cores of the line whose charge was refunded before, without their unit.
 */
export function computeLineRefund(line: RefundableLine, units: number, earlier = 0, cores = 0): LineRefund {
  const upTo = (count: number) => Math.round((line.taxCents * count) / line.quantity);
  const core = shareCore(line, units, earlier, cores);
  return {
    netCents: line.unitPriceCents * units + core.coreCents + shareBatteryFee(line, units, earlier),
    taxCents: upTo(earlier + units) - upTo(earlier) + core.taxCents,
  };
}

function shareCore(
  line: Omit<RefundableLine, 'batteryFeeCents'>,
  units: number,
  earlier: number,
  cores: number,
) {
  const before = Math.min(line.quantity, earlier + cores);
  return computeCoreRefund(
    { ...line, refundsTax: true },
    { returned: Math.min(units, line.quantity - before), before },
  );
}

/** Computes the core charge, without its tax, in a refund for units or cores of a line, in cents. */
export function shareCoreCharge(
  line: Omit<RefundableLine, 'batteryFeeCents'> & { refunded: number; coresRefunded: number },
  units: number,
): number {
  return shareCore(line, units, line.refunded, line.coresRefunded).coreCents;
}

export function sumLineRefunds(refunds: readonly LineRefund[]): LineRefund {
  return {
    netCents: refunds.reduce((sum, { netCents }) => sum + netCents, 0),
    taxCents: refunds.reduce((sum, { taxCents }) => sum + taxCents, 0),
  };
}

/**
 * Estimates the tax in a refund that names no units, in cents: its share of the tax that is left. The last refund of a payment
 * gets all of it.
 */
export function shareTax(amountCents: number, left: { amountCents: number; taxCents: number }): number {
  if (left.amountCents <= 0) return 0;
  return Math.round((left.taxCents * Math.min(amountCents, left.amountCents)) / left.amountCents);
}
