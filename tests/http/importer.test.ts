import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CATALOG_ROOT, CATALOG_SITE, INVALID_ADDRESS } from '#core/imports/crawl/crawl.ts';
import type { CrawlState, ImporterState } from '#desk/imports/crawl/crawl-state.ts';
import {
  crawledPage,
  FIRECRAWL_KEY,
  type FirecrawlStandIn,
  startFirecrawlStandIn,
} from '../support/firecrawl-stand-in.ts';
import { server } from '../support/built-server.ts';
import { importColumns } from '#core/catalog/part-fields.ts';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { addParts } from '../support/parts.ts';
import { TEST_SECRET } from '../support/test-database.ts';
import { randomAddress } from '../support/random-address.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { withWrongClock } from '../support/wrong-clock.ts';

const { createScraping } = server;

const ADMIN = { email: 'ada@example.com', password: 'a long password', admin: true };

let service: FirecrawlStandIn;
let shop: TestShop;
let admin: string;
let adminId: string;

beforeAll(async () => {
  service = await startFirecrawlStandIn();
  shop = await createTestShop({
    scraping: createScraping({ secret: TEST_SECRET, apiUrl: service.url, wait: async () => undefined }),
  });
  adminId = await shop.addUser(ADMIN);
  admin = await shop.signIn(ADMIN.email, ADMIN.password);
});

beforeEach(async () => {
  service.reset();
  await shop.database.owner.query(`
    delete from catalog_crawls;
    delete from parts_catalog;
    delete from audit_logs;
    insert into user_roles (user_id, role) values ('${adminId}', 'admin') on conflict do nothing`);
  await removeJobs(shop.database.owner);
});

afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function post(path: string, body: unknown, cookie = admin) {
  const response = await shop.request(`/functions/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function state(cookie = admin): Promise<ImporterState> {
  const response = await shop.request('/functions/v1/catalog-crawl', {
    // Each poll has a new client address, because the limit by address is not the target here.
    headers: { cookie, 'X-Forwarded-For': randomAddress() },
  });
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  return (await response.json()) as ImporterState;
}

async function lastCrawl(): Promise<CrawlState> {
  const now = await state();
  if (now.visitor !== 'admin' || !now.crawl) throw new Error('There is no crawl');
  return now.crawl;
}

const start = (body: object = { apiKey: FIRECRAWL_KEY }, cookie = admin) =>
  post('catalog-crawl', body, cookie);

/** Runs the crawl's steps like the worker, but without waits, until it has ended. */
async function runCrawl() {
  for (let steps = 0; steps < 50; steps += 1) {
    await makeJobsDue(shop.database.owner);
    await shop.runJobs();
    if ((await storedCrawl()).ended_at) return;
  }
  throw new Error('The crawl does not end');
}

async function storedCrawl() {
  const { rows } = await shop.database.owner.query(
    'select * from catalog_crawls order by created_at desc limit 1',
  );
  return rows[0];
}

async function catalog() {
  const { rows } = await shop.database.owner.query('select * from parts_catalog order by oem_number');
  return rows;
}

/** In the sequence of the parts of `catalog`. */
async function sourcePages() {
  const { rows } = await shop.database.owner.query(
    `select source_page from parts_catalog left join part_private_facts on part_id = parts_catalog.id order by oem_number`,
  );
  return rows.map(({ source_page: page }) => page);
}

async function audit(action: string) {
  const { rows } = await shop.database.owner.query('select * from audit_logs where action = $1', [action]);
  return rows;
}

const part = (number: string, name: string, ...fields: string[]) =>
  [`Part # ${number}`, name, ...fields, ''].join('\n');

const twoParts = () =>
  crawledPage(
    part('45022-TR3-A01', 'Front Brake Pad Set', 'Brand: Akebono', 'Category: Brakes') +
      part('90919-01253', 'Iridium Spark Plug'),
    `${CATALOG_ROOT}honda`,
  );

async function importedOnce() {
  service.pages = [twoParts()];
  await start();
  await runCrawl();
}

describe('from a key to parts in the catalog', () => {
  test('a crawl is started, polled, paged, parsed, and imported, and its key is deleted', async () => {
    service.pages = [twoParts(), null, crawledPage(part('34 11 6 794 300', 'Rear Brake Pad Set'))];
    service.perAnswer = 2;
    service.script = [{ status: 'scraping', completed: 1, total: 10 }];
    expect(await start({ apiKey: ` ${FIRECRAWL_KEY} `, path: 'honda,2015' })).toMatchObject({ status: 202 });
    expect(await lastCrawl()).toMatchObject({ status: 'queued', address: `${CATALOG_ROOT}honda,2015` });
    const { sealed_key: sealed } = await storedCrawl();
    expect(sealed).toMatch(/^v1\.[\w-]{50,}$/);
    expect(sealed).not.toContain(FIRECRAWL_KEY);

    await shop.runJobs();
    await makeJobsDue(shop.database.owner);
    await shop.runJobs();
    expect(await lastCrawl()).toMatchObject({ status: 'crawling', pagesCompleted: 1, pagesTotal: 10 });
    await runCrawl();

    expect(await lastCrawl()).toMatchObject({
      status: 'completed',
      pagesCompleted: 3,
      pagesTotal: 3,
      creditsUsed: 3,
      expiresAt: '2026-12-01T00:00:00.000Z',
      partsFound: 3,
      imported: 3,
      raw: [],
      preview: [
        {
          part_name: 'Front Brake Pad Set',
          oem_number: '45022-TR3-A01',
          brand: 'Akebono',
          category: 'Brakes',
        },
        { part_name: 'Iridium Spark Plug', brand: null },
        { part_name: 'Rear Brake Pad Set' },
      ],
    });
    expect(await catalog()).toMatchObject([
      { oem_number: '34 11 6 794 300', source_url: CATALOG_SITE },
      {
        part_name: 'Front Brake Pad Set',
        oem_number: '45022-TR3-A01',
        brand: 'Akebono',
        category: 'Brakes',
        description: 'Akebono Front Brake Pad Set',
        price: null,
        stock_quantity: 0,
        source_url: CATALOG_SITE,
      },
      { category: 'General', brand: null, description: 'OEM Iridium Spark Plug', vehicle_year: null },
    ]);
    expect(await sourcePages()).toEqual([CATALOG_ROOT, `${CATALOG_ROOT}honda`, `${CATALOG_ROOT}honda`]);
    expect(service.jobs.size).toBe(1);
    expect(service.requests[0]?.headers['x-idempotency-key']).toBe((await storedCrawl()).id);

    expect((await storedCrawl()).sealed_key).toBeNull();
    const { rows } = await shop.database.owner.query('select key from graphile_worker.jobs');
    expect(rows).toEqual([]);
  });

  test('each import is in the audit trail with its counts and its admin', async () => {
    await importedOnce();
    expect(await audit('admin_start_crawl')).toMatchObject([{ user_id: adminId }]);
    expect(await audit('admin_import_catalog')).toMatchObject([
      {
        user_id: adminId,
        resource_type: 'parts_catalog',
        resource_id: (await storedCrawl()).id,
        details: { admin_action: true, pages: 1, parts_found: 2, parts_imported: 2, parts_matched: 0 },
      },
    ]);
  });

  test('without results, the crawled text can be viewed', async () => {
    service.pages = [crawledPage(`Nothing here\0 \ud800${'x'.repeat(30_000)}`)];
    await start();
    await runCrawl();
    const crawl = await lastCrawl();
    expect(crawl).toMatchObject({ status: 'completed', partsFound: 0, imported: 0 });
    expect(crawl.raw).toMatchObject([{ source: CATALOG_ROOT, shortened: true }]);
    expect(JSON.stringify(crawl.raw)).toContain('Nothing here');
    expect(await catalog()).toEqual([]);
    expect(await state()).toMatchObject({ earlier: [] });
  });

  test('hostile pages are shown as plain text', async () => {
    service.pages = [
      undefined,
      { markdown: 7 },
      { markdown: part('1', 'Robert"); drop table parts_catalog;--'), metadata: null },
      crawledPage(part('2', 'Brake <script>alert(1)</script>'), 'javascript:alert(1)'),
      crawledPage(part('3', 'Brake Pads \0 \ud800 \u202e', 'Brand: __proto__')),
    ];
    await start();
    await runCrawl();
    expect(await catalog()).toMatchObject([
      { part_name: 'Robert"); drop table parts_catalog;--', source_url: 'https://www.rockauto.com/' },
      { part_name: 'Brake <script>alert(1)</script>', source_url: 'https://www.rockauto.com/' },
      { part_name: expect.stringMatching(/^Brake Pads/), brand: 'proto' },
    ]);
  });
});

describe('permissions', () => {
  const calls: [string, object][] = [
    ['catalog-crawl', { apiKey: FIRECRAWL_KEY }],
    ['cancel-crawl', {}],
    ['test-scraping-key', { apiKey: FIRECRAWL_KEY }],
    ['catalog-import', { intent: 'undo', crawlId: crypto.randomUUID() }],
  ];

  test('the page is public; crawling and importing require an admin', async () => {
    expect((await shop.request('/catalog-import')).status).toBe(200);
    await shop.addUser({ email: 'olga@example.com', password: 'a long password' });
    const olga = await shop.signIn('olga@example.com', 'a long password');
    for (const [path, body] of calls) {
      expect(await post(path, body, '')).toMatchObject({ status: 401, body: { visitor: 'signed out' } });
      expect(await post(path, body, olga)).toMatchObject({ status: 403, body: { visitor: 'no admin' } });
    }
    expect(await state('')).toEqual({ visitor: 'signed out' });
    expect(await state(olga)).toEqual({ visitor: 'no admin' });
    expect(service.requests).toEqual([]);
  });

  test('nothing is imported if the admin loses the role before the crawl ends', async () => {
    service.pages = [twoParts()];
    await start();
    await shop.database.owner.query('delete from user_roles');
    await runCrawl();
    expect(await storedCrawl()).toMatchObject({
      status: 'failed',
      error: 'Only admins can import into the catalog',
      sealed_key: null,
    });
    expect(await catalog()).toEqual([]);
  });

  test.each([
    ['catalog-crawl', {}, 'API key not found'],
    ['catalog-crawl', { apiKey: '  ' }, 'API key not found'],
    ['catalog-crawl', { apiKey: 'a\nb' }, 'Please enter a valid API key'],
    ['catalog-crawl', { apiKey: 'k', path: '../..' }, INVALID_ADDRESS],
    ['catalog-crawl', 'nonsense', 'The request cannot be read'],
    ['test-scraping-key', { apiKey: 7 }, 'API key not found'],
    ['catalog-import', { intent: 'burn' }, undefined],
    ['catalog-import', { intent: 'undo', crawlId: 'x' }, undefined],
    ['catalog-import', { intent: 'accept', crawlId: crypto.randomUUID(), position: -1 }, undefined],
    ['catalog-import', { intent: 'accept', crawlId: crypto.randomUUID(), position: 1e12 }, undefined],
  ])('%s with %j is refused', async (path, body, error) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual(error ?? expect.any(String));
  });
});

describe('the key', () => {
  test('is tested on a sample page with limit 1', async () => {
    expect(await post('test-scraping-key', { apiKey: FIRECRAWL_KEY })).toMatchObject({ status: 200 });
    expect(service.requests).toMatchObject([
      { method: 'POST', path: '/v1/crawl', body: { url: 'https://example.com', limit: 1 } },
    ]);
    expect(await post('test-scraping-key', { apiKey: 'fc-wrong' })).toEqual({
      status: 422,
      body: {
        error:
          'Unexpected error occurred while trying to start crawl job. Status code: 401. The service says: Unauthorized: Invalid token',
      },
    });
  });

  test('that was sealed with another secret, or for another crawl, is unusable', async () => {
    await start();
    await shop.database.owner.query(
      `update catalog_crawls set sealed_key =
        overlay(sealed_key placing case substr(sealed_key, 9, 1) when 'A' then 'B' else 'A' end from 9)`,
    );
    await runCrawl();
    expect(await storedCrawl()).toMatchObject({
      status: 'failed',
      error: 'The key can no longer be read. Please start the crawl again.',
    });
    expect(service.requests).toEqual([]);
  });
});

describe('a site that the owner names', () => {
  const site = 'https://parts.example.com/brakes';
  const nameFirst = [
    'Front Brake Pad Set',
    'Part # 45022',
    'Brand: Akebono',
    '$12.50',
    'Rear Brake Pad Set',
    'Part # 43022',
  ].join('\n');
  const review = (intent: string, crawlId: string, more: object = {}) =>
    post('catalog-import', { intent, crawlId, ...more });

  async function found(markdown = nameFirst) {
    service.pages = [crawledPage(markdown, `${site}/1`), crawledPage(`\0${markdown}`)];
    expect(await start({ apiKey: FIRECRAWL_KEY, path: site, pages: 3 })).toMatchObject({ status: 202 });
    await runCrawl();
    return lastCrawl();
  }

  beforeEach(async () => {
    await shop.database.owner.query('delete from catalog_sites; delete from part_changes');
  });

  test('is crawled within its pages, and waits to be looked at, without its key', async () => {
    const crawl = await found();
    expect(service.requests[0]?.body).toMatchObject({ url: site, limit: 3 });
    expect(crawl).toMatchObject({ status: 'found', address: site, reading: 'number first', partsFound: 2 });
    expect(crawl.preview.map(({ part_name: name, oem_number: number }) => [number, name])).toEqual([
      ['45022', 'Rear Brake Pad Set'],
      ['45022', 'Rear Brake Pad Set'],
    ]);
    expect((await storedCrawl()).sealed_key).toBeNull();
    expect(await catalog()).toEqual([]);
    // It does not block another one.
    expect(await start()).toMatchObject({ status: 202 });
    expect(await review('import', crawl.id)).toMatchObject({ status: 409 });
    expect(await review('read', crawl.id, { reading: 'name first' })).toMatchObject({ status: 409 });
  });

  test('is read by name first, also the next time, and imported as every crawl', async () => {
    const first = await found();
    expect(await review('read', first.id, { reading: 'name first' })).toMatchObject({ status: 202 });
    expect(await lastCrawl()).toMatchObject({ status: 'reading' });
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({
      status: 'found',
      partsFound: 4,
      preview: [
        { oem_number: '45022', part_name: 'Front Brake Pad Set', brand: 'Akebono', price: '$12.50' },
        { oem_number: '43022', part_name: 'Rear Brake Pad Set', price: null },
        { oem_number: '45022' },
        { oem_number: '43022' },
      ],
    });
    const second = await found();
    expect(second).toMatchObject({ status: 'found', reading: 'name first', partsFound: 4 });

    expect(await review('import', second.id)).toMatchObject({ status: 202 });
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({ status: 'completed', imported: 2, repeated: 2 });
    expect(await catalog()).toMatchObject([
      { oem_number: '43022', part_name: 'Rear Brake Pad Set', source_url: 'https://parts.example.com/' },
      { oem_number: '45022', part_name: 'Front Brake Pad Set', price: null, stock_quantity: 0 },
    ]);
    expect(await sourcePages()).toEqual([`${site}/1`, expect.stringContaining(`${site}/`)]);
    expect(await audit('admin_import_found_parts')).toMatchObject([{ user_id: adminId }]);
    expect(await review('import', second.id)).toMatchObject({ status: 409 });
    // The catalog of the specification is read as before, and imported at once.
    await importedOnce();
    expect(await lastCrawl()).toMatchObject({ status: 'completed', reading: 'number first', imported: 2 });
  });

  test('has parts that become the lines of an import with mapped columns, once', async () => {
    const { id } = await found();
    await review('read', id, { reading: 'name first' });
    await runCrawl();
    const mapped = await review('map', id);
    expect(mapped).toMatchObject({ status: 200 });
    const importId = String(mapped.body['id']);
    expect(await lastCrawl()).toMatchObject({ status: 'found', partImport: importId });
    for (const intent of ['map', 'import']) expect(await review(intent, id)).toMatchObject({ status: 409 });

    const act = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields);
      await shop.request(`/admin/import/${importId}.data`, {
        method: 'POST',
        body,
        headers: { cookie: admin },
      });
      await shop.runJobs();
    };
    const page = async () => {
      const response = await shop.request(`/admin/import/${importId}`, { headers: { cookie: admin } });
      return (await response.text()).replaceAll('<!-- -->', '');
    };
    expect(await page()).toContain('Found on parts.example.com');
    // Price is the sixth column. The name of the supplier is the site.
    await act({ intent: 'check', 'field-0': 'oem_number', 'field-1': 'part_name', 'field-5': 'price' });
    await act({ intent: 'apply', mode: 'good' });
    expect(await catalog()).toMatchObject([
      { oem_number: '43022', price: null },
      { oem_number: '43022', price: null },
      { oem_number: '45022', part_name: 'Front Brake Pad Set', price: '12.50' },
      { oem_number: '45022' },
    ]);
    const { rows } = await shop.database.owner.query('select supplier from part_import_mappings');
    expect(rows).toContainEqual({ supplier: 'parts.example.com' });

    // What was undone can be imported in another way.
    await act({ intent: 'undo' });
    expect(await catalog()).toEqual([]);
    expect(await lastCrawl()).toMatchObject({ partImport: null });
    expect(await review('import', id)).toMatchObject({ status: 202 });
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({ status: 'completed', imported: 2 });
  });

  test('whose pages have no parts can be read in another way', async () => {
    const { id, raw } = await found('Front Brake Pad Set\nPart # 45022');
    expect(raw).toHaveLength(2);
    expect(await review('map', id)).toMatchObject({ status: 409 });
    await review('read', id, { reading: 'name first' });
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({ partsFound: 2, raw: [] });
    await shop.database.owner.query("update catalog_crawls set created_at = now() - interval '4 days'");
    expect(await lastCrawl()).toMatchObject({ canReadAgain: false });
    expect(await review('read', id, { reading: 'number first' })).toMatchObject({ status: 409 });
    await shop.database.owner.query('select clean_up_catalog()');
    expect((await shop.database.owner.query('select from catalog_crawl_pages')).rowCount).toBe(0);
  });

  test('a crawl of the catalog waits too if the admin asks for it', async () => {
    service.pages = [twoParts()];
    await start({ apiKey: FIRECRAWL_KEY, review: true });
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({ status: 'found', partsFound: 2 });
    await post('cancel-crawl', {});
    expect(await catalog()).toEqual([]);
  });

  test.each([
    [{ path: 'https://localhost/' }, /^Please enter a path within the RockAuto catalog, or the address of/],
    [{ pages: 11 }, /^Please enter 1 to 10 pages/],
    [{ pages: 0 }, /^Please enter 1 to 10 pages/],
    [{ pages: '3' }, /^Please enter 1 to 10 pages/],
    [{ review: 'yes' }, /^review must be true or false/],
  ])('%j is refused', async (body, error) => {
    const response = await start({ apiKey: FIRECRAWL_KEY, ...body });
    expect(response).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) as string } });
    expect(service.requests).toEqual([]);
  });
});

describe('a failed crawl', () => {
  test('has the words of the service, without the key and bounded', async () => {
    const error = `Too many crawls for ${FIRECRAWL_KEY}\n<b>${'x'.repeat(1_000)}`;
    service.failNext('/v1/crawl', { status: 429, body: { error } });
    await start();
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({
      status: 'failed',
      error: 'Unexpected error occurred while trying to start crawl job. Status code: 429',
      serviceError: `Too many crawls for [key] <b>${'x'.repeat(1_000)}`.slice(0, 500),
    });
  });

  test.each<[string, () => void, string]>([
    [
      'is refused',
      () => service.failNext('/v1/crawl', { status: 402, body: { error: 'No credits left' } }),
      'Failed to start crawl job. Status code: 402. Error: No credits left',
    ],
    [
      'does not start',
      () => (service.started = { success: false, id: undefined }),
      'Crawl job failed to start',
    ],
    [
      'fails',
      () => (service.script = [{ status: 'failed' }]),
      'Crawl job failed or was stopped. Status: failed',
    ],
    [
      'returns no data',
      () => (service.completed = { data: undefined }),
      'Crawl job completed but no data was returned',
    ],
    [
      'does not report its status',
      () => service.failNext('/v1/crawl/', { status: 500 }, 3),
      'Failed to check crawl status. Status code: 500. Error: A configured failure',
    ],
    [
      'is disconnected repeatedly',
      () => service.failNext('/v1/crawl/', 'cut', 4),
      'No response received while trying to check crawl status (UND_ERR_SOCKET). This may be a network error or the server is unreachable.',
    ],
  ])(
    'because it %s: the admin sees the error, the key is deleted, and another crawl can start',
    async (_what, arrange, error) => {
      service.pages = [twoParts()];
      arrange();
      await start();
      await runCrawl();
      expect(await lastCrawl()).toMatchObject({ status: 'failed', error });
      expect((await storedCrawl()).sealed_key).toBeNull();
      expect(await catalog()).toEqual([]);
      expect(await start()).toMatchObject({ status: 202 });
    },
  );

  test('because its remaining pages are lost imports nothing', async () => {
    service.pages = [twoParts(), crawledPage(part('3', 'Rear Brake Pad Set'))];
    service.perAnswer = 1;
    service.script = [{ status: 'scraping' }];
    await start();
    await shop.runJobs();
    const [job] = service.jobs.values();
    service.failNext(`/v1/crawl/${job?.id}?skip=1`, {
      status: 200,
      body: { success: false, error: 'Expired' },
    });
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({ status: 'failed', error: 'Expired', imported: 0 });
    expect(await catalog()).toEqual([]);
  });

  test('temporary failures of the service are retried', async () => {
    service.pages = [twoParts()];
    service.failNext('/v1/crawl/', { status: 500 }, 2);
    service.failNext('/v1/crawl/', 'cut', 2);
    await start();
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({ status: 'completed', imported: 2 });
  });

  test('a crawl that does not end is canceled after an hour, at the service too', async () => {
    service.script = Array.from({ length: 10 }, () => ({ status: 'scraping' }));
    await start();
    await shop.runJobs();
    await shop.database.owner.query("update catalog_crawls set created_at = now() - interval '61 minutes'");
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({ status: 'failed', error: 'The crawl took too long' });
    expect(service.requests.at(-1)).toMatchObject({ method: 'DELETE' });
  });

  test.each([2, -2])(
    'a crawl takes as long as it does, in a process whose clock is %i hours ahead',
    async (hours) => {
      await start();
      await withWrongClock(hours, runCrawl);
      expect(await lastCrawl()).toMatchObject({ status: 'completed' });
    },
  );

  test('pages that link in circles come to an end', async () => {
    service.pages = [twoParts()];
    service.perAnswer = 1;
    let turn = 0;
    Object.defineProperty(service.completed, 'next', {
      enumerable: true,
      get: () => `http://elsewhere.example/v1/crawl/x?skip=0&turn=${(turn += 1)}`,
    });
    await start();
    for (let rounds = 0; rounds < 5; rounds += 1) await runCrawl().catch(() => undefined);
    expect(await lastCrawl()).toMatchObject({ status: 'completed', imported: 2, repeated: 198 });
  });
});

describe('never twice', () => {
  test('a second crawl is refused while one is running', async () => {
    const started = await Promise.all([start(), start(), start()]);
    expect(started.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    expect(started.find(({ status }) => status === 409)?.body).toEqual({
      error: 'A crawl is already running',
    });
  });

  test('a step that two processes run takes effect once', async () => {
    service.pages = [twoParts()];
    await start();
    const again = () => Promise.all([shop.runJobs(), shop.runJobs()]);
    for (let rounds = 0; rounds < 4; rounds += 1) {
      const { id } = await storedCrawl();
      await makeJobsDue(shop.database.owner);
      // Adds the job again without its unique key.
      await shop.database.owner.query(
        "select graphile_worker.add_job('advance-crawl', json_build_object('crawlId', $1::text))",
        [id],
      );
      await again();
    }
    expect(service.jobs.size).toBe(1);
    expect(await catalog()).toHaveLength(2);
    expect(await audit('admin_import_catalog')).toHaveLength(1);
  });

  test('a lost response to the start does not start a second crawl', async () => {
    service.pages = [twoParts()];
    await start();
    const { id } = await storedCrawl();
    await createScraping({ secret: TEST_SECRET, apiUrl: service.url })
      .withKey(FIRECRAWL_KEY)
      .startCrawl(CATALOG_ROOT, {}, id);
    await runCrawl();
    expect(service.jobs.size).toBe(1);
    expect(await lastCrawl()).toMatchObject({
      status: 'failed',
      error: 'Failed to start crawl job. Status code: 409. Error: Idempotency key already used',
    });
  });

  test('crawling the same pages again imports nothing, even if the parts have changed', async () => {
    await importedOnce();
    await shop.database.owner.query(
      "update parts_catalog set price = 40, stock_quantity = 2, brand = 'Advics', vehicle_make = 'Honda', oem_number = 'X1'",
    );
    await start();
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({ imported: 0, partsFound: 2 });
    expect(await catalog()).toHaveLength(2);
  });

  test('a part that may not be shown is imported once, as hidden', async () => {
    const { owner } = shop.database;
    await owner.query('delete from hidden_parts');
    service.pages = [crawledPage(part('18160-5A2-L00', 'Catalytic Converter', 'Brand: Honda'))];
    for (let time = 0; time < 2; time += 1) {
      await start();
      await runCrawl();
      const { rows } = await owner.query('select part_name from hidden_parts');
      expect(rows).toEqual([{ part_name: 'Catalytic Converter' }]);
      expect(await catalog()).toEqual([]);
    }
    await owner.query('delete from hidden_parts');
  });

  test('a part that is found twice is imported once', async () => {
    service.pages = [
      twoParts(),
      twoParts(),
      crawledPage(part('45022tr3.a01', 'Brake Pads again', 'Brand: AKEBONO')),
    ];
    await start();
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({ imported: 2, repeated: 3 });
    expect(await catalog()).toHaveLength(2);
  });
});

describe('canceling', () => {
  test('before the start sends no request to the service', async () => {
    await start();
    expect(await post('cancel-crawl', {})).toMatchObject({ status: 202 });
    await runCrawl();
    expect(await storedCrawl()).toMatchObject({ status: 'canceled', sealed_key: null });
    expect(service.requests).toEqual([]);
    expect(await audit('admin_cancel_crawl')).toMatchObject([{ user_id: adminId }]);
    expect(await post('cancel-crawl', {})).toMatchObject({ status: 409 });
  });

  test('during the crawl cancels it at the service, and imports nothing', async () => {
    service.script = Array.from({ length: 10 }, () => ({ status: 'scraping' }));
    service.pages = [twoParts()];
    await start();
    await shop.runJobs();
    await post('cancel-crawl', {});
    expect(await lastCrawl()).toMatchObject({ status: 'canceling' });
    await runCrawl();
    expect(service.requests.at(-1)).toMatchObject({ method: 'DELETE' });
    expect(await lastCrawl()).toMatchObject({ status: 'canceled' });
    expect(await catalog()).toEqual([]);
  });

  test('during the start cancels the started crawl', async () => {
    await start();
    // The service's response is delayed until the crawl is canceled.
    service.failNext('/v1/crawl', 'reset', 1);
    const slow = createScraping({
      secret: TEST_SECRET,
      apiUrl: service.url,
      wait: () => post('cancel-crawl', {}),
    });
    const { advanceCrawl } = await import('#core/imports/crawl/advance-crawl.server.ts');
    await advanceCrawl({ database: shop.database.pools, scraping: slow, crawlId: (await storedCrawl()).id });
    expect(service.requests.at(-1)).toMatchObject({ method: 'DELETE' });
    await runCrawl();
    expect(await lastCrawl()).toMatchObject({ status: 'canceled' });
  });
});

describe('existing parts', () => {
  beforeEach(async () => {
    await addParts(shop.database.owner, [
      {
        part_name: 'Brake Pads',
        oem_number: '45022TR3A01',
        brand: 'akebono',
        description: 'Good ones',
        price: 55,
      },
      { part_name: 'Iridium Spark Plug', oem_number: '90919-01253', category: 'Ignition' },
      { part_name: 'Brake Pads', oem_number: '45022-TR3-A01', brand: 'Bosch' },
    ]);
    await importedOnce();
  });

  async function pads() {
    return (await catalog()).find(({ brand }) => brand?.toLowerCase() === 'akebono');
  }

  test('are not inserted again, but listed with their differences', async () => {
    const crawl = await lastCrawl();
    expect(crawl).toMatchObject({ imported: 0, unchanged: 1, undecided: 1 });
    expect(crawl.matches).toMatchObject([
      {
        position: 0,
        source: `${CATALOG_ROOT}honda`,
        found: { part_name: 'Front Brake Pad Set', brand: 'Akebono', category: 'Brakes', description: null },
        part: { part_name: 'Brake Pads', brand: 'akebono', description: 'Good ones' },
      },
    ]);
    expect(await catalog()).toHaveLength(3);
  });

  test('become the found values when accepted, except for price, stock, and vehicle', async () => {
    const { id } = await lastCrawl();
    expect(await post('catalog-import', { intent: 'accept', crawlId: id, position: 0 })).toMatchObject({
      status: 200,
      body: { parts: 1 },
    });
    expect(await pads()).toMatchObject({
      part_name: 'Front Brake Pad Set',
      oem_number: '45022TR3A01',
      brand: 'Akebono',
      description: 'Good ones',
      price: '55.00',
      vehicle_make: 'Honda',
    });
    expect(await audit('admin_accept_import_changes')).toMatchObject([{ details: { parts_changed: 1 } }]);
    expect(await post('catalog-import', { intent: 'accept', crawlId: id, position: 0 })).toMatchObject({
      status: 409,
    });
    expect(await lastCrawl()).toMatchObject({ undecided: 0 });
  });

  test('become the edited values when edited', async () => {
    const { id, matches } = await lastCrawl();
    const edited = {
      ...matches[0]?.part,
      part_name: ' Brake Pads, front ',
      vehicle_year: 2016,
      description: '',
    };
    const accept = { intent: 'accept', crawlId: id, position: 0 };
    expect(await post('catalog-import', { ...accept, edited: { ...edited, part_name: ' ' } })).toEqual({
      status: 400,
      body: { error: 'Part name is required' },
    });
    expect(await post('catalog-import', { ...accept, edited })).toMatchObject({ status: 200 });
    expect(await pads()).toMatchObject({
      part_name: 'Brake Pads, front',
      vehicle_year: 2016,
      description: null,
      brand: 'akebono',
    });
  });

  test('merge with changes of another admin by field when edited, and refuse conflicts', async () => {
    const { owner } = shop.database;
    const { id, matches } = await lastCrawl();
    const seen = matches[0]?.part;
    await owner.query(
      "update parts_catalog set category = 'Rotors', description = null where brand = 'akebono'",
    );
    const accept = { intent: 'accept', crawlId: id, position: 0, seen };
    const edited = { ...seen, part_name: 'Pads', description: 'The best' };
    expect(await post('catalog-import', { ...accept, edited })).toEqual({
      status: 409,
      body: {
        error:
          'Someone else changed this part (Description). Nothing was saved. Please close the form and open it again.',
      },
    });
    expect(await pads()).toMatchObject({ part_name: 'Brake Pads', description: null });
    expect(await lastCrawl()).toMatchObject({ undecided: 1 });
    const without = { ...edited, description: seen?.description };
    expect(await post('catalog-import', { ...accept, edited: without })).toMatchObject({ status: 200 });
    expect(await pads()).toMatchObject({ part_name: 'Pads', category: 'Rotors', description: null });
  });

  test.each(importColumns)('edited in a page of another build without %s keep that field', async (column) => {
    const { id, matches } = await lastCrawl();
    const before = await pads();
    const { [column]: _, ...seen } = { ...matches[0]?.part, color: 'blue' } as Record<string, unknown>;
    const change = column === 'category' ? { description: 'The best' } : { category: 'Rotors' };
    const edited = { ...seen, color: 'red', ...change };
    expect(
      await post('catalog-import', { intent: 'accept', crawlId: id, position: 0, edited, seen }),
    ).toMatchObject({ status: 200 });
    expect(await pads()).toEqual({ ...before, ...change, updated_at: expect.any(Date) });
  });

  test.each([
    [{ brand: 'x'.repeat(201) }, 'Brand: At most 200 characters'],
    [{ brand: 'x\0y' }, 'Brand: This contains an invalid character'],
    [{ category: null }, 'Category is required'],
    [{ vehicle_year: -1 }, 'Vehicle year must be a whole number of at most four digits'],
    [{ vehicle_year: 20.5 }, 'Vehicle year must be a whole number of at most four digits'],
    [{ brand: {} }, 'Brand must be text'],
  ])('are unchanged after an invalid edit: %j', async (wrong, error) => {
    const { id, matches } = await lastCrawl();
    const seen = matches[0]?.part;
    const edited = { ...seen, ...wrong };
    const accept = { intent: 'accept', crawlId: id, position: 0 };
    expect(await post('catalog-import', { ...accept, edited, seen })).toEqual({
      status: 400,
      body: { error },
    });
    const claimed = [{}, 'x', 7, null, { ...seen, vehicle_year: '2015' }];
    for (const forged of claimed) {
      expect(await post('catalog-import', { ...accept, edited: seen, seen: forged })).toMatchObject({
        status: 400,
      });
    }
    expect(await lastCrawl()).toMatchObject({ undecided: 1 });
  });

  test('are unchanged when skipped', async () => {
    const { id } = await lastCrawl();
    await post('catalog-import', { intent: 'leave', crawlId: id, position: 'all' });
    expect(await lastCrawl()).toMatchObject({ undecided: 0 });
    expect(await pads()).toMatchObject({ part_name: 'Brake Pads' });
  });

  test('disappear from the list when deleted meanwhile', async () => {
    const { id } = await lastCrawl();
    await shop.database.owner.query('delete from parts_catalog');
    expect(await lastCrawl()).toMatchObject({ undecided: 0 });
    expect(await post('catalog-import', { intent: 'accept', crawlId: id, position: 0 })).toMatchObject({
      status: 409,
    });
  });

  test('return to their old values when undone, except for later changes', async () => {
    const { id } = await lastCrawl();
    await post('catalog-import', { intent: 'accept', crawlId: id, position: 'all' });
    await shop.database.owner.query("update parts_catalog set brand = 'Advics' where brand = 'Akebono'");
    expect(await post('catalog-import', { intent: 'undo', crawlId: id })).toEqual({
      status: 200,
      body: { removed: 0, restored: 1 },
    });
    expect((await catalog()).find(({ brand }) => brand === 'Advics')).toMatchObject({
      part_name: 'Brake Pads',
    });
  });
});

test('an import is undone completely, once, and can be repeated', async () => {
  const [mine] = await addParts(shop.database.owner, [{ part_name: 'Mine' }]);
  await importedOnce();
  await shop.database.owner.query("update parts_catalog set price = 9 where oem_number = '90919-01253'");
  const now = await state();
  expect(now).toMatchObject({
    crawl: { workedOn: 1 },
    earlier: [{ imported: 2, workedOn: 1, undone: false }],
  });
  const { id } = await lastCrawl();
  const undone = await Promise.all([1, 2].map(() => post('catalog-import', { intent: 'undo', crawlId: id })));
  expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await catalog()).toMatchObject([{ id: mine }]);
  expect(await audit('admin_undo_import')).toMatchObject([
    { details: { parts_removed: 2, parts_restored: 0 } },
  ]);
  expect(await state()).toMatchObject({ crawl: { undone: true }, earlier: [{ undone: true }] });

  await start();
  await runCrawl();
  expect(await lastCrawl()).toMatchObject({ imported: 2 });
});

test('an undone import is in the trash, and its parts are restored from there', async () => {
  await importedOnce();
  const trash = async () =>
    (
      await (await shop.request('/admin/trash?kind=imports', { headers: { cookie: admin } })).text()
    ).replaceAll('<!-- -->', '');
  expect(await trash()).toContain('No discarded or undone imports');
  await post('catalog-import', { intent: 'undo', crawlId: (await lastCrawl()).id });
  const listed = await trash();
  expect(listed).toMatch(/Website, 2 parts in the trash[^]*Undone/);
  expect(listed).toContain(`Restore 2 parts: ${CATALOG_ROOT}`);

  const { rows } = await shop.database.owner.query(
    'select trunc(extract(epoch from undone_at) * 1000000)::bigint::text as at from catalog_crawls',
  );
  const response = await shop.request('/admin/trash.data', {
    method: 'POST',
    body: new URLSearchParams({ intent: 'restore-parts', at: rows[0].at }),
    headers: { cookie: admin },
  });
  expect(await readOutcome(response)).toMatchObject({ message: '2 parts will be back in a moment.' });
  await shop.runJobs();
  expect(await catalog()).toHaveLength(2);
  expect(await trash()).toContain('Website, no parts in the trash');
  await shop.database.owner.query('delete from part_changes; delete from deleted_parts');
});

test('pages of a million characters are processed while the shop responds to requests', async () => {
  const prose = `${'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(18)}\n`;
  const page = (nth: number) =>
    Array.from({ length: 900 }, (_, index) => part(`${nth}-${index}`, `Brake Pad Set ${index}`) + prose).join(
      '',
    );
  service.pages = Array.from({ length: 3 }, (_, nth) => crawledPage(page(nth)));
  service.perAnswer = 1;
  await start();
  let slowest = 0;
  const done = new AbortController();
  const asking = (async () => {
    while (!done.signal.aborted) {
      const asked = performance.now();
      await shop.request('/api/parts?limit=1', { headers: { 'X-Forwarded-For': randomAddress() } });
      slowest = Math.max(slowest, performance.now() - asked);
    }
  })();
  await runCrawl();
  done.abort();
  await asking;
  expect(await lastCrawl()).toMatchObject({ status: 'completed', imported: 2_700 });
  expect(slowest).toBeLessThan(1_000);
  expect(await post('catalog-import', { intent: 'undo', crawlId: (await lastCrawl()).id })).toMatchObject({
    body: { removed: 2_700 },
  });
}, 60_000);
