import type { Scraping } from '#core/imports/scraping.server.ts';
import { openSecret, type Sealing, sealSecret } from '../sealed-secret.ts';
import { ScrapingClient } from './scraping-client.ts';

/** The default; FIRECRAWL_API_URL overrides it. */
export const SCRAPING_SERVICE = 'https://api.firecrawl.dev';

export interface ScrapingOptions {
  secret: string;
  /** The address has no trailing slash. */
  apiUrl: string;
  wait?: (milliseconds: number) => Promise<unknown>;
}

export function createScraping({ secret, apiUrl, wait }: ScrapingOptions): Scraping {
  const sealing = (owner: string): Sealing => ({ secret, label: 'partyard scraping key', owner });
  return {
    withKey: (apiKey, signal) => new ScrapingClient({ apiKey, apiUrl, wait, signal }),
    sealKey: (apiKey, crawlId) => sealSecret(apiKey, sealing(crawlId)),
    openKey: (sealedKey, crawlId) => openSecret(sealedKey, sealing(crawlId)),
  };
}
