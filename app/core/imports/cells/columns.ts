import type { Fitment } from '#core/catalog/fitment.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import { isPartId } from '#core/catalog/part.ts';
import type { PartField } from '#core/catalog/part-field.ts';
import {
  type FieldColumn,
  partFields,
  type PartValues,
  type PrivateValues,
} from '#core/catalog/part-fields.ts';
import { readFieldCell, writeFieldCell } from './field-cell.ts';
import { readFitmentsCell, writeFitmentsCell } from './fitments-cell.ts';
import { readPicturesCell, writePicturesCell } from './pictures-cell.ts';

/** A part with everything that a file has of it. */
export interface FilePart extends PartValues, PrivateValues {
  id: string;
  /** The part's own vehicle is not among them. */
  fitments: readonly Fitment[];
  /** Addresses of the largest size, in the part's order. */
  pictures: readonly string[];
}

/** The context that cells depend on besides the part. */
export interface FileContext {
  /** Example: 'https://partyard.example'. */
  siteUrl: string;
  /** The makes of the catalog. Lists of vehicles need them. */
  makes: readonly string[];
}

/** The column 'fitments' has `Fitment[]`, 'pictures' has `string[]`. */
export type CellValue = FieldValue | Fitment[] | string[];

export type ReadCell = { value: CellValue } | { error: string };

/** A column of the shop's own file of parts (docs/part-files.md). */
export interface PartFileColumn {
  /** Text in the first line. A field's header is its column in the database. */
  header: string;
  /** Null for 'id' and 'fitments'. */
  field: FieldColumn | null;
  label: string;
  /** True if a file has the column only when private columns were chosen. */
  isPrivate: boolean;
  /** True if the shop computes the column. Imports ignore it. */
  isComputed: boolean;
  write: (part: FilePart, context: FileContext) => string;
  parse: (text: string, context: FileContext) => ReadCell;
}

const shared = { field: null, isPrivate: false, isComputed: false } as const;

const id: PartFileColumn = {
  ...shared,
  header: 'id',
  label: 'Id',
  write: (part) => part.id,
  parse: (text) => {
    const typed = text.trim().toLowerCase();
    if (typed === '') return { value: null };
    return isPartId(typed) ? { value: typed } : { error: 'An id is 32 hexadecimal digits with hyphens' };
  },
};

const fitments: PartFileColumn = {
  ...shared,
  header: 'fitments',
  label: 'Also Fits',
  write: (part) => writeFitmentsCell(part.fitments),
  parse: (text, { makes }) => readFitmentsCell(text, makes),
};

const pictures: PartFileColumn = {
  ...shared,
  header: 'pictures',
  field: 'image_url',
  label: 'Pictures',
  write: (part, { siteUrl }) => writePicturesCell(part.pictures, siteUrl),
  parse: (text, { siteUrl }) => readPicturesCell(text, siteUrl),
};

const computed: ReadonlySet<FieldColumn> = new Set<FieldColumn>(['grade', 'donor_vin_tail']);

function fieldColumn(column: FieldColumn): PartFileColumn {
  const field: PartField = partFields[column];
  return {
    header: column,
    field: column,
    label: field.label,
    isPrivate: field.private === true,
    isComputed: computed.has(column),
    write: (part) => writeFieldCell(part[column]),
    parse: (text) => readFieldCell(column, text),
  };
}

const others = (Object.keys(partFields) as FieldColumn[])
  .filter((column) => column !== 'stock_number')
  .map((column) => (column === 'image_url' ? pictures : fieldColumn(column)));

/** All columns, in the file's order. */
export const partFileColumns: readonly PartFileColumn[] = [
  id,
  fieldColumn('stock_number'),
  ...others,
  fitments,
];

const yardHeaders = [
  'id',
  'stock_number',
  'donor_stock_number',
  'part_name',
  'interchange_code',
  'oem_number',
  'category',
  'part_type',
  'grade',
  'damage_codes',
  'mileage',
  'donor_vin',
  'donor_year',
  'donor_model',
  'donor_trim',
  'donor_color',
  'vehicle_make',
  'vehicle_model',
  'vehicle_year',
  'vehicle_engine',
  'yard_place',
  'stock_quantity',
  'price',
  'core_charge',
  'warranty',
  'description',
  'pictures',
];

/** The columns of the file for another yard system. Some of them are private. */
export const yardColumns: readonly PartFileColumn[] = yardHeaders.flatMap((header) =>
  partFileColumns.filter((column) => column.header === header),
);

export function exportedColumns({ withPrivate }: { withPrivate: boolean }): PartFileColumn[] {
  return partFileColumns.filter(({ isPrivate }) => withPrivate || !isPrivate);
}

/**
 * Reads a cell of a row of the file. Undefined means that nothing changes, because the cell is what the export writes for this
 * part, or the shop computes the column.
 * @param part the stored part. Undefined for a new one.
 */
export function readPartCell(
  column: PartFileColumn,
  { cell, part, context }: { cell: string; part: FilePart | undefined; context: FileContext },
): ReadCell | undefined {
  if (column.isComputed || (part && cell === column.write(part, context))) return undefined;
  return column.parse(cell, context);
}
