import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { inLong } from '../support/in-long.ts';
import { createDatabase, databaseUrl, dropDatabase } from '../support/database-server.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';

const SECRET = 'a secret that all processes share, and long enough';

let name: string;
let url: string;
let server: pg.Client;
let shops: ShopProcess[];

beforeEach(async () => {
  name = `test_start_${randomBytes(4).toString('hex')}`;
  url = databaseUrl(inject('ownerUrl'), name);
  server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  await createDatabase(server, name);
  shops = [];
});

/** Replaces the empty database by a migrated one. */
async function migrated(): Promise<void> {
  await server.query(`drop database ${name}`);
  await createDatabase(server, name, inject('templateName'));
}

afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
  await dropDatabase(server, name);
  await server.end();
});

function start(environment: Record<string, string> = {}): ShopProcess {
  const shop = runShop({ DATABASE_URL: url, AUTH_SECRET: SECRET, DEMO: 'true', ...environment });
  shops.push(shop);
  return shop;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Resolves when a statement of the shop waits for a lock of this test. */
async function isHeldUp(): Promise<void> {
  const waiting = async () => {
    const { rows } = await server.query(
      "select count(*)::int as count from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'",
      [name],
    );
    return rows[0].count;
  };
  await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toBeGreaterThan(0);
}

/** Resolves when only this test is connected: the killed process's transaction is rolled back. */
async function isGone(): Promise<void> {
  const connected = async () => {
    const { rows } = await server.query(
      'select count(*)::int as count from pg_stat_activity where datname = $1',
      [name],
    );
    return rows[0].count;
  };
  await expect.poll(connected, { interval: 10, timeout: 20_000 }).toBe(0);
}

async function expectWholeShop(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select (select count(*)::int from parts_catalog) as parts,
      (select sum(parts)::int from catalog_counts) as counted,
      (select count(*)::int from user_roles) as admins,
      (select count(*)::int from installation_steps where name in ('demo shop', 'first admin')) as steps`);
  expect(rows).toEqual([{ parts: 60, counted: 60, admins: 1, steps: 2 }]);
}

test('two concurrent processes on an empty database both start, and seed it once', async () => {
  const both = [start(), start()];
  await Promise.all(both.map((shop) => shop.ready()));
  expect(both.flatMap((shop) => shop.lines).filter((line) => line.startsWith('Admin'))).toHaveLength(1);
  const client = await connect();
  await expectWholeShop(client);
  await client.end();
});

describe('a killed process leaves no incomplete work', () => {
  test('during migrations', async () => {
    const blocker = await connect();
    // The third migration waits for a lock at this table; two have run by then.
    await blocker.query('begin');
    await blocker.query('create table public.audit_logs ()');
    const killed = start();
    await isHeldUp();
    await killed.kill('SIGKILL');
    await blocker.query('rollback');
    const { rows } = await blocker.query('select name from migrations order by name');
    expect(rows.map((row) => row.name)).toEqual(['0001_roles', '0002_accounts']);

    await start().ready();
    await expectWholeShop(blocker);
    await blocker.end();
  });

  inLong('while loading the demo shop', async () => {
    await migrated();
    const blocker = await connect();
    // All parts are copied; counting them waits for a lock of this test.
    await blocker.query('begin');
    await blocker.query('lock table catalog_counts in share mode');
    const killed = start();
    await isHeldUp();
    await killed.kill('SIGKILL');
    await blocker.query('rollback');
    await blocker.end();
    await isGone();

    const client = await connect();
    const { rows } = await client.query('select count(*)::int as parts from parts_catalog');
    expect(rows).toEqual([{ parts: 0 }]);
    await start().ready();
    await expectWholeShop(client);
    await client.end();
  });
});

describe('a signal rolls back the running work, at the server too, and ends the process in time', () => {
  async function stopsInTime(shop: ShopProcess): Promise<void> {
    const asked = performance.now();
    expect(await shop.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(10_000);
  }

  test('during migrations', async () => {
    const blocker = await connect();
    await blocker.query('begin');
    await blocker.query('create table public.audit_logs ()');
    const stopped = start();
    await isHeldUp();
    await stopsInTime(stopped);
    // The server notices closed connections a moment later.
    await expect
      .poll(
        async () => (await server.query('select from pg_stat_activity where datname = $1', [name])).rowCount,
      )
      .toBe(1);
    await blocker.query('rollback');
    const { rows } = await blocker.query('select name from migrations order by name');
    expect(rows.map((row) => row.name)).toEqual(['0001_roles', '0002_accounts']);
    await blocker.end();
  });

  inLong('while loading the demo shop', async () => {
    await migrated();
    const blocker = await connect();
    await blocker.query('begin');
    await blocker.query('lock table catalog_counts in share mode');
    const stopped = start();
    await isHeldUp();
    await stopsInTime(stopped);
    await blocker.query('rollback');
    const { rows } = await blocker.query('select count(*)::int as parts from parts_catalog');
    expect(rows).toEqual([{ parts: 0 }]);
    await blocker.end();
  });
});

test('a database with a migration of a newer version is not changed', async () => {
  await migrated();
  const client = await connect();
  await client.query("insert into migrations (name, checksum) values ('9999_future', 'x')");
  await client.end();

  const older = start();
  expect(await older.exited).toMatchObject({ code: 1 });
  expect(older.lines).toEqual([
    "Partyard can't start. The database is newer than this version of the shop: it has migration 9999_future.",
  ]);
});

test('a database from before the first release is not changed, and the error says what to do', async () => {
  await migrated();
  const client = await connect();
  const objects = 'select count(*)::int as count from pg_class';
  const before = await client.query(objects);
  await client.query(
    `delete from migrations; insert into migrations (name, checksum) values ('0001_identity', 'x')`,
  );

  const newer = start();
  expect(await newer.exited).toMatchObject({ code: 1 });
  expect(newer.lines).toEqual([
    'Partyard can\'t start. The database is from before the first release and can\'t be upgraded. With the version that made it, download the parts at /admin/export and run "npm run settings -- export FILE". Then import both into a new shop.',
  ]);
  expect((await client.query(objects)).rows).toEqual(before.rows);
  await client.end();
});

test('the running shop connects only with its own logins', async () => {
  await migrated();
  const shop = start({ DEMO: 'false' });
  const address = await shop.ready();
  await fetch(`${address}/api/parts`);
  await fetch(`${address}/auth/v1/user`);
  const { rows } = await server.query(
    `select distinct usename as name from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
    [name],
  );
  expect(rows.map((row) => row.name).filter((login) => !login.startsWith(`${name}_`))).toEqual([]);
});
