import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Listing } from './listings.ts';

/**
 * The table of a part. Hidden parts have a table of their own with all columns of the catalog. Both have the catalog's type,
 * so that queries can be written once.
 */
export type PartTable = 'parts_catalog';

export const catalogTable: PartTable = 'parts_catalog';
export const hiddenTable = 'hidden_parts' as unknown as PartTable;

/** Returns the table of a part that is saved as a draft or into the shop, which is where it goes if nothing is said. */
export function tableOf(listing: Listing | undefined): PartTable {
  return listing === 'hidden' ? hiddenTable : catalogTable;
}

export const partTables: readonly PartTable[] = [catalogTable, hiddenTable];

/** Selects whether the table is that of hidden parts. */
export function isHiddenIn(table: PartTable) {
  return sql<boolean>`${sql.lit(table === hiddenTable)}`.as('is_hidden');
}

/** Locks a part, and returns its table. Undefined means that it was deleted, or never saved. */
export async function lockPart(transaction: Transaction<DB>, id: string): Promise<PartTable | undefined> {
  for (const table of partTables) {
    const locked = await transaction
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (locked) return table;
  }
  return undefined;
}

export async function findTable(transaction: Transaction<DB>, id: string): Promise<PartTable | undefined> {
  for (const table of partTables) {
    const found = await transaction.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
    if (found) return table;
  }
  return undefined;
}

/** Returns the ids of the hidden parts. Parts that a payment holds stay in the shop. */
export async function hideParts(transaction: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ ids: string[] }>`select hide_parts(${ids}::uuid[]) as ids`.execute(
    transaction,
  );
  return new Set(rows[0]?.ids);
}

/** Returns the ids of the shown parts. Parts whose stock number another part has stay hidden. */
export async function showParts(transaction: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ ids: string[] }>`select show_parts(${ids}::uuid[]) as ids`.execute(
    transaction,
  );
  return new Set(rows[0]?.ids);
}
