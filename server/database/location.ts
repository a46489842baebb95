import {
  chmod,
  lstat,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { createExternalFolder } from './external-folder.ts';
import { findPrograms, type Programs } from './programs.ts';
import { runProgram } from './run-program.ts';
import { findPostgresUser, type RunUser } from './run-user.ts';

export interface DatabaseLocation {
  programs: Programs;
  cluster: string;
  user: RunUser | undefined;
}

/** This file, next to an external database, names its data folder. */
const OWNER = 'data-folder';

/** If PostgreSQL's user can't enter `dataDir`, a link there leads to an external folder. @throws {StartError} */
export async function locateDatabase(
  dataDir: string,
  { allowExternal, print }: { allowExternal: boolean; print: (line: string) => void },
): Promise<DatabaseLocation> {
  const user = await findPostgresUser();
  const programs = await findPrograms(user);
  const cluster = join(dataDir, 'postgres');
  const existing = await readExternal(dataDir, cluster);
  if (existing === undefined && (!user || (await canEnter(dataDir, user))))
    return { programs, cluster, user };

  const external = existing ?? (await createExternal(dataDir, cluster, { user, allowExternal }));
  print(`Database   ${external} (user "${user?.name ?? 'postgres'}" can't enter ${dataDir})`);
  return { programs, cluster: external, user };
}

/** Removes a data folder with its database, also an external one. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const external = await readlink(join(dataDir, 'postgres')).catch(() => undefined);
  if (external !== undefined) await rm(dirname(external), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

async function canEnter(folder: string, user: RunUser): Promise<boolean> {
  return (await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], user)).code === 0;
}

async function readExternal(dataDir: string, cluster: string): Promise<string | undefined> {
  const external = await readlink(cluster).catch(() => undefined);
  if (external === undefined) return undefined;
  const ownerFile = join(dirname(external), OWNER);
  const owner = await readFile(ownerFile, 'utf8').catch(() => undefined);
  if (owner === undefined) {
    throw new StartError(
      `The database of this shop was in ${external}, which is gone: restore it, or remove ${cluster} to start over.`,
    );
  }
  const ownFolder = await realpath(dataDir);
  if (owner === ownFolder) return external;
  const ownersLink = await readlink(join(owner, 'postgres')).catch(() => undefined);
  if (ownersLink === external) {
    throw new StartError(
      `${cluster} is a copied link to the database of ${owner}: remove it to start with an empty database.`,
    );
  }
  // The project has moved.
  await writeFile(ownerFile, ownFolder);
  return external;
}

async function createExternal(
  dataDir: string,
  cluster: string,
  { user, allowExternal }: { user: RunUser | undefined; allowExternal: boolean },
): Promise<string> {
  const who = `User "${user?.name}", who runs PostgreSQL for root, can't enter`;
  if (await lstat(cluster).catch(() => undefined)) {
    throw new StartError(
      `${who} ${cluster}, where the database of this shop is: let others pass through the folders above it ` +
        '(chmod o+x), or start the shop as the user that made it.',
    );
  }
  // An operator who sets DATA_DIR expects the data there.
  if (!allowExternal) {
    throw new StartError(`${who} ${dataDir}: set DATA_DIR to a folder that it can reach.`);
  }
  const folder = await mkdtemp(`${await createExternalFolder('data')}/`);
  await chmod(folder, 0o711);
  await writeFile(join(folder, OWNER), await realpath(dataDir), { mode: 0o600 });
  const external = join(folder, 'postgres');
  try {
    await symlink(external, cluster);
    return external;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const other = await readExternal(dataDir, cluster);
    if (other === undefined) throw error;
    return other;
  }
}
