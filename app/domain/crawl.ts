/** The outside catalogue's own site: what an imported row names when its page is not known (Spec §3, source_url). */
export const CATALOG_SITE = 'https://www.rockauto.com/';

/** Where the outside catalogue begins. */
export const CATALOG_ROOT = `${CATALOG_SITE}en/catalog/`;

/** How many pages one crawl takes (Spec §9, Crawl). */
const CRAWL_PAGES = 10;

/** How many of the extracted parts are shown (Spec §9, Crawl). */
export const PREVIEW_PARTS = 10;

/** The options of the importer's crawl, as the scraping service names them (Spec §7, Scraping service). */
export const CRAWL_OPTIONS = {
  limit: CRAWL_PAGES,
  allowBackwardLinks: false,
  allowExternalLinks: false,
  scrapeOptions: {
    formats: ['markdown'],
    onlyMainContent: true,
    includeTags: ['div', 'span', 'a', 'table', 'tr', 'td'],
    excludeTags: ['script', 'style', 'img', 'svg'],
  },
} as const;

/** What a key is tested with (Spec §7: a sample page with limit 1). */
export const KEY_TEST = { url: 'https://example.com', options: { limit: 1 } } as const;

/** Whether a text can be a key of the scraping service at all: it travels in a header. */
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

/** Nothing more happens to it. */
export function hasEnded(status: CrawlStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'canceled';
}

/** What the scraping service's word for a crawl means (Spec §4, Crawl job status). */
export function meaningOf(serviceStatus: string): 'done' | 'going on' | 'failed' {
  if (serviceStatus === 'completed') return 'done';
  const goingOn = ['active', 'paused', 'pending', 'queued', 'waiting', 'scraping'];
  return goingOn.includes(serviceStatus) ? 'going on' : 'failed';
}

/** How far the bar of a running crawl has come, in percent: 10 more each second, at most 90 (Spec §9, Crawl). */
export function crawlProgress(elapsedMilliseconds: number): number {
  return Math.min(90, Math.max(0, Math.floor(elapsedMilliseconds / 1000) * 10));
}

const LONGEST_PATH = 500;

/**
 * The address to crawl for a sub-path of the outside catalogue, or for a whole address within it; without one, the
 * catalogue's root. Undefined when that leads out of the catalogue.
 */
export function catalogAddress(path: string): string | undefined {
  const wanted = path.trim();
  if (wanted.length > LONGEST_PATH) return undefined;
  const whole = /^https?:/i.test(wanted);
  const text = whole ? wanted : `${CATALOG_ROOT}${wanted.replace(/^\/+/, '').replace(/^en\/catalog\//, '')}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.hash = '';
  return url.href.startsWith(CATALOG_ROOT) ? url.href : undefined;
}

/** The page that a row was found on, if the scraping service names one that can be linked to; else the site. */
export function sourceAddress(named: unknown): string {
  if (typeof named !== 'string' || named.length > 2000 || !/^https?:\/\//i.test(named)) return CATALOG_SITE;
  return URL.canParse(named) ? new URL(named).href : CATALOG_SITE;
}
