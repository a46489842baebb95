import { sql } from 'kysely';
import pg from 'pg';
import { loginUrl } from '../database/logins.ts';
import { type Check, GROUP_ROLES } from './check.ts';
import { found } from './policies.ts';

/** No login of the application has more than its rights, so that row-level security holds for each. */
export const logins: Check = {
  name: 'logins',
  async look({ pools, ask, admin }) {
    const mighty: string[] = [];
    for (const query of eachLogin(pools)) mighty.push(...(await query()).map(tooMuch).filter(Boolean));
    const roles = await ask<{ name: string }>(
      admin,
      sql`
        select rolname as name from pg_roles
        where rolname in (${sql.join(GROUP_ROLES)}) and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole)
        order by 1`,
    );
    return [
      ...found(mighty, 'critical', 'login_too_mighty', {
        what: 'Row-level security can be passed by the application itself:',
        advice:
          'Let the shop work with logins of its own: leave DATABASE_URL to the owner, or name a login there that owns nothing.',
      }),
      ...found(
        roles.map(({ name }) => name),
        'critical',
        'role_too_mighty',
        {
          what: 'These roles are more than a set of rights (superuser, bypassrls, createrole or login):',
          advice: 'Take that away with "alter role … nosuperuser nobypassrls nocreaterole nologin".',
        },
      ),
    ];
  },
};

interface Might {
  login: string;
  superuser: boolean;
  passes: boolean;
  makes: boolean;
  owns: boolean;
}

/** Each login is asked about itself: what it is called is nobody's guess. */
const aboutItself = `
  select rolname as login, rolsuper as superuser, rolbypassrls as passes,
    rolcreaterole or rolcreatedb or rolreplication as makes,
    exists (
      select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where pg_namespace.nspname !~ '^pg_' and pg_namespace.nspname <> 'information_schema'
        and pg_has_role(pg_roles.oid, relowner, 'member')
    ) as owns
  from pg_roles where rolname = session_user`;

function eachLogin(pools: Parameters<Check['look']>[0]['pools']): (() => Promise<Might[]>)[] {
  return [
    () =>
      pools.as(
        { role: 'anon' },
        async (transaction) => (await sql.raw<Might>(aboutItself).execute(transaction)).rows,
      ),
    async () => (await sql.raw<Might>(aboutItself).execute(pools.public)).rows,
    ...[pools.auth, pools.jobs, pools.limits].map(
      (pool) => async () => (await pool.query<Might>(aboutItself)).rows,
    ),
  ];
}

function tooMuch({ login, superuser, passes, makes, owns }: Might): string {
  if (superuser) return `${login} is a superuser`;
  if (passes) return `${login} bypasses it`;
  if (owns) return `${login} owns tables`;
  return makes ? `${login} can make roles or databases` : '';
}

/** The database server asks for a password, and for a connection that nobody can listen to. */
export const databaseConnection: Check = {
  name: 'database connection',
  async look({ ask, admin, facts }) {
    const [owner = ''] = facts.databaseUrls;
    const [here] = await ask<{ plain: boolean }>(
      admin,
      sql`
        select inet_client_addr() is not null and not inet_client_addr() <<= any ('{127.0.0.0/8,::1/128}'::inet[])
          and not coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as plain`,
    );
    return [
      ...found((await letsAnybodyIn(owner)) ? [new URL(owner).host] : [], 'critical', 'password_not_asked', {
        what: 'The database server lets the shop’s logins in without the right password:',
        advice: 'Demand scram-sha-256 in pg_hba.conf in the place of trust.',
      }),
      ...found(here?.plain ? [new URL(owner).host] : [], 'medium', 'database_without_tls', {
        what: 'The connection to the database goes through a network in the clear:',
        advice: 'Add sslmode=verify-full to DATABASE_URL, or keep that network to the two of them.',
      }),
    ];
  },
};

async function letsAnybodyIn(owner: string): Promise<boolean> {
  const connectionString = loginUrl(owner, 'reader', 'a secret that is not the right one');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // No such password, or not from here. Anything else is no answer.
    const { code } = error as { code?: string };
    if (code === '28P01' || code === '28000') return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
