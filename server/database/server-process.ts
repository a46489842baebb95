import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Place } from './place.ts';
import { isPostgres, readPidFile, removeStalePidFile } from './postmaster.ts';
import { postgresProcesses } from './processes.ts';
import { runProgram } from './run-program.ts';

/** How long the processes of a killed server may take to end after the first signal, in milliseconds. */
const LAST_STATEMENT = 500;
const GONE_AFTER = 5_000;

/** The server of one cluster. It outlives the process that started it. */
export interface ServerProcess {
  /** Its port, while it runs. */
  runningPort(): Promise<number | undefined>;
  /**
   * Starts it and waits until it takes connections, or fails to.
   *
   * @param port undefined: a free one
   * @returns why it did not start, if it is known
   */
  start(port?: number): Promise<string | undefined>;
  /** Rolls back what is under way and ends. */
  stop(): Promise<void>;
}

/** @param settings further arguments of the server */
export function serverProcess({ programs, cluster, user }: Place, settings: string[]): ServerProcess {
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
        `-p ${port ?? (await freePort())}`,
        '-c listen_addresses=127.0.0.1',
        "-c unix_socket_directories=''",
        '-c timezone=UTC',
        `-c cluster_name=${name}`,
      ];
      const written = await sizeOf(log);
      const { code } = await control('-l', log, '-o', [...flags, ...settings].join(' '), 'start');
      return code === 0 ? undefined : lastError(log, written);
    },
    async stop() {
      await control('-m', 'fast', 'stop');
    },
  };
}

/**
 * Ends what a killed server has left behind. Its connections work on until their statement is done, and until then no
 * other server can start over the same files. They are found by the name of the cluster in their titles.
 */
async function endOrphans(name: string): Promise<void> {
  const started = Date.now();
  for (let left = await processesOf(name); left.length > 0; left = await processesOf(name)) {
    const waited = Date.now() - started;
    if (waited > GONE_AFTER) return;
    for (const pid of left) signal(pid, waited < LAST_STATEMENT ? 'SIGQUIT' : 'SIGKILL');
    await setTimeout(50);
  }
}

/** None where the system has no list of processes: PostgreSQL refuses to start until they have ended. */
async function processesOf(name: string): Promise<number[]> {
  const found = (await postgresProcesses()) ?? [];
  return found.filter(({ title }) => title.startsWith(`postgres: ${name}: `)).map(({ pid }) => pid);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The last error that was written to a log of the server after its first `from` bytes. */
async function lastError(log: string, from: number): Promise<string | undefined> {
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

/** Asks the system for a free port. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
