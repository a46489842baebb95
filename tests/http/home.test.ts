import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await addParts(shop.database.owner, [{ part_name: 'Front Brake Pads' }]);
});
afterAll(() => shop[Symbol.asyncDispose]());

describe('an address with unknown values shows an empty result, not an error', () => {
  test.each([
    '/?make=Foo&model=Civic&year=2015&category=Brakes',
    '/?make=Honda&model=Civic&year=old&category=Brakes',
    '/?make=Honda&model=Civic&year=99999999999999&category=Brakes',
    '/?make=Honda&model=Civic&year=2015&category=%00',
    '/?make=%00&model=Civic&year=2015&category=Brakes',
    '/?make=Honda&model=Civic&year=2015&category=%F0%9F%9A%97',
    `/?make=${'x'.repeat(5000)}&model=Civic&year=2015&category=Brakes`,
  ])('%s', async (address) => {
    const response = await shop.request(address);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('No parts found');
  });
});

describe('invalid options are ignored', () => {
  test.each([
    'sort=best',
    'in_stock=maybe',
    'shown=-1',
    'shown=1e99',
    'shown=NaN',
    'after=%00',
    'after=nonsense',
    'utm_source=mail',
  ])('%s', async (option) => {
    const response = await shop.request(`/?make=Honda&model=Civic&year=2015&category=Brakes&${option}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Front Brake Pads');
  });
});

test("parts are shown even if the conditions can't be read", async () => {
  await using other = await createTestShop();
  await addParts(other.database.owner, [{ part_name: 'Front Brake Pads' }]);
  await other.database.owner.query('revoke select on conditions from anon');
  const response = await other.request('/?make=Honda&model=Civic&year=2015&category=Brakes');
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('Front Brake Pads');
});

test('an unknown address gets 404 with a link home', async () => {
  const response = await shop.request('/no/such/page');
  expect(response.status).toBe(404);
  expect(await response.text()).toMatch(/Page Not Found[\s\S]*Return Home/);
});

test('the policy of a page allows only its own scripts', async () => {
  const response = await shop.request('/');
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toMatch(/script-src 'self' 'sha256-/);
  expect(policy.match(/script-src[^;]*/)?.[0]).not.toMatch(/unsafe/);
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('a VIN is sent to the garage by POST, also without scripts', async () => {
  const html = await (await shop.request('/')).text();
  expect(html).toMatch(/<form method="post" action="\/garage"[^>]*>.*?<input[^>]* name="vin"/s);
});
