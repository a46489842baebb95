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

export interface Pools extends Database {
  readonly auth: pg.Pool;
  readonly jobs: pg.Pool;
  readonly limits: pg.Pool;
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

/** `appUrl` is the operator's own login that replaces the application's. */
export function openPools(options: {
  ownerUrl: string;
  appUrl?: string | undefined;
  secret: string;
  /** Read by is_admin(). */
  adminsNeedSecondStep: boolean;
}): Pools {
  const url = (login: Login) => loginUrl(options.ownerUrl, login, options.secret);
  // JIT compilation and parallel workers slow short queries down.
  const shortQueries = '-c jit=off -c max_parallel_workers_per_gather=0';
  const secondStep = options.adminsNeedSecondStep ? ' -c app.admins_need_second_step=on' : '';
  const app = createPool(options.appUrl ?? url('app'), 10, { options: shortQueries + secondStep });
  // Buyers do not wait for those who browse.
  const service = createPool(url('service'), 8, { options: shortQueries });
  const reader = createPool(url('reader'), 10, { options: shortQueries });
  const auth = createPool(url('auth'), 5, { options: '-c search_path=auth' });
  // Each job queue holds one connection to listen for jobs (server/jobs/worker.ts).
  const jobs = createPool(url('jobs'), 10);
  // Their statements are short. A buyer rather waits for a connection than for another try.
  const limits = createPool(url('limits'), 4, {
    statement_timeout: 2_000,
    // A crash may lose the last counts.
    options: '-c synchronous_commit=off',
  });

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
    readerUrl: url('reader'),
    async end() {
      await Promise.all([app.end(), service.end(), reader.end(), auth.end(), jobs.end(), limits.end()]);
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
