import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, Identity } from '#services';
import type { DB } from '#db/types.ts';
import { type Login, loginUrl } from './logins.ts';
import { NamedStatementsClient } from './named-statements.ts';

/** Timeouts of requests, in milliseconds. Longer work sets its own in its transaction. */
const STATEMENT_TIMEOUT = 10_000;
const LOCK_TIMEOUT = 5_000;
const IDLE_TRANSACTION_TIMEOUT = 15_000;

export interface DatabaseAddress {
  ownerUrl: string;
  /** The operator's own login that replaces the application's. */
  appUrl?: string | undefined;
}

/** Connections of one process. */
const SIZES = { app: 10, service: 8, reader: 10, auth: 5, limits: 4 };

/** Only one process works on the jobs. Each of their queues holds one connection to listen for jobs. */
const JOBS = 10;

/** PostgreSQL allows 100 unless configured otherwise. The rest is for its owner. */
const MAX_CONNECTIONS = 92;

/** The largest pools with which all processes together stay below the limit. Each has one more connection to listen. */
export function sizePools(workers: number): typeof SIZES {
  for (let share = 1; ; share -= 0.05) {
    if (share < 0)
      throw new RangeError(`${workers} processes need more than ${MAX_CONNECTIONS} connections.`);
    const sizeOf = (pool: keyof typeof SIZES) => Math.max(1, Math.round(SIZES[pool] * share));
    const sizes = {
      app: sizeOf('app'),
      service: sizeOf('service'),
      reader: sizeOf('reader'),
      auth: sizeOf('auth'),
      limits: sizeOf('limits'),
    };
    const ofWorker = Object.values(sizes).reduce((sum, size) => sum + size, 1);
    if (JOBS + workers * ofWorker <= MAX_CONNECTIONS) return sizes;
  }
}

export interface Pools extends Database {
  readonly auth: pg.Pool;
  readonly jobs: pg.Pool;
  readonly limits: pg.Pool;
  /** All of them, by their name. */
  readonly byName: Readonly<Record<string, pg.Pool>>;
  readonly readerUrl: string;
  end(): Promise<void>;
}

function createPool(connectionString: string, max: number, config: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    Client: NamedStatementsClient,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT,
    lock_timeout: LOCK_TIMEOUT,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT,
    ...config,
  });
  // The pool replaces connections that the server closes.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function openPools(
  options: DatabaseAddress & {
    secret: string;
    /** Read by is_admin(). */
    adminsNeedSecondStep: boolean;
    /** The processes of this machine. */
    workers?: number;
  },
): Pools {
  const sizes = sizePools(options.workers ?? 1);
  const url = (login: Login) => loginUrl(options.ownerUrl, login, options.secret);
  // JIT compilation and parallel workers slow short queries down.
  const shortQueries = '-c jit=off -c max_parallel_workers_per_gather=0';
  const secondStep = options.adminsNeedSecondStep ? ' -c app.admins_need_second_step=on' : '';
  const app = createPool(options.appUrl ?? url('app'), sizes.app, { options: shortQueries + secondStep });
  // Buyers do not wait for those who browse.
  const service = createPool(url('service'), sizes.service, { options: shortQueries });
  const reader = createPool(url('reader'), sizes.reader, { options: shortQueries });
  const auth = createPool(url('auth'), sizes.auth, { options: '-c search_path=auth' });
  const jobs = createPool(url('jobs'), JOBS);
  // Their statements are short. A buyer rather waits for a connection than for another try.
  const limits = createPool(url('limits'), sizes.limits, {
    statement_timeout: 2_000,
    // A crash may lose the last counts.
    options: '-c synchronous_commit=off',
  });

  const byName = { app, service, reader, auth, jobs, limits };
  const appDatabase = new Kysely<DB>({ dialect: new PostgresDialect({ pool: app }) });
  return {
    public: new Kysely<DB>({ dialect: new PostgresDialect({ pool: reader }) }),
    shop: new Kysely<DB>({ dialect: new PostgresDialect({ pool: service }) }),
    as: (identity, work) =>
      appDatabase.transaction().execute(async (transaction) => {
        await sql`select ${setIdentity(identity)}`.execute(transaction);
        return work(transaction);
      }),
    auth,
    jobs,
    limits,
    byName,
    readerUrl: url('reader'),
    async end() {
      await Promise.all(Object.values(byName).map((pool) => pool.end()));
    },
  };
}

/** Sets role and user in one statement, because a second one would cost a fifth of the throughput. */
function setIdentity(identity: Identity) {
  const userId = ('userId' in identity && identity.userId) || '';
  const who = sql`set_config('role', ${identity.role}, true), set_config('app.user_id', ${userId}, true)`;
  const settings =
    identity.role === 'api_client' ? sql`${who}, set_config('app.api_key', ${identity.keyHash}, true)` : who;
  if (!identity.from) return settings;
  const { address, agent } = identity.from;
  return sql`${settings}, set_config('app.client_address', ${address}, true),
    set_config('app.client_agent', ${agent ?? ''}, true)`;
}
