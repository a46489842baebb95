import type { CrawlParams, CrawlStatusResponse } from '@mendable/firecrawl-js';
import { type CrawlAnswer, type CrawlService, ScrapingError } from '#services';
import { readCrawlAnswer } from './crawl-answer.ts';
import { PackagedClient } from './packaged-client.ts';
import { NoAnswer, type TransportOptions } from './transport.ts';

export interface ScrapingClientOptions extends TransportOptions {
  apiKey: string;
  /** Without a slash at the end. */
  apiUrl: string;
}

/** An id that can be part of an address. */
const ID = /^[\w-]{1,100}$/;

export interface Paging {
  /** The query of the link to the rest, as a status named it. */
  next?: string | undefined;
  skip?: number | undefined;
  limit?: number | undefined;
}

export interface Started {
  success: boolean;
  id?: string | undefined;
  error?: string | undefined;
}

/**
 * The operations of the scraping service that the importer uses (Spec §7, §8, §9), over the packaged client, with time-outs
 * and retries. Every failure is a ScrapingError whose message does not hold the key.
 */
export class ScrapingClient implements CrawlService {
  readonly #options: ScrapingClientOptions;

  constructor(options: ScrapingClientOptions) {
    if (options.apiKey === '') throw new ScrapingError('No API key provided', 401);
    this.#options = options;
  }

  async startCrawl(url: string, options?: CrawlParams, idempotencyKey?: string): Promise<string> {
    return this.start('start crawl job', 'Crawl job failed to start', (client) =>
      client.asyncCrawlUrl(url, options, idempotencyKey),
    );
  }

  async crawlStatus(id: string, paging: Paging = {}): Promise<CrawlAnswer> {
    checkId(id, 'No crawl ID provided');
    return this.status('check crawl status', `/v1/crawl/${id}`, paging, (client, next) =>
      client.checkCrawlStatus(id, false, next, paging.skip, paging.limit),
    );
  }

  async cancelCrawl(id: string): Promise<void> {
    checkId(id, 'No crawl ID provided');
    await this.call('cancel crawl job', (client) => client.cancelCrawl(id));
  }

  /** Runs one operation of the package. Its failure becomes a ScrapingError without the key. */
  protected async call<T>(action: string, operation: (client: PackagedClient) => Promise<T>): Promise<T> {
    const { apiKey, apiUrl, signal } = this.#options;
    const client = new PackagedClient({ apiKey, apiUrl }, this.#options);
    try {
      return await operation(client);
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure = client.failure ?? toScrapingError(error, action, client.lastStatus);
      throw new ScrapingError(failure.message.replaceAll(apiKey, '[key]'), failure.status, failure.details);
    }
  }

  protected async start(
    action: string,
    otherwise: string,
    operation: (client: PackagedClient) => Promise<Started>,
  ): Promise<string> {
    const started = await this.call(action, operation);
    if (started.success && ID.test(started.id ?? '')) return String(started.id);
    throw new ScrapingError(
      String(started.error || otherwise).replaceAll(this.#options.apiKey, '[key]'),
      400,
    );
  }

  protected async status(
    action: string,
    path: string,
    { next }: Paging,
    operation: (client: PackagedClient, next: string | undefined) => Promise<StatusResponse>,
  ): Promise<CrawlAnswer> {
    // Only the query of the service's link: the key goes to the address that was configured, and nowhere else.
    const link = next === undefined ? undefined : `${this.#options.apiUrl}${path}${next}`;
    const answer = readCrawlAnswer(await this.call(action, (client) => operation(client, link)));
    return { ...answer, error: answer.error?.replaceAll(this.#options.apiKey, '[key]') };
  }
}

type StatusResponse = CrawlStatusResponse | { success: false; error: string };

export function checkId(id: string, message: string): void {
  if (!ID.test(id)) throw new ScrapingError(message, 400);
}

function toScrapingError(error: unknown, action: string, lastStatus: number): ScrapingError {
  if (error instanceof ScrapingError) return error;
  const { message, statusCode, cause } = error as Error & { statusCode?: number };
  const noAnswer = [error, cause].find((each) => each instanceof NoAnswer);
  if (noAnswer || lastStatus === 0) {
    const reason = noAnswer?.code ?? message;
    return new ScrapingError(
      `No response received while trying to ${action} (${reason}). This may be a network error or the server is unreachable.`,
      0,
    );
  }
  return new ScrapingError(message, lastStatus >= 400 ? lastStatus : (statusCode ?? 500));
}
