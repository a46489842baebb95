import { randomUUID } from 'node:crypto';
import FirecrawlApp from '@mendable/firecrawl-js';
import { ScrapingError } from '#services';
import { send, type ServiceRequest, type TransportOptions } from './transport.ts';

/** What the specification calls the client's version. The package puts its release number there a moment later. */
const CLIENT_VERSION = '1.25.1';

/** What starts a job at the service: sent twice, it must not start two. */
const STARTS_A_JOB = /\/v1\/(crawl|batch\/scrape|extract|deep-research|llmstxt)$/;

type Headers = Parameters<FirecrawlApp['postRequest']>[2];
type PackageAnswer = Awaited<ReturnType<FirecrawlApp['postRequest']>>;

/**
 * The packaged client over our own transport, for one call. It makes the requests; the transport gives them time-outs
 * and retries, which the package has for some of them only. The package forgets the status of most failures and says
 * 500: `failure` keeps it.
 */
export class PackagedClient extends FirecrawlApp {
  failure: ScrapingError | undefined;
  /** Of the last answer; 0 while there was none. */
  lastStatus = 0;
  readonly #options: TransportOptions;

  constructor(address: { apiKey: string; apiUrl: string }, options: TransportOptions) {
    super(address);
    this.#options = options;
    Object.defineProperty(this, 'version', { get: () => CLIENT_VERSION, set() {} });
  }

  override async postRequest(url: string, body: object, headers: Headers): Promise<PackageAnswer> {
    const sent = { ...headers } as Record<string, string>;
    if (STARTS_A_JOB.test(url)) sent['x-idempotency-key'] ??= randomUUID();
    return this.#send({ method: 'POST', url, headers: sent, body });
  }

  override async getRequest(url: string, headers: Headers): Promise<PackageAnswer> {
    return this.#send({ method: 'GET', url, headers: { ...headers } });
  }

  override async deleteRequest(url: string, headers: Headers): Promise<PackageAnswer> {
    return this.#send({ method: 'DELETE', url, headers: { ...headers } });
  }

  /** Scrapes over our transport: the package's own takes what the service says of a failure for no answer at all. */
  async scrape(url: string, params: object | undefined): Promise<Record<string, unknown>> {
    const answer = await this.postRequest(
      `${this.apiUrl}/v1/scrape`,
      { url, ...params, origin: `js-sdk@${this.version}` },
      this.prepareHeaders(),
    );
    if (answer.status !== 200) this.handleError(answer, 'scrape URL');
    const { success, data, warning, error } = answer.data as Record<string, unknown>;
    if (success !== true) throw new ScrapingError(`Failed to scrape URL. Error: ${String(error)}`, 200);
    return { success, warning, error, ...(data as object) };
  }

  override handleError(response: PackageAnswer, action: string): void {
    try {
      super.handleError(response, action);
    } catch (error) {
      const { message, details } = error as Error & { details?: unknown };
      this.failure = new ScrapingError(message, response.status, details);
      throw this.failure;
    }
  }

  async #send(request: ServiceRequest): Promise<PackageAnswer> {
    this.lastStatus = 0;
    const answer = await send(request, this.#options);
    this.lastStatus = answer.status;
    // The package reads the status and the data, and nothing else of it.
    return answer as PackageAnswer;
  }
}
