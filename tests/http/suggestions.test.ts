import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await addParts(shop.database.owner, [
    { part_name: 'Front Brake Pads', oem_number: '45022-TR3-A01', description: 'Horn not included.' },
    { part_name: 'Front Brake Pads', oem_number: '45022-TR3-A01', vehicle_year: 2014 },
    {
      part_name: 'Brake Hose',
      oem_number: '45022-TR3-A02',
      vehicle_model: 'CR-V',
      image_url: '/parts/brake-hose.svg',
      part_type: 'Fair',
      price: 1234.5,
    },
    { part_name: 'Brake Bleeder Screw', oem_number: '45022-TR3-A03' },
    { part_name: 'Parking Brake Cable' },
    { part_name: 'Emergency Brake Cable Bracket' },
    { part_name: 'A/C Hose', category: 'Air Conditioning' },
    { part_name: 'Hood', category: 'Body', vehicle_make: 'Ford', vehicle_model: 'F-150', vehicle_year: 2018 },
    { part_name: 'Hood', category: 'Body', vehicle_make: 'Mercedes-Benz', vehicle_model: 'C 300' },
    { part_name: 'Universal Horn 100%', category: 'General', vehicle_make: null, vehicle_model: null },
    { part_name: `Horn ${'x'.repeat(300)}` },
    { part_name: 'Gone Horn' },
  ]);
  await shop.database.owner.query("delete from parts_catalog where part_name = 'Gone Horn'");
});
afterAll(() => shop[Symbol.asyncDispose]());

async function ask(q: string) {
  const response = await shop.request(`/api/suggestions?${new URLSearchParams({ q })}`);
  return { response, body: await response.json() };
}

async function suggested(q: string): Promise<[kind: string, text: string][]> {
  const { body } = await ask(q);
  return body.suggestions.map(({ kind, text }: { kind: string; text: string }) => [kind, text]);
}

test('each kind in its order with the address of its page, cached for a short time', async () => {
  const { response, body } = await ask('bra');
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=60');
  expect(body).toEqual({
    suggestions: [
      { kind: 'part', text: 'Brake Bleeder Screw', href: '/junkyard?q=Brake+Bleeder+Screw' },
      { kind: 'part', text: 'Brake Hose', href: '/junkyard?q=Brake+Hose' },
      { kind: 'part', text: 'Front Brake Pads', href: '/junkyard?q=Front+Brake+Pads' },
      { kind: 'part', text: 'Parking Brake Cable', href: '/junkyard?q=Parking+Brake+Cable' },
      { kind: 'category', text: 'Brakes', href: '/junkyard?category=Brakes' },
    ],
  });
});

const pads: [string, string] = ['part', 'Front Brake Pads'];
describe('suggestions', () => {
  test.each<[string, [string, string][]]>([
    ['PADS', [pads]],
    ['brake fr', [pads]],
    ['pads hose', []],
    // Only prefixes of words match; a search finds the rest.
    ['ads', []],
    ['ac ho', [['part', 'A/C Hose']]],
    ['a/c', [['part', 'A/C Hose']]],
    ['horn', [['part', 'Universal Horn 100%']]],
    ['gone', []],
    ['hon', [['vehicle', 'Honda']]],
    ['civ', [['vehicle', 'Honda Civic']]],
    ['honda ci', [['vehicle', 'Honda Civic']]],
    ['civic 2015', [['vehicle', '2015 Honda Civic']]],
    [
      'civic 20',
      [
        ['vehicle', '2015 Honda Civic'],
        ['vehicle', '2014 Honda Civic'],
      ],
    ],
    [
      '2015 honda',
      [
        ['vehicle', '2015 Honda CR-V'],
        ['vehicle', '2015 Honda Civic'],
      ],
    ],
    ['civic 1999', []],
    ['crv', [['vehicle', 'Honda CR-V']]],
    ['f150', [['vehicle', 'Ford F-150']]],
    ['f-150 2018', [['vehicle', '2018 Ford F-150']]],
    ['benz', [['vehicle', 'Mercedes-Benz']]],
    ['mercedes-b c 300', [['vehicle', 'Mercedes-Benz C 300']]],
    ['condi', [['category', 'Air Conditioning']]],
    [
      '45022tr3',
      [
        ['number', '45022-TR3-A01'],
        ['number', '45022-TR3-A02'],
      ],
    ],
    ['45022-TR3-A02', [['number', '45022-TR3-A02']]],
    ['45022 tr3.a03', [['number', '45022-TR3-A03']]],
    ['P/N 45022-TR3-A02', [['number', '45022-TR3-A02']]],
    // Plurals, synonyms, positions and nicknames, with names that fit the vehicle.
    ['horns', [['part', 'Universal Horn 100%']]],
    ['frt pad', [pads]],
    ['honda civic brake pads', [['part', 'Honda Civic Front Brake Pads']]],
    ['2014 civic pads', [['part', '2014 Civic Front Brake Pads']]],
    ['2016 civic pads', []],
    ['honda bonnet', []],
    ['ford bonnet', [['part', 'Ford Hood']]],
    ['benz hood', [['part', 'Mercedes-Benz Hood']]],
    ['f150 h', [['part', 'F-150 Hood']]],
    ['45', []],
    ['022', []],
    ['', []],
    [' %_\\ ', []],
  ])('%s', async (q, expected) => expect(await suggested(q)).toEqual(expected));
});

test('a vehicle leads to its list of parts, and a number shows its part', async () => {
  expect((await ask('civic 2015')).body.suggestions[0].href).toBe('/parts/Honda/Civic/2015');
  expect((await ask('f-150')).body.suggestions[0].href).toBe('/parts/Ford/F-150');
  for (const { href } of (await ask('honda civic 2015')).body.suggestions) {
    expect((await shop.request(href)).status).toBe(200);
  }
});

test('a number shows its part and leads to it, or to the list of several parts', async () => {
  const [one] = (await ask('4502 2TR3A02')).body.suggestions;
  expect(one).toEqual({
    kind: 'number',
    text: '45022-TR3-A02',
    href: expect.stringMatching(/^\/part\/brake-hose-2015-honda-cr-v-/),
    note: 'Brake Hose',
    details: '2015 Honda CR-V · Fair · $1,234.50',
    picture: '/parts/brake-hose.svg',
  });
  expect((await shop.request(one.href)).status).toBe(200);
  expect((await ask('45022-TR3-A01')).body.suggestions).toEqual([
    {
      kind: 'number',
      text: '45022-TR3-A01',
      href: '/junkyard?q=45022-TR3-A01',
      note: 'Front Brake Pads',
      details: '2 parts · from $40.00',
      picture: null,
    },
  ]);
});

test('everything that is suggested finds parts', async () => {
  for (const q of ['b', 'h', 'honda b', 'ford', 'benz h', 'civic 20', '4502', 'a/c', 'civic brake']) {
    for (const { href } of (await ask(q)).body.suggestions) {
      const html = await (await shop.request(href)).text();
      expect([href, html.includes('No parts found')]).toEqual([href, false]);
    }
  }
});

test('at most ten', async () => {
  for (const q of ['b', 'c', 'h', 'a', '4', '2', 'br h'])
    expect((await suggested(q)).length).toBeLessThanOrEqual(10);
});

describe('unusual input gets a response in time without a 5xx', () => {
  test.each([
    '\u0001\u0007\u001b',
    '\u202eekarb',
    'מעצור',
    '🚗🚙',
    '\ud800',
    "'; drop table parts_catalog; --",
    '$1 %s {0}',
    '(((((.*)*)*)*)*',
    '%'.repeat(200),
    'a '.repeat(100),
    '1 '.repeat(100),
    '9'.repeat(200),
  ])('%j', async (q) => expect((await ask(q)).response.status).toBe(200));

  test.each([
    ['201 characters', 'x'.repeat(201), 'q must have at most 200 characters'],
    ['100 kB', 'x'.repeat(100_000), 'q must have at most 200 characters'],
    ['NUL', 'bra\0ke', 'q must not contain a NUL character'],
  ])('%s is refused', async (_, q, error) => {
    const { response, body } = await ask(q);
    expect(response.status).toBe(400);
    expect(response.headers.get('Cache-Control') ?? '').not.toContain('public');
    expect(body).toEqual({ error });
  });

  test('a missing parameter', async () => {
    expect(await (await shop.request('/api/suggestions')).json()).toEqual({ suggestions: [] });
  });
});
