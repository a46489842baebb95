import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Identity } from '#core/platform/database.server.ts';

const LATEST = 100;

/** Reads the newest mails for the mailbox. */
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

/** Reads the mails that the identity may see, newest first. A process killed in its last try can't record it. */
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

/** Returns undefined if the id is unknown. */
export async function readMail(database: Database, id: string) {
  if (!z.uuid().safeParse(id).success) return undefined;
  return database.as({ role: 'service_role' }, (transaction) =>
    transaction.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst(),
  );
}
