import { unquoteFormula } from '#domain/csv.ts';
import { writeFitments } from '#domain/fitment-list.ts';
import type { Fitment } from '#domain/fitment.ts';
import type { FieldValue } from '#domain/merge-fields.ts';
import {
  type CellValue,
  type FileContext,
  type FilePart,
  type PartFileColumn,
  readPartCell,
} from '#domain/part-file/columns.ts';
import { importableColumns, type Mapping } from '#domain/part-import/mapping.ts';

/** By column of the database; `fitments` is a list as writeFitments writes it. */
export type ChangedValues = Record<string, FieldValue>;

/** The columns of a file, in its order. Null: ignored. */
export function mappedColumns({ fields }: Mapping): (PartFileColumn | null)[] {
  return fields.map((field) => importableColumns.find(({ header }) => header === field) ?? null);
}

interface ReadLine {
  columns: readonly (PartFileColumn | null)[];
  cells: readonly string[];
  /** Undefined: a new part. */
  part: FilePart | undefined;
  mapping: Mapping;
  context: FileContext;
}

/** Reads a line of a file. A value that the part has already is left out. */
export function readCells({ columns, cells, part, mapping, context }: ReadLine): {
  values: ChangedValues;
  errors: string[];
} {
  const values: ChangedValues = {};
  const errors: string[] = [];
  columns.forEach((column, index) => {
    if (!column) return;
    const cell = unquoteFormula(cells[index] ?? '');
    const isEmpty = cell.trim() === '';
    if (isEmpty && (!part || mapping.empty === 'keep')) return;
    if (cell.includes('\0')) {
      errors.push(`${column.label}: This contains an invalid character`);
      return;
    }
    const read = readPartCell(column, { cell, part, context });
    if (read === undefined) return;
    if ('error' in read) {
      const hasLabel = read.error.startsWith(column.label) || isEmpty;
      errors.push(hasLabel ? read.error : `${column.label}: ${read.error}`);
    } else values[column.header === 'pictures' ? 'image_url' : column.header] = toStored(column, read.value);
  });
  return { values, errors };
}

/** A file has the addresses of several pictures. The first one is the part's. */
function toStored({ header }: PartFileColumn, value: CellValue): FieldValue {
  if (header === 'fitments') return writeFitments((value ?? []) as Fitment[]);
  return Array.isArray(value) ? ((value as string[])[0] ?? null) : value;
}
