import { sql, type SqlBool, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { partFromRow } from '#domain/catalog-row.ts';
import { isPartId, type Part } from '#domain/part.ts';
import { shownColumns, without } from '#domain/part-fields.ts';

type PartsById = ReadonlyMap<string, Part>;

/** Reads parts without their texts and pictures, which can be large. */
export async function readParts(transaction: Transaction<DB>, ids: readonly string[]): Promise<PartsById> {
  return byId(await select(transaction, ids).execute());
}

/** As readParts. The parts cannot change until the transaction ends. */
export async function lockParts(transaction: Transaction<DB>, ids: readonly string[]): Promise<PartsById> {
  return byId(await select(transaction, ids).forUpdate().execute());
}

function select(transaction: Transaction<DB>, ids: readonly string[]) {
  const valid = [...new Set(ids)].filter(isPartId);
  return transaction
    .selectFrom('parts_catalog')
    .select([
      'id',
      ...without(shownColumns, 'description', 'stock_quantity', 'image_url'),
      sql<number>`stock_quantity - stock_held`.as('stock_quantity'),
      sql<boolean>`stock_held > 0 and stock_held = stock_quantity`.as('all_held'),
    ])
    .where(sql<SqlBool>`id = any(${valid}::uuid[])`)
    .orderBy('id');
}

function byId(rows: Awaited<ReturnType<ReturnType<typeof select>['execute']>>): PartsById {
  return new Map(rows.map((row) => [row.id, partFromRow({ ...row, description: null, image_url: null })]));
}
