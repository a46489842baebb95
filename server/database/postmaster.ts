import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

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
  // After a reboot, the PID may belong to another program. Without /proc, assume PostgreSQL.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => `${pid} (postgres) S`);
  // In a container without an init process, a killed server stays a zombie (Z).
  return /^\d+ \(postgres.*\) [^ZX]/s.test(status);
}

export async function removeStalePidFile(cluster: string): Promise<void> {
  const pidFile = await readPidFile(cluster);
  if (pidFile && !(await isPostgres(pidFile.pid))) await rm(join(cluster, 'postmaster.pid'), { force: true });
}
