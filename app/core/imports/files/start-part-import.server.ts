import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { importLimits } from './import-limits.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { probeForeignFile } from './file-reader.server.ts';
import { openFile, uploadedBytes } from './file-source.server.ts';
import { ImportFileError } from './import-file-error.ts';

const { fileBytes, waiting } = importLimits;

const FAILURE = 'Error importing the file';

export type StartedImport = ActionResult & { id?: string };

/** Makes room for a file, which is uploaded in pieces. */
export async function startPartImport(
  transaction: Transaction<DB>,
  form: Record<string, unknown>,
): Promise<StartedImport> {
  const [name, supplier] = [readText(form['name'], 200), readText(form['supplier'], 100)];
  const bytes = Number(form['bytes']);
  if (supplier === undefined) {
    return { done: false, errors: { supplier: 'Please enter the supplier, at most 100 characters' } };
  }
  if (name === undefined || !Number.isInteger(bytes) || bytes < 1) {
    return { done: false, errors: { file: 'Please choose a file that is not empty' } };
  }
  if (bytes > fileBytes) {
    return { done: false, errors: { file: `The file is too large: at most ${fileBytes / 1024 ** 2} MB` } };
  }
  const open = await transaction
    .selectFrom('part_changes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('kind', '=', 'file')
    .where('ended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('import_runs').select('id').whereRef('import_id', '=', 'part_changes.id'))),
    )
    .executeTakeFirstOrThrow();
  if (Number(open.count) >= waiting) {
    return {
      done: false,
      message: `${FAILURE}: ${waiting} imports are not finished. Please discard one first`,
    };
  }
  const { id } = await transaction
    .insertInto('part_changes')
    .values({ file_name: name, supplier, file_bytes: bytes })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { done: true, id };
}

export function readText(sent: unknown, most: number): string | undefined {
  const text = typeof sent === 'string' ? sent.trim().toWellFormed() : '';
  return text === '' || text.length > most || text.includes('\0') ? undefined : text;
}

/** Looks at the beginning of an uploaded file, and starts to read it. Deletes a file that can't be read. */
export async function finishUpload(
  database: Database,
  { admin, importId }: { admin: UserIdentity; importId: string },
): Promise<ActionResult> {
  const found = await database.as(admin, async (transaction) => {
    const row = await transaction
      .selectFrom('part_changes')
      .select('file_bytes')
      .where('id', '=', importId)
      .where('state', '=', 'uploading')
      .executeTakeFirst();
    const { rows } = await uploadedBytes(importId).execute(transaction);
    return row && { bytes: Number(row.file_bytes), uploaded: Number(rows[0]?.bytes ?? 0) };
  });
  if (!found) return { done: false, message: `${FAILURE}: it is not being uploaded` };
  if (found.uploaded !== found.bytes) {
    return { done: false, message: `${FAILURE}: ${found.uploaded} of ${found.bytes} bytes have arrived` };
  }
  try {
    await probeForeignFile(openFile(database, { admin, importId, bytes: found.bytes }));
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    await database.as(admin, (transaction) =>
      transaction
        .deleteFrom('part_changes')
        .where('id', '=', importId)
        .where('state', '=', 'uploading')
        .execute(),
    );
    return { done: false, message: `${FAILURE}: ${error.message}` };
  }
  return database.as(admin, async (transaction) => {
    const row = await transaction
      .updateTable('part_changes')
      .set({ state: 'reading', user_id: sql<string>`auth.uid()` })
      .where('id', '=', importId)
      .where('state', '=', 'uploading')
      .returning(['file_name', 'supplier'])
      .executeTakeFirst();
    if (row) {
      await logAdminAction(transaction, 'start_part_import', {
        resourceId: importId,
        resourceType: 'part_changes',
        ...row,
      });
    }
    return { done: true };
  });
}
