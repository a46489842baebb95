import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { prepareQueue } from '#server/jobs/queue.ts';
import { FAST_SETTINGS } from './database-server.ts';

/** Creates a temporary folder that the user who runs PostgreSQL for root can enter. */
export async function createFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `partyard-${name}-`));
  await chmod(folder, 0o755);
  return folder;
}

/** Creates a data folder with a migrated, empty database: a first start with it takes half of the CPU time. */
export async function createDataFolder(name: string): Promise<string> {
  const folder = await createFolder(name);
  await copyDataTo(folder);
  return folder;
}

export async function copyDataTo(folder: string): Promise<void> {
  const template = await migratedFolder();
  // Only cp keeps the user who owns the database.
  if (process.getuid?.() === 0) await promisify(execFile)('cp', ['-a', `${template}/.`, folder]);
  else await cp(template, folder, { recursive: true });
}

/** The first process that needs it creates it for all. */
async function migratedFolder(): Promise<string> {
  const folder = join(inject('sharedFolder'), 'migrated');
  const unfinished = `${folder}.unfinished`;
  const isFirst = await mkdir(unfinished).then(
    () => true,
    () => false,
  );
  if (!isFirst) while (!(await exists(folder))) await setTimeout(50);
  if (await exists(folder)) return folder;
  await chmod(unfinished, 0o755);
  const embedded = await startEmbedded(unfinished, { settings: FAST_SETTINGS });
  const owner = new pg.Client({ connectionString: embedded.url });
  await owner.connect();
  await migrate(owner);
  await owner.end();
  await prepareQueue(embedded.url);
  await embedded.stop();
  await rename(unfinished, folder);
  return folder;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
