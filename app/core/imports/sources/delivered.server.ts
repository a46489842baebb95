import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import type { Conflict } from './merge-delivered.ts';

type Values = Record<string, FieldValue>;

/** The scheduled import that a file belongs to. */
export interface ImportingSource {
  id: string;
  shopOwns: ReadonlySet<string>;
}

/** Returns undefined if a person has uploaded the file. */
export async function findImportingSource(
  transaction: Transaction<DB>,
  importId: string,
): Promise<ImportingSource | undefined> {
  const found = await transaction
    .selectFrom('import_runs as run')
    .innerJoin('import_sources as source', 'source.id', 'run.source_id')
    .select(['source.id', 'source.shop_owns'])
    .where('run.import_id', '=', importId)
    .executeTakeFirst();
  return found && { id: found.id, shopOwns: new Set(found.shop_owns) };
}

/** Reads what the last file of a source had for these parts. */
export async function readDelivered(
  transaction: Transaction<DB>,
  sourceId: string,
  partIds: readonly string[],
): Promise<ReadonlyMap<string, Values>> {
  if (partIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('import_source_parts')
    .select(['part_id', 'delivered'])
    .where('source_id', '=', sourceId)
    .where(sql<boolean>`part_id = any (${partIds}::uuid[])`)
    .where('delivered', 'is not', null)
    .execute();
  return new Map(rows.map(({ part_id: id, delivered }) => [id, delivered as Values]));
}

/** Lists of vehicles and pictures are added to, so their last state says nothing. */
const notKept: ReadonlySet<string> = new Set(['id', 'fitments', 'pictures', 'image_url']);

interface SentLine {
  place: number;
  sent: Values;
  conflicts: readonly Conflict[];
}

/** Stores what lines have sent, and their conflicts. */
export async function saveSent(
  transaction: Transaction<DB>,
  importId: string,
  lines: readonly SentLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = JSON.stringify(
    lines.map(({ place, sent, conflicts }) => ({
      place,
      sent: Object.fromEntries(Object.entries(sent).filter(([field]) => !notKept.has(field))),
      conflicts: conflicts.length > 0 ? conflicts : undefined,
    })),
  );
  await sql`
    update part_change_lines as line set sent = result.sent, conflicts = result.conflicts
    from jsonb_to_recordset(${rows}::jsonb) as result (place integer, sent jsonb, conflicts jsonb)
    where line.change_id = ${importId} and line.place = result.place`.execute(transaction);
}
