// The specification lists these operations of the scraping service (Spec §7, Scraping service), and no screen uses them.
// The shop does not load this file, nor json-schema.ts and watch-crawl.ts, which belong to it. Scripts may (docs/importer.md).

import type {
  CrawlErrorsResponse,
  CrawlParams,
  DeepResearchParams,
  DeepResearchStatusResponse,
  ExtractParams,
  GenerateLLMsTextParams,
  GenerateLLMsTextStatusResponse,
  MapParams,
  ScrapeParams,
  SearchParams,
} from '@mendable/firecrawl-js';
import { meaningOf } from '#domain/crawl.ts';
import { type CrawlAnswer, type CrawledPage, ScrapingError } from '#services';
import { withJsonSchemas } from './json-schema.ts';
import {
  checkId,
  type Paging,
  ScrapingClient,
  type ScrapingClientOptions,
  type Started,
} from './scraping-client.ts';
import { waitUnlessStopped } from './transport.ts';
import { watchCrawl } from './watch-crawl.ts';

/** How often a job is asked about, in seconds (Spec §9, Scraping client); of a crawl's, the least. */
const CRAWL_POLL = 2;
const EXTRACT_POLL = 1;
const RESEARCH_POLL = 2;

/** More links to follow than any crawl of ours has pages: a service that sends us round in circles. */
const MOST_LINKS = 1000;

/** The whole scraping service. Every failure is a ScrapingError, as in ScrapingClient. */
export class WholeScrapingClient extends ScrapingClient {
  readonly #options: ScrapingClientOptions;
  readonly #wait: (milliseconds: number) => Promise<unknown>;

  constructor(options: ScrapingClientOptions) {
    super(options);
    this.#options = options;
    this.#wait = options.wait ?? waitUnlessStopped(options.signal);
  }

  async scrape(url: string, params?: ScrapeParams): Promise<Record<string, unknown>> {
    return this.call('scrape URL', (client) => client.scrape(url, withJsonSchemas(params)));
  }

  /** At most 5 results, in English, for the United States, within 60 seconds, unless told otherwise. */
  async search(query: string, params?: SearchParams): Promise<CrawledPage[]> {
    const found = await this.call('search', (client) => client.search(query, withJsonSchemas(params)));
    return found.data as object[] as CrawledPage[];
  }

  async map(url: string, params?: MapParams): Promise<string[]> {
    const mapped = await this.call('map', (client) => client.mapUrl(url, params));
    if (!mapped.success) throw new ScrapingError(`Failed to map. Error: ${mapped.error}`, 500);
    return mapped.links ?? [];
  }

  async crawlErrors(id: string): Promise<CrawlErrorsResponse> {
    checkId(id, 'No crawl ID provided');
    return (await this.call('check crawl errors', (client) =>
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
    return this.call('watch crawl job', () => watchCrawl({ id, apiKey, apiUrl, signal, onPage }));
  }

  async startBatchScrape(urls: string[], params?: ScrapeParams, idempotencyKey?: string): Promise<string> {
    return this.start('start batch scrape job', 'Batch scrape job failed to start', (client) =>
      client.asyncBatchScrapeUrls(urls, withJsonSchemas(params), idempotencyKey),
    );
  }

  async batchScrapeStatus(id: string, paging: Paging = {}): Promise<CrawlAnswer> {
    checkId(id, 'No batch scrape ID provided');
    return this.status('check batch scrape status', `/v1/batch/scrape/${id}`, paging, (client, next) =>
      client.checkBatchScrapeStatus(id, false, next, paging.skip, paging.limit),
    );
  }

  async batchScrapeErrors(id: string): Promise<CrawlErrorsResponse> {
    checkId(id, 'No batch scrape ID provided');
    return (await this.call('check batch scrape errors', (client) =>
      client.checkBatchScrapeErrors(id),
    )) as CrawlErrorsResponse;
  }

  async batchScrape(urls: string[], params?: ScrapeParams): Promise<CrawlAnswer> {
    const id = await this.startBatchScrape(urls, params);
    return this.#allPages('Batch scrape job', CRAWL_POLL, (paging) => this.batchScrapeStatus(id, paging));
  }

  /** The schema is Zod's (4) or JSON Schema. */
  async startExtract(urls: string[], params?: ExtractParams, idempotencyKey?: string): Promise<string> {
    return this.start(
      'start extract job',
      'Extract job failed to start',
      (client) => client.asyncExtract(urls, withJsonSchemas(params), idempotencyKey) as Promise<Started>,
    );
  }

  async extractStatus(id: string): Promise<{ status: string; data?: unknown; error?: string }> {
    checkId(id, 'No extract ID provided');
    return this.call('get extract status', (client) => client.getExtractStatus(id));
  }

  async extract(urls: string[], params?: ExtractParams): Promise<unknown> {
    const id = await this.startExtract(urls, params);
    const { data } = await this.#untilDone('Extract job', EXTRACT_POLL, () => this.extractStatus(id));
    return data;
  }

  async startDeepResearch(query: string, params?: DeepResearchParams): Promise<string> {
    return this.start('start deep research', 'Deep research failed to start', (client) =>
      client.asyncDeepResearch(query, withJsonSchemas(params)),
    );
  }

  async deepResearchStatus(id: string): Promise<DeepResearchStatusResponse> {
    checkId(id, 'No deep research ID provided');
    return (await this.call('check deep research status', (client) =>
      client.checkDeepResearchStatus(id),
    )) as DeepResearchStatusResponse;
  }

  async deepResearch(query: string, params?: DeepResearchParams): Promise<DeepResearchStatusResponse> {
    const id = await this.startDeepResearch(query, params);
    return this.#untilDone('Research job', RESEARCH_POLL, () => this.deepResearchStatus(id));
  }

  async startLlmsText(url: string, params?: GenerateLLMsTextParams): Promise<string> {
    return this.start('start LLMs.txt generation', 'LLMs.txt generation failed to start', (client) =>
      client.asyncGenerateLLMsText(url, params),
    );
  }

  async llmsTextStatus(id: string): Promise<GenerateLLMsTextStatusResponse> {
    checkId(id, 'No LLMs.txt generation ID provided');
    return (await this.call('check LLMs.txt generation status', (client) =>
      client.checkGenerateLLMsTextStatus(id),
    )) as GenerateLLMsTextStatusResponse;
  }

  async llmsText(url: string, params?: GenerateLLMsTextParams): Promise<GenerateLLMsTextStatusResponse> {
    const id = await this.startLlmsText(url, params);
    return this.#untilDone('LLMs.txt generation job', RESEARCH_POLL, () => this.llmsTextStatus(id));
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
      const meaning = now.status === 'processing' ? 'going on' : meaningOf(now.status);
      if (meaning === 'done') return now;
      if (meaning === 'failed') {
        throw new ScrapingError(now.error || `${what} failed or was stopped. Status: ${now.status}`, 500);
      }
      await this.#wait(pollSeconds * 1000);
    }
  }
}
