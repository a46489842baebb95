import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { type Change, type ImportFields, proposedChanges } from '#core/imports/files/import-fields.ts';
import { mergeFields } from '#core/values/merge-fields.ts';
import { type ImportColumn, importColumns, partFields } from '#core/catalog/part-fields.ts';
import { untouchedPart } from '#core/catalog/part-form.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import { importFieldsOf } from '#core/imports/crawl/import-rows.server.ts';

/** Maximum matches per transaction. The rest stay open. */
const MAX_AT_ONCE = 500;

export interface DecideMatch {
  database: Database;
  admin: UserIdentity;
  crawlId: string;
  position: number | 'all';
}

/** Says that another admin changed the same fields. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

interface AcceptMatches extends DecideMatch {
  /** A missing field stays unchanged. */
  edited?: Partial<ImportFields> | undefined;
  /** Part when the form was opened. Without it, all fields of `edited` apply. */
  seen?: Partial<ImportFields> | undefined;
}

/** Applies the found or edited values. Returns the number of parts. Throws ChangedMeanwhile. */
export async function acceptMatches(options: AcceptMatches): Promise<number> {
  const { database, admin, crawlId, position, edited, seen } = options;
  return database.as(admin, async (transaction) => {
    const undecided = await transaction
      .selectFrom('catalog_crawl_parts as found')
      .innerJoin('catalog_crawls as crawl', 'crawl.id', 'found.crawl_id')
      .innerJoin('parts_catalog as part', 'part.id', 'found.part_id')
      .select([
        'found.position',
        'part.id',
        importFieldsOf('found').as('found'),
        importFieldsOf('part').as('part'),
      ])
      .where('found.crawl_id', '=', crawlId)
      .where('found.outcome', '=', 'matched')
      .where('crawl.undone_at', 'is', null)
      .$if(position !== 'all', (query) => query.where('found.position', '=', position as number))
      .orderBy('part.id')
      .limit(MAX_AT_ONCE)
      .forUpdate(['found', 'part'])
      .execute();
    for (const { position: at, id, found, part } of undecided) {
      const changes = edited
        ? listChanges(mergeEdited(edited, part, seen), part)
        : proposedChanges(found, part);
      await applyChanges(transaction, id, changes);
      await transaction
        .updateTable('catalog_crawl_parts')
        .set({
          outcome: 'accepted',
          before: JSON.stringify(valuesOf(changes, 'from')),
          after: JSON.stringify(valuesOf(changes, 'to')),
        })
        .where('crawl_id', '=', crawlId)
        .where('position', '=', at)
        .execute();
    }
    if (undecided.length > 0) {
      await logAdminAction(transaction, 'accept_import_changes', {
        resourceId: crawlId,
        parts_changed: undecided.length,
        edited: edited !== undefined,
      });
    }
    return undecided.length;
  });
}

/** Returns the number of parts. */
export async function leaveMatches({ database, admin, crawlId, position }: DecideMatch): Promise<number> {
  return database.as(admin, async (transaction) => {
    const left = await transaction
      .updateTable('catalog_crawl_parts')
      .set({ outcome: 'left' })
      .where('crawl_id', '=', crawlId)
      .where('outcome', '=', 'matched')
      .$if(position !== 'all', (query) => query.where('position', '=', position as number))
      .executeTakeFirst();
    return Number(left.numUpdatedRows);
  });
}

function mergeEdited(
  mine: Partial<ImportFields>,
  now: ImportFields,
  seen: Partial<ImportFields> = now,
): ImportFields {
  const merge = mergeFields({ seen, untouched: untouchedPart(seen), now, mine });
  if (merge.conflicts.length === 0) return merge.merged;
  const names = merge.conflicts.map(({ field }) => partFields[field as ImportColumn].label).join(', ');
  throw new ChangedMeanwhile(
    `Someone else changed this part (${names}). Nothing was saved. Please close the form and open it again.`,
  );
}

/** Lists the changes of an edited version, in which null clears a field. */
function listChanges(edited: ImportFields, part: ImportFields): Change[] {
  return importColumns
    .filter((field) => edited[field] !== part[field])
    .map((field) => ({
      field,
      from: part[field],
      to: edited[field],
    }));
}

function valuesOf(changes: readonly Change[], side: 'from' | 'to'): Partial<ImportFields> {
  return Object.fromEntries(changes.map((change) => [change.field, change[side]]));
}

async function applyChanges(
  transaction: Transaction<DB>,
  partId: string,
  changes: readonly { field: ImportColumn; to: string | number | null }[],
): Promise<void> {
  if (changes.length === 0) return;
  const values = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  await transaction
    .updateTable('parts_catalog')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', partId)
    .execute();
}
