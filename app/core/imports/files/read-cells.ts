import { unquoteFormula } from '#core/values/csv.ts';
import { writeFitments } from '#core/catalog/fitment-list.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import {
  type CellValue,
  type FileContext,
  type FilePart,
  type PartFileColumn,
  readPartCell,
} from '../cells/columns.ts';
import { importableColumns, type Mapping } from './mapping.ts';

/**
 * Column of the database -> value. `fitments` is the list of writeFitments, `pictures` the sources of pictures to add as JSON.
 */
export type ChangedValues = Record<string, FieldValue>;

/** Returns the columns in the file's order. Null means that the column is ignored. */
export function mappedColumns({ fields }: Mapping): (PartFileColumn | null)[] {
  return fields.map((field) => importableColumns.find(({ header }) => header === field) ?? null);
}

interface ReadLine {
  columns: readonly (PartFileColumn | null)[];
  cells: readonly string[];
  /** Undefined for a new part. */
  part: FilePart | undefined;
  mapping: Mapping;
  context: FileContext;
}

/** Reads a line of a file. Leaves out values that the part already has. */
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
    } else if (column.header === 'pictures') {
      Object.assign(values, toPictures(read.value as string[] | null, part));
    } else values[column.header] = toStored(column, read.value);
  });
  return { values, errors };
}

function toStored({ header }: PartFileColumn, value: CellValue): FieldValue {
  return header === 'fitments' ? writeFitments((value ?? []) as Fitment[]) : (value as FieldValue);
}

/**
 * A path of the shop itself, such as of a drawing, is the part's only picture. Other pictures are fetched when the line is
 * applied.
 */
function toPictures(sources: string[] | null, part: FilePart | undefined): ChangedValues {
  if (!sources || sources.length === 0) return { image_url: null };
  const own = sources.find((source) => source.startsWith('/') && part?.pictures.includes(source) !== true);
  const others = sources.filter((source) => !source.startsWith('/'));
  return {
    ...(own !== undefined && { image_url: own }),
    ...(others.length > 0 && { pictures: JSON.stringify(others) }),
  };
}
