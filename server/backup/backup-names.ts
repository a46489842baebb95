import { readdir } from 'node:fs/promises';

/** The name is a time in UTC. */
const NAME = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z$/;

/** Lists the complete backups of a folder, newest first. The list is empty if the folder does not exist. */
export async function listBackups(folder: string): Promise<string[]> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
}

export function toBackupName(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
}

export function backupTime(name: string): Date {
  return new Date(name.replace(NAME, '$1T$2:$3:$4Z'));
}
