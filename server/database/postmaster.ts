import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresProcesses } from './processes.ts';

/** What the lock file of a cluster says of the server that runs over it. */
export async function readPidFile(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid && port ? { pid, port } : undefined;
}

/** Whether a server of PostgreSQL runs under this number. */
export async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // After a restart of the machine the number may belong to any program.
  const found = await postgresProcesses(pid);
  return found === undefined || found.length > 0;
}

/** Removes the lock file of a server that is no more; another program may have its number now. */
export async function removeStalePidFile(cluster: string): Promise<void> {
  const pidFile = await readPidFile(cluster);
  if (pidFile && !(await isPostgres(pidFile.pid))) await rm(join(cluster, 'postmaster.pid'), { force: true });
}
