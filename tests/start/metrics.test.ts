import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RUNNER_COUNT } from '#server/jobs/worker.ts';
import { type DatabaseRelay, startDatabaseRelay } from '../support/database-relay.ts';
import { createFolder } from '../support/data-folder.ts';
import { inLong } from '../support/in-long.ts';
import { openLive } from '../support/live.ts';
import { addParts } from '../support/parts.ts';
import { readPrometheusText, type Series } from '../support/prometheus-text.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

const TOKEN = 'a-token-of-the-monitoring-system-long-enough';
const DOCS = join(import.meta.dirname, '../../docs');

let database: TestDatabase;
let relay: DatabaseRelay;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  relay = await startDatabaseRelay();
  folder = await createFolder('metrics');
});
afterAll(async () => {
  await relay[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const environment = (): Record<string, string> => ({
  DATABASE_URL: relay.through(database.ownerUrl),
  AUTH_SECRET: TEST_SECRET,
  DATA_DIR: join(folder, 'data'),
  BACKUP_DIR: join(folder, 'backups'),
});

async function scrape(address: string, token = TOKEN): Promise<Response> {
  return fetch(`${address}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
}

async function read(address: string) {
  const answer = await scrape(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const { series, types } = readPrometheusText(await answer.text());
  const find = (name: string, labels: Series['labels'] = {}) =>
    series.filter(
      (each) =>
        each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
    );
  const sum = (name: string, labels?: Series['labels']) =>
    find(name, labels).reduce((total, { value }) => total + value, 0);
  return { series, types, find, sum };
}

describe('two processes', () => {
  let shop: ShopProcess;
  let address: string;

  beforeAll(async () => {
    shop = runShop({ ...environment(), WORKERS: '2', METRICS_TOKEN: TOKEN, LOG_LEVEL: 'info' });
    address = await shop.ready();
  });
  afterAll(() => shop.kill('SIGTERM'));

  test('only the token opens the figures', async () => {
    for (const headers of [{}, { Authorization: `Bearer ${TOKEN}x` }, { Authorization: TOKEN }]) {
      const refused = await fetch(`${address}/metrics`, { headers: headers as Record<string, string> });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(await refused.text()).not.toContain('partyard_');
    }
  });

  test('one answer has the requests of both, by the pattern of their route', async () => {
    const [id = ''] = await addParts(database.owner, [{ part_name: 'Alternator', price: 100 }]);
    const paths = [
      '/',
      '/junkyard?q=a',
      `/part/alternator-${id}`,
      '/parts/Honda',
      '/admin',
      '/_.data',
      '/no/such',
    ];
    for (let turn = 0; turn < 6; turn += 1)
      for (const path of paths) await (await fetch(address + path, { redirect: 'manual' })).text();
    const { find, sum } = await read(address);
    const requests = (route: string, status?: string) =>
      sum('partyard_http_requests_total', { route, ...(status && { status }) });
    for (const route of ['/', '/junkyard', '/part/:address', '/parts/:make?/:model?/:year?', '/.data'])
      expect(requests(route), route).toBe(6);
    expect(requests('/admin', '302')).toBe(6);
    expect(requests('other', '404')).toBe(6);
    const workers = new Set(find('partyard_http_requests_total').map(({ labels }) => labels.worker));
    expect(workers).toEqual(new Set(['1', '2']));
    expect(
      find('partyard_worker_up')
        .map(({ labels, value }) => [labels.worker, value])
        .toSorted(),
    ).toEqual([
      ['1', 1],
      ['2', 1],
    ]);
    // The histogram counts the same requests, in growing buckets.
    expect(sum('partyard_http_request_duration_seconds_count', { route: '/junkyard' })).toBe(6);
    expect(sum('partyard_http_request_duration_seconds_bucket', { route: '/junkyard', le: '+Inf' })).toBe(6);
    for (const worker of ['1', '2']) {
      const buckets = find('partyard_http_request_duration_seconds_bucket', { route: '/junkyard', worker });
      const values = buckets.map(({ value }) => value);
      expect(values).toEqual(values.toSorted((one, other) => one - other));
    }
    expect(sum('partyard_page_cache_requests_total', { result: 'hit' })).toBeGreaterThan(10);
    expect(sum('partyard_page_cache_requests_total', { result: 'miss' })).toBeGreaterThanOrEqual(4);
    expect(sum('partyard_page_cache_bytes')).toBeGreaterThan(1_000);
  });

  test('figures of processes: connections, streams, event loop, memory', async () => {
    const stream = await openLive(address, ['list:']);
    const { find, sum } = await read(address);
    expect(sum('partyard_live_streams')).toBe(1);
    stream[Symbol.dispose]();
    for (const worker of ['1', '2']) {
      expect(find('partyard_database_connections_max', { worker }).length).toBe(6);
      expect(find('nodejs_eventloop_lag_p99_seconds', { worker })).toHaveLength(1);
      expect(sum('process_resident_memory_bytes', { worker })).toBeGreaterThan(10_000_000);
    }
    expect(sum('partyard_database_connections', { state: 'idle' })).toBeGreaterThan(0);
  });

  test('figures of the shop: jobs, orders, mails, alerts, backups, each once', async () => {
    const { owner } = database;
    await owner.query(`
      select add_job('no-such-task', '{}', 'one');
      select add_job('no-such-task', '{}', 'other');
      insert into mails (recipient, subject, body, given_up_at) values ('a@example.com', 'Hi', 'Hello', now());
      insert into alerts (kind, subject) values ('backup-failed', 'backup') on conflict do nothing`);
    await owner.query(
      `select graphile_worker.permanently_fail_jobs(
         array(select id from graphile_worker.jobs where key = 'one'), 'no reason')`,
    );
    const failed = async () =>
      (await read(address)).find('partyard_jobs', { task: 'no-such-task', state: 'failed' });
    await expect
      .poll(failed, { interval: 500, timeout: 15_000 })
      .toMatchObject([{ value: 1, labels: { source: 'database' } }]);
    const { find, sum, types } = await read(address);
    expect(find('partyard_jobs', { task: 'no-such-task', state: 'waiting' })).toMatchObject([{ value: 1 }]);
    expect(sum('partyard_mails', { state: 'failed' })).toBeGreaterThan(0);
    expect(find('partyard_alerts_open')).toMatchObject([{ value: 1, labels: { kind: 'backup-failed' } }]);
    // They report every three seconds.
    const runners = async () => (await read(address)).sum('partyard_job_runners');
    await expect.poll(runners, { interval: 500, timeout: 15_000 }).toBe(RUNNER_COUNT);
    expect(types.get('partyard_orders_last_day')).toBe('gauge');
    expect(find('partyard_last_backup_timestamp_seconds')).toMatchObject([{ value: 0 }]);
    expect(find('partyard_disk_free_bytes', { folder: 'data' })).toHaveLength(1);
  });

  test('each figure of an alert rule exists, and each rule has its advice', async () => {
    const rules = await readFile(join(DOCS, 'prometheus-rules.yml'), 'utf8');
    const advice = await readFile(join(DOCS, 'operating.md'), 'utf8');
    const names = new Set(rules.match(/\b(?:partyard|process|nodejs)_[a-z_]+\b/g));
    expect(names.size).toBeGreaterThan(10);
    const { series, types } = await read(address);
    for (const name of names) {
      const isKnown = types.has(name) || series.some((each) => each.name === name);
      expect(isKnown, name).toBe(true);
    }
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert);
    expect(alerts.length).toBe(rules.match(/ expr:/g)?.length);
    for (const alert of alerts) expect(advice).toContain(`| \`${alert}\``);
  });

  test('while the database hangs, the answer comes without its figures', async () => {
    relay.hang();
    try {
      const up = async () => (await read(address)).find('partyard_database_up').map(({ value }) => value);
      await expect.poll(up, { interval: 500, timeout: 15_000 }).toEqual([0]);
      expect((await read(address)).find('process_start_time_seconds')).toHaveLength(2);
    } finally {
      await relay.mend();
    }
  });

  inLong('a process that hangs is reported', async () => {
    const pid = () =>
      shop.lines.flatMap((line) => line.match(/"pid":(\d+),.*"worker":2/)?.[1] ?? []).map(Number)[0];
    await expect
      .poll(async () => {
        // The shop may just have closed the connection that is used again.
        const answer = await fetch(`${address}/about`).catch(() => undefined);
        await answer?.text();
        return pid();
      })
      .toBeDefined();
    process.kill(pid() ?? 0, 'SIGSTOP');
    try {
      const up = async () => {
        const signal = AbortSignal.timeout(2_000);
        const answer = await fetch(`${address}/metrics`, {
          headers: { Authorization: `Bearer ${TOKEN}`, Connection: 'close' },
          signal,
        }).catch(() => undefined);
        if (!answer) return 'it was asked itself';
        const { series } = readPrometheusText(await answer.text());
        return series
          .filter(({ name }) => name === 'partyard_worker_up')
          .map(({ labels, value }) => `${labels.worker}: ${value}`)
          .toSorted();
      };
      await expect.poll(up, { interval: 50, timeout: 14_000 }).toEqual(['1: 1', '2: 0']);
    } finally {
      process.kill(pid() ?? 0, 'SIGCONT');
    }
  });
});

test('without a token, the address does not exist', async () => {
  const shop = runShop(environment());
  const address = await shop.ready();
  expect((await scrape(address)).status).toBe(404);
  await shop.kill('SIGTERM');
});
