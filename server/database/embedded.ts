import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { keptSecret, makeDataDir } from '../data-dir.ts';
import { reason, StartError } from '../start-error.ts';
import { checkReach, findPrograms, makeCluster } from './cluster.ts';
import { isPostgres, readPidFile, removeStalePidFile } from './postmaster.ts';
import { runProgram } from './run-program.ts';
import { postgresUser } from './run-user.ts';

export interface EmbeddedDatabase {
  /** The owner's address of the shop's database. */
  url: string;
  stop(): Promise<void>;
}

/** Held by a living shop for as long as it runs, so that a second one on the same folder can tell. */
const RUNNING_LOCK = 7_278_280;
const DATABASE = 'partyard';
const PASSWORD = 'postgres-password';

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
  const password = await keptSecret(dataDir, PASSWORD);
  const control = (...args: string[]) =>
    runProgram(programs.pg_ctl, ['-D', cluster, '-w', '-t', '60', ...args], user);
  const address = (port: number, database: string) => ownerAddress(password, port, database);

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

/** The owner's address of the database that a running shop has over `dataDir`, for a look into it beside the shop. */
export async function findRunningEmbedded(dataDir: string): Promise<string | undefined> {
  const pidFile = await readPidFile(join(dataDir, 'postgres'));
  if (!pidFile || !(await isPostgres(pidFile.pid))) return undefined;
  return ownerAddress(await keptSecret(dataDir, PASSWORD), pidFile.port, DATABASE);
}

function ownerAddress(password: string, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
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

/** Asks the system for a port that nobody uses. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
