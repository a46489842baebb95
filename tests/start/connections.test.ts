import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '#server/database/embedded.ts';
import { RUNNER_COUNT } from '#server/jobs/worker.ts';
import { inLong } from '../support/in-long.ts';
import { FAST_SETTINGS } from '../support/database-server.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { TEST_SECRET } from '../support/test-database.ts';

const MAX_CONNECTIONS = 30;
const TOKEN = 'a-token-for-figures-that-is-long-enough';
const DOCTOR = join(import.meta.dirname, '../../server/doctor/command.ts');

let folder: string;
let server: EmbeddedDatabase;
let owner: pg.Client;
let shop: ShopProcess;
let address: string;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partyard-connections-'));
  await chmod(folder, 0o755);
  // The last one counts.
  server = await startEmbedded(join(folder, 'database'), {
    settings: [...FAST_SETTINGS, `-c max_connections=${MAX_CONNECTIONS}`],
  });
  environment = {
    DATABASE_URL: server.url,
    DATA_DIR: join(folder, 'data'),
    AUTH_SECRET: TEST_SECRET,
    METRICS_TOKEN: TOKEN,
    LOG_LEVEL: 'error',
  };
  shop = runShop({ ...environment, DEMO: 'true', PAGE_CACHE_MB: '0' });
  address = await shop.ready();
  owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await shop.kill('SIGTERM');
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A kept connection may be closed by the shop just when it is used again. */
const get = (path: string) =>
  fetch(`${address}${path}`, { headers: { Authorization: `Bearer ${TOKEN}`, Connection: 'close' } });

/** Takes all connections, also those that the shop had, until it has none. One that is being opened has no name yet. */
async function takeAll(): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  const left = async () =>
    (
      await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and usename is distinct from current_user`,
      )
    ).rowCount;
  for (;;) {
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch (error) {
      expect((error as { code?: string }).code).toBe('53300');
      if ((await left()) === 0) return taken;
    }
  }
}

async function whileAllAreTaken(work: () => Promise<void>): Promise<void> {
  const taken = await takeAll();
  try {
    await work();
  } finally {
    await Promise.all(taken.map((client) => client.end()));
  }
}

test('while the server has no connection left, requests wait for one', async () => {
  expect((await get('/junkyard')).status).toBe(200);
  let waiting: Promise<Response[]> | undefined;
  await whileAllAreTaken(async () => {
    waiting = Promise.all([1, 2, 3].map(() => get('/junkyard')));
    // It asks the database, too, and gives up after two seconds. They give up after five.
    expect((await get('/metrics')).status).toBe(200);
  });
  expect((await waiting)?.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await (await get('/metrics')).text()).toMatch(
    /connections_refused_total\{[^}]*pool="reader"[^}]*\} [1-9]/,
  );
});

inLong(
  'after five seconds they get 503, an alert is raised, and all is well when there are some again',
  async () => {
    const ask = () =>
      Promise.all(
        ['/junkyard', '/api/parts', '/api/models?make=Honda'].flatMap((path) =>
          [1, 2, 3].map(() => get(path)),
        ),
      );
    await whileAllAreTaken(async () => {
      for (const { status, headers } of await ask())
        expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
      const asked = performance.now();
      expect((await ask()).map(({ status }) => status)).toEqual(Array(9).fill(503));
      expect(performance.now() - asked).toBeLessThan(4_000);
    });
    const answers = async () => (await ask()).map(({ status }) => status);
    await expect.poll(answers, { interval: 200, timeout: 10_000 }).toEqual(Array(9).fill(200));
    const alerts = async () =>
      (await owner.query("select details from alerts where kind = 'connections-refused'")).rows;
    await expect.poll(alerts, { interval: 100, timeout: 10_000 }).toHaveLength(1);
    expect(shop.lines.filter((line) => line.includes('no connection left'))).toHaveLength(1);
    // Jobs and live updates, too.
    const ready = async () => (await (await get('/ready')).json()) as object;
    await expect.poll(ready, { interval: 200, timeout: 20_000 }).toMatchObject({ status: 'ready' });
  },
);

inLong('the doctor says how many connections are needed', async () => {
  const diagnose = (more: Record<string, string> = {}) =>
    new Promise<string>((resolve) => {
      const env = { PATH: process.env.PATH, PORT: '9', WORKERS: '1', ...environment, ...more };
      execFile(process.execPath, [DOCTOR], { env }, (_error, stdout, stderr) => resolve(stdout + stderr));
    });
  // Queues that ended with their connections.
  const runners = async () =>
    (await owner.query("select from job_workers where alive_at > now() - interval '7 seconds'")).rowCount;
  await expect.poll(runners, { interval: 200, timeout: 20_000 }).toBe(RUNNER_COUNT);
  const [all, few] = await Promise.all([diagnose(), diagnose({ DATABASE_CONNECTIONS: '24' })]);
  expect(all).toContain('uses up to 48 connections, and 3 are reserved, but the server allows 30.');
  expect(all).toContain(
    'Set max_connections to 51 or more, or DATABASE_CONNECTIONS of each shop to 27 or less.',
  );
  expect(few).not.toContain('but the server allows');
});
