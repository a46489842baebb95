import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';

/** Notes what an admin did with a crawl (Spec §6: admin_{action}, with a flag), in the transaction of the deed. */
export async function auditImport(
  transaction: Transaction<DB>,
  action: 'start_crawl' | 'cancel_crawl' | 'import_catalog' | 'accept_import_changes' | 'undo_import',
  crawlId: string,
  details: object,
): Promise<void> {
  const noted = JSON.stringify({ admin_action: true, ...details });
  await sql`select log_audit_event(p_action => ${`admin_${action}`}, p_resource_type => 'parts_catalog',
    p_resource_id => ${crawlId}, p_details => ${noted}::jsonb)`.execute(transaction);
}
