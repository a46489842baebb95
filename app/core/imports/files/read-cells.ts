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
import type { Mapping } from './mapping.ts';
import { columnOf, type LineTexts } from './read-texts.ts';

/**
 * Column of the database -> value. `fitments` is the list of writeFitments, `pictures` the sources of pictures to add as JSON.
 */
export type ChangedValues = Record<string, FieldValue>;

interface ReadLine {
  line: LineTexts;
  /** Undefined for a new part. */
  part: FilePart | undefined;
  mapping: Mapping;
  context: FileContext;
}

/** Reads the texts of a line. Leaves out values that the part already has. */
export function readCells({ line, part, mapping, context }: ReadLine): {
  values: ChangedValues;
  errors: string[];
  notes: string[];
} {
  const values: ChangedValues = {};
  const errors = [...line.problems];
  const notes = [...line.notes];
  const isGuessed = !part && line.guesses.size > 0;
  for (const [field, cell] of part ? line.texts : textsOfNew(line)) {
    const column = columnOf(field);
    const isEmpty = cell.trim() === '';
    if (!column || (isEmpty && (!part || mapping.empty === 'keep'))) continue;
    if (cell.includes('\0')) {
      errors.push(`${column.label}: This contains an invalid character`);
      continue;
    }
    const read = readPartCell(column, { cell, part, context });
    if (read === undefined) continue;
    if ('error' in read) {
      const hasLabel = read.error.toLowerCase().startsWith(column.label.toLowerCase()) || isEmpty;
      errors.push(hasLabel ? read.error : `${column.label}: ${read.error}`);
    } else if (column.header === 'pictures') {
      Object.assign(values, toPictures(read.value as string[] | null, part));
    } else values[column.header] = toStored(column, read.value);
  }
  addDefaults(values, part, mapping);
  if (isGuessed) notes.push(describeGuesses(line.guesses));
  return { values, errors, notes };
}

/** A list of vehicles that was made from a range of years must not replace that of a part in the catalog. */
function textsOfNew({ texts, guesses, vehicles }: LineTexts): Map<string, string> {
  const all = new Map([...texts, ...guesses]);
  if (vehicles !== '')
    all.set('fitments', [texts.get('fitments') ?? '', vehicles].filter(Boolean).join('\n'));
  return all;
}

/** Only a new part is hidden by a file. A mileage needs a source, which files seldom have. */
function addDefaults(values: ChangedValues, part: FilePart | undefined, mapping: Mapping): void {
  const isHidden = !part && (values['hidden'] ?? mapping.hidden ?? false) === true;
  delete values['hidden'];
  if (isHidden) values['hidden'] = true;
  const source = values['mileage_source'] ?? part?.mileage_source ?? null;
  if (mapping.mileageSource && (values['mileage'] ?? null) !== null && source === null)
    values['mileage_source'] = mapping.mileageSource;
}

function describeGuesses(guesses: ReadonlyMap<string, string>): string {
  const of = (field: string) => guesses.get(field) ?? '';
  const vehicle = ['vehicle_year', 'vehicle_make', 'vehicle_model', 'vehicle_engine']
    .map(of)
    .filter(Boolean)
    .join(' ');
  const rows = of('fitments')
    .split('\n')
    .map((row) => row.split('|'));
  const years = rows
    .map(([range]) => range)
    .filter(Boolean)
    .join(', ');
  const position = rows[0]?.[5]?.toLowerCase() ?? '';
  const number = of('oem_number');
  const facts = [
    vehicle && years ? `${vehicle} and ${years}` : vehicle,
    position,
    number && `number ${number}`,
  ];
  return `Guessed from the name: ${facts.filter(Boolean).join('; ')}`;
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
