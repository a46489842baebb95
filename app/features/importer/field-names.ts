import type { ImportField } from '#domain/import-fields.ts';

/** What the fields of a part are called, as in the admin's part form (Spec §2, Part dialog). */
export const FIELD_NAMES: Record<ImportField, string> = {
  part_name: 'Part Name',
  oem_number: 'OEM Number',
  brand: 'Brand',
  category: 'Category',
  description: 'Description',
  vehicle_make: 'Vehicle Make',
  vehicle_model: 'Vehicle Model',
  vehicle_year: 'Vehicle Year',
};
