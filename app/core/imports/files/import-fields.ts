import { type ImportColumn, importColumns, type PartValues } from '#core/catalog/part-fields.ts';

/** Columns that an import can set. Null if the crawl did not contain the value. */
export type ImportFields = Pick<PartValues, 'part_name'> & {
  [Column in Exclude<ImportColumn, 'part_name'>]: PartValues[Column] | null;
};

export interface Change {
  field: ImportColumn;
  from: string | number | null;
  to: string | number | null;
}

export const IMPORT_CATEGORY = 'General';

/** Lists the differences between two parts, except missing values and another spelling of the same number. */
export function proposedChanges(found: ImportFields, part: ImportFields): Change[] {
  return importColumns
    .filter((field) => {
      if (found[field] === null || found[field] === part[field]) return false;
      return field !== 'oem_number' || formatNumberKey(found.oem_number) !== formatNumberKey(part.oem_number);
    })
    .map((field) => ({ field, from: part[field], to: found[field] }));
}

/** Formats the key (number, brand, vehicle) that finds duplicates. */
export function formatImportKey(found: ImportFields): string {
  const { oem_number, brand, vehicle_make, vehicle_model, vehicle_year } = found;
  const rest = [brand, vehicle_make, vehicle_model, vehicle_year].map((value) => String(value ?? ''));
  return [formatNumberKey(oem_number), ...rest.map((value) => value.toLowerCase())].join('\n');
}

/** oem_number_key in the database must do the same. */
function formatNumberKey(number: string | null): string {
  return (number ?? '').toUpperCase().replaceAll(/[-. ]/g, '');
}
