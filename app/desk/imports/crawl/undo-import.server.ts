import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import { importColumnNames } from '#core/imports/crawl/import-rows.server.ts';

/** Rows per statement. */
const BATCH_SIZE = 2_000;

export interface Undone {
  removed: number;
  restored: number;
}

/** Removes added parts and restores changed ones, except for later changes. Returns undefined if nothing is to undo. */
export async function undoImport(options: {
  database: Database;
  admin: UserIdentity;
  crawlId: string;
}): Promise<Undone | undefined> {
  const { database, admin, crawlId } = options;
  return database.as(admin, async (transaction) => {
    const crawl = await transaction
      .updateTable('catalog_crawls')
      .set({ undone_at: sql`now()` })
      .where('id', '=', crawlId)
      .where('status', '=', 'completed')
      .where('undone_at', 'is', null)
      .returning('parts_found')
      .executeTakeFirst();
    if (!crawl) return undefined;
    const restored = await sql`
      update parts_catalog as part
      set (updated_at, ${importColumnNames}) = (
        select now(), ${importColumnNames} from jsonb_populate_record(part, undo.changes)
      )
      from (
        -- A field with another value was changed later, and stays.
        select found.part_id, jsonb_object_agg(entry.key, entry.value) as changes
        from catalog_crawl_parts as found
        join parts_catalog as now_is on now_is.id = found.part_id
        cross join jsonb_each(found.before) as entry
        where found.crawl_id = ${crawlId} and found.outcome = 'accepted'
          and to_jsonb(now_is) -> entry.key = found.after -> entry.key
        group by found.part_id
      ) as undo
      where part.id = undo.part_id`.execute(transaction);
    const undone = {
      removed: await removeImported(transaction, crawlId, crawl.parts_found),
      restored: Number(restored.numAffectedRows ?? 0n),
    };
    await logAdminAction(transaction, 'undo_import', {
      resourceId: crawlId,
      parts_removed: undone.removed,
      parts_restored: undone.restored,
    });
    return undone;
  });
}

async function removeImported(
  transaction: Transaction<DB>,
  crawlId: string,
  partsFound: number,
): Promise<number> {
  let removed = 0;
  for (let first = 0; first < partsFound; first += BATCH_SIZE) {
    const { numAffectedRows } = await sql`
      delete from parts_catalog where id in (
        select part_id from catalog_crawl_parts
        where crawl_id = ${crawlId} and position >= ${first} and position < ${first + BATCH_SIZE} and outcome = 'imported'
      )`.execute(transaction);
    removed += Number(numAffectedRows ?? 0n);
  }
  return removed;
}
