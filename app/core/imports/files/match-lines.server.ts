import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { findOrigin, isNew } from '#core/catalog/origin.ts';
import { catalogTable, hiddenTable, type PartTable } from '#core/part-changes/part-table.server.ts';
import { findHidden, findKnownIds, findPartsOfCars, findSources } from './find-sources.server.ts';
import type { ChangedValues } from './read-cells.ts';
import type { LineTexts } from './read-texts.ts';

/** Keys by which a line names its part. */
export interface LineKeys {
  id: string | null;
  stockNumber: string | null;
  /** The key that the other system has for the part. */
  source: string | null;
  /** True if the other system gives each part one key of its own. Then its stock numbers need not be unique. */
  isOwnSource: boolean;
  /** The car, name and vehicle of a part that has no number of its own. */
  ofCar: { key: string; number: string; place: number } | null;
  /** Only a new part has one: used parts with the same number are different units. */
  oem: NumberKey | null;
}

interface NumberKey {
  number: string;
  vehicle: string;
  /** Only a number that is no OEM number counts with its brand: makers of aftermarket parts have the same numbers. */
  brand: string | null;
}

export type Match =
  /** `spelled` lists the columns that name the part. Their spelling does not matter. */
  | { id: string; spelled: readonly string[] }
  /** The line names no part, so it is a new one. `key` tells which lines name the same new part. */
  | { key: string | null }
  /** `hiddenId` is the hidden part that the line names. */
  | { reason: string; hiddenId?: string };

/** The key that a line has besides the number of the part. */
export interface LineSource {
  key: string;
  /** True if several parts can have it. Then they are numbered in the file's order. */
  isShared: boolean;
  /** True if only the line's own text is known. A line with another price is then another part. */
  isText: boolean;
}

/** Reads the keys of a new part. `condition` applies to lines that have none. */
export function readKeys(
  values: ChangedValues,
  { condition, text, cells }: { condition: string | null; text: LineTexts; cells: readonly string[] },
): Pick<LineKeys, 'id' | 'stockNumber' | 'oem'> & { source: LineSource | null } {
  const valueOf = (name: string) => (typeof values[name] === 'string' ? values[name] : null);
  const origin = findOrigin({ origin: valueOf('origin'), condition: valueOf('part_type') ?? condition });
  const number = toKey(valueOf('oem_number') ?? '');
  const [id, stockNumber] = [valueOf('id'), valueOf('stock_number')];
  if (text.key !== null)
    return {
      id,
      stockNumber,
      oem: null,
      source: { key: text.key, isShared: text.isSharedKey, isText: false },
    };
  const brand = valueOf('number_type') === 'other' ? brandKey(valueOf('brand')) : null;
  const oem = isNew(origin) && isNumber(number) ? { number, vehicle: vehicleKey(values), brand } : null;
  if (id !== null || stockNumber !== null || oem !== null) return { id, stockNumber, oem, source: null };
  // Short numbers are those of many parts, but of one new part of a supplier.
  const isNewNumber = isNew(origin) && /\d/.test(number);
  const name = `${String(values['part_name'] ?? '')}\n${vehicleKey(values)}`.toLowerCase();
  const source = isNewNumber
    ? { key: `new ${number}\n${name}`.slice(0, MAX_SOURCE).toWellFormed(), isShared: false, isText: false }
    : { key: `line ${hashCells(cells)}`, isShared: true, isText: true };
  return { id, stockNumber, oem, source };
}

const MAX_SOURCE = 500;

function hashCells(cells: readonly string[]): string {
  const text = JSON.stringify(cells.map((cell) => cell.trim()));
  return createHash('sha256').update(text).digest('hex');
}

/** Reads the car of a part by which its line is known. `place` counts the lines of the file that are alike. */
export function readCar(values: ChangedValues, place: number): LineKeys['ofCar'] {
  const number = toKey(String(values['donor_stock_number'] ?? ''));
  const [name, vehicle] = [String(values['part_name'] ?? ''), vehicleKey(values)];
  return number === '' ? null : { number, place, key: formatCarKey({ number, name, vehicle }) };
}

function formatCarKey({ number, name, vehicle }: { number: string; name: string; vehicle: string }): string {
  return `${number}\n${name.toLowerCase()}\n${vehicle}`;
}

/** Tells whether a key is a number, not N/A, NONE and the like, which many parts have. */
function isNumber(key: string): boolean {
  return key.length >= 4 && /\d/.test(key);
}

function brandKey(brand: string | null): string | null {
  return brand === null ? null : brand.trim().toLowerCase();
}

const NO_VEHICLE = vehicleKey({});

/** Tells whether a part with the line's number is the line's part. A brand says which one, without a vehicle in the file too. */
function isAlike(part: Omit<NumberKey, 'number'>, oem: NumberKey): boolean {
  const isSameVehicle = part.vehicle === oem.vehicle;
  if (oem.brand === null || part.brand === null) return isSameVehicle;
  return part.brand === oem.brand && (isSameVehicle || oem.vehicle === NO_VEHICLE);
}

function vehicleKey(values: Record<string, unknown>): string {
  const parts = [values['vehicle_make'], values['vehicle_model'], values['vehicle_year']];
  return parts.map((value) => String(value ?? '').toLowerCase()).join('\n');
}

/** oem_number_key in the database must do the same. */
export function toKey(number: string): string {
  return number.toUpperCase().replaceAll(/[-. ]/g, '');
}

/** Begins the reason of a line whose part an earlier line names. */
export const SAME_PART = 'The same part as line';

const HIDDEN = 'This part is hidden. Show it before you import it';

const byNumber = ['oem_number', 'vehicle_make', 'vehicle_model', 'vehicle_year'];

/**
 * Finds the part of each line by id, by the other system's key, by stock number, or, if the part is new, by OEM number and vehicle.
 */
export async function matchLines(
  transaction: Transaction<DB>,
  supplier: string,
  lines: readonly LineKeys[],
): Promise<Match[]> {
  const numbered = await findByStockNumber(
    transaction,
    lines.flatMap(({ stockNumber }) => stockNumber ?? []),
  );
  const rows = await findPartsOfCars(
    transaction,
    lines.flatMap(({ ofCar }) => ofCar?.number ?? []),
  );
  const ofCars = Map.groupBy(rows, (row) => formatCarKey({ ...row, vehicle: vehicleKey(row) }));
  const sources = await findSources(transaction, supplier, {
    keys: lines.flatMap(({ source }) => source ?? []),
    partIds: [...numbered.values(), ...rows.map(({ id }) => id)],
  });
  const named = [...lines.flatMap(({ id }) => id ?? []), ...sources.partOf.values()];
  const known = await findKnownIds(transaction, named);
  const hidden = await findHidden(transaction, {
    ids: named,
    numbers: lines.flatMap(({ stockNumber }) => (stockNumber === null ? [] : toKey(stockNumber))),
  });
  const oemNumbers = lines.flatMap(({ oem }) => oem?.number ?? []);
  const alike = await findNewParts(transaction, oemNumbers, catalogTable);
  const hiddenAlike = await findNewParts(transaction, oemNumbers, hiddenTable);
  return lines.map(({ id, stockNumber, source, isOwnSource, ofCar, oem }): Match => {
    const bySource = sources.partOf.get(source ?? '');
    if (id === null && bySource !== undefined) {
      if (known.has(bySource)) return { id: bySource, spelled: [] };
      if (hidden.has(bySource)) return { reason: HIDDEN, hiddenId: bySource };
    }
    const hiddenId = hidden.get(id ?? '') ?? hidden.get(toKey(stockNumber ?? ''));
    if (hiddenId !== undefined) return { reason: HIDDEN, hiddenId };
    if (id !== null) {
      if (known.has(id)) return { id, spelled: [] };
      return { reason: 'No part has this id. To add the part, leave its id empty' };
    }
    if (stockNumber !== null) {
      const found = numbered.get(toKey(stockNumber));
      if (found === undefined) return { key: `stock ${toKey(stockNumber)}` };
      // Another listing has become this part: listings may share a number, such as that of a shelf.
      if (isOwnSource && sources.named.has(found)) return { key: keyOfSource(source) };
      return { id: found, spelled: ['stock_number'] };
    }
    // The part may have been entered by hand, or come with a file under another supplier's name.
    const alikeOfCar = ofCar === null ? undefined : ofCars.get(ofCar.key)?.[ofCar.place - 1];
    if (alikeOfCar && !sources.named.has(alikeOfCar.id))
      return alikeOfCar.is_hidden
        ? { reason: HIDDEN, hiddenId: alikeOfCar.id }
        : { id: alikeOfCar.id, spelled: ['donor_stock_number'] };
    if (source !== null) return { key: keyOfSource(source) };
    if (oem === null) return { key: null };
    const found = alike.get(oem.number)?.filter((part) => isAlike(part, oem)) ?? [];
    if (found.length > 1) {
      const count = found.length.toLocaleString('en-US');
      return { reason: `${count} parts have this OEM number and vehicle. Add the stock number or the id` };
    }
    const hiddenPart = found[0] ? undefined : hiddenAlike.get(oem.number)?.find((part) => isAlike(part, oem));
    if (hiddenPart) return { reason: HIDDEN, hiddenId: hiddenPart.id };
    return found[0]
      ? { id: found[0].id, spelled: byNumber }
      : { key: `oem ${oem.number}\n${oem.vehicle}\n${oem.brand ?? ''}` };
  });
}

/** Returns the key of a new part that only the other system's key names. */
export function keyOfSource(source: string | null): string {
  return `source ${source ?? ''}`;
}

/** Tells whether a match depends on the stock number of the line. */
export function isByStockNumber(match: Match): boolean {
  if ('id' in match) return match.spelled.includes('stock_number');
  return 'key' in match && match.key?.startsWith('stock ') === true;
}

/** Finds the parts with these stock numbers in any spelling. Returns them by key. */
export async function findByStockNumber(
  transaction: Transaction<DB>,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('parts_catalog')
    .select(['id', sql<string>`oem_number_key(stock_number)`.as('key')])
    .where('stock_number', 'is not', null)
    .where(sql<boolean>`oem_number_key(stock_number) = any (${numbers.map(toKey)}::text[])`)
    .execute();
  return new Map(rows.map(({ id, key }) => [key, id]));
}

async function findNewParts(transaction: Transaction<DB>, numbers: readonly string[], table: PartTable) {
  if (numbers.length === 0) return new Map<string, (Omit<NumberKey, 'number'> & { id: string })[]>();
  const rows = await transaction
    .selectFrom(table)
    .select(['id', 'origin', 'part_type', 'brand', 'vehicle_make', 'vehicle_model', 'vehicle_year'])
    .select(sql<string>`oem_number_key(oem_number)`.as('key'))
    .where(sql<boolean>`oem_number_key(oem_number) = any (${numbers}::text[])`)
    .execute();
  const found = rows
    .filter((row) => isNew(findOrigin({ origin: row.origin, condition: row.part_type })))
    .map((row) => ({ id: row.id, key: row.key, vehicle: vehicleKey(row), brand: brandKey(row.brand) }));
  return Map.groupBy(found, ({ key }) => key);
}
