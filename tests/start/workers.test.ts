import { Agent, request } from 'node:http';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RUNNER_COUNT } from '#server/jobs/worker.ts';
import { tallyRules } from '#core/limits/limits.ts';
import { createDataFolder } from '../support/data-folder.ts';
import { connectAsOwner, runningDatabase } from '../support/embedded.ts';
import { inLong } from '../support/in-long.ts';
import { openLive } from '../support/live.ts';
import { randomAddress } from '../support/random-address.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

const ADMIN = { email: 'ada@example.com', password: 'a password for Ada' };
const RESTARTED = /^Worker 2 +restarted$/;

let shop: ShopProcess;
let address: string;
let connections: Agent[];

beforeEach(() => {
  connections = [];
});
afterEach(() => {
  for (const connection of connections) connection.destroy();
});

interface Answer {
  status: number;
  text: string;
  headers: Record<string, string>;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

function send(path: string, agent: Agent | false, { body, ...options }: Sent = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(new URL(path, address), { agent, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text,
          headers: response.headers as Record<string, string>,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The worker that has answered, by the log. */
async function workerOf({ headers }: Answer): Promise<{ worker: number; pid: number }> {
  const line = await shop.line(new RegExp(`^{.*"requestId":"${headers['x-request-id']}"`));
  return JSON.parse(line) as { worker: number; pid: number };
}

/** A connection to this worker, which stays open, and the worker's process. */
async function connectTo(worker: number): Promise<{ connection: Agent; pid: number }> {
  for (;;) {
    const connection = new Agent({ keepAlive: true, maxSockets: 1 });
    connections.push(connection);
    const answered = await workerOf(await send('/about', connection));
    if (answered.worker === worker) return { connection, pid: answered.pid };
  }
}

describe('two processes over one database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    shop = runShop({
      WORKERS: '2',
      DATABASE_URL: database.ownerUrl,
      AUTH_SECRET: TEST_SECRET,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'info',
    });
    address = await shop.ready();
  });
  afterAll(async () => {
    await shop.kill('SIGTERM');
    await database[Symbol.asyncDispose]();
  });

  test('share the port, and one of them works on the jobs', async () => {
    const [first, second] = [await connectTo(1), await connectTo(2)];
    expect(new Set([first.pid, second.pid, shop.pid]).size).toBe(3);
    const runners = async () =>
      (await database.owner.query('select count(*)::int as runners from job_workers')).rows[0].runners;
    await expect.poll(runners, { timeout: 10_000 }).toBe(RUNNER_COUNT);
    const { rows } = await database.owner.query(
      `select count(*)::int as connections from pg_stat_activity
       where datname = current_database() and usename like '%\\_jobs' and query ilike 'listen%'`,
    );
    expect(rows).toEqual([{ connections: RUNNER_COUNT }]);
  });

  inLong('what one of them has changed, the other one shows on the next request', async () => {
    const { connection: one } = await connectTo(1);
    const { connection: other } = await connectTo(2);
    const signedIn = await send('/auth/v1/token?grant_type=password', one, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: address },
      body: JSON.stringify(ADMIN),
    });
    expect(signedIn.status).toBe(200);
    const cookies = signedIn.headers['set-cookie'] as unknown as string[];
    const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    for (let turn = 0; turn < 40; turn += 1) {
      const [writer, reader] = turn % 2 === 0 ? [one, other] : [other, one];
      const phone = `(619) 555-01${String(turn + 10)}`;
      const { rows } = await database.owner.query('select version from shop_settings');
      const values = {
        intent: 'save',
        topic: 'business',
        values: JSON.stringify({ phone }),
        seenVersion: String(rows[0].version),
      };
      const saved = await send('/admin/settings.data', writer, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: address, Cookie },
        body: new URLSearchParams(values).toString(),
      });
      expect(saved.status).toBe(200);
      expect((await send('/contact', reader)).text).toContain(phone);
    }
  });

  test('writes from one address count together', async () => {
    const both = [await connectTo(1), await connectTo(2)];
    const { points } = tallyRules.writes;
    // Refused, but counted before.
    const headers = { 'X-Forwarded-For': randomAddress(), Origin: 'http://elsewhere.example' };
    const counts = both.map(async ({ connection }) => {
      let accepted = 0;
      for (let n = 0; n < points; n += 1) {
        const { status } = await send('/cart', connection, { method: 'POST', headers });
        expect([403, 429]).toContain(status);
        if (status === 403) accepted += 1;
      }
      return accepted;
    });
    const [one = 0, other = 0] = await Promise.all(counts);
    expect(one + other).toBeGreaterThan(points - 100);
    // A process goes on until the database has answered. If each counted for itself, all would be accepted.
    expect(one + other).toBeLessThan(points * 1.5);
  });

  test('streams from one address count together', async () => {
    const headers = { 'X-Forwarded-For': randomAddress() };
    const streams = [];
    for (let n = 0; n < 230; n += 1) streams.push(await openLive(address, ['list:'], { headers }));
    const opened = streams.filter(({ status }) => status === 200).length;
    for (const stream of streams) stream[Symbol.dispose]();
    expect(opened).toBeGreaterThan(150);
    expect(opened).toBeLessThanOrEqual(200);
  });

  test('a killed one is replaced, at once and then later, while the other one serves', async () => {
    const { connection: other } = await connectTo(1);
    const restarts = () => shop.lines.filter((line) => RESTARTED.test(line)).length;
    for (let kill = 0; kill < 2; kill += 1) {
      const { pid } = await connectTo(2);
      const before = restarts();
      const killedAt = performance.now();
      process.kill(pid, 'SIGKILL');
      let failed = 0;
      while (restarts() === before) {
        expect((await send('/about', other)).status).toBe(200);
        const status = await send('/about', false, { signal: AbortSignal.timeout(10_000) }).then(
          (answer) => answer.status,
          () => 0,
        );
        expect([200, 0]).toContain(status);
        if (status === 0) failed += 1;
      }
      // Only the connection that the supervisor had just passed to the killed process.
      expect(failed).toBeLessThanOrEqual(1);
      expect((await connectTo(2)).pid).not.toBe(pid);
      if (kill > 0) expect(performance.now() - killedAt).toBeGreaterThan(1_000);
    }
    expect(shop.lines).toContain('Worker 2   ended unexpectedly (SIGKILL), restarting ...');
  });

  inLong('a suspended one is noticed and replaced', async () => {
    const { pid } = await connectTo(2);
    const before = shop.lines.length;
    process.kill(pid, 'SIGSTOP');
    const restarted = () => shop.lines.slice(before).some((line) => RESTARTED.test(line));
    await expect.poll(restarted, { interval: 100, timeout: 60_000 }).toBe(true);
    expect((await connectTo(2)).pid).not.toBe(pid);
  });
});

describe('with the embedded database', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await createDataFolder('workers');
    shop = runShop({ WORKERS: '2', DATA_DIR: folder, DEMO: 'false', LOG_LEVEL: 'info' });
    address = await shop.ready();
  });
  afterAll(async () => {
    await shop.kill('SIGTERM');
    await rm(folder, { recursive: true });
  });

  test('each line of the start is printed once', () => {
    const starts = (word: string) => shop.lines.filter((line) => line.startsWith(word));
    for (const word of ['Admin', 'Mail', 'Payments', 'Partyard']) expect(starts(word)).toHaveLength(1);
  });

  test('another shop on the same folder is refused', async () => {
    const second = runShop({ WORKERS: '2', DATA_DIR: folder });
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.lines).toEqual([
      `Partyard can't start. Another shop already runs on ${folder}: stop it first, or set DATA_DIR to another folder.`,
    ]);
    expect((await send('/about', false)).status).toBe(200);
  });

  test('a signal lets all of them finish their requests', async () => {
    const owner = await connectAsOwner(folder);
    await owner.query('begin');
    await owner.query('lock table contact_messages in share mode');
    const both = [await connectTo(1), await connectTo(2)].map(({ connection }) => connection);
    const sent = both.map((connection) =>
      send('/functions/v1/send-contact-email', connection, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: address },
        body: JSON.stringify({ name: 'Dana', email: 'dana@example.com', subject: 'Hi', message: 'Anybody?' }),
      }),
    );
    const waiting = async () => {
      await owner.query('select pg_stat_clear_snapshot()');
      return (await owner.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rows.length;
    };
    await expect.poll(waiting, { interval: 20, timeout: 10_000 }).toBe(2);
    const ended = shop.kill('SIGTERM');
    // The supervisor leaves a connection from this moment without an answer.
    const refused = () =>
      send('/about', false, { signal: AbortSignal.timeout(1_000) }).then(
        () => false,
        () => true,
      );
    await expect.poll(refused, { interval: 20, timeout: 10_000 }).toBe(true);
    await owner.query('rollback');
    await owner.end();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(await runningDatabase(folder)).toBeUndefined();
  });
});
