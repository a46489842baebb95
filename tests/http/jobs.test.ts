import { setTimeout as wait } from 'node:timers/promises';
import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { taskQueues } from '#server/jobs/tasks.ts';
import { startWorker, type Worker } from '#server/jobs/worker.ts';
import { smtpTransport } from '#server/mail/mail-transport.ts';
import { isLong } from '../support/is-long.ts';
import { inLong } from '../support/in-long.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let smtp: SmtpStandIn;
let shop: TestShop;
let worker: Worker | undefined;
/** The calls of the tasks of a test. */
let done: unknown[];

beforeEach(async () => {
  smtp = await startSmtpStandIn();
  const transport = smtpTransport({
    smtpUrl: smtp.url,
    from: 'Partyard <shop@partyard.example>',
    shopMailTo: 'owner@partyard.example',
  });
  shop = await createTestShop({ transport });
  done = [];
});

afterEach(async () => {
  await worker?.stop();
  await shop[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

async function start(tasks: TaskList = shop.tasks, pool = shop.database.pools.jobs) {
  worker = await startWorker({
    pool,
    tasks,
    queues: taskQueues,
    regularly: {},
    log: pino({ level: 'silent' }),
    alone: false,
  });
}

/** Writes mails and their jobs like the shop. */
async function writeMails(count: number) {
  await shop.database.owner.query(
    `with written as (
       insert into mails (recipient, subject, body)
       select 'dana' || number || '@example.com', 'Hi', 'Hello' from generate_series(1, $1::int) as number returning id
     ) select add_job('send-mail', json_build_object('mailId', id), 'mail:' || id) from written`,
    [count],
  );
}

async function add(task: string, key: string) {
  await shop.database.owner.query('select add_job($1, json_build_object($2::text, 1), $2)', [task, key]);
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const { rows } = await shop.database.owner.query(text);
  return rows;
}

const queued = () => query('select key from graphile_worker.jobs');
const locked = () => query('select key from graphile_worker.jobs where locked_at is not null');

test('a hanging mail server delays no hold, refund, or crawl', async () => {
  smtp.behavior = 'hang';
  await writeMails(12);
  const note = async (payload: unknown) => {
    done.push(payload);
  };
  await start({
    ...shop.tasks,
    'end-hold': note,
    'refund-payment': note,
    'advance-crawl': note,
  });
  await expect.poll(async () => (await locked()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  await add('end-hold', 'hold');
  await add('refund-payment', 'refund');
  await add('advance-crawl', 'crawl');
  await expect.poll(() => done.length, { interval: 20, timeout: 5_000 }).toBe(3);
});

test('each queue runs as many jobs at the same time as it may, whatever the others do', async () => {
  const gate = Promise.withResolvers<void>();
  const running: Record<string, number> = { crawl: 0, webhook: 0, download: 0 };
  const most = { ...running };
  const hold = (kind: string) => async (payload: unknown) => {
    running[kind] = (running[kind] ?? 0) + 1;
    most[kind] = Math.max(most[kind] ?? 0, running[kind]);
    await gate.promise;
    running[kind] -= 1;
    done.push(payload);
  };
  for (let job = 0; job < 8; job += 1) await add('advance-crawl', `crawl ${job}`);
  await start({
    ...shop.tasks,
    'advance-crawl': hold('crawl'),
    'deliver-webhook': hold('webhook'),
    'advance-import-run': hold('download'),
  });
  await expect.poll(() => running.crawl, { timeout: 10_000 }).toBe(2);
  await Promise.all(
    Array.from({ length: 8 }, (_, job) =>
      Promise.all([add('deliver-webhook', `webhook ${job}`), add('advance-import-run', `run ${job}`)]),
    ),
  );
  await expect.poll(() => running, { timeout: 10_000 }).toEqual({ crawl: 2, webhook: 2, download: 3 });
  gate.resolve();
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(24);
  expect(most).toEqual({ crawl: 2, webhook: 2, download: 3 });
}, 60_000);

test('a hanging mail server does not delay the stop, and possibly delivered copies are counted', async () => {
  smtp.behavior = 'hang';
  await writeMails(1);
  await start();
  await expect.poll(() => query('select copies from mails'), { timeout: 10_000 }).toEqual([{ copies: 1 }]);
  const asked = performance.now();
  await worker?.stop();
  expect(performance.now() - asked).toBeLessThan(9_000);
  expect(await locked()).toEqual([]);
  expect(await query('select copies, last_error, sent_at, given_up_at from mails')).toEqual([
    { copies: 1, last_error: expect.stringContaining('abort'), sent_at: null, given_up_at: null },
  ]);
  worker = undefined;
});

test('a mail that was not handed over when the process stops counts as no copy', async () => {
  smtp.late = { step: 'greeting', milliseconds: 60_000 };
  await writeMails(1);
  await start();
  await expect.poll(async () => (await locked()).length, { timeout: 10_000 }).toBe(1);
  await worker?.stop();
  expect(await locked()).toEqual([]);
  expect(await query('select copies, last_error from mails')).toEqual([
    { copies: 0, last_error: expect.stringContaining('abort') },
  ]);
  worker = undefined;
});

inLong(
  'a mail server that takes 15 seconds to respond gets one copy',
  async () => {
    smtp.late = { step: 'dot', milliseconds: 17_000 };
    await writeMails(1);
    await start();
    await expect
      .poll(() => query('select sent_at is not null as sent, copies from mails'), { timeout: 30_000 })
      .toEqual([{ sent: true, copies: 1 }]);
    expect(smtp.messages).toHaveLength(1);
  },
  60_000,
);

test('jobs continue after all connections break repeatedly, and none is lost', async () => {
  const note = async (payload: unknown) => {
    await wait(5);
    done.push(payload);
  };
  const rounds = isLong ? 15 : 2;
  await start({ ...shop.tasks, 'end-hold': note });
  for (let round = 0; round < rounds; round += 1) {
    for (let job = 0; job < 10; job += 1) await add('end-hold', `${round}.${job}`);
    await query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename like '%\\_jobs' and datname = current_database()",
    );
  }
  await expect.poll(queued, { interval: 100, timeout: 50_000 }).toEqual([]);
  const names = new Set(done.flatMap((payload) => Object.keys(payload as object)));
  expect(names.size).toBe(10 * rounds);
}, 80_000);

inLong(
  'a job that its own process has lost is run again',
  async () => {
    const note = async (payload: unknown) => {
      done.push(payload);
    };
    const lost = new Set<string>();
    await start(
      { ...shop.tasks, 'end-hold': note, 'send-mail': note, 'advance-crawl': note },
      losingFirstAnswers(shop.database.pools.jobs, lost),
    );
    for (const task of ['end-hold', 'send-mail', 'advance-crawl']) await add(task, task);
    await expect.poll(() => done.length, { interval: 200, timeout: 40_000 }).toBe(3);
    expect(lost.size).toBe(3);
    expect(await queued()).toEqual([]);
  },
  60_000,
);

/** Its connections break once per job, between taking it and receiving it. `lost` gets the jobs' ids. */
function losingFirstAnswers(pool: pg.Pool, lost: Set<string>): pg.Pool {
  return replacing(pool, 'connect', async (listen?: Parameters<pg.Pool['connect']>[0]) => {
    if (listen) return pool.connect(listen);
    const client = await pool.connect();
    return replacing(client, 'query', async (...statement: Parameters<typeof client.query>) => {
      const result = (await client.query(...statement)) as unknown as pg.QueryResult | undefined;
      const job = result?.rows.find((row) => 'payload' in row);
      if (!job || lost.has(job.id)) return result;
      lost.add(job.id);
      throw new Error('Connection terminated unexpectedly');
    });
  });
}

/** A copy of an object with one method replaced. */
function replacing<T extends object>(object: T, name: keyof T, method: unknown): T {
  return new Proxy(object, {
    get(target, wanted) {
      if (wanted === name) return method;
      const own: unknown = Reflect.get(target, wanted);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}
