import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await addParts(shop.database.owner, [
    { part_name: 'Front Brake Pads', part_type: 'Odd' },
    { part_name: 'Hood', category: 'Body', vehicle_make: 'Ford', part_type: null },
    { part_name: 'Horn', category: 'General', vehicle_make: null, part_type: 'Odd' },
  ]);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function read(address: string, from = shop) {
  const response = await from.request(address);
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') };
}

function optionsOf(html: string, name: string): string[] {
  const [, select = ''] = html.match(new RegExp(`<select[^>]*name="${name}".*?>(.*?)</select>`)) ?? [];
  return [...select.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, text = '']) => text);
}

test('the whole catalogue without a search', async () => {
  const { status, html } = await read('/junkyard');
  expect(status).toBe(200);
  expect(html).toContain('3 parts found');
  expect(html).toMatch(/Front Brake Pads.*Hood.*Horn/s);
});

test('the filters offer what there is; conditions in their order, then those that only occur', async () => {
  const { html } = await read('/junkyard');
  expect(optionsOf(html, 'make')).toEqual(['All Makes', 'Ford', 'Honda']);
  expect(optionsOf(html, 'category')).toEqual(['All Categories', 'Body', 'Brakes', 'General']);
  const { rows } = await shop.database.owner.query('select name from conditions order by sort_order');
  expect(optionsOf(html, 'condition')).toEqual(['All Conditions', ...rows.map(({ name }) => name), 'Odd']);
});

test('a value that the catalogue does not have stands in its filter all the same', async () => {
  const { html } = await read('/junkyard?make=Nobody');
  expect(optionsOf(html, 'make')).toEqual(['All Makes', 'Ford', 'Honda', 'Nobody']);
  expect(html).toMatch(/<option[^>]*selected[^>]*>Nobody/);
});

describe('an address that names nothing we have shows an empty result, not an error', () => {
  test.each([
    '/junkyard?q=no+such+thing',
    '/junkyard?make=Foo',
    '/junkyard?category=%00',
    '/junkyard?condition=%F0%9F%9A%97',
    '/junkyard?q=%00',
    '/junkyard?q=%',
    '/junkyard?make=honda',
    `/junkyard?q=${'x'.repeat(201)}`,
    `/junkyard?q=${'x'.repeat(100_000)}`,
    `/junkyard?make=${'x'.repeat(100_000)}`,
    '/junkyard?q=<script>&make=%22%3E',
  ])('%.60s', async (address) => {
    const { status, html } = await read(address);
    expect(status).toBe(200);
    expect(html).toContain('0 parts found');
    expect(html).toContain('No parts found');
    expect(html).toContain('Please adjust your search criteria and try again');
  });
});

describe('what is not understood counts as not given', () => {
  test.each(['q=', 'q=%20', 'make=&category=&condition=', 'after=%00', 'after=nonsense', 'after=', 'page=7'])(
    '%s',
    async (option) => {
      const { status, html } = await read(`/junkyard?${option}`);
      expect(status).toBe(200);
      expect(html).toContain('3 parts found');
      expect(html).not.toContain('Back to the first parts');
    },
  );
});

test('pages show each part once while parts come and go between them', async () => {
  await using other = await createTestShop();
  const { owner } = other.database;
  const names = Array.from({ length: 60 }, (_, index) => `Bolt ${String(index).padStart(2, '0')}`);
  await addParts(
    owner,
    names.map((part_name) => ({ part_name })),
  );
  const shown: string[] = [];
  let address: string | undefined = '/junkyard?q=bolt';
  while (address) {
    const { html } = await read(address, other);
    shown.push(...[...html.matchAll(/<h2[^>]*>(?:<a[^>]*>)?(Bolt \d+)/g)].map(([, name = '']) => name));
    await owner.query('delete from parts_catalog where part_name = $1', [shown.at(-1)]);
    await addParts(owner, [{ part_name: `Bolt 00 of ${shown.length}` }]);
    address = html.match(/href="(\/junkyard\?[^"]*after=[^"]*)"/)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(shown).toEqual(names);
});

test('parts show even when the conditions can not be read', async () => {
  await using other = await createTestShop();
  await addParts(other.database.owner, [{ part_type: 'Odd' }]);
  await other.database.owner.query('revoke select on conditions from anon');
  const { status, html } = await read('/junkyard', other);
  expect(status).toBe(200);
  expect(html).toContain('Front Brake Pads');
  expect(optionsOf(html, 'condition')).toEqual(['All Conditions', 'Odd']);
});

test('a failure keeps the page around it and tells nothing of its inside', async () => {
  await using other = await createTestShop();
  await other.database.owner.query('revoke select on parts_catalog from anon');
  const { status, html } = await read('/junkyard?q=brake', other);
  expect(status).toBe(500);
  expect(html).toContain('Find Quality New &amp; Used Auto Parts');
  expect(html).toMatch(/role="alert".*Error Loading Parts.*Failed to load parts.*Reference/s);
  expect(html).toContain('/request?part=brake');
  expect(html).toMatch(/<header.*<footer/s);
  expect(html).not.toMatch(/permission denied|parts_catalog/);
});
