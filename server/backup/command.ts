import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readOrCreateSecret } from '../data-dir.ts';
import { connectAndRun, printErrors } from '../database/as-owner.ts';
import { removeDataDir } from '../database/location.ts';
import { type Env, readEnv } from '../env.ts';
import { createFolderFiles } from '../files/folder-files.ts';
import { openFiles } from '../files/open-files.ts';
import { reason, StartError } from '../start-error.ts';
import { backupsToRemove } from './backups-to-keep.ts';
import { type BackupStore, openBackupStore } from './backup-store.ts';
import { makeBackup, type ShopSecret } from './make-backup.ts';
import { describeManifest } from './manifest.ts';
import { compareRestored, restoreBackup } from './restore-backup.ts';
import { createScratchDatabase } from './scratch-database.ts';

const USAGE = `npm run backup                        makes a backup in BACKUP_DIR, and removes old ones (BACKUP_KEEP)
npm run backup -- list                lists the backups
npm run backup -- verify [BACKUP]     restores the newest backup, or this one, to a database of its own and compares it`;

const print = (line: string) => console.log(line);

async function readSecret(env: Env): Promise<ShopSecret> {
  return env.authSecret === undefined
    ? { value: await readOrCreateSecret(env.dataDir, 'auth-secret'), isGiven: false }
    : { value: env.authSecret, isGiven: true };
}

async function backUp(store: BackupStore): Promise<void> {
  await connectAndRun(async (owner, { env }) => {
    const startedAt = performance.now();
    const files = await openFiles(env);
    const { name, manifest } = await makeBackup({ owner, files, secret: await readSecret(env) }, store);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    print(`Backup     ${join(env.backup.folder, name)} (${describeManifest(manifest)}, ${seconds} s)`);
    const old = backupsToRemove(await store.list(), env.backup.keep);
    await store.remove(old);
    for (const removed of old) print(`Removed    ${removed}`);
  });
}

/** Restores a backup into a scratch database and scratch files, and compares the two. */
async function verify(
  store: BackupStore,
  given: string | undefined,
  verifyUrl: string | undefined,
): Promise<void> {
  const name = given ?? (await store.list())[0];
  if (name === undefined) throw new StartError('There is no backup.');
  const startedAt = performance.now();
  const stopping = abortAtSignals();
  await using copy = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'partyard-verify-'));
  copy.defer(() => removeDataDir(folder));
  const database = await createScratchDatabase(verifyUrl, folder).catch((error: unknown) => {
    throw error instanceof StartError ? error : new StartError(`VERIFY_DATABASE_URL: ${reason(error)}`);
  });
  copy.defer(() => database.stop());
  const owner = new pg.Client({ connectionString: database.url });
  owner.on('error', () => undefined);
  const end = () => owner.end().catch(() => undefined);
  copy.defer(end);
  stopping.addEventListener('abort', end);
  try {
    stopping.throwIfAborted();
    await owner.connect();
    const files = createFolderFiles(join(folder, 'files'));
    const manifest = await restoreBackup({ owner, ownerUrl: database.url, files }, store, name);
    const differences = await compareRestored({ owner, files }, manifest);
    for (const difference of differences) print(`DIFFERS    ${difference}`);
    if (differences.length > 0) {
      process.exitCode = 1;
      return;
    }
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    print(`Verified   ${name} (${describeManifest(manifest)}, ${seconds} s)`);
  } catch (error) {
    stopping.throwIfAborted();
    throw error;
  }
}

/** A stopped command removes its copy, which has all data without encryption. A second signal ends the process. */
function abortAtSignals(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new StartError('Stopped. The copy was removed.'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  return stopping.signal;
}

async function run(args: readonly string[]): Promise<void> {
  const { backup, verifyUrl } = readEnv(process.env);
  const store = openBackupStore(backup.folder, backup.key);
  const [command, name, ...rest] = args;
  if (command === undefined) return backUp(store);
  if (command === 'list' && name === undefined) return (await store.list()).forEach(print);
  if (command === 'verify' && rest.length === 0) return verify(store, name, verifyUrl);
  throw new StartError(USAGE);
}

if (import.meta.main) await printErrors(() => run(process.argv.slice(2)));
