import type { FieldValue } from '#core/values/merge-fields.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { summarizePart } from './part-summary.ts';
import { findOrigin } from './origin.ts';
import type { Part } from './part.ts';
import type { PartField } from './part-field.ts';
import { partFields, type PartValues, type ShownColumn, shownColumns } from './part-fields.ts';

/** The catalog columns that shoppers see. stock_quantity excludes held units. */
export interface CatalogRow extends Pick<PartValues, ShownColumn> {
  id: string;
  all_held: boolean;
}

/** Converts a catalog row to a part. */
export function partFromRow(row: CatalogRow): Part {
  const part: Record<string, unknown> = { id: row.id, allHeld: row.all_held };
  for (const { column, property, kind } of shownFields) part[property] = propertyValue(kind, row[column]);
  part.origin = findOrigin({ origin: row.origin, condition: row.part_type });
  part.summary = summarizePart(part as unknown as Part);
  return part as unknown as Part;
}

/** Computed once, because lists convert thousands of values. */
const shownFields = shownColumns.map((column) => {
  const { property, kind }: PartField = partFields[column];
  return { column, property: property as string, kind };
});

function propertyValue(kind: PartField['kind'], value: FieldValue) {
  if (value === null || typeof value === 'boolean') return value;
  if (kind === 'dollars') return centsFromDollars(value);
  return kind === 'share' || kind === 'decimal' ? Number(value) : value;
}
