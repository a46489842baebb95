import { sql, type Transaction } from 'kysely';
import { noteAdminDeed } from '#audit';
import type { DB } from '#db/types.ts';
import { OUT_OF_STOCK_CONDITION } from '#domain/condition.ts';
import { type PartColumns, partLabels } from '#domain/part-form.ts';
import type { Deed } from './deed.ts';

const columns = Object.keys(partLabels) as (keyof PartColumns)[];

/** A part as the form holds it. */
export function readPart(transaction: Transaction<DB>, id: string): Promise<PartColumns | undefined> {
  return transaction.selectFrom('parts_catalog').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Adds a part (Spec §7, Tables). */
export async function addPart(transaction: Transaction<DB>, part: PartColumns): Promise<Deed> {
  const { id } = await transaction
    .insertInto('parts_catalog')
    .values(await withCondition(transaction, part))
    .returning('id')
    .executeTakeFirstOrThrow();
  await noteAdminDeed(transaction, 'add_part', { resourceId: id, ...told(part) });
  return { done: true, message: 'Part added successfully' };
}

interface Change {
  id: string;
  part: PartColumns;
  /** The part as the admin saw it when the form was opened. */
  seen: PartColumns;
}

/**
 * Changes a part, unless somebody else (another admin, a sale) has changed it since the admin saw it: then nothing is
 * changed and the part as it is now comes back.
 */
export async function changePart(transaction: Transaction<DB>, { id, part, seen }: Change): Promise<Deed> {
  const now = await transaction
    .selectFrom('parts_catalog')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!now) return { done: false, message: 'Error saving part: it has been deleted meanwhile' };
  if (columns.some((column) => now[column] !== seen[column])) return { done: false, conflict: now };

  await transaction
    .updateTable('parts_catalog')
    .set({ ...(await withCondition(transaction, part)), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await noteAdminDeed(transaction, 'update_part', {
    resourceId: id,
    ...told(part),
    before: told(now),
    changed: columns.filter((column) => part[column] !== now[column]),
  });
  return { done: true, message: 'Part updated successfully' };
}

/** Spec §4, Stock: without stock and without a chosen condition it is 'Out of Stock', if there is such a condition. */
async function withCondition(transaction: Transaction<DB>, part: PartColumns): Promise<PartColumns> {
  if (part.stock_quantity > 0 || part.part_type !== null) return part;
  const condition = await transaction
    .selectFrom('conditions')
    .select('name')
    .where('name', '=', OUT_OF_STOCK_CONDITION)
    .executeTakeFirst();
  return { ...part, part_type: condition?.name ?? null };
}

export async function deletePart(transaction: Transaction<DB>, id: string): Promise<Deed> {
  const gone = await transaction
    .deleteFrom('parts_catalog')
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  if (gone) await noteAdminDeed(transaction, 'delete_part', { resourceId: id, ...told(gone) });
  // Deleted by somebody else a moment ago: it is gone, as was asked.
  else if (await readPart(transaction, id)) {
    return { done: false, message: 'Error deleting part: it is still there' };
  }
  return { done: true, message: 'Part deleted successfully' };
}

/** What the audit trail tells of a part: which it is, and what it is sold for. */
function told({ part_name, oem_number, category, price, stock_quantity }: PartColumns) {
  return { part_name, oem_number, category, price, stock_quantity };
}
