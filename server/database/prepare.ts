import pg from 'pg';
import { prepareQueue } from '../jobs/queue.ts';
import { reason, StartError } from '../start-error.ts';
import { admitLogin, databaseName, ensureLogins } from './logins.ts';
import { alone, migrate } from './migrate.ts';
import { openPools, type Pools } from './pools.ts';

/** Oldest server version that the migrations are written for. */
const OLDEST_VERSION = 15;

export interface DatabaseAddress {
  /** Of the login that owns the tables. */
  ownerUrl: string;
  /** Of the operator's own login for the application, if it has one. */
  appUrl?: string | undefined;
}

export interface PrepareOptions {
  address: DatabaseAddress;
  secret: string;
  tell: (line: string) => void;
  /** What else is done by one process only, on the migrated database: the demo catalogue, the first admin. */
  once?: (owner: pg.Client) => Promise<void>;
  /** An admin without a second step has no more rights than anybody. */
  adminsNeedSecondStep?: boolean;
  /** Gives up what is under way, so that nothing of it is done. */
  signal?: AbortSignal | undefined;
}

/**
 * Brings the database up to date as its owner, then opens it with the application's own logins.
 *
 * @throws {StartError} when the server can't be reached, is too old or a migration fails.
 */
export async function prepareDatabase(options: PrepareOptions): Promise<Pools> {
  const { address, secret, tell, once, adminsNeedSecondStep = false, signal } = options;
  const owner = new pg.Client({ connectionString: address.ownerUrl, connectionTimeoutMillis: 10_000 });
  owner.on('error', () => undefined);
  const { host } = new URL(address.ownerUrl);
  try {
    await owner.connect();
  } catch (error) {
    throw new StartError(`The PostgreSQL server at ${host} can't be reached: ${reason(error)}`);
  }
  let giveUp = () => {};
  try {
    const { rows } = await owner.query(
      "select current_setting('server_version_num')::int / 10000 as version, pg_backend_pid() as pid",
    );
    if (rows[0].version < OLDEST_VERSION) {
      throw new StartError(
        `The PostgreSQL server at ${host} is version ${rows[0].version}; ${OLDEST_VERSION} is needed.`,
      );
    }
    giveUp = () => void endConnection(owner, { pid: rows[0].pid, connectionString: address.ownerUrl });
    signal?.addEventListener('abort', giveUp, { once: true });
    signal?.throwIfAborted();
    await alone(owner, tell, async () => {
      await migrate(owner);
      // After however long a pause; from then on a nightly job does it.
      await owner.query('select audit.make_coming_months()');
      await prepareQueue(address.ownerUrl);
      signal?.throwIfAborted();
      await ensureLogins(owner, databaseName(address.ownerUrl), secret);
      if (address.appUrl) await admitLogin(owner, address.appUrl);
      await once?.(owner);
    });
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await owner.end();
  }
  return openPools({ ...address, secret, adminsNeedSecondStep });
}

/** Ends a connection in the middle of a statement, at the server too: there it would go on to its end. */
async function endConnection(
  client: pg.Client,
  { pid, connectionString }: { pid: number; connectionString: string },
): Promise<void> {
  const other = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  other.on('error', () => undefined);
  try {
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [pid]);
  } catch {
    // A server that can't be reached has nothing of ours under way.
  } finally {
    await Promise.allSettled([other.end(), client.end()]);
  }
}
