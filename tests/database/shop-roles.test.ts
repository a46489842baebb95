import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { loginNames, loginUrl } from '#server/database/logins.ts';
import { type PrepareOptions, prepareDatabase } from '#server/database/prepare.ts';
import { GROUP_ROLES, groupRoleNames, unquotedName, readRolePrefix } from '#server/database/role-names.ts';
import { requireRights } from '#server/database/rights.ts';
import { inLong } from '../support/in-long.ts';
import { isLong } from '../support/is-long.ts';
import { databaseUrl } from '../support/database-server.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

let server: pg.Client;
const databases = new Set<string>();
const owners = new Set<string>();
const roles = new Set<string>();

beforeAll(async () => {
  server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
});
afterAll(() => server.end());

async function dropAll(): Promise<void> {
  for (const name of databases)
    await server.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
  await server.query(`drop role if exists ${[...roles, 'test_nobody'].join(', ')}`);
  for (const owner of owners) await server.query(`drop role if exists ${owner}`);
  for (const made of [databases, owners, roles]) made.clear();
}

const random = () => randomBytes(4).toString('hex');

/** With the rights of docs/operating.md, and no others. */
async function createOwner(rights = 'createrole'): Promise<string> {
  const owner = `test_owner_${random()}`;
  owners.add(owner);
  await server.query(`create role ${owner} login ${rights} password 'the password'`);
  return owner;
}

function urlOf(owner: string, name: string): string {
  const url = new URL(databaseUrl(inject('serverUrl'), name));
  url.username = owner;
  url.password = 'the password';
  return url.href;
}

/** Notes its roles for dropAll. */
async function createOwned(owner: string, name: string): Promise<string> {
  databases.add(name);
  for (const role of [
    ...loginNames(name),
    ...groupRoleNames(unquotedName(name)),
    ...groupRoleNames(`${unquotedName(name)}_2`),
  ])
    roles.add(role);
  await server.query(
    `create database ${pg.escapeIdentifier(name)} owner ${owner} template template0 encoding 'UTF8'`,
  );
  return urlOf(owner, name);
}

const prepare = (ownerUrl: string, address: Partial<PrepareOptions['address']> = {}) =>
  prepareDatabase({ address: { ownerUrl, ...address }, secret: TEST_SECRET, print: () => undefined });

/** Undefined if it may, otherwise why it can't. */
async function connectAs(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe('the names of roles in a migrated database', () => {
  let database: TestDatabase;
  let prefix: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    prefix = await readRolePrefix(database.owner);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  test('no name, comment, constraint, default or row of a table contains them', async () => {
    const { rows: tables } = await database.owner.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind = 'r' and nspname in ('public', 'auth', 'audit')`,
    );
    expect(tables.length).toBeGreaterThan(50);
    const texts = [
      `select description from pg_description where objoid <> 'public.role_prefix'::regproc`,
      'select pg_get_constraintdef(oid) from pg_constraint',
      'select pg_get_expr(adbin, adrelid) from pg_attrdef',
      'select pg_get_viewdef(oid) from pg_class where relkind in ($$v$$, $$m$$)',
      ...['attname from pg_attribute', 'relname from pg_class', 'proname from pg_proc'].map(
        (each) => `select ${each}`,
      ),
      ...['polname from pg_policy', 'enumlabel from pg_enum', 'tgname from pg_trigger'].map(
        (each) => `select ${each}`,
      ),
      ...tables.map(({ name }) => `select rows::text from ${name} as rows`),
    ];
    for (const text of texts) {
      const { rows } = await database.owner.query(
        `select each.text from (${text}) as each (text) where each.text like '%' || $1 || '%'`,
        [`${prefix}\\_\\_`],
      );
      expect([text, rows]).toEqual([text, []]);
    }
  });

  test('functions, policies and triggers name them with the prefix, and functions only to compare or to grant', async () => {
    const { rows } = await database.owner.query<{ text: string }>(
      `select pg_get_functiondef(pg_proc.oid) as text from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
       where nspname in ('public', 'auth', 'audit') and prokind = 'f'
       union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
       union all select concat_ws(' ', qual, with_check) from pg_policies`,
    );
    const names = GROUP_ROLES.join('|');
    const code = rows.map(({ text }) => text.replaceAll(/--.*/g, ''));
    expect(code.filter((text) => new RegExp(`\\b(?:${names})\\b`).test(text))).toEqual([]);
    const named = code.flatMap((text) => text.match(new RegExp(`.{4}\\w+__(?:${names})\\b.?`, 'g')) ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((each) => !/'\w+'$/.test(each))).toEqual([]);
  });
});

/** The first one has the oddities of the last three together. */
const oddNames = [
  '2 "O’Neil" 100%s $$',
  'ü'.repeat(31),
  ...(isLong ? ['auto-parts "south" of O’Neil', 'SHOP 100%s', '2_cars$$'] : []),
];

describe('an owner with CREATEROLE and its database', () => {
  afterEach(dropAll);

  test.each(oddNames)(
    'prepares the database %s, twice, and its logins can connect to no other one',
    async (name) => {
      const own = `${name} ${random()}`.slice(-31);
      const owner = await createOwner();
      const url = await createOwned(owner, own);
      const { rolePrefix } = await prepare(url);
      expect(rolePrefix).toBe(unquotedName(own));
      expect(await prepare(url)).toMatchObject({ rolePrefix });
      const reader = loginUrl(url, 'reader', TEST_SECRET);
      expect(await connectAs(reader)).toBeUndefined();
      await using other = await createTestDatabase();
      const { pathname } = new URL(other.ownerUrl);
      expect(await connectAs(databaseUrl(reader, pathname.slice(1)))).toMatch('permission denied');
    },
    60_000,
  );

  inLong(
    'a renamed database keeps its roles, and a new one of its earlier name has others',
    async () => {
      const owner = await createOwner();
      const [name, renamed] = [`test_old_${random()}`, `test_new_${random()}`];
      const url = await createOwned(owner, name);
      expect(await prepare(url)).toMatchObject({ rolePrefix: name });
      await server.query(`alter database ${name} rename to ${renamed}`);
      const renamedUrl = urlOf(owner, renamed);
      databases.add(renamed);
      for (const login of loginNames(renamed)) roles.add(login);
      const former = databaseUrl(loginUrl(url, 'app', TEST_SECRET), renamed);
      expect(await connectAs(former)).toBeUndefined();
      expect(await prepare(renamedUrl)).toMatchObject({ rolePrefix: name });
      expect(await connectAs(loginUrl(renamedUrl, 'app', TEST_SECRET))).toBeUndefined();
      expect(await connectAs(former)).toMatch('permission denied');

      expect(await prepare(await createOwned(owner, name))).toMatchObject({ rolePrefix: `${name}_2` });
      expect(await connectAs(former)).toMatch('permission denied');
      // A dropped database leaves its roles, which a new one of its name takes.
      await server.query(`drop database ${name} with (force)`);
      expect(await prepare(await createOwned(owner, name))).toMatchObject({ rolePrefix: `${name}_2` });
    },
    60_000,
  );
});

const version = async () =>
  Number((await server.query("select current_setting('server_version_num') as version")).rows[0].version);

async function connectToServer(name: string): Promise<pg.Client> {
  const superuser = new pg.Client({ connectionString: databaseUrl(inject('serverUrl'), name) });
  await superuser.connect();
  return superuser;
}

/** Checks the rights of the owner as `prepare` does before the migrations, which takes a fraction of its time. */
async function checkRights(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await requireRights(owner, url);
  } finally {
    await owner.end();
  }
}

/** Runs the command that the message names, in the database of the shop, and expects that nothing else is missing. */
async function expectRemedy(
  { name, url }: { name: string; url: string },
  message: string,
  run: (url: string) => Promise<unknown> = prepare,
): Promise<void> {
  const failure = await prepare(url).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ name: 'StartError', message: expect.stringContaining(message) });
  const said = (failure as Error).message;
  expect(said).not.toContain('\n');
  const [, command = ''] = /\b[Rr]un(?: in it| for each)?: (.+?;)/.exec(said) ?? [];
  const superuser = await connectToServer(name);
  await superuser.query(command);
  await superuser.end();
  await run(url);
}

describe('a missing right is one line with the command that grants it', () => {
  let name: string;
  let owner: string;
  let url: string;

  async function create(rights = 'createrole'): Promise<void> {
    name = `test_right_${random()}`;
    owner = await createOwner(rights);
    url = await createOwned(owner, name);
  }

  afterEach(dropAll);

  /** After these remedies, the database is like those above, whose migrations succeed. */
  const remedied = isLong ? prepare : checkRights;

  test('to create roles', async () => {
    await create('');
    await expectRemedy(
      { name, url },
      `The role "${owner}" may not create the roles of the shop. Run: alter role`,
      remedied,
    );
  });

  test('the ownership of the database', async () => {
    await create();
    await server.query(
      `alter database ${name} owner to current_user; grant create on database ${name} to ${owner}`,
    );
    await expectRemedy(
      { name, url },
      `The role "${owner}" does not own the database "${name}". Run: alter database`,
      remedied,
    );
  });

  test('the ownership of the schema public', async () => {
    await create();
    const superuser = await connectToServer(name);
    await superuser.query('alter schema public owner to current_user; grant all on schema public to public');
    await expectRemedy({ name, url }, `does not own the schema public of the database "${name}"`, remedied);
    await superuser.query('drop schema public cascade');
    await superuser.end();
    await expect(prepare(url)).rejects.toThrow(`The database "${name}" has no schema public.`);
  });

  test('logins that another role created', async ({ skip }) => {
    if ((await version()) < 160_000) skip('Before PostgreSQL 16, CREATEROLE is enough.');
    await create();
    await server.query(`create role ${name}_reader`);
    await expectRemedy(
      { name, url },
      `The role "${owner}" may not grant roles of the shop that another one created. Run: grant ${name}_reader to`,
    );
  });

  test('the encoding', async () => {
    await create();
    await server.query(`drop database ${name}`);
    await server.query(
      `create database ${name} owner ${owner} template template0 encoding 'LATIN1' locale 'C' locale_provider libc`,
    );
    await expect(prepare(url)).rejects.toThrow(`The database "${name}" has the encoding LATIN1.`);
  });
});

describe('a database that is prepared', () => {
  let name: string;
  let owner: string;
  let url: string;

  beforeAll(async () => {
    name = `test_prepared_${random()}`;
    owner = await createOwner();
    url = await createOwned(owner, name);
    await prepare(url);
  });
  afterAll(dropAll);

  test('gives its roles to an operator’s own login for the application', async () => {
    const app = await createOwner('');
    const appUrl = new URL(url);
    appUrl.username = app;
    await prepare(url, { appUrl: appUrl.href });
    await prepare(url, { appUrl: appUrl.href });
    const client = new pg.Client({ connectionString: appUrl.href });
    await client.connect();
    await client.query(`set role ${name}__service_role`);
    await client.query('select from orders');
    await client.end();
  });

  test('is refused while a login may create databases', async ({ skip }) => {
    if ((await version()) < 160_000) skip('Before PostgreSQL 16, CREATEROLE is enough.');
    await server.query(`alter role ${name}_app createdb`);
    await expectRemedy({ name, url }, `The login ${name}_app may create databases. Run: alter role`);
  });

  test('is refused while a table is of another role', async () => {
    const superuser = await connectToServer(name);
    await superuser.query('alter table orders owner to current_user');
    await superuser.end();
    await expectRemedy(
      { name, url },
      `The role "${owner}" does not own orders (one of 1 tables of another role).`,
    );
  });
});
