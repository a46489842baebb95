import { afterAll, beforeAll, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const RESULTS = '/?make=Honda&model=Civic&year=2015&category=Brakes';
/** Of a page without a text, with a text, and of one vehicle. */
const lists = ['/junkyard', '/junkyard?q=brake', '/junkyard?make=Honda&model=Civic&year=2015', RESULTS];

let shop: TestShop;

const places = [
  'Front Passenger Side',
  'Rear Driver Side',
  'Front',
  'Rear',
  'Upper',
  'Lower',
  'Left',
  'Inner',
];
const names = [
  'Brake Caliper',
  'Brake Pads',
  'Brake Rotor',
  'Door',
  'Door Handle',
  'Control Arm',
  'Engine Mount',
  'Shock Absorber',
  'Wheel Hub Assembly',
  'CV Axle',
  'Fog Light',
  'Seat Belt',
];

/** More choices than a filter shows, and used parts as yards describe them. */
beforeAll(async () => {
  shop = await createTestShop();
  const parts = Array.from({ length: 60 }, (_, n) => ({
    part_name: `${places[n % 8]} ${names[n % 12]}`,
    category: n % 2 ? 'Brakes' : `Category ${n % 10}`,
    brand: `Brand ${n % 15}`,
    vehicle_make: n % 2 ? 'Honda' : `Make ${n % 9}`,
    vehicle_model: n % 2 ? 'Civic' : `Model ${n % 9}`,
    vehicle_engine: n % 2 ? '1.8L I4' : null,
    vehicle_year: n % 2 ? 2015 : 2000 + (n % 20),
    part_type: n % 2 ? 'Good' : 'New',
    oem_number: `45019-TR3-A${n}`,
    price: 100 + n,
    stock_quantity: (n % 3) + 1,
    mileage: n % 2 ? 84_000 + n : null,
    warranty: '90 days',
    description: `Pulled from a 2015 Honda Civic with ${84_000 + n} miles. Close to minimum thickness, priced accordingly.`,
  }));
  await addParts(shop.database.owner, parts);
  await shop.runJobs();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function open(address: string): Promise<string> {
  const response = await shop.request(address);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

const countElements = (html: string) =>
  html.replaceAll(/<script.*?<\/script>/gs, '').match(/<[a-z]/g)?.length ?? 0;

test.each(lists)('%s has few elements, inputs and data', async (address) => {
  const html = await open(address);
  const body = html.slice(html.indexOf('<body'));
  const cards = html.match(/<li class="card part-card">.*?<\/li>/gs) ?? [];
  expect(cards.length).toBeGreaterThanOrEqual(20);
  expect(cards.join('')).toContain('\u00A0· 1.8L\u00A0I4');
  for (const card of cards) expect(countElements(card)).toBeLessThanOrEqual(18);
  expect(countElements(body)).toBeLessThanOrEqual(900);
  expect(html.match(/<input/g)?.length).toBeLessThanOrEqual(60);
  const data = await open(address.replace(/^\/(\w*)/, (_, path) => `/${path || '_'}.data`));
  expect(data.length).toBeLessThanOrEqual(14_000);
});

test("an address shows all choices of a filter, and 'Show all' leads there", async () => {
  const folded = await open('/junkyard?q=brake&make=Honda');
  const [, link = ''] = /<a href="([^"]*)"[^>]*>Show all 15<span class="sr-only">: Brand/.exec(folded) ?? [];
  expect(link).toBe('/junkyard?q=brake&amp;make=Honda&amp;all=brand');
  const count = (html: string) => html.match(/name="brand" value="Brand/g)?.length;
  expect(count(folded)).toBe(6);
  const unfolded = await open(link.replaceAll('&amp;', '&'));
  expect(count(unfolded)).toBe(15);
  expect(/<a href="([^"]*)"[^>]*>Show fewer/.exec(unfolded)?.[1]).toBe('/junkyard?q=brake&amp;make=Honda');
  // A choice that is made stays visible.
  expect(await open('/junkyard?q=brake&make=Honda&brand=Brand+14')).toMatch(
    /value="Brand 14"[^>]*checked|checked[^>]*value="Brand 14"/,
  );
});
