import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import {
  catalogTable,
  hiddenTable,
  isHiddenIn,
  type PartTable,
} from '#core/part-changes/part-table.server.ts';

/** Finds what earlier imports of a supplier have remembered. */
export async function findSources(
  transaction: Transaction<DB>,
  supplier: string,
  { keys, partIds }: { keys: readonly string[]; partIds: readonly string[] },
): Promise<{
  /** Key -> the part that it has become. */
  partOf: ReadonlyMap<string, string>;
  /** Parts among `partIds` that have a key. */
  named: ReadonlySet<string>;
}> {
  if (keys.length === 0) return { partOf: new Map(), named: new Set() };
  const rows = await transaction
    .selectFrom('part_import_keys')
    .select(['key', 'part_id as id'])
    .where('supplier', '=', supplier.toLowerCase())
    .where(sql<boolean>`(key = any (${keys}::text[]) or part_id = any (${partIds}::uuid[]))`)
    .execute();
  const wanted = new Set(keys);
  return {
    partOf: new Map(rows.filter(({ key }) => wanted.has(key)).map(({ key, id }) => [key, id])),
    named: new Set(rows.map(({ id }) => id)),
  };
}

export async function findKnownIds(
  transaction: Transaction<DB>,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction
    .selectFrom('parts_catalog')
    .select('id')
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Finds the hidden parts with these ids, and those with these keys of stock numbers. */
export async function findHidden(
  transaction: Transaction<DB>,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`
    select id::text as key, id from hidden_parts where id = any (${ids}::uuid[])
    union all
    select oem_number_key(stock_number), id from hidden_parts
    where stock_number is not null and oem_number_key(stock_number) = any (${numbers}::text[])`.execute(
    transaction,
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Counts the lines before a place that have these keys, which several parts can have. */
export async function countShared(
  transaction: Transaction<DB>,
  { importId, before, keys }: { importId: string; before: number; keys: readonly string[] },
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  // The numbers follow '#', and '$' is the next character.
  const { rows } = await sql<{ key: string; lines: number }>`
    select key, (
      select count(*)::int from part_change_lines as line
      where change_id = ${importId} and place < ${before}
        and source_key >= (key || E'\n#') collate "C" and source_key < (key || E'\n$') collate "C"
    ) as lines
    from unnest(${[...new Set(keys)]}::text[]) as key`.execute(transaction);
  return new Map(rows.map(({ key, lines }) => [key, lines]));
}

/** Returns the key of the n-th line with a key that several parts can have. */
export function numberShared(key: string, place: number): string {
  return `${key}\n#${place}`;
}

/** Returns the number of a key that numberShared has made. */
export function placeOfShared(key: string): number {
  return Number(key.slice(key.lastIndexOf('#') + 1));
}

/** Finds the parts of cars, hidden ones too, always in the same order. @param numbers keys of the cars' stock numbers. */
export async function findPartsOfCars(transaction: Transaction<DB>, numbers: readonly string[]) {
  if (numbers.length === 0) return [];
  const ofCars = (table: PartTable) =>
    transaction
      .selectFrom(table)
      .innerJoin('part_private_facts as facts', 'facts.part_id', `${table}.id`)
      .select(['id', 'part_name as name', 'vehicle_make', 'vehicle_model', 'vehicle_year'])
      .select([sql<string>`donor_key`.as('number'), isHiddenIn(table)])
      .where('donor_stock_number', 'is not', null)
      .where(sql<boolean>`donor_key = any (${numbers}::text[])`)
      .orderBy('id')
      .execute();
  return [...(await ofCars(catalogTable)), ...(await ofCars(hiddenTable))];
}
