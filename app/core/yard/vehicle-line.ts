import type { FieldValue } from '#core/values/merge-fields.ts';
import {
  fieldOf,
  type SellerColumn,
  sellerColumns,
  sellerFields,
  type VehicleColumn,
  vehicleColumns,
  vehicleFields,
  vehicleHolds,
} from './vehicle-fields.ts';
import type { VehicleValues } from './vehicle-form.ts';

/** Columns of an export that an import reads. */
export type FileColumn = VehicleColumn | SellerColumn | 'holds';

const fileColumns: readonly string[] = [...vehicleColumns, ...sellerColumns, 'holds'];

/** Reads the head of a column: 'stock_number', or 'Stock number'. Undefined for columns that no import reads. */
export function readFileColumn(head: string): FileColumn | undefined {
  const name = head.trim().toLowerCase().replaceAll(/\s+/g, '_');
  return fileColumns.find((column): column is FileColumn => column === name);
}

/** A stored car as texts, like those of the export. */
export type TextFacts = Readonly<Record<string, string | null>>;

/**
 * Makes the form of a car from a line. What the file has no column for stays as stored. The stock number of a stored car stays in its
 * spelling.
 */
export function formOfLine(
  cells: Readonly<Partial<Record<FileColumn, string>>>,
  stored: TextFacts | undefined,
): Record<string, string> {
  const form: Record<string, string> = {};
  for (const column of vehicleColumns) {
    const text = cells[column] ?? stored?.[column] ?? '';
    // Spreadsheets write TRUE.
    form[column] = fieldOf(column).kind === 'flag' ? text.toLowerCase() : text;
  }
  if (stored) form['stock_number'] = stored['stock_number'] ?? '';
  for (const column of sellerColumns) if (cells[column] !== undefined) form[column] = cells[column];
  for (const hold of splitHolds(cells.holds ?? stored?.['holds'])) form[`hold-${hold}`] = 'on';
  return form;
}

function splitHolds(text: string | null | undefined): string[] {
  const holds = (text ?? '').toLowerCase().split(';');
  return holds.map((hold) => hold.trim()).filter(Boolean);
}

/** Finds a hold that the shop does not know. */
export function findUnknownHold({
  holds,
}: Readonly<Partial<Record<FileColumn, string>>>): string | undefined {
  return splitHolds(holds).find((hold) => !Object.hasOwn(vehicleHolds, hold));
}

/** Tells whether a car would not change. `seller` has the columns of the file. */
export function isSame(
  { vehicle, seller }: { vehicle: VehicleValues; seller: Readonly<Record<string, FieldValue>> },
  stored: TextFacts,
): boolean {
  const { holds, ...facts } = vehicle;
  return (
    Object.entries({ ...facts, ...seller }).every(
      ([column, value]) => String(value ?? '') === (stored[column] ?? ''),
    ) && holds.toSorted().join() === splitHolds(stored['holds']).toSorted().join()
  );
}

/** Names a column for a person. */
export function columnLabel(column: string): string {
  const fields: Partial<Record<string, { label: string }>> = { ...vehicleFields, ...sellerFields };
  return fields[column]?.label ?? column;
}
