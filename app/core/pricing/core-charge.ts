import { conditionKind } from '#core/catalog/condition-kind.ts';
import { findKind, type PricedLine, splitCents } from './line.ts';
import type { CoreTerms } from './pricing-terms.ts';

export interface CoreCharge {
  /** Cents per unit. 0 means no charge. */
  unitCents: number;
  taxed: boolean;
  /** True if the tax is refunded with it. */
  refundsTax: boolean;
}

/** Finds a part's core charge: its own, or its kind's. */
export function findCoreCharge(
  { coreChargeCents, category, condition }: Pick<PricedLine, 'coreChargeCents' | 'category' | 'condition'>,
  cores: CoreTerms,
): CoreCharge {
  return {
    unitCents: coreChargeCents ?? findKind(cores.kinds, category)?.chargeCents ?? 0,
    taxed: cores.taxed,
    refundsTax: cores.refundsTax[conditionKind(condition ?? null)],
  };
}

/** The charge for the cores of a line. Says whether the tax comes back. */
export interface ChargedCore {
  quantity: number;
  coreCents: number;
  coreTaxCents: number;
  refundsTax: boolean;
}

/**
 * Computes the refund for returned cores, after others of the line that were refunded before. All units together get exactly
 * the charge.
 */
export function computeCoreRefund(
  { quantity, coreCents, coreTaxCents, refundsTax }: ChargedCore,
  units: { returned: number; before: number },
): { coreCents: number; taxCents: number } {
  const { returned, before } = units;
  const shares = [before, returned, quantity - before - returned];
  return {
    coreCents: splitCents(coreCents, shares)[1] ?? 0,
    taxCents: refundsTax ? (splitCents(coreTaxCents, shares)[1] ?? 0) : 0,
  };
}
