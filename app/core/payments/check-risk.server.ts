import type { Transaction } from 'kysely';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { DB } from '#db/types.ts';
import { listDoubts, type PaymentRisk } from '#core/orders/payment-risk.ts';
import type { Database } from '#core/platform/database.server.ts';
import { PaymentProviderError, type Payments } from './payments.server.ts';

/** Takes about a minute. Then a person decides without the provider. */
const MOST_ATTEMPTS_WAITING = 4;

interface CheckRisk {
  database: Database;
  payments: Payments;
  orderId: string;
  paymentId: string;
  attempt: number;
}

/**
 * Stores the provider's rating of a payment. A doubtful order above the amount of the settings waits for a person. Throws a
 * PaymentProviderError, so that the job is repeated.
 */
export async function checkRisk({
  database,
  payments,
  orderId,
  paymentId,
  attempt,
}: CheckRisk): Promise<void> {
  const asShop = { role: 'service_role' } as const;
  try {
    const risk = await payments.fetchRisk(paymentId);
    await database.as(asShop, (transaction) => storeRisk(transaction, orderId, risk));
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    if (attempt >= MOST_ATTEMPTS_WAITING) {
      await database.as(asShop, (transaction) =>
        holdForReview(transaction, orderId, 'The payment provider does not answer'),
      );
    }
    throw error;
  }
}

async function storeRisk(
  transaction: Transaction<DB>,
  orderId: string,
  risk: PaymentRisk | null,
): Promise<void> {
  const doubts = risk ? listDoubts(risk) : [];
  await transaction
    .updateTable('orders')
    .set({ risk: risk && JSON.stringify(risk) })
    .where('id', '=', orderId)
    .execute();
  if (doubts.length > 0) return holdForReview(transaction, orderId, doubts.join('. '));
  await transaction
    .updateTable('orders')
    .set({ review: null })
    .where('id', '=', orderId)
    .where('review', '=', 'checking')
    .execute();
}

/** Does nothing if a person has decided, or the order is below the amount of the settings. */
async function holdForReview(transaction: Transaction<DB>, orderId: string, doubts: string): Promise<void> {
  const held = await transaction
    .updateTable('orders')
    .set({ review: 'waiting' })
    .where('id', '=', orderId)
    .where('review', '=', 'checking')
    .returning('id')
    .executeTakeFirst();
  if (!held) return;
  await raiseAlert(transaction, {
    kind: 'order-doubtful',
    subject: orderId,
    orderId,
    details: { Why: doubts },
  });
}
