import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { importLimits } from '#core/imports/files/import-limits.ts';
import { removeFile } from '#core/imports/files/read-file.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

const byMe = { user_id: sql<string>`auth.uid()` };

const now = sql<Date>`now()`;

const unapplied = ['reading', 'mapping', 'checking', 'checked'];

/** Discards an import that has changed nothing. @throws {Refused} */
export async function discardPartImport(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const name = await discardIfUnapplied(transaction, id);
  if (name === undefined) throw new Refused("it doesn't exist or was already applied");
  return { done: true, message: `${name} was discarded`, leadsTo: '/admin/import' };
}

/**
 * Puts an import that has changed nothing into the trash. Deletes one that was never read, or belongs to a scheduled run. Returns
 * the name of its file, or undefined if there is nothing to discard.
 */
export async function discardIfUnapplied(
  transaction: Transaction<DB>,
  id: string,
): Promise<string | undefined> {
  // A million lines take longer than the default.
  await sql`select set_config('statement_timeout', '2min', true)`.execute(transaction);
  const discarded =
    (await transaction
      .deleteFrom('part_changes')
      .where('id', '=', id)
      .where(({ eb, or, and, exists, selectFrom }) =>
        or([
          eb('state', 'in', ['uploading', 'failed']),
          and([
            eb('state', 'in', unapplied),
            exists(selectFrom('import_runs').select('id').whereRef('import_id', '=', 'part_changes.id')),
          ]),
        ]),
      )
      .returning('file_name')
      .executeTakeFirst()) ??
    (await transaction
      .updateTable('part_changes')
      .set({ ...byMe, state: 'discarded', ended_at: now })
      .where('id', '=', id)
      .where('state', 'in', unapplied)
      .returning('file_name')
      .executeTakeFirst());
  if (!discarded?.file_name) return undefined;
  // A file whose lines are stored is not read again. Without this, the trash would be full of large files.
  if (await isRead(transaction, id)) await removeFile(transaction, id);
  await logAdminAction(transaction, 'discard_part_import', {
    resourceId: id,
    resourceType: 'part_changes',
    ...discarded,
  });
  return discarded.file_name;
}

const zero = {
  done: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  skipped: 0,
  undone: 0,
  undo_place: null,
};

/**
 * Takes an import out of the trash: a discarded one is read to its end, or its columns can be chosen again. The lines of an undone
 * one can be imported again as they were, except those that stayed. @throws {Refused}
 */
export async function reopenPartImport(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  // A million lines take longer than the default.
  await sql`select set_config('statement_timeout', '2min', true)`.execute(transaction);
  const found = await transaction
    .selectFrom('part_changes')
    .select(['state', 'file_name', 'lines'])
    .where('id', '=', id)
    .where('kind', '=', 'file')
    .where('state', 'in', ['undone', 'discarded'])
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refused('it is not in the trash');
  const open = await transaction
    .selectFrom('part_changes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('kind', '=', 'file')
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(open.count) >= importLimits.waiting)
    throw new Refused(`${importLimits.waiting} imports are not finished. Please discard one first`);
  const next =
    found.state === 'undone'
      ? { state: 'checked', done: found.lines, ...(await planAgain(transaction, id)) }
      : { state: (await isRead(transaction, id)) ? 'mapping' : 'reading' };
  await transaction
    .updateTable('part_changes')
    .set({ ...zero, ...next, ...byMe, mode: null, ended_at: null, error: null })
    .where('id', '=', id)
    .execute();
  await logAdminAction(transaction, 'reopen_part_import', {
    resourceId: id,
    resourceType: 'part_changes',
    file_name: found.file_name,
  });
  return { done: true, message: `${found.file_name} is open again`, leadsTo: `/admin/import/${id}` };
}

/** Tells whether all lines of the file are stored. */
async function isRead(transaction: Transaction<DB>, id: string): Promise<boolean> {
  const found = await transaction
    .selectFrom('part_changes')
    .select('id')
    .where('id', '=', id)
    .where('filled', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Makes the undone lines the plan again. Returns its counts. */
async function planAgain(transaction: Transaction<DB>, id: string) {
  await sql`
    update part_change_lines set
      outcome = case outcome
        when 'undone' then case when before is null then 'add' else 'change' end
        when 'unchanged' then 'same'
        when 'skipped' then 'skip'
        else 'refuse'
      end,
      reason = case when outcome = 'kept' then 'It stayed when the import was undone' else reason end
    where change_id = ${id} and outcome in ('undone', 'unchanged', 'kept', 'refused', 'skipped')`.execute(
    transaction,
  );
  const { rows } = await sql<Record<'added' | 'changed' | 'unchanged' | 'refused' | 'skipped', number>>`
    select count(*) filter (where outcome = 'add')::int as added,
      count(*) filter (where outcome = 'change')::int as changed,
      count(*) filter (where outcome = 'same')::int as unchanged,
      count(*) filter (where outcome = 'refuse')::int as refused,
      count(*) filter (where outcome = 'skip')::int as skipped
    from part_change_lines where change_id = ${id}`.execute(transaction);
  return rows[0];
}
