import { type Selectable, sql, type Transaction } from 'kysely';
import { logAdminAction } from '#audit/server';
import type { DB, PartsCatalog } from '#db/types.ts';
import { OUT_OF_STOCK_CONDITION } from '#domain/condition.ts';
import type { FieldChoices } from '#domain/merge-fields.ts';
import { mergePart } from '#domain/merge-part.ts';
import {
  auditColumns,
  formColumns as columns,
  type PartColumns,
  type PartValues,
} from '#domain/part-fields.ts';
import { describeStockMerge } from '#domain/stock.ts';
import type { ActionResult } from '#ui/actions/action-result.ts';

type InternalColumn = 'id' | 'stock_held' | 'created_at' | 'updated_at';

// A type error here names a field that the table or app/domain/part-fields.ts lacks.
type Described = Omit<Selectable<PartsCatalog>, InternalColumn>;
({}) satisfies Record<Exclude<keyof Described, keyof PartValues>, never>;
null as unknown as Described satisfies PartValues;

export function readPart(transaction: Transaction<DB>, id: string): Promise<PartColumns | undefined> {
  return transaction.selectFrom('parts_catalog').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function addPart(transaction: Transaction<DB>, part: PartColumns): Promise<ActionResult> {
  const { id } = await transaction
    .insertInto('parts_catalog')
    .values(await withCondition(transaction, part))
    .returning('id')
    .executeTakeFirstOrThrow();
  await logAdminAction(transaction, 'add_part', { resourceId: id, ...auditFields(part) });
  return { done: true, message: 'Part added successfully' };
}

interface Change {
  id: string;
  /** A missing field stays unchanged. */
  part: Partial<PartColumns>;
  /** The part when the form was opened. */
  seen: Partial<PartColumns>;
  choices: FieldChoices;
}

/** Merges the form into the part under a row lock, so that no sale is lost. Conflicts change nothing. */
export async function changePart(
  transaction: Transaction<DB>,
  { id, part: mine, seen, choices }: Change,
): Promise<ActionResult> {
  const row = await transaction
    .selectFrom('parts_catalog')
    .select([...columns, 'stock_held'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) {
    return { done: false, message: 'Error saving part: it has been deleted' };
  }
  const { stock_held: held, ...now } = row;
  const { merged, conflicts } = mergePart({ seen, now, mine, choices, held });
  if (conflicts.length > 0) return { done: false, conflicts };

  const part = await withCondition(transaction, merged);
  const changed = columns.filter((column) => part[column] !== now[column]);
  if (changed.length > 0) {
    await transaction
      .updateTable('parts_catalog')
      .set({
        ...Object.fromEntries(changed.map((column) => [column, part[column]])),
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute();
    await logAdminAction(transaction, 'update_part', {
      resourceId: id,
      ...auditFields(part),
      before: auditFields(now),
      changed,
    });
  }
  const note = describeStockMerge({
    seen: seen.stock_quantity ?? now.stock_quantity,
    now: now.stock_quantity,
    mine: mine.stock_quantity ?? now.stock_quantity,
    held,
  });
  return { done: true, message: 'Part updated successfully', ...(note && { note }) };
}

/** Spec §4, Stock: a part without stock and condition is 'Out of Stock', if that condition exists. */
async function withCondition(transaction: Transaction<DB>, part: PartColumns): Promise<PartColumns> {
  if (part.stock_quantity > 0 || part.part_type !== null) return part;
  const condition = await transaction
    .selectFrom('conditions')
    .select('name')
    .where('name', '=', OUT_OF_STOCK_CONDITION)
    .executeTakeFirst();
  return { ...part, part_type: condition?.name ?? null };
}

export async function deletePart(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const deleted = await transaction
    .deleteFrom('parts_catalog')
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  if (deleted) await logAdminAction(transaction, 'delete_part', { resourceId: id, ...auditFields(deleted) });
  // Another admin may have deleted the part already.
  else if (await readPart(transaction, id)) {
    return { done: false, message: 'Error deleting part: it is still there' };
  }
  return { done: true, message: 'Part deleted successfully' };
}

function auditFields(part: PartColumns) {
  return Object.fromEntries(auditColumns.map((column) => [column, part[column]]));
}
