import { randomUUID } from 'node:crypto';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { isInCatalog, siteOf } from '#core/imports/crawl/crawl.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import type { Scraping } from '#core/imports/scraping.server.ts';

/** A trigger queues the crawl's job. Returns false if a crawl is running. */
export async function startCrawl(options: {
  database: Database;
  scraping: Scraping;
  admin: UserIdentity;
  apiKey: string;
  address: string;
  pageLimit: number;
  /** True if an admin looks at the parts before they are imported. Always true for sites other than the catalog's. */
  isReviewed: boolean;
}): Promise<boolean> {
  const { database, scraping, admin, apiKey, address, pageLimit } = options;
  const isReviewed = options.isReviewed || !isInCatalog(address);
  const id = randomUUID();
  return database.as(admin, async (transaction) => {
    const site = await transaction
      .selectFrom('catalog_sites')
      .select('reading')
      .where('site', '=', siteOf(address))
      .executeTakeFirst();
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('catalog_crawls')
      .values({
        id,
        address,
        page_limit: pageLimit,
        is_reviewed: isReviewed,
        ...site,
        sealed_key: scraping.sealKey(apiKey, id),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    await logAdminAction(transaction, 'start_crawl', { resourceId: id, address });
    return true;
  });
}
