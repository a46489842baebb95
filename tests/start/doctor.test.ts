import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { createDataFolder, createFolder } from '../support/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { inLong } from '../support/in-long.ts';
import { runShop } from '../support/run-shop.ts';
import { startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

const COMMAND = join(import.meta.dirname, '../../server/doctor/command.ts');

let folder: string;
let database: TestDatabase;
let servers: Server[];

beforeAll(async () => {
  folder = await createFolder('doctor');
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  servers = [];
});
afterEach(() => {
  for (const server of servers) server.close();
});

interface Diagnosis {
  code: number;
  output: string;
}

/** The variables of the tests' own environment are not those of a shop. */
function diagnose(environment: Record<string, string>): Promise<Diagnosis> {
  const env = { PATH: process.env.PATH, PORT: '9', DATA_DIR: folder, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND], { env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Accepts connections and says nothing. */
const listenSilently = () => listen(createServer((socket) => void socket.on('error', () => undefined)));

/** Names, sizes and times of all files. */
async function stateOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true });
  return Promise.all(
    entries.map(async (entry) => {
      const { size, mtimeMs } = await lstat(join(directory, entry));
      return `${entry} ${size} ${mtimeMs}`;
    }),
  );
}

test('a healthy shop, running and stopped, with the embedded database', async () => {
  const dataDir = await createDataFolder('doctor-embedded');
  const port = String(await freePort());
  const shop = runShop({ DATA_DIR: dataDir, DEMO: 'false', PORT: port });
  await shop.ready();
  const running = await diagnose({ DATA_DIR: dataDir, PORT: port });
  await shop.kill('SIGTERM');
  expect(running).toMatchObject({ code: 0 });
  expect(running.output).toMatch(/^ok +Database +PostgreSQL 18/m);
  expect(running.output).toMatch(/^ok +Work +no failed jobs/m);
  expect(running.output).toContain(`answers at http://127.0.0.1:${port}`);
  expect(running.output).toContain('Nothing to fix.');

  const before = await stateOf(dataDir);
  const stopped = await diagnose({ DATA_DIR: dataDir, PORT: port });
  expect(stopped).toMatchObject({ code: 0 });
  expect(stopped.output).toContain('The embedded PostgreSQL 18 does not run, because the shop is stopped.');
  expect(await stateOf(dataDir)).toEqual(before);
  await rm(dataDir, { recursive: true });
});

inLong('in production, the embedded database gets a note', async () => {
  const note = 'The embedded database is used';
  const production = { NODE_ENV: 'production', DATABASE_URL: '' };
  expect((await diagnose({})).output).not.toContain(note);
  expect((await diagnose(production)).output).toContain(note);
  const url = 'postgres://shop:secret-password@127.0.0.1:1/shop';
  expect((await diagnose({ ...production, DATABASE_URL: url })).output).not.toContain(note);
});

test('wrong, contradictory and unknown settings are all named', async () => {
  const { code, output } = await diagnose({
    NODE_ENV: 'production',
    PORT: 'many',
    DATABASE_URL: 'postgres://shop:secret-password@127.0.0.1:1/shop',
    PAGE_CASHE_MB: '64',
    SMTP_URI: 'smtp://mail.example.com',
    BACKUP_DIRECTORY: '/backups',
    TRUSTPROXY: 'true',
    HOSTNAME: 'shop-1',
  });
  expect(code).toBe(1);
  for (const problem of [
    'PORT must be a whole number.',
    'AUTH_SECRET must be set in production with DATABASE_URL: all processes share it.',
    'STRIPE_SECRET_KEY must be set in production; PAYMENTS=test takes no money and says so.',
    'SMTP_URL must be set in production: buyers are promised an email.',
    'PAGE_CASHE_MB is not a setting of the shop.',
    'Is PAGE_CACHE_MB meant?',
    'SMTP_URI is not a setting of the shop.',
    'BACKUP_DIRECTORY is not a setting of the shop.',
    'Is TRUST_PROXY meant?',
    'SITE_URL is not set: links in mails lead to http://localhost:3000.',
    "The server at 127.0.0.1:1 can't be reached",
    'There is no backup in',
  ]) {
    expect(output).toContain(problem);
  }
  expect(output).not.toContain('HOSTNAME');
  expect(output).not.toContain('secret-password');
});

inLong('servers that hang or refuse', async () => {
  const silent = await listenSilently();
  const stripe = createHttpServer((_request, response) => {
    response.writeHead(401, { 'Content-Type': 'application/json' });
    response.end('{"error":{"type":"invalid_request_error","message":"Invalid API Key provided"}}');
  });
  const stripePort = await listen(stripe);
  const wrongPassword = new URL(database.ownerUrl);
  wrongPassword.password = 'not the password';
  const keys = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
  const started = performance.now();
  const [hung, refused] = await Promise.all([
    diagnose({
      DATABASE_URL: `postgres://shop:x@127.0.0.1:${silent}/shop`,
      SMTP_URL: `smtp://127.0.0.1:${silent}`,
      MAIL_FROM: 'shop@example.com',
      SITE_URL: `http://127.0.0.1:${silent}`,
      ...keys,
      STRIPE_API_BASE: `http://127.0.0.1:${silent}`,
    }),
    diagnose({
      DATABASE_URL: wrongPassword.href,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'shop@example.com',
      ...keys,
      STRIPE_API_BASE: `http://127.0.0.1:${stripePort}`,
    }),
  ]);
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(hung.code).toBe(1);
  expect(hung.output).toMatch(/^FIX +Database +The server at .+ can't be reached/m);
  expect(hung.output).toMatch(/^FIX +Mail +.+ does not accept the shop/m);
  expect(hung.output).toMatch(/^note +Payments +Stripe can't be reached/m);
  expect(hung.output).toMatch(/^note +Address +.+ does not answer/m);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('Correct name and password in DATABASE_URL');
  expect(refused.output).toContain('Stripe does not know STRIPE_SECRET_KEY.');
  expect(refused.output).toMatch(/^FIX +Mail/m);
});

test('a database that needs attention, and mail that works', async () => {
  const { owner, ownerUrl } = database;
  await using smtp = await startSmtpStandIn();
  const environment = {
    DATABASE_URL: ownerUrl,
    AUTH_SECRET: TEST_SECRET,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'shop@example.com',
  };
  const healthy = await diagnose(environment);
  expect(healthy.output).toContain('no failed jobs, no late mail, no open alerts');
  expect(healthy.output).toMatch(/^ok +Mail +127\.0\.0\.1:\d+ accepts the shop/m);
  expect(smtp.messages).toEqual([]);
  expect(smtp.senders).toEqual([]);

  await owner.query(`
    select add_job('send-mail', '{}', 'failed');
    select add_job('end-hold', '{}', 'late', now() - interval '1 hour');
    insert into alerts (kind, subject) values ('backup-failed', 'backup');
    insert into mails (recipient, subject, body, created_at) values ('a@example.com', 'Hi', 'Hello', now() - interval '2 hours');
    insert into migrations (name, checksum) values ('9999_newer', 'x');
    alter table orders add constraint orders_odd check (amount > 1) not valid`);
  await owner.query(
    `select graphile_worker.permanently_fail_jobs(
       array(select id from graphile_worker.jobs where key = 'failed'), 'no such mail server')`,
  );
  const { code, output } = await diagnose({ ...environment, AUTH_SECRET: randomBytes(32).toString('hex') });
  expect(code).toBe(1);
  for (const problem of [
    "AUTH_SECRET is not the one with which the shop's logins were made.",
    '9999_newer',
    '1 jobs "send-mail" failed for good: no such mail server',
    'A job "end-hold" waits for 60 minutes.',
    '1 open: The nightly backup failed',
    '1 mails wait for more than an hour.',
    'Some rows of public.orders from before an upgrade break the check orders_odd',
  ]) {
    expect(output).toContain(problem);
  }
});

test('no secret is in the output', async () => {
  const random = () => randomBytes(20).toString('hex');
  const password = `${random()}/ä`;
  const secrets = {
    AUTH_SECRET: random(),
    ADMIN_PASSWORD: random(),
    BACKUP_KEY: random(),
    METRICS_TOKEN: random(),
    STRIPE_SECRET_KEY: random(),
    STRIPE_WEBHOOK_SECRET: random(),
  };
  const { code, output } = await diagnose({
    ...secrets,
    DATABASE_URL: `postgres://shop:${encodeURIComponent(password)}@127.0.0.1:1/shop?sslpassword=${secrets.BACKUP_KEY}`,
    SMTP_URL: `smtp://shop:${encodeURIComponent(password)}@127.0.0.1:1`,
    MAIL_FROM: 'shop@example.com',
    SITE_URL: `http://shop:${encodeURIComponent(password)}@127.0.0.1:1`,
  });
  expect(code).toBe(1);
  for (const secret of [...Object.values(secrets), password, encodeURIComponent(password)])
    expect(output).not.toContain(secret);
  expect(output).toContain('AUTH_SECRET is set');
  expect(output).toContain('STRIPE_SECRET_KEY does not look like a key.');
});
