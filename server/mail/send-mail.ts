import { sql } from 'kysely';
import type { Database } from '#services';
import { reason } from '../start-error.ts';
import type { Postman } from './postman.ts';

/**
 * Delivers a mail that was written, unless it has been.
 *
 * @throws what the mail server said, which is noted with the mail, so that it is tried again.
 */
export async function sendMail(options: {
  database: Database;
  postman: Postman;
  mailId: string;
}): Promise<void> {
  const { database, postman, mailId } = options;
  const asShop = { role: 'service_role' } as const;
  const mail = await database.as(asShop, (transaction) =>
    transaction.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirst(),
  );
  if (!mail || mail.sent_at) return;

  const note = (became: { sent_at?: ReturnType<typeof sql<Date>>; last_error: string | null }) =>
    database.as(asShop, (transaction) =>
      transaction.updateTable('mails').set(became).where('id', '=', mailId).execute(),
    );
  try {
    await postman.deliver({ ...mail, replyTo: mail.reply_to });
  } catch (error) {
    await note({ last_error: reason(error) });
    throw error;
  }
  await note({ sent_at: sql<Date>`now()`, last_error: null });
}
