import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { OrderEvent } from './order-event.ts';

/** In seconds. Mails about what can be undone wait so long. */
const UNDO_SECONDS = 60;

/** When the buyer gets a mail: 'later' leaves time to undo. Mails that wait already come first. */
export type MailTime = 'now' | 'later' | 'never';

/** Adds what the signed-in person, or the shop itself, did to an order's story. A trigger queues the mail. */
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
