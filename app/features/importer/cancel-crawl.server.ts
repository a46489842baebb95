import { sql } from 'kysely';
import type { Database } from '#services';
import { auditImport } from './audit.server.ts';

/** Asks for the end of the crawl under way; the job tells the scraping service. What was not imported never is. */
export async function cancelCrawl(database: Database, userId: string): Promise<boolean> {
  return database.as({ role: 'authenticated', userId }, async (transaction) => {
    const canceled = await transaction
      .updateTable('catalog_crawls')
      .set({ status: 'canceling', step: sql`step + 1`, next_step_at: sql`now()` })
      .where('ended_at', 'is', null)
      .where('status', '<>', 'canceling')
      .returning('id')
      .executeTakeFirst();
    if (!canceled) return false;
    await auditImport(transaction, 'cancel_crawl', canceled.id, {});
    return true;
  });
}
