import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Limits } from '#core/limits/limits.server.ts';
import { checkPayment } from '#core/payments/check-payment.server.ts';
import { closeOrder } from '#core/payments/close-order.server.ts';
import { PaymentProviderError, type Payments } from '#core/payments/payments.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { type AskedCart, askedCartSchema, type AskedCheckout } from './asked.ts';
import { readCheckoutWhere, type StoredCheckout } from './checkouts.server.ts';

const AS_SHOP = { role: 'service_role' } as const;

export type CheckoutState = 'open' | 'paying' | 'completed' | 'canceled';

interface Paid {
  database: Database;
  payments: Payments;
  siteUrl: string;
}

/**
 * Finds the state of a checkout. While its buyer may be paying, the provider is asked, and a payment that has arrived is applied.
 * If the provider does not answer, or was asked too often, the checkout counts as open.
 */
export async function findCheckoutState(
  { limits, ...services }: Paid & { limits: Pick<Limits, 'take'> },
  checkout: StoredCheckout,
): Promise<CheckoutState> {
  const { order } = checkout;
  if (order?.isPaid) return order.isSold ? 'completed' : 'canceled';
  if (
    order?.isPending &&
    order.sessionId !== null &&
    (await limits.take('check-payment', checkout.id)).allowed
  ) {
    try {
      const state = await checkPayment({ ...services, sessionId: order.sessionId });
      if (state === 'paid') return 'completed';
      if (state === 'processing') return 'paying';
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
    }
  }
  return checkout.isCanceled || checkout.isExpired ? 'canceled' : 'open';
}

/**
 * Replaces what an open checkout asks for, and closes its payment page. The cart that it came from follows. Returns its new state if
 * it can't be changed any more: then it is as it was. Throws a PaymentProviderError if the page may still be open.
 */
export async function replaceCheckout(
  services: Paid,
  checkout: StoredCheckout,
  asked: AskedCheckout,
): Promise<CheckoutState> {
  const write = (contents: AskedCheckout) =>
    services.database.as(AS_SHOP, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('agent_checkouts')
        .set({ asked: JSON.stringify(contents), updated_at: sql`clock_timestamp()` })
        .where('id', '=', checkout.id)
        .where('canceled_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst();
      if (numUpdatedRows > 0n && checkout.cartId !== null)
        await followCheckout(transaction, checkout.cartId, contents);
      return numUpdatedRows > 0n;
    });
  return endPayment(
    services,
    checkout,
    () => write(asked),
    () => write(checkout.asked),
  );
}

async function followCheckout(
  transaction: Transaction<DB>,
  cartId: string,
  asked: AskedCheckout,
): Promise<void> {
  const cart: AskedCart = askedCartSchema.parse(asked);
  await transaction
    .updateTable('agent_carts')
    .set({ asked: JSON.stringify(cart) })
    .where('id', '=', cartId)
    .execute();
}

/** Cancels an open checkout, and closes its payment page. Returns its state before, which is 'open' if it worked. */
export async function cancelCheckout(services: Paid, checkout: StoredCheckout): Promise<CheckoutState> {
  const write = (isCanceled: boolean) =>
    services.database.as(AS_SHOP, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('agent_checkouts')
        .set({ canceled_at: isCanceled ? sql`now()` : null, updated_at: sql`clock_timestamp()` })
        .where('id', '=', checkout.id)
        .where('canceled_at', isCanceled ? 'is' : 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  return endPayment(
    services,
    checkout,
    () => write(true),
    () => write(false),
  );
}

/**
 * Changes a checkout first and closes its payment page then, so that a buyer who opens one meanwhile notices the change
 * (`hasChangedSince`). If the page can't be closed, because it is paid or does not answer, the change is undone.
 */
async function endPayment(
  services: Paid,
  checkout: StoredCheckout,
  change: () => Promise<boolean>,
  undo: () => Promise<boolean>,
): Promise<CheckoutState> {
  if (checkout.order?.isPaid) return checkout.order.isSold ? 'completed' : 'canceled';
  if (checkout.isCanceled || checkout.isExpired || !(await change())) return 'canceled';
  const { rows } = await services.database.as(AS_SHOP, (transaction) =>
    sql<{ id: string }>`
      select id from orders where browser_id = ${checkout.payerId} and status = 'pending'`.execute(
      transaction,
    ),
  );
  try {
    for (const { id: orderId } of rows) {
      const outcome = await closeOrder({ ...services, orderId, status: 'canceled' });
      if (outcome === 'ended') continue;
      await undo();
      return outcome === 'paid' ? 'completed' : 'paying';
    }
  } catch (error) {
    await undo();
    throw error;
  }
  return 'open';
}

/** Tells whether a checkout was changed, canceled or ended since it was read. */
export async function hasChangedSince(
  database: Database,
  { id, version }: Pick<StoredCheckout, 'id' | 'version'>,
): Promise<boolean> {
  const now = await database.as(AS_SHOP, (transaction) =>
    readCheckoutWhere(transaction, sql`checkouts.id = ${id}`),
  );
  return now === undefined || now.version !== version || now.isCanceled || now.isExpired;
}
