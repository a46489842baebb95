import { sql, type Selectable, type Transaction, type UpdateObject } from 'kysely';
import type { CatalogCrawls, DB } from '#db/types.ts';
import type { CrawlStatus } from './crawl.ts';
import type { Reading } from './crawled-parts.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { CrawlService } from '../scraping.server.ts';

export type CrawlStep = Omit<Selectable<CatalogCrawls>, 'status' | 'reading'> & {
  status: CrawlStatus;
  reading: Reading;
  /** Seconds. */
  age: number;
};

type Changes = UpdateObject<DB, 'catalog_crawls'>;

export interface StepTools {
  database: Database;
  service: CrawlService;
  crawl: CrawlStep;
}

export async function readCrawl(database: Database, crawlId: string): Promise<CrawlStep | undefined> {
  const crawl = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('catalog_crawls')
      .selectAll()
      .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('age'))
      .where('id', '=', crawlId)
      .executeTakeFirst(),
  );
  return crawl as CrawlStep | undefined;
}

/**
 * Updates a crawl, does `work`, and queues the next step in one transaction. Returns false if another process changed the
 * crawl.
 */
export async function advance(
  database: Database,
  crawl: CrawlStep,
  changes: Changes,
  work: (transaction: Transaction<DB>) => Promise<void> = async () => undefined,
): Promise<boolean> {
  return database.as({ role: 'service_role' }, async (transaction) => {
    const moved = await advanceRow(transaction, crawl, changes);
    if (moved) await work(transaction);
    return moved;
  });
}

export async function advanceRow(
  transaction: Transaction<DB>,
  crawl: CrawlStep,
  changes: Changes,
): Promise<boolean> {
  const moved = await transaction
    .updateTable('catalog_crawls')
    .set({ next_step_at: sql`now()`, ...changes, step: crawl.step + 1 })
    .where('id', '=', crawl.id)
    .where('step', '=', crawl.step)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** An ended crawl keeps no key. */
export function endedWith(status: 'found' | 'completed' | 'failed' | 'canceled') {
  return { status, sealed_key: null, ended_at: sql<Date>`now()` } as const;
}
