import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { keptSecret, makeDataDir } from '../data-dir.ts';
import { reason, StartError } from '../start-error.ts';
import { makeCluster } from './cluster.ts';
import { findPlace } from './place.ts';
import { isPostgres, readPidFile } from './postmaster.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

export interface EmbeddedDatabase {
  /** The owner's address of the shop's database. */
  url: string;
  /** Writes out what is in memory only: a server that is killed after that recovers at once. */
  checkpoint(): Promise<void>;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Further arguments of the server. */
  settings?: string[];
  /** The database may be kept outside of the data folder when the user that runs PostgreSQL can't enter that. */
  mayBeElsewhere?: boolean;
  /** Tells the operator where the database is, and when it ended and is started again. */
  tell?: (line: string) => void;
  /** The server has ended and can't be started again. */
  onLost?: (error: StartError) => void;
}

/** Held by a living shop for as long as it runs, so that a second one on the same folder can tell. */
const RUNNING_LOCK = 7_278_280;
const DATABASE = 'partyard';
const PASSWORD = 'postgres-password';

/** How often it is tried to start the server, and the pause between two tries, in milliseconds. */
const TRIES = 3;
const PAUSE = 250;

/** How long the memory of a killed server is waited for, in milliseconds: the longest statement takes ten seconds. */
const MEMORY_PATIENCE = 15_000;

/**
 * Starts the PostgreSQL server that came with the shop over `dataDir`, or takes over the one that a killed process
 * has left running there. A server that ends by itself is started again.
 *
 * @throws {StartError} in one line: a folder or program that can't be reached, a shop that already runs on it.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const { settings = [], mayBeElsewhere = false, tell = () => undefined, onLost } = options;
  await makeDataDir(dataDir);
  const place = await findPlace(dataDir, { mayBeElsewhere, tell });
  const password = await keptSecret(dataDir, PASSWORD);
  await makeCluster(place, password);

  const server = serverProcess(place, settings);
  const address = (port: number, database: string) => ownerAddress(password, port, database);
  const up = (port?: number) => bringUp(server, { dataDir, address, port });

  let lock = await up();
  const { port } = lock;
  let stopping = false;
  let reviving = Promise.resolve();
  const watch = () => {
    lock.once('end', () => {
      if (!stopping) reviving = revive();
    });
  };
  /** The pools keep their address, so the server gets its port again. */
  const revive = async () => {
    tell('Database   has ended by itself, and is started again ...');
    try {
      lock = await up(port);
      watch();
      tell('Database   runs again');
    } catch (error) {
      onLost?.(error instanceof StartError ? error : new StartError(reason(error)));
    }
  };
  watch();

  await makeDatabase(lock);
  return {
    url: address(port, DATABASE),
    async checkpoint() {
      await lock.query('checkpoint');
    },
    async stop() {
      stopping = true;
      await reviving;
      await lock.end().catch(() => undefined);
      await server.stop();
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

interface Connecting {
  dataDir: string;
  address: (port: number, database: string) => string;
}

/** Starts the server unless it runs, and takes the lock that marks it as this shop's. */
async function bringUp(
  server: ServerProcess,
  { port, ...connecting }: Connecting & { port: number | undefined },
): Promise<Lock> {
  const started = Date.now();
  for (let tries = 0; ; tries += 1) {
    const lock = await holdIfRunning(server, connecting);
    if (lock) return lock;
    if (tries > 0) await setTimeout(PAUSE);
    const failure = await server.start(port);
    const held = await holdIfRunning(server, connecting);
    if (held) return held;
    const isRemembered = failure?.includes('shared memory') && Date.now() - started < MEMORY_PATIENCE;
    if (tries + 1 >= TRIES && !isRemembered) {
      const log = join(connecting.dataDir, 'postgres/server.log');
      throw new StartError(`The embedded PostgreSQL did not start: ${failure ?? `see ${log}`}`);
    }
  }
}

type Lock = pg.Client & { port: number };

/** Connects to the server that runs over this cluster, if one does, and marks it as this shop's. */
async function holdIfRunning(
  server: ServerProcess,
  { dataDir, address }: Connecting,
): Promise<Lock | undefined> {
  const client = await connectPatiently(server, address);
  if (!client) return undefined;
  try {
    // A shop that was killed a moment ago: its connection, and the lock with it, is gone within a second.
    for (const deadline = Date.now() + 2_000; Date.now() < deadline; await setTimeout(50)) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [RUNNING_LOCK]);
      if (rows[0].locked) return client;
    }
  } catch {
    // It has ended again.
    return undefined;
  }
  await client.end();
  throw new StartError(
    `Another shop already runs on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
  );
}

/** A server that recovers from a crash, or that another process is starting, refuses connections for a while. */
async function connectPatiently(
  server: ServerProcess,
  address: Connecting['address'],
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
      const passing = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET'].includes(code ?? '');
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
