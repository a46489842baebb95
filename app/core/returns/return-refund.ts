import {
  computeLineRefund,
  type LineRefund,
  type RefundableLine,
  sumLineRefunds,
} from '#core/orders/line-refund.ts';
import { computeCoreRefund } from '#core/pricing/core-charge.ts';
import type { ReturnKind } from '#core/orders/return.ts';

/** A line of an order whose units come back. Amounts are in cents, for all its units. */
export interface ReturnedLine extends RefundableLine {
  shippingCents: number;
  refundsCoreTax: boolean;
  refundsBatteryFee: boolean;
  /** Units that come back. */
  returned: number;
  /** Units that were refunded before. */
  refunded: number;
  /** Cores whose charge was refunded before, without their unit. */
  coresRefunded: number;
}

export interface ReturnRefundFacts {
  kind: ReturnKind;
  isShopFault: boolean;
  /** 0.15 is 15 %. */
  restockingRate: number;
  wayBack: 'buyer' | 'shop';
  /** Cents that the buyer paid to send the parts. */
  postageCents: number;
  /** Cents kept for findings of the inspection. */
  deductedCents: number;
  lines: readonly ReturnedLine[];
}

/** The amounts of a refund, in cents. */
export interface Settlement {
  /** Price, tax, core charge and battery fee of the units. A core has only its charge. */
  partsCents: number;
  /** Tax in partsCents. */
  taxCents: number;
  /** Share of the shipping that the buyer paid. Refunded only if the shop is at fault. */
  shippingCents: number;
  /** Postage that the buyer paid to send the parts. Refunded only if the shop pays for the way back. */
  postageCents: number;
  /** Share of the price that the shop keeps. It keeps none if it is at fault. */
  restockingCents: number;
  /** Kept for findings of the inspection. */
  deductedCents: number;
  totalCents: number;
}

/** Lists the amounts of a settlement that are not 0, with their names. */
export function listSettlement(kind: ReturnKind, settlement: Settlement): [name: string, cents: number][] {
  const rows: [string, number][] = [
    [kind === 'core' ? 'Core charge' : 'Parts, with tax', settlement.partsCents],
    ['Shipping', settlement.shippingCents],
    ['Return shipping', settlement.postageCents],
    ['Restocking fee', -settlement.restockingCents],
    ['Deduction', -settlement.deductedCents],
  ];
  return rows.filter(([, cents]) => cents !== 0);
}

/**
 * Tells whether the California battery fee of a line is not refunded: the law calls it nonrefundable
 * (docs/restricted-parts.md).
 */
export function keepsBatteryFee(
  { kind, isShopFault }: Pick<ReturnRefundFacts, 'kind' | 'isShopFault'>,
  { refundsBatteryFee }: Pick<ReturnedLine, 'refundsBatteryFee'>,
): boolean {
  return kind === 'core' || (kind === 'return' && !isShopFault && !refundsBatteryFee);
}

/** Computes the refund for a return (docs/returns.md), at least 0 cents. */
export function computeReturnRefund(facts: ReturnRefundFacts): Settlement {
  const { kind, isShopFault, restockingRate, wayBack, lines } = facts;
  if (kind === 'core') return settle(lines.map(computeCore), { deductedCents: facts.deductedCents });
  const priceCents = sumOf(lines, ({ unitPriceCents, returned }) => unitPriceCents * returned);
  const shopPays = isShopFault || (kind === 'return' && wayBack === 'shop');
  const parts = lines.map((line) =>
    computeLineRefund(
      keepsBatteryFee(facts, line) ? { ...line, batteryFeeCents: 0 } : line,
      line.returned,
      line.refunded,
      line.coresRefunded,
    ),
  );
  return settle(parts, {
    shippingCents: isShopFault ? sumOf(lines, computeShipping) : 0,
    postageCents: shopPays ? facts.postageCents : 0,
    restockingCents: isShopFault || kind !== 'return' ? 0 : Math.round(priceCents * restockingRate),
    deductedCents: isShopFault ? 0 : facts.deductedCents,
  });
}

type OtherAmounts = Partial<Omit<Settlement, 'partsCents' | 'taxCents' | 'totalCents'>>;

function settle(parts: readonly LineRefund[], others: OtherAmounts): Settlement {
  const { netCents, taxCents } = sumLineRefunds(parts);
  const { shippingCents = 0, postageCents = 0, restockingCents = 0, deductedCents = 0 } = others;
  const partsCents = netCents + taxCents;
  const totalCents = partsCents + shippingCents + postageCents - restockingCents - deductedCents;
  return {
    partsCents,
    taxCents,
    shippingCents,
    postageCents,
    restockingCents,
    deductedCents,
    totalCents: Math.max(0, totalCents),
  };
}

function computeCore(line: ReturnedLine): LineRefund {
  const { returned, refunded, coresRefunded, refundsCoreTax: refundsTax } = line;
  const { coreCents, taxCents } = computeCoreRefund(
    { ...line, refundsTax },
    { returned, before: Math.min(line.quantity - returned, refunded + coresRefunded) },
  );
  return { netCents: coreCents, taxCents };
}

function computeShipping({ shippingCents, quantity, returned, refunded }: ReturnedLine): number {
  const upTo = (units: number) => Math.round((shippingCents * units) / quantity);
  return upTo(refunded + returned) - upTo(refunded);
}

function sumOf(lines: readonly ReturnedLine[], amount: (line: ReturnedLine) => number): number {
  return lines.reduce((sum, line) => sum + amount(line), 0);
}
