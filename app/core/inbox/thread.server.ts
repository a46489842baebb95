import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { formatReference, type InboxKind } from './inbox.ts';

/** Finds the thread of a new request or message. A trigger has added it. */
export async function findThread(
  transaction: Transaction<DB>,
  of: { request_id: string } | { message_id: string },
): Promise<{ threadId: string; reference: string }> {
  const { id, kind, number } = await transaction
    .selectFrom('inbox_threads')
    .select(['id', 'kind', 'number'])
    .where((where) => where.and(of))
    .executeTakeFirstOrThrow();
  return { threadId: id, reference: formatReference({ kind: kind as InboxKind, number }) };
}

/** Answers follow the mail that confirmed the request or message. */
export async function noteConfirmation(
  transaction: Transaction<DB>,
  { threadId, confirmationId }: { threadId: string; confirmationId: string },
): Promise<void> {
  await transaction
    .updateTable('inbox_threads')
    .set({ confirmation_id: confirmationId })
    .where('id', '=', threadId)
    .execute();
}
