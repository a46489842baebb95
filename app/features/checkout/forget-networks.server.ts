import { sql } from 'kysely';
import type { Database } from '#services';

/** Where an order came from bounds what is held together, and is of no use once the order has ended. */
export async function forgetNetworks(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .updateTable('orders')
      .set({ client_network: null })
      .where('client_network', 'is not', null)
      .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
      .where('status', '!=', 'pending')
      .execute(),
  );
}
