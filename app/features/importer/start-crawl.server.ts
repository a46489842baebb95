import { randomUUID } from 'node:crypto';
import { logAdminAction } from '#audit/server';
import type { Database, Scraping, UserIdentity } from '#services';

/** A trigger queues the crawl's job. Returns false if a crawl is running. */
export async function startCrawl(options: {
  database: Database;
  scraping: Scraping;
  admin: UserIdentity;
  apiKey: string;
  address: string;
}): Promise<boolean> {
  const { database, scraping, admin, apiKey, address } = options;
  const id = randomUUID();
  return database.as(admin, async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('catalog_crawls')
      .values({ id, address, sealed_key: scraping.sealKey(apiKey, id) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    await logAdminAction(transaction, 'start_crawl', { resourceId: id, address });
    return true;
  });
}
