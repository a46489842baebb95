import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { databaseName, loginNames, loginUrl } from '#server/database/logins.ts';
import { groupRoleNames, unquotedName } from '#server/database/role-names.ts';
import { databaseUrl } from '../support/database-server.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { inLong } from '../support/in-long.ts';
import { TEST_SECRET } from '../support/test-database.ts';

interface Place {
  /** A role with CREATEROLE, which owns the database and is nothing else. */
  owner: string;
  name: string;
  url: string;
}

let server: pg.Client;
let places: Place[];
let shops: ShopProcess[];

beforeAll(async () => {
  server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  const id = randomBytes(4).toString('hex');
  // The login "service" of the second one is named like the role auth_service of the first one.
  places = ['', '_auth'].map((suffix, index) => {
    const [owner, name] = [`test_owner_${id}_${index}`, `test_shop_${id}${suffix}`];
    const url = new URL(databaseUrl(inject('serverUrl'), name));
    url.username = owner;
    url.password = 'the password';
    return { owner, name, url: url.href };
  });
  for (const { owner, name } of places) {
    await server.query(`create role ${owner} login createrole password 'the password'`);
    await server.query(`create database ${name} owner ${owner}`);
  }
  shops = [];
});

afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
  shops = [];
});

afterAll(async () => {
  for (const place of places) await remove(place);
  await server.end();
});

/** As docs/operating.md says. */
async function remove({ owner, name }: Place): Promise<void> {
  await server.query(`drop database if exists ${name} with (force)`);
  const { rows } = await server.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any ($1)',
    [rolesOf(name)],
  );
  for (const role of rows) await server.query(`drop role ${role.name}`);
  await server.query(`drop role if exists ${owner}`);
}

const rolesOf = (name: string) => [...loginNames(name), ...groupRoleNames(unquotedName(name))];

function start({ url }: Place): ShopProcess {
  const shop = runShop({ DATABASE_URL: url, AUTH_SECRET: TEST_SECRET, DEMO: 'true' });
  shops.push(shop);
  return shop;
}

async function expectServes(shop: ShopProcess): Promise<void> {
  const address = await shop.ready();
  for (const path of ['/health', '/junkyard', '/api/parts', '/cart'])
    expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
  const { code } = await signIn(address);
  expect(code).toBe(400);
}

/** With a wrong password: accounts and limits are read and written. */
async function signIn(address: string): Promise<{ code: number }> {
  const response = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { Origin: address, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' }),
  });
  return { code: response.status };
}

async function connectError(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  } finally {
    await client.end().catch(() => undefined);
  }
}

inLong(
  'two shops of two owners on one server start together, and neither reaches the other one',
  async () => {
    const both = places.map(start);
    await Promise.all(both.map(expectServes));
    const { rows: owners } = await server.query(
      `select rolname from pg_roles where rolname = any ($1) and not (rolsuper or rolcreatedb or rolbypassrls or rolreplication)`,
      [places.map(({ owner }) => owner)],
    );
    expect(owners).toHaveLength(2);
    const { rows: shared } = await server.query(
      `select granted.rolname as granted, login.rolname as member from pg_auth_members
     join pg_roles as granted on granted.oid = roleid join pg_roles as login on login.oid = member
     where granted.rolname = any ($1) and login.rolname = any ($2) or granted.rolname = any ($2) and login.rolname = any ($1)`,
      places.map(({ name, owner }) => [...rolesOf(name), owner]),
    );
    expect(shared).toEqual([]);
    for (const [own, other] of [places, places.toReversed()] as [Place, Place][]) {
      for (const login of ['app', 'service', 'reader', 'auth', 'jobs', 'limits'] as const) {
        const url = loginUrl(own.url, login, TEST_SECRET);
        expect([login, await connectError(url)]).toEqual([login, undefined]);
        expect([login, await connectError(databaseUrl(url, databaseName(other.url)))]).toEqual([
          login,
          '42501',
        ]);
      }
      expect(await connectError(databaseUrl(own.url, databaseName(other.url)))).toBe('42501');
    }
  },
  180_000,
);

inLong(
  'without one of them the other one serves, and starts again',
  async () => {
    const [first, second] = places as [Place, Place];
    const running = start(second);
    await running.ready();
    await remove(first);
    await expectServes(running);
    await running.kill('SIGTERM');
    await expectServes(start(second));
  },
  180_000,
);

test('a start without a right ends with one line that says how to grant it', async () => {
  const [, second] = places as [Place, Place];
  await server.query(`alter role ${second.owner} nocreaterole`);
  const shop = start(second);
  expect(await shop.exited).toMatchObject({ code: 1 });
  expect(shop.lines).toEqual([
    `Partyard can't start. The role "${second.owner}" may not create the roles of the shop. Run: alter role "${second.owner}" createrole; (The rights that the shop needs are in docs/operating.md.)`,
  ]);
});
