import { sql } from 'kysely';
import { PHOTO_FOLDER } from './photographs.server.ts';
import type { Database, Files } from './services.server.ts';

/** After the last step of a return. Disputes of its payment come earlier. */
const RETURN_DAYS = 730;

/** A file without a row may be an upload whose row is being written, in milliseconds. */
const MAX_UPLOAD_TIME = 60 * 60 * 1000;

const FILES_PER_READ = 1_000;

/**
 * Deletes photographs of returns that were over two years ago, and files of photographs without a row: of deleted returns, of
 * people who deleted their account, and of uploads that failed. A run that is interrupted leaves the rest to the next one.
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
  let kept = 0;
  for (;;) {
    const names = await files.list(PHOTO_FOLDER, { limit: FILES_PER_READ, offset: kept });
    if (names.length === 0) return;
    const paths = names.map((name) => `${PHOTO_FOLDER}/${name}`);
    const unused = await findUnused(database, files, paths);
    for (const path of unused) await files.delete(path);
    kept += names.length - unused.length;
  }
}

async function findUnused(database: Database, files: Files, paths: string[]): Promise<string[]> {
  const { rows } = await database.as({ role: 'service_role' }, (transaction) =>
    sql<{ path: string }>`
      select path from unnest(${paths}::text[]) as path
      where not exists (select from order_photos where file = path)
        and not exists (select from return_photos where file = path)`.execute(transaction),
  );
  const stored = await Promise.all(rows.map(({ path }) => files.storedAt(path)));
  const before = new Date(Date.now() - MAX_UPLOAD_TIME);
  return rows.flatMap(({ path }, index) => {
    const at = stored[index];
    return at && at < before ? [path] : [];
  });
}
