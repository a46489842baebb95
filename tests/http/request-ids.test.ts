import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { taskQueues } from '#server/jobs/tasks.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { logOptions } from '#server/log.ts';
import { servePages } from '#server/page-cache/serve-pages.ts';
import { server } from '../support/built-server.ts';
import { type ListeningShop, listenWith } from '../support/listening-shop.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

type Line = Record<string, unknown>;

let shop: TestShop;
let listening: ListeningShop;
let lines: Line[];

beforeAll(async () => {
  const kept = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  shop = await createTestShop({ trustRequestId: true, log: pino(server.logOptions('info'), kept) });
  listening = await listenWith(shop);
});
afterAll(async () => {
  await listening[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});
beforeEach(() => {
  lines = [];
});

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

test.each(['/about', '/api/parts', '/no/such/page', '/health'])(
  "the proxy's id of a request for %s is in the answer and in the log",
  async (path) => {
    const answer = await shop.request(path, { headers: { 'X-Request-Id': 'from-the.proxy:1' } });
    expect(answer.headers.get('X-Request-Id')).toBe('from-the.proxy:1');
    expect(lines.find((line) => line.path === path)?.requestId).toBe('from-the.proxy:1');
  },
);

test('without TRUST_REQUEST_ID, an id that the client has sent is ignored, also with a trusted proxy', async () => {
  const sent = 'chosen-by-the-client';
  await using ordinary = await createTestShop({
    log: pino(server.logOptions('info'), { write: (line) => void lines.push(JSON.parse(line) as Line) }),
  });
  for (const path of ['/about', '/api/parts', '/no/such/page', '/health']) {
    const answer = await ordinary.request(path, { headers: { 'X-Request-Id': sent } });
    expect(answer.headers.get('X-Request-Id'), path).toMatch(UUID);
  }
  expect(lines.length).toBeGreaterThan(3);
  expect(JSON.stringify(lines)).not.toContain(sent);
});

test.each(['short', 'x'.repeat(129), 'with spaces inside', '"},{"level":60', 'äöüäöüäöü'])(
  'the id %o is replaced',
  async (id) => {
    const answer = await shop.request('/about', { headers: { 'X-Request-Id': id } });
    expect(answer.headers.get('X-Request-Id')).toMatch(UUID);
    expect(JSON.stringify(lines)).not.toContain(id);
  },
);

test('all that a request logs has its id', async () => {
  await shop.database.owner.query('alter table limits rename to limits_away');
  const answer = await shop.request('/functions/v1/send-contact-email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'the-failing-one' },
    body: JSON.stringify({ name: 'Dana', email: 'dana@example.com', subject: 'Hi', message: 'Anybody?' }),
  });
  await shop.database.owner.query('alter table limits_away rename to limits');
  expect(answer.status).toBeGreaterThan(0);
  expect(lines.length).toBeGreaterThan(1);
  expect(new Set(lines.map(({ requestId }) => requestId))).toEqual(new Set(['the-failing-one']));
});

test('what a job logs names the request that added it', async () => {
  const answer = await shop.request('/functions/v1/send-contact-email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'the-cause-of-mail' },
    body: JSON.stringify({ name: 'Dana', email: 'dana@example.com', subject: 'Hi', message: 'Anybody?' }),
  });
  expect(answer.status).toBe(200);
  const jobLines: Line[] = [];
  const kept = { write: (line: string) => void jobLines.push(JSON.parse(line) as Line) };
  const log = pino(logOptions('info'), kept);
  const worker = await startWorker({
    pool: shop.database.pools.jobs,
    tasks: { 'send-mail': async () => log.info('A mail') },
    queues: taskQueues,
    regularly: {},
    log,
    alone: false,
  });
  const mails = () => jobLines.filter(({ msg }) => msg === 'A mail');
  await expect.poll(mails, { timeout: 10_000 }).not.toEqual([]);
  await worker.stop();
  for (const line of mails())
    expect(line).toMatchObject({
      requestId: 'the-cause-of-mail',
      task: 'send-mail',
      jobId: expect.any(String),
    });
});

/** Lets all pages of parts wait until `rollback`. */
async function lockParts(): Promise<void> {
  await shop.database.owner.query('begin');
  await shop.database.owner.query('lock table parts_catalog, catalog_counts');
}

async function untilPageWaits(): Promise<void> {
  const { owner } = shop.database;
  const waiting = async () => {
    await owner.query('select pg_stat_clear_snapshot()');
    const found = await owner.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return found.rows.length;
  };
  await expect.poll(waiting, { interval: 20, timeout: 10_000 }).toBeGreaterThan(0);
}

/** Sends a request whose page waits for the database, leaves, and returns the line of the log about it. */
async function leaveDuring(path: string): Promise<Line | undefined> {
  const { owner } = shop.database;
  await lockParts();
  const socket = listening.open(
    `GET ${path} HTTP/1.1\r\nHost: shop.test\r\nX-Request-Id: the-one-that-left\r\n\r\n`,
  );
  await untilPageWaits();
  const closed = once(socket, 'close');
  socket.resetAndDestroy();
  await closed;
  const logged = () => lines.find((line) => line.requestId === 'the-one-that-left' && 'status' in line);
  // The shop hears of it while the page still waits.
  await listening.send('GET /health HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n');
  await owner.query('rollback');
  await expect.poll(logged, { interval: 20, timeout: 10_000 }).toBeDefined();
  return logged();
}

test.each(['/', '/junkyard', '/_.data'])(
  'a client that leaves while %s renders is logged as 499 and not as an error',
  async (path) => {
    expect(await leaveDuring(path)).toMatchObject({ status: 499, level: 30 });
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  },
);

test('others who wait for the same page get it', async () => {
  const { listener } = servePages({
    fetch: async (request, bindings) => shop.fetch(request, bindings),
    siteUrl: 'http://shop.test',
    trustRequestId: true,
    maxBytes: 1_000_000,
    notifications: { listen: () => undefined, listening: true },
    wantsNewest: () => Promise.resolve(false),
    caughtUp: () => Promise.resolve(),
    onCatalogChange: () => undefined,
    log: pino({ level: 'silent' }),
  });
  const pages = createServer(listener);
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/junkyard`;
  await lockParts();
  const leaving = new AbortController();
  const left = fetch(url, { signal: leaving.signal }).catch(() => 'left');
  await untilPageWaits();
  const stays = fetch(url);
  await once(pages, 'request');
  leaving.abort();
  expect(await left).toBe('left');
  await shop.database.owner.query('rollback');
  expect((await stays).status).toBe(200);
  expect(lines).toContainEqual(expect.objectContaining({ path: '/junkyard', status: 200 }));
  pages.closeAllConnections();
  pages.close();
});
