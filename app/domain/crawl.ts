/** The site of the external catalog, and the default source_url of imported parts (Spec §3). */
export const CATALOG_SITE = 'https://www.rockauto.com/';

export const CATALOG_ROOT = `${CATALOG_SITE}en/catalog/`;

const MAX_PAGES = 10;

export const PREVIEW_PARTS = 10;

export const CRAWL_OPTIONS = {
  limit: MAX_PAGES,
  allowBackwardLinks: false,
  allowExternalLinks: false,
  scrapeOptions: {
    formats: ['markdown'],
    onlyMainContent: true,
    includeTags: ['div', 'span', 'a', 'table', 'tr', 'td'],
    excludeTags: ['script', 'style', 'img', 'svg'],
  },
} as const;

/** A crawl of a sample page that tests an API key (Spec §7). */
export const TEST_CRAWL = { url: 'https://example.com', options: { limit: 1 } } as const;

/** Whether a text can be sent as an API key in a header. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{1,500}$/.test(text);
}

export type CrawlStatus =
  | 'queued'
  | 'crawling'
  | 'collecting'
  | 'importing'
  | 'canceling'
  | 'completed'
  | 'failed'
  | 'canceled';

/** Whether a status is final. */
export function hasEnded(status: CrawlStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'canceled';
}

/** Maps a crawl status of the scraping service (Spec §4, Crawl job status). */
export function readServiceStatus(serviceStatus: string): 'done' | 'running' | 'failed' {
  if (serviceStatus === 'completed') return 'done';
  const running = ['active', 'paused', 'pending', 'queued', 'waiting', 'scraping'];
  return running.includes(serviceStatus) ? 'running' : 'failed';
}

/** The progress of a running crawl, in percent: 10 per second, at most 90 (Spec §9, Crawl). */
export function crawlProgress(elapsedMilliseconds: number): number {
  return Math.min(90, Math.max(0, Math.floor(elapsedMilliseconds / 1000) * 10));
}

const MAX_PATH_LENGTH = 500;

/** The catalog URL for a path or URL; the default is the root. Returns undefined for a URL outside of the catalog. */
export function catalogAddress(path: string): string | undefined {
  const trimmed = path.trim();
  if (trimmed.length > MAX_PATH_LENGTH) return undefined;
  const isUrl = /^https?:/i.test(trimmed);
  const text = isUrl
    ? trimmed
    : `${CATALOG_ROOT}${trimmed.replace(/^\/+/, '').replace(/^en\/catalog\//, '')}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.hash = '';
  return url.href.startsWith(CATALOG_ROOT) ? url.href : undefined;
}

/** The URL of the page that a part was found on, if the service returned a valid one; else the site. */
export function sourceAddress(url: unknown): string {
  if (typeof url !== 'string' || url.length > 2000 || !/^https?:\/\//i.test(url)) return CATALOG_SITE;
  return URL.canParse(url) ? new URL(url).href : CATALOG_SITE;
}
