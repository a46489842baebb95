import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Login, loginUrl } from '#server/database/logins.ts';
import { GROUP_ROLES, groupRoleNames } from '#server/database/role-names.ts';
import { createAsk, type SecurityFacts } from '#server/security/check.ts';
import { functions, grants } from '#server/security/grants.ts';
import { logins } from '#server/security/logins.ts';
import { rowLevelSecurity, widePolicies } from '#server/security/policies.ts';
import { functionPrivileges, tablePrivileges, tableUnder } from '#db/describe-rights.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

const LOGINS: readonly Login[] = ['app', 'service', 'reader', 'auth', 'jobs', 'limits'];

let database: TestDatabase;
let written: string;

beforeAll(async () => {
  database = await createTestDatabase();
  written = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8');
});
afterAll(() => database[Symbol.asyncDispose]());

const asLines = (rows: string[][]) => rows.map((row) => `| ${row.join(' | ')} |`);

const HINT = 'npm run db:types writes the rights: read the diff';

async function connect(login: Login): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: loginUrl(database.ownerUrl, login, TEST_SECRET) });
  await client.connect();
  return client;
}

test('table and column privileges match docs/security.md', async () => {
  expect(asLines(await tablePrivileges(database.owner)), HINT).toEqual(
    asLines(tableUnder(written, '### Tables')),
  );
});

test('function privileges match docs/security.md', async () => {
  expect(asLines(await functionPrivileges(database.owner)), HINT).toEqual(
    asLines(tableUnder(written, '### Functions')),
  );
});

test('each login and role can read exactly the granted columns of every table', async () => {
  const { rows: columns } = await database.owner.query<{
    table: string;
    column: string;
    oid: number;
    number: number;
  }>(
    `select format('%I.%I', relnamespace::regnamespace, relname) as table, quote_ident(attname) as column, attrelid as oid, attnum as number
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind in ('r', 'p', 'v') and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'audit'::regnamespace)
       and attnum > 0 and not attisdropped`,
  );
  expect(columns.length).toBeGreaterThan(150);
  for (const login of LOGINS) {
    const client = await connect(login);
    const roles = login === 'app' ? [undefined, ...GROUP_ROLES] : [undefined];
    for (const role of roles) {
      const taken =
        role === undefined ||
        (await client.query(`set role ${database.named(role)}`).then(
          () => true,
          () => false,
        ));
      // The application sets only the roles of a request.
      expect([role, taken]).toEqual([role, role === undefined || GROUP_ROLES.indexOf(role) < 4]);
      if (!taken) continue;
      const { rows } = await client.query('select current_user as name');
      const { name } = rows[0];
      // A login without inheritance has no privileges before it sets a role.
      const { rows: granted } = await database.owner.query<{ may: boolean }>(
        `select has_column_privilege($1, pg_class.oid, number, 'select')
           and has_schema_privilege($1, relnamespace, 'usage') as may
         from unnest($2::oid[], $3::int2[]) with ordinality as columns (table_oid, number, place)
         join pg_class on pg_class.oid = table_oid order by place`,
        [name, columns.map(({ oid }) => oid), columns.map(({ number }) => number)],
      );
      const readable = await Promise.all(
        columns.map(({ table, column }) =>
          client.query(`select ${column} from ${table} limit 0`).then(
            () => true,
            ({ code }: { code: string }) => (code === '42501' ? false : code),
          ),
        ),
      );
      expect(columns.map(({ table, column }, index) => [name, table, column, readable[index]])).toEqual(
        columns.map(({ table, column }, index) => [name, table, column, granted[index]?.may]),
      );
    }
    await client.end();
  }
});

test('the security scan finds nothing wrong with rights and policies, until something is', async () => {
  const { pools } = database;
  const tools = {
    pools,
    admin: { role: 'authenticated', userId: randomUUID() },
    facts: {} as SecurityFacts,
    ask: createAsk(pools),
  } as const;
  const scan = async () =>
    (
      await Promise.all(
        [rowLevelSecurity, widePolicies, grants, functions, logins].map((check) => check.look(tools)),
      )
    ).flat();
  expect(await scan()).toEqual([]);
  await database.owner.query(database.named('grant delete on mails to anon'));
  expect(await scan()).toEqual([
    expect.objectContaining({
      event: 'anonymous_can_write',
      what: expect.stringContaining(database.named('DELETE on public.mails to anon')),
    }),
  ]);
  await database.owner.query(database.named('revoke delete on mails from anon'));
});

test('only the owner can truncate, reference, add triggers to, or maintain a table', async () => {
  const { rows } = await database.owner.query(
    `select role, oid::regclass::text as table from pg_class, unnest($1::text[]) as role
     where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'audit'::regnamespace)
       and (has_table_privilege(role, oid, 'truncate') or has_table_privilege(role, oid, 'trigger')
         or has_any_column_privilege(role, oid, 'references'))`,
    [groupRoleNames(database.pools.rolePrefix)],
  );
  expect(rows).toEqual([]);
});

test('every table has row-level security', async () => {
  const { rows } = await database.owner.query(
    `select oid::regclass::text as table from pg_class
     where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'audit'::regnamespace) and not relrowsecurity`,
  );
  expect(rows).toEqual([]);
});

test('every security definer function sets its search path', async () => {
  const { rows } = await database.owner.query(
    `select oid::regprocedure::text as function from pg_proc
     where prosecdef and pronamespace in ('public'::regnamespace, 'auth'::regnamespace, 'audit'::regnamespace)
       and not coalesce(proconfig && array['search_path=""', 'search_path=public, pg_temp'], false)`,
  );
  expect(rows).toEqual([]);
});

test('the application’s logins and roles own nothing, have no special attributes, and create nothing', async () => {
  const { rows } = await database.owner.query(
    `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
       exists (select from pg_class where relowner = pg_roles.oid) or exists (select from pg_proc where proowner = pg_roles.oid)
         or exists (select from pg_namespace where nspowner = pg_roles.oid) as owns,
       has_schema_privilege(oid, 'public', 'create') or has_schema_privilege(oid, 'auth', 'create') or has_schema_privilege(oid, 'audit', 'create')
         or has_database_privilege(oid, current_database(), 'create')
         or has_database_privilege(oid, current_database(), 'temporary') as creates
     from pg_roles where rolname = any($1) or starts_with(rolname, current_database() || '_') order by rolname`,
    [groupRoleNames(database.pools.rolePrefix)],
  );
  expect(rows).toHaveLength(LOGINS.length + GROUP_ROLES.length);
  for (const { rolname, ...special } of rows) {
    expect([rolname, Object.values(special).some(Boolean)]).toEqual([rolname, false]);
  }
});

test('a login has no privileges before it sets a role, or in the database of another shop', async () => {
  const app = await connect('app');
  await expect(app.query('select from public.parts_catalog')).rejects.toMatchObject({ code: '42501' });
  await expect(app.query('create table public.x ()')).rejects.toMatchObject({ code: '42501' });
  await app.end();

  await using other = await createTestDatabase();
  const stranger = new URL(loginUrl(other.ownerUrl, 'app', TEST_SECRET));
  stranger.pathname = new URL(database.ownerUrl).pathname;
  const client = new pg.Client({ connectionString: stranger.href });
  await expect(client.connect()).rejects.toMatchObject({ code: '42501' });
});

test('the logins of the job queue and the reader reach only their own tables', async () => {
  const [jobs, reader, limits] = [await connect('jobs'), await connect('reader'), await connect('limits')];
  for (const client of [jobs, reader, limits]) {
    for (const role of ['service_role', 'authenticated', 'auth_service']) {
      await expect(client.query(`set role ${database.named(role)}`)).rejects.toMatchObject({ code: '42501' });
    }
  }
  await expect(reader.query('select from graphile_worker.jobs')).rejects.toMatchObject({ code: '42501' });
  await expect(limits.query('select from public.parts_catalog')).rejects.toMatchObject({ code: '42501' });
  await Promise.all([jobs.end(), reader.end(), limits.end()]);
});
