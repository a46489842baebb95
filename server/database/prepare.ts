import pg from 'pg';
import { reason, StartError } from '../start-error.ts';
import { grantAppRoles, ensureLogins } from './logins.ts';
import { migrate, withPrepareLock } from './migrate.ts';
import type { DatabaseAddress, PreparedAddress } from './pools.ts';
import { requireRights } from './rights.ts';
import { readRolePrefix } from './role-names.ts';
import { watchLocks } from './watch-locks.ts';

export const MIN_VERSION = 15;

/** Change this name with the package's version and with the work of `prepareQueue`. */
export const QUEUE = 'queue of graphile-worker 0.17.3';

const INSUFFICIENT_PRIVILEGE = '42501';

export interface PrepareOptions {
  address: DatabaseAddress;
  secret: string;
  print: (line: string) => void;
  /** Runs after the migrations, in one process at a time. */
  afterMigrations?: (owner: pg.Client) => Promise<void>;
  signal?: AbortSignal | undefined;
}

/** Migrates as the owner, and creates the application's logins. Returns what pools need. @throws {StartError} */
export async function prepareDatabase(options: PrepareOptions): Promise<PreparedAddress> {
  const { address, secret, print, afterMigrations, signal } = options;
  const owner = new pg.Client({ connectionString: address.ownerUrl, connectionTimeoutMillis: 10_000 });
  owner.on('error', () => undefined);
  const { host } = new URL(address.ownerUrl);
  try {
    await owner.connect();
  } catch (error) {
    throw new StartError(`The PostgreSQL server at ${host} can't be reached: ${reason(error)}`);
  }
  let abort = () => {};
  let watch: ReturnType<typeof watchLocks> | undefined;
  try {
    const { rows } = await owner.query(
      "select current_setting('server_version_num')::int / 10000 as version, pg_backend_pid() as pid",
    );
    if (rows[0].version < MIN_VERSION) {
      throw new StartError(
        `The PostgreSQL server at ${host} is version ${rows[0].version}; ${MIN_VERSION} is needed.`,
      );
    }
    abort = () => void endConnection(owner, { pid: rows[0].pid, connectionString: address.ownerUrl });
    signal?.addEventListener('abort', abort, { once: true });
    signal?.throwIfAborted();
    watch = watchLocks({ connectionString: address.ownerUrl, pid: rows[0].pid, print });
    return await withPrepareLock(owner, print, async () => {
      await requireRights(owner, address.ownerUrl);
      await migrate(owner);
      const rolePrefix = await readRolePrefix(owner);
      await owner.query('select audit.make_coming_months()');
      await prepareQueueOnce(owner, address.ownerUrl);
      signal?.throwIfAborted();
      await ensureLogins(owner, address.ownerUrl, {
        secret,
        rolePrefix,
        isPooled: address.pooledUrl !== undefined,
      });
      if (address.appUrl) await grantAppRoles(owner, address.appUrl, rolePrefix);
      await afterMigrations?.(owner);
      return { ...address, rolePrefix };
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartError(
      `The role of the database at ${host} lacks a right (${reason(error)}): docs/operating.md has those that it needs.`,
      { cause: error },
    );
  } finally {
    signal?.removeEventListener('abort', abort);
    await watch?.stop();
    await owner.end();
  }
}

/** A record says which queue the database has. */
async function prepareQueueOnce(owner: pg.Client, ownerUrl: string): Promise<void> {
  const { rowCount } = await owner.query('select from public.installation_steps where name = $1', [QUEUE]);
  if (rowCount) return;
  const { prepareQueue } = await import('../jobs/queue.ts');
  await prepareQueue(ownerUrl);
  await owner.query('insert into public.installation_steps (name) values ($1)', [QUEUE]);
}

/** Ends a connection and its running statement, which the server would otherwise finish. */
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
  } finally {
    await Promise.allSettled([other.end(), client.end()]);
  }
}
