import { sql, type Transaction } from 'kysely';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { DB } from '#db/types.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { CrawlStep } from './crawl-step.server.ts';

export async function raiseCrawlAlert(
  transaction: Transaction<DB>,
  crawl: Pick<CrawlStep, 'id' | 'address'>,
  reason: string,
): Promise<void> {
  await raiseAlert(transaction, {
    kind: 'crawl-failed',
    subject: crawl.id,
    details: { Address: crawl.address.slice(0, 300), Reason: reason.slice(0, 300) },
  });
}

/** Settles the alerts about crawls whose address was crawled successfully since. */
export async function settleCrawlAlerts(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    sql`
      update alerts set settled_at = now()
      where kind = 'crawl-failed' and settled_at is null
        and exists (
          select from catalog_crawls as failed
          join catalog_crawls as later on later.address = failed.address and later.created_at > failed.created_at
          where failed.id::text = alerts.subject and later.status in ('found', 'completed')
        )`.execute(transaction),
  );
}
