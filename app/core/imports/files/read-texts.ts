import { ownValue } from '#core/values/own-value.ts';
import { unquoteFormula } from '#core/values/csv.ts';
import { MAX_PICTURES } from '#core/catalog/picture.ts';
import { normalizeDamage } from '#core/catalog/damage.ts';
import { parseStockNumber } from '#core/catalog/used-part-fields.ts';
import { hasValidCheckDigit, parseVin } from '#core/vehicles/vin.ts';
import type { PartFileColumn } from '../cells/columns.ts';
import { splitPictures } from '../cells/pictures-cell.ts';
import { readTitle } from '../cells/title.ts';
import { unpackCell, unpackNumber } from '../cells/unpack-cell.ts';
import { readVehicleCells } from '../cells/vehicle-cells.ts';
import { createVehicleNames } from '../cells/vehicle-names.ts';
import { placesOf, simplifyHeading } from '../formats/heading.ts';
import { recognizeFormat } from '../formats/known-formats.ts';
import { importableColumns, type Mapping } from './mapping.ts';
import { REJECT } from './mapping-options.ts';
import { normalizeNumber } from './normalize-cells.ts';

/** Holds what a line says before it is compared with a part. */
export interface LineTexts {
  /** Field -> text, for the fields that the line has. */
  texts: ReadonlyMap<string, string>;
  /** Fields of new parts that were guessed from the name. */
  guesses: ReadonlyMap<string, string>;
  /** Further vehicles and years of the line's own, as the cell 'fitments' has them. Only new parts get them. */
  vehicles: string;
  /** Values that were read differently from how they stand in the file. */
  notes: string[];
  problems: string[];
  /** The key by which the other system names the part, without a number for doubles. */
  key: string | null;
  /** True if the key is only the car, the part and its side, so that several parts can have it. */
  isSharedKey: boolean;
}

export type LineReader = (cells: readonly string[]) => LineTexts;

/** Longer texts are no vehicles. They are also bounded for the patterns that read them. */
const MAX_VEHICLE_TEXT = 300;
const MAX_DESCRIPTION = 10_000;
const MAX_KEY = 500;

const columnsByField: ReadonlyMap<string, PartFileColumn> = new Map(
  importableColumns.map((column) => [column.header, column]),
);

export function columnOf(field: string): PartFileColumn | undefined {
  return columnsByField.get(field);
}

/** Creates the reader of a file's lines. @param makes those of the catalog, whose spelling wins. */
export function createLineReader({
  header,
  mapping,
  makes,
}: {
  header: readonly string[];
  mapping: Mapping;
  makes: readonly string[];
}): LineReader {
  const format = recognizeFormat(header);
  const names = createVehicleNames(makes);
  const places = placesOf(header);
  const columns = mapping.fields.flatMap((field, place) => {
    const heading = simplifyHeading(header[place] ?? '');
    return field === null ? [] : [{ field, place, heading, isProposed: format?.columns[heading] === field }];
  });
  const mapped = new Set(columns.map(({ field }) => field));
  const proposed = new Set(columns.flatMap(({ field, isProposed }) => (isProposed ? field : [])));
  const derived = new Set(format?.derived?.filter((field) => !mapped.has(field)));

  const numbers = { numbers: mapping.numbers, inCents: mapping.remedies?.includes('cents') === true };

  return (cells) => {
    const cellAt = (place: number) =>
      format?.isOwn ? unquoteFormula(cells[place] ?? '') : unpackCell(cells[place] ?? '');
    const row = (heading: string) => {
      const place = places.get(heading);
      return place === undefined ? '' : cellAt(place).trim();
    };
    const texts = new Map<string, string>();
    for (const { field, place, heading, isProposed } of columns) {
      const convert = isProposed ? ownValue(format?.convert, heading) : undefined;
      texts.set(field, convert ? convert(cellAt(place)) : normalizeNumber(field, cellAt(place), numbers));
    }
    const reading = format?.read?.(row);
    for (const [field, text] of Object.entries(reading?.texts ?? {}))
      if (proposed.has(field) || derived.has(field)) texts.set(field, text);
    const notes = [...(reading?.notes ?? [])];
    for (const [field, text] of texts) {
      const meaning = ownValue(mapping.meanings?.[field], text.trim().toLowerCase());
      if (meaning !== undefined && meaning !== REJECT) texts.set(field, meaning);
    }
    if (!format?.isOwn) readMeanings(texts, notes);
    const vehicles = format?.isOwn ? '' : readVehicles(texts, notes);
    const ownKey = format?.keyOf?.(row) ?? '';
    const key = ownKey || (format?.isOwn ? '' : keyOfCar(texts));
    if (ownKey !== '') leaveOutNumber(texts, notes);
    return {
      texts,
      guesses: mapping.readsNames ? guess(texts) : new Map(),
      vehicles,
      notes,
      problems: [...(reading?.problems ?? [])],
      key: key === '' ? null : key.slice(0, MAX_KEY).toWellFormed(),
      isSharedKey: key !== '' && ownKey === '',
    };
  };

  function readVehicles(texts: Map<string, string>, notes: string[]): string {
    const of = (field: string) => (texts.get(field) ?? '').trim();
    const typed = {
      year: of('vehicle_year'),
      make: of('vehicle_make'),
      model: of('vehicle_model'),
      engine: of('vehicle_engine'),
    };
    if (Object.values(typed).some((text) => text.length > MAX_VEHICLE_TEXT)) return '';
    const read = readVehicleCells(typed, names);
    const set = (field: string, text: string, before: string) => {
      if (text !== before) texts.set(field, text);
    };
    set('vehicle_year', read.year, typed.year);
    set('vehicle_make', read.make, typed.make);
    set('vehicle_model', read.model, typed.model);
    set('vehicle_engine', read.engine, typed.engine);
    notes.push(...read.notes);
    return read.fitments;
  }

  function guess(texts: ReadonlyMap<string, string>): Map<string, string> {
    const { fitments, year, make, model, engine, oemNumber } = readTitle(texts.get('part_name') ?? '', names);
    const isEmpty = (field: string) => (texts.get(field) ?? '').trim() === '';
    const vehicle = { vehicle_year: year, vehicle_make: make, vehicle_model: model, vehicle_engine: engine };
    const isUntold = isEmpty('vehicle_make') && isEmpty('vehicle_model');
    return new Map(
      Object.entries({ ...(isUntold && { ...vehicle, fitments }), oem_number: oemNumber }).filter(
        ([field, text]) => text !== '' && isEmpty(field),
      ),
    );
  }
}

/** Reads what people and other systems write into cells. */
function readMeanings(texts: Map<string, string>, notes: string[]): void {
  const of = (field: string) => (texts.get(field) ?? '').trim();
  for (const field of ['oem_number', 'stock_number', 'donor_stock_number', 'interchange_code'])
    if (texts.has(field)) texts.set(field, unpackNumber(of(field)));
  if (texts.has('part_name')) texts.set('part_name', of('part_name').replaceAll(/\s+/g, ' '));
  const stock = of('stock_quantity');
  if (/^-\s*\d[\d,.]*$/.test(stock)) {
    texts.set('stock_quantity', '0');
    notes.push(`The stock is ${stock} in the file, and 0 here`);
  } else if (/^[>≥]|\+$/.test(stock)) notes.push(`The stock is ${stock} in the file`);
  const vin = of('donor_vin');
  const parsed = parseVin(vin);
  if (vin !== '' && (parsed === undefined || !hasValidCheckDigit(parsed))) {
    texts.delete('donor_vin');
    notes.push(`The VIN ${vin.slice(0, 40)} was left out: a character of it is mistyped`);
  }
  const damage = of('damage_codes');
  if (damage !== '' && normalizeDamage(damage) === undefined) {
    texts.delete('damage_codes');
    texts.set('description', [of('description'), `Damage: ${damage}`].filter(Boolean).join('\n'));
    notes.push('The damage is no code, and was added to the description');
  }
  const pictures = splitPictures(of('pictures'));
  if (pictures.length > MAX_PICTURES) {
    texts.set('pictures', pictures.slice(0, MAX_PICTURES).join(' '));
    notes.push(`${pictures.length} pictures, of which a part can have ${MAX_PICTURES}`);
  }
  const description = of('description');
  if (description.length > MAX_DESCRIPTION) {
    texts.set('description', `${description.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`);
    notes.push(`The description was cut at ${MAX_DESCRIPTION.toLocaleString('en-US')} characters`);
  }
}

/** A number that the shop can't store is no loss if the line has another key. */
function leaveOutNumber(texts: Map<string, string>, notes: string[]): void {
  const number = (texts.get('stock_number') ?? '').trim();
  if (number === '' || parseStockNumber(number) !== undefined) return;
  texts.delete('stock_number');
  notes.push(
    `The stock number ${number.slice(0, 60)} was left out: it has characters that the shop does not allow`,
  );
}

/** Returns the key of a part that only its car has a number for. */
function keyOfCar(texts: ReadonlyMap<string, string>): string {
  const of = (field: string) => (texts.get(field) ?? '').trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const car = of('donor_stock_number').replaceAll(/[-. ]/g, '');
  if (of('id') !== '' || of('stock_number') !== '') return '';
  return car === '' || of('part_name') === '' ? '' : `car ${car}\n${of('part_name')}`;
}
