import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { findOrigin, isNew } from '#core/catalog/origin.ts';
import { catalogTable, hiddenTable, type PartTable } from '#core/part-changes/part-table.server.ts';
import type { ChangedValues } from './read-cells.ts';

/** Keys by which a line names its part. */
export interface LineKeys {
  id: string | null;
  stockNumber: string | null;
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

/** `condition` applies to lines that have none. */
export function readKeys(values: ChangedValues, condition: string | null): LineKeys {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : null);
  const origin = findOrigin({ origin: text('origin'), condition: text('part_type') ?? condition });
  const number = toKey(text('oem_number') ?? '');
  return {
    id: text('id'),
    stockNumber: text('stock_number'),
    oem:
      isNew(origin) && isNumber(number)
        ? {
            number,
            vehicle: vehicleKey(values),
            brand: text('number_type') === 'other' ? brandKey(text('brand')) : null,
          }
        : null,
  };
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

const HIDDEN = 'This part is hidden. Show it before you import it';

const byNumber = ['oem_number', 'vehicle_make', 'vehicle_model', 'vehicle_year'];

/** Finds the part of each line by id, by stock number, or, if the part is new, by OEM number and vehicle. */
export async function matchLines(transaction: Transaction<DB>, lines: readonly LineKeys[]): Promise<Match[]> {
  const known = await findKnownIds(
    transaction,
    lines.flatMap(({ id }) => id ?? []),
  );
  const numbered = await findByStockNumber(
    transaction,
    lines.flatMap(({ stockNumber }) => stockNumber ?? []),
  );
  const hidden = await findHidden(transaction, lines);
  const oemNumbers = lines.flatMap(({ oem }) => oem?.number ?? []);
  const alike = await findNewParts(transaction, oemNumbers, catalogTable);
  const hiddenAlike = await findNewParts(transaction, oemNumbers, hiddenTable);
  return lines.map(({ id, stockNumber, oem }): Match => {
    const hiddenId = hidden.get(id ?? '') ?? hidden.get(toKey(stockNumber ?? ''));
    if (hiddenId !== undefined) return { reason: HIDDEN, hiddenId };
    if (id !== null) {
      if (known.has(id)) return { id, spelled: [] };
      return { reason: 'No part has this id. To add the part, leave its id empty' };
    }
    if (stockNumber !== null) {
      const found = numbered.get(toKey(stockNumber));
      return found === undefined
        ? { key: `stock ${toKey(stockNumber)}` }
        : { id: found, spelled: ['stock_number'] };
    }
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

async function findKnownIds(transaction: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction
    .selectFrom('parts_catalog')
    .select('id')
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Finds the hidden parts that lines name, by id and by the key of the stock number. */
async function findHidden(
  transaction: Transaction<DB>,
  lines: readonly LineKeys[],
): Promise<ReadonlyMap<string, string>> {
  const ids = lines.flatMap(({ id }) => id ?? []);
  const numbers = lines.flatMap(({ stockNumber }) => (stockNumber === null ? [] : toKey(stockNumber)));
  const { rows } = await sql<{ key: string; id: string }>`
    select id::text as key, id from hidden_parts where id = any (${ids}::uuid[])
    union all
    select oem_number_key(stock_number), id from hidden_parts
    where stock_number is not null and oem_number_key(stock_number) = any (${numbers}::text[])`.execute(
    transaction,
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
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
