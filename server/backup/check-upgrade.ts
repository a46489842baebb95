import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { describeUnreleased, type Migration, readApplied, readMigrations } from '../database/migrate.ts';
import type { BackupStore } from './backup-store.ts';

const MAX_BACKUP_HOURS = 24;
const HOUR_MS = 3_600_000;

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;

export interface UpgradeCheck {
  lines: string[];
  /** Steps that the operator must take before the upgrade. */
  problems: string[];
}

interface Upgrade {
  owner: pg.Client;
  store: BackupStore;
  /** Folders that need free space: that of backups, and that of the embedded database if there is one. */
  folders: string[];
  hasBucket: boolean;
  migrations?: readonly Migration[];
  now?: Date;
}

/** Says what a start of this version changes in a database of an earlier one, and how to go back. Changes nothing. */
export async function checkUpgrade({
  owner,
  store,
  folders,
  hasBucket,
  migrations,
  now = new Date(),
}: Upgrade): Promise<UpgradeCheck> {
  const lines: string[] = [];
  const problems: string[] = [];
  const applied = await readApplied(owner);
  const known = migrations ?? (await readMigrations());

  const pending = known.filter(({ name }) => !applied.some((each) => each.name === name));
  const unreleased = describeUnreleased('The database', applied);
  problems.push(...(unreleased === undefined ? compareMigrations(applied, known) : [unreleased]));
  const names = pending.map(({ name }) => name).join(', ');
  lines.push(`Migrations ${pending.length === 0 ? 'none' : `${pending.length} will be applied: ${names}`}`);

  const [newest] = await store.list();
  if (newest === undefined) problems.push('There is no backup: run "npm run backup".');
  else {
    const { createdAt } = await store.readManifest(newest);
    const hours = Math.floor((now.getTime() - new Date(createdAt).getTime()) / HOUR_MS);
    lines.push(`Backup     ${newest}, ${hours} hours ago`);
    if (hours >= MAX_BACKUP_HOURS)
      problems.push('The newest backup is older than a day: run "npm run backup".');
  }

  const { rows } = await owner.query<{ size: string }>('select pg_database_size(current_database()) as size');
  const size = Number(rows[0]?.size);
  lines.push(`Database   ${megabytes(size)}`);
  for (const folder of folders) {
    const disk = await statfs(folder).catch(() => undefined);
    if (!disk) continue;
    const free = disk.bavail * disk.bsize;
    lines.push(`Disk       ${megabytes(free)} free in ${folder}`);
    // A migration can write all rows of a table again.
    if (free < size)
      problems.push(`${folder} needs ${megabytes(size)} of free space, as much as the database has.`);
  }

  lines.push(`Way back   ${describeWayBack({ isChanged: pending.length > 0, newest, hasBucket })}`);
  return { lines, problems };
}

function compareMigrations(
  applied: readonly Pick<Migration, 'name' | 'checksum'>[],
  known: readonly Migration[],
): string[] {
  return applied.flatMap(({ name, checksum }) => {
    const migration = known.find((each) => each.name === name);
    if (!migration) return [`The database is of a newer version: it has migration ${name}.`];
    return migration.checksum === checksum
      ? []
      : [`The database has another migration ${name} than this version.`];
  });
}

function describeWayBack({
  isChanged,
  newest = 'BACKUP',
  hasBucket,
}: {
  isChanged: boolean;
  newest?: string | undefined;
  hasBucket: boolean;
}): string {
  if (!isChanged) return 'stop the shop, and start the earlier version: the database stays as it is.';
  const command = `npm run restore -- ${newest}${hasBucket ? ' --same-bucket' : ''}`;
  return `stop the shop, and with the earlier version and an empty database or DATA_DIR, run "${command}". Orders after the backup are lost.`;
}
