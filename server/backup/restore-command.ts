import { basename, dirname, join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { createDataDir, readOrCreateSecret } from '../data-dir.ts';
import { connectAndRun, printErrors } from '../database/as-owner.ts';
import { readEnv } from '../env.ts';
import { createFolderFiles } from '../files/folder-files.ts';
import { StartError } from '../start-error.ts';
import { openBackupStore } from './backup-store.ts';
import { describe } from './command.ts';

import { restoreBackup } from './restore-backup.ts';
import { fingerprint } from './sums.ts';

const USAGE = `npm run restore -- BACKUP    restores a backup of BACKUP_DIR, or the folder of a backup, to an empty DATA_DIR or database`;

await printErrors(async () => {
  const [given, ...rest] = process.argv.slice(2);
  if (given === undefined || rest.length > 0) throw new StartError(USAGE);
  const { backup } = readEnv(process.env);
  const store = openBackupStore(/[/\\]/.test(given) ? dirname(given) : backup.folder, backup.key);
  const name = basename(given);
  // Before a database is created for it.
  await store.readManifest(name);
  await connectAndRun(async (owner, { env, ownerUrl }) => {
    const files = createFolderFiles(join(env.dataDir, 'files'));
    const manifest = await restoreBackup({ owner, ownerUrl, files }, store, name);
    const secret = env.authSecret ?? (await restoreSecret(env.dataDir, manifest.secret));
    console.log(`Restored   ${given} (${describe(manifest)})`);
    if (fingerprint(secret) === manifest.secretFingerprint) return;
    console.log(
      'Warning    AUTH_SECRET differs from that of the backup: saved credentials cannot be opened, and links in emails do not work.',
    );
  });
});

async function restoreSecret(dataDir: string, secret: string | undefined): Promise<string> {
  await createDataDir(dataDir);
  if (secret !== undefined) await writeFile(join(dataDir, 'auth-secret'), secret, { mode: 0o600 });
  return readOrCreateSecret(dataDir, 'auth-secret');
}
