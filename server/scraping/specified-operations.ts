import { readServiceStatus } from '#core/imports/crawl/crawl.ts';
import { type CrawlResponse, type CrawledPage, ScrapingError } from '#core/imports/scraping.server.ts';
import { withJsonSchemas } from './json-schema.ts';
import { ScrapingClient } from './scraping-client.ts';
import { checkId, type Paging } from './service-calls.ts';
import { waitUnlessStopped } from './transport.ts';
import { watchCrawl } from './watch-crawl.ts';

/** Poll intervals in seconds (Spec §9, Scraping client). CRAWL_POLL_SECONDS is a minimum. */
const CRAWL_POLL_SECONDS = 2;
const EXTRACT_POLL_SECONDS = 1;
const RESEARCH_POLL_SECONDS = 2;

/** This limit stops at a service that links in circles. */
const MAX_LINKS = 1000;

interface Outcome {
  success: boolean;
  error?: unknown;
}

interface JobStatus {
  status: string;
  data?: unknown;
  error?: string | undefined;
}

/** The specification's operations that the shop does not use (Spec §7, Scraping service). */
export class SpecifiedOperations extends ScrapingClient {
  async scrape(url: string, params?: object): Promise<Record<string, unknown>> {
    const { success, data, warning, error } = await this.service.call<
      Outcome & { data?: object; warning?: unknown }
    >({
      action: 'scrape URL',
      path: '/v1/scrape',
      body: { url, ...withJsonSchemas(params) },
    });
    if (!success) throw this.service.error(`Failed to scrape URL. Error: ${error}`, 200);
    return { success, warning, error, ...data };
  }

  /** Searches the web. Default: 5 results in English for the United States, with a timeout of 60 seconds. */
  async search(query: string, params?: object): Promise<CrawledPage[]> {
    const {
      success,
      data = [],
      error,
    } = await this.service.call<Outcome & { data?: CrawledPage[] }>({
      action: 'search',
      path: '/v1/search',
      body: {
        query,
        limit: 5,
        lang: 'en',
        country: 'us',
        timeout: 60_000,
        scrapeOptions: { formats: [] },
        ...withJsonSchemas(params),
      },
    });
    if (!success) throw this.service.error(`Failed to search. Error: ${error}`, 500);
    return data;
  }

  async map(url: string, params?: object): Promise<string[]> {
    const {
      success,
      links = [],
      error,
    } = await this.service.call<Outcome & { links?: string[] }>({
      action: 'map',
      path: '/v1/map',
      body: { url, ...params },
    });
    if (!success) throw this.service.error(`Failed to map. Error: ${error}`, 500);
    return links;
  }

  async crawlErrors(id: string): Promise<object> {
    checkId(id, 'No crawl ID provided');
    return this.service.call({
      action: 'check crawl errors',
      method: 'DELETE',
      path: `/v1/crawl/${id}/errors`,
    });
  }

  /** Crawls and returns all pages. The minimum of `pollSeconds` is 2. */
  async crawl(
    url: string,
    options?: object,
    {
      pollSeconds = CRAWL_POLL_SECONDS,
      idempotencyKey,
    }: { pollSeconds?: number; idempotencyKey?: string } = {},
  ): Promise<CrawlResponse> {
    const id = await this.startCrawl(url, options, idempotencyKey);
    return this.#allPages('Crawl job', pollSeconds, (paging) => this.crawlStatus(id, paging));
  }

  async watchCrawl(
    url: string,
    options: object | undefined,
    onPage: (page: CrawledPage) => void,
  ): Promise<CrawledPage[]> {
    const { apiKey, apiUrl, signal } = this.service.options;
    const id = await this.startCrawl(url, options);
    return watchCrawl({ id, apiKey, apiUrl, signal, onPage });
  }

  async startBatchScrape(urls: string[], params?: object, idempotencyKey?: string): Promise<string> {
    return this.service.start(
      {
        action: 'start batch scrape job',
        path: '/v1/batch/scrape',
        body: { urls, ...withJsonSchemas(params) },
        idempotencyKey,
      },
      'Batch scrape job failed to start',
    );
  }

  async batchScrapeStatus(id: string, paging: Paging = {}): Promise<CrawlResponse> {
    checkId(id, 'No batch scrape ID provided');
    return this.service.crawlStatus('check batch scrape status', `/v1/batch/scrape/${id}`, paging);
  }

  async batchScrapeErrors(id: string): Promise<object> {
    checkId(id, 'No batch scrape ID provided');
    return this.service.call({
      action: 'check batch scrape errors',
      method: 'DELETE',
      path: `/v1/batch/scrape/${id}/errors`,
    });
  }

  async batchScrape(urls: string[], params?: object): Promise<CrawlResponse> {
    const id = await this.startBatchScrape(urls, params);
    return this.#allPages('Batch scrape job', CRAWL_POLL_SECONDS, (paging) =>
      this.batchScrapeStatus(id, paging),
    );
  }

  /** Accepts a Zod 4 schema or JSON Schema. */
  async startExtract(urls: string[], params?: object, idempotencyKey?: string): Promise<string> {
    return this.service.start(
      {
        action: 'start extract job',
        path: '/v1/extract',
        body: { urls, ...withJsonSchemas(params) },
        idempotencyKey,
      },
      'Extract job failed to start',
    );
  }

  async extractStatus(id: string): Promise<JobStatus> {
    checkId(id, 'No extract ID provided');
    return this.service.call({ action: 'get extract status', method: 'GET', path: `/v1/extract/${id}` });
  }

  async extract(urls: string[], params?: object): Promise<unknown> {
    const id = await this.startExtract(urls, params);
    const { data } = await this.#untilDone('Extract job', EXTRACT_POLL_SECONDS, () => this.extractStatus(id));
    return data;
  }

  async startDeepResearch(query: string, params?: object): Promise<string> {
    return this.service.start(
      {
        action: 'start deep research',
        path: '/v1/deep-research',
        body: { query, ...withJsonSchemas(params) },
      },
      'Deep research failed to start',
    );
  }

  async deepResearchStatus(id: string): Promise<JobStatus> {
    checkId(id, 'No deep research ID provided');
    return this.service.call({
      action: 'check deep research status',
      method: 'GET',
      path: `/v1/deep-research/${id}`,
      missing: 'Deep research job not found',
    });
  }

  async deepResearch(query: string, params?: object): Promise<JobStatus> {
    const id = await this.startDeepResearch(query, params);
    return this.#untilDone('Research job', RESEARCH_POLL_SECONDS, () => this.deepResearchStatus(id));
  }

  async startLlmsText(url: string, params?: object): Promise<string> {
    return this.service.start(
      { action: 'start LLMs.txt generation', path: '/v1/llmstxt', body: { url, ...params } },
      'LLMs.txt generation failed to start',
    );
  }

  async llmsTextStatus(id: string): Promise<JobStatus> {
    checkId(id, 'No LLMs.txt generation ID provided');
    return this.service.call({
      action: 'check LLMs.txt generation status',
      method: 'GET',
      path: `/v1/llmstxt/${id}`,
      missing: 'LLMs.txt generation job not found',
    });
  }

  async llmsText(url: string, params?: object): Promise<JobStatus> {
    const id = await this.startLlmsText(url, params);
    return this.#untilDone('LLMs.txt generation job', RESEARCH_POLL_SECONDS, () => this.llmsTextStatus(id));
  }

  async #allPages(
    what: string,
    pollSeconds: number,
    status: (paging: Paging) => Promise<CrawlResponse>,
  ): Promise<CrawlResponse> {
    const done = await this.#untilDone(what, Math.max(pollSeconds, CRAWL_POLL_SECONDS), () => status({}));
    if (!done.data) throw new ScrapingError(`${what} completed but no data was returned`, 500);
    const data = [...done.data];
    const followed = new Set<string>();
    for (let { next } = done; next !== undefined && !followed.has(next) && followed.size < MAX_LINKS;) {
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
    const { signal, wait = waitUnlessStopped(signal) } = this.service.options;
    for (;;) {
      const now = await status();
      const outcome = now.status === 'processing' ? 'running' : readServiceStatus(now.status);
      if (outcome === 'done') return now;
      if (outcome === 'failed') {
        throw this.service.error(now.error || `${what} failed or was stopped. Status: ${now.status}`, 500);
      }
      await wait(pollSeconds * 1000);
    }
  }
}
