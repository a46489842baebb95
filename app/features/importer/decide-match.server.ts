import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { type Change, type ImportFields, proposedChanges } from '#domain/import-fields.ts';
import { mergeFields } from '#domain/merge-fields.ts';
import { type ImportColumn, importColumns, partFields } from '#domain/part-fields.ts';
import { untouchedPart } from '#domain/part-form.ts';
import { logAdminAction } from '#audit/server';
import type { Database, UserIdentity } from '#services';
import { importFieldsOf } from './import-rows.server.ts';

/** How many matches are accepted at once; what is left of them is still listed. */
const MOST_AT_ONCE = 500;

export interface DecideMatch {
  database: Database;
  admin: UserIdentity;
  crawlId: string;
  /** One found part, or all that are still to be decided. */
  position: number | 'all';
}

/** Thrown to take everything back: somebody else changed the same fields to other values. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

interface AcceptMatches extends DecideMatch {
  /** What an admin made of a match. A field that it does not have stays as it is. */
  edited?: Partial<ImportFields> | undefined;
  /** The part when the admin's form was opened; without it, all fields of `edited` are meant. */
  seen?: Partial<ImportFields> | undefined;
}

/**
 * Makes parts of the catalogue what the crawl found, or what an admin made of that, merged by field. Returns how many:
 * 0 when there is nothing to decide any more. Throws ChangedMeanwhile.
 */
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
      .limit(MOST_AT_ONCE)
      .forUpdate(['found', 'part'])
      .execute();
    for (const { position: at, id, found, part } of undecided) {
      const changes = edited ? differences(merged(edited, part, seen), part) : proposedChanges(found, part);
      await applyChanges(transaction, id, changes);
      await transaction
        .updateTable('catalog_crawl_parts')
        .set({
          outcome: 'accepted',
          before: JSON.stringify(side(changes, 'from')),
          after: JSON.stringify(side(changes, 'to')),
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

/** Leaves parts of the catalogue as they are. Returns how many. */
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

function merged(
  mine: Partial<ImportFields>,
  now: ImportFields,
  seen: Partial<ImportFields> = now,
): ImportFields {
  const merge = mergeFields({ seen, untouched: untouchedPart(seen), now, mine });
  if (merge.conflicts.length === 0) return merge.merged;
  const names = merge.conflicts.map(({ field }) => partFields[field as ImportColumn].label).join(', ');
  throw new ChangedMeanwhile(
    `Someone else has changed this part meanwhile (${names}). Nothing was saved: please close the form and open it again`,
  );
}

/** What an admin wrote counts as it is: what was emptied is emptied. */
function differences(edited: ImportFields, part: ImportFields): Change[] {
  return importColumns
    .filter((field) => edited[field] !== part[field])
    .map((field) => ({
      field,
      from: part[field],
      to: edited[field],
    }));
}

function side(changes: readonly Change[], which: 'from' | 'to'): Partial<ImportFields> {
  return Object.fromEntries(changes.map((change) => [change.field, change[which]]));
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
