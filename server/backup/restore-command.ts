import { basename, dirname, join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { createDataDir, readOrCreateSecret } from '../data-dir.ts';
import { connectAndRun, printErrors } from '../database/as-owner.ts';
import { fileFolders } from '#core/platform/files.server.ts';
import { type Env, readEnv } from '../env.ts';
import { openFiles } from '../files/open-files.ts';
import { StartError } from '../start-error.ts';
import { openBackupStore } from './backup-store.ts';
import { describeManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { fingerprint } from './sums.ts';

const USAGE = `npm run restore -- BACKUP [--same-bucket]
Restores a backup of BACKUP_DIR, or the folder of a backup, to an empty DATA_DIR or database.
--same-bucket: the bucket (FILES_S3_BUCKET) has files, of a shop that will never run again.`;

const SAME_BUCKET = '--same-bucket';

await printErrors(async () => {
  const words = process.argv.slice(2).filter((word) => word !== SAME_BUCKET);
  const [given] = words;
  if (given === undefined || words.length > 1) throw new StartError(USAGE);
  const { backup, bucket, dataDir } = readEnv(process.env);
  const store = openBackupStore(/[/\\]/.test(given) ? dirname(given) : backup.folder, backup.key);
  const name = basename(given);
  // This check comes before a database is created for the backup.
  await store.readManifest(name);
  if (bucket && !process.argv.includes(SAME_BUCKET)) await requireEmptyBucket({ bucket, dataDir });
  await connectAndRun(async (owner, { env, ownerUrl }) => {
    const files = await openFiles(env);
    const manifest = await restoreBackup({ owner, ownerUrl, files }, store, name);
    const secret = env.authSecret ?? (await restoreSecret(env.dataDir, manifest.secret));
    console.log(`Restored   ${given} (${describeManifest(manifest)})`);
    if (fingerprint(secret) === manifest.secretFingerprint) return;
    console.log(
      'Warning    AUTH_SECRET differs from that of the backup: saved credentials cannot be opened, and links in emails do not work.',
    );
  });
});

/** Two shops with one bucket would delete each other's files. */
async function requireEmptyBucket({ bucket, dataDir }: Pick<Env, 'bucket' | 'dataDir'>): Promise<void> {
  const files = await openFiles({ bucket, dataDir });
  for (const folder of fileFolders) {
    if ((await files.list(folder, { limit: 1 })).length === 0) continue;
    throw new StartError(
      `The bucket ${bucket?.bucket} has files. Each night, a shop deletes files that it does not know, so no two shops may have the same bucket: set another FILES_S3_BUCKET, or add ${SAME_BUCKET} if the other shop will never run again.`,
    );
  }
}

async function restoreSecret(dataDir: string, secret: string | undefined): Promise<string> {
  await createDataDir(dataDir);
  if (secret !== undefined) await writeFile(join(dataDir, 'auth-secret'), secret, { mode: 0o600 });
  return readOrCreateSecret(dataDir, 'auth-secret');
}
