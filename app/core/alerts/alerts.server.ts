import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { AlertDetails, AlertKind } from './alert.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { addJob } from '#core/platform/jobs.server.ts';

interface NewAlert {
  kind: AlertKind;
  /** Only one alert of a kind and subject is open at a time. */
  subject: string;
  /** The order's number is the first of the details. */
  orderId?: string | null;
  details?: AlertDetails;
}

/** Raises an alert and queues its mail. Does nothing if the alert is open. Requires the role service_role. */
export async function raiseAlert(database: Kysely<DB>, alert: NewAlert): Promise<void> {
  const { kind, subject, orderId = null } = alert;
  const details = { ...(orderId !== null && (await readOrder(database, orderId))), ...alert.details };
  const raised = await database
    .insertInto('alerts')
    .values({ kind, subject, order_id: orderId, details: JSON.stringify(details) })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).where('settled_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (raised) await addJob(database, 'mail-alert', { alertId: raised.id }, { key: `alert:${raised.id}` });
}

async function readOrder(database: Kysely<DB>, orderId: string): Promise<AlertDetails> {
  const { number } = await database
    .selectFrom('orders')
    .select('number')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { Order: formatOrderNumber(number) };
}

/** Settles an alert if it is open. Requires the role service_role. */
export async function settleAlert(
  transaction: Transaction<DB>,
  { kind, subject }: { kind: AlertKind; subject: string },
): Promise<void> {
  await transaction
    .updateTable('alerts')
    .set({ settled_at: sql`now()` })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('settled_at', 'is', null)
    .execute();
}
