import { afterEach, beforeEach, expect, test } from 'vitest';
import { readUndeliveredMails } from '#features/mail/read-mails.server.ts';
import { smtpPostman } from '#server/mail/postman.ts';
import { checkOut, deliver } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let smtp: SmtpStandIn;
let shop: TestShop;

beforeEach(async () => {
  smtp = await startSmtpStandIn();
  const postman = smtpPostman({
    smtpUrl: smtp.url,
    from: 'Partyard <shop@partyard.example>',
    shopMailTo: 'owner@partyard.example',
    timeout: 1_500,
  });
  shop = await createTestShop({ postman });
  const [id = ''] = await addParts(shop.database.owner, [{ price: 40 }]);
  const { orderId } = await checkOut(shop, [{ id, amountCents: 4000 }]);
  await deliver(shop, orderId, 'paid');
});

afterEach(async () => {
  await shop[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

/** Lets the time of the next try come, once the queue has noted the last one. */
async function makeDue(more = 'attempts = attempts') {
  const { owner } = shop.database;
  const underWay = 'select from graphile_worker._private_jobs where locked_at is not null';
  await expect.poll(async () => (await owner.query(underWay)).rows, { timeout: 10_000 }).toEqual([]);
  await owner.query(`update graphile_worker._private_jobs set run_at = now(), ${more}`);
}

async function mails() {
  const { rows } = await shop.database.owner.query(
    'select recipient, sent_at is not null as sent, last_error from mails order by recipient',
  );
  return rows;
}

test('a mail goes to whom it is for, and the shop’s own to where the shop reads it', async () => {
  await shop.runJobs();
  const letterTo = (recipient: string) => smtp.letters.find((letter) => letter.includes(`To: ${recipient}`));
  const toBuyer = letterTo('dana@example.com\r\n');
  const toShop = letterTo('owner@partyard.example\r\n');
  expect(toBuyer).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  expect(toBuyer).toMatch(/^Reply-To: parts@partyard\.example\r?$/m);
  expect(toBuyer).toContain('Content-Type: text/plain');
  expect(toBuyer).toContain('Content-Type: text/html');
  expect(toBuyer).toMatch(/^From: Partyard <shop@partyard\.example>\r?$/m);
  expect(toShop).toMatch(/^Reply-To: dana@example\.com\r?$/m);
});

test('a mail that is refused is tried again later, and loses nothing', async () => {
  smtp.manner = 'refuse';
  await shop.runJobs();
  expect(await mails()).toEqual([
    {
      recipient: 'dana@example.com',
      sent: false,
      last_error: expect.stringContaining('No such mailbox here'),
    },
    { recipient: null, sent: false, last_error: expect.stringContaining('No such mailbox here') },
  ]);

  smtp.manner = 'accept';
  await shop.runJobs();
  expect(smtp.letters).toHaveLength(0);
  await makeDue();
  await shop.runJobs();
  expect(await mails()).toEqual([
    { recipient: 'dana@example.com', sent: true, last_error: null },
    { recipient: null, sent: true, last_error: null },
  ]);
  expect(smtp.letters).toHaveLength(2);
});

test('a mail server that is not there is an error that is noted', async () => {
  await smtp[Symbol.asyncDispose]();
  await shop.runJobs();
  expect(await mails()).toMatchObject([
    { sent: false, last_error: expect.stringContaining('ECONNREFUSED') },
    { sent: false, last_error: expect.stringContaining('ECONNREFUSED') },
  ]);
});

test.each([
  ['hangs', 'hang', /timeout/i],
  ['drops the connection in the middle', 'drop', /closed|reset|hang up/i],
] as const)('a mail server that %s holds nobody up, and loses nothing', async (_, manner, error) => {
  smtp.manner = manner;
  await shop.runJobs();
  expect(await mails()).toMatchObject([
    { sent: false, last_error: expect.stringMatching(error) },
    { sent: false, last_error: expect.stringMatching(error) },
  ]);
  smtp.manner = 'accept';
  await makeDue();
  await shop.runJobs();
  expect(await mails()).toMatchObject([{ sent: true }, { sent: true }]);
});

test('a mail that can’t be delivered at last is given up, kept, and seen by admins only', async () => {
  const adminId = await shop.addUser({ email: 'ada@example.com', password: 'a long password', admin: true });
  const userId = await shop.addUser({ email: 'sam@example.com', password: 'a long password' });
  const seenBy = (id: string) =>
    readUndeliveredMails(shop.database.pools, { role: 'authenticated', userId: id });
  smtp.manner = 'refuse';
  await shop.runJobs();
  expect(await seenBy(adminId)).toEqual([]);

  await makeDue('attempts = max_attempts - 1');
  await shop.runJobs();
  expect(await seenBy(adminId)).toMatchObject([
    { given_up_at: expect.any(Date), last_error: expect.stringContaining('No such mailbox here') },
    { given_up_at: expect.any(Date), last_error: expect.stringContaining('No such mailbox here') },
  ]);
  expect(await seenBy(userId)).toEqual([]);
  const waiting = async () =>
    (await shop.database.owner.query('select from graphile_worker._private_jobs')).rows;
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
});

test('a mail waits for a hold that ends', async () => {
  const { rows } = await shop.database.owner.query(
    `select task, priority from graphile_worker._private_jobs as job
     join graphile_worker._private_tasks as tasks on tasks.id = job.task_id
     cross join lateral (select tasks.identifier as task) as named order by priority`,
  );
  expect(rows.at(0)).toMatchObject({ task: 'end-hold', priority: 0 });
  expect(rows.at(-1)).toMatchObject({ task: 'send-mail', priority: 10 });
});
