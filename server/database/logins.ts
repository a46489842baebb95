import { createHmac } from 'node:crypto';
import pg from 'pg';

/** None owns a table. Each database has its own, so that two shops on one server can't access each other's data. */
const logins = {
  /** Has no privileges until a transaction sets the visitor's role. */
  app: { inherit: false, memberOf: ['anon', 'authenticated', 'service_role', 'api_client'], readOnly: false },
  /** The shop's own single statements. */
  service: { inherit: true, memberOf: ['service_role'], readOnly: false },
  reader: { inherit: true, memberOf: ['anon'], readOnly: true },
  auth: { inherit: true, memberOf: ['auth_service'], readOnly: false },
  jobs: { inherit: true, memberOf: ['job_service'], readOnly: false },
  limits: { inherit: true, memberOf: ['limit_service'], readOnly: false },
} as const;

export type Login = keyof typeof logins;

function loginName(database: string, login: Login): string {
  return `${database}_${login}`;
}

export function loginNames(database: string): string[] {
  return Object.keys(logins).map((login) => loginName(database, login as Login));
}

function loginPassword(secret: string, name: string): string {
  return createHmac('sha256', secret).update(`database login ${name}`).digest('base64url');
}

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

/** In one transaction, because each commit waits for the disk. */
export async function ensureLogins(owner: pg.Client, database: string, secret: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    'select rolname as name from pg_catalog.pg_roles where rolname = any ($1)',
    [loginNames(database)],
  );
  const existing = new Set(rows.map(({ name }) => name));
  const on = pg.escapeIdentifier(database);
  const missing = loginNames(database).filter((name) => !existing.has(name));
  const changes = Object.entries(logins).flatMap(([login, { inherit, memberOf, readOnly }]) => {
    const name = loginName(database, login as Login);
    const role = pg.escapeIdentifier(name);
    const password = pg.escapeLiteral(loginPassword(secret, name));
    return [
      `alter role ${role} login ${inherit ? '' : 'no'}inherit nocreatedb nocreaterole password ${password}`,
      `grant connect on database ${on} to ${role}`,
      `alter role ${role} set default_transaction_read_only = ${readOnly}`,
      `grant ${memberOf.join(', ')} to ${role}`,
    ];
  });
  await owner.query(
    [
      // Logins of another shop on this server have the same roles and must not connect.
      `revoke connect, temporary on database ${on} from public`,
      ...missing.map((name) => `create role ${pg.escapeIdentifier(name)} nologin`),
      ...changes,
    ].join(';\n'),
  );
}

export async function grantAppRoles(owner: pg.Client, appUrl: string): Promise<void> {
  const role = pg.escapeIdentifier(decodeURIComponent(new URL(appUrl).username));
  const database = pg.escapeIdentifier(databaseName(appUrl));
  await owner.query(`grant connect on database ${database} to ${role}`);
  await owner.query(`grant ${logins.app.memberOf.join(', ')} to ${role}`);
}
