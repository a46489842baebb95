import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Database, Identity } from '#core/platform/database.server.ts';
import type { DB } from '#db/types.ts';
import { type Login, loginUrl, sessionSettings } from './logins.ts';
import { NamedStatementsClient, UnnamedStatementsClient } from './named-statements.ts';
import { countLocalReaders, isOnThisMachine, JOBS, sizePools } from './pool-sizes.ts';
import { createReadPool, type ReadPoolOptions } from './read-pool.ts';
import { ReplaceablePool } from './replaceable-pool.ts';
import { groupRoleName } from './role-names.ts';

/** Added to a statement's own timeout: a live server would have ended the statement by then. */
const SILENCE_MS = 2_000;

/**
 * A new connection costs PostgreSQL the processor time of ten lists, until it has read the catalogs and planned the statements.
 * Its memory is free again after a minute.
 */
const IDLE_TIMEOUT_MS = 60_000;

/** Connections for public pages that stay, so that the first page after a quiet minute is as fast as others. */
const KEPT_READERS = 2;

/** Pools connect with the shop's own logins, except with `appUrl`. */
export interface DatabaseAddress {
  /** Address for work that needs a session: migrations and commands. */
  ownerUrl: string;
  /** The operator's own login that replaces the application's. */
  appUrl?: string | undefined;
  /** Address for other work that needs a session: jobs and notifications. Default: `ownerUrl`. */
  directUrl?: string | undefined;
  /** Address for requests, possibly a pooler in transaction mode. Default: `ownerUrl`. */
  pooledUrl?: string | undefined;
  /** Address of replicas for public reads. It may be a pooler, if `pooledUrl` is one. */
  readUrl?: string | undefined;
}

/** An address whose database is prepared. */
export interface PreparedAddress extends DatabaseAddress {
  rolePrefix: string;
}

/** Milliseconds. Afterwards, the primary answers. A statement has its own timeout, unless the replica hangs. */
const REPLICA_TIMEOUTS = { connectionTimeoutMillis: 2_000, query_timeout: 11_000 };

export interface Pools extends Database {
  readonly auth: pg.Pool;
  readonly jobs: pg.Pool;
  readonly limits: pg.Pool;
  /** All pools by name. */
  readonly byName: Readonly<Record<string, ReplaceablePool>>;
  /** The reader's login at an address that can listen. */
  readonly readerUrl: string;
  readonly rolePrefix: string;
  end(): Promise<void>;
}

type SessionSettings = Record<string, string>;

/** A pooler refuses settings at the start of a connection. There, the login brings them (ensureLogins). */
function describeSession(settings: SessionSettings, isPooled: boolean): pg.PoolConfig {
  const query_timeout = Number(settings['statement_timeout']) + SILENCE_MS;
  if (isPooled) return { Client: UnnamedStatementsClient, query_timeout };
  // These are set apart, because `options` of an operator's address would replace them.
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...others } = settings;
  const options = Object.entries(others).map(([name, value]) => `-c ${name}=${value}`);
  return {
    Client: NamedStatementsClient,
    query_timeout,
    statement_timeout: Number(statement_timeout),
    lock_timeout: Number(lock_timeout),
    idle_in_transaction_session_timeout: Number(idle_in_transaction_session_timeout),
    options: options.join(' '),
  };
}

export function openPools(
  options: PreparedAddress & {
    secret: string;
    /** is_admin() reads this setting. */
    adminsNeedSecondStep: boolean;
    /** Processes on this machine. */
    workers?: number;
    /** Maximum connections of all these processes together. */
    connections?: number | undefined;
    /** Called when the server has no connection left. */
    onRefused?: (error: unknown) => void;
    /** Settings for the use of replicas. */
    reads?: Omit<ReadPoolOptions, 'primary' | 'replica'>;
  },
): Pools {
  const { ownerUrl, appUrl, directUrl, pooledUrl, readUrl, rolePrefix, secret, reads, workers = 1 } = options;
  const sizes = sizePools(workers, options.connections);
  const isPooled = pooledUrl !== undefined;
  const pools: ReplaceablePool[] = [];
  const shortage = { since: undefined };
  const replaceConnections = () => pools.forEach((pool) => pool.replaceConnections());

  function createPool(
    connectionString: string,
    max: number,
    session: pg.PoolConfig,
    isPatient = true,
  ): ReplaceablePool {
    const config = {
      connectionString,
      max,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      ...session,
    };
    const pool = new ReplaceablePool(config, {
      onReplica: replaceConnections,
      onRefused: options.onRefused,
      shortage: isPatient ? shortage : undefined,
    });
    // The pool replaces connections that the server closes.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    pools.push(pool);
    return pool;
  }
  const createPoolOf = (login: Exclude<Login, 'app' | 'jobs'>, { max = sizes[login], min = 0 } = {}) =>
    createPool(loginUrl(ownerUrl, login, secret, pooledUrl), max, {
      ...describeSession(sessionSettings[login], isPooled),
      min,
    });

  const secondStep: SessionSettings = options.adminsNeedSecondStep
    ? { 'app.admins_need_second_step': 'on' }
    : {};
  const ofApp = { ...sessionSettings.app, ...secondStep };
  const app = createPool(
    appUrl ?? loginUrl(ownerUrl, 'app', secret, pooledUrl),
    sizes.app,
    describeSession(ofApp, isPooled),
  );
  // Buyers do not wait for shoppers who browse.
  const service = createPoolOf('service');
  const mostReaders = isOnThisMachine(pooledUrl ?? ownerUrl) ? countLocalReaders(workers) : Infinity;
  const reader = createPoolOf('reader', { max: Math.min(sizes.reader, mostReaders), min: KEPT_READERS });
  const auth = createPoolOf('auth');
  const jobs = createPool(
    loginUrl(ownerUrl, 'jobs', secret, directUrl),
    JOBS,
    describeSession(sessionSettings.jobs, false),
  );
  // A buyer rather waits for a connection than for another try.
  const limits = createPoolOf('limits');
  // The operator's own login has no settings.
  const inTransaction = isPooled ? ofApp : {};

  const replica =
    readUrl === undefined
      ? undefined
      : createPool(
          loginUrl(ownerUrl, 'reader', secret, readUrl),
          sizes.reader,
          { ...describeSession(sessionSettings.reader, isPooled), ...REPLICA_TIMEOUTS, min: KEPT_READERS },
          // The primary answers instead.
          false,
        );
  const publicPool = replica && reads ? createReadPool({ primary: reader, replica, ...reads }) : reader;

  const byName = { app, service, reader, auth, jobs, limits };
  const appDatabase = new Kysely<DB>({ dialect: new PostgresDialect({ pool: app }) });
  return {
    public: new Kysely<DB>({ dialect: new PostgresDialect({ pool: publicPool }) }),
    shop: new Kysely<DB>({ dialect: new PostgresDialect({ pool: service }) }),
    as: (identity, work) =>
      appDatabase.transaction().execute(async (transaction) => {
        await sql`select ${setIdentity(identity, { rolePrefix, settings: inTransaction })}`.execute(
          transaction,
        );
        return work(transaction);
      }),
    auth,
    jobs,
    limits,
    byName,
    readerUrl: loginUrl(ownerUrl, 'reader', secret, directUrl),
    rolePrefix,
    async end() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Sets role, user and `settings` in one statement, because a second one would cost a fifth of the throughput. */
function setIdentity(
  identity: Identity,
  { rolePrefix, settings }: { rolePrefix: string; settings: SessionSettings },
) {
  const from = identity.from && {
    'app.client_address': identity.from.address,
    'app.client_agent': identity.from.agent ?? '',
  };
  const all = {
    role: groupRoleName(rolePrefix, identity.role),
    'app.user_id': ('userId' in identity && identity.userId) || '',
    ...(identity.role === 'api_client' && { 'app.api_key': identity.keyHash }),
    ...from,
    ...settings,
  };
  return sql.join(
    Object.entries(all).map(([name, value]) => sql`set_config(${sql.lit(name)}, ${value}, true)`),
  );
}
