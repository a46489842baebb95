/** What an import can say of a part, in the catalogue's words (Spec §3, Part). Null is what is not said. */
export interface ImportFields {
  part_name: string;
  oem_number: string | null;
  brand: string | null;
  category: string | null;
  description: string | null;
  vehicle_make: string | null;
  vehicle_model: string | null;
  vehicle_year: number | null;
}

export type ImportField = keyof ImportFields;

export const IMPORT_FIELDS: readonly ImportField[] = [
  'part_name',
  'oem_number',
  'brand',
  'category',
  'description',
  'vehicle_make',
  'vehicle_model',
  'vehicle_year',
];

export interface Change {
  field: ImportField;
  from: string | number | null;
  to: string | number | null;
}

/** The category of an imported part that names none (Spec §3, Part). */
export const IMPORT_CATEGORY = 'General';

/**
 * What would change in a part of the catalogue if it were as a crawl found it. What the crawl did not say changes
 * nothing, and another spelling of the same number is no change.
 */
export function proposedChanges(found: ImportFields, part: ImportFields): Change[] {
  return IMPORT_FIELDS.filter((field) => {
    if (found[field] === null || found[field] === part[field]) return false;
    return field !== 'oem_number' || numberKey(found.oem_number) !== numberKey(part.oem_number);
  }).map((field) => ({ field, from: part[field], to: found[field] }));
}

/** A part's fields as their form sends them when none is touched: without spaces around them, with null for blanks. */
export function untouchedFields(part: ImportFields): ImportFields {
  const sent = IMPORT_FIELDS.map((field) => {
    const value = part[field];
    if (typeof value !== 'string') return [field, value];
    // Only the description has more than one line.
    const lines = value.replace(/\r\n?/g, '\n');
    return [field, (field === 'description' ? lines : lines.replaceAll('\n', '')).trim() || null];
  });
  return Object.fromEntries(sent) as ImportFields;
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
