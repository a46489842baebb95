import type { Scraping } from '#services';
import { ScrapingClient } from './scraping-client.ts';
import { openKey, sealKey } from './sealed-key.ts';

/** The default; FIRECRAWL_API_URL overrides it. */
export const SCRAPING_SERVICE = 'https://api.firecrawl.dev';

export interface ScrapingOptions {
  secret: string;
  /** Without a trailing slash. */
  apiUrl: string;
  wait?: (milliseconds: number) => Promise<unknown>;
}

export function createScraping({ secret, apiUrl, wait }: ScrapingOptions): Scraping {
  return {
    withKey: (apiKey, signal) => new ScrapingClient({ apiKey, apiUrl, wait, signal }),
    sealKey: (apiKey, crawlId) => sealKey(secret, apiKey, crawlId),
    openKey: (sealedKey, crawlId) => openKey(secret, sealedKey, crawlId),
  };
}
