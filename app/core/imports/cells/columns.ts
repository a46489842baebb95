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

/** A part with all that a file has of it. */
export interface FilePart extends PartValues, PrivateValues {
  id: string;
  /** Without the part's own vehicle. */
  fitments: readonly Fitment[];
  /** Addresses in their order, of the largest size. */
  pictures: readonly string[];
}

/** What cells depend on besides the part. */
export interface FileContext {
  /** As in 'https://partyard.example'. */
  siteUrl: string;
  /** The makes of the catalog, for lists of vehicles. */
  makes: readonly string[];
}

/** `Fitment[]` of the column 'fitments', `string[]` of 'pictures'. */
export type CellValue = FieldValue | Fitment[] | string[];

export type ReadCell = { value: CellValue } | { error: string };

/** A column of the shop's own file of parts (docs/part-files.md). */
export interface PartFileColumn {
  /** In the first line. That of a field is its column in the database. */
  header: string;
  /** Null: 'id' and 'fitments'. */
  field: FieldColumn | null;
  label: string;
  /** Only in a file for which private columns were chosen. */
  isPrivate: boolean;
  /** The shop computes it; imports ignore it. */
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

/** All columns, in the order of the file. */
export const partFileColumns: readonly PartFileColumn[] = [
  id,
  fieldColumn('stock_number'),
  ...others,
  fitments,
];

const yardHeaders = [
  'id',
  'stock_number',
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

/** The columns of an export. */
export function exportedColumns({ withPrivate }: { withPrivate: boolean }): PartFileColumn[] {
  return partFileColumns.filter(({ isPrivate }) => withPrivate || !isPrivate);
}

/**
 * Reads a cell of a row of the file. Undefined: nothing changes, because the cell is what the export writes for this part,
 * or the shop computes the column.
 * @param part as it is stored. Undefined: a new one.
 */
export function readPartCell(
  column: PartFileColumn,
  { cell, part, context }: { cell: string; part: FilePart | undefined; context: FileContext },
): ReadCell | undefined {
  if (column.isComputed || (part && cell === column.write(part, context))) return undefined;
  return column.parse(cell, context);
}
