import { sql } from 'kysely';
import type { ImportFields } from '#domain/import-fields.ts';

/** The fields of an import, of the table or alias `found`. */
export const foundFields = sql<ImportFields>`json_build_object('part_name', found.part_name,
  'oem_number', found.oem_number, 'brand', found.brand, 'category', found.category,
  'description', found.description, 'vehicle_make', found.vehicle_make, 'vehicle_model', found.vehicle_model,
  'vehicle_year', found.vehicle_year)`;

/** The same of the catalogue's row, of the table or alias `part`. */
export const catalogFields = sql<ImportFields>`json_build_object('part_name', part.part_name,
  'oem_number', part.oem_number, 'brand', part.brand, 'category', part.category,
  'description', part.description, 'vehicle_make', part.vehicle_make, 'vehicle_model', part.vehicle_model,
  'vehicle_year', part.vehicle_year)`;
