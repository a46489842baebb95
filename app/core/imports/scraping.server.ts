import { createContext } from 'react-router';

/** The message is for admins and never contains the key. */
export class ScrapingError extends Error {
  override readonly name = 'ScrapingError';
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  readonly details: unknown;
  /** The service's own words, if the message does not have them. */
  readonly words: string | undefined;

  constructor(message: string, status: number, details?: unknown, words?: string) {
    super(message);
    this.status = status;
    this.details = details;
    this.words = words;
  }
}

export interface CrawledPage {
  markdown?: unknown;
  metadata?: { sourceURL?: unknown; [name: string]: unknown } | undefined;
  [name: string]: unknown;
}

/** A page of results (Spec §3, Crawl result). */
export interface CrawlResponse {
  status: string;
  error?: string | undefined;
  total?: number | undefined;
  completed?: number | undefined;
  creditsUsed?: number | undefined;
  expiresAt?: Date | undefined;
  data?: CrawledPage[] | undefined;
  /** Query of the link to the next pages. */
  next?: string | undefined;
}

/** Uses one admin's key. Failed calls throw a ScrapingError. */
export interface CrawlService {
  /** Returns an id. Calls with the same idempotency key start one crawl. */
  startCrawl(url: string, options: object, idempotencyKey: string): Promise<string>;
  crawlStatus(id: string, paging?: { next?: string | undefined }): Promise<CrawlResponse>;
  cancelCrawl(id: string): Promise<void>;
}

export interface Scraping {
  /** `signal` aborts requests when the process stops. */
  withKey(apiKey: string, signal?: AbortSignal): CrawlService;
  sealKey(apiKey: string, crawlId: string): string;
  /** Returns undefined if the key was sealed for another crawl or with another secret. */
  openKey(sealedKey: string, crawlId: string): string | undefined;
}

export const scrapingContext = createContext<Scraping>();
