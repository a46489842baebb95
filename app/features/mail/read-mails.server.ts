import type { Database } from '#services';

/** How many mails the mailbox shows. */
const LATEST = 100;

/** The latest mails that the shop has written, for those who try it without a mail server. */
export function readMails(database: Database) {
  return database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('mails')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(LATEST)
      .execute(),
  );
}
