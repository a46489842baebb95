import { randomUUID } from 'node:crypto';
import type { Database, Scraping } from '#services';
import { auditImport } from './audit.server.ts';

/**
 * Writes a crawl and, by a trigger, the job that does it. There is one at a time: false when one is under way. The
 * database refuses whoever is no admin.
 */
export async function startCrawl(options: {
  database: Database;
  scraping: Scraping;
  userId: string;
  apiKey: string;
  address: string;
}): Promise<boolean> {
  const { database, scraping, userId, apiKey, address } = options;
  const id = randomUUID();
  return database.as({ role: 'authenticated', userId }, async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('catalog_crawls')
      .values({ id, address, sealed_key: scraping.sealKey(apiKey, id) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    await auditImport(transaction, 'start_crawl', id, { address });
    return true;
  });
}
