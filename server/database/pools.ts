import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, Identity } from '#services';
import type { DB } from '#db/types.ts';
import { type Login, loginUrl } from './logins.ts';
import { NamedStatementsClient } from './named-statements.ts';

/**
 * No statement of a screen may take longer, wait longer for what another has locked, or leave a transaction open that
 * nobody goes on with; in milliseconds. Work that needs more asks for it in its own transaction.
 */
const STATEMENT_TIMEOUT = 10_000;
const LOCK_TIMEOUT = 5_000;
const IDLE_TRANSACTION_TIMEOUT = 15_000;

export interface Pools extends Database {
  /** The accounts' own pool, on the schema auth. */
  readonly auth: pg.Pool;
  /** The job queue's own pool. */
  readonly jobs: pg.Pool;
  /** The limiter's own pool. */
  readonly limits: pg.Pool;
  /** Address of the login that only reads, for who listens to changes. */
  readonly readerUrl: string;
  end(): Promise<void>;
}

function pool(connectionString: string, max: number, config: pg.PoolConfig = {}): pg.Pool {
  const made = new pg.Pool({
    connectionString,
    max,
    Client: NamedStatementsClient,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT,
    lock_timeout: LOCK_TIMEOUT,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT,
    ...config,
  });
  // A connection that the server closes while it is idle: the pool has dropped it and opens another when needed.
  made.on('error', () => undefined);
  made.on('connect', (client) => client.on('error', () => undefined));
  return made;
}

/** Opens the pools. `appUrl` is the operator's own login in the place of the application's, if there is one. */
export function openPools(options: {
  ownerUrl: string;
  appUrl?: string | undefined;
  secret: string;
  /** Read by is_admin(). */
  adminsNeedSecondStep: boolean;
}): Pools {
  const url = (login: Login) => loginUrl(options.ownerUrl, login, options.secret);
  // Just-in-time compilation and parallel workers cost more than they save on queries of a few milliseconds.
  const quick = '-c jit=off -c max_parallel_workers_per_gather=0';
  const demanding = options.adminsNeedSecondStep ? ' -c app.admins_need_second_step=on' : '';
  const app = pool(options.appUrl ?? url('app'), 10, { options: quick + demanding });
  const reader = pool(url('reader'), 10, { options: quick });
  const auth = pool(url('auth'), 5, { options: '-c search_path=auth' });
  // Each queue of jobs holds one connection to hear of new jobs (server/jobs/worker.ts).
  const jobs = pool(url('jobs'), 10);
  // Whatever is limited waits for it: rather say soon that it can't be had.
  const limits = pool(url('limits'), 3, {
    connectionTimeoutMillis: 2_000,
    statement_timeout: 2_000,
    // Counts of the last moment before a crash may be lost: nobody waits for the disk.
    options: '-c synchronous_commit=off',
  });

  const acting = new Kysely<DB>({ dialect: new PostgresDialect({ pool: app }) });
  return {
    public: new Kysely<DB>({ dialect: new PostgresDialect({ pool: reader }) }),
    as: (identity, work) =>
      acting.transaction().execute(async (transaction) => {
        await sql`select ${become(identity)}`.execute(transaction);
        return work(transaction);
      }),
    auth,
    jobs,
    limits,
    readerUrl: url('reader'),
    async end() {
      await Promise.all([app.end(), reader.end(), auth.end(), jobs.end(), limits.end()]);
    },
  };
}

/** Role and user in one statement: a second round trip costs a fifth of the throughput. */
function become(identity: Identity) {
  const userId = identity.role === 'authenticated' ? identity.userId : '';
  const who = sql`set_config('role', ${identity.role}, true), set_config('app.user_id', ${userId}, true)`;
  if (!identity.from) return who;
  const { address, agent } = identity.from;
  return sql`${who}, set_config('app.client_address', ${address}, true),
    set_config('app.client_agent', ${agent ?? ''}, true)`;
}
