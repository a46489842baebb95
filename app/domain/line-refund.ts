/** A line of a paid order. Amounts in cents, of all its pieces. */
export interface RefundableLine {
  quantity: number;
  unitPriceCents: number;
  taxCents: number;
  coreCents: number;
  coreTaxCents: number;
}

/**
 * What a buyer gets back for pieces of a line, in cents: price, tax and core charge. Tax that does not divide evenly is
 * split so that the amounts of all pieces add up to the line, in whatever steps they are refunded.
 *
 * @param earlier Pieces of the line that were refunded before.
 */
export function computeLineRefund(line: RefundableLine, pieces: number, earlier = 0): number {
  const shared = line.taxCents + line.coreCents + line.coreTaxCents;
  const upTo = (count: number) => Math.round((shared * count) / line.quantity);
  return line.unitPriceCents * pieces + upTo(earlier + pieces) - upTo(earlier);
}
