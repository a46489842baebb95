/** The site of the external catalog (Spec §3). */
export const CATALOG_SITE = 'https://www.rockauto.com/';

export const CATALOG_ROOT = `${CATALOG_SITE}en/catalog/`;

export const MAX_PAGES = 10;

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

/** Tells whether a header can carry a text as an API key. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{1,500}$/.test(text);
}

export type CrawlStatus =
  | 'queued'
  | 'crawling'
  | 'collecting'
  /** Waits for an admin, who looks at the parts before they are imported. */
  | 'found'
  /** Reads the stored pages again in another way. */
  | 'reading'
  | 'importing'
  | 'canceling'
  | 'completed'
  | 'failed'
  | 'canceled';

/** Tells whether nothing happens until an admin does something. */
export function hasEnded(status: CrawlStatus): boolean {
  return status === 'found' || status === 'completed' || status === 'failed' || status === 'canceled';
}

/** Maps a crawl status of the scraping service (Spec §4, Crawl job status). */
export function readServiceStatus(serviceStatus: string): 'done' | 'running' | 'failed' {
  if (serviceStatus === 'completed') return 'done';
  const running = ['active', 'paused', 'pending', 'queued', 'waiting', 'scraping'];
  return running.includes(serviceStatus) ? 'running' : 'failed';
}

/** Returns the progress of a running crawl in percent: 10 per second, at most 90 (Spec §9, Crawl). */
export function crawlProgress(elapsedMilliseconds: number): number {
  return Math.min(90, Math.max(0, Math.floor(elapsedMilliseconds / 1000) * 10));
}

const MAX_PATH_LENGTH = 500;

export const INVALID_ADDRESS =
  'Please enter a path within the RockAuto catalog, or the address of a public site that begins with https://';

/** Names that are never public (RFC 6761, RFC 6762, RFC 8375), and those that local networks use. */
const LOCAL_NAMES = new Set(
  'alt arpa corp example home internal intranet invalid lan local localhost onion private test'.split(' '),
);

/**
 * Returns the URL to crawl, for a path within the catalog or the https address of another site. The default is the catalog's
 * root. Returns undefined for any other one, and for hosts that are not on the public internet.
 */
export function crawlAddress(path: string): string | undefined {
  const trimmed = path.trim();
  if (trimmed.length > MAX_PATH_LENGTH) return undefined;
  if (/^[a-z][a-z\d+.-]*:/i.test(trimmed)) return siteAddress(trimmed);
  // 'www.example.com/brakes' without https:// is no path of the catalog.
  if (/^(?:[a-z\d-]+\.)+[a-z]{2,}(?:\/|$)/i.test(trimmed)) return undefined;
  const text = `${CATALOG_ROOT}${trimmed.replace(/^\/+/, '').replace(/^en\/catalog\//, '')}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.hash = '';
  return isInCatalog(url.href) ? url.href : undefined;
}

function siteAddress(text: string): string | undefined {
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.hash = '';
  if (url.username || url.password || url.port) return undefined;
  const labels = url.hostname.split('.');
  const last = labels.at(-1) ?? '';
  const isPublic = labels.length > 1 && /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(last) && !LOCAL_NAMES.has(last);
  return isPublic ? url.href : undefined;
}

/** Tells whether an address is in the catalog of the specification. */
export function isInCatalog(address: string): boolean {
  return address.startsWith(CATALOG_ROOT);
}

/** Names the crawled site in texts: the catalog as in the specification, another site by its host. */
export function siteName(address: string): string {
  return isInCatalog(address) ? 'RockAuto catalog' : siteOf(address);
}

/** Returns the host of an address. Choices of how to read its pages are stored under it. */
export function siteOf(address: string): string {
  return new URL(address).hostname;
}

/** Returns the base address of a crawled site: the source_url of its parts (Spec §3). */
export function siteBase(crawled: string): string {
  return new URL('/', crawled).href;
}

/** Returns the URL of the page with the part if the service returned a valid one, else the crawled site. */
export function sourceAddress(url: unknown, crawled: string = CATALOG_SITE): string {
  const site = siteBase(crawled);
  if (typeof url !== 'string' || url.length > 2000 || !/^https?:\/\//i.test(url)) return site;
  return URL.canParse(url) ? new URL(url).href : site;
}
