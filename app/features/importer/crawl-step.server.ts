import { sql, type Selectable, type Transaction, type UpdateObject } from 'kysely';
import type { CatalogCrawls, DB } from '#db/types.ts';
import type { CrawlStatus } from '#domain/crawl.ts';
import type { CrawlService, Database } from '#services';

/** A crawl as a step of its job finds it. */
export type CrawlStep = Omit<Selectable<CatalogCrawls>, 'status'> & { status: CrawlStatus };

type Changes = UpdateObject<DB, 'catalog_crawls'>;

/** What a step works with. */
export interface StepTools {
  database: Database;
  service: CrawlService;
  crawl: CrawlStep;
}

export async function readStep(database: Database, crawlId: string): Promise<CrawlStep | undefined> {
  const crawl = await database.as({ role: 'service_role' }, (transaction) =>
    transaction.selectFrom('catalog_crawls').selectAll().where('id', '=', crawlId).executeTakeFirst(),
  );
  return crawl as CrawlStep | undefined;
}

/**
 * Moves a crawl on and queues its next step, in one transaction with what else the step brought. False, and nothing
 * has happened, when it was moved meanwhile: canceled, or by another process.
 */
export async function moveOn(
  database: Database,
  crawl: CrawlStep,
  changes: Changes,
  work: (transaction: Transaction<DB>) => Promise<void> = async () => undefined,
): Promise<boolean> {
  return database.as({ role: 'service_role' }, async (transaction) => {
    const moved = await moveRow(transaction, crawl, changes);
    if (moved) await work(transaction);
    return moved;
  });
}

export async function moveRow(
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

/** The key is gone with the crawl's end. */
export function ended(status: 'completed' | 'failed' | 'canceled') {
  return { status, sealed_key: null, ended_at: sql<Date>`now()` } as const;
}
