import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { isRemote } from '../cells/pictures-cell.ts';
import { MAX_UPLOAD_BYTES } from '#core/catalog/picture-upload.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import type { Files } from '#core/platform/files.server.ts';
import type { PictureDownloads } from '#core/pictures/picture-downloads.server.ts';
import { addJob } from '#core/platform/jobs.server.ts';
import { storePicture } from '#core/pictures/part-pictures.server.ts';
import { NO_ADMIN, runSteps, type StepsLeft } from '#core/part-changes/run-steps.server.ts';
import { openForeignZip } from './file-reader.server.ts';
import { ImportFileError } from './import-file-error.ts';
import { openFile } from './file-source.server.ts';
import { attachPicture, fail, settleKnown, type WantedPicture } from './attach-picture.server.ts';
import { matchZip } from './match-zip.server.ts';
import type { PictureZip } from './picture-zip.server.ts';

/** Pictures that are fetched at the same time. */
const AT_ONCE = 4;

/** Seconds after each attempt to fetch a picture whose site does not answer. */
const DELAYS = [30, 120, 600] as const;

/** This run of the job no longer asks a host that fails so often in a row: each time can take 30 seconds. */
const MAX_FAILURES_OF_HOST = 4;

interface AddImportPictures {
  database: Database;
  files: Files;
  pictureDownloads: PictureDownloads;
  importId: string;
  signal: AbortSignal;
  isLastAttempt: boolean;
}

/**
 * Adds the pictures of an import to its parts, with the rights of the admin who started it. A job that was killed continues
 * with the pictures that are not settled. Another job tries temporary failures again later.
 */
export async function addImportPictures(options: AddImportPictures): Promise<void> {
  const { database, importId, isLastAttempt } = options;
  const started = await database.as({ role: 'service_role' }, (transaction) =>
    transaction.selectFrom('part_changes').select('user_id').where('id', '=', importId).executeTakeFirst(),
  );
  if (!started) return;
  const { user_id: userId } = started;
  if (userId === null) return failPictures(database, importId, NO_ADMIN);
  const admin: UserIdentity = { role: 'authenticated', userId };
  const run: Run = { ...options, admin, failures: new Map(), zip: undefined };
  try {
    await runSteps({
      isLastAttempt,
      stop: (error) => failPictures(database, importId, error),
      step: () => runStep(run),
    });
  } catch (error) {
    // The ZIP file can't be read, and another attempt would not help.
    if (!(error instanceof ImportFileError)) throw error;
    await failPictures(database, importId, error.message);
  } finally {
    run.zip?.[Symbol.dispose]();
  }
}

interface Run extends AddImportPictures {
  admin: UserIdentity;
  /** Host -> failures in a row. */
  failures: Map<string, { count: number; problem: string }>;
  zip: (PictureZip & Disposable) | undefined;
}

async function runStep(run: Run): Promise<StepsLeft> {
  const { database, admin, importId } = run;
  const found = await database.as(admin, (transaction) =>
    transaction
      .selectFrom('part_changes')
      .select(['state', 'zip_state', 'zip_bytes'])
      .where('id', '=', importId)
      .executeTakeFirst(),
  );
  if (!found) return 'unknown';
  if (found.state !== 'ended') return 'none';
  const { zip_state: zipState } = found;
  if ((zipState === 'ready' || zipState === 'matched') && !run.zip) {
    const file = openFile(database, { admin, importId, bytes: Number(found.zip_bytes), ofPictures: true });
    run.zip = await openForeignZip(file);
  }
  if (zipState === 'ready' && run.zip) {
    const { zip } = run;
    await database.as(admin, async (transaction) => {
      const matched = await setZipState(transaction, importId, { from: 'ready', to: 'matched' });
      if (matched) await matchZip(transaction, importId, zip);
    });
    return 'some';
  }
  const wanted = await database.as(admin, (transaction) => listDue(transaction, importId));
  run.signal.throwIfAborted();
  await Promise.all(wanted.map((picture) => addPicture(run, picture)));
  return wanted.length > 0 ? 'some' : end(run, zipState);
}

async function listDue(
  transaction: Transaction<DB>,
  importId: string,
): Promise<(WantedPicture & { attempts: number })[]> {
  const rows = await transaction
    .selectFrom('part_import_pictures')
    .select(['id', 'part_id', 'number', 'source', 'attempts'])
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .orderBy('place')
    .orderBy('number')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id, part_id: partId, number, source, attempts }) => ({
    id,
    partId: partId ?? '',
    number,
    source,
    attempts,
  }));
}

async function addPicture(run: Run, picture: WantedPicture & { attempts: number }): Promise<void> {
  const { database, files, admin, importId } = run;
  const { id, source } = picture;
  const as = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => database.as(admin, work);
  const fetched = isRemote(source) ? await download(run, source) : await unpack(run, source);
  if ('problem' in fetched) return as((transaction) => noteProblem(transaction, picture, fetched));
  const hash = createHash('sha256').update(fetched.content).digest();
  if (await as((transaction) => settleKnown(transaction, { wanted: picture, hash }))) return;
  const stored = await storePicture(files, new File([fetched.content], 'picture'));
  if ('problem' in stored) return as((transaction) => fail(transaction, id, stored.problem));
  return as((transaction) => attachPicture(transaction, { files, importId, wanted: picture, hash, stored }));
}

type Fetched = { content: Uint8Array<ArrayBuffer> } | { problem: string; isFinal: boolean };

async function download({ pictureDownloads, signal, failures }: Run, address: string): Promise<Fetched> {
  const { host } = new URL(address);
  const failed = failures.get(host);
  if (failed && failed.count >= MAX_FAILURES_OF_HOST) return { problem: failed.problem, isFinal: false };
  const fetched = await pictureDownloads.fetch(address, { maxBytes: MAX_UPLOAD_BYTES }, signal);
  if ('content' in fetched || fetched.isFinal) failures.delete(host);
  else failures.set(host, { count: (failures.get(host)?.count ?? 0) + 1, problem: fetched.problem });
  return fetched;
}

async function unpack({ zip }: Run, name: string): Promise<Fetched> {
  if (!zip) return { problem: 'No ZIP file with this picture was uploaded', isFinal: true };
  const read = (await zip.read(name)) ?? { problem: 'This picture is not in the ZIP file' };
  return 'problem' in read ? { ...read, isFinal: true } : read;
}

async function noteProblem(
  transaction: Transaction<DB>,
  { id, attempts }: { id: string; attempts: number },
  { problem, isFinal }: { problem: string; isFinal: boolean },
): Promise<void> {
  const delay = DELAYS[attempts];
  if (isFinal || delay === undefined) return fail(transaction, id, problem);
  await transaction
    .updateTable('part_import_pictures')
    .set({ attempts: attempts + 1, due_at: sql<Date>`now() + make_interval(secs => ${delay})` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Adds a job for the pictures to try again. Deletes the ZIP file when all are settled. */
async function end({ database, admin, importId }: Run, zipState: string | null): Promise<StepsLeft> {
  const next = await database.as(admin, (transaction) =>
    transaction
      .selectFrom('part_import_pictures')
      .select('due_at')
      .where('import_id', '=', importId)
      .where('state', '=', 'waiting')
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst(),
  );
  if (next) {
    const options = { key: `import-pictures:${importId}`, runAt: next.due_at };
    await database.as({ role: 'service_role' }, (transaction) =>
      addJob(transaction, 'add-import-pictures', { importId }, options),
    );
  } else if (zipState === 'matched') {
    await database.as(admin, async (transaction) => {
      const ended = await setZipState(transaction, importId, { from: 'matched', to: 'read' });
      if (!ended) return;
      await transaction
        .deleteFrom('part_import_pieces')
        .where('import_id', '=', importId)
        .where('of_pictures', '=', true)
        .execute();
    });
  }
  return 'none';
}

/** Returns false if someone else has changed it. */
async function setZipState(
  transaction: Transaction<DB>,
  importId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('part_changes')
    .set({ zip_state: to })
    .where('id', '=', importId)
    .where('zip_state', '=', from)
    .where('state', '=', 'ended')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks the waiting pictures as failed. */
export async function failPictures(database: Database, importId: string, reason: string): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .updateTable('part_import_pictures')
      .set({ state: 'failed', reason })
      .where('import_id', '=', importId)
      .where('state', '=', 'waiting')
      .execute(),
  );
}
