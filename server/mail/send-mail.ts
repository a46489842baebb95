import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#db/types.ts';
import { addJob } from '#core/platform/jobs.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { giveUpMail, MAX_COPIES } from './give-up-mail.ts';
import type { Delivery, MailSender, MailTransport } from './mail-transport.ts';
import { redactSecrets } from './redact-secrets.ts';

interface SendMail {
  database: Database;
  transport: MailTransport;
  log: Logger;
  mailId: string;
  isLastAttempt: boolean;
  signal: AbortSignal;
}

const asShop = { role: 'service_role' } as const;

const RECORD_TIMEOUT_SECONDS = 60;

const WAIT_FOR_THREAD_MS = 20_000;

/** Sends a mail unless it was sent or given up. @throws if it should be tried again. The row has the reason. */
export async function sendMail(options: SendMail): Promise<void> {
  const { database, transport, log, mailId, isLastAttempt, signal } = options;
  if (await isAheadOfItsThread(database, mailId)) return;
  const attempt = randomUUID();
  const mail = await beginAttempt(database, mailId, attempt);
  if (!mail) return;
  const giveUp = (kind: 'mail-outcome-unknown' | 'mail-not-delivered', error: string | null) =>
    giveUpMail({ database, log, mailId, kind, error });
  if (mail.copies >= MAX_COPIES) return giveUp('mail-outcome-unknown', mail.last_error);

  const delivery = await transport.deliver(
    {
      ...mail,
      sender: await readSender(database),
      replyTo: mail.reply_to,
      unsubscribeUrl: mail.unsubscribe_url,
    },
    { handOver: () => countCopy(database, mailId, attempt), signal },
  );
  if (delivery.result === 'sent') {
    const redacted = transport.keepsSecrets ? {} : redactSecrets(mail);
    await recordWithRetries(() => recordSent(database, mailId, redacted), signal);
    return;
  }
  const copies = mail.copies + (delivery.result === 'unknown' ? 1 : 0);
  const { error } = delivery;
  await recordWithRetries(() => recordFailure(database, { mailId, attempt, copies, delivery }), signal);
  if (isLastAttempt || copies >= MAX_COPIES || (delivery.result === 'not sent' && delivery.permanent)) {
    return giveUp(copies > 0 ? 'mail-outcome-unknown' : 'mail-not-delivered', error);
  }
  // The server's error may contain the recipient, which must not reach the log.
  throw new Error(`Mail ${mailId} was not sent, see mails.last_error`);
}

/** Reads the current settings: a mail that waited comes from the present address. */
async function readSender(database: Database): Promise<MailSender> {
  const { mail, business } = await readSettings(database.public);
  return {
    name: mail.senderName,
    address: mail.senderAddress,
    shopName: business.name,
    shopEmail: business.email,
  };
}

/** Mails of a thread arrive in its sequence: a mail waits up to an hour for the earlier ones. Adds a job for later. */
async function isAheadOfItsThread(database: Database, mailId: string): Promise<boolean> {
  return database.as(asShop, async (transaction) => {
    const waiting = await transaction
      .selectFrom('mails')
      .innerJoin('mails as earlier', (join) => join.on(sql<boolean>`earlier.id = any (mails.follows)`))
      .select('earlier.id')
      .where('mails.id', '=', mailId)
      .where('earlier.sent_at', 'is', null)
      .where('earlier.given_up_at', 'is', null)
      .where('mails.created_at', '>', sql<Date>`now() - interval '1 hour'`)
      .executeTakeFirst();
    if (!waiting) return false;
    const runAt = sql<Date>`now() + make_interval(secs => ${WAIT_FOR_THREAD_MS / 1000})`;
    await addJob(transaction, 'send-mail', { mailId }, { key: `mail:${mailId}`, runAt });
    return true;
  });
}

/** Makes this attempt the only one that may send the mail. */
function beginAttempt(
  database: Database,
  mailId: string,
  attempt: string,
): Promise<Selectable<DB['mails']> | undefined> {
  return database.as(asShop, (transaction) =>
    transaction
      .updateTable('mails')
      .set({ attempt })
      .where('id', '=', mailId)
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Counts a copy before it is sent, so that a crash can't lose the count. */
async function countCopy(database: Database, mailId: string, attempt: string): Promise<void> {
  const { numUpdatedRows } = await database.as(asShop, (transaction) =>
    transaction
      .updateTable('mails')
      .set({ copies: sql`copies + 1` })
      .where('id', '=', mailId)
      .where('attempt', '=', attempt)
      .where('sent_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  if (numUpdatedRows === 0n) throw new Error('Another attempt to send this email is under way');
}

async function recordSent(
  database: Database,
  mailId: string,
  redacted: Partial<ReturnType<typeof redactSecrets>>,
): Promise<void> {
  await database.as(asShop, async (transaction) => {
    await transaction
      .updateTable('mails')
      .set({ sent_at: sql`now()`, given_up_at: null, last_error: null, ...redacted })
      .where('id', '=', mailId)
      .execute();
  });
}

async function recordFailure(
  database: Database,
  failure: {
    mailId: string;
    attempt: string;
    copies: number;
    delivery: Exclude<Delivery, { result: 'sent' }>;
  },
): Promise<void> {
  const { mailId, attempt, copies, delivery } = failure;
  await database.as(asShop, async (transaction) => {
    await transaction
      .updateTable('mails')
      .set({ last_error: delivery.error, copies })
      .where('id', '=', mailId)
      .where('attempt', '=', attempt)
      .execute();
  });
}

/** Retries while the database is unavailable, because only this process knows the result. */
async function recordWithRetries(record: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let seconds = 0; ; seconds += 1) {
    try {
      await record();
      return;
    } catch (error) {
      if (seconds === RECORD_TIMEOUT_SECONDS || signal.aborted) throw error;
      await wait(1_000, undefined, { signal }).catch(() => undefined);
    }
  }
}
