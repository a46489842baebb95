import { Ajv } from 'ajv';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filterNames } from '#doors/agents/catalog/catalog-input.ts';
import {
  type AgentPlatform,
  type Answer,
  LOCAL_SITE,
  startAgentPlatform,
} from '../support/agent-platform.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { findSchemaErrors } from '../support/ucp-schemas.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop({ siteUrl: 'https://parts.example.com' });
});
afterAll(() => shop[Symbol.asyncDispose]());

test('/llms.txt says how assistants can shop, with the addresses and an example', async () => {
  const response = await shop.request('/llms.txt');
  const text = await response.text();
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
  expect(text).toMatch(/^# Partyard\n/);
  for (const path of ['/.well-known/ucp', '/api/ucp', '/api/ucp/mcp', '/ucp/fitment'])
    expect(text).toContain(`https://parts.example.com${path}\n`);
  expect(text).toContain('"vehicle":{"year":2010,"make":"Honda","model":"Civic"}');
  expect(text).not.toMatch(/[\w.]+@[\w.]+/);
});

test('/llms.txt invites nobody to a shop that serves no assistants', async () => {
  await using closed = await createTestShop();
  await closed.database.owner.query(`update shop_settings set values = '{"assistants": {"open": false}}'`);
  expect((await closed.request('/llms.txt')).status).toBe(404);
});

test('the fitment of the catalog is documented in words and as a schema', async () => {
  const text = await (await shop.request('/ucp/fitment')).text();
  for (const name of filterNames) expect(text).toContain(`- ${name}: `);
  const schema = await (await shop.request('/ucp/fitment.json')).json();
  expect(schema).toMatchObject({
    $id: 'https://parts.example.com/ucp/fitment.json',
    name: 'com.example.parts.shopping.fitment',
    requires: { protocol: { min: '2026-04-08' } },
  });
  // The published schemas that it extends only say that a request and an answer are objects.
  const own = JSON.parse(
    JSON.stringify(schema).replaceAll(
      /{"\$ref":"https:\/\/ucp\.dev\/2026-04-08\/schemas\/shopping\/catalog_\w+\.json"}/g,
      'true',
    ),
  );
  // Its members mean the same in the version of JSON Schema that is the default here.
  const ajv = new Ajv({ strict: false }).addSchema({ ...own, $schema: undefined });
  const vehicle = { year: 2010, make: 'Honda', model: 'Civic' };
  for (const capability of ['dev.ucp.shopping.catalog.search', 'dev.ucp.shopping.catalog.lookup']) {
    const isValid = ajv.getSchema(`${own.$id}#/$defs/${capability}`);
    expect(isValid?.({ filters: { vehicle, fit: 'unknown', color: 'red' } })).toBe(true);
    expect(isValid?.({ filters: { vehicle: { ...vehicle, year: 'new' } } })).toBe(false);
    expect(isValid?.({ products: [{ variants: [{ metadata: { verdict: 'perhaps' } }] }] })).toBe(false);
  }
});

test('a shop whose address has no name in the protocol has no schema', async () => {
  await using other = await createTestShop({ siteUrl: 'https://my-parts.example.com' });
  expect((await other.request('/ucp/fitment.json')).status).toBe(404);
  expect((await other.request('/ucp/fitment')).status).toBe(200);
});

describe('an assistant', () => {
  /** Of a 2010 Honda Civic with 1.8L. */
  const VIN = '2HGFA1F57AH301234';
  const lines: string[] = [];
  let local: TestShop;
  let platform: AgentPlatform;
  let id: string;

  beforeAll(async () => {
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
    local = await createTestShop({ siteUrl: LOCAL_SITE, log });
    [id = ''] = await addParts(local.database.owner, [
      { part_name: 'Alternator', vehicle_year: 2010, oem_number: '31100-RNA-A01' },
    ]);
    platform = await startAgentPlatform(local);
  });
  afterAll(async () => {
    await platform[Symbol.asyncDispose]();
    await local[Symbol.asyncDispose]();
  });

  const operations = {
    search: {
      path: '/catalog/search',
      tool: 'search_catalog',
      schema: 'catalog_search.json#/$defs/search_response',
    },
    lookup: {
      path: '/catalog/lookup',
      tool: 'lookup_catalog',
      schema: 'catalog_lookup.json#/$defs/lookup_response',
    },
    product: {
      path: '/catalog/product',
      tool: 'get_product',
      schema: 'catalog_lookup.json#/$defs/get_product_response',
    },
  };

  /** Asks by REST and by MCP. */
  async function askTwice(operation: keyof typeof operations, catalog: object): Promise<[Answer, Answer]> {
    const { path, tool } = operations[operation];
    return [await platform.ask('POST', path, catalog), await platform.call(tool, { catalog })];
  }

  test.each([
    ['search', { query: 'alternator', filters: { vin: VIN, color: 'red' } }],
    ['lookup', { ids: [`product-unknown`, 'nothing'] }],
    ['product', { filters: { vehicle: { year: 2010, make: 'honda', model: 'civic' } } }],
  ] as const)('gets the same answer to a %s by REST and by MCP', async (operation, asked) => {
    const catalog = operation === 'product' ? { id, ...asked } : asked;
    const [byRest, byMcp] = await askTwice(operation, catalog);
    expect([byRest.status, byMcp.status]).toEqual([200, 200]);
    expect(byMcp.body).toEqual(byRest.body);
    expect(findSchemaErrors(`schemas/shopping/${operations[operation].schema}`, byRest.body)).toEqual([]);
  });

  test('finds the part that fits the car of a VIN, which is in no log and no record', async () => {
    const [{ body }] = await askTwice('search', { query: 'alternator', filters: { vin: VIN } });
    expect(body.products[0].variants[0]).toMatchObject({ id, metadata: { verdict: 'fits' } });
    await askTwice('search', { query: 'flux capacitor', filters: { vin: VIN } });
    await askTwice('search', { query: VIN });
    await askTwice('lookup', { ids: [VIN] });
    const { rows } = await local.database.owner.query(
      'select audit_logs::text as row from audit_logs union all select agent_requests::text from agent_requests',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify([body, rows, lines])).not.toContain(VIN.slice(-8));
  });

  test('that asks for too much, or for nothing, is refused', async () => {
    const ids = Array.from({ length: 51 }, (_, number) => `id ${number}`);
    for (const [operation, catalog, code] of [
      ['lookup', { ids }, 'request_too_large'],
      ['search', {}, 'invalid_request'],
      ['search', { filters: { grade: 'Z' } }, 'invalid_request'],
      ['search', { query: 'x'.repeat(1_000) }, 'invalid_request'],
    ] as const) {
      const [byRest, byMcp] = await askTwice(operation, catalog);
      expect([byRest.status, byRest.body.code]).toEqual([400, code]);
      expect([byMcp.status, byMcp.body.error.code, byMcp.body.error.data.code]).toEqual([400, -32_602, code]);
    }
  });

  test('gets an outcome, not a failure, for a product that does not exist', async () => {
    for (const { status, body } of await askTwice('product', { id: crypto.randomUUID() })) {
      expect([status, body.ucp.status, body.messages[0].code]).toEqual([200, 'error', 'not_found']);
      expect(findSchemaErrors('schemas/shopping/types/error_response.json', body)).toEqual([]);
    }
  });
});
