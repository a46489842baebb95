import { sql } from 'kysely';
import { PHOTO_FOLDER } from './photographs.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Files, StoredFile } from '#core/platform/files.server.ts';

/** Counts from the last step of a return. Disputes of its payment come earlier. */
const RETURN_DAYS = 730;

/** A file without a row may be an upload whose row is being written, even if a clock is wrong by hours. */
const MAX_UPLOAD_MS = 24 * 60 * 60 * 1000;

const FILES_PER_READ = 1_000;

/**
 * Deletes photographs of returns that were over two years ago, pictures that were removed from cars, and files without a row: of
 * deleted returns and parts, of people who deleted their account, and of uploads that failed. A run that is interrupted leaves the rest to the next one.
 */
export async function tidyPhotographs(database: Database, files: Files): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    sql`
      delete from return_photos
      using (
        select return_id from return_events group by return_id
        having max(at) < now() - make_interval(days => ${RETURN_DAYS})
      ) as old
      where return_photos.return_id = old.return_id`.execute(transaction),
  );
  await database.as({ role: 'service_role' }, (transaction) =>
    sql`delete from yard_pictures where removed_at < now() - make_interval(secs => ${MAX_UPLOAD_MS / 1_000})`.execute(
      transaction,
    ),
  );
  await tidyFolder(files, PHOTO_FOLDER, (paths) => findUnusedPhotographs(database, paths));
  for (const folder of ['pictures', 'originals']) {
    await tidyFolder(files, folder, (paths) => findUnusedPictures(database, paths));
  }
  await files.removeUnfinished(new Date(Date.now() - MAX_UPLOAD_MS));
}

/** Deletes files of a folder that were unused for a day. */
async function tidyFolder(
  files: Files,
  folder: string,
  findUnused: (paths: string[]) => Promise<string[]>,
): Promise<void> {
  const before = new Date(Date.now() - MAX_UPLOAD_MS);
  for await (const found of inGroups(files.walk(folder))) {
    const old = found.filter(({ storedAt }) => storedAt < before).map(({ name }) => `${folder}/${name}`);
    for (const path of await findUnused(old)) await files.delete(path);
  }
}

async function* inGroups(files: AsyncIterable<StoredFile>): AsyncGenerator<StoredFile[]> {
  let group: StoredFile[] = [];
  for await (const file of files) {
    group.push(file);
    if (group.length < FILES_PER_READ) continue;
    yield group;
    group = [];
  }
  yield group;
}

async function findUnusedPhotographs(database: Database, paths: string[]): Promise<string[]> {
  const { rows } = await database.as({ role: 'service_role' }, (transaction) =>
    sql<{ path: string }>`
      select path from unnest(${paths}::text[]) as path
      where not exists (select from order_photos where file = path)
        and not exists (select from return_photos where file = path)`.execute(transaction),
  );
  return rows.map(({ path }) => path);
}

async function findUnusedPictures(database: Database, paths: string[]): Promise<string[]> {
  // Reads pictures/<name>-<width>.webp and originals/<name>.<type>.
  const nameOf = (path: string) => /\/([\da-f]{32})[-.]/.exec(path)?.[1];
  const names = [...new Set(paths.flatMap((path) => nameOf(path) ?? []))];
  const { rows } = await database.as({ role: 'service_role' }, (transaction) =>
    sql<{ name: string }>`select unused_pictures(${names}::text[]) as name`.execute(transaction),
  );
  const unused = new Set<string | undefined>(rows.map(({ name }) => name));
  return paths.filter((path) => unused.has(nameOf(path)));
}
