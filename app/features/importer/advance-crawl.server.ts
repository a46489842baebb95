import { sql } from 'kysely';
import { CRAWL_OPTIONS, hasEnded, readServiceStatus } from '#domain/crawl.ts';
import { type CrawlAnswer, type Database, type Scraping, ScrapingError } from '#services';
import { collectPages } from './collect-pages.server.ts';
import { type CrawlStep, ended, moveOn, readStep, type StepTools } from './crawl-step.server.ts';
import { importFound } from './import-found.server.ts';

/** How long a crawl may take in all, in milliseconds. */
const LONGEST_CRAWL = 60 * 60_000;

/** As often in a row the service may fail to say how a crawl stands. */
const MOST_FAILED_POLLS = 3;

/** Spec §9: minimum crawl poll. */
const nextPoll = sql<Date>`now() + interval '2 seconds'`;

export interface AdvanceCrawl {
  database: Database;
  scraping: Scraping;
  crawlId: string;
  /** The process stops: what can be asked again is given up. */
  signal?: AbortSignal | undefined;
}

/**
 * Does the next step of a crawl: starts it at the service, asks how it stands, takes a part of its pages, imports what
 * was found. Each step is short and ends with one transaction that also queues the next, so that a crawl goes on
 * wherever a process left it, and no step has its effect twice.
 */
export async function advanceCrawl({ database, scraping, crawlId, signal }: AdvanceCrawl): Promise<void> {
  const crawl = await readStep(database, crawlId);
  if (!crawl || hasEnded(crawl.status)) return;
  const apiKey = crawl.sealed_key === null ? undefined : scraping.openKey(crawl.sealed_key, crawl.id);
  if (apiKey === undefined) {
    await fail(database, crawl, 'The key can no longer be read. Please start the crawl again.');
    return;
  }
  const tools: StepTools = {
    database,
    crawl,
    // A start that is given up half-way may have started: it is waited for.
    service: scraping.withKey(apiKey, crawl.status === 'queued' ? undefined : signal),
  };
  try {
    if (Date.now() - crawl.created_at.getTime() > LONGEST_CRAWL && crawl.status !== 'canceling') {
      await stopAtService(tools);
      throw new ScrapingError('The crawl took too long', 0);
    }
    await step(tools);
  } catch (error) {
    if (!(error instanceof ScrapingError)) throw error;
    await fail(database, crawl, error.message);
  }
}

function step(tools: StepTools): Promise<void> {
  switch (tools.crawl.status) {
    case 'queued':
      return start(tools);
    case 'crawling':
      return poll(tools);
    case 'collecting':
      return collect(tools);
    case 'importing':
      return importFound(tools);
    case 'canceling':
      return cancel(tools);
    default:
      return Promise.resolve();
  }
}

async function start({ database, service, crawl }: StepTools): Promise<void> {
  let serviceId: string;
  try {
    // Started anew after a crash, the service knows the idempotency key and starts no second crawl.
    serviceId = await service.startCrawl(crawl.address, CRAWL_OPTIONS, crawl.id);
  } catch (error) {
    const startedBefore = error instanceof ScrapingError && error.status === 409;
    if (!startedBefore || crawl.failed_polls > 0) throw error;
    await awaitOtherStart(database, crawl);
    return;
  }
  const changes = { status: 'crawling', service_id: serviceId, failed_polls: 0, next_step_at: nextPoll };
  if (await moveOn(database, crawl, changes)) return;
  // It was canceled while it began.
  await service.cancelCrawl(serviceId);
}

/** Another process may have started it just now, and be about to note so: that is given some time. */
async function awaitOtherStart(database: Database, crawl: CrawlStep): Promise<void> {
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
    const answer = await service.crawlStatus(crawl.service_id ?? '');
    const meaning = readServiceStatus(answer.status);
    if (meaning === 'failed') {
      const why = answer.error || `Crawl job failed or was stopped. Status: ${answer.status}`;
      throw new ScrapingError(why, 0);
    }
    if (meaning === 'done') {
      if (!answer.data) throw noData(answer);
      await collectPages(tools, answer);
      return;
    }
    await moveOn(database, crawl, {
      pages_completed: answer.completed ?? crawl.pages_completed,
      pages_total: answer.total ?? crawl.pages_total,
      failed_polls: 0,
      next_step_at: nextPoll,
    });
  } catch (error) {
    const passing = error instanceof ScrapingError && (error.status === 429 || error.status >= 500);
    if (!passing || crawl.failed_polls + 1 >= MOST_FAILED_POLLS) throw error;
    await moveOn(database, crawl, { failed_polls: crawl.failed_polls + 1, next_step_at: nextPoll });
  }
}

function noData({ error }: CrawlAnswer): ScrapingError {
  return new ScrapingError(error || 'Crawl job completed but no data was returned', 0);
}

async function collect(tools: StepTools): Promise<void> {
  const { service, crawl } = tools;
  const next = crawl.next_page ?? undefined;
  const answer = await service.crawlStatus(crawl.service_id ?? '', { next });
  if (!answer.data) throw noData(answer);
  await collectPages(tools, answer);
}

async function cancel(tools: StepTools): Promise<void> {
  await stopAtService(tools);
  await moveOn(tools.database, tools.crawl, ended('canceled'));
}

/** The service stops by itself at the crawl's limit, so that it is no harm when it can't be told. */
async function stopAtService({ service, crawl }: StepTools): Promise<void> {
  if (crawl.service_id === null) return;
  try {
    await service.cancelCrawl(crawl.service_id);
  } catch (error) {
    if (!(error instanceof ScrapingError)) throw error;
  }
}

async function fail(database: Database, crawl: CrawlStep, message: string): Promise<void> {
  await moveOn(database, crawl, { ...ended('failed'), error: message.slice(0, 2000) });
}
