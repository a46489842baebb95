import { type Grade, gradePart } from './grade.ts';
import { conditionKind } from './condition-kind.ts';
import { findOrigin, isNew, type Origin } from './origin.ts';
import type { PartColumns, PartValues } from './part-fields.ts';
import type { FieldErrors } from './part-form.ts';
import { isShorterWarranty } from './part-warranty.ts';
import { hasValidCheckDigit } from '#core/vehicles/vin.ts';
import { addDays } from '#core/values/zoned-time.ts';

/** The form's checkbox that saves a VIN with a wrong check digit. */
export const ACCEPT_VIN = 'accept_vin';

interface CheckedFacts {
  part: PartColumns;
  /** The stored part. Null if the part is new. */
  before: PartColumns | null;
  /** The warranty in the shop's terms for this part. Example: '30 days'. */
  warranty: string;
  timeZone: string;
  /** True if a VIN with a wrong check digit may be saved. */
  acceptsVin: boolean;
}

/** Checks a part's facts against each other. Does not refuse values that were stored before. */
export function checkFacts({ part, before, warranty, timeZone, acceptsVin }: CheckedFacts): FieldErrors {
  const errors: FieldErrors = {};
  const changes = (column: keyof PartColumns) => part[column] !== (before ? before[column] : null);
  const { origin, part_type: condition } = part;
  if (
    origin !== null &&
    !isNew(origin as Origin) &&
    conditionKind(condition) === 'new' &&
    (changes('origin') || changes('part_type'))
  )
    errors.origin = 'Only a new part has the condition New. Please change one of them';
  if (
    part.mileage !== null &&
    part.mileage_source === null &&
    (changes('mileage') || changes('mileage_source'))
  )
    errors.mileage_source = 'Please choose where the mileage was read';
  if (part.donor_vin !== null && changes('donor_vin') && !acceptsVin && !hasValidCheckDigit(part.donor_vin)) {
    errors.donor_vin =
      'A character of this VIN is mistyped: its check digit is wrong. Please compare it, or save it as it is';
  }
  if (
    part.recall_checked_on !== null &&
    changes('recall_checked_on') &&
    part.recall_checked_on > addDays(new Date(), 0, timeZone).toISOString().slice(0, 10)
  )
    errors.recall_checked_on = 'This day is in the future. Please enter the day you looked up the donor';
  if (part.warranty !== null && changes('warranty') && isShorterWarranty(part.warranty, warranty))
    errors.warranty = `The shop's terms promise ${warranty}. A part can't have a shorter warranty`;
  if (part.grade_lowered_to !== null && part.grade_reason === null)
    errors.grade_reason = 'Please say why you lowered the grade. Shoppers can see this';
  if (part.grade_lowered_to !== null && changes('grade_lowered_to')) {
    const { grade } = computeFacts({ ...part, grade_lowered_to: null });
    if (grade === null || grade === 'X') errors.grade_lowered_to = 'This part has no grade to lower';
    else if (grade >= part.grade_lowered_to) errors.grade_lowered_to = `The grade is ${grade} already`;
  }
  return errors;
}

/** Computes the columns that no form has. */
export function computeFacts(part: PartColumns): Pick<PartValues, 'grade' | 'donor_vin_tail'> {
  return { grade: computeGrade(part), donor_vin_tail: part.donor_vin?.slice(-4) ?? null };
}

/** The columns that a grade depends on. */
type GradedColumns = Pick<
  PartColumns,
  | 'part_name'
  | 'part_type'
  | 'origin'
  | 'mileage'
  | 'mileage_source'
  | 'donor_year'
  | 'donor_arrived_on'
  | 'damage_codes'
  | 'grade_rule'
  | 'grade_lowered_to'
>;

/** Grades a part by its columns. Returns null if it is not graded. */
export function computeGrade(part: GradedColumns): Grade | null {
  return gradePart({
    origin: findOrigin({ origin: part.origin, condition: part.part_type }),
    name: part.part_name,
    rule: part.grade_rule as 'mechanical' | 'body' | 'none' | null,
    mileage: part.mileage,
    mileageSource: part.mileage_source,
    donorYear: part.donor_year,
    arrivalYear: part.donor_arrived_on === null ? null : Number(part.donor_arrived_on.slice(0, 4)),
    damageCodes: part.damage_codes,
    loweredTo: part.grade_lowered_to as 'B' | 'C' | null,
  });
}
