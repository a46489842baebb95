import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reason, StartError } from '../start-error.ts';
import type { DatabaseLocation } from './location.ts';
import { runProgram } from './run-program.ts';

/** Creates the cluster under a temporary name, so that a killed process leaves no incomplete cluster. */
export async function createCluster(
  { programs, cluster, user }: DatabaseLocation,
  password: string,
): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new StartError(`The database in ${cluster} can't be read: ${reason(error)}.`);
    },
  );
  if (version !== undefined) {
    const expected = (await runProgram(programs.postgres, ['--version'], user)).output.match(/(\d+)/)?.[1];
    if (expected !== version.trim()) {
      throw new StartError(
        `${cluster} was created by PostgreSQL ${version.trim()}, and this shop has ${expected}: restore a backup to an empty DATA_DIR.`,
      );
    }
    return;
  }
  const temporary = `${cluster}.new-${process.pid}`;
  const passwordFile = `${temporary}.password`;
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(temporary, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  try {
    const result = await runProgram(
      programs.initdb,
      [
        `--pgdata=${temporary}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
      ].concat(
        // With other encodings, lower() and ilike fail for accented letters.
        ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C'],
      ),
      user,
    );
    if (result.code !== 0)
      throw new StartError(`The embedded PostgreSQL can't be initialized: ${result.output}`);
    await chmod(temporary, 0o700);
    await rename(temporary, cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(temporary, { recursive: true, force: true });
  }
}
