import { access, constants, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backupTime, listBackups } from '../backup/backup-names.ts';
import type { Env } from '../env.ts';
import { readFreeSpace } from '../free-space.ts';
import { reason } from '../start-error.ts';
import { type Check, fix, type Finding, note, ok } from './findings.ts';

const GIGABYTE = 1e9;

const MAX_BACKUP_AGE_MS = 36 * 60 * 60 * 1_000;

export function checkFolders({ dataDir, backup }: Env): Check[] {
  const folders: [name: string, folder: string][] = [
    ['Data', dataDir],
    ['Files', join(dataDir, 'files')],
    ...(backup.isScheduled ? [['Backups', backup.folder] as [string, string]] : []),
  ];
  return folders.map(([name, folder]) => ({
    name,
    async look() {
      const free = await readFreeSpace(folder);
      const space = `${(free / GIGABYTE).toFixed(1)} GB free`;
      const existing = await nearest(folder);
      const problem = await access(existing, constants.R_OK | constants.W_OK | constants.X_OK).then(
        () => undefined,
        reason,
      );
      if (problem !== undefined)
        return [
          fix(`${folder} can't be written: ${problem}.`, 'Give the user who runs the shop its rights.'),
        ];
      if (free < GIGABYTE) return [fix(`${folder} has ${space}.`, 'Make room: a full disk stops the shop.')];
      return [ok(existing === folder ? `${folder}, ${space}` : `${folder} will be created, ${space}`)];
    },
  }));
}

/** Returns the folder, or the closest existing folder above it. */
async function nearest(folder: string): Promise<string> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

export function checkBackups({ backup, production }: Env): Check {
  return {
    name: 'Last backup',
    async look(): Promise<Finding[]> {
      const [newest] = await listBackups(backup.folder);
      const plan = backup.isScheduled
        ? []
        : [note('The shop makes no backups by itself.', 'Set BACKUP_DIR to a folder on another disk.')];
      if (newest === undefined) {
        const missing = `There is no backup in ${backup.folder}.`;
        return production ? [fix(missing, 'Run "npm run backup".'), ...plan] : [note(missing), ...plan];
      }
      const age = Date.now() - backupTime(newest).getTime();
      const old = `${newest}, ${Math.round(age / 3_600_000)} hours old`;
      if (age <= MAX_BACKUP_AGE_MS) return [ok(old), ...plan];
      return [
        backup.isScheduled ? fix(`${old}.`, 'Run "npm run backup": it says what is wrong.') : note(old),
        ...plan,
      ];
    },
  };
}
