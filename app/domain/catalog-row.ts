import { centsFromDollars } from './money.ts';
import type { Part } from './part.ts';
import {
  type PartField,
  partFields,
  type PartValues,
  type ShownColumn,
  shownColumns,
} from './part-fields.ts';

/** What of a row of the catalog is shown; its stock_quantity is what can still be bought. */
export interface CatalogRow extends Pick<PartValues, ShownColumn> {
  id: string;
  /** There is stock, and payments under way hold all of it. */
  all_held: boolean;
}

/** A row of the catalog as the screens show it. */
export function partFromRow(row: CatalogRow): Part {
  const part: Record<string, unknown> = { id: row.id, allHeld: row.all_held };
  for (const column of shownColumns) {
    part[partFields[column].property] = propertyValue(partFields[column], row[column]);
  }
  return part as unknown as Part;
}

function propertyValue({ kind }: PartField, value: string | number | null) {
  if (value === null) return null;
  if (kind === 'dollars') return centsFromDollars(value);
  return kind === 'share' ? Number(value) : value;
}
