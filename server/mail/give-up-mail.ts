import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { Database } from '#core/platform/database.server.ts';

/** Maximum copies of a mail to send while responses are lost. The constraint mails_copies_range agrees. */
export const MAX_COPIES = 2;

interface GiveUpMail {
  database: Database;
  log: Logger;
  mailId: string;
  kind: 'mail-outcome-unknown' | 'mail-not-delivered';
  error: string | null;
}

/** Raises an alert, except for the mail of an alert, because its alert would be mailed too. */
export async function giveUpMail({ database, log, mailId, kind, error }: GiveUpMail): Promise<void> {
  const givenUp = await database.as({ role: 'service_role' }, async (transaction) => {
    const mail = await transaction
      .updateTable('mails')
      .set({ given_up_at: sql`now()`, ...(error !== null && { last_error: error }) })
      .where('id', '=', mailId)
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .returning(['recipient', 'subject', 'created_at'])
      .executeTakeFirst();
    if (!mail) return false;
    const alert = await transaction
      .selectFrom('alerts')
      .select('id')
      .where('mail_id', '=', mailId)
      .executeTakeFirst();
    if (alert) return true;
    await raiseAlert(transaction, {
      kind,
      subject: mailId,
      details: {
        Recipient: mail.recipient ?? 'the shop',
        Subject: mail.subject,
        Written: mail.created_at.toISOString(),
        'Last error': error ?? 'none',
      },
    });
    return true;
  });
  if (givenUp) log.error({ mailId, kind }, 'An email is given up, see mails.last_error');
}

/** Gives up mails whose process ended during the last attempt. The queue does not retry them and recorded no error. */
export async function giveUpAbandonedMails(
  database: Database & { jobs: pg.Pool },
  log: Logger,
): Promise<void> {
  const { rows } = await database.jobs.query<{ mail: string }>(
    `select substr(key, length('mail:') + 1) as mail from graphile_worker.jobs
     where task_identifier = 'send-mail' and attempts >= max_attempts and locked_at is null and key like 'mail:%'`,
  );
  for (const { mail: mailId } of rows) {
    const mail = await database.as({ role: 'service_role' }, (transaction) =>
      transaction
        .selectFrom('mails')
        .select(['copies', 'last_error'])
        .where('id', '=', mailId)
        .where('given_up_at', 'is', null)
        .where('sent_at', 'is', null)
        .executeTakeFirst(),
    );
    if (!mail) continue;
    const kind = mail.copies > 0 ? 'mail-outcome-unknown' : 'mail-not-delivered';
    await giveUpMail({ database, log, mailId, kind, error: mail.last_error });
  }
}
