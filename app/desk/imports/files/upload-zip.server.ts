import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { importLimits } from '#core/imports/files/import-limits.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { openForeignZip } from '#core/imports/files/file-reader.server.ts';
import { openFile, uploadedBytes } from '#core/imports/files/file-source.server.ts';
import { ImportFileError } from '#core/imports/files/import-file-error.ts';
import { readText } from '#core/imports/files/start-part-import.server.ts';

const byMe = { user_id: sql<string>`auth.uid()` };

/** Makes room for a ZIP file with pictures, which is uploaded in pieces. It replaces one whose pictures are not being added. @throws {Refused} */
export async function startZip(
  transaction: Transaction<DB>,
  id: string,
  form: Record<string, unknown>,
): Promise<ActionResult> {
  const name = readText(form['name'], 200);
  const bytes = Number(form['bytes']);
  if (name === undefined || !Number.isInteger(bytes) || bytes < 1)
    return { done: false, errors: { zip: 'Please choose a file that is not empty' } };
  if (bytes > importLimits.zipBytes) {
    const most = importLimits.zipBytes / 1024 ** 2;
    return { done: false, errors: { zip: `The ZIP file is too large: at most ${most} MB` } };
  }
  const { numUpdatedRows } = await transaction
    .updateTable('part_changes')
    .set({ ...byMe, zip_name: name, zip_bytes: bytes, zip_state: 'uploading' })
    .where('id', '=', id)
    .where('kind', '=', 'file')
    .where(({ or, and, eb }) =>
      or([
        eb('state', 'in', ['mapping', 'checking', 'checked']),
        and([
          eb('state', '=', 'ended'),
          or([eb('zip_state', 'is', null), eb('zip_state', 'in', ['uploading', 'read'])]),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refused('the import is running. Please wait until it ends');
  await deletePieces(transaction, id);
  return { done: true };
}

async function deletePieces(transaction: Transaction<DB>, id: string): Promise<void> {
  await transaction
    .deleteFrom('part_import_pieces')
    .where('import_id', '=', id)
    .where('of_pictures', '=', true)
    .execute();
}

/** Reads the list of an uploaded ZIP file, or deletes an unreadable one. Its pictures are added when the import has ended. @throws {Refused} */
export async function finishZip(
  database: Database,
  { admin, importId }: { admin: UserIdentity; importId: string },
): Promise<ActionResult> {
  const found = await database.as(admin, async (transaction) => {
    const row = await transaction
      .selectFrom('part_changes')
      .select('zip_bytes')
      .where('id', '=', importId)
      .where('zip_state', '=', 'uploading')
      .executeTakeFirst();
    const { rows } = await uploadedBytes(importId, { ofPictures: true }).execute(transaction);
    return row && { bytes: Number(row.zip_bytes), uploaded: Number(rows[0]?.bytes ?? 0) };
  });
  if (!found) throw new Refused('no ZIP file is being uploaded');
  const { bytes, uploaded } = found;
  if (uploaded !== bytes) throw new Refused(`${uploaded} of ${bytes} bytes have arrived`);
  let problem: string | undefined;
  try {
    const file = openFile(database, { admin, importId, bytes, ofPictures: true });
    using zip = await openForeignZip(file, { isProbe: true });
    if (zip.names.size === 0) problem = 'The ZIP file has no pictures';
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    problem = error.message;
  }
  await database.as(admin, async (transaction) => {
    const row = await transaction
      .updateTable('part_changes')
      .set(
        problem === undefined
          ? { ...byMe, zip_state: 'ready' }
          : { zip_state: null, zip_name: null, zip_bytes: null },
      )
      .where('id', '=', importId)
      .where('zip_state', '=', 'uploading')
      .returning('zip_name as file_name')
      .executeTakeFirst();
    if (!row) return;
    if (problem !== undefined) return deletePieces(transaction, importId);
    // This deletes pictures that only an earlier ZIP file had.
    await transaction
      .deleteFrom('part_import_pictures')
      .where('import_id', '=', importId)
      .where('place', 'is', null)
      .execute();
    await logAdminAction(transaction, 'upload_import_pictures', {
      resourceId: importId,
      resourceType: 'part_changes',
      ...row,
    });
  });
  if (problem !== undefined) throw new Refused(problem);
  return { done: true };
}

/** Fetches failed pictures again. Pictures of a ZIP file need another ZIP file. @throws {Refused} */
export async function retryPictures(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const { numUpdatedRows } = await transaction
    .updateTable('part_import_pictures')
    .set({ state: 'waiting', reason: null, attempts: 0, due_at: sql<Date>`now()` })
    .where('import_id', '=', id)
    .where('state', '=', 'failed')
    .where('part_id', 'is not', null)
    .where(sql<boolean>`source ~* '^https?://'`)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('part_changes').select('id').where('id', '=', id).where('state', '=', 'ended')),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refused('there is nothing to try again');
  await transaction.updateTable('part_changes').set(byMe).where('id', '=', id).execute();
  return { done: true, message: 'The pictures are fetched again' };
}
