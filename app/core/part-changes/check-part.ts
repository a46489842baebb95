import { findOrigin } from '#core/catalog/origin.ts';
import { checkFacts } from '#core/catalog/part-facts.ts';
import type { PartColumns } from '#core/catalog/part-fields.ts';
import type { FieldErrors } from '#core/catalog/part-form.ts';
import { findPartTerms } from '#core/settings/part-terms.ts';

export interface CheckedPart {
  part: PartColumns;
  /** The stored part. Null if the part is new. */
  before: PartColumns | null;
  /** True if a VIN with a wrong check digit may be saved. */
  acceptsVin: boolean;
}

/** Checks a part's facts against each other, with the shop's terms. */
export function checkPart(
  business: Parameters<typeof findPartTerms>[1] & { timeZone: string },
  { part, before, acceptsVin }: CheckedPart,
): FieldErrors {
  const { part_type: condition, brand, vehicle_make: make } = part;
  const origin = findOrigin({ origin: part.origin, condition });
  const { warranty } = findPartTerms({ origin, brand, make, warranty: null }, business);
  return checkFacts({ part, before, warranty, timeZone: business.timeZone, acceptsVin });
}
