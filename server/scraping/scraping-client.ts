import type {
  BatchScrapeStatusResponse,
  CrawlErrorsResponse,
  CrawlParams,
  CrawlStatusResponse,
  DeepResearchParams,
  DeepResearchStatusResponse,
  ExtractParams,
  GenerateLLMsTextParams,
  GenerateLLMsTextStatusResponse,
  MapParams,
  ScrapeParams,
  SearchParams,
} from '@mendable/firecrawl-js';
import { readServiceStatus } from '#domain/crawl.ts';
import { type CrawlAnswer, type CrawledPage, type CrawlService, ScrapingError } from '#services';
import { readCrawlAnswer } from './crawl-answer.ts';
import { withJsonSchemas } from './json-schema.ts';
import { PackagedClient } from './packaged-client.ts';
import { type TransportOptions, NoAnswer, waitUnlessStopped } from './transport.ts';
import { watchCrawl } from './watch-crawl.ts';

export interface ScrapingClientOptions extends TransportOptions {
  apiKey: string;
  /** Without a slash at the end. */
  apiUrl: string;
}

/** How often a job is asked about, in seconds (Spec §9, Scraping client); of a crawl's, the least. */
const CRAWL_POLL = 2;
const EXTRACT_POLL = 1;
const RESEARCH_POLL = 2;

/** More links to follow than any crawl of ours has pages: a service that sends us round in circles. */
const MOST_LINKS = 1000;

/** An id that can be part of an address. */
const ID = /^[\w-]{1,100}$/;

export interface Paging {
  /** The query of the link to the rest, as a status named it. */
  next?: string | undefined;
  skip?: number | undefined;
  limit?: number | undefined;
}

interface Started {
  success: boolean;
  id?: string | undefined;
  error?: string | undefined;
}

/**
 * The scraping service (Spec §7, §8, §9): every operation that the specification lists, over the packaged client, with
 * time-outs and retries for all of them. Every failure is a ScrapingError whose message does not hold the key.
 */
export class ScrapingClient implements CrawlService {
  readonly #options: ScrapingClientOptions;
  readonly #wait: (milliseconds: number) => Promise<unknown>;

  constructor(options: ScrapingClientOptions) {
    if (options.apiKey === '') throw new ScrapingError('No API key provided', 401);
    this.#options = options;
    this.#wait = options.wait ?? waitUnlessStopped(options.signal);
  }

  async scrape(url: string, params?: ScrapeParams): Promise<Record<string, unknown>> {
    return this.#call('scrape URL', (client) => client.scrape(url, withJsonSchemas(params)));
  }

  /** At most 5 results, in English, for the United States, within 60 seconds, unless told otherwise. */
  async search(query: string, params?: SearchParams): Promise<CrawledPage[]> {
    const found = await this.#call('search', (client) => client.search(query, withJsonSchemas(params)));
    return found.data as object[] as CrawledPage[];
  }

  async map(url: string, params?: MapParams): Promise<string[]> {
    const mapped = await this.#call('map', (client) => client.mapUrl(url, params));
    if (!mapped.success) throw new ScrapingError(`Failed to map. Error: ${mapped.error}`, 500);
    return mapped.links ?? [];
  }

  async startCrawl(url: string, options?: CrawlParams, idempotencyKey?: string): Promise<string> {
    return this.#start('start crawl job', 'Crawl job failed to start', (client) =>
      client.asyncCrawlUrl(url, options, idempotencyKey),
    );
  }

  async crawlStatus(id: string, paging: Paging = {}): Promise<CrawlAnswer> {
    checkId(id, 'No crawl ID provided');
    return this.#status('check crawl status', `/v1/crawl/${id}`, paging, (client, next) =>
      client.checkCrawlStatus(id, false, next, paging.skip, paging.limit),
    );
  }

  async cancelCrawl(id: string): Promise<void> {
    checkId(id, 'No crawl ID provided');
    await this.#call('cancel crawl job', (client) => client.cancelCrawl(id));
  }

  async crawlErrors(id: string): Promise<CrawlErrorsResponse> {
    checkId(id, 'No crawl ID provided');
    return (await this.#call('check crawl errors', (client) =>
      client.checkCrawlErrors(id),
    )) as CrawlErrorsResponse;
  }

  /** Crawls to the end and gives all pages. `pollSeconds` under 2 counts as 2. */
  async crawl(
    url: string,
    options?: CrawlParams,
    { pollSeconds = CRAWL_POLL, idempotencyKey }: { pollSeconds?: number; idempotencyKey?: string } = {},
  ): Promise<CrawlAnswer> {
    const id = await this.startCrawl(url, options, idempotencyKey);
    return this.#allPages('Crawl job', pollSeconds, (paging) => this.crawlStatus(id, paging));
  }

  /** Crawls, and tells of each page as it comes in, over a WebSocket. */
  async watchCrawl(
    url: string,
    options: CrawlParams | undefined,
    onPage: (page: CrawledPage) => void,
  ): Promise<CrawledPage[]> {
    const { apiKey, apiUrl, signal } = this.#options;
    const id = await this.startCrawl(url, options);
    return this.#call('watch crawl job', () => watchCrawl({ id, apiKey, apiUrl, signal, onPage }));
  }

  async startBatchScrape(urls: string[], params?: ScrapeParams, idempotencyKey?: string): Promise<string> {
    return this.#start('start batch scrape job', 'Batch scrape job failed to start', (client) =>
      client.asyncBatchScrapeUrls(urls, withJsonSchemas(params), idempotencyKey),
    );
  }

  async batchScrapeStatus(id: string, paging: Paging = {}): Promise<CrawlAnswer> {
    checkId(id, 'No batch scrape ID provided');
    return this.#status('check batch scrape status', `/v1/batch/scrape/${id}`, paging, (client, next) =>
      client.checkBatchScrapeStatus(id, false, next, paging.skip, paging.limit),
    );
  }

  async batchScrapeErrors(id: string): Promise<CrawlErrorsResponse> {
    checkId(id, 'No batch scrape ID provided');
    return (await this.#call('check batch scrape errors', (client) =>
      client.checkBatchScrapeErrors(id),
    )) as CrawlErrorsResponse;
  }

  async batchScrape(urls: string[], params?: ScrapeParams): Promise<CrawlAnswer> {
    const id = await this.startBatchScrape(urls, params);
    return this.#allPages('Batch scrape job', CRAWL_POLL, (paging) => this.batchScrapeStatus(id, paging));
  }

  /** The schema is Zod's (4) or JSON Schema. */
  async startExtract(urls: string[], params?: ExtractParams, idempotencyKey?: string): Promise<string> {
    return this.#start(
      'start extract job',
      'Extract job failed to start',
      (client) => client.asyncExtract(urls, withJsonSchemas(params), idempotencyKey) as Promise<Started>,
    );
  }

  async extractStatus(id: string): Promise<{ status: string; data?: unknown; error?: string }> {
    checkId(id, 'No extract ID provided');
    return this.#call('get extract status', (client) => client.getExtractStatus(id));
  }

  async extract(urls: string[], params?: ExtractParams): Promise<unknown> {
    const id = await this.startExtract(urls, params);
    const { data } = await this.#untilDone('Extract job', EXTRACT_POLL, () => this.extractStatus(id));
    return data;
  }

  async startDeepResearch(query: string, params?: DeepResearchParams): Promise<string> {
    return this.#start('start deep research', 'Deep research failed to start', (client) =>
      client.asyncDeepResearch(query, withJsonSchemas(params)),
    );
  }

  async deepResearchStatus(id: string): Promise<DeepResearchStatusResponse> {
    checkId(id, 'No deep research ID provided');
    return (await this.#call('check deep research status', (client) =>
      client.checkDeepResearchStatus(id),
    )) as DeepResearchStatusResponse;
  }

  async deepResearch(query: string, params?: DeepResearchParams): Promise<DeepResearchStatusResponse> {
    const id = await this.startDeepResearch(query, params);
    return this.#untilDone('Research job', RESEARCH_POLL, () => this.deepResearchStatus(id));
  }

  async startLlmsText(url: string, params?: GenerateLLMsTextParams): Promise<string> {
    return this.#start('start LLMs.txt generation', 'LLMs.txt generation failed to start', (client) =>
      client.asyncGenerateLLMsText(url, params),
    );
  }

  async llmsTextStatus(id: string): Promise<GenerateLLMsTextStatusResponse> {
    checkId(id, 'No LLMs.txt generation ID provided');
    return (await this.#call('check LLMs.txt generation status', (client) =>
      client.checkGenerateLLMsTextStatus(id),
    )) as GenerateLLMsTextStatusResponse;
  }

  async llmsText(url: string, params?: GenerateLLMsTextParams): Promise<GenerateLLMsTextStatusResponse> {
    const id = await this.startLlmsText(url, params);
    return this.#untilDone('LLMs.txt generation job', RESEARCH_POLL, () => this.llmsTextStatus(id));
  }

  /** Runs one operation of the package, and tells of its failure in one way. */
  async #call<T>(action: string, operation: (client: PackagedClient) => Promise<T>): Promise<T> {
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

  async #start(
    action: string,
    otherwise: string,
    operation: (client: PackagedClient) => Promise<Started>,
  ): Promise<string> {
    const started = await this.#call(action, operation);
    if (started.success && ID.test(started.id ?? '')) return String(started.id);
    throw new ScrapingError(
      String(started.error || otherwise).replaceAll(this.#options.apiKey, '[key]'),
      400,
    );
  }

  async #status(
    action: string,
    path: string,
    { next }: Paging,
    operation: (client: PackagedClient, next: string | undefined) => Promise<StatusResponse>,
  ): Promise<CrawlAnswer> {
    // Only the query of the service's link: the key goes to the address that was configured, and nowhere else.
    const link = next === undefined ? undefined : `${this.#options.apiUrl}${path}${next}`;
    const answer = readCrawlAnswer(await this.#call(action, (client) => operation(client, link)));
    return { ...answer, error: answer.error?.replaceAll(this.#options.apiKey, '[key]') };
  }

  async #allPages(
    what: string,
    pollSeconds: number,
    status: (paging: Paging) => Promise<CrawlAnswer>,
  ): Promise<CrawlAnswer> {
    const done = await this.#untilDone(what, Math.max(pollSeconds, CRAWL_POLL), () => status({}));
    if (!done.data) throw new ScrapingError(`${what} completed but no data was returned`, 500);
    const data = [...done.data];
    const followed = new Set<string>();
    for (let { next } = done; next !== undefined && !followed.has(next) && followed.size < MOST_LINKS;) {
      followed.add(next);
      const more = await status({ next });
      if (!more.data?.length) break;
      data.push(...more.data);
      next = more.next;
    }
    return { ...done, data, next: undefined };
  }

  async #untilDone<T extends { status: string; error?: string | undefined }>(
    what: string,
    pollSeconds: number,
    status: () => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const now = await status();
      const meaning = now.status === 'processing' ? 'running' : readServiceStatus(now.status);
      if (meaning === 'done') return now;
      if (meaning === 'failed') {
        throw new ScrapingError(now.error || `${what} failed or was stopped. Status: ${now.status}`, 500);
      }
      await this.#wait(pollSeconds * 1000);
    }
  }
}

type StatusResponse = CrawlStatusResponse | BatchScrapeStatusResponse | { success: false; error: string };

function checkId(id: string, message: string): void {
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
