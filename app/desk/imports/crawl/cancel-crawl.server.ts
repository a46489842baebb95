import { sql } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';

/** Returns false if no crawl is running. Its job cancels it at the scraping service. */
export async function cancelCrawl(database: Database, admin: UserIdentity): Promise<boolean> {
  return database.as(admin, async (transaction) => {
    const canceled = await transaction
      .updateTable('catalog_crawls')
      .set({ status: 'canceling', step: sql`step + 1`, next_step_at: sql`now()` })
      .where('ended_at', 'is', null)
      .where('status', '<>', 'canceling')
      .returning('id')
      .executeTakeFirst();
    if (!canceled) return false;
    await logAdminAction(transaction, 'cancel_crawl', { resourceId: canceled.id });
    return true;
  });
}
