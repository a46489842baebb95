import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#services';
import { reason } from '../start-error.ts';
import type { Postman } from './postman.ts';
import { withoutSecrets } from './redact-secrets.ts';

interface SendMail {
  database: Database;
  postman: Postman;
  log: Logger;
  mailId: string;
  /** Nobody will try again. */
  lastTry: boolean;
}

/**
 * Delivers a mail that was written, unless it has been. When the last try fails, the mail is given up and kept for the
 * admin to see.
 *
 * @throws what the mail server said, which is noted with the mail, so that it is tried again.
 */
export async function sendMail({ database, postman, log, mailId, lastTry }: SendMail): Promise<void> {
  const asShop = { role: 'service_role' } as const;
  const mail = await database.as(asShop, (transaction) =>
    transaction.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirst(),
  );
  if (!mail || mail.sent_at) return;

  const now = sql<Date>`now()`;
  const note = (became: {
    sent_at?: typeof now;
    given_up_at?: typeof now | null;
    last_error: string | null;
    body?: string;
    html?: string | null;
  }) =>
    database.as(asShop, (transaction) =>
      transaction.updateTable('mails').set(became).where('id', '=', mailId).execute(),
    );
  try {
    await postman.deliver({ ...mail, replyTo: mail.reply_to });
  } catch (error) {
    await note({ last_error: reason(error), ...(lastTry && { given_up_at: now }) });
    if (!lastTry) throw error;
    log.error({ mailId, error: reason(error) }, 'A mail could not be delivered and is given up');
    return;
  }
  await note({
    sent_at: now,
    given_up_at: null,
    last_error: null,
    ...(!postman.keepsSecrets && withoutSecrets(mail)),
  });
}
