import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresProcesses } from './processes.ts';

export async function readPidFile(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid && port ? { pid, port } : undefined;
}

export async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // After a reboot, the PID may belong to another program.
  const found = await postgresProcesses(pid);
  return found === undefined || found.length > 0;
}

export async function removeStalePidFile(cluster: string): Promise<void> {
  const pidFile = await readPidFile(cluster);
  if (pidFile && !(await isPostgres(pidFile.pid))) await rm(join(cluster, 'postmaster.pid'), { force: true });
}
