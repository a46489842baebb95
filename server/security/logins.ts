import { sql } from 'kysely';
import pg from 'pg';
import { loginUrl } from '../database/logins.ts';
import { groupRoleNames } from '../database/role-names.ts';
import type { Check } from './check.ts';
import { listFinding } from './policies.ts';

export const logins: Check = {
  name: 'logins',
  async look({ pools, ask, admin }) {
    const excessive: string[] = [];
    for (const query of eachLogin(pools))
      excessive.push(...(await query()).map(describeExcess).filter(Boolean));
    const roles = await ask<{ name: string }>(
      admin,
      sql`
        select rolname as name from pg_roles
        where rolname in (${sql.join(groupRoleNames(pools.rolePrefix))}) and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole)
        order by 1`,
    );
    return [
      ...listFinding(excessive, 'critical', 'login_too_mighty', {
        what: 'The application can bypass row-level security:',
        advice:
          'Let the shop create its own logins: use the owner in DATABASE_URL, or a login that owns nothing.',
      }),
      ...listFinding(
        roles.map(({ name }) => name),
        'critical',
        'role_too_mighty',
        {
          what: 'These roles have unsafe attributes (superuser, bypassrls, createrole or login):',
          advice: 'Remove them with "alter role … nosuperuser nobypassrls nocreaterole nologin".',
        },
      ),
    ];
  },
};

interface LoginRights {
  login: string;
  superuser: boolean;
  passes: boolean;
  makes: boolean;
  owns: boolean;
}

/** Each login queries its own role, whatever its name. */
const ownRoleQuery = `
  select rolname as login, rolsuper as superuser, rolbypassrls as passes,
    rolcreaterole or rolcreatedb or rolreplication as makes,
    exists (
      select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where pg_namespace.nspname !~ '^pg_' and pg_namespace.nspname <> 'information_schema'
        and pg_has_role(pg_roles.oid, relowner, 'member')
    ) as owns
  from pg_roles where rolname = session_user`;

function eachLogin(pools: Parameters<Check['look']>[0]['pools']): (() => Promise<LoginRights[]>)[] {
  return [
    () =>
      pools.as(
        { role: 'anon' },
        async (transaction) => (await sql.raw<LoginRights>(ownRoleQuery).execute(transaction)).rows,
      ),
    ...[pools.public, pools.shop].map(
      (database) => async () => (await sql.raw<LoginRights>(ownRoleQuery).execute(database)).rows,
    ),
    ...[pools.auth, pools.jobs, pools.limits].map(
      (pool) => async () => (await pool.query<LoginRights>(ownRoleQuery)).rows,
    ),
  ];
}

function describeExcess({ login, superuser, passes, makes, owns }: LoginRights): string {
  if (superuser) return `${login} is a superuser`;
  if (passes) return `${login} bypasses it`;
  if (owns) return `${login} owns tables`;
  return makes ? `${login} can make roles or databases` : '';
}

export const databaseConnection: Check = {
  name: 'database connection',
  async look({ ask, admin, facts }) {
    const [owner = ''] = facts.databaseUrls;
    const [here] = await ask<{ unencrypted: boolean }>(
      admin,
      sql`
        select inet_client_addr() is not null and not inet_client_addr() <<= any ('{127.0.0.0/8,::1/128}'::inet[])
          and not coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as unencrypted`,
    );
    return [
      ...listFinding(
        (await acceptsAnyPassword(owner)) ? [new URL(owner).host] : [],
        'critical',
        'password_not_asked',
        {
          what: "The database server lets the shop's logins in without the right password:",
          advice: 'Use scram-sha-256 instead of trust in pg_hba.conf.',
        },
      ),
      ...listFinding(here?.unencrypted ? [new URL(owner).host] : [], 'medium', 'database_without_tls', {
        what: 'The database connection is not encrypted:',
        advice: 'Add sslmode=verify-full to DATABASE_URL, or use a private network.',
      }),
    ];
  },
};

async function acceptsAnyPassword(owner: string): Promise<boolean> {
  const connectionString = loginUrl(owner, 'reader', 'a secret that is not the right one');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // The password is wrong, or the host is refused. Other errors fail the check.
    const { code } = error as { code?: string };
    if (code === '28P01' || code === '28000') return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
