import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partSorts } from '#domain/catalog-query.ts';
import { tallyRules } from '#domain/limits.ts';
import { toPartJson } from '#features/catalog/search/part-json.server.ts';
import { partsParameters, readParameters } from '#features/catalog/search/parts-parameters.server.ts';
import { searchAndCountParts } from '#features/catalog/search/search-parts.server.ts';
import { decodeCursor } from '#services/cursor.server.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  const conditions = ['New', 'Good', 'Rebuilt "A"', 'Remanufactured', null];
  const origins = [null, null, 'used', 'new_oem', 'remanufactured'];
  await addParts(
    shop.database.owner,
    Array.from({ length: 30 }, (_, index) => ({
      part_name: `Brake Pads ${index % 7}`,
      oem_number: `45022-TR${index}`,
      category: index % 3 === 0 ? 'Body' : 'Brakes',
      description: `"part_type":"New","origin":null \\ \u2028 \u{1F527} \u0001 ${index}`,
      price: [null, 0, 40, 60.5, 9_999_999_999.99][index % 5] as number,
      shipping_cost: index % 2 === 0 ? 0.1 : null,
      tax_rate: index % 4 === 0 ? 0.00001 : 0.0825,
      part_type: conditions[index % 5] as string,
      origin: origins[index % 4] as string,
      stock_quantity: index % 6,
      stock_held: index % 6 === 3 ? 3 : 0,
      mileage: index % 3 === 1 ? index * 1_000 : null,
      vehicle_year: 2015 + (index % 2),
    })),
  );
});
afterAll(() => shop[Symbol.asyncDispose]());

const lists = [
  '',
  'q=brake',
  'q=45022',
  'q=a',
  'q=nothing',
  'category=Brakes',
  'in_stock=1&origin=used',
  'min_price=10',
]
  .concat('make=Honda&model=Civic&year=2015', 'make=Honda&model=Civic&year=2016&category=Brakes&in_stock=1')
  .flatMap((query) => partSorts.map((sort) => `${query}&sort=${sort}&limit=4`))
  .concat('', 'q=brake', 'make=Honda&model=Civic&year=2015&fits=true');

test.each(lists)('?%s has the rows as JavaScript writes them, on each page', async (query) => {
  let after = '';
  do {
    const path = `/api/parts?${query}&after=${after}`;
    const request = new Request(new URL(path, 'http://shop.test'));
    const read = readParameters(request, partsParameters);
    if ('refusal' in read) throw new Error(read.refusal);
    const { sort, limit, after: afterText, ...filters } = read.given;
    const { parts, total, inStockTotal, next } = await searchAndCountParts(shop.database.pools.public, {
      filters,
      sort,
      limit,
      after: afterText === undefined ? undefined : decodeCursor(afterText),
    });
    const body = {
      parts: parts.map((part) => toPartJson(part)),
      total: filters.inStock ? inStockTotal : total,
      in_stock_total: inStockTotal,
      next,
    };
    const text = await (await shop.fetch(request)).text();
    expect(filters.fits ? JSON.parse(text) : text).toEqual(
      filters.fits ? expect.objectContaining({ total: body.total, next }) : JSON.stringify(body),
    );
    after = next ?? '';
  } while (after);
});

describe('the answer before the router equals that of the router', () => {
  async function answer(path: string, headers: Record<string, string> = {}) {
    const response = await shop.fetch(new Request(new URL(path, 'http://shop.test'), { headers }));
    const { 'x-request-id': id, ...others } = Object.fromEntries(response.headers);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    return { status: response.status, headers: others, body: await response.text() };
  }
  /** The router takes any case. */
  const routed = (query: string, headers?: Record<string, string>) => answer(`/api/Parts${query}`, headers);

  test.each([
    '',
    '?',
    '?q=brake',
    '?limit=0',
    '?after=nonsense',
    '?q=a%00',
    '?make=Honda&model=Civic&year=2015',
  ])('%s', async (query) => {
    expect(await answer(`/api/parts${query}`)).toEqual(await routed(query));
  });

  test('also if it is refused', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.77' };
    const { points } = tallyRules.reads;
    for (let turn = 0; turn < points; turn += 1) await answer('/api/parts?limit=0', from);
    const refused = await answer('/api/parts', from);
    expect(refused.status).toBe(429);
    expect(refused).toEqual(await routed('', from));
  });
});
