import { formColumns, type PartColumns, partFields } from '#core/catalog/part-fields.ts';
import type { PartField } from '#core/catalog/part-field.ts';

/** Facts of used parts that another unit has too. */
const keptFacts = new Set(['grade_rule', 'warranty']);

/**
 * Returns a part like this one, some model years later, as a new part's form begins: it lacks the stock number, the picture and
 * the facts of the very unit, and has one unit in stock.
 */
export function duplicatePart(part: PartColumns, yearsLater: 0 | 1): PartColumns {
  const copied = formColumns.map((column) => {
    const { kind, input }: PartField = partFields[column];
    const isOfPiece = kind === 'picture' || (input?.group === 'used' && !keptFacts.has(column));
    return [column, isOfPiece ? null : part[column]];
  });
  return {
    ...(Object.fromEntries(copied) as PartColumns),
    vehicle_year: part.vehicle_year === null ? null : part.vehicle_year + yearsLater,
    stock_quantity: 1,
  };
}
