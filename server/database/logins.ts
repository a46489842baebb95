import { createHmac } from 'node:crypto';
import pg from 'pg';

/**
 * The application's own logins. None of them owns a table. They belong to one database of the server, so that two
 * shops on one server can't act as each other.
 */
const logins = {
  /** Takes on, per transaction, the role of whoever is asking; can do nothing before that. */
  app: { inherit: false, memberOf: ['anon', 'authenticated', 'service_role'], readOnly: false },
  /** Reads what everybody may see, and nothing else. */
  reader: { inherit: true, memberOf: ['anon'], readOnly: true },
  /** better-auth's: the schema auth and nothing else. */
  auth: { inherit: true, memberOf: ['auth_service'], readOnly: false },
  /** The job queue's: its own schema and nothing else. */
  jobs: { inherit: true, memberOf: ['job_service'], readOnly: false },
  /** The limiter's: its one table and nothing else. */
  limits: { inherit: true, memberOf: ['limit_service'], readOnly: false },
} as const;

export type Login = keyof typeof logins;

function loginName(database: string, login: Login): string {
  return `${database}_${login}`;
}

/** The names of the application's own logins for a database. */
export function loginNames(database: string): string[] {
  return Object.keys(logins).map((login) => loginName(database, login as Login));
}

function loginPassword(secret: string, name: string): string {
  return createHmac('sha256', secret).update(`database login ${name}`).digest('base64url');
}

/** The address of the same database for one of the application's logins. */
export function loginUrl(ownerUrl: string, login: Login, secret: string): string {
  const url = new URL(ownerUrl);
  const name = loginName(databaseName(ownerUrl), login);
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(loginPassword(secret, name));
  return url.href;
}

export function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres';
}

/** Makes the application's logins, or gives them their passwords again when the secret has changed. */
export async function ensureLogins(owner: pg.Client, database: string, secret: string): Promise<void> {
  // The roles belong to the whole server: without this, the login of another shop on it could take them on here.
  await owner.query(`revoke connect, temporary on database ${pg.escapeIdentifier(database)} from public`);
  for (const [login, { inherit, memberOf, readOnly }] of Object.entries(logins)) {
    const name = loginName(database, login as Login);
    const role = pg.escapeIdentifier(name);
    const known = await owner.query('select from pg_catalog.pg_roles where rolname = $1', [name]);
    if (known.rowCount === 0) await owner.query(`create role ${role} nologin`);
    const password = pg.escapeLiteral(loginPassword(secret, name));
    await owner.query(
      `alter role ${role} login ${inherit ? '' : 'no'}inherit nocreatedb nocreaterole password ${password}`,
    );
    await owner.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${role}`);
    await owner.query(`alter role ${role} set default_transaction_read_only = ${readOnly}`);
    await owner.query(`grant ${memberOf.join(', ')} to ${role}`);
  }
}

/** Lets a login of the operator's own choice stand in the place of the application's. */
export async function admitLogin(owner: pg.Client, appUrl: string): Promise<void> {
  const role = pg.escapeIdentifier(decodeURIComponent(new URL(appUrl).username));
  const database = pg.escapeIdentifier(databaseName(appUrl));
  await owner.query(`grant connect on database ${database} to ${role}`);
  await owner.query(`grant ${logins.app.memberOf.join(', ')} to ${role}`);
}
