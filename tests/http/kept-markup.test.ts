import { afterAll, beforeAll, expect, test } from 'vitest';
import { partAddress } from '#domain/part-address.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const VEHICLE = { make: 'Honda', model: 'Civic', year: 2010 };
const RESULTS = '/?make=Honda&model=Civic&year=2010&category=Brakes';
const NAMES = Array.from({ length: 9 }, (_, index) => `Brake Pads ${index + 1}`);

let shop: TestShop;
let ids: string[];

beforeAll(async () => {
  shop = await createTestShop();
  ids = await addParts(
    shop.database.owner,
    NAMES.map((part_name) => ({
      part_name,
      category: 'Brakes',
      vehicle_make: 'Honda',
      vehicle_model: 'Civic',
      vehicle_year: 2010,
      stock_quantity: 3,
      price: 20,
      description: '<b>"Fits" & more</b> – né',
    })),
  );
});
afterAll(() => shop[Symbol.asyncDispose]());

async function read(address: string): Promise<string> {
  const response = await shop.request(address);
  expect(response.status).toBe(200);
  return response.text();
}

const itemsOf = (html: string) => html.match(/<li[^>]* data-kept="">.*?<\/li>/gs) ?? [];
const cardOf = (html: string, name: string) => itemsOf(html).find((item) => item.includes(`>${name}</a>`));

test.each([
  ['results', () => RESULTS],
  ['the junkyard', () => '/junkyard?sort=name'],
  ['a part with related ones', () => partAddress({ id: ids[0] ?? '', name: NAMES[0] ?? '', ...VEHICLE })],
  ['the home page', () => '/'],
])('%s: kept markup is the same as rendered markup', async (_, addressOf) => {
  const rendered = itemsOf(await read(addressOf()));
  expect(rendered.length).toBeGreaterThan(3);
  expect(itemsOf(await read(addressOf()))).toEqual(rendered);
});

test('a card that another list has rendered is the same, and the buttons are those of its list', async () => {
  const byName = cardOf(await read('/junkyard?sort=name'), 'Brake Pads 6');
  const searched = cardOf(await read('/junkyard?q=pads&sort=name'), 'Brake Pads 6');
  expect(searched).toBe(byName);
  expect(byName).toContain('Pays for this part right away');
  expect(cardOf(await read(RESULTS), 'Brake Pads 6')).toContain('Adds it and opens your cart');
});

test('a change of the part or of the settings renders its card again', async () => {
  await read('/junkyard?sort=name');
  await shop.database.owner.query('update parts_catalog set price = 33 where id = $1', [ids[8]]);
  const changed = await read('/junkyard?sort=name');
  expect(cardOf(changed, 'Brake Pads 9')).toContain('$33.00');
  expect(cardOf(changed, 'Brake Pads 8')).toContain('$20.00');

  await shop.database.owner.query(`update shop_settings set values = '{"tax": {"flatRate": 0.09}}'`);
  expect(cardOf(await read('/junkyard?sort=name'), 'Brake Pads 8')).toContain('Adds it and opens your cart');
});
