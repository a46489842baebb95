import { type CatalogRow, partFromRow } from '#core/catalog/catalog-row.ts';
import { shownColumns } from '#core/catalog/part-fields.ts';
import type { ListedPart } from '#desk/imports/export/listed-part.ts';

/** Describes an alternator for a Honda Civic, as a file for a marketplace lists it. */
export function describePart(columns: Partial<CatalogRow> = {}, rest: Partial<ListedPart> = {}): ListedPart {
  const row = Object.fromEntries(shownColumns.map((column) => [column, null])) as unknown as CatalogRow;
  const part = partFromRow({
    ...row,
    id: '5b2f8cc1-3f39-4f7f-8e0c-3a8a2f0d6b11',
    part_name: 'Alternator',
    category: 'Electrical',
    part_type: 'Good',
    price: '120.00',
    stock_quantity: 2,
    vehicle_make: 'Honda',
    vehicle_model: 'Civic',
    vehicle_year: 2008,
    ...columns,
    all_held: false,
  });
  return { ...part, fitments: [], pictures: ['/files/pictures/a-1600.webp'], ...rest };
}
