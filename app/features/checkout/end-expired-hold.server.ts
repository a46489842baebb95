import { type Database, isPaymentProviderError, type Payments } from '#services';
import { endPendingOrder, giveUpOrder } from './give-up-order.server.ts';

/**
 * Gives back what an order holds when its time to pay is over, though no event ever came. If the provider can't be
 * asked, its page ends by itself within minutes; should it be paid in the last moment, that event still finds the
 * order.
 */
export async function endExpiredHold(options: {
  database: Database;
  payments: Payments;
  orderId: string;
}): Promise<void> {
  const { database, orderId } = options;
  try {
    await giveUpOrder(options);
  } catch (error) {
    if (!isPaymentProviderError(error)) throw error;
    await endPendingOrder(database, orderId, 'expired');
  }
}
