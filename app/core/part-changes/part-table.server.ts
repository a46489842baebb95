import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';

/**
 * Hidden parts are in a table of their own, which has all columns of the catalog. The type of both is that of the catalog, so
 * that queries can be written once.
 */
export type PartTable = 'parts_catalog';

export const catalogTable: PartTable = 'parts_catalog';
export const hiddenTable = 'hidden_parts' as unknown as PartTable;

export const partTables: readonly PartTable[] = [catalogTable, hiddenTable];

/** A column for rows of the table. */
export function isHiddenIn(table: PartTable) {
  return sql<boolean>`${sql.lit(table === hiddenTable)}`.as('is_hidden');
}

/** Locks a part, and returns the table that has it. Undefined: it was deleted, or never saved. */
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

/** Returns the ids of the parts that are hidden now: not those that a payment holds. */
export async function hideParts(transaction: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ ids: string[] }>`select hide_parts(${ids}::uuid[]) as ids`.execute(
    transaction,
  );
  return new Set(rows[0]?.ids);
}

/** Returns the ids of the parts that are in the shop now: not those whose stock number another part has. */
export async function showParts(transaction: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ ids: string[] }>`select show_parts(${ids}::uuid[]) as ids`.execute(
    transaction,
  );
  return new Set(rows[0]?.ids);
}
