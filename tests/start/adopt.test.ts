import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { adoptDatabase } from '#server/database/adopt.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { prepareQueue } from '#server/jobs/queue.ts';
import { StartError } from '#server/start-error.ts';
import { databaseUrl } from '../support/database-server.ts';
import { describeSchema } from '../support/describe-schema.ts';
import { makeEarlierShop, readContents } from '../support/earlier-layout.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { createTestDatabase } from '../support/test-database.ts';

const ADOPTED = 'The database has the present layout now: 16 migrations in the place of 28.';
const NOTHING =
  'There is nothing to do: the database does not have the layout from before the first release.';
const APPLIED = 'select name, checksum from migrations order by name';

const template = `test_earlier_${process.pid}`;
let server: pg.Client;
let name: string;
let owner: pg.Client;

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(inject('serverUrl'), database) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

beforeAll(async () => {
  server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  await server.query(`create database ${template}`);
  const client = await connect(template);
  await makeEarlierShop(client);
  await client.end();
});

afterAll(async () => {
  await server.query(`drop database ${template}`);
  await server.end();
});

beforeEach(async () => {
  name = `test_adopt_${randomBytes(4).toString('hex')}`;
  await server.query(`create database ${name} template ${template}`);
  owner = await connect(name);
});

afterEach(async () => {
  await owner.end();
  await server.query(`drop database ${name} with (force)`);
  await server.query(`drop role if exists ${name}_jobs`);
});

function adopt(client = owner): Promise<string> {
  return adoptDatabase(client, () => undefined);
}

/** Restores the database after `work`. */
async function changesNothing(work: () => Promise<void>): Promise<void> {
  const all = async () => [
    await describeSchema(owner),
    await readContents(owner),
    (await owner.query(APPLIED)).rows,
  ];
  const before = await all();
  await work();
  expect(await all()).toEqual(before);
}

describe('a database from before the first release', () => {
  test('does not start: one line names the command to run', () =>
    changesNothing(async () => {
      await expect(migrate(owner)).rejects.toThrow(
        new StartError(
          'The database has the layout from before the first release: run "npm run adopt" once, then start the shop again.',
        ),
      );
    }));

  test('has its data and the schema of a new database after it was adopted', async () => {
    const before = await readContents(owner);
    expect(await adopt()).toBe(ADOPTED);
    expect(await readContents(owner)).toEqual(before);

    // As the next start does with later migrations.
    await migrate(owner);
    await using fresh = await createTestDatabase();
    await prepareQueue(databaseUrl(inject('serverUrl'), name));
    // Months of page views have no chain in a new shop.
    const isOfPageViews = (line: string) => line.includes('audit.links_YYYY_MM_page_views');
    const adopted = (await describeSchema(owner)).filter((line) => !isOfPageViews(line));
    expect(adopted).toEqual(await describeSchema(fresh.owner));
    expect((await owner.query(APPLIED)).rows).toEqual((await fresh.owner.query(APPLIED)).rows);

    expect((await owner.query('select * from check_search()')).rows).toEqual([]);
    expect((await owner.query('select * from check_audit_chain()')).rows).toEqual([]);
    const restored = await owner.query("select restore_deleted_parts('-infinity')::int as parts");
    expect(restored.rows).toEqual([{ parts: 1 }]);
  });

  test('keeps the links of page views and searches, which stay verifiable until they are dropped', async () => {
    const ask = async (text: string) => (await owner.query(text)).rows;
    const logAll = (times: number) =>
      ask(`select log_audit_event(p_action => action) from generate_series(1, ${times}),
        unnest(array['page_view', 'search', 'login_success']) as action`);
    const broken = () => ask('select chain, problem from check_audit_chain()');
    await logAll(2);
    await ask("select audit.make_month('2020-02-01')");
    await ask("insert into audit_logs (action, created_at) values ('page_view', '2020-02-02')");
    await adopt();
    await logAll(3);
    expect(
      await ask("select * from audit.chains where rows > 0 and month > '2020-02-01' order by number"),
    ).toMatchObject([
      { page_views: false, rows: '8' },
      { page_views: true, rows: '3' },
    ]);
    expect(await broken()).toEqual([]);

    const changed = async (action: string, order: 'asc' | 'desc') => {
      await ask(`begin; update audit_logs set user_agent = 'x' where id = (select id from audit_logs
        where action = '${action}' and created_at > '2020-03-01' order by created_at ${order} limit 1)`);
      const found = await broken();
      await ask('rollback');
      return found.map(({ problem }) => problem);
    };
    expect(await changed('page_view', 'asc')).toEqual(['event or link 1 was changed']);
    expect(await changed('search', 'asc')).toEqual([expect.stringMatching(/^event or link \d was changed$/)]);
    expect(await changed('search', 'desc')).toEqual([]);

    await ask("begin; update audit_logs set user_agent = 'x' where created_at < '2020-03-01'");
    expect(await ask('select * from tend_audit_logs() as line')).toEqual([
      { line: '2020_02_page_views is kept, since it is broken: event or link 1 was changed' },
    ]);
    await ask('rollback');
    expect(await ask('select * from tend_audit_logs() as line')).toEqual([
      { line: '2020_02_page_views is dropped' },
    ]);
    expect(
      await ask("select rows, dropped_at from audit_heads() where chain = '2020_02_page_views'"),
    ).toEqual([{ rows: '1', dropped_at: expect.any(Date) }]);
    expect(await ask("select to_regclass('audit.links_2020_02_page_views') as links")).toEqual([
      { links: null },
    ]);
    expect(await broken()).toEqual([]);
  });

  test('is adopted once', async () => {
    await adopt();
    await changesNothing(async () => {
      expect(await adopt()).toBe(NOTHING);
    });
  });

  test('is unchanged if the command fails, and can be adopted later', async () => {
    await changesNothing(async () => {
      const [blocker, killed] = [await connect(name), await connect(name)];
      await blocker.query('begin');
      // The list of migrations is written last.
      await blocker.query('lock table migrations in share mode');
      const { rows } = await killed.query('select pg_backend_pid() as pid');
      const adopting = adopt(killed).catch(() => 'killed');
      const waits = async () =>
        (await server.query('select from pg_locks where pid = $1 and not granted', [rows[0].pid])).rowCount;
      await expect.poll(waits, { interval: 10, timeout: 20_000 }).toBe(1);
      await server.query('select pg_terminate_backend($1, 10000)', [rows[0].pid]);
      expect(await adopting).toBe('killed');
      await blocker.end();
    });
    expect(await adopt()).toBe(ADOPTED);
  });

  test('is not adopted while a shop runs on it', async () => {
    await server.query(`create role ${name}_jobs login password 'of-a-test'`);
    const jobs = new URL(databaseUrl(inject('serverUrl'), name));
    jobs.username = `${name}_jobs`;
    jobs.password = 'of-a-test';
    const shop = new pg.Client({ connectionString: jobs.href });
    await shop.connect();
    await changesNothing(() =>
      expect(adopt()).rejects.toThrow(new StartError('A shop runs on this database: stop it first.')),
    );
    await shop.end();
  });

  test.each([
    [
      'a migration was changed',
      "update migrations set checksum = 'x' where name = '0007_audit'",
      'Migration 0007_audit was changed after the database has had it.',
    ],
    [
      'it has had another migration',
      "insert into migrations values ('9999_future', 'x')",
      'The database has had migration 9999_future, which this version does not know.',
    ],
    [
      'it has had only some of the migrations',
      "delete from migrations where name > '0026'",
      'The database has had 23 of the 28 migrations from before the first release: start the last version that ' +
        'has db/migrations/0033_search_maintenance.sql on it once, then run "npm run adopt".',
    ],
  ])('is neither adopted nor started when %s', async (_what, change, line) => {
    await owner.query(change);
    await changesNothing(async () => {
      await expect(adopt()).rejects.toThrow(new StartError(line));
      await expect(migrate(owner)).rejects.toThrow(new StartError(line));
    });
  });
});

test('npm run adopt starts the embedded database, and then the shop can start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'partyard-adopt-'));
  await chmod(folder, 0o755);
  const environment = { DATA_DIR: folder, DEMO: 'false' };
  let shop: ShopProcess | undefined;
  try {
    const embedded = await startEmbedded(folder, { settings: ['-c fsync=off'] });
    const client = new pg.Client({ connectionString: embedded.url });
    await client.connect();
    await makeEarlierShop(client);
    await client.end();
    await embedded.stop();

    const adopting = runShop(environment, { command: [process.execPath, 'server/adopt.ts'] });
    expect(await adopting.exited).toMatchObject({ code: 0 });
    expect(adopting.lines).toEqual([ADOPTED]);

    shop = runShop(environment);
    const found = await fetch(`${await shop.ready()}/api/parts?q=45022tr3`);
    expect(await found.json()).toMatchObject({
      total: 1,
      parts: [{ part_name: 'Brake Pad', stock_quantity: 2 }],
    });
  } finally {
    await shop?.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
