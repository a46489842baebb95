import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { partAddress } from '#core/catalog/part-address.ts';
import { findCard, textOf } from '../support/html.ts';
import { addParts, forgetLists, type PartColumns } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const RESULTS = '/?make=Honda&model=Civic&year=2015&category=Brakes';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
beforeEach(async () => {
  await shop.database.owner.query('delete from parts_catalog');
});
afterAll(() => shop[Symbol.asyncDispose]());

const pads = {
  part_name: 'Front Brake Pads',
  part_type: 'New',
  brand: 'Akebono',
  oem_number: '45022-TR3-A01',
};

async function add(parts: readonly PartColumns[]): Promise<string[]> {
  const ids = await addParts(shop.database.owner, parts);
  await forgetLists(shop.database.owner);
  return ids;
}

async function open(address: string): Promise<string> {
  const response = await shop.request(address);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

const addressOf = (id = '') =>
  partAddress({ id, name: 'Front Brake Pads', make: 'Honda', model: 'Civic', year: 2015 });

/** The links and buttons of the other offers in a card. */
function readOffers(card: string) {
  const [, offers = ''] = /aria-label="Other offers">(.*)<\/div>/s.exec(card) ?? [];
  return [...offers.matchAll(/<p>(.*?)<\/p>/gs)].map(([, line = '']) => ({
    text: textOf(line).replaceAll('\u00A0', ' '),
    to: /href="([^"]*)"/.exec(line)?.[1],
    button: /aria-label="([^"]*)"/.exec(line)?.[1],
  }));
}

test.each([
  ['/junkyard', '4 parts found'],
  [RESULTS, 'Found 4 parts • 3 in stock • 1 on request'],
])('%s shows offers of one new part in one card, and counts parts', async (address, found) => {
  const ids = await add([
    { ...pads, price: 60, stock_quantity: 3, warranty: '36 months' },
    { ...pads, price: 50 },
    { ...pads, price: 40, stock_quantity: 0 },
    { ...pads, price: null },
  ]);
  const html = await open(address);
  expect(html.match(/<li class="card part-card"/g)).toHaveLength(1);
  expect(html.match(/class="part-picture/g)).toHaveLength(1);
  expect(textOf(html)).toContain(found);
  expect(textOf(html)).toContain('4 of 4 parts, ');
  const card = findCard(html, 'Front Brake Pads');
  expect(card.html).toContain('$50.00');
  expect(readOffers(card.html)).toEqual([
    {
      text: '$60.00 New · Warranty 36 months · In Stock: 3 Add to Cart',
      to: addressOf(ids[0]),
      button: 'Add to Cart: 2015 Honda Civic Front Brake Pads, $60.00',
    },
    {
      text: 'Price on request New · In Stock: 2',
      to: addressOf(ids[3]),
      button: undefined,
    },
    {
      text: '$40.00 New · Out of Stock Add to Cart',
      to: addressOf(ids[2]),
      button: 'Add to Cart: 2015 Honda Civic Front Brake Pads, $40.00',
    },
  ]);
});

test('used parts have cards of their own', async () => {
  await add([
    { ...pads, part_type: 'Good', grade: 'A' },
    { ...pads, part_type: 'Good', grade: 'B' },
  ]);
  expect((await open(RESULTS)).match(/<li class="card part-card"/g)).toHaveLength(2);
});

test('further offers are a link to those of the part page, which names the same part once', async () => {
  const ids = await add([
    ...Array.from({ length: 7 }, (_, index) => ({ ...pads, price: 50 + index })),
    { ...pads, brand: 'Bosch', price: 30 },
    { ...pads, brand: 'Bosch', price: 70 },
    { ...pads, part_type: 'Good', price: 20 },
  ]);
  const html = await open('/junkyard?brand=Akebono&origin=new');
  const own = readOffers(findCard(html, 'Front Brake Pads').html);
  expect(own.map(({ text }) => text)).toEqual([
    ...[51, 52, 53].map((price) => `$${price}.00 New · In Stock: 2 Add to Cart`),
    '3 more offers',
  ]);
  const { to = '' } = own.at(-1) ?? {};
  expect(to).toBe(`${addressOf(ids[0])}#offers`);
  const page = await open(to.replace(/#.*/, ''));
  const section = page.slice(page.indexOf('<section id="offers"'), page.indexOf('</table>'));
  expect(textOf(section)).toContain('9 more with this number, from $20.00');
  const rows = [...section.matchAll(/<tr.*?<\/tr>/gs)].slice(1).map(([row]) => textOf(row));
  const isFurther = (row: string) => row.includes('Another offer of the same part');
  expect(rows.map((row) => [row.match(/\$\d+/)?.[0], isFurther(row)])).toEqual([
    ...[51, 52, 53, 54, 55, 56].map((price) => [`$${price}`, true]),
    ['$20', false],
    ['$30', false],
    ['$70', true],
  ]);
});

test('the page of a part without a vehicle shows a new offer at once', async () => {
  const universal = { ...pads, vehicle_make: null, vehicle_model: null, vehicle_year: null };
  const [id = ''] = await addParts(shop.database.owner, [{ ...universal, price: 50 }]);
  const address = partAddress({ id, name: pads.part_name, make: null, model: null, year: null });
  expect(await open(address)).not.toContain('id="offers"');
  await addParts(shop.database.owner, [{ ...universal, price: 40 }]);
  await expect.poll(() => open(address)).toContain('1 more with this number, from $40.00');
});

test('a page of groups stays small', async () => {
  await add(
    Array.from({ length: 120 }, (_, index) => ({
      ...pads,
      oem_number: `45022-TR3-A${index % 30}`,
      price: 40 + index,
      warranty: `${12 + index} months`,
    })),
  );
  for (const address of ['/junkyard', RESULTS]) {
    const html = await open(address);
    const body = html.slice(html.indexOf('<body')).replaceAll(/<script.*?<\/script>/gs, '');
    expect(html.match(/<li class="card part-card"/g)).toHaveLength(24);
    expect(html.match(/role="group" class="part-offers"/g)).toHaveLength(24);
    expect(html.match(/2 more offers/g)).toHaveLength(24);
    expect(body.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(900);
    expect(html.match(/<input/g)?.length ?? 0).toBeLessThanOrEqual(60);
    const data = await open(address.replace(/^\/(\w*)/, (_, path) => `/${path || '_'}.data`));
    expect(data.length).toBeLessThanOrEqual(14_000);
  }
});
