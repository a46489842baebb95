import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#db/types.ts';
import type { Database } from '#services';
import { giveUpMail, MAX_COPIES } from './give-up-mail.ts';
import type { Delivery, MailTransport } from './mail-transport.ts';
import { withoutSecrets } from './redact-secrets.ts';

interface SendMail {
  database: Database;
  transport: MailTransport;
  log: Logger;
  mailId: string;
  /** There is no other try after this one. */
  isLastAttempt: boolean;
  /** Ends the attempt, because the process stops. */
  signal: AbortSignal;
}

const asShop = { role: 'service_role' } as const;

/** How long to try to record what the mail server answered, in seconds. */
const RECORD_FOR = 60;

/**
 * Sends a mail, unless it was sent or given up. It is given up when its recipient or its content is refused for good,
 * when the last try fails, and when the mail server got two copies and the answer to neither was recorded.
 *
 * @throws when it was not sent and should be tried again. The reason is recorded with the mail.
 */
export async function sendMail(options: SendMail): Promise<void> {
  const { database, transport, log, mailId, isLastAttempt, signal } = options;
  const attempt = randomUUID();
  const mail = await beginAttempt(database, mailId, attempt);
  if (!mail) return;
  const giveUp = (kind: 'mail-outcome-unknown' | 'mail-not-delivered', error: string | null) =>
    giveUpMail({ database, log, mailId, kind, error });
  if (mail.copies >= MAX_COPIES) return giveUp('mail-outcome-unknown', mail.last_error);

  const delivery = await transport.deliver(
    { ...mail, replyTo: mail.reply_to },
    { handOver: () => countCopy(database, mailId, attempt), signal },
  );
  if (delivery.result === 'sent') {
    const redacted = transport.keepsSecrets ? {} : withoutSecrets(mail);
    await untilRecorded(() => recordSent(database, mailId, redacted), signal);
    return;
  }
  const copies = mail.copies + (delivery.result === 'unknown' ? 1 : 0);
  const { error } = delivery;
  await untilRecorded(() => recordFailure(database, { mailId, attempt, copies, delivery }), signal);
  if (isLastAttempt || copies >= MAX_COPIES || (delivery.result === 'not sent' && delivery.permanent)) {
    return giveUp(copies > 0 ? 'mail-outcome-unknown' : 'mail-not-delivered', error);
  }
  // What the mail server said may name the recipient, and does not belong into the log.
  throw new Error(`Mail ${mailId} was not sent, see mails.last_error`);
}

/** Makes this attempt the only one that may hand the mail over. */
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

/** Counts a copy before the mail server is responsible for it, so that no crash can lose the count. */
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
  if (numUpdatedRows === 0n) throw new Error('Another attempt to send this mail is under way');
}

/** @param redacted the mail's text without the secrets of its links, which have done their work. */
async function recordSent(
  database: Database,
  mailId: string,
  redacted: Partial<ReturnType<typeof withoutSecrets>>,
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

/** Only this process knows the answer: it keeps trying to record it while the database is away. */
async function untilRecorded(record: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let seconds = 0; ; seconds += 1) {
    try {
      await record();
      return;
    } catch (error) {
      if (seconds === RECORD_FOR || signal.aborted) throw error;
      await wait(1_000, undefined, { signal }).catch(() => undefined);
    }
  }
}
