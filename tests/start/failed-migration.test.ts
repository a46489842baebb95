import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, type Migration, readMigrations } from '#server/database/migrate.ts';
import { watchLocks } from '#server/database/watch-locks.ts';
import { runShop } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let earlier: Migration[];

beforeEach(async () => {
  database = await createTestDatabase();
  earlier = await readMigrations();
});
afterEach(() => database[Symbol.asyncDispose]());

const next = (sql: string): Migration[] => [...earlier, { name: '9999_next', sql, checksum: 'x' }];

async function facts() {
  const { rows } = await database.owner.query(
    `select (select count(*)::int from migrations) as migrations, to_regclass('public.half') as half,
       (select count(*)::int from pg_attribute where attrelid = 'orders'::regclass and attname = 'half') as columns`,
  );
  return rows[0];
}

test('a migration that fails half-way leaves nothing, and the earlier version still starts', async () => {
  const failing = next(
    'create table public.half (); alter table public.orders add column half text; select 1 / 0;',
  );
  await expect(migrate(database.owner, failing)).rejects.toThrow(
    'Migration 9999_next failed: division by zero',
  );
  expect(await facts()).toEqual({ migrations: earlier.length, half: null, columns: 0 });
  const shop = runShop({ DATABASE_URL: database.ownerUrl, AUTH_SECRET: TEST_SECRET });
  const address = await shop.ready();
  expect((await fetch(`${address}/health`)).status).toBe(200);
  await shop.kill('SIGTERM');
});

test('a migration that waits for a lock lets requests pass in between, and is applied at last', async () => {
  const { owner, ownerUrl } = database;
  const long = new pg.Client({ connectionString: ownerUrl, application_name: 'a report' });
  await long.connect();
  await long.query('begin');
  await long.query('select from orders');
  const migrating = new pg.Client({ connectionString: ownerUrl });
  await migrating.connect();
  const pidOf = async (client: pg.Client) =>
    (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number;
  const holder = await pidOf(long);
  const printed: string[] = [];
  const watch = watchLocks({
    connectionString: ownerUrl,
    pid: await pidOf(migrating),
    print: (line) => printed.push(line),
    everyMs: 100,
  });
  const done = migrate(migrating, next('alter table public.orders add column half text'));
  const waits = async () =>
    (
      await owner.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rowCount;
  await expect.poll(waits, { interval: 10, timeout: 10_000 }).toBe(1);
  const asked = performance.now();
  // It waits behind the migration, which gives up first.
  await owner.query('select from orders');
  expect(performance.now() - asked).toBeLessThan(4_000);
  expect(await facts()).toMatchObject({ columns: 0 });
  const says = `Waiting for AccessExclusiveLock of orders: connection ${holder} (login test_owner, application "a report", from 127.0.0.1; idle in transaction`;
  await expect
    .poll(() => printed.filter((line) => line.startsWith(says)).length, { timeout: 10_000 })
    .toBeGreaterThan(1);
  await long.query('commit');
  await long.end();
  await done;
  await watch.stop();
  await migrating.end();
  expect(await facts()).toMatchObject({ migrations: earlier.length + 1, columns: 1 });
});
