import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readUndeliveredMails } from '#core/mail/read-mails.server.ts';
import { giveUpAbandonedMails } from '#server/mail/give-up-mail.ts';
import { type MailTransport, TIMEOUTS, smtpTransport } from '#server/mail/mail-transport.ts';
import { checkOut, deliver } from '../support/checkout.ts';
import { makeJobsDue, MAX_ATTEMPTS, removeJobs } from '../support/jobs.ts';
import { addParts } from '../support/parts.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { useSharedDatabase } from '../support/shared-database.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

/** Shorter than the shop's timeouts, so that a test can wait for them. */
const SHORT = { connect: 500, greeting: 1_500, response: 3_000, mail: 10_000 };

const database = useSharedDatabase();
let smtp: SmtpStandIn;
let shop: TestShop;

function transportTo({ url }: SmtpStandIn, timeouts = SHORT) {
  return smtpTransport({
    smtpUrl: url,
    from: 'Partyard <shop@partyard.example>',
    shopMailTo: 'owner@partyard.example',
    timeouts,
  });
}

beforeEach(async () => {
  smtp = await startSmtpStandIn();
  shop = await createTestShop({ database: database(), transport: transportTo(smtp) });
  const [id = ''] = await addParts(shop.database.owner, [{ price: 40 }]);
  const { orderId } = await checkOut(shop, [{ id, amountCents: 4000 }]);
  await deliver(shop, orderId, 'paid');
});

afterEach(async () => {
  await shop[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

/** Makes the next attempt due, after the queue has recorded the last one. */
async function makeDue(attempts?: number) {
  const { owner } = shop.database;
  const underWay = 'select from graphile_worker.jobs where locked_at is not null';
  await expect.poll(async () => (await owner.query(underWay)).rows, { timeout: 10_000 }).toEqual([]);
  await makeJobsDue(owner, 'true', [], attempts);
}

async function mails() {
  const { rows } = await shop.database.owner.query(
    'select recipient, sent_at is not null as sent, last_error from mails order by recipient',
  );
  return rows;
}

/** Keeps only the mail to the buyer. */
async function onlyToBuyer() {
  const { owner } = shop.database;
  await removeJobs(owner, "key in (select 'mail:' || id from mails where recipient is null)");
  await owner.query('delete from mails where recipient is null');
}

/** The row of the mail to the buyer. */
async function toBuyer() {
  const { rows } = await shop.database.owner.query(
    `select sent_at is not null as sent, given_up_at is not null as given_up, copies, last_error from mails
     where recipient is not null`,
  );
  return rows[0];
}

async function alerts() {
  const { rows } = await shop.database.owner.query(
    'select kind, details, mail_id is not null as mailed from alerts order by created_at',
  );
  return rows;
}

async function jobs() {
  const { rows } = await shop.database.owner.query(
    "select key from graphile_worker.jobs where task_identifier = 'send-mail'",
  );
  return rows;
}

const messageIds = () => smtp.messages.map((message) => message.match(/^Message-ID: (.*)$/im)?.[1]);

test("a mail goes to its recipient, and the shop's own mail to the shop's address", async () => {
  await shop.runJobs();
  const messageTo = (recipient: string) =>
    smtp.messages.find((message) => message.includes(`To: ${recipient}`));
  const toDana = messageTo('dana@example.com\r\n');
  const toShop = messageTo('owner@partyard.example\r\n');
  expect(toDana).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  expect(toDana).toMatch(/^Reply-To: parts@partyard\.example\r?$/m);
  expect(toDana).toContain('Content-Type: text/plain');
  expect(toDana).toContain('Content-Type: text/html');
  expect(toDana).toMatch(/^From: Partyard <shop@partyard\.example>\r?$/m);
  expect(toShop).toMatch(/^Reply-To: dana@example\.com\r?$/m);
});

test('the settings name the sender; the envelope stays the one that the mail server knows', async () => {
  const { owner } = shop.database;
  const mail = { senderName: 'Joe, of "Joe\'s Yard"', senderAddress: 'hello@joes.example' };
  await owner.query('update shop_settings set values = $1', [
    { mail, business: { email: 'joe@joes.example' } },
  ]);
  await onlyToBuyer();
  await shop.runJobs();
  const [toDana = ''] = smtp.messages;
  expect(toDana).toMatch(/^From: "Joe, of \\"Joe's Yard\\"" <hello@joes\.example>\r?$/m);
  expect(smtp.senders).toEqual(['shop@partyard.example']);
  expect(toDana).toMatch(/^Message-ID: <[\da-f-]+@partyard\.example>\r?$/m);
});

test('a mail to the shop goes to the email of the settings, as it is when the mail is sent', async () => {
  await using other = await startSmtpStandIn();
  const transport = smtpTransport({ smtpUrl: other.url, from: 'shop@partyard.example' });
  await using joes = await createTestShop({ database: database(), transport });
  const business = { name: 'Joe’s Yard', email: 'joe@joes.example' };
  await joes.database.owner.query('update shop_settings set values = $1', [{ business }]);
  await joes.runJobs();
  const toShop = other.messages.find((message) => /^To: joe@joes\.example\r?$/m.test(message));
  expect(toShop).toMatch(/^From: =\?UTF-8\?Q\?Joe=E2=80=99s_Yard\?= <shop@partyard\.example>\r?$/m);
});

test('a mail can be sent over a connection with TLS from the start', async () => {
  await using secure = await startSmtpStandIn({ secure: true });
  const message = {
    id: '1',
    sender: { name: null, address: null, shopName: 'Partyard', shopEmail: 'parts@partyard.example' },
    recipient: 'dana@example.com',
    replyTo: null,
    subject: 'Hi',
    body: 'Hello',
    html: null,
  };
  const options = { handOver: async () => undefined, signal: new AbortController().signal };
  expect(await transportTo(secure).deliver(message, options)).toEqual({ result: 'sent' });
  expect(secure.messages.join()).toContain('Hello');
});

test('a refused mail is retried later unchanged', async () => {
  smtp.behavior = 'refuse';
  await shop.runJobs();
  expect(await mails()).toEqual([
    {
      recipient: 'dana@example.com',
      sent: false,
      last_error: expect.stringContaining('No such mailbox here'),
    },
    { recipient: null, sent: false, last_error: expect.stringContaining('No such mailbox here') },
  ]);

  smtp.behavior = 'accept';
  await shop.runJobs();
  expect(smtp.messages).toHaveLength(0);
  await makeDue();
  await shop.runJobs();
  expect(await mails()).toEqual([
    { recipient: 'dana@example.com', sent: true, last_error: null },
    { recipient: null, sent: true, last_error: null },
  ]);
  expect(smtp.messages).toHaveLength(2);
});

test('an unreachable mail server is recorded as an error', async () => {
  await smtp[Symbol.asyncDispose]();
  await shop.runJobs();
  expect(await mails()).toMatchObject([
    { sent: false, last_error: expect.stringContaining('ECONNREFUSED') },
    { sent: false, last_error: expect.stringContaining('ECONNREFUSED') },
  ]);
});

test.each([
  ['hangs', 'hang', /timeout/i],
  ['drops the connection within the message', 'drop', /closed|reset|hang up/i],
] as const)('a mail server that %s loses no mail', async (_, behavior, error) => {
  await onlyToBuyer();
  smtp.behavior = behavior;
  await shop.runJobs();
  expect(await mails()).toMatchObject([{ sent: false, last_error: expect.stringMatching(error) }]);
  smtp.behavior = 'accept';
  await makeDue();
  await shop.runJobs();
  expect(await mails()).toMatchObject([{ sent: true }]);
});

// RFC 5321, 4.5.3.2: the minimum timeout of a sender at each step.
test("the shop's timeouts for mail servers follow the standard, except for the connection", () => {
  const minutes = 60_000;
  expect(TIMEOUTS.greeting).toBeGreaterThanOrEqual(5 * minutes);
  expect(TIMEOUTS.response).toBeGreaterThanOrEqual(10 * minutes);
  expect(TIMEOUTS.connect).toBeLessThanOrEqual(minutes / 2);
  // Greeting, EHLO, MAIL, RCPT, DATA, a block of data and the final dot, each at its maximum.
  expect(TIMEOUTS.mail).toBeGreaterThanOrEqual((5 + 5 + 5 + 5 + 2 + 3 + 10) * minutes);
});

test.each([
  ['after the message', 'dot', 2_000],
  ['with its greeting', 'greeting', 1_000],
] as const)('a mail server that is late %s gets no second copy', async (_, step, milliseconds) => {
  await onlyToBuyer();
  smtp.late = { step, milliseconds };
  await shop.runJobs();
  expect(await toBuyer()).toEqual({ sent: true, given_up: false, copies: 1, last_error: null });
  expect(smtp.messages).toHaveLength(1);
  await expect.poll(jobs).toEqual([]);
});

test('a lost response causes one identical second copy; a second lost response an alert and no third copy', async () => {
  await onlyToBuyer();
  smtp.behavior = 'lose the response';
  await shop.runJobs();
  expect(await toBuyer()).toMatchObject({ sent: false, given_up: false, copies: 1 });
  expect(await alerts()).toEqual([]);

  await makeDue();
  await shop.runJobs();
  expect(await toBuyer()).toMatchObject({ sent: false, given_up: true, copies: 2 });
  expect(await alerts()).toEqual([
    {
      kind: 'mail-outcome-unknown',
      mailed: true,
      details: {
        Recipient: 'dana@example.com',
        Subject: expect.stringContaining('Order'),
        Written: expect.any(String),
        'Last error': expect.any(String),
      },
    },
  ]);
  const [first, second] = messageIds();
  expect(first).toBe(second);

  // The mail of the alert also gets no response: it causes a second copy, but no alert.
  await makeDue();
  await shop.runJobs();
  await makeDue();
  await shop.runJobs();
  expect(await alerts()).toHaveLength(1);
  await expect.poll(jobs).toEqual([]);
  expect(smtp.messages.map((message) => message.match(/^To: (.*)$/m)?.[1])).toEqual([
    'dana@example.com',
    'dana@example.com',
    'owner@partyard.example',
    'owner@partyard.example',
  ]);
});

test('a mail with a lost first response and an accepted second copy counts as sent', async () => {
  await onlyToBuyer();
  smtp.behavior = 'lose the response';
  await shop.runJobs();
  smtp.behavior = 'accept';
  await makeDue();
  await shop.runJobs();
  expect(await toBuyer()).toEqual({ sent: true, given_up: false, copies: 2, last_error: null });
  expect(new Set(messageIds()).size).toBe(1);
  expect(await alerts()).toEqual([]);
});

test('a refusal after the message is retried and counts no copy', async () => {
  await onlyToBuyer();
  smtp.refuses = { step: 'dot', code: 451 };
  for (let tries = 1; tries <= 4; tries += 1) {
    await shop.runJobs();
    expect(await toBuyer()).toMatchObject({ sent: false, given_up: false, copies: 0 });
    await makeDue();
  }
  smtp.refuses = undefined;
  await shop.runJobs();
  expect(await toBuyer()).toMatchObject({ sent: true, copies: 1 });
});

test.each([
  { step: 'greeting', code: 421, becomes: 'tried again' },
  { step: 'greeting', code: 554, becomes: 'tried again' },
  { step: 'MAIL', code: 451, becomes: 'tried again' },
  // The server refuses the sender, not the recipient, and the operator can fix that.
  { step: 'MAIL', code: 550, becomes: 'tried again' },
  { step: 'RCPT', code: 450, becomes: 'tried again' },
  { step: 'RCPT', code: 550, becomes: 'given up' },
  { step: 'dot', code: 452, becomes: 'tried again' },
  { step: 'dot', code: 554, becomes: 'given up' },
] as const)('a mail refused at $step with $code is $becomes', async ({ step, code, becomes }) => {
  await onlyToBuyer();
  smtp.refuses = { step, code };
  await shop.runJobs();
  const givenUp = becomes === 'given up';
  expect(await toBuyer()).toMatchObject({ sent: false, given_up: givenUp, copies: 0 });
  if (givenUp) {
    expect(await alerts()).toMatchObject([
      { kind: 'mail-not-delivered', details: { 'Last error': expect.stringContaining(String(code)) } },
    ]);
    // The refused mail of the alert raises no alert.
    await makeDue();
    await shop.runJobs();
    expect(await alerts()).toHaveLength(1);
    await expect.poll(jobs).toEqual([]);
    const { rows } = await shop.database.owner.query('select given_up_at from mails where recipient is null');
    expect(rows).toEqual([{ given_up_at: expect.any(Date) }]);
  } else {
    expect(await alerts()).toEqual([]);
    expect(await jobs()).toHaveLength(1);
  }
});

test('if the database is unavailable when the mail server responds, the response is recorded later without another copy', async () => {
  await onlyToBuyer();
  const { owner } = shop.database;
  const locked = Promise.withResolvers<void>();
  smtp.late = { step: 'dot', until: locked.promise };
  // The server responds when the table is locked, however long that takes.
  await using patient = await createTestShop({
    database: database(),
    transport: transportTo(smtp, { connect: 30_000, greeting: 30_000, response: 30_000, mail: 60_000 }),
  });
  const working = patient.runJobs();
  await expect.poll(() => smtp.messages.length).toBe(1);
  await owner.query('begin; lock table mails in exclusive mode');
  locked.resolve();
  // The job waits, fails after the lock timeout of five seconds, and waits again.
  const waitsSince = async () => {
    await owner.query('select pg_stat_clear_snapshot()');
    const { rows } = await owner.query(
      `select query_start::text as since from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows[0]?.since;
  };
  await expect.poll(waitsSince).toBeDefined();
  const first = await waitsSince();
  await expect.poll(waitsSince, { timeout: 20_000 }).not.toBe(first);
  await owner.query('rollback');
  await working;
  expect(await toBuyer()).toMatchObject({ sent: true, copies: 1 });
  await expect.poll(jobs).toEqual([]);
  expect(smtp.messages).toHaveLength(1);
}, 60_000);

test('two concurrent attempts send one copy', async () => {
  await onlyToBuyer();
  const { rows } = await shop.database.owner.query('select id from mails');
  const task = shop.tasks['send-mail'];
  smtp.late = { step: 'greeting', milliseconds: 500 };
  const helpers = { job: { attempts: 1, max_attempts: 25 }, abortSignal: new AbortController().signal };
  const attempt = async () => task?.({ mailId: rows[0].id }, helpers as never);
  const outcomes = await Promise.allSettled([attempt(), attempt()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await toBuyer()).toMatchObject({ sent: true, copies: 1 });
  expect(smtp.messages).toHaveLength(1);
});

test('a mail that was sent is not sent again', async () => {
  await onlyToBuyer();
  await shop.runJobs();
  expect(smtp.messages).toHaveLength(1);
  const { rows } = await shop.database.owner.query('select id from mails');
  const helpers = { job: { attempts: 1, max_attempts: 25 }, abortSignal: new AbortController().signal };
  await shop.tasks['send-mail']?.({ mailId: rows[0].id }, helpers as never);
  expect(await toBuyer()).toMatchObject({ sent: true, copies: 1 });
  expect(smtp.messages).toHaveLength(1);
});

test('an attempt that began before another one had sent the mail hands over no second copy', async () => {
  const firstHandedOver = Promise.withResolvers<void>();
  const secondBegan = Promise.withResolvers<void>();
  const firstSent = Promise.withResolvers<void>();
  let attempts = 0;
  let copies = 0;
  const transport: MailTransport = {
    keepsSecrets: true,
    async deliver(_mail, { handOver }) {
      attempts += 1;
      if (attempts === 2) {
        secondBegan.resolve();
        await firstSent.promise;
      }
      await handOver();
      copies += 1;
      if (attempts === 1) {
        firstHandedOver.resolve();
        await secondBegan.promise;
      }
      return { result: 'sent' };
    },
  };
  await using other = await createTestShop({ database: database(), transport });
  const { owner } = other.database;
  const { rows } = await owner.query(
    "insert into mails (recipient, subject, body) values ('a@example.com', 'A', 'A') returning id",
  );
  const helpers = { job: { attempts: 1, max_attempts: 25 }, abortSignal: new AbortController().signal };
  const send = async () => other.tasks['send-mail']?.({ mailId: rows[0].id }, helpers as never);
  const first = send();
  await firstHandedOver.promise;
  const second = send();
  await first;
  firstSent.resolve();
  await expect(second).rejects.toThrow('Another attempt to send this email is under way');
  expect(copies).toBe(1);
});

test('an undeliverable mail is given up and kept, and only admins can see it', async () => {
  const adminId = await shop.addUser({ email: 'ada@example.com', password: 'a long password', admin: true });
  const userId = await shop.addUser({ email: 'sam@example.com', password: 'a long password' });
  const seenBy = (id: string) =>
    readUndeliveredMails(shop.database.pools, { role: 'authenticated', userId: id });
  smtp.behavior = 'refuse';
  await shop.runJobs();
  expect(await seenBy(adminId)).toEqual([]);

  await makeDue(MAX_ATTEMPTS - 1);
  await shop.runJobs();
  expect(await seenBy(adminId)).toMatchObject([
    { given_up_at: expect.any(Date), last_error: expect.stringContaining('No such mailbox here') },
    { given_up_at: expect.any(Date), last_error: expect.stringContaining('No such mailbox here') },
  ]);
  expect(await seenBy(userId)).toEqual([]);
  expect(await alerts()).toMatchObject([
    { kind: 'mail-not-delivered', mailed: true },
    { kind: 'mail-not-delivered', mailed: true },
  ]);
});

test('deleting a person also removes them from alerts about their mail', async () => {
  await onlyToBuyer();
  const userId = await shop.addUser({ email: 'dana@example.com', password: 'a long password' });
  smtp.refuses = { step: 'RCPT', code: 550 };
  await shop.runJobs();
  expect(await alerts()).toMatchObject([{ details: { Recipient: 'dana@example.com' }, mailed: true }]);
  await shop.database.owner.query('select auth.forget_person($1)', [userId]);
  const { rows } = await shop.database.owner.query(
    'select mails::text as found from mails union all select alerts::text from alerts',
  );
  expect(rows).toEqual([]);
});

test('a mail whose process was killed in the last attempt is given up too', async () => {
  await onlyToBuyer();
  const { owner, pools } = shop.database;
  const log = pino({ level: 'silent' });
  await makeJobsDue(owner, 'true', [], MAX_ATTEMPTS - 1);
  await giveUpAbandonedMails(pools, log);
  expect(await toBuyer()).toMatchObject({ given_up: false });

  await makeJobsDue(owner, 'true', [], MAX_ATTEMPTS);
  await giveUpAbandonedMails(pools, log);
  await giveUpAbandonedMails(pools, log);
  expect(await toBuyer()).toMatchObject({ sent: false, given_up: true });
  expect(await alerts()).toMatchObject([{ kind: 'mail-not-delivered' }]);
});

test('jobs of ending holds precede mails', async () => {
  const { owner } = shop.database;
  const [id = ''] = await addParts(owner, [{ price: 40 }]);
  const { orderId } = await checkOut(shop, [{ id, amountCents: 4000 }]);
  await owner.query('update orders set expires_at = now() where id = $1', [orderId]);
  await owner.query('select add_jobs_of_ended_holds()');
  const { rows } = await owner.query(
    `select distinct task_identifier as task, priority from graphile_worker.jobs
     where task_identifier in ('end-hold', 'send-mail') order by priority`,
  );
  expect(rows).toEqual([
    { task: 'end-hold', priority: 0 },
    { task: 'send-mail', priority: 10 },
  ]);
});
