import { createHmac } from 'node:crypto';
import pg from 'pg';
import { type GroupRole, groupRoleName, groupRoleNames, unquotedName } from './role-names.ts';

interface LoginKind {
  inherit: boolean;
  memberOf: readonly GroupRole[];
  readOnly: boolean;
}

/** No login owns a table. Each database has its own, so that two shops on one server can't access each other's data. */
const logins = {
  /** Has no privileges until a transaction sets the visitor's role. */
  app: { inherit: false, memberOf: ['anon', 'authenticated', 'service_role', 'api_client'], readOnly: false },
  /** Runs the shop's own single statements. */
  service: { inherit: true, memberOf: ['service_role'], readOnly: false },
  reader: { inherit: true, memberOf: ['anon'], readOnly: true },
  auth: { inherit: true, memberOf: ['auth_service'], readOnly: false },
  jobs: { inherit: true, memberOf: ['job_service'], readOnly: false },
  limits: { inherit: true, memberOf: ['limit_service'], readOnly: false },
} as const satisfies Record<string, LoginKind>;

export type Login = keyof typeof logins;

function loginName(database: string, login: Login): string {
  return `${unquotedName(database)}_${login}`;
}

export function loginNames(database: string): string[] {
  return Object.keys(logins).map((login) => loginName(database, login as Login));
}

function loginPassword(secret: string, name: string): string {
  return createHmac('sha256', secret).update(`database login ${name}`).digest('base64url');
}

/** Returns the address for a login. @param at Another address of the same database. */
export function loginUrl(ownerUrl: string, login: Login, secret: string, at = ownerUrl): string {
  const url = new URL(at);
  const name = loginName(databaseName(ownerUrl), login);
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(loginPassword(secret, name));
  return url.href;
}

/** Decodes the name in the same way as the driver. */
export function databaseName(url: string): string {
  return decodeURI(new URL(url).pathname.slice(1)) || 'postgres';
}

/**
 * Timeouts of each login's sessions, in milliseconds. Longer work sets its own timeouts in its transaction. JIT compilation and
 * parallel workers slow short queries down. The default costs of pages are those of spinning disks: with them, a search reads all
 * rows where an index finds a tenth of them in a fraction of the time.
 */
const TIMEOUTS = {
  statement_timeout: '10000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
};
const SHORT_QUERIES = {
  ...TIMEOUTS,
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
};

export const sessionSettings: Record<Login, Record<string, string>> = {
  app: SHORT_QUERIES,
  // They find rows by their keys. Planning them for each purchase took longer than running them.
  service: { ...SHORT_QUERIES, plan_cache_mode: 'force_generic_plan' },
  reader: SHORT_QUERIES,
  auth: { ...TIMEOUTS, search_path: 'auth' },
  jobs: TIMEOUTS,
  // Its statements are short. A crash may lose the last counts.
  limits: { ...TIMEOUTS, statement_timeout: '2000', synchronous_commit: 'off' },
};

export interface EnsureLoginsOptions {
  secret: string;
  rolePrefix: string;
  /** A pooler knows the hashes of the passwords, and its connections take the settings from the logins. */
  isPooled?: boolean;
}

/** Creates all logins in one transaction, because each commit waits for the disk. */
export async function ensureLogins(
  owner: pg.Client,
  ownerUrl: string,
  { secret, rolePrefix, isPooled = false }: EnsureLoginsOptions,
): Promise<void> {
  const database = databaseName(ownerUrl);
  const { rows } = await owner.query<{ name: string; makesDatabases: boolean }>(
    `select rolname as name, rolcreatedb as "makesDatabases" from pg_catalog.pg_roles where rolname = any ($1)`,
    [loginNames(database)],
  );
  const existing = new Map(rows.map(({ name, makesDatabases }) => [name, makesDatabases]));
  const on = pg.escapeIdentifier(database);
  const missing = loginNames(database).filter((name) => !existing.has(name));
  // Setting the same password again would change its hash.
  const keepsPasswords = isPooled && (await canSignIn(loginUrl(ownerUrl, 'reader', secret)));
  const changes = Object.entries(logins).flatMap(([login, { inherit, memberOf, readOnly }]) => {
    const name = loginName(database, login as Login);
    const role = pg.escapeIdentifier(name);
    const password =
      keepsPasswords && existing.has(name)
        ? ''
        : ` password ${pg.escapeLiteral(loginPassword(secret, name))}`;
    // Since PostgreSQL 16, an owner without CREATEDB may not even repeat a setting that is already in place.
    const noDatabases = existing.get(name) ? ' nocreatedb' : '';
    return [
      `alter role ${role} login ${inherit ? '' : 'no'}inherit nocreaterole${noDatabases}${password}`,
      `grant connect on database ${on} to ${role}`,
      `alter role ${role} set default_transaction_read_only = ${readOnly}`,
      `grant ${listGroupRoles(rolePrefix, memberOf)} to ${role}`,
    ];
  });
  const settings = Object.entries(sessionSettings).flatMap(([login, session]) => {
    const role = pg.escapeIdentifier(loginName(database, login as Login));
    return Object.entries(session).map(
      ([name, value]) => `alter role ${role} set ${name} = ${pg.escapeLiteral(value)}`,
    );
  });
  await owner.query(
    [
      `revoke connect, temporary on database ${on} from public`,
      ...(await findFormerLogins(owner, { database, rolePrefix })).map(
        (name) => `revoke connect on database ${on} from ${pg.escapeIdentifier(name)}`,
      ),
      ...missing.map((name) => `create role ${pg.escapeIdentifier(name)} nologin`),
      ...changes,
      ...(isPooled ? settings : []),
    ].join(';\n'),
  );
}

const listGroupRoles = (rolePrefix: string, roles: readonly GroupRole[]) =>
  roles.map((role) => groupRoleName(rolePrefix, role)).join(', ');

/** After the database was renamed, a new one with its earlier name has logins of the same names. */
async function findFormerLogins(
  owner: pg.Client,
  { database, rolePrefix }: { database: string; rolePrefix: string },
): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct login.rolname as name
     from pg_catalog.pg_database cross join pg_catalog.aclexplode(datacl) as rights
     join pg_catalog.pg_roles as login on login.oid = rights.grantee
     join pg_catalog.pg_auth_members on member = login.oid
     join pg_catalog.pg_roles as granted on granted.oid = roleid
     where datname = current_database() and privilege_type = 'CONNECT' and granted.rolname = any ($1)
       and login.rolname ~ $2 and login.rolname <> all ($3)`,
    [groupRoleNames(rolePrefix), `_(${Object.keys(logins).join('|')})$`, loginNames(database)],
  );
  return rows.map(({ name }) => name);
}

async function canSignIn(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function grantAppRoles(owner: pg.Client, appUrl: string, rolePrefix: string): Promise<void> {
  const role = pg.escapeIdentifier(decodeURIComponent(new URL(appUrl).username));
  const database = pg.escapeIdentifier(databaseName(appUrl));
  await owner.query(`grant connect on database ${database} to ${role}`);
  await owner.query(`grant ${listGroupRoles(rolePrefix, logins.app.memberOf)} to ${role}`);
}
