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
import { folderElsewhere } from './elsewhere.ts';
import { findPrograms, type Programs } from './programs.ts';
import { runProgram } from './run-program.ts';
import { postgresUser, type RunUser } from './run-user.ts';

/** What the embedded PostgreSQL of a data folder needs to run. */
export interface Place {
  programs: Programs;
  /** The folder of its database, which may not be there yet. */
  cluster: string;
  /** Who runs it; undefined: the user of this process. */
  user: RunUser | undefined;
}

/** Beside a database that is elsewhere: the data folder that it belongs to. */
const OWNER = 'data-folder';

/**
 * Finds out where the database of `dataDir` is, or is to be: in there, unless the user that runs PostgreSQL for root
 * can't enter it. Then a link leads to another place.
 *
 * @throws {StartError} when there is no place that this user can reach, or the link is not this folder's.
 */
export async function findPlace(
  dataDir: string,
  { mayBeElsewhere, tell }: { mayBeElsewhere: boolean; tell: (line: string) => void },
): Promise<Place> {
  const user = await postgresUser();
  const programs = await findPrograms(user);
  const cluster = join(dataDir, 'postgres');
  const kept = await keptElsewhere(dataDir, cluster);
  if (kept === undefined && (!user || (await canEnter(dataDir, user)))) return { programs, cluster, user };

  const elsewhere = kept ?? (await makeElsewhere(dataDir, cluster, { user, mayBeElsewhere }));
  tell(`Database   ${elsewhere} (user "${user?.name ?? 'postgres'}" can't enter ${dataDir})`);
  return { programs, cluster: elsewhere, user };
}

async function canEnter(folder: string, user: RunUser): Promise<boolean> {
  return (await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], user)).code === 0;
}

/** Where the link of a data folder leads, if it has one. */
async function keptElsewhere(dataDir: string, cluster: string): Promise<string | undefined> {
  const elsewhere = await readlink(cluster).catch(() => undefined);
  if (elsewhere === undefined) return undefined;
  const note = join(dirname(elsewhere), OWNER);
  const owner = await readFile(note, 'utf8').catch(() => undefined);
  if (owner === undefined) {
    throw new StartError(
      `The database of this shop was in ${elsewhere}, which is gone: bring it back, or remove ${cluster} to begin anew.`,
    );
  }
  const here = await realpath(dataDir);
  if (owner === here) return elsewhere;
  const theirs = await readlink(join(owner, 'postgres')).catch(() => undefined);
  if (theirs === elsewhere) {
    throw new StartError(
      `${cluster} is a copied link to the database of ${owner}: remove it to begin with an empty database.`,
    );
  }
  // The project was moved.
  await writeFile(note, here);
  return elsewhere;
}

async function makeElsewhere(
  dataDir: string,
  cluster: string,
  { user, mayBeElsewhere }: { user: RunUser | undefined; mayBeElsewhere: boolean },
): Promise<string> {
  const who = `User "${user?.name}", who runs PostgreSQL for root, can't enter`;
  if (await lstat(cluster).catch(() => undefined)) {
    throw new StartError(
      `${who} ${cluster}, where the database of this shop is: let others pass through the folders above it ` +
        '(chmod o+x), or start the shop as the user that made it.',
    );
  }
  // Who names a folder counts on the data being there: on a volume of its own, in a backup.
  if (!mayBeElsewhere) {
    throw new StartError(`${who} ${dataDir}: set DATA_DIR to a folder that it can reach.`);
  }
  const folder = await mkdtemp(`${await folderElsewhere('data')}/`);
  await chmod(folder, 0o711);
  await writeFile(join(folder, OWNER), await realpath(dataDir), { mode: 0o600 });
  const elsewhere = join(folder, 'postgres');
  try {
    await symlink(elsewhere, cluster);
    return elsewhere;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    // Another process was faster: its place counts.
    const theirs = await keptElsewhere(dataDir, cluster);
    if (theirs === undefined) throw error;
    return theirs;
  }
}
