import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { type PartValues, partColumns, without } from '#core/catalog/part-fields.ts';
import { isHiddenIn, partTables } from '../part-table.server.ts';

export const columns = without(partColumns, 'image_url', 'description');

export type StoredPart = Omit<PartValues, 'image_url' | 'description'> & {
  id: string;
  stock_held: number;
  is_hidden: boolean;
};

/** Locks parts, including hidden ones, in the order that all processes use. */
export async function lockParts(
  transaction: Transaction<DB>,
  ids: readonly string[],
): Promise<Map<string, StoredPart>> {
  const found = new Map<string, StoredPart>();
  for (const table of partTables) {
    const parts = await transaction
      .selectFrom(table)
      .select(['id', 'stock_held', ...columns])
      .select(isHiddenIn(table))
      .where(sql<boolean>`id = any (${ids}::uuid[])`)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const part of parts) found.set(part.id, part);
  }
  return found;
}

interface ChangedPart {
  partId: string;
  after: object;
}

/** Sets the same columns of all parts, in one statement of each table for its triggers. */
export async function changeRows(
  transaction: Transaction<DB>,
  changed: readonly ChangedPart[],
): Promise<void> {
  const names = [...new Set(changed.flatMap(({ after }) => Object.keys(after)))];
  if (names.length === 0) return;
  const set = sql.join(names.map((name) => sql.ref(name)));
  const rows = JSON.stringify(changed.map(({ partId, after }) => ({ part_id: partId, after })));
  for (const table of partTables) {
    await sql`
      update ${sql.table(table)} as part
      set (updated_at, ${set}) = (select now(), ${set} from jsonb_populate_record(part, changed.after))
      from jsonb_to_recordset(${rows}::jsonb) as changed (part_id uuid, after jsonb)
      where part.id = changed.part_id`.execute(transaction);
  }
}

/** Returns the ids of the deleted parts. */
export async function deleteRows(transaction: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  for (const table of partTables) {
    await sql`delete from ${sql.table(table)} where id = any (${ids}::uuid[])`.execute(transaction);
  }
  return new Set(ids);
}

/** Returns the ids of the restored parts. */
export async function restoreRows(
  transaction: Transaction<DB>,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ ids: string[] }>`select restore_parts(${ids}::uuid[]) as ids`.execute(
    transaction,
  );
  return new Set(rows[0]?.ids);
}
