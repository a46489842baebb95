import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

/** Only the limits of open holds need the network. */
export async function clearClientNetworks(database: Database): Promise<void> {
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
