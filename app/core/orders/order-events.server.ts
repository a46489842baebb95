import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { OrderEvent } from './order-event.ts';

/** Mails about changes that can be undone wait this long. */
const UNDO_SECONDS = 60;

/** 'later' leaves time to undo before the buyer gets a mail. Mails that already wait come first. */
export type MailTime = 'now' | 'later' | 'never';

/** Adds an event of the signed-in person, or of the shop itself, to an order's story. A trigger queues the mail. */
export async function addOrderEvent(
  transaction: Transaction<DB>,
  order: { id: string },
  { kind, details }: OrderEvent,
  mail: MailTime = 'never',
): Promise<void> {
  const seconds = mail === 'later' ? UNDO_SECONDS : 0;
  await transaction
    .insertInto('order_events')
    .values({
      order_id: order.id,
      kind,
      details: JSON.stringify(details),
      mail_at: mail === 'never' ? null : sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute();
}
