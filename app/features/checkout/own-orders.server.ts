import type { Database } from '#services';

/** Who asks about an order: the browser that placed it, or the account. */
export interface Buyer {
  browserId: string | undefined;
  userId: string | undefined;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether an order was placed by this browser or this account. */
export async function isOwnOrder(database: Database, orderId: string, buyer: Buyer): Promise<boolean> {
  if (!UUID.test(orderId)) return false;
  const order = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('orders')
      .select(['browser_id', 'user_id'])
      .where('id', '=', orderId)
      .executeTakeFirst(),
  );
  if (!order) return false;
  return (
    (buyer.browserId !== undefined && order.browser_id === buyer.browserId) ||
    (buyer.userId !== undefined && order.user_id === buyer.userId)
  );
}
