import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '../support/html.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

const civic = { vehicle_make: 'Honda', vehicle_model: 'Civic', vehicle_year: 2010, category: 'Engine' };

beforeAll(async () => {
  shop = await createTestShop();
  const ids = await addParts(
    shop.database.owner,
    [
      { ...civic, vehicle_engine: '1.8L I4', description: 'Noted 1.8.' },
      { ...civic, vehicle_engine: '2.0L I4', description: 'Noted 2.0.' },
      { ...civic, description: 'Noted any.' },
      { vehicle_make: 'Ford', category: 'Engine', vehicle_engine: '5.0L V8', description: 'Noted Ford.' },
    ].map((part) => Object.assign({ part_name: 'Starter', stock_quantity: 1 }, part)),
  );
  await shop.database.owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year, engine)
     values ($1, 'Honda', 'Civic', 2010, 2010, '1.8L I4')`,
    [ids[0]],
  );
});
afterAll(() => shop[Symbol.asyncDispose]());

async function read(address: string) {
  const response = await shop.request(address);
  const html = (await response.text()).replaceAll(/<script.*?<\/script>/gs, '');
  const text = textOf(html);
  const shown = [...text.matchAll(/Noted ([\w.]+)\./g)].map(([, name]) => name);
  return { status: response.status, html, text, shown };
}

const results = '/?make=Honda&model=Civic&year=2010&category=Engine';
const of18 = 'engine=1.8L+4-cylinder';

test('results for an engine have its parts, then those that name none, and no others', async () => {
  const all = await read(results);
  expect(all.shown.toSorted()).toEqual(['1.8', '2.0', 'any']);
  expect(all.html).toMatch(/<input[^>]*name="engine"[^>]*value="1.8L 4-cylinder"/);
  const { shown, text } = await read(`${results}&${of18}`);
  expect(shown).toEqual(['1.8', 'any']);
  expect(text).toContain('Found 2 parts • 2 in stock • 0 on request');
  expect(text).toMatch(/Noted 1\.8\..*Engine not listed: check yours\s*1.*Noted any\./s);
  expect((await read(`${results}&${of18}&only_fits=1`)).shown).toEqual(['1.8', 'any']);
  const both = await read(`${results}&${of18}&engine=2.0L+4-cylinder`);
  expect(both.shown.slice(0, 2).toSorted()).toEqual(['1.8', '2.0']);
  expect(both.shown[2]).toBe('any');
});

test('the junkyard and the API have the parts that name it', async () => {
  for (const [engine, expected] of [
    ['1.8L 4-cylinder', ['1.8']],
    ['5.0L V8', ['Ford']],
    ['none', ['any']],
    ['6.0L V8', []],
  ] as const) {
    const query = new URLSearchParams({ engine });
    expect((await read(`/junkyard?${query}`)).shown).toEqual(expected);
    const { total } = await (await shop.request(`/api/parts?${query}`)).json();
    expect(total).toBe(expected.length);
  }
  const { engines } = await (await shop.request('/api/parts/facets')).json();
  expect(engines).toContainEqual({ value: '1.8L 4-cylinder', parts: 1 });
  expect(engines).toContainEqual({ value: 'none', parts: 1 });
});

test.each(['1.8', "1.8L' | 'x", '5.0l v8', ' ', '\0', 'x'.repeat(500)])(
  'a text that is no engine is ignored by pages and refused by the API: %j',
  async (engine) => {
    const query = new URLSearchParams({ engine });
    const { status, text } = await read(`/junkyard?${query}`);
    expect(status).toBe(200);
    expect(text).toContain('4 parts found');
    expect((await read(`${results}&${query}`)).text).toContain('Found 3 parts');
    const response = await shop.request(`/api/parts?${query}`);
    if (engine.trim() === '') expect(response.status).toBe(200);
    else {
      expect(response.status).toBe(400);
      expect((await response.json()).error).toContain('engine must be an engine, such as 5.7L V8, or none');
    }
  },
);

test('a search for a car with an engine has parts of its other engines last', async () => {
  const car = (facts: string) => `/junkyard?${new URLSearchParams({ car: `2010,Honda,Civic${facts}` })}`;
  const { shown, text } = await read(car(',1.8L I4'));
  expect(shown.slice(0, 2).toSorted()).toEqual(['1.8', 'any']);
  expect(shown.slice(2)).toEqual(['Ford', '2.0']);
  expect(text).toMatch(
    /For another engine, drive or side\s*1.*Listed for your car with 2\.0L I4; yours has 1\.8L I4/s,
  );
  expect((await read(car(''))).text).not.toContain('For another engine');
  // Details of other kinds say nothing.
  for (const facts of [',EX', ',,Automatic', ',x,y,z']) {
    const { status, text: other } = await read(car(facts));
    expect(status).toBe(200);
    expect(other).not.toContain('For another engine');
  }
});

test('the selector offers engines after the year, if there are several', async () => {
  const { html } = await read('/?make=Honda&model=Civic&year=2010');
  const [, options = ''] = /<select[^>]*name="engine"[^>]*>(.*?)<\/select>/s.exec(html) ?? [];
  expect(textOf(options)).toMatch(/^\s*Any engine\s+1\.8L 4-cylinder\s+2\.0L 4-cylinder\s*$/);
  expect(html).toContain('Engine (optional)');
  for (const address of ['/', '/?make=Honda&model=Civic', '/?make=Ford'])
    expect((await read(address)).html).not.toContain('Engine (optional)');
});

test('a part that is listed for the other side is not said to fit', async () => {
  const mirror = { part_name: 'Door Mirror', stock_quantity: 1 };
  const [left, right] = await addParts(shop.database.owner, [
    { ...mirror, description: 'Noted left.' },
    { ...mirror, description: 'Noted right.' },
  ]);
  await shop.database.owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year, position)
     values ($1, 'Honda', 'Civic', 2010, 2010, 'Left'), ($2, 'Honda', 'Civic', 2010, 2010, 'Right')`,
    [left, right],
  );
  const { shown, text } = await read('/junkyard?q=2010+honda+civic+left+door+mirror');
  expect(shown).toEqual(['left', 'right']);
  const [first = '', last = ''] = text.split('For another engine, drive or side');
  expect(first).toContain('Listed for your car · Left');
  expect(last).toContain('Listed for your car with another engine, drive or side');
  expect(last).not.toContain('Listed for your car · Right');
});
