import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { secretOwner, sourceHost } from './import-source.ts';
import { importLimits } from '../files/import-limits.ts';
import { probeForeignFile } from '../files/file-reader.server.ts';
import type { FileSource } from '../files/file-source.server.ts';
import { ImportFileError } from '../files/import-file-error.ts';
import { finishUpload } from '../files/start-part-import.server.ts';
import { storePiece } from '../files/store-piece.server.ts';
import { DownloadError, type DownloadedFile, type Downloads } from '#core/platform/downloads.server.ts';
import { sendBack } from './send-back.server.ts';
import { endRun, failRun } from './end-run.server.tsx';
import type { Advanced, RunStep } from './read-run.server.ts';

interface FetchOptions {
  downloads: Downloads;
  siteUrl: string;
  signal: AbortSignal;
}

const { pieceBytes } = importLimits;

/** Fetches the file, and stores it like an upload. Begins again with an upload that a kill has ended. */
export async function fetchFile(
  step: RunStep,
  { downloads, siteUrl, signal }: FetchOptions,
): Promise<Advanced> {
  const { database, run, admin } = step;
  const named = { database, siteUrl, runId: run.id };
  if (run.importId !== null) await discardUpload(step);
  try {
    const owner = secretOwner({ ...run, id: run.sourceId });
    await using file = await downloads.fetch({ ...run, owner }, signal);
    if (file === null || file.sha256 === run.sha256) {
      await sendBack(step, { downloads, signal });
      return await endRun(named, 'nothing-new');
    }
    const isShorter = run.endedWithBreak === true && file.endsWithBreak === false;
    if (run.kind === 'full' && !run.isByHand && isShorter) return await failRun(named, { error: CUT_OFF });
    await probeForeignFile(asSource(file));
    const importId = await database.as(admin, (transaction) => addImport(transaction, step, file));
    if (importId === undefined) return 'again';
    for (let place = 0; place * pieceBytes < file.bytes; place += 1) {
      signal.throwIfAborted();
      const content = await file.read(place * pieceBytes, Math.min((place + 1) * pieceBytes, file.bytes));
      const { done } = await database.as(admin, (transaction) =>
        storePiece(transaction, { importId, place, content, ofPictures: false }),
      );
      if (!done) return 'again';
    }
    await finishUpload(database, { admin, importId });
    return 'again';
  } catch (error) {
    if (error instanceof DownloadError)
      return failRun(named, { error: error.message, seenHostKey: error.seenHostKey });
    if (error instanceof ImportFileError) return failRun(named, { error: error.message });
    throw error;
  }
}

/** Applies to files with all parts of a supplier. An admin who has looked at the file can start the run. */
export const CUT_OFF =
  'The file seems to be incomplete: its end is missing. Nothing was imported or hidden. If it is whole, run it by hand';

function asSource(file: DownloadedFile): FileSource {
  return {
    bytes: file.bytes,
    async *read(start = 0, end = file.bytes) {
      const last = Math.min(end, file.bytes);
      for (let position = start; position < last; position += pieceBytes)
        yield await file.read(position, Math.min(last, position + pieceBytes));
    },
  };
}

async function discardUpload({ database, run, admin }: RunStep): Promise<void> {
  await database.as(admin, async (transaction) => {
    await transaction
      .updateTable('import_runs')
      .set({ state: 'started', import_id: null })
      .where('id', '=', run.id)
      .where('import_id', '=', run.importId)
      .execute();
    await transaction
      .deleteFrom('part_changes')
      .where('id', '=', run.importId)
      .where('state', '=', 'uploading')
      .execute();
  });
}

/** Adds the import in one transaction with its run. Returns undefined if the run already has a file. */
async function addImport(
  transaction: Transaction<DB>,
  { run }: RunStep,
  file: DownloadedFile,
): Promise<string | undefined> {
  await sql`select set_config('statement_timeout', '2min', true)`.execute(transaction);
  const locked = await transaction
    .selectFrom('import_runs')
    .select('id')
    .where('id', '=', run.id)
    .where('state', '=', 'started')
    .where('import_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) return undefined;
  await discardEarlier(transaction, run.sourceId);
  const { id } = await transaction
    .insertInto('part_changes')
    .values({ supplier: run.supplier, file_name: fileNameOf(run.address), file_bytes: file.bytes })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('import_runs')
    .set({
      state: 'importing',
      import_id: id,
      etag: file.etag,
      last_modified: file.lastModified,
      sha256: file.sha256,
      ends_with_break: file.endsWithBreak,
    })
    .where('id', '=', run.id)
    .execute();
  return id;
}

/** Discards earlier files of the source that still wait for an admin: they are out of date. */
async function discardEarlier(transaction: Transaction<DB>, sourceId: string): Promise<void> {
  await transaction
    .deleteFrom('part_changes')
    .where('state', 'in', ['uploading', 'mapping', 'checked'])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('import_runs')
        .select((eb) => eb.ref('import_id').$notNull().as('id'))
        .where('source_id', '=', sourceId)
        .where('import_id', 'is not', null)
        .where('ended_at', 'is not', null),
    )
    .execute();
}

function fileNameOf(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // A malformed escape keeps the name undecoded.
  }
  return (
    name
      .replaceAll(/\p{Cc}/gu, '')
      .toWellFormed()
      .slice(0, 200)
      .trim() || sourceHost(address).slice(0, 200)
  );
}
