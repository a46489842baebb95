import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filterNames } from '#doors/agents/catalog/catalog-input.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

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
  const ajv = new Ajv2020({ strict: false }).addSchema(own);
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
