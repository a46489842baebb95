import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Files, fileFolders } from '#core/platform/files.server.ts';
import { readApplied } from '../database/migrate.ts';
import { StartError } from '../start-error.ts';
import type { BackupStore } from './backup-store.ts';
import {
  beginLong,
  listColumns,
  readPartitions,
  readUncheckedConstraints,
  readSequences,
  readTables,
  sumUpTable,
} from './database-contents.ts';
import type { Manifest } from './manifest.ts';
import { fingerprint } from './sums.ts';

export interface ShopSecret {
  value: string;
  /** True if the operator set the secret. Otherwise the shop keeps it in its data folder. */
  isGiven: boolean;
}

export interface BackupSource {
  owner: pg.Client;
  files: Files;
  secret: ShopSecret;
}

/**
 * Copies the database as it is at one moment, and all pictures. The shop can run meanwhile. Returns the name of the backup.
 * @throws {StartError}
 */
export async function makeBackup(
  { owner, files, secret }: BackupSource,
  store: BackupStore,
  now = new Date(),
): Promise<{ name: string; manifest: Manifest }> {
  const partial = await store.begin(now);
  // Most pictures are copied here. Those that are added before the database is read follow later.
  const stored = new Map<string, string>();
  await copyFiles(files, store, stored);
  await beginLong(owner, 'isolation level repeatable read read only');
  try {
    const found = await readTables(owner);
    if (found.length === 0) throw new StartError('This shop has never been started.');
    // The lock keeps all tables until the end.
    await owner.query(`lock table ${found.map(({ name }) => name).join(', ')} in access share mode`);
    const migrations = await readApplied(owner);
    const partitions = await readPartitions(owner);
    await copyFiles(files, store, stored);
    const tables: Manifest['tables'] = [];
    for (const table of found) {
      const { name, columns } = table;
      await readRows(owner, `copy ${name} (${listColumns(columns)}) to stdout`, (content) =>
        store.writeTable(partial, name, content),
      );
      tables.push({ ...table, ...(await sumUpTable(owner, table)) });
    }
    const manifest: Manifest = {
      format: 1,
      createdAt: now.toISOString(),
      migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
      tables,
      partitions,
      unchecked: await readUncheckedConstraints(owner),
      sequences: await readSequences(owner),
      files: [...stored].map(([name, sha256]) => ({ name, sha256 })),
      secretFingerprint: fingerprint(secret.value),
      ...(!secret.isGiven && { secret: secret.value }),
    };
    await store.finish(partial, manifest);
    return { name: partial.replace('.partial', ''), manifest };
  } finally {
    await owner.query('rollback');
  }
}

/** After a failure, reads the remaining rows: the connection can do nothing else before. */
async function readRows(
  owner: pg.Client,
  statement: string,
  write: (content: Readable) => Promise<void>,
): Promise<void> {
  const copy = owner.query(copyTo(statement));
  const content = new PassThrough();
  copy.once('error', (error) => content.destroy(error));
  copy.pipe(content);
  try {
    await write(content);
  } catch (error) {
    copy.unpipe(content);
    await finished(copy.resume()).catch(() => undefined);
    throw error;
  }
}

/** Copies pictures and adds them to `stored`. A picture that is deleted meanwhile is left out: nothing shows it anymore. */
async function copyFiles(files: Files, store: BackupStore, stored: Map<string, string>): Promise<void> {
  const known = await readSums(store);
  for (const folder of fileFolders) {
    for await (const { name } of files.walk(folder)) {
      const file = `${folder}/${name}`;
      if (stored.has(file)) continue;
      const sum = (await store.hasFile(file)) ? known.get(file) : undefined;
      const copied = sum ?? (await copyFile(files, store, file));
      if (copied !== undefined) stored.set(file, copied);
    }
  }
}

/** Reads the sums of the newest backup's pictures. Pictures never change, so they need not be read again. */
async function readSums(store: BackupStore): Promise<Map<string, string>> {
  const [newest] = await store.list();
  if (newest === undefined) return new Map();
  const manifest = await store.readManifest(newest).catch(() => undefined);
  return new Map(manifest?.files.map(({ name, sha256 }) => [name, sha256]));
}

/** Returns the file's SHA-256, or undefined if it was deleted. */
async function copyFile(files: Files, store: BackupStore, file: string): Promise<string | undefined> {
  const opened = await files.open(file);
  if (!opened) return undefined;
  const hash = createHash('sha256');
  async function* summedUp(content: AsyncIterable<Uint8Array>) {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const content = Readable.from(summedUp(opened), { objectMode: false });
  if (await store.hasFile(file)) await finished(content.resume());
  else await store.writeFile(file, content);
  return hash.digest('hex');
}
