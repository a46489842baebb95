import { type FieldChoices, type FieldConflict, mergeFields } from '#core/values/merge-fields.ts';
import type { PartColumns } from './part-fields.ts';
import { untouchedPart } from './part-form.ts';
import { mergeStock } from './stock.ts';

interface PartVersions {
  seen: Partial<PartColumns>;
  now: PartColumns;
  /** A missing field stays unchanged. */
  mine: Partial<PartColumns>;
  choices?: FieldChoices;
  held: number;
}

/** Merges the part form by field (see mergeFields). Stock is merged by difference, so it has no conflicts. */
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
