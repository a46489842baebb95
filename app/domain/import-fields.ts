import { type ImportColumn, importColumns, type PartValues } from './part-fields.ts';

/** What an import can say of a part, in the columns of the catalog. Null is what is not said. */
export type ImportFields = Pick<PartValues, 'part_name'> & {
  [Column in Exclude<ImportColumn, 'part_name'>]: PartValues[Column] | null;
};

export interface Change {
  field: ImportColumn;
  from: string | number | null;
  to: string | number | null;
}

/** The category of an imported part that names none (Spec §3, Part). */
export const IMPORT_CATEGORY = 'General';

/**
 * What would change in a part of the catalog if it were as a crawl found it. What the crawl did not say changes
 * nothing, and another spelling of the same number is no change.
 */
export function proposedChanges(found: ImportFields, part: ImportFields): Change[] {
  return importColumns
    .filter((field) => {
      if (found[field] === null || found[field] === part[field]) return false;
      return field !== 'oem_number' || numberKey(found.oem_number) !== numberKey(part.oem_number);
    })
    .map((field) => ({ field, from: part[field], to: found[field] }));
}

/** What makes two found parts one (the number, the brand, the vehicle): they are imported once. */
export function importKey(found: ImportFields): string {
  const { oem_number, brand, vehicle_make, vehicle_model, vehicle_year } = found;
  const rest = [brand, vehicle_make, vehicle_model, vehicle_year].map((value) => String(value ?? ''));
  return [numberKey(oem_number), ...rest.map((value) => value.toLowerCase())].join('\n');
}

/** As the database compares numbers (oem_number_key). */
function numberKey(number: string | null): string {
  return (number ?? '').toUpperCase().replaceAll(/[-. ]/g, '');
}
