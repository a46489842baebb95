import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { inLong } from '../support/in-long.ts';
import { createDatabase, databaseUrl, dropDatabase } from '../support/database-server.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';

let name: string;
let server: pg.Client;
let owner: pg.Client;
let smtp: SmtpStandIn;
let shops: ShopProcess[];

beforeEach(async () => {
  name = `test_jobs_${randomBytes(4).toString('hex')}`;
  server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  await createDatabase(server, name, inject('templateName'));
  smtp = await startSmtpStandIn();
  shops = [];
});

afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.kill('SIGKILL')));
  await owner.end();
  await dropDatabase(server, name);
  await server.end();
  await smtp[Symbol.asyncDispose]();
});

/** One of several processes on the same database. */
async function start(): Promise<ShopProcess> {
  const shop = runShop({
    DATABASE_URL: databaseUrl(inject('ownerUrl'), name),
    AUTH_SECRET: 'a secret that all processes share, and long enough',
    DEMO: 'false',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Partyard <shop@partyard.example>',
  });
  shops.push(shop);
  await shop.ready();
  return shop;
}

/** Writes a mail with its job, and resolves when the first process has sent it to the mail server. */
async function handOverMail() {
  owner = new pg.Client({ connectionString: databaseUrl(inject('ownerUrl'), name) });
  await owner.connect();
  await owner.query(
    `with written as (insert into mails (recipient, subject, body) values ('dana@example.com', 'Hi', 'Hello') returning id)
     select add_job('send-mail', json_build_object('mailId', id), 'mail:' || id) from written`,
  );
  await expect.poll(mail, { timeout: 10_000 }).toEqual({ sent: false, copies: 1 });
}

async function mail() {
  const { rows } = await owner.query('select sent_at is not null as sent, copies from mails');
  return rows[0];
}

const messageIds = () => smtp.messages.map((message) => message.match(/^Message-ID: (.*)$/im)?.[1]);

inLong('a process is killed during a job: another one runs it within 30 seconds', async () => {
  const first = await start();
  smtp.behavior = 'hang';
  await handOverMail();
  await start();
  smtp.behavior = 'accept';
  await first.kill('SIGKILL');
  await expect.poll(mail, { interval: 100, timeout: 30_000 }).toEqual({ sent: true, copies: 2 });
  expect(smtp.messages).toHaveLength(1);
});

inLong('killed twice after the mail server got the mail: an alert, and no third copy', async () => {
  const first = await start();
  smtp.late = { step: 'dot', milliseconds: 60_000 };
  await handOverMail();
  const second = await start();
  await first.kill('SIGKILL');
  await expect.poll(mail, { interval: 100, timeout: 30_000 }).toEqual({ sent: false, copies: 2 });
  await expect.poll(() => smtp.messages.length, { timeout: 10_000 }).toBe(2);
  await second.kill('SIGKILL');
  smtp.late = undefined;
  await start();
  const alerts = async () => (await owner.query('select kind from alerts')).rows;
  await expect.poll(alerts, { interval: 100, timeout: 30_000 }).toEqual([{ kind: 'mail-outcome-unknown' }]);
  expect(await mail()).toEqual({ sent: false, copies: 2 });
  const toDana = smtp.messages.filter((message) => message.includes('To: dana@example.com'));
  expect(toDana).toHaveLength(2);
  expect(new Set(messageIds().slice(0, 2)).size).toBe(1);
});

inLong('a suspended process keeps its job, and no second copy is sent', async () => {
  const first = await start();
  smtp.late = { step: 'dot', milliseconds: 13_000 };
  await handOverMail();
  await start();
  process.kill(first.pid, 'SIGSTOP');
  await wait(11_000);
  process.kill(first.pid, 'SIGCONT');
  await expect.poll(mail, { interval: 100, timeout: 20_000 }).toEqual({ sent: true, copies: 1 });
  expect(smtp.messages).toHaveLength(1);
});
