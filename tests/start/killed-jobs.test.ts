import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDataFolder } from '../support/data-folder.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';

let folder: string;
let smtp: SmtpStandIn;
let shop: ShopProcess;
let owner: pg.Client;

beforeEach(async () => {
  folder = await createDataFolder('killed-jobs');
  smtp = await startSmtpStandIn();
  await start();
});

afterEach(async () => {
  await owner.end();
  await shop.kill('SIGTERM');
  await smtp[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function start() {
  shop = runShop({
    DATA_DIR: folder,
    DEMO: 'false',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Partyard <shop@partyard.example>',
  });
  await shop.ready();
  owner = await connect();
}

async function connect(): Promise<pg.Client> {
  const port = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  const password = await readFile(join(folder, 'postgres-password'), 'utf8');
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/partyard`,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function restart(signal: 'SIGKILL' | 'SIGTERM') {
  await owner.end();
  await shop.kill(signal);
  await start();
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  return (await owner.query(text)).rows;
}

const until = (text: string) => expect.poll(() => query(text), { interval: 50, timeout: 30_000 });

const MAILS = 'select recipient, sent_at is not null as sent, copies from mails order by recipient';
const ALERTS = "select kind, details->>'Job' as job from alerts order by kind";

async function writeMails(...recipients: string[]) {
  await owner.query(
    `with written as (
       insert into mails (recipient, subject, body) select recipient, 'Hi', 'Hello' from unnest($1::text[]) as recipient returning id
     ) select add_job('send-mail', json_build_object('mailId', id), 'mail:' || id) from written`,
    [recipients],
  );
}

test('a job whose process is killed twice is given up with an alert, one that ran beside it is not', async () => {
  smtp.behavior = 'hang';
  await writeMails('dana@example.com', 'erin@example.com');
  const [dana, erin] = ['dana@example.com', 'erin@example.com'];
  await until(MAILS).toEqual([
    { recipient: dana, sent: false, copies: 1 },
    { recipient: erin, sent: false, copies: 1 },
  ]);
  await restart('SIGKILL');
  // One of them waits for the end of the other.
  await until('select sum(copies)::int as copies from mails').toEqual([{ copies: 3 }]);
  const [killed] = await query('select recipient from mails where copies = 2');
  const other = killed?.['recipient'] === dana ? erin : dana;
  smtp.behavior = 'accept';
  await restart('SIGKILL');
  await until('select recipient, copies from mails where sent_at is not null').toEqual([
    { recipient: other, copies: 2 },
  ]);
  await until(ALERTS).toEqual([
    { kind: 'job-killed', job: 'send-mail' },
    { kind: 'mail-outcome-unknown', job: null },
  ]);
  expect(smtp.messages.filter((message) => message.includes(String(killed?.['recipient'])))).toHaveLength(0);
  await until('select job_id from job_deaths').toEqual([]);
});

test('a process that is stopped in order twice during a job has not been killed by it', async () => {
  smtp.behavior = 'hang';
  await writeMails('dana@example.com');
  const isRunning = 'select copies, sent_at from mails';
  await until(isRunning).toEqual([{ copies: 1, sent_at: null }]);
  await restart('SIGTERM');
  await until('select attempts from graphile_worker.jobs where locked_at is not null').toEqual([
    { attempts: 2 },
  ]);
  await restart('SIGTERM');
  expect(await query('select job_id from job_deaths')).toEqual([]);
  expect(await query("select kind from alerts where kind = 'job-killed'")).toEqual([]);
});

test('an import during which the shop is killed twice fails with a message', async () => {
  const admin = await query(
    "insert into auth.users (name, email, email_verified) values ('Ada', 'ada@example.com', true) returning id",
  );
  const id = admin[0]?.['id'];
  await owner.query("insert into user_roles (user_id, role) values ($1, 'admin')", [id]);
  const lock = await connect();
  await lock.query('begin; lock table part_import_pieces in access exclusive mode');
  await owner.query(
    `insert into part_imports (file_name, supplier, file_bytes, state, user_id) values ('parts.csv', 'Acme', 10, 'uploading', $1)`,
    [id],
  );
  await owner.query("update part_imports set state = 'reading'");
  const running = async (attempts: number) =>
    until(
      "select attempts from graphile_worker.jobs where task_identifier = 'run-part-import' and locked_at is not null",
    ).toEqual([{ attempts }]);
  await running(1);
  await restart('SIGKILL');
  await running(2);
  await until('select is_alone from job_deaths').toEqual([{ is_alone: true }]);
  await owner.end();
  await shop.kill('SIGKILL');
  await lock.query('rollback');
  await lock.end();
  await start();
  await until('select state, error from part_imports').toEqual([
    { state: 'failed', error: expect.stringContaining('the shop ended unexpectedly twice') },
  ]);
  await until(ALERTS).toEqual([{ kind: 'job-killed', job: 'run-part-import' }]);
}, 120_000);
