import { splitCents } from '#core/pricing/line.ts';

/** Amounts of an order line in cents, for all its units, besides their price. */
export interface LineAmounts {
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  coreTaxCents: number;
  batteryFeeCents: number;
}

/**
 * Computes the amounts of a line without those of its open units, which are priced anew.
 * @param openUnits Units that are neither shipped nor canceled.
 * @param keepsShipping True if the price of the shipment stays as it was.
 */
export function keepClosedUnits(
  line: LineAmounts & { quantity: number },
  openUnits: number,
  keepsShipping: boolean,
): LineAmounts {
  const share = (cents: number) => Math.round((cents * (line.quantity - openUnits)) / line.quantity);
  return {
    taxCents: share(line.taxCents),
    shippingCents: keepsShipping ? share(line.shippingCents) : 0,
    coreCents: share(line.coreCents),
    coreTaxCents: share(line.coreTaxCents),
    batteryFeeCents: share(line.batteryFeeCents),
  };
}

/** The amounts that a correction leaves to settle, in cents. At most one of both is above 0. */
export interface Unsettled {
  /** The buyer still has to pay this. */
  dueCents: number;
  /** The buyer has paid this too much. */
  refundCents: number;
}

interface CorrectedAmounts {
  beforeCents: number;
  afterCents: number;
  /** Paid amount, if it is another one than the order's before. */
  chargedCents: number | null;
  /** Amount that the buyer was asked to pay before. */
  askedCents: number;
  /** The part of the payments that can still be refunded. */
  leftCents: number;
}

/** Computes what a correction leaves to settle. An amount that was waived before is neither due nor refunded. */
export function computeUnsettled(amounts: CorrectedAmounts): Unsettled {
  const { beforeCents, afterCents, chargedCents, askedCents, leftCents } = amounts;
  const openCents = afterCents - beforeCents + askedCents;
  const paidTooMuch = (chargedCents ?? beforeCents) - afterCents;
  return {
    dueCents: Math.max(0, openCents),
    refundCents: Math.max(0, Math.min(-openCents, paidTooMuch, leftCents)),
  };
}

/** The tax of an order in one jurisdiction, in cents. */
export interface TaxRow {
  level: string;
  name: string;
  state: string | null;
  rate: number;
  taxableCents: number;
  exemptCents: number;
  taxCents: number;
  certificateId: string | null;
}

/**
 * Adds the taxes of the units that were priced anew to those of the units that were not.
 * @param kept Tax of the units that were not, in cents, and their share of the order's parts.
 */
export function combineTaxRows(
  before: readonly TaxRow[],
  kept: { taxCents: number; share: number },
  added: readonly TaxRow[],
): TaxRow[] {
  const taxes = splitCents(
    kept.taxCents,
    before.map(({ taxCents }) => taxCents),
  );
  const rows = before.map((row, index) => ({
    ...row,
    taxableCents: Math.round(row.taxableCents * kept.share),
    exemptCents: Math.round(row.exemptCents * kept.share),
    taxCents: taxes[index] ?? 0,
  }));
  const sums = new Map<string, TaxRow>();
  for (const row of [...(kept.share > 0 ? rows : []), ...added]) {
    const key = JSON.stringify([row.level, row.name, row.state, row.rate, row.certificateId]);
    const same = sums.get(key);
    sums.set(
      key,
      same
        ? {
            ...row,
            taxableCents: same.taxableCents + row.taxableCents,
            exemptCents: same.exemptCents + row.exemptCents,
            taxCents: same.taxCents + row.taxCents,
          }
        : row,
    );
  }
  return [...sums.values()];
}
