import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { createDataDir, readOrCreateSecret, readSecretFile } from '../data-dir.ts';
import { reason, StartError } from '../start-error.ts';
import { createCluster } from './cluster.ts';
import { locateDatabase } from './location.ts';
import { isPostgres, readPidFile } from './postmaster.ts';
import { type ServerProcess, createServerProcess } from './server-process.ts';

export interface EmbeddedDatabase {
  /** The database's address for its owner. */
  url: string;
  /** Makes the recovery of a killed server fast. */
  checkpoint(): Promise<void>;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  settings?: string[];
  /** Allows a database outside of the data folder if the user that runs PostgreSQL can't enter it. */
  allowExternal?: boolean;
  print?: (line: string) => void;
  onLost?: (error: StartError) => void;
}

/** A running shop holds this lock, which stops a second one on the same folder. */
const RUNNING_LOCK = 7_278_280;
const DATABASE = 'partyard';
const PASSWORD = 'postgres-password';

const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 250;

/** A killed server keeps its shared memory until its statement ends, which takes up to ten seconds. */
const SHARED_MEMORY_TIMEOUT_MS = 15_000;

/** Starts the server or takes over that of a killed process. Restarts it if it crashes. @throws {StartError} */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const { settings = [], allowExternal = false, print = () => undefined, onLost } = options;
  await createDataDir(dataDir);
  const location = await locateDatabase(dataDir, { allowExternal, print });
  const password = await readOrCreateSecret(dataDir, PASSWORD);
  await createCluster(location, password);

  const server = createServerProcess(location, settings);
  const address = (port: number, database: string) => ownerAddress(password, port, database);
  const startAndLock = (port?: number) => lockServer(server, { dataDir, address, port });

  let lock = await startAndLock();
  const { port } = lock;
  let stopping = false;
  let restarting = Promise.resolve();
  const watch = () => {
    lock.once('end', () => {
      if (!stopping) restarting = restart();
    });
  };
  // Keeps the port, because the pools keep their address.
  const restart = async () => {
    print('Database   ended unexpectedly, restarting ...');
    try {
      lock = await startAndLock(port);
      watch();
      print('Database   restarted');
    } catch (error) {
      onLost?.(error instanceof StartError ? error : new StartError(reason(error)));
    }
  };
  watch();

  await createDatabase(lock);
  return {
    url: address(port, DATABASE),
    async checkpoint() {
      await lock.query('checkpoint');
    },
    async stop() {
      stopping = true;
      await restarting;
      await lock.end().catch(() => undefined);
      await server.stop();
    },
  };
}

export async function findRunningEmbedded(dataDir: string): Promise<string | undefined> {
  const pidFile = await readPidFile(join(dataDir, 'postgres'));
  if (!pidFile || !(await isPostgres(pidFile.pid))) return undefined;
  const password = await readSecretFile(dataDir, PASSWORD);
  if (password === undefined) throw new StartError(`${join(dataDir, PASSWORD)} can't be read.`);
  return ownerAddress(password, pidFile.port, DATABASE);
}

function ownerAddress(password: string, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

interface ConnectOptions {
  dataDir: string;
  address: (port: number, database: string) => string;
}

async function lockServer(
  server: ServerProcess,
  { port, ...options }: ConnectOptions & { port: number | undefined },
): Promise<Lock> {
  const started = Date.now();
  for (let attempts = 0; ; attempts += 1) {
    const lock = await lockIfRunning(server, options);
    if (lock) return lock;
    if (attempts > 0) await setTimeout(RETRY_DELAY_MS);
    const failure = await server.start(port);
    const newLock = await lockIfRunning(server, options);
    if (newLock) return newLock;
    const mayRetry = failure?.includes('shared memory') && Date.now() - started < SHARED_MEMORY_TIMEOUT_MS;
    if (attempts + 1 >= MAX_ATTEMPTS && !mayRetry) {
      const log = join(options.dataDir, 'postgres/server.log');
      throw new StartError(`The embedded PostgreSQL did not start: ${failure ?? `see ${log}`}`);
    }
  }
}

type Lock = pg.Client & { port: number };

async function lockIfRunning(
  server: ServerProcess,
  { dataDir, address }: ConnectOptions,
): Promise<Lock | undefined> {
  const client = await connectWithRetries(server, address);
  if (!client) return undefined;
  try {
    // The lock of a killed shop is released within a second.
    for (const deadline = Date.now() + 2_000; Date.now() < deadline; await setTimeout(50)) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [RUNNING_LOCK]);
      if (rows[0].locked) return client;
    }
  } catch {
    return undefined;
  }
  await client.end();
  throw new StartError(
    `Another shop already runs on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
  );
}

/** A starting or recovering server refuses connections. */
async function connectWithRetries(
  server: ServerProcess,
  address: ConnectOptions['address'],
): Promise<Lock | undefined> {
  for (const deadline = Date.now() + 30_000; ; await setTimeout(100)) {
    const port = await server.runningPort();
    if (port === undefined) return undefined;
    const client = new pg.Client({
      connectionString: address(port, 'postgres'),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return Object.assign(client, { port });
    } catch (error) {
      await client.end().catch(() => undefined);
      const { code } = error as NodeJS.ErrnoException;
      const isTransient = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET'].includes(code ?? '');
      if (!isTransient || Date.now() > deadline) {
        throw new StartError(`The embedded PostgreSQL runs but does not answer: ${reason(error)}`);
      }
    }
  }
}

async function createDatabase(lock: pg.Client): Promise<void> {
  const existing = await lock.query('select from pg_database where datname = $1', [DATABASE]);
  if (existing.rowCount === 0) await lock.query(`create database ${DATABASE}`);
}
