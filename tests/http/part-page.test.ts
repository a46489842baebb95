import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleListAddress } from '#core/search/vehicle-list-address.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const odd = [
  { make: 'Mercedes-Benz', model: 'C 300', year: 2015 },
  { make: 'Ford', model: 'F-150', year: 2018 },
  { make: 'Chevrolet', model: 'C/K 1500', year: 1995 },
  { make: '100% Auto', model: '%2e?#&=+', year: 2001 },
  { make: 'Citroën', model: '2CV "Ente" <b>', year: 1970 },
  { make: '日産', model: 'スカイライン 🚗', year: 1999 },
];
const usedPads = {
  part_name: 'Front Brake Pads',
  oem_number: '45022-TR3-A01',
  part_type: 'Very Good',
  origin: 'used',
  grade: 'A',
  mileage: 84_000,
  mileage_source: 'cluster',
  warranty: '6 months',
  price: 25.5,
};
const unknownId = '00000000-0000-4000-8000-000000000000';

let shop: TestShop;
let pads: string;
let rotor: string;

beforeAll(async () => {
  shop = await createTestShop();
  [pads = '', rotor = ''] = await addParts(shop.database.owner, [
    { part_name: 'Front Brake Pads', brand: 'Akebono', oem_number: '45022-TR3-A01', part_type: 'New' },
    { part_name: 'Rear Brake Rotor', price: null, stock_quantity: 0, part_type: 'Fair' },
    { part_name: 'Brake Caliper' },
    { part_name: 'Brake Hose', stock_quantity: 0 },
    { part_name: 'Muffler', category: 'Exhaust' },
    { part_name: 'Front Brake Pads', vehicle_year: 2014, oem_number: '45022 tr3.a01' },
    { part_name: 'Brake Set', vehicle_make: 'Acura', vehicle_model: 'ILX', oem_number: '45022TR3A01' },
    { part_name: 'Universal Horn', vehicle_make: null, vehicle_model: null, vehicle_year: null },
    { part_name: 'Honda Badge', vehicle_model: null, vehicle_year: null },
    ...odd.map(({ make, model, year }) => ({
      part_name: `Hood of ${model}`,
      category: 'Body & Trim',
      vehicle_make: make,
      vehicle_model: model,
      vehicle_year: year,
    })),
  ]);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function open(address: string) {
  const response = await shop.request(address);
  const html = (await response.text()).replaceAll('<!-- -->', '');
  return {
    status: response.status,
    location: response.headers.get('Location'),
    title: html.match(/<title>(.*?)<\/title>/)?.[1],
    html: html.replaceAll(/<script[\s\S]*?<\/script>/g, ''),
  };
}

const padsAddress = () => `/part/front-brake-pads-2015-honda-civic-${pads}`;

describe("a part's page", () => {
  test('offers pickup only with a location', async () => {
    const { owner } = shop.database;
    const yard = { name: 'Main yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };
    const pickup = { pickup: { offered: true, readyHours: 4 } };
    const offered = async (locations: object[]) => {
      const values = { business: { locations }, shipping: pickup };
      await owner.query('update shop_settings set values = $1', [JSON.stringify(values)]);
      return /pick ?up/i.test((await open(padsAddress())).html);
    };
    try {
      expect([await offered([]), await offered([yard])]).toEqual([false, true]);
    } finally {
      await owner.query("update shop_settings set values = '{}'");
    }
  });

  test('shows all important facts without JavaScript', async () => {
    const { status, title, html } = await open(padsAddress());
    expect(status).toBe(200);
    expect(title).toBe('Front Brake Pads for 2015 Honda Civic (New, 45022-TR3-A01) | Partyard');
    for (const words of [
      '45022-TR3-A01',
      'Akebono',
      '$40.00',
      'In Stock: 2',
      'Shipping is $15, or free above $100',
      'Never installed, as it came from the manufacturer.',
      'Akebono Front Brake Pads',
      'Aftermarket part: 12 to 24 months',
      'Return within 30 days of delivery, unused, in original packaging. Refunds take 5 to 10 business days.',
      'href="/warranty"',
      'Other parts for the 2015 Honda Civic',
      '1 more with this number, from $40.00',
    ]) {
      expect(html).toContain(words);
    }
    expect(html).toContain('href="/?make=Honda&amp;model=Civic&amp;year=2015&amp;category=Brakes"');
  });

  test('has a picture for link previews, whose address names its content', async () => {
    const preview = async () => {
      const page = await (await shop.request(padsAddress())).text();
      return /property="og:image" content="http:\/\/shop\.test([^"]+)"/.exec(page)?.[1] ?? '';
    };
    const address = await preview();
    expect(address).toMatch(new RegExp(`^/share/${pads}/[\\da-f]{16}\\.jpg$`));
    const answer = await shop.request(address);
    expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ]);
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect([width, height]).toEqual([1200, 630]);
    const old = await shop.request(`/share/${pads}/0000000000000000.jpg`);
    expect([old.status, old.headers.get('Location')]).toEqual([302, `http://shop.test${address}`]);
    expect((await shop.request('/share/x/y.jpg')).status).toBe(404);

    const { owner } = shop.database;
    const ugly = `&<b>name</b>\u0001${'W'.repeat(200)}`;
    for (const image of [
      '/parts/front-brake-pads.svg',
      '/parts/../../package.svg',
      'data:image/png;base64,AAAA',
    ]) {
      const [id = ''] = await addParts(owner, [{ part_name: ugly, image_url: image, price: null }]);
      const moved = await shop.request(`/share/${id}/x.jpg`);
      const drawn = await shop.request((moved.headers.get('Location') ?? '').replace('http://shop.test', ''));
      expect([image, drawn.status]).toEqual([image, 200]);
      await owner.query('delete from parts_catalog where id = $1', [id]);
    }
  });

  test('leads to a question that names the part and its stock number', async () => {
    const { owner } = shop.database;
    await owner.query('update parts_catalog set stock_number = $2 where id = $1', [pads, 'P-1042']);
    expect((await open(padsAddress())).html).toContain(`href="/contact?part=${pads}"`);
    const { html } = await open(`/contact?part=${pads}`);
    expect(html).toContain('value="Question about Front Brake Pads (stock number P-1042)"');
    await owner.query('update parts_catalog set stock_number = null where id = $1', [pads]);
    expect((await open(`/contact?part=${crypto.randomUUID()}`)).html).not.toContain('Question about');
  });

  test('links to other available parts for the vehicle, those of its category first', async () => {
    const { html } = await open(padsAddress());
    const others = [...html.matchAll(/href="\/part\/([a-z-]+)-2015-honda-civic-/g)].map(([, name]) => name);
    expect(others).toEqual(['brake-caliper', 'muffler']);
  });

  test('compares what is for sale with the same number: of its kind and its maker, in any spelling', async () => {
    const { owner } = shop.database;
    const others = await addParts(owner, [
      { ...usedPads, vehicle_make: 'Acura', vehicle_model: 'ILX', oem_number: '45022TR3A01' },
      { ...usedPads, vehicle_year: 2013, stock_quantity: 0 },
      { ...usedPads, vehicle_year: 2012, price: null },
      { ...usedPads, vehicle_year: 2011, number_type: 'casting' },
      { ...usedPads, vehicle_make: 'Ford', vehicle_model: 'Focus' },
    ]);
    const { html } = await open(padsAddress());
    expect(html).toContain('2 more with this number, from $25.50');
    const table = html.slice(html.lastIndexOf('Other parts with the same number'));
    const rows = [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].slice(1).map(([, row = '']) =>
      [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) =>
        cell
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ),
    );
    expect(rows).toEqual([
      [
        'Front Brake Pads 2015 Acura ILX Same part number 45022TR3A01 Used · Very Good · Grade A · 84,000 mi · 6 months',
        'Used Very Good',
        'A',
        '84,000 mi',
        '6 months',
        '$25.50',
      ],
      [
        'Front Brake Pads 2014 Honda Civic Same part number 45022 tr3.a01 Used · Good · 30 days',
        'Used Good',
        '– Not known',
        '– Not known',
        '30 days',
        '$40.00',
      ],
    ]);
    await owner.query('delete from parts_catalog where id = any($1)', [others]);
  });

  test('lists the vehicles that it fits, its own first, and what else decides', async () => {
    const { owner } = shop.database;
    const [id = ''] = await addParts(owner, [
      {
        part_name: 'Alternator',
        vehicle_engine: '1.8L',
        oem_number: '31100-SNA-A86',
        superseded_numbers: '31100-RNA-A01, 31100-RNA-A02',
        needs_programming: true,
      },
    ]);
    const address = `/part/alternator-2015-honda-civic-${id}`;
    expect((await open(address)).html).not.toContain('Fits these vehicles');
    await owner.query(
      `insert into part_fitments (part_id, make, model, from_year, to_year, position, note)
       select $1, 'Acura', 'Model ' || number, 2006, 2011, 'Front', case number when 10 then 'With A/C' end
       from generate_series(10, 50) as number`,
      [id],
    );
    const { html } = await open(address);
    const names = [...html.matchAll(/<t[dh][^>]*>(\d{4}[^<]+)<\/t[dh]>/g)].map(([, name]) => name);
    expect(names.slice(0, 2)).toEqual(['2015 Honda Civic, 1.8L', '2006-2011 Acura Model 10']);
    expect(names).toHaveLength(42);
    for (const words of [
      'With A/C',
      'Show all 42 vehicles',
      'Replaces',
      '31100-RNA-A01, 31100-RNA-A02',
      'Needs programming',
      'A dealer or a locksmith has to program it to your vehicle before it works.',
    ]) {
      expect(html).toContain(words);
    }
    await owner.query('delete from parts_catalog where id = $1', [id]);
  });

  test('of an unavailable part links to the request page', async () => {
    const { status, html } = await open(`/part/rear-brake-rotor-2015-honda-civic-${rotor}`);
    expect(status).toBe(200);
    expect(html).toContain('Price on request');
    expect(html).toContain('Out of Stock');
    expect(html).toMatch(/href="\/request\?[^"]*part=Rear\+Brake\+Rotor/);
  });

  test.each([
    () => `/part/${pads}`,
    () => `/part/another-name-${pads}`,
    () => `/part/front-brake-pads-2015-honda-civic-${pads.toUpperCase()}`,
    () => `/PART/front-brake-pads-2015-honda-civic-${pads}`,
    () => `/part/%00-${pads}`,
    () => `/part/a%2Fb%0D%0A-${pads}`,
    () => `/part/${'x'.repeat(5000)}-${pads}`,
  ])('has one permanent address: %s', async (address) => {
    const { status, location } = await open(address());
    expect({ status, location }).toEqual({ status: 301, location: padsAddress() });
  });

  test('keeps other parameters', async () => {
    expect((await open(`/part/${pads}?utm_source=mail`)).location).toBe(`${padsAddress()}?utm_source=mail`);
  });

  test('works if nothing else can be read', async () => {
    await using other = await createTestShop();
    const { owner, named } = other.database;
    const [id] = await addParts(owner, [{ oem_number: '1' }]);
    await owner.query(named('revoke select on conditions from anon'));
    await owner.query(named('revoke execute on function oem_number_key from anon, public'));
    const response = await other.request(`/part/front-brake-pads-2015-honda-civic-${id}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('$40.00');
  });
});

test('slow queries next to a part do not delay its page', async () => {
  await using other = await createTestShop();
  const { owner } = other.database;
  const [id] = await addParts(owner, [{ oem_number: '1' }]);
  await owner.query(`
    create or replace function parts_like(for_part uuid) returns table (part_id uuid, place integer, number text)
    language plpgsql as $$ begin perform pg_sleep(5); end $$`);
  const response = await other.request(`/part/front-brake-pads-2015-honda-civic-${id}`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('$40.00');
  // A complete page may be kept.
  expect(response.headers.get('Cache-Control')).toBe('no-store');
});

describe('a deleted part', () => {
  test('gets 404 with similar parts and a link to request it', async () => {
    const { status, title, html } = await open(`/part/front-brake-pads-2015-honda-civic-${unknownId}`);
    expect(status).toBe(404);
    expect(title).toBe('Part not found | Partyard');
    expect(html).toContain(
      partAddress({ id: pads, name: 'Front Brake Pads', make: 'Honda', model: 'Civic', year: 2015 }),
    );
    expect(html).toContain('href="/request?part=front+brake+pads+2015+honda+civic"');
    // Parts of the same year come first; 2014 is not among them.
    expect(html).not.toContain('2014 Honda Civic');
    expect((await open(`/part/front-brake-pads-2010-honda-civic-${unknownId}`)).html).toContain(
      '2014 Honda Civic',
    );
  });

  test('uses the first words of its name if the others match no part', async () => {
    const { html } = await open(`/part/muffler-clamp-2010-lada-niva-${unknownId}`);
    expect(html).toMatch(/Similar parts[\s\S]*Muffler/);
    expect((await open(`/part/flux-capacitor-${unknownId}`)).html).not.toContain('Similar parts');
    expect((await open(`/part/${unknownId}`)).html).toContain('This part is no longer available');
  });
});

describe('lists of vehicles', () => {
  test('count the parts for whole vehicles', async () => {
    const { status, title, html } = await open('/parts');
    expect([status, title]).toEqual([200, 'Parts by vehicle | Partyard']);
    expect(html).toMatch(/href="\/parts\/Honda"[\s\S]*?6 parts/);
    expect(html).toContain('13 parts for 8 makes.');
    expect((await open('/parts/')).status).toBe(200);
  });

  test('link to models, years (newest first), and results of a category', async () => {
    const model = await open('/parts/Honda/Civic');
    expect(model.title).toBe('Honda Civic parts | Partyard');
    expect([...model.html.matchAll(/href="\/parts\/Honda\/Civic\/(\d+)"/g)].map(([, year]) => year)).toEqual([
      '2015',
      '2014',
    ]);
    const vehicle = await open('/parts/Honda/Civic/2015');
    expect(vehicle.title).toBe('2015 Honda Civic parts | Partyard');
    // Without the part whose number must be compared.
    expect(vehicle.html).toMatch(
      /href="\/\?make=Honda&amp;model=Civic&amp;year=2015&amp;category=Brakes"[\s\S]*?4 parts/,
    );
    expect(vehicle.html).toMatch(/aria-label="Breadcrumb"[\s\S]*aria-current="page">2015</);
  });

  test.each(odd)('link to $make $model and back', async ({ make, model, year }) => {
    const steps = [{}, { make }, { make, model }, { make, model, year }];
    for (const [index, step] of steps.entries()) {
      const { status, html } = await open(vehicleListAddress(step));
      expect(status).toBe(200);
      const next = steps[index + 1];
      if (next) expect(html).toContain(`href="${vehicleListAddress(next)}"`);
    }
    const { html } = await open(vehicleListAddress({ make, model, year }));
    const [results = ''] = html.match(/\/\?make=[^"]*/) ?? [];
    expect((await open(results.replaceAll('&amp;', '&'))).html).toContain('Found 1 parts');
  });
});

describe('an address with unknown values gets 404', () => {
  test.each([
    '/part',
    '/part/',
    '/part/front-brake-pads',
    '/part/front-brake-pads-123',
    `/part/front-brake-pads-${unknownId.slice(1)}`,
    `/part/%E0%A4%A-${unknownId}`,
    `/part/%00-${unknownId}`,
    `/part/${'brake-'.repeat(900)}${unknownId}`,
    `/part/%25_%5C'%22;--%20or%201=1-${unknownId}`,
    `/part/%F0%9F%9A%97%E2%80%AE-${unknownId}`,
    `/part/${unknownId}/more`,
    '/parts/Nobody',
    '/parts/Honda/Jazz',
    '/parts/Honda/Civic/1999',
    '/parts/Honda/Civic/old',
    '/parts/Honda/Civic/99999999999',
    '/parts/Honda/Civic/2015/Brakes',
    '/parts/%00',
    '/parts/Honda/%00',
    '/parts/%00/Civic/2015',
    '/parts/%',
    '/parts/%E0%A4%A',
    '/parts/%F0%9F%9A%97',
    "/parts/'%20or%20'1'='1",
    `/parts/${'x'.repeat(5000)}`,
    `/parts/Honda/${'%25'.repeat(1600)}`,
  ])('%s', async (address) => {
    expect((await open(address)).status).toBe(404);
  });
});

test.each(['/parts', '/parts/Honda/Civic/2015', '/parts/Nobody', `/part/${unknownId}`, '/part/none', 'part'])(
  'HEAD %s gets the same response as GET, without a body',
  async (name) => {
    const address = name === 'part' ? padsAddress() : name;
    const response = await shop.request(address, { method: 'HEAD' });
    expect(response.status).toBe((await open(address)).status);
    expect(await response.text()).toBe('');
  },
);
