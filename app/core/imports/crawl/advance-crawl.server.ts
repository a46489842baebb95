import { sql } from 'kysely';
import { CRAWL_OPTIONS, hasEnded, readServiceStatus } from './crawl.ts';
import type { Database } from '#core/platform/database.server.ts';
import { type CrawlResponse, type Scraping, ScrapingError } from '../scraping.server.ts';
import { raiseCrawlAlert } from './crawl-alerts.server.ts';
import { collectPages, readPagesAgain } from './collect-pages.server.ts';
import { advance, type CrawlStep, endedWith, readCrawl, type StepTools } from './crawl-step.server.ts';
import { importFound } from './import-found.server.ts';

const CRAWL_TIMEOUT_SECONDS = 60 * 60;

const MAX_FAILED_POLLS = 3;

const nextPoll = sql<Date>`now() + interval '2 seconds'`;

export interface AdvanceCrawl {
  database: Database;
  scraping: Scraping;
  crawlId: string;
  signal?: AbortSignal | undefined;
}

/** Runs one step, whose transaction also queues the next step. So a crawl survives restarts, and no step runs twice. */
export async function advanceCrawl({ database, scraping, crawlId, signal }: AdvanceCrawl): Promise<void> {
  const crawl = await readCrawl(database, crawlId);
  if (!crawl || hasEnded(crawl.status)) return;
  // These steps need no service.
  if (crawl.status === 'reading') return readPagesAgain({ database, crawl });
  if (crawl.status === 'importing') {
    return failWith(database, crawl, () => importFound({ database, crawl }));
  }
  if (crawl.status === 'canceling' && crawl.sealed_key === null) {
    await advance(database, crawl, endedWith('canceled'));
    return;
  }
  const apiKey = crawl.sealed_key === null ? undefined : scraping.openKey(crawl.sealed_key, crawl.id);
  if (apiKey === undefined) {
    await fail(database, crawl, 'The key can no longer be read. Please start the crawl again.');
    return;
  }
  const tools: StepTools = {
    database,
    crawl,
    // An aborted start may have reached the service.
    service: scraping.withKey(apiKey, crawl.status === 'queued' ? undefined : signal),
  };
  await failWith(database, crawl, async () => {
    if (crawl.age > CRAWL_TIMEOUT_SECONDS && crawl.status !== 'canceling') {
      await stopAtService(tools);
      throw new ScrapingError('The crawl took too long', 0);
    }
    await runStep(tools);
  });
}

async function failWith(database: Database, crawl: CrawlStep, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ScrapingError)) throw error;
    await fail(database, crawl, error.message, error.words);
  }
}

function runStep(tools: StepTools): Promise<void> {
  switch (tools.crawl.status) {
    case 'queued':
      return start(tools);
    case 'crawling':
      return poll(tools);
    case 'collecting':
      return collect(tools);
    case 'canceling':
      return cancel(tools);
    default:
      return Promise.resolve();
  }
}

async function start({ database, service, crawl }: StepTools): Promise<void> {
  let serviceId: string;
  try {
    // After a crash, the idempotency key prevents a second crawl.
    serviceId = await service.startCrawl(
      crawl.address,
      { ...CRAWL_OPTIONS, limit: crawl.page_limit },
      crawl.id,
    );
  } catch (error) {
    const startedBefore = error instanceof ScrapingError && error.status === 409;
    if (!startedBefore || crawl.failed_polls > 0) throw error;
    await waitForOtherStart(database, crawl);
    return;
  }
  const changes = { status: 'crawling', service_id: serviceId, failed_polls: 0, next_step_at: nextPoll };
  if (await advance(database, crawl, changes)) return;
  // The crawl was canceled meanwhile.
  await service.cancelCrawl(serviceId);
}

/** Another process may have started the crawl without saving its id yet. */
async function waitForOtherStart(database: Database, crawl: CrawlStep): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .updateTable('catalog_crawls')
      .set({ failed_polls: 1, next_step_at: sql`now() + interval '10 seconds'` })
      .where('id', '=', crawl.id)
      .where('step', '=', crawl.step)
      .execute(),
  );
}

async function poll(tools: StepTools): Promise<void> {
  const { database, service, crawl } = tools;
  try {
    const response = await service.crawlStatus(crawl.service_id ?? '');
    const outcome = readServiceStatus(response.status);
    if (outcome === 'failed') {
      const message = response.error || `Crawl job failed or was stopped. Status: ${response.status}`;
      throw new ScrapingError(message, 0);
    }
    if (outcome === 'done') {
      if (!response.data) throw missingDataError(response);
      await collectPages(tools, response);
      return;
    }
    await advance(database, crawl, {
      pages_completed: response.completed ?? crawl.pages_completed,
      pages_total: response.total ?? crawl.pages_total,
      failed_polls: 0,
      next_step_at: nextPoll,
    });
  } catch (error) {
    const isTemporary = error instanceof ScrapingError && (error.status === 429 || error.status >= 500);
    if (!isTemporary || crawl.failed_polls + 1 >= MAX_FAILED_POLLS) throw error;
    await advance(database, crawl, { failed_polls: crawl.failed_polls + 1, next_step_at: nextPoll });
  }
}

function missingDataError({ error }: CrawlResponse): ScrapingError {
  return new ScrapingError(error || 'Crawl job completed but no data was returned', 0);
}

async function collect(tools: StepTools): Promise<void> {
  const { service, crawl } = tools;
  const next = crawl.next_page ?? undefined;
  const response = await service.crawlStatus(crawl.service_id ?? '', { next });
  if (!response.data) throw missingDataError(response);
  await collectPages(tools, response);
}

async function cancel(tools: StepTools): Promise<void> {
  await stopAtService(tools);
  await advance(tools.database, tools.crawl, endedWith('canceled'));
}

/** A failure is harmless: the service stops at the page limit. */
async function stopAtService({ service, crawl }: StepTools): Promise<void> {
  if (crawl.service_id === null) return;
  try {
    await service.cancelCrawl(crawl.service_id);
  } catch (error) {
    if (!(error instanceof ScrapingError)) throw error;
  }
}

/** Ends a crawl with an alert, unless it has ended. */
export async function failCrawl(database: Database, crawlId: string, message: string): Promise<void> {
  const crawl = await readCrawl(database, crawlId);
  if (crawl && !hasEnded(crawl.status)) await fail(database, crawl, message);
}

async function fail(database: Database, crawl: CrawlStep, message: string, words?: string): Promise<void> {
  const changes = { ...endedWith('failed'), error: message.slice(0, 2000), service_error: words || null };
  await advance(database, crawl, changes, (transaction) => raiseCrawlAlert(transaction, crawl, message));
}
