import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '../support/html.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

const civic = { vehicle_make: 'Honda', vehicle_model: 'Civic' };
const numbered = { part_name: 'Alternator', oem_number: '31100-RNA-A01', vehicle_make: 'Honda' };

/** Name of a part in the description -> row. Dearer parts fit better, so that no order by price is right by chance. */
const parts = {
  'of the year': { ...civic, vehicle_year: 2010, part_name: 'Alternator', price: 90, stock_quantity: 1 },
  'of the year, sold out': {
    ...civic,
    vehicle_year: 2010,
    part_name: 'Alternator',
    price: 80,
    stock_quantity: 0,
  },
  'listed, of another year': {
    ...numbered,
    vehicle_model: 'Civic',
    vehicle_year: 2008,
    price: 70,
    stock_quantity: 1,
  },
  'by interchange': { ...civic, vehicle_year: 2001, part_name: 'Alternator', price: 60, stock_quantity: 1 },
  'number read off the part': {
    ...numbered,
    vehicle_model: 'CR-V',
    vehicle_year: 2009,
    number_source: 'part',
    price: 50,
    stock_quantity: 1,
  },
  'number of a catalog': {
    ...numbered,
    vehicle_model: 'Fit',
    vehicle_year: 2009,
    number_source: 'catalog',
    price: 40,
    stock_quantity: 1,
  },
  'of another make': {
    vehicle_make: 'Ford',
    vehicle_model: 'F-150',
    vehicle_year: 2010,
    part_name: 'Alternator',
    price: 30,
    stock_quantity: 1,
  },
};

const names = Object.keys(parts);
const sure = names.slice(0, 4);

beforeAll(async () => {
  shop = await createTestShop();
  const { owner } = shop.database;
  const ids = await addParts(
    owner,
    Object.entries(parts).map(([description, part]) =>
      Object.assign({ category: 'Electrical', description: `Noted ${description}.` }, part),
    ),
  );
  const idOf = (name: string) => ids[names.indexOf(name)];
  await owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year) values ($1, 'Honda', 'Civic', 2006, 2011)`,
    [idOf('listed, of another year')],
  );
  await owner.query(
    `insert into part_private_facts (part_id, interchange_code) values ($1, '601-1'), ($2, '601-1')`,
    [idOf('of the year'), idOf('by interchange')],
  );
});
afterAll(() => shop[Symbol.asyncDispose]());

async function read(address: string) {
  const html = await (await shop.request(address)).text();
  // The page's data name the parts again.
  const text = textOf(html.replaceAll(/<script.*?<\/script>/gs, ''));
  const shown = [...text.matchAll(/Noted ([^.]+)\./g)].map(([, name]) => name);
  return { html, text, shown };
}

const results = '/?make=Honda&model=Civic&year=2010&category=Electrical';
const car = 'car=2010%2CHonda%2CCivic';

test('results have the surest part first: listed, of the year and in stock, then interchange, then numbers to compare', async () => {
  const { shown, text } = await read(results);
  expect(shown).toEqual(names.slice(0, 6));
  expect(text).toContain('Found 4 parts • 3 in stock • 1 on request');
  expect(text).toMatch(
    /Noted by interchange\..*Same OEM number: check yours\s*2.*Noted number read off the part\./s,
  );
  expect(text).toContain('Same part number as listed for your car. Number 31100-RNA-A01, from a 2009 CR-V');
});

test('an order by price applies within what fits, and within the rest', async () => {
  const { shown } = await read(`${results}&sort=price_asc`);
  expect(shown).toEqual([...sure.toReversed(), 'number of a catalog', 'number read off the part']);
});

test.each([
  ['a text with a vehicle', '/junkyard?q=2010+civic+alternator', names.slice(0, 6)],
  ["the shopper's car", `/junkyard?q=alternator&${car}`, names],
  ["the shopper's car, without a text", `/junkyard?${car}`, names],
])('a search has what fits %s first', async (_, address, expected) => {
  const { shown, text } = await read(address);
  expect(shown).toEqual(expected);
  expect(text).toMatch(/Fits your 2010 Honda Civic\s*4.*Same OEM number: check yours\s*2/s);
  expect(text).toContain(`${expected.length} parts found`);
  const { shown: only, text: onlyText } = await read(`${address}&only_fits=1`);
  expect(only).toEqual(sure);
  expect(onlyText).toContain('4 parts found');
});

test("without a car, a search has no order by fit, and 'only parts that fit' changes nothing", async () => {
  const { shown, text } = await read('/junkyard?q=alternator');
  expect(shown.toSorted()).toEqual(names.toSorted());
  expect(text).not.toContain('Fits your');
  expect((await read('/junkyard?q=alternator&only_fits=1')).shown).toHaveLength(names.length);
});

test.each(['2010', '2010,Honda', '20100,Honda,Civic', 'x'.repeat(200), '2010,Honda,\0'])(
  'a car that cannot be read is ignored: %j',
  async (given) => {
    const { text } = await read(`/junkyard?${new URLSearchParams({ car: given })}`);
    expect(text).toContain('7 parts found');
    expect(text).not.toContain('Fits your');
  },
);

test('pages go through what fits, then through the rest, each part once', async () => {
  const { owner } = shop.database;
  const added = await addParts(
    owner,
    Array.from({ length: 30 }, (_, index) => ({
      ...(index < 25 ? { ...civic, vehicle_year: 1999 } : { vehicle_make: 'Ford', vehicle_year: 1999 }),
      part_name: 'Wiper Blade',
      description: `Noted ${index}.`,
    })),
  );
  for (const sort of ['', '&sort=price_desc', '&sort=name', '&sort=newest', '&sort=mileage']) {
    const first = await read(`/junkyard?q=wiper&car=1999%2CHonda%2CCivic${sort}`);
    expect(first.shown).toHaveLength(24);
    const next = /href="([^"]*after=[^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await read(next);
    const all = [...first.shown, ...second.shown].map(Number);
    expect(all.slice(0, 25).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 25 }, (_, index) => index),
    );
    expect(all.slice(25).toSorted((a, b) => a - b)).toEqual([25, 26, 27, 28, 29]);
    expect(second.text).toMatch(/Fits your 1999 Honda Civic\s*25.*Not listed for a 1999 Honda Civic/s);
  }
  await owner.query('delete from parts_catalog where id = any($1)', [added]);
});

test('the owner may say that such a number decides', async () => {
  const { owner } = shop.database;
  const set = (values: object) =>
    owner.query('update shop_settings set values = $1, version = version + 1', [JSON.stringify(values)]);
  await set({ fitment: { numbersDecide: true } });
  await expect.poll(async () => (await read(results)).text).toContain('Found 5 parts');
  const { text } = await read(results);
  expect(text).toMatch(/Noted number read off the part\..*Same OEM number: check yours\s*1/s);
  await set({});
  await expect.poll(async () => (await read(results)).text).toContain('Found 4 parts');
});

test('suggestions name only parts that the car has, if asked', async () => {
  const suggest = async (query: string) => {
    const { suggestions } = await (await shop.request(`/api/suggestions?${query}`)).json();
    return (suggestions as { kind: string; text: string; href: string }[]).filter(
      ({ kind }) => kind === 'part',
    );
  };
  await addParts(shop.database.owner, [
    { vehicle_make: 'Ford', vehicle_model: 'F-150', vehicle_year: 2010, part_name: 'Alternator Belt' },
  ]);
  const named = async (query: string) => (await suggest(query)).map(({ text }) => text);
  expect(await named('q=altern')).toEqual(['Alternator', 'Alternator Belt']);
  expect(await named(`q=altern&${car}`)).toEqual(['Alternator']);
  expect((await suggest(`q=altern&${car}`))[0]?.href).toBe(`/junkyard?q=Alternator&only_fits=1&${car}`);
  expect((await shop.request('/api/suggestions?q=altern&car=none')).status).toBe(400);
});
