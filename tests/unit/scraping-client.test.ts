import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CRAWL_OPTIONS } from '#core/imports/crawl/crawl.ts';
import { SpecifiedOperations } from '#server/scraping/specified-operations.ts';
import {
  crawledPage,
  FIRECRAWL_KEY,
  type FirecrawlStandIn,
  startFirecrawlStandIn,
} from '../support/firecrawl-stand-in.ts';

const SITE = 'https://www.rockauto.com/en/catalog/';

let service: FirecrawlStandIn;
let waits: number[];
let client: SpecifiedOperations;

beforeEach(async () => {
  service = await startFirecrawlStandIn();
  service.pages = [crawledPage('one'), crawledPage('two'), crawledPage('three')];
  waits = [];
  client = clientWith(FIRECRAWL_KEY);
});

afterEach(() => service[Symbol.asyncDispose]());

function clientWith(apiKey: string, apiUrl = service.url) {
  return new SpecifiedOperations({ apiKey, apiUrl, wait: async (milliseconds) => waits.push(milliseconds) });
}

/** The sent requests, without values that differ between connections or jobs. */
function traffic() {
  return service.requests.splice(0).map(({ method, path, headers, body }) => ({
    method,
    path: path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '{id}'),
    authorization: headers.authorization,
    contentType: headers['content-type'],
    protocol: headers['sec-websocket-protocol'],
    body,
  }));
}

/** Recorded from version 1.29.3 of the vendor's own package for the same calls. */
describe("sends the same as the service's own client", () => {
  const json = { type: 'object', properties: { brand: { type: 'string' } } };
  const job = { authorization: `Bearer ${FIRECRAWL_KEY}`, contentType: 'application/json' };
  const origin = 'js-sdk@1.25.1';
  test.each<[string, () => Promise<unknown>, object[]]>([
    [
      'scrape',
      () => client.scrape(SITE, { formats: ['markdown'], timeout: 9000 }),
      [post('/v1/scrape', { url: SITE, formats: ['markdown'], timeout: 9000 })],
    ],
    [
      'search',
      () => client.search('brake pads'),
      [
        post('/v1/search', {
          query: 'brake pads',
          limit: 5,
          lang: 'en',
          country: 'us',
          timeout: 60_000,
          scrapeOptions: { formats: [] },
        }),
      ],
    ],
    ['map', () => client.map(SITE, { limit: 3 }), [post('/v1/map', { url: SITE, limit: 3 })]],
    [
      'crawl',
      () => client.crawl(SITE, CRAWL_OPTIONS),
      [
        post('/v1/crawl', {
          url: SITE,
          limit: 10,
          allowBackwardLinks: false,
          allowExternalLinks: false,
          scrapeOptions: {
            formats: ['markdown'],
            onlyMainContent: true,
            includeTags: ['div', 'span', 'a', 'table', 'tr', 'td'],
            excludeTags: ['script', 'style', 'img', 'svg'],
          },
        }),
        get('/v1/crawl/{id}'),
      ],
    ],
    [
      'crawl status with skip and limit',
      async () => client.crawlStatus(await client.startCrawl(SITE), { skip: 1, limit: 2 }),
      [post('/v1/crawl', { url: SITE }), get('/v1/crawl/{id}?skip=1&limit=2')],
    ],
    [
      'cancel and errors of a crawl',
      async () => {
        const id = await client.startCrawl(SITE);
        await client.cancelCrawl(id);
        await client.crawlErrors(id);
      },
      [post('/v1/crawl', { url: SITE }), remove('/v1/crawl/{id}'), remove('/v1/crawl/{id}/errors')],
    ],
    [
      'batch scrape: status and errors',
      async () => {
        const id = await client.startBatchScrape([SITE], { formats: ['markdown'] });
        await client.batchScrapeStatus(id);
        await client.batchScrapeErrors(id);
      },
      [
        post('/v1/batch/scrape', { urls: [SITE], formats: ['markdown'] }),
        get('/v1/batch/scrape/{id}'),
        remove('/v1/batch/scrape/{id}/errors'),
      ],
    ],
    [
      'extract',
      () => client.extract([SITE], { prompt: 'The brand', schema: json }),
      [post('/v1/extract', { urls: [SITE], prompt: 'The brand', schema: json }), get('/v1/extract/{id}')],
    ],
    [
      'deep research',
      () => client.deepResearch('brakes'),
      [post('/v1/deep-research', { query: 'brakes' }), get('/v1/deep-research/{id}')],
    ],
    ['llms.txt', () => client.llmsText(SITE), [post('/v1/llmstxt', { url: SITE }), get('/v1/llmstxt/{id}')]],
    [
      'the WebSocket of a crawl',
      () => client.watchCrawl(SITE, { limit: 2 }, () => undefined),
      [
        post('/v1/crawl', { url: SITE, limit: 2 }),
        { method: 'GET', path: '/v1/crawl/{id}', protocol: FIRECRAWL_KEY },
      ],
    ],
  ])('%s', async (_what, call, sent) => {
    service.messages = [{ type: 'done' }];
    await call();
    expect(traffic()).toEqual(sent);
  });

  function post(path: string, body: object) {
    return { ...job, method: 'POST', path, body: { ...body, origin } };
  }
  function get(path: string) {
    return { ...job, method: 'GET', path };
  }
  function remove(path: string) {
    return { ...job, method: 'DELETE', path };
  }
});

test("the importer's crawl sends", async () => {
  await client.startCrawl(SITE, CRAWL_OPTIONS, 'the-same-each-time');
  expect(service.requests).toMatchObject([
    {
      method: 'POST',
      path: '/v1/crawl',
      headers: { authorization: `Bearer ${FIRECRAWL_KEY}`, 'x-idempotency-key': 'the-same-each-time' },
      body: {
        url: SITE,
        limit: 10,
        allowBackwardLinks: false,
        allowExternalLinks: false,
        scrapeOptions: {
          formats: ['markdown'],
          onlyMainContent: true,
          excludeTags: ['script', 'style', 'img', 'svg'],
          includeTags: ['div', 'span', 'a', 'table', 'tr', 'td'],
        },
        origin: 'js-sdk@1.25.1',
      },
    },
  ]);
});

test('the defaults of a search', async () => {
  await client.search('brake pads');
  expect(service.requests[0]?.body).toMatchObject({ limit: 5, lang: 'en', country: 'us', timeout: 60_000 });
});

describe('errors', () => {
  test.each([400, 402, 403, 409, 500])('status %d is an error with its number and text', async (status) => {
    service.failNext('/v1/crawl', { status, body: { success: false, error: 'Why', details: [1] } });
    await expect(client.startCrawl(SITE)).rejects.toMatchObject({
      name: 'ScrapingError',
      message: `Failed to start crawl job. Status code: ${status}. Error: Why - [1]`,
      status,
      details: [1],
    });
    expect(waits).toEqual([]);
  });

  test.each([401, 404, 429, 502, 302])('status %d is unexpected', async (status) => {
    service.failNext('/v1/map', { status, body: '<html>' });
    await expect(client.map(SITE)).rejects.toMatchObject({
      message: `Unexpected error occurred while trying to map. Status code: ${status}`,
      status,
    });
  });

  test.each([408, 504])('status %d is retried after 1, 2 and 4 seconds, then an error', async (status) => {
    service.failNext('/v1/crawl', { status }, 4);
    await expect(client.startCrawl(SITE)).rejects.toMatchObject({ status });
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(service.requests).toHaveLength(4);
    expect(new Set(service.requests.map(({ headers }) => headers['x-idempotency-key'])).size).toBe(1);
  });

  test.each(['reset', 'cut'] as const)('a connection that is %s is retried', async (failure) => {
    const id = await client.startCrawl(SITE);
    service.failNext('/v1/crawl', failure, 3);
    await expect(client.crawlStatus(id)).resolves.toMatchObject({ status: 'completed' });
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  test("a silent service is given up five seconds after the caller's timeout", async () => {
    service.failNext('/v1/scrape', 'silence');
    const asked = performance.now();
    await client.scrape(SITE, { timeout: -4_000 });
    expect(performance.now() - asked).toBeGreaterThan(990);
    expect(waits).toEqual([1000]);
  });

  test.each([
    ['refused', undefined, 'ECONNREFUSED'],
    ['not found', 'http://nowhere.invalid', 'ENOTFOUND|EAI_AGAIN'],
  ])('a host that is %s is retried, then an error', async (_what, address, code) => {
    const { url } = service;
    if (address === undefined) await service[Symbol.asyncDispose]();
    await expect(clientWith(FIRECRAWL_KEY, address ?? url).scrape(SITE)).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(`^No response received while trying to scrape URL \\((${code})\\).*network error`),
      ),
      status: 0,
    });
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  test('missing parameters are an error before any request', async () => {
    expect(() => clientWith('')).toThrow(
      expect.objectContaining({ message: 'No API key provided', status: 401 }),
    );
    await expect(client.crawlStatus('')).rejects.toMatchObject({
      message: 'No crawl ID provided',
      status: 400,
    });
    await expect(client.batchScrapeStatus('')).rejects.toMatchObject({
      message: 'No batch scrape ID provided',
      status: 400,
    });
    await expect(client.extract([SITE], { schema: 'brand' as never })).rejects.toMatchObject({
      message: 'Invalid schema. Schema must be either a valid Zod schema or JSON schema object.',
      status: 400,
    });
    expect(service.requests).toEqual([]);
  });

  test('an unknown job, and one that does not start, are errors', async () => {
    await expect(client.deepResearchStatus('gone')).rejects.toMatchObject({
      message: 'Deep research job not found',
      status: 404,
    });
    service.started = { success: false, id: undefined };
    await expect(client.startCrawl(SITE)).rejects.toMatchObject({
      message: 'Crawl job failed to start',
      status: 400,
    });
    service.started = { success: false, error: 'No credits left' };
    await expect(client.startCrawl(SITE)).rejects.toMatchObject({ message: 'No credits left', status: 400 });
    expect(service.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  test('no error message contains the key', async () => {
    service.failNext('/v1/crawl', { status: 403, body: { error: `The key ${FIRECRAWL_KEY} is blocked` } });
    await expect(client.startCrawl(SITE)).rejects.toThrow('Error: The key [key] is blocked');
  });
});

describe('a complete crawl', () => {
  test('is polled at most every two seconds, through all its pages', async () => {
    service.script = [{ status: 'scraping', completed: 1, total: 3 }, { status: 'waiting' }];
    service.perAnswer = 1;
    const crawl = await client.crawl(SITE, undefined, { pollSeconds: 0 });
    expect(crawl).toMatchObject({
      status: 'completed',
      completed: 3,
      creditsUsed: 3,
      expiresAt: new Date('2026-12-01'),
    });
    expect(crawl.data?.map(({ markdown }) => markdown)).toEqual(['one', 'two', 'three']);
    expect(waits).toEqual([2000, 2000]);
  });

  test.each([
    ['next is null', { next: null }],
    ['next leads in a circle', { next: 'http://elsewhere.example/v1/crawl/x?skip=0' }],
    ['the counts are nonsense', { total: 'many', creditsUsed: -1, expiresAt: 'soon' }],
  ])('when %s', async (_what, completed) => {
    service.completed = completed;
    const { data } = await client.crawl(SITE);
    expect(data?.slice(0, 3).map(({ markdown }) => markdown)).toEqual(['one', 'two', 'three']);
    // The key is not sent to another host.
    expect(service.requests.every(({ path }) => path.startsWith('/v1/crawl'))).toBe(true);
  });

  test('skips invalid pages', async () => {
    service.pages = [null, crawledPage('one'), 'text', undefined, 7];
    expect((await client.crawl(SITE)).data).toHaveLength(1);
  });

  test.each([
    [{ status: 'failed' }, 'Crawl job failed or was stopped. Status: failed'],
    [{ status: 'cancelled' }, 'Crawl job failed or was stopped. Status: cancelled'],
    [{ success: false, status: 'failed', error: 'Blocked by robots.txt' }, 'Blocked by robots.txt'],
  ])('that ends as %j', async (last, message) => {
    service.script = [last];
    await expect(client.crawl(SITE)).rejects.toMatchObject({ message, status: 500 });
  });

  test('without data is an error', async () => {
    service.completed = { data: undefined };
    await expect(client.crawl(SITE)).rejects.toMatchObject({
      message: 'Crawl job completed but no data was returned',
      status: 500,
    });
  });
});

test('extract is polled every second, research and llms.txt every two', async () => {
  service.script = [{ status: 'processing' }];
  await expect(client.extract([SITE], { schema: z.object({ brand: z.string() }) })).resolves.toEqual({
    brand: 'Denso',
  });
  expect(service.requests[0]?.body?.schema).toMatchObject({ properties: { brand: { type: 'string' } } });
  await expect(client.deepResearch('brakes')).resolves.toMatchObject({
    data: { finalAnalysis: 'It depends' },
  });
  await expect(client.llmsText(SITE)).resolves.toMatchObject({ data: { llmstxt: '# Parts' } });
  expect(waits).toEqual([1000, 2000, 2000]);
  service.script = [{ status: 'cancelled', error: 'Stopped by hand' }];
  await expect(client.extract([SITE])).rejects.toThrow('Stopped by hand');
});

test('a complete batch scrape', async () => {
  service.perAnswer = 2;
  expect((await client.batchScrape([SITE])).data).toHaveLength(3);
  expect(service.requests.map(({ path }) => path.replace(/[\da-f-]{36}/, '{id}'))).toEqual([
    '/v1/batch/scrape',
    '/v1/batch/scrape/{id}',
    '/v1/batch/scrape/{id}?skip=2',
  ]);
});

describe('over the WebSocket', () => {
  test('pages arrive as they are crawled', async () => {
    service.messages = [
      { type: 'catchup', data: { status: 'scraping', data: [crawledPage('one')] } },
      { type: 'unheard of' },
      { type: 'document', data: crawledPage('two') },
      { type: 'done' },
    ];
    const seen: unknown[] = [];
    const pages = await client.watchCrawl(SITE, undefined, (page) => seen.push(page.markdown));
    expect(seen).toEqual(['one', 'two']);
    expect(pages).toHaveLength(2);
  });

  test.each([
    ['an error message', [{ type: 'error', error: 'Out of credits' }], 'Out of credits'],
    ['an early end', [], 'The connection ended before the crawl was done'],
  ])('%s', async (_what, messages, message) => {
    service.messages = messages;
    await expect(client.watchCrawl(SITE, undefined, () => undefined)).rejects.toThrow(message);
  });
});
