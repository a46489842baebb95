import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reason, StartError } from '../start-error.ts';
import type { Place } from './place.ts';
import { runProgram } from './run-program.ts';

/** Initializes beside and then renames, so that a process killed in the middle leaves no half cluster. */
export async function makeCluster({ programs, cluster, user }: Place, password: string): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new StartError(`The database in ${cluster} can't be read: ${reason(error)}.`);
    },
  );
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
    if (made.code !== 0) throw new StartError(`The embedded PostgreSQL can't be initialized: ${made.output}`);
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
