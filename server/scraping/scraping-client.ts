import type { CrawlResponse, CrawlService } from '#core/imports/scraping.server.ts';
import { checkId, type Paging, ServiceCalls, type ServiceOptions } from './service-calls.ts';

/** The importer's operations. specified-operations.ts has those that only the specification needs. */
export class ScrapingClient implements CrawlService {
  protected readonly service: ServiceCalls;

  constructor(options: ServiceOptions) {
    this.service = new ServiceCalls(options);
  }

  async startCrawl(url: string, options?: object, idempotencyKey?: string): Promise<string> {
    return this.service.start(
      { action: 'start crawl job', path: '/v1/crawl', body: { url, ...options }, idempotencyKey },
      'Crawl job failed to start',
    );
  }

  async crawlStatus(id: string, paging: Paging = {}): Promise<CrawlResponse> {
    checkId(id, 'No crawl ID provided');
    return this.service.crawlStatus('check crawl status', `/v1/crawl/${id}`, paging);
  }

  async cancelCrawl(id: string): Promise<void> {
    checkId(id, 'No crawl ID provided');
    await this.service.call({ action: 'cancel crawl job', method: 'DELETE', path: `/v1/crawl/${id}` });
  }
}
