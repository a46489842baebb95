import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { ActionResult } from '#core/values/action-result.ts';

/**
 * Cancels an open quote, as the signed-in person: from now on its payment page cannot be opened. A trigger refuses other
 * quotes, and queues the job that closes the page and releases the parts.
 */
export async function cancelQuote(
  transaction: Transaction<DB>,
  { orderId, number }: { orderId: string; number: number },
): Promise<ActionResult> {
  await transaction
    .updateTable('quotes')
    .set({ canceled_at: sql`now()` })
    .where('order_id', '=', orderId)
    .execute();
  await logAdminAction(transaction, 'cancel_quote', {
    resourceType: 'orders',
    resourceId: orderId,
    order: formatOrderNumber(number),
  });
  return { done: true, message: 'Quote canceled' };
}
