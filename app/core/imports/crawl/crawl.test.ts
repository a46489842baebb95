import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CATALOG_ROOT,
  CATALOG_SITE,
  crawlAddress,
  CRAWL_OPTIONS,
  crawlProgress,
  type CrawlStatus,
  hasEnded,
  isApiKey,
  PREVIEW_PARTS,
  readServiceStatus,
  siteName,
  sourceAddress,
  TEST_CRAWL,
} from './crawl.ts';

test('crawls have the options of the specification', () => {
  expect(CATALOG_SITE).toBe('https://www.rockauto.com/');
  expect(PREVIEW_PARTS).toBe(10);
  expect(CRAWL_OPTIONS).toEqual({
    limit: 10,
    allowBackwardLinks: false,
    allowExternalLinks: false,
    scrapeOptions: {
      formats: ['markdown'],
      onlyMainContent: true,
      includeTags: 'div/span/a/table/tr/td'.split('/'),
      excludeTags: 'script/style/img/svg'.split('/'),
    },
  });
  expect(TEST_CRAWL).toEqual({ url: 'https://example.com', options: { limit: 1 } });
});

test.each([
  ['fc-0123456789', true],
  ['x'.repeat(500), true],
  ['x'.repeat(501), false],
  ['', false],
  ['two words', false],
  ['schlüssel', false],
  ['line\n', false],
])('whether %j can be an API key: %s', (text, can) => {
  expect(isApiKey(text)).toBe(can);
});

test('a crawl waits or has ended when it is found, completed, failed or canceled', () => {
  const all: CrawlStatus[] = [
    'queued',
    'crawling',
    'collecting',
    'found',
    'reading',
    'importing',
    'canceling',
    'completed',
    'failed',
    'canceled',
  ];
  expect(all.filter((status) => hasEnded(status))).toEqual(['found', 'completed', 'failed', 'canceled']);
});

test.each([
  ['', CATALOG_ROOT],
  ['  ', CATALOG_ROOT],
  ['honda,2015,civic', `${CATALOG_ROOT}honda,2015,civic`],
  ['/honda', `${CATALOG_ROOT}honda`],
  [' honda ', `${CATALOG_ROOT}honda`],
  ['en/catalog/honda', `${CATALOG_ROOT}honda`],
  [`${CATALOG_ROOT}honda?x=1#top`, `${CATALOG_ROOT}honda?x=1`],
  ['../../account', undefined],
  ['%2e%2e/%2e%2e/account', undefined],
  ['https://example.com/en/catalog/', 'https://example.com/en/catalog/'],
  ['HTTPS://Parts.Example.com/brakes?page=2#top', 'https://parts.example.com/brakes?page=2'],
  ['https://münchen.example.com', 'https://xn--mnchen-3ya.example.com/'],
  ['https://www.rockauto.com/', 'https://www.rockauto.com/'],
  ['www.example.com/brakes', undefined],
  ['example.com', undefined],
  ['http://example.com/', undefined],
  ['https:example.com', undefined],
  ['https://example.com:8443/', undefined],
  ['https://user@example.com/', undefined],
  ['https://localhost/', undefined],
  ['https://printer.local/', undefined],
  ['https://shop.internal/', undefined],
  ['https://intranet/', undefined],
  ['https://example.com./', undefined],
  ['https://127.0.0.1/', undefined],
  ['https://2130706433/', undefined],
  ['https://0x7f.1/', undefined],
  ['https://[::1]/', undefined],
  ['https://93.184.216.34/', undefined],
  ['ftp://example.com/', undefined],
  ['javascript:alert(1)', undefined],
  ['1.8l+l4,honda', `${CATALOG_ROOT}1.8l+l4,honda`],
  ['http://www.rockauto.com/en/catalog/', undefined],
  ['https://www.rockauto.com@example.com/en/catalog/', undefined],
  ['https://', undefined],
  ['x'.repeat(500), `${CATALOG_ROOT}${'x'.repeat(500)}`],
  ['x'.repeat(501), undefined],
])('the URL of the path %j is %j', (path, address) => {
  expect(crawlAddress(path)).toBe(address);
});

test('no path leads out of the catalog', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (path) => {
      const address = crawlAddress(path);
      if (address === undefined || /^\s*https:/i.test(path)) return;
      expect(new URL(address).href.startsWith(CATALOG_ROOT)).toBe(true);
    }),
  );
});

test.each([
  [-5, 0],
  [0, 0],
  [999, 0],
  [1000, 10],
  [8999, 80],
  [9000, 90],
  [3_600_000, 90],
])('after %d ms the bar is at %d %%', (elapsed, percent) => {
  expect(crawlProgress(elapsed)).toBe(percent);
});

describe('the status of the scraping service', () => {
  test.each(['active', 'paused', 'pending', 'queued', 'waiting', 'scraping'])('%s is running', (status) => {
    expect(readServiceStatus(status)).toBe('running');
  });
  test.each(['failed', 'cancelled', 'canceled', 'undefined', '', 'Completed'])('%j has failed', (status) => {
    expect(readServiceStatus(status)).toBe('failed');
  });
  test('completed is done', () => expect(readServiceStatus('completed')).toBe('done'));
});

test.each([
  [`${CATALOG_ROOT}honda`, `${CATALOG_ROOT}honda`],
  ['http://example.com/honda', 'http://example.com/honda'],
  [`${CATALOG_SITE}${'x'.repeat(1_975)}`, `${CATALOG_SITE}${'x'.repeat(1_975)}`],
  [`${CATALOG_SITE}${'x'.repeat(1_976)}`, CATALOG_SITE],
  ['javascript:alert(1)', CATALOG_SITE],
  ['https://', CATALOG_SITE],
  [undefined, CATALOG_SITE],
  [7, CATALOG_SITE],
])('the source of a part found on %j is %j', (named, source) => {
  expect(sourceAddress(named)).toBe(source);
});

test('without a page, the source of a part is the crawled site', () => {
  expect(sourceAddress(undefined, 'https://parts.example.com/brakes?page=2')).toBe(
    'https://parts.example.com/',
  );
});

test('another site is called by its host', () => {
  expect(siteName(`${CATALOG_ROOT}honda`)).toBe('RockAuto catalog');
  expect(siteName('https://parts.example.com/brakes')).toBe('parts.example.com');
});
