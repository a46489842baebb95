import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Identity } from '#services';

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

/**
 * Reads the undelivered mails that the identity may see, newest first. The queue retries a mail for about four days. A
 * process that is killed during the last try cannot record that it was the last.
 */
export function readUndeliveredMails(database: Database, identity: Identity) {
  return database.as(identity, (transaction) =>
    transaction
      .selectFrom('mails')
      .select(['id', 'recipient', 'subject', 'created_at', 'given_up_at', 'last_error'])
      .where('sent_at', 'is', null)
      .where(sql<boolean>`given_up_at is not null or created_at < now() - interval '5 days'`)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(LATEST)
      .execute(),
  );
}

/** One mail; undefined when there is none of this id. */
export async function readMail(database: Database, id: string) {
  if (!z.uuid().safeParse(id).success) return undefined;
  return database.as({ role: 'service_role' }, (transaction) =>
    transaction.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst(),
  );
}
