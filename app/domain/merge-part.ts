import { type FieldChoices, type FieldConflict, mergeFields } from './merge-fields.ts';
import { type PartColumns, untouchedPart } from './part-form.ts';
import { mergeStock } from './stock.ts';

interface PartVersions {
  /** The part when the form was opened. */
  seen: PartColumns;
  now: PartColumns;
  /** The part as the form was sent. */
  mine: PartColumns;
  choices?: FieldChoices;
  /** How many pieces payments under way hold now. */
  held: number;
}

/** Merges the part form by field (see mergeFields); stock is never in conflict, it is merged by difference. */
export function mergePart({ seen, now, mine, choices, held }: PartVersions): {
  merged: PartColumns;
  conflicts: FieldConflict[];
} {
  const { merged, conflicts } = mergeFields({
    seen,
    untouched: untouchedPart(seen),
    now,
    mine: { ...mine, stock_quantity: seen.stock_quantity },
    choices,
  });
  const stock_quantity = mergeStock({
    seen: seen.stock_quantity,
    now: now.stock_quantity,
    mine: mine.stock_quantity,
    held,
  });
  return { merged: { ...merged, stock_quantity }, conflicts };
}
