import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import type { BulkChange } from '#core/part-changes/bulk/bulk-change.ts';
import { sourceHost } from '#core/imports/sources/import-source.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { hiddenBySource } from '#core/part-changes/find-hidden.server.ts';
import { undoPartChange } from '#core/part-changes/undo-part-change.server.ts';
import { discardIfUnapplied } from '../discard-part-import.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

const byMe = { user_id: sql<string>`auth.uid()` };
const gone: ActionResult = { done: false, message: 'Error: this import no longer exists' };

type Audited = 'pause_import_source' | 'resume_import_source' | 'run_import_source' | 'confirm_host_key';

async function change(
  transaction: Transaction<DB>,
  id: string,
  { action, set, ...details }: { action: Audited; set: Record<string, unknown> } & Record<string, unknown>,
): Promise<boolean> {
  const changed = await transaction
    .updateTable('import_sources')
    .set({ ...byMe, ...set })
    .where('id', '=', id)
    .returning(['supplier', 'address'])
    .executeTakeFirst();
  if (!changed) return false;
  await logAdminAction(transaction, action, {
    resourceId: id,
    resourceType: 'import_sources',
    supplier: changed.supplier,
    host: sourceHost(changed.address),
    ...details,
  });
  return true;
}

/** Pauses a source: no run starts by itself until it is resumed. A run that has begun goes on. */
export async function pauseSource(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const done = await change(transaction, id, {
    action: 'pause_import_source',
    set: { paused_at: sql`now()` },
  });
  return done ? { done, message: 'The import is paused' } : gone;
}

/** Resumes a source and runs it at once. Runs have the rights of the admin who resumed it. */
export async function resumeSource(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const set = { paused_at: null, problem: null, failures: 0, next_run_at: sql`now()` };
  const done = await change(transaction, id, { action: 'resume_import_source', set });
  return done ? { done, message: 'The import is resumed' } : gone;
}

/** Starts a run now, even of a paused source. @throws {Refused} */
export async function runSource(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const source = await transaction
    .selectFrom('import_sources')
    .select('seen_host_key')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!source) return gone;
  if (source.seen_host_key !== null) throw new Refused('confirm the key of the server first');
  if (!(await addRun(transaction, id))) throw new Refused('a run has not ended yet');
  await change(transaction, id, { action: 'run_import_source', set: {} });
  return { done: true, message: 'The import was started' };
}

/** Returns false if a run is open. */
export async function addRun(transaction: Transaction<DB>, sourceId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('import_runs')
    .values({ source_id: sourceId, is_by_hand: true })
    .onConflict((conflict) => conflict.column('source_id').where('ended_at', 'is', null).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Trusts the server with this fingerprint from now on, and runs the import. @throws {Refused} */
export async function confirmHostKey(
  transaction: Transaction<DB>,
  id: string,
  key: string | undefined,
): Promise<ActionResult> {
  const source = await transaction
    .selectFrom('import_sources')
    .select(['host_key', 'seen_host_key'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!source) return gone;
  if (source.seen_host_key === null || source.seen_host_key !== key)
    throw new Refused('it has changed. Please compare it again');
  await change(transaction, id, {
    action: 'confirm_host_key',
    set: { host_key: source.seen_host_key, seen_host_key: null, problem: null, failures: 0 },
    host_key: source.seen_host_key,
    host_key_before: source.host_key,
  });
  await addRun(transaction, id);
  return { done: true, message: 'The key is confirmed' };
}

/**
 * Deletes a source with its runs. Parts stay as they are: a bulk change that can be undone has those that it has hidden. Does
 * nothing if it is deleted already.
 */
export async function deleteSource(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  await sql`select set_config('statement_timeout', '2min', true)`.execute(transaction);
  const hidden = await keepHidden(transaction, id);
  await transaction
    .deleteFrom('part_changes')
    .where('state', 'in', ['uploading', 'reading', 'mapping', 'checking', 'checked'])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('import_runs')
        .select((eb) => eb.ref('import_id').$notNull().as('id'))
        .where('source_id', '=', id)
        .where('import_id', 'is not', null),
    )
    .execute();
  const deleted = await transaction
    .deleteFrom('import_sources')
    .where('id', '=', id)
    .returning(['supplier', 'address'])
    .executeTakeFirst();
  if (deleted) {
    await logAdminAction(transaction, 'delete_import_source', {
      resourceId: id,
      resourceType: 'import_sources',
      supplier: deleted.supplier,
      host: sourceHost(deleted.address),
      parts_hidden: hidden,
    });
  }
  return {
    done: true,
    message: 'Scheduled import deleted',
    leadsTo: '/admin/import',
    ...(hidden > 0 && {
      note: `${formatPartCount(hidden)} stay hidden. See Bulk changes to show them again.`,
    }),
  };
}

/** Stores the hidden parts as a finished bulk change. Returns how many there are. */
async function keepHidden(transaction: Transaction<DB>, sourceId: string): Promise<number> {
  const { rows } = await sql<{ supplier: string; parts: number }>`
    select supplier, (select count(*)::int from (${hiddenBySource(sourceId)}) as hidden) as parts
    from import_sources where id = ${sourceId} for update`.execute(transaction);
  const [source] = rows;
  if (!source || source.parts === 0) return 0;
  const { parts } = source;
  const hiding: BulkChange = { kind: 'hide' };
  const { id } = await transaction
    .insertInto('part_changes')
    .values({
      kind: 'bulk',
      change: JSON.stringify(hiding),
      summary: `Hidden by the scheduled import of ${source.supplier}`,
      mode: 'good',
      state: 'ended',
      lines: parts,
      done: parts,
      changed: parts,
      ended_at: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into part_change_lines (change_id, place, part_id)
    select ${id}::uuid, row_number() over (), part_id from (${hiddenBySource(sourceId)}) as hidden`.execute(
    transaction,
  );
  await sql`update part_change_lines set outcome = 'changed' where change_id = ${id}`.execute(transaction);
  return parts;
}

const ended: ActionResult = { done: false, message: 'Error: this run is no longer waiting' };

/** Imports the file of a run that waits, and hides the parts that left it. */
export async function confirmRun(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const run = await transaction
    .updateTable('import_runs')
    .set({ state: 'confirmed' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['source_id', 'to_hide', 'listed'])
    .executeTakeFirst();
  if (!run) return ended;
  await logAdminAction(transaction, 'confirm_import_run', {
    resourceId: run.source_id,
    resourceType: 'import_sources',
    parts_to_hide: run.to_hide,
    parts_listed: run.listed,
  });
  return { done: true, message: 'The file is imported' };
}

/** Discards the file of a run that waits. It has changed nothing. */
export async function discardRun(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const run = await transaction
    .updateTable('import_runs')
    .set({ state: 'discarded', ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['source_id', 'import_id', 'to_hide', 'listed'])
    .executeTakeFirst();
  if (!run) return ended;
  if (run.import_id !== null) await discardIfUnapplied(transaction, run.import_id);
  await logAdminAction(transaction, 'discard_import_run', {
    resourceId: run.source_id,
    resourceType: 'import_sources',
    parts_to_hide: run.to_hide,
    parts_listed: run.listed,
  });
  return { done: true, message: 'The file was discarded' };
}

/** Undoes a whole run: its import, and its hiding and showing of parts. Its source is paused then. @throws {Refused} */
export async function undoRun(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const run = await transaction
    .selectFrom('import_runs')
    .select('import_id')
    .where('id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirst();
  if (!run?.import_id) throw new Refused("it doesn't exist or isn't done");
  return undoPartChange(transaction, run.import_id);
}
