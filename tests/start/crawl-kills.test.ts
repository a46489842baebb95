import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import { createDataFolder } from '../support/data-folder.ts';
import { connectAsOwner } from '../support/embedded.ts';
import {
  crawledPage,
  FIRECRAWL_KEY,
  type FirecrawlStandIn,
  startFirecrawlStandIn,
} from '../support/firecrawl-stand-in.ts';
import { inLong } from '../support/in-long.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';

const ADMIN = { email: 'ada@example.com', password: 'the password of Ada' };

let folder: string;
let service: FirecrawlStandIn;
let shop: ShopProcess;
let address: string;
let cookie: string;
let owner: pg.Client;
let written: string[];

beforeEach(async () => {
  folder = await createDataFolder('crawl-kills');
  service = await startFirecrawlStandIn();
  service.pages = [crawledPage('Part # 1\nFront Brake Pads\n'), crawledPage('Part # 2\nRear Brake Pads\n')];
  service.perAnswer = 1;
  written = [];
  await start();
  const signedIn = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: address },
    body: JSON.stringify(ADMIN),
  });
  expect(signedIn.status).toBe(200);
  cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
});

afterEach(async () => {
  await owner.end();
  await shop.kill('SIGTERM');
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function start() {
  shop = runShop({
    DATA_DIR: folder,
    DEMO: 'false',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    FIRECRAWL_API_URL: service.url,
    LOG_LEVEL: 'debug',
  });
  address = await shop.ready();
  owner = await connectAsOwner(folder);
}

async function restart(signal: 'SIGKILL' | 'SIGTERM') {
  await owner.end();
  await shop.kill(signal);
  written.push(...shop.lines);
  await start();
}

async function startCrawl() {
  const answer = await fetch(`${address}/functions/v1/catalog-crawl`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', cookie },
    body: JSON.stringify({ apiKey: FIRECRAWL_KEY }),
  });
  expect(answer.status).toBe(202);
}

async function crawl() {
  const { rows } = await owner.query('select status, error, sealed_key, parts_imported from catalog_crawls');
  return rows[0];
}

const until = (look: () => unknown) => expect.poll(look, { interval: 50, timeout: 30_000 });

async function expectNoTraceOfTheKey() {
  expect([...written, ...shop.lines].join('\n')).not.toContain(FIRECRAWL_KEY);
  const { rows } = await owner.query(`
    select coalesce(string_agg(crawls::text, ' '), '') || coalesce((select string_agg(jobs::text, ' ')
      from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs)) as jobs), '') || (select string_agg(audit_logs::text, ' ') from audit_logs) as all
    from catalog_crawls as crawls`);
  expect(rows[0].all).not.toContain(FIRECRAWL_KEY);
}

inLong(
  'killed at each of its steps, a crawl continues after the start, takes effect once, and deletes its key',
  async () => {
    // Killed while the crawl is started at the service, before it received the request.
    service.failNext('/v1/crawl', 'silence');
    service.script = Array.from({ length: 100 }, () => ({ status: 'scraping', completed: 1, total: 2 }));
    await startCrawl();
    await until(() => service.requests.length).toBe(1);
    await restart('SIGKILL');
    await until(async () => (await crawl()).status).toBe('crawling');

    // Stopped while it waits for the second page.
    for (const job of service.jobs.values()) {
      service.failNext(`/v1/crawl/${job.id}?skip=1`, 'silence');
      job.script = [];
    }
    await until(() => service.requests.some(({ path }) => path.endsWith('?skip=1'))).toBe(true);
    expect((await crawl()).status).toBe('collecting');
    await expectNoTraceOfTheKey();
    // After the start the page arrives while the import can't continue.
    const lock = Promise.withResolvers<void>();
    service.failNext('/v1/crawl/', { after: lock.promise });
    await restart('SIGTERM');
    await owner.query('begin');
    await owner.query('lock table parts_catalog in share mode');
    lock.resolve();

    // Killed during the import.
    const heldUp = async () => {
      // pg_stat_activity is a snapshot within a transaction.
      await owner.query('select pg_stat_clear_snapshot()');
      const { rows } = await owner.query("select from pg_stat_activity where wait_event_type = 'Lock'");
      return rows.length;
    };
    await until(heldUp).toBeGreaterThan(0);
    await shop.kill('SIGKILL');
    written.push(...shop.lines);
    await owner.query('rollback');
    expect((await owner.query('select from parts_catalog')).rows).toHaveLength(0);
    await owner.end();
    await start();

    await until(async () => (await crawl()).status).toBe('completed');
    expect(await crawl()).toEqual({ status: 'completed', error: null, sealed_key: null, parts_imported: 2 });
    expect(service.jobs.size).toBe(1);
    const { rows } = await owner.query('select part_name from parts_catalog order by 1');
    expect(rows).toEqual([{ part_name: 'Front Brake Pads' }, { part_name: 'Rear Brake Pads' }]);
    const audit = await owner.query("select from audit_logs where action = 'admin_import_catalog'");
    expect(audit.rows).toHaveLength(1);
    await expectNoTraceOfTheKey();
  },
);
