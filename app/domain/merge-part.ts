import { type FieldChoices, type FieldConflict, mergeFields } from './merge-fields.ts';
import type { PartColumns } from './part-fields.ts';
import { untouchedPart } from './part-form.ts';
import { mergeStock } from './stock.ts';

interface PartVersions {
  /** The part when the form was opened; it has at least the fields of `mine`. */
  seen: Partial<PartColumns>;
  now: PartColumns;
  /** The part as the form was sent. A field that the form does not have stays as it is. */
  mine: Partial<PartColumns>;
  choices?: FieldChoices;
  /** How many pieces payments under way hold now. */
  held: number;
}

/** Merges the part form by field (see mergeFields); stock is never in conflict, it is merged by difference. */
export function mergePart({ seen, now, mine, choices, held }: PartVersions): {
  merged: PartColumns;
  conflicts: FieldConflict[];
} {
  const { stock_quantity: stock, ...others } = mine;
  const { merged, conflicts } = mergeFields({
    seen,
    untouched: untouchedPart(seen),
    now,
    mine: others,
    choices,
  });
  if (stock !== undefined && seen.stock_quantity !== undefined) {
    merged.stock_quantity = mergeStock({
      seen: seen.stock_quantity,
      now: now.stock_quantity,
      mine: stock,
      held,
    });
  }
  return { merged, conflicts };
}
