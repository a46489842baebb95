import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import { inLong } from '../support/in-long.ts';
import { createDataFolder } from '../support/data-folder.ts';
import { connectAsOwner } from '../support/embedded.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';

let folder: string;
let smtp: SmtpStandIn;
let shop: ShopProcess;
let address: string;
let owner: pg.Client;

beforeEach(async () => {
  folder = await createDataFolder('request-kills');
  smtp = await startSmtpStandIn();
  await start();
  owner = await connectAsOwner(folder);
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
  address = await shop.ready();
}

function askForPart(): Promise<Response> {
  return fetch(`${address}/functions/v1/send-part-request-email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Dana Driver',
      email: 'dana@example.com',
      make: 'Honda',
      model: 'Civic',
      year: '2015',
      partName: 'Alternator',
    }),
  });
}

async function count(from: string): Promise<number> {
  const { rows } = await owner.query(`select count(*)::int as count from ${from}`);
  return rows[0].count;
}

inLong(
  'a request is stored completely or not at all after any kill, and its mails are sent once the mail server works',
  async () => {
    // Killed while it is stored: its first mail waits for a lock.
    await owner.query('begin');
    await owner.query('lock table mails in share mode');
    const cut = askForPart().catch(() => undefined);
    const heldUp = () => count('pg_locks where not granted');
    await expect.poll(heldUp, { interval: 20, timeout: 10_000 }).toBe(1);
    await shop.kill('SIGKILL');
    await owner.query('rollback');
    await cut;
    expect([await count('part_requests'), await count('mails')]).toEqual([0, 0]);

    // The mail server hangs, but nothing waits for it. Killed before any mail is sent.
    await start();
    smtp.behavior = 'hang';
    const asked = performance.now();
    expect((await askForPart()).status).toBe(200);
    expect(performance.now() - asked).toBeLessThan(10_000);
    await expect
      .poll(() => count('graphile_worker.jobs where locked_at is not null'), { timeout: 10_000 })
      .toBe(2);
    await shop.kill('SIGKILL');
    expect(await count('mails where sent_at is not null')).toBe(0);

    smtp.behavior = 'accept';
    await start();
    await expect
      .poll(() => count('mails where sent_at is not null'), { interval: 50, timeout: 20_000 })
      .toBe(2);
    expect(smtp.messages).toHaveLength(2);
    expect(smtp.messages.join()).toContain('Subject: Part request: Alternator for 2015 Honda Civic');
    expect(smtp.messages.join()).toContain('Reply-To: dana@example.com');
  },
);
