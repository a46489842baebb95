import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decode, findCard, textOf } from '../support/html.ts';
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

test('the results of a vehicle show what fits, then numbers to compare, and are narrowed by either, without a script', async () => {
  const { owner } = shop.database;
  const vehicle = { vehicle_make: 'Saab', vehicle_model: '900', oem_number: '32019549' };
  const year = { vehicle_year: 1993 };
  const [, byCode = ''] = await addParts(owner, [
    { ...vehicle, ...year, part_name: 'Pump' },
    { ...vehicle, vehicle_year: 1991, part_name: 'Pump', oem_number: null },
    { ...vehicle, vehicle_year: 1990, part_name: 'Pump', description: 'Of an older car' },
  ]);
  await owner.query(
    `insert into part_private_facts (part_id, interchange_code)
     select id, '601-900' from parts_catalog where id = $1 or (vehicle_model = '900' and vehicle_year = 1993)`,
    [byCode],
  );
  const address = '/?make=Saab&model=900&year=1993&category=Brakes';
  const read = async () => textOf(await (await shop.request(address)).text());
  // On a busy machine, the first page comes without the choices of its filters.
  await expect.poll(read).toMatch(/Fitment\s*Listed for your car\s*1\s*Fits by interchange\s*1/);
  const all = await read();
  expect(all).toContain('Found 2 parts');
  expect(all).toMatch(/Listed for your car.*Fits by interchange.*Same OEM number: check yours\s*1/s);
  expect(all).toMatch(/Same OEM number: check yours\. Number 32019549, from a 1990 900/);
  const only = textOf(await (await shop.request(`${address}&only_fits=1`)).text());
  expect(only).toContain('Found 2 parts');
  expect(only).not.toContain('Same OEM number');

  const html = await (await shop.request(`${address}&fit_by=check-number`)).text();
  expect(textOf(html)).toContain('Found 1 parts');
  expect(textOf(html)).toContain('Number 32019549, from a 1990 900');
  expect(html).toMatch(
    /<input[^>]*name="fit_by"[^>]*checked=""[^>]*value="check-number"|value="check-number"[^>]*checked=""/,
  );
  const both = await (await shop.request(`${address}&fit_by=check-number&fit_by=listed`)).text();
  expect(textOf(both)).toContain('Found 2 parts');
  const other = await (await shop.request(`${address}&fit_by=chance`)).text();
  expect(textOf(other)).toContain('Found 2 parts');
});

test('a card shows what the specification requires', async () => {
  const vehicle = { vehicle_make: 'Subaru', vehicle_model: 'Brat', vehicle_year: 1986 };
  await shop.database.owner.query(
    `insert into conditions (name, color_class, sort_order) values ('Good', 'bg-yellow-100 text-yellow-800', 1),
       ('Fair', 'bg-orange-100 text-orange-800', 2), ('Out of Stock', 'bg-red-100 text-red-800', 3)`,
  );
  await addParts(shop.database.owner, [
    {
      ...vehicle,
      part_name: 'Rotor',
      oem_number: '43512-0E030',
      brand: 'Brembo',
      price: 1234.5,
      stock_quantity: 3,
    },
    { ...vehicle, part_name: 'Sensor', brand: null, price: 9, stock_quantity: 0, part_type: null },
    {
      ...vehicle,
      part_name: 'Caliper',
      price: null,
      description: 'Rebuilt, with new seals.',
      part_type: 'Odd',
    },
    { ...vehicle, part_name: 'Pads', oem_number: '45022-TR3-A01', stock_quantity: 0 },
  ]);
  const response = await shop.request('/?make=Subaru&model=Brat&year=1986&category=Brakes');
  const html = await response.text();
  expect(textOf(html)).toContain('Found 4 parts • 2 in stock • 2 on request');
  const rotor = findCard(html, 'Rotor');
  for (const shown of ['43512-0E030', 'Brembo Rotor', '$1,234.50', 'In Stock: 3'])
    expect(rotor.text).toContain(shown);
  expect(rotor.html).toMatch(/bg-yellow-100[^>]*>Good</);
  expect(rotor.buttons).toEqual(['Add to Cart', 'Buy Now']);

  const sensor = findCard(html, 'Sensor');
  expect(sensor.text).toContain('OEM Sensor');
  // Stock and condition (Spec §4) are one badge.
  expect(sensor.text.match(/Out of Stock/g)).toHaveLength(1);
  expect(sensor.html).toMatch(/bg-red-100[^>]*>Out of Stock</);

  const caliper = findCard(html, 'Caliper');
  expect(caliper.text).toContain('Rebuilt, with new seals.');
  expect(caliper.text).toContain('Price on request');
  expect(caliper.html).toMatch(/bg-gray-100[^>]*>Odd</);

  // Without stock or price, it can be requested.
  const known = '/request?make=Subaru&model=Brat&year=1986';
  expect(caliper.buttons).toEqual([]);
  expect(caliper.html).toContain(`href="${known}&part=Caliper"`);
  expect(findCard(html, 'Pads').html).toContain(`href="${known}&part=Pads&oem=45022-TR3-A01"`);
});

test("parts are shown even if the conditions can't be read", async () => {
  await using other = await createTestShop();
  await addParts(other.database.owner, [{ part_name: 'Front Brake Pads' }]);
  await other.database.owner.query(other.database.named('revoke select on conditions from anon'));
  const response = await other.request('/?make=Honda&model=Civic&year=2015&category=Brakes');
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('Front Brake Pads');
});

test('the home page shows categories with counts, and the newest parts that can be bought', async () => {
  await using other = await createTestShop();
  const named = (names: string[], columns: object) => names.map((part_name) => ({ part_name, ...columns }));
  const ids = await addParts(other.database.owner, [
    ...named(['Old Horn'], { category: 'Electrical' }),
    ...named(['Pad 1', 'Pad 2', 'Pad 3', 'Pad 4', 'Pad 5', 'Pad 6', 'Pad 7'], {}),
    ...named(['Sold Lamp'], { category: 'Lighting', stock_quantity: 0 }),
    ...named(['Lamp on Request'], { category: 'Lighting', price: null }),
    ...named(['Odd Thing'], { category: 'Rarities', part_type: 'Good', price: 12.5, stock_quantity: 1 }),
  ]);
  const read = async () => {
    const html = await (await other.request('/')).text();
    const section = (id: string) => html.match(new RegExp(`id="${id}".*?</section>`, 's'))?.[0] ?? '';
    const tiles = [...section('categories').matchAll(/<li><a .*?<\/a>/gs)].map(([tile]) => tile);
    const arrived = [...section('arrived').matchAll(/<li[^>]*><a .*?<\/a>/gs)].map(([part]) => part);
    return { text: textOf(html), tiles, arrived };
  };
  const { text, tiles, arrived } = await read();
  expect(tiles.map(textOf)).toEqual([
    'Brakes 7 parts',
    'Lighting 2 parts',
    'Electrical 1 part',
    'Rarities 1 part',
  ]);
  expect(tiles.map((tile) => tile.match(/href="[^"]*#([\w-]+)"/)?.[1])).toEqual([
    'brakes',
    'lighting',
    'electrical',
    'part',
  ]);
  expect(tiles[0]).toContain('href="/junkyard?category=Brakes"');
  const names = (parts: string[]) => parts.map((part) => textOf(part).replace(/ 2015.*/s, ''));
  expect(names(arrived)).toEqual([
    'Odd Thing',
    'Pad 7',
    'Pad 6',
    'Pad 5',
    'Pad 4',
    'Pad 3',
    'Pad 2',
    'Pad 1',
  ]);
  expect(arrived[0]).toContain(ids.at(-1));
  expect(textOf(arrived[0] ?? '')).toMatch(/2015 Honda Civic.*\$12\.50/);
  for (const shown of ['30-day returns', '(619) 555-0142', 'Monday-Friday 8:00 AM-6:00 PM', 'How it works'])
    expect(text).toContain(shown);
  // Only browsers know when the page is read.
  expect(text).not.toMatch(/(Open|Closed) now/);

  await other.database.owner.query(
    "update parts_catalog set stock_quantity = 0 where part_name = 'Odd Thing'",
  );
  expect(names((await read()).arrived)).toEqual([
    ...['7', '6', '5', '4', '3', '2', '1'].map((n) => `Pad ${n}`),
    'Old Horn',
  ]);

  // The page works without them.
  await other.database.owner.query(other.database.named('revoke select on search_parts from anon'));
  expect((await other.request('/')).status).toBe(200);
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
  expect(html).toMatch(/<form[^>]*action="\/garage"[^>]*>.*?<input[^>]* name="vin"/s);
});

test('a shared address shows the same parts without scripts, 24 at a time', async () => {
  await addParts(
    shop.database.owner,
    Array.from({ length: 30 }, (_, index) => ({
      part_name: `Pads ${index + 1}`,
      vehicle_make: 'Saab',
      price: 200 - index,
    })),
  );
  const first = await shop.request('/?make=Saab&model=Civic&year=2015&category=Brakes&sort=price_asc');
  const html = await first.text();
  expect(html.match(/<li class="card part-card"/g)).toHaveLength(24);
  expect(html).toMatch(/<li class="card part-card".*?>Pads 30</s);
  const [, more = ''] = html.match(/href="([^"]*)"[^>]*>Load More/) ?? [];
  const all = await (await shop.request(decode(more))).text();
  expect(all.match(/<li class="card part-card"/g)).toHaveLength(30);
  expect(all).not.toContain('Load More');
});
