import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DatabaseLocation } from './location.ts';
import { isPostgres, readPidFile, removeStalePidFile } from './postmaster.ts';
import { postgresProcesses } from './processes.ts';
import { runProgram } from './run-program.ts';

/** Orphans get SIGKILL after the first time and are left alone after the second. */
const KILL_DELAY_MS = 500;
const ORPHAN_TIMEOUT_MS = 5_000;

/** The server of a cluster. It may outlive the process that started it. */
export interface ServerProcess {
  runningPort(): Promise<number | undefined>;
  /** Waits until the server accepts connections. Returns the error if the start failed. */
  start(port?: number): Promise<string | undefined>;
  /** Rolls back open transactions and stops the server. */
  stop(): Promise<void>;
}

export function createServerProcess(
  { programs, cluster, user }: DatabaseLocation,
  settings: string[],
): ServerProcess {
  const log = join(cluster, 'server.log');
  const name = `partyard-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;
  const control = (...args: string[]) =>
    runProgram(programs.pg_ctl, ['-D', cluster, '-w', '-t', '60', ...args], user);
  return {
    async runningPort() {
      const pidFile = await readPidFile(cluster);
      return pidFile && (await isPostgres(pidFile.pid)) ? pidFile.port : undefined;
    },
    async start(port) {
      await endOrphans(name);
      await removeStalePidFile(cluster);
      const flags = [
        `-p ${port ?? (await findFreePort())}`,
        '-c listen_addresses=127.0.0.1',
        "-c unix_socket_directories=''",
        '-c timezone=UTC',
        `-c cluster_name=${name}`,
        `-c shared_buffers=${sharedBuffers()}MB`,
      ];
      const written = await readSize(log);
      const { code } = await control('-l', log, '-o', [...flags, ...settings].join(' '), 'start');
      return code === 0 ? undefined : readLastError(log, written);
    },
    async stop() {
      await control('-m', 'fast', 'stop');
    },
  };
}

/** Returns a quarter of the memory in megabytes, as PostgreSQL advises. More than 1 GB suits only dedicated servers. */
function sharedBuffers(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(1_024, Math.max(128, Math.floor(memory / 4 / 2 ** 20)));
}

/** Orphans of a killed server finish their statements and block a new server. Their titles contain its name. */
async function endOrphans(name: string): Promise<void> {
  const started = Date.now();
  for (let pids = await findProcesses(name); pids.length > 0; pids = await findProcesses(name)) {
    const waited = Date.now() - started;
    if (waited > ORPHAN_TIMEOUT_MS) return;
    for (const pid of pids) signal(pid, waited < KILL_DELAY_MS ? 'SIGQUIT' : 'SIGKILL');
    await setTimeout(50);
  }
}

/** Returns no processes where the system has no list of them. Then the next start waits for them. */
async function findProcesses(name: string): Promise<number[]> {
  const found = (await postgresProcesses()) ?? [];
  return found.filter(({ title }) => title.startsWith(`postgres: ${name}: `)).map(({ pid }) => pid);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

async function readSize(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Reads the last error from the server's log after its first `from` bytes. */
async function readLastError(log: string, from: number): Promise<string | undefined> {
  const file = await open(log).catch(() => undefined);
  if (!file) return undefined;
  try {
    const buffer = Buffer.alloc(64 * 1024);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    const last = (pattern: RegExp) => lines.findLast((line) => pattern.test(line));
    return last(/\b(FATAL|PANIC):/)?.replace(/^.*?\b(FATAL|PANIC): */, '') ?? last(/could not/);
  } finally {
    await file.close();
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
