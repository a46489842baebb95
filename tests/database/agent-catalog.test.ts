import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { listMissed } from '#desk/assistants/missed/list-missed.server.ts';
import { catalogOperations } from '#doors/agents/catalog/catalog-operations.server.ts';
import { type AgentOperation, AgentProblem } from '#doors/agents/operation.ts';
import { AGENT_SITE, createAgent } from '../support/agent-call.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { findSchemaErrors } from '../support/ucp-schemas.ts';

const { search_catalog: search, lookup_catalog: lookUp, get_product: getProduct } = catalogOperations;

/** Of a 2010 Honda Civic LX with 1.8L. */
const VIN = '2HGFA1F57AH301234';
const CIVIC = { year: 2010, make: 'Honda', model: 'Civic' };

let database: TestDatabase;
let agent: ReturnType<typeof createAgent>;
let ids: Record<'alternator' | 'accord' | 'brakes' | 'sold' | 'unpriced' | 'battery', string>;

beforeAll(async () => {
  database = await createTestDatabase();
  agent = createAgent(database);
  const added = await addParts(database.owner, [
    {
      part_name: 'Alternator',
      category: 'Electrical',
      vehicle_year: 2010,
      vehicle_engine: '1.8L I4',
      oem_number: '31100-RNA-A01',
      stock_number: 'A-1042',
      origin: 'used',
      mileage: 84_000,
      mileage_source: 'cluster',
      grade: 'A',
      price: 89.5,
      core_charge: 40,
      image_url: 'https://pictures.example/alternator.jpg',
    },
    {
      part_name: 'Alternator',
      category: 'Electrical',
      vehicle_model: 'Accord',
      vehicle_year: 2012,
      price: 70,
    },
    {
      part_name: 'Brake Pads',
      vehicle_year: 2010,
      part_type: 'New',
      price: 40,
      image_url: '/parts/pads.svg',
    },
    { part_name: 'Brake Rotor', vehicle_year: 2010, price: 60, stock_quantity: 0 },
    { part_name: 'Brake Caliper', vehicle_year: 2010, price: null },
    { part_name: 'Battery', category: 'Electrical', vehicle_year: 2010, part_type: 'New', price: 120 },
    ...['Silverado 1500', 'Silverado 2500'].map((vehicle_model) => ({
      part_name: 'Hood',
      category: 'Body',
      vehicle_make: 'Chevrolet',
      vehicle_model,
      vehicle_year: 2015,
      price: 300,
    })),
  ]);
  const [alternator = '', accord = '', brakes = '', sold = '', unpriced = '', battery = ''] = added;
  ids = { alternator, accord, brakes, sold, unpriced, battery };
});
afterAll(() => database[Symbol.asyncDispose]());

interface Answer {
  products: {
    id: string;
    title: string;
    url: string;
    media?: unknown[];
    variants: { id: string; metadata: Record<string, unknown>; inputs?: unknown[] }[];
  }[];
  pagination: { has_next_page: boolean; cursor?: string; total_count?: number };
  messages?: { type: string; code: string; content: string; path?: string; presentation?: string }[];
}

const ucp = { version: '2026-04-08', capabilities: {} };

async function searchFor(input: unknown): Promise<Answer> {
  const answer = await agent.run(search, input);
  if (!('body' in answer)) throw new Error(JSON.stringify(answer));
  const body = { ucp, ...answer.body };
  expect(findSchemaErrors('schemas/shopping/catalog_search.json#/$defs/search_response', body)).toEqual([]);
  return body as unknown as Answer;
}

async function lookFor(input: unknown): Promise<Answer> {
  const answer = await agent.run(lookUp, input);
  if (!('body' in answer)) throw new Error(JSON.stringify(answer));
  const body = { ucp, ...answer.body };
  expect(findSchemaErrors('schemas/shopping/catalog_lookup.json#/$defs/lookup_response', body)).toEqual([]);
  return body as unknown as Answer;
}

const partsOf = ({ products }: Answer) => products.map(({ variants }) => variants[0]?.id);
const codesOf = ({ messages = [] }: Answer) => messages.map(({ code }) => code);

/** Reads the problem or the failure that a request gets. */
async function refusal(operation: AgentOperation<never>, input: unknown) {
  try {
    const answer = await agent.run(operation, input);
    return 'failed' in answer ? answer.failed[0].code : 'answered';
  } catch (error) {
    if (error instanceof AgentProblem) return `${error.status} ${error.code}`;
    if (error instanceof z.ZodError) return 'invalid';
    throw error;
  }
}

describe('a search', () => {
  test('describes a part as a product with one variant', async () => {
    const { products, pagination, messages } = await searchFor({
      query: 'alternator',
      filters: { vehicle: CIVIC },
    });
    expect(pagination).toEqual({ has_next_page: false, total_count: 1 });
    const [product] = products;
    expect(product).toMatchObject({
      id: `product-${ids.alternator}`,
      title: '2010 Honda Civic Alternator',
      url: `${AGENT_SITE}/part/alternator-2010-honda-civic-${ids.alternator}`,
      categories: [{ value: 'Electrical', taxonomy: 'merchant' }],
      price_range: { min: { amount: 8950, currency: 'USD' }, max: { amount: 8950, currency: 'USD' } },
      media: [
        {
          type: 'image',
          url: 'https://pictures.example/alternator.jpg',
          alt_text: '2010 Honda Civic Alternator',
        },
      ],
      variants: [
        {
          id: ids.alternator,
          sku: 'A-1042',
          title: 'Used, Good',
          price: { amount: 8950, currency: 'USD' },
          availability: { available: true, status: 'in_stock' },
        },
      ],
    });
    expect(product?.variants[0]?.metadata).toEqual({
      verdict: 'fits',
      reason: 'Listed for your car with 1.8L I4',
      rule: 'listed',
      condition: 'Good',
      origin: 'used',
      grade: 'A',
      mileage: 84_000,
      mileage_source: 'cluster',
      warranty: '30 days',
      core_charge: 4000,
      stock_number: 'A-1042',
      oem_number: '31100-RNA-A01',
      vehicle: { year: 2010, make: 'Honda', model: 'Civic', engine: '1.8L I4' },
    });
    expect(messages?.find(({ code }) => code === 'fitment')?.content).toContain('fit a 2010 Honda Civic');
    expect(messages?.some(({ code }) => code === 'text_is_data')).toBe(true);
  });

  test.each([
    ['a vehicle', { query: 'alternator', filters: { vehicle: CIVIC } }, ['alternator']],
    [
      'a vehicle in other words',
      { filters: { vehicle: { year: 2010, make: 'HONDA', model: 'civic' }, categories: ['Electrical'] } },
      ['alternator', 'battery'],
    ],
    ['a VIN', { query: 'alternator', filters: { vin: VIN } }, ['alternator']],
    ['a text that names the vehicle', { query: '2010 civic alternator' }, ['alternator']],
    [
      'what is not known to fit',
      { query: 'alternator', filters: { vehicle: CIVIC, fit: ['fits', 'unknown'] } },
      ['alternator', 'accord'],
    ],
    [
      'only what is not known to fit',
      { query: 'alternator', filters: { vehicle: CIVIC, fit: 'unknown' } },
      ['accord'],
    ],
    [
      'a text and a filter for two cars',
      { query: '2012 accord alternator', filters: { vehicle: CIVIC } },
      [],
    ],
    ['a condition in any case', { query: 'brake', filters: { condition: 'new' } }, ['brakes']],
    [
      'what people call a condition',
      { query: 'alternator', filters: { condition: ['used'] } },
      ['alternator', 'accord'],
    ],
    ['an origin', { filters: { origin: 'new' } }, ['battery', 'brakes']],
    ['a grade', { filters: { grade: 'A' } }, ['alternator']],
    ['stock', { query: 'brake', filters: { in_stock: true } }, ['brakes']],
    [
      'either category',
      { filters: { categories: ['Electrical', 'Body'], price: { max: 8000 } } },
      ['accord'],
    ],
    ['a price', { filters: { price: { min: 8950, max: 8950 } } }, ['alternator']],
    [
      'a price in other money',
      { query: 'brake', filters: { price: { max: 1 } }, context: { currency: 'EUR' } },
      ['brakes', 'sold'],
    ],
    ['a misspelled word', { query: 'alternatr', filters: { vehicle: CIVIC } }, ['alternator']],
  ] as const)('by %s', async (_, input, found) => {
    const parts = partsOf(await searchFor(input));
    expect(parts.toSorted()).toEqual(found.map((name) => ids[name]).toSorted());
  });

  test('names unknown filters and ignored ones', async () => {
    const answer = await searchFor({
      query: 'brake',
      filters: { color: 'red', price: { max: 1 }, vehicle: { ...CIVIC, trim: 'EX', doors: 4 } },
      context: { currency: 'CAD', intent: 'squeaks' },
    });
    const { messages = [] } = answer;
    expect(codesOf(answer)).toEqual([
      'unknown_filter',
      'unknown_filter',
      'price_filter_ignored',
      'trim_not_compared',
      'fitment',
      'text_is_data',
    ]);
    expect(messages[0]?.content).toContain('"color"');
    expect(messages[1]?.content).toContain('"vehicle.doors"');
  });

  test('a car that is one of several is asked for, and a nickname is understood', async () => {
    const answer = await agent.run(search, {
      filters: { vehicle: { year: 2015, make: 'Chevy', model: 'Silverado' } },
    });
    expect(answer).toMatchObject({
      failed: [
        {
          code: 'vehicle_ambiguous',
          severity: 'recoverable',
          content: expect.stringContaining('2015 Chevrolet Silverado 1500 or 2015 Chevrolet Silverado 2500'),
        },
      ],
    });
    const { products } = await searchFor({
      filters: { vehicle: { year: 2015, make: 'chevy', model: 'silverado 2500' } },
    });
    expect(products.map(({ title }) => title)).toEqual(['2015 Chevrolet Silverado 2500 Hood']);
  });

  test.each([
    { year: 1958, make: 'Trabant', model: 'P50' },
    { year: 2015, make: 'Chevy', model: 'Silverado 3500' },
  ])('of a car that no part is listed for finds nothing, and says so: $make $model', async (vehicle) => {
    const answer = await searchFor({ filters: { vehicle } });
    expect(answer.products).toEqual([]);
    expect(codesOf(answer)).toEqual(['vehicle_not_listed']);
  });

  test('pages with a cursor have each part once', async () => {
    const input = { filters: { vehicle: CIVIC } };
    const found: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page: Answer = await searchFor({ ...input, pagination: { limit: 2, cursor } });
      found.push(...partsOf(page));
      cursor = page.pagination.cursor;
      expect(page.pagination.has_next_page).toBe(cursor !== undefined);
    } while (cursor);
    expect(found.toSorted()).toEqual([ids.alternator, ids.battery, ids.brakes, ids.sold].toSorted());
  });

  test('a page has 10 parts, or at most 100', async () => {
    await using own = await createTestDatabase();
    await addParts(
      own.owner,
      Array.from({ length: 120 }, () => ({})),
    );
    const count = async (pagination: object) => {
      const answer = await createAgent(own).run(search, { query: 'brake', pagination });
      return 'body' in answer ? (answer.body.products as unknown[]).length : undefined;
    };
    expect(await count({})).toBe(10);
    expect(await count({ limit: 1_000_000 })).toBe(100);
  });

  test.each([
    ['nothing', {}, '400 invalid_request'],
    ['an empty query', { query: '  ' }, '400 invalid_request'],
    ['only unknown filters', { filters: { color: 'red' } }, '400 invalid_request'],
    ['a VIN as the query', { query: VIN }, '400 invalid_request'],
    ['a broken VIN', { filters: { vin: '123' } }, '400 invalid_request'],
    ['a mistyped VIN', { filters: { vin: '2HGFA1F58AH301234' } }, 'vin_doubtful'],
    [
      'two cars',
      { filters: { vin: VIN, vehicle: { ...CIVIC, year: 2012, model: 'Accord' } } },
      '400 invalid_request',
    ],
    ['a verdict without a car', { query: 'brake', filters: { fit: 'unknown' } }, '400 invalid_request'],
    ['an unknown condition', { filters: { condition: 'shiny' } }, '400 invalid_request'],
    ['a made-up cursor', { query: 'brake', pagination: { cursor: 'bm8' } }, '400 invalid_request'],
    ['NUL', { query: 'bra\0ke' }, 'invalid'],
    ['a huge query', { query: 'a'.repeat(100_000) }, 'invalid'],
    ['a list as the query', { query: ['brake'] }, 'invalid'],
    ['a text as the filters', { filters: 'brake' }, 'invalid'],
    ['a price in dollars', { filters: { price: { max: 89.5 } } }, 'invalid'],
    ['a negative page', { query: 'brake', pagination: { limit: -1 } }, 'invalid'],
    ['a year in words', { filters: { vehicle: { ...CIVIC, year: 'new' } } }, 'invalid'],
    ['1,000 conditions', { filters: { condition: Array.from({ length: 1_000 }, () => 'Good') } }, 'invalid'],
  ])('with %s is refused', async (_, input, code) => {
    expect(await refusal(search, input)).toBe(code);
  });

  test('many unknown filters with odd names do no harm', async () => {
    const filters = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`\0${n}\uD800${'x'.repeat(500)}`, n]),
    );
    const answer = await searchFor({ query: 'brake', filters });
    expect(codesOf(answer).filter((code) => code === 'unknown_filter')).toHaveLength(20);
  });

  test('without a result is recorded for the owner, without VIN, email and phone', async () => {
    const input = { query: 'flux capacitor for joe@example.com (619) 555-0142', filters: { vin: VIN } };
    expect((await searchFor(input)).products).toEqual([]);
    const { rows } = await database.owner.query("select * from audit_logs where action = 'search'");
    const last = rows.at(-1);
    expect(last.details).toEqual({
      query: 'flux capacitor for [email] [phone]',
      results_count: 0,
      year: '2010',
      make: 'Honda',
      model: 'Civic',
      platform: agent.platform.id,
    });
    const found = rows.length;
    await searchFor({ query: 'brake' });
    const { rowCount } = await database.owner.query("select from audit_logs where action = 'search'");
    expect(rowCount).toBe(found);
  });

  test('without a result is recorded as often as an address may log, whatever platforms it names', async () => {
    const { context, platform, run } = createAgent(database);
    const clientAddress = randomAddress();
    context.set(requestContext, { ...context.get(requestContext), clientAddress });
    const found = async () =>
      (await database.owner.query("select from audit_logs where action = 'search'")).rowCount ?? 0;
    const before = await found();
    await context.get(limitsContext).take('log-event', clientAddress, 1_999);
    for (let times = 0; times < 3; times += 1)
      await run(search, { query: 'flux capacitor' }, '', { platform: { ...platform, id: randomUUID() } });
    expect(await found()).toBe(before + 1);
  });

  test('without a result is listed by words and car, for admins alone', async () => {
    await using own = await createTestDatabase();
    const asked = createAgent(own);
    await own.owner.query('insert into agent_platforms (id, profile_url) values ($1, $2)', [
      asked.platform.id,
      asked.platform.profileUrl,
    ]);
    const [admin, stranger] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const [id, email] of [
      [admin, 'admin@example.com'],
      [stranger, 'stranger@example.com'],
    ])
      await own.owner.query(
        "insert into auth.users (id, name, email, email_verified) values ($1, 'Ada', $2, true)",
        [id, email],
      );
    await own.owner.query("insert into user_roles values ($1, 'admin')", [admin]);
    for (const query of ['Horn', 'horn ', 'Hood'])
      await asked.run(search, { query, filters: { vehicle: CIVIC } });
    const read = async (userId: string, sort: 'often' | 'new') =>
      (
        await own.pools.as({ role: 'authenticated', userId }, (transaction) =>
          listMissed(transaction, { sort }),
        )
      ).rows;
    const car = { ...CIVIC, year: String(CIVIC.year) };
    const [horn, hood] = [
      { words: 'horn', ...car, times: 2 },
      { words: 'hood', ...car, times: 1 },
    ];
    expect(await read(admin, 'often')).toMatchObject([horn, hood]);
    expect(await read(admin, 'new')).toMatchObject([hood, horn]);
    expect(await read(stranger, 'often')).toEqual([]);
  });

  test('no answer and no record has the VIN', async () => {
    const answer = await searchFor({ query: 'alternator', filters: { vin: VIN } });
    expect(JSON.stringify(answer)).not.toContain(VIN.slice(-6));
    const { rows } = await database.owner.query('select audit_logs::text as row from audit_logs');
    expect(JSON.stringify(rows)).not.toContain(VIN.slice(-6));
  });

  test('what the law wants said stands beside the part', async () => {
    const { messages = [], products } = await searchFor({ query: 'battery', filters: { vehicle: CIVIC } });
    const place = products.findIndex(({ variants }) => variants[0]?.id === ids.battery);
    expect(messages.filter(({ presentation }) => presentation === 'disclosure')).toEqual([
      {
        type: 'warning',
        code: 'california_battery_fee',
        content: 'In California, plus the California battery fee of $2.00 for each',
        path: `$.products[${place}]`,
        presentation: 'disclosure',
      },
    ]);
  });

  test('drawings are no pictures of the part', async () => {
    const { products } = await searchFor({ query: 'brake pads' });
    expect(products[0]?.variants[0]?.id).toBe(ids.brakes);
    expect(products[0]?.media).toBeUndefined();
  });
});

describe('a lookup', () => {
  test('finds variants, products and stock numbers, each part once', async () => {
    const asked = [
      ids.alternator,
      `product-${ids.alternator}`,
      'a1042',
      `product-${ids.brakes}`,
      ids.alternator,
    ];
    const { products, messages } = await lookFor({ ids: asked });
    expect(products.map(({ variants }) => variants[0]?.inputs)).toEqual([
      [
        { id: ids.alternator, match: 'exact' },
        { id: `product-${ids.alternator}`, match: 'featured' },
        { id: 'a1042', match: 'exact' },
      ],
      [{ id: `product-${ids.brakes}`, match: 'featured' }],
    ]);
    expect(messages?.map(({ code }) => code)).toEqual(['text_is_data']);
  });

  test('names ids that stand for nothing, or for a part without a price', async () => {
    const missing = ['nothing', 'product-nothing', crypto.randomUUID(), ids.unpriced, ''];
    const { products, messages } = await lookFor({ ids: missing });
    expect(products).toEqual([]);
    expect(messages).toEqual(missing.map((content) => ({ type: 'info', code: 'not_found', content })));
  });

  test('says which parts the filters leave out, and why', async () => {
    const answer = await lookFor({ ids: [ids.alternator, ids.accord], filters: { vehicle: CIVIC } });
    expect(partsOf(answer)).toEqual([ids.alternator]);
    expect(answer.messages?.find(({ code }) => code === 'filtered_out')?.content).toBe(
      `${ids.accord}: unknown, Listed for 2012 Honda Accord`,
    );
    expect(
      partsOf(await lookFor({ ids: [ids.alternator, ids.accord], filters: { price: { max: 8000 } } })),
    ).toEqual([ids.accord]);
  });

  test.each([
    ['more than 50 ids', { ids: Array.from({ length: 51 }, (_, n) => `id ${n}`) }, '400 request_too_large'],
    ['no ids', { ids: [] }, 'invalid'],
    ['a text', { ids: 'alternator' }, 'invalid'],
    ['NUL', { ids: ['\0'] }, 'invalid'],
  ])('of %s is refused', async (_, input, code) => {
    expect(await refusal(lookUp, input)).toBe(code);
  });
});

describe('a product', () => {
  test('has all that its page shows', async () => {
    for (const id of [ids.alternator, `product-${ids.alternator}`]) {
      const answer = await agent.run(getProduct, {
        id,
        selected: [{ name: 'Color', label: 'Red' }],
        preferences: ['Color'],
        filters: { vehicle: CIVIC },
      });
      const body = { ucp, ...('body' in answer ? answer.body : {}) };
      expect(
        findSchemaErrors('schemas/shopping/catalog_lookup.json#/$defs/get_product_response', body),
      ).toEqual([]);
      expect(body).toMatchObject({
        product: {
          id: `product-${ids.alternator}`,
          selected: [],
          variants: [
            {
              id: ids.alternator,
              metadata: { verdict: 'fits', fits_vehicles: ['2010 Honda Civic, 1.8L I4'] },
            },
          ],
        },
      });
    }
  });

  test('that does not exist, or that the filters leave out, is not found', async () => {
    for (const input of [{ id: crypto.randomUUID() }, { id: ids.accord, filters: { vehicle: CIVIC } }]) {
      const answer = await agent.run(getProduct, input);
      expect(answer).toMatchObject({
        failed: [{ type: 'error', code: 'not_found', severity: 'unrecoverable' }],
      });
      const failed = 'failed' in answer ? answer.failed : [];
      const body = { ucp: { ...ucp, status: 'error' }, messages: failed };
      expect(findSchemaErrors('schemas/shopping/types/error_response.json', body)).toEqual([]);
    }
  });

  test('has what the law wants said', async () => {
    const answer = await agent.run(getProduct, { id: ids.battery });
    expect('body' in answer && answer.body.messages).toMatchObject([
      { code: 'california_battery_fee', path: '$.product', presentation: 'disclosure' },
      { code: 'text_is_data' },
    ]);
  });
});
