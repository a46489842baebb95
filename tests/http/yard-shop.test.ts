import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tidyPhotographs } from '#core/pictures/tidy-photographs.server.ts';
import type { PicturesResult } from '#core/part-changes/admin-picture.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let staff: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  staff = await shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query('delete from yard_vehicles; delete from parts_catalog');
});

const rows = async (text: string, values: unknown[] = []) =>
  (await shop.database.owner.query<Record<string, unknown>>(text, values)).rows;

let cars = 0;

/** Takes in a car that shoppers see, unless `facts` say otherwise. */
async function addCar(facts: Record<string, unknown> = {}): Promise<string> {
  cars += 1;
  const car = {
    stock_number: `Y${cars}`,
    no_vin_reason: 'Burnt',
    year: 2012,
    make: 'Honda',
    model: 'Civic',
    shown_to_shoppers: true,
    ...facts,
  };
  const columns = Object.keys(car);
  const [row] = await rows(
    `insert into yard_vehicles (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     returning id::text`,
    Object.values(car),
  );
  return String(row?.['id']);
}

const photo = async (width = 400) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width, height: 300, channels: 3, background: '#963' } })
          .jpeg()
          .toBuffer(),
      ),
    ],
    'photo.jpg',
  );

async function sendPicture(
  car: string,
  fields: Record<string, string | Blob>,
): Promise<PicturesResult & { status: number }> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(`/admin/vehicles/${car}/pictures`, {
    method: 'POST',
    body,
    headers: { cookie: staff },
  });
  return { status: response.status, ...((await response.json()) as PicturesResult) };
}

const addPicture = async (car: string, id: string = randomUUID()) =>
  sendPicture(car, { id, picture: await photo() });

describe('pictures of a car', () => {
  test('are added once each, ordered, described and removed', async () => {
    const car = await addCar();
    const id = randomUUID();
    await addPicture(car, id);
    expect(await addPicture(car, id)).toMatchObject({ done: true, pictures: [{ id, alt: '' }] });
    const { pictures: [, second] = [] } = await addPicture(car);
    const changed = await sendPicture(car, {
      pictures: JSON.stringify([
        { id: second?.id, alt: 'Left side', isIllustration: false },
        { id, alt: '', isIllustration: false, removed: true },
      ]),
    });
    expect(changed).toMatchObject({ status: 200, pictures: [{ id: second?.id, alt: 'Left side' }] });
    expect(await rows('select place from yard_pictures where id = $1', [id])).toEqual([{ place: null }]);
    const other = await addCar();
    expect(await addPicture(other, id)).toMatchObject({
      status: 400,
      message: 'This picture belongs to another car.',
    });
  });

  test('a bad picture, a thirteenth one, and one of a car that does not exist change nothing', async () => {
    const car = await addCar();
    expect(await sendPicture(car, { id: randomUUID(), picture: new File(['GPS'], 'a.jpg') })).toMatchObject({
      status: 400,
      message: 'Only PNG, JPG and WEBP pictures can be uploaded.',
    });
    await shop.database.owner.query(
      `insert into yard_pictures (id, vehicle_id, place, address, width, height)
       select gen_random_uuid(), $1, place, '/files/pictures/' || md5(place::text) || '-1600.webp', 4, 3
       from generate_series(1, 12) as place`,
      [car],
    );
    expect(await addPicture(car)).toMatchObject({
      status: 400,
      message: 'A car can have up to 12 pictures.',
    });
    expect(await addPicture(randomUUID())).toMatchObject({
      status: 400,
      message: 'Error adding the picture: there is no such car',
    });
    expect(await rows('select count(*)::int from yard_pictures')).toEqual([{ count: 12 }]);
  });

  test('two that are sent at once have different places', async () => {
    const car = await addCar();
    const results = await Promise.all([addPicture(car), addPicture(car), addPicture(car)]);
    expect(results.map(({ done }) => done)).toEqual([true, true, true]);
    expect(await rows('select place from yard_pictures order by place')).toEqual([
      { place: 1 },
      { place: 2 },
      { place: 3 },
    ]);
  });

  test('files stay while a car has them, and go a day after they were removed', async () => {
    const car = await addCar();
    const { pictures: [kept] = [] } = await addPicture(car);
    const { pictures: [, removed] = [] } = await addPicture(car);
    await sendPicture(car, {
      pictures: JSON.stringify([{ id: removed?.id, alt: '', isIllustration: false, removed: true }]),
    });
    await rows(
      `update yard_pictures set removed_at = now() - interval '25 hours' where removed_at is not null`,
    );
    const later = {
      ...shop.files,
      async *walk(folder: string) {
        for await (const file of shop.files.walk(folder)) yield { ...file, storedAt: new Date(0) };
      },
    };
    await tidyPhotographs(shop.database.pools, later);
    await tidyPhotographs(shop.database.pools, later);
    const names = await shop.files.list('pictures');
    const nameOf = (address = '') => address.split('/').at(-1);
    expect(names).toContain(nameOf(kept?.address));
    expect(names).not.toContain(nameOf(removed?.address));
  });
});

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await shop.request(path, { headers });
  const page = (await response.text()).replaceAll('<!-- -->', '');
  return { status: response.status, page, main: /<main[^]*<\/main>/.exec(page)?.[0] ?? '' };
}

const PRIVATE = {
  vin: '1HGCM82633A004352',
  no_vin_reason: null,
  stock_number: 'PRIVATE-STOCK',
  plate: 'PRIV123',
  title_number: 'PRIVATE-TITLE',
  lot: 'PRIVATE-LOT',
  source: 'Private Auction',
  note: 'Private note',
  place: 'Private place',
  damage: 'Private damage',
};

async function addPart(name: string, stockNumber: string, facts: Record<string, unknown> = {}) {
  const [id = ''] = await addParts(shop.database.owner, [
    { part_name: name, origin: 'used', stock_quantity: 1, ...facts },
  ]);
  await rows(
    `insert into part_private_facts (part_id, donor_stock_number) values ($1, $2)
     on conflict (part_id) do update set donor_stock_number = excluded.donor_stock_number`,
    [id, stockNumber],
  );
  return id;
}

describe('the cars that shoppers see', () => {
  test('show their facts, pictures and parts, and nothing that is private', async () => {
    const id = await addCar({ ...PRIVATE, color: 'Silver', yard_row: '12', odometer: 81_000, drive: 'fwd' });
    await rows('insert into yard_purchases (vehicle_id, seller_name) values ($1, $2)', [
      id,
      'Private Seller',
    ]);
    await addPicture(id);
    await addPart('Left Fender', 'private stock', { price: 90 });
    await addPart('Hood of another car', 'Y-OTHER');
    await addPart('Sold Mirror', 'PRIVATE-STOCK', { stock_quantity: 0 });
    const list = await open('/yard');
    expect(list.main).toContain('1 car found');
    expect(list.main).toMatch(/2012 Honda Civic.*Silver.*Row 12.*1 part for sale/s);
    expect(list.main).toMatch(/<img[^>]*\/files\/pictures\//);
    const address = `/yard/2012-honda-civic-${id}`;
    expect(list.main).toContain(`href="${address}"`);
    const { status, page, main } = await open(address);
    expect(status).toBe(200);
    expect(main).toMatch(/81,000 mi/);
    expect(main).toContain('alt="2012 Honda Civic, Silver"');
    expect(main).toContain('Left Fender');
    expect(main).not.toMatch(/another car|Sold Mirror/);
    expect(main).toContain(
      `/request?make=Honda&amp;model=Civic&amp;year=2012&amp;car=2012-honda-civic-${id}`,
    );
    expect(page).toContain('"@type":"Car"');
    for (const text of [
      list.page,
      page,
      (await open(`${address}.data`)).page,
      (await open('/yard.data')).page,
    ])
      expect(text).not.toMatch(/private|1HGCM82633A004352|PRIV123/i);
    expect((await open('/sitemap.xml')).page).toContain('/sitemaps/cars.xml');
    expect((await open('/sitemaps/cars.xml')).page).toContain(`<loc>${shop.siteUrl}${address}</loc>`);
    expect((await open(`/request?year=2012&car=2012-honda-civic-${id}`)).main).toContain(
      `${shop.siteUrl}${address}</textarea>`,
    );
  });

  test('without a photo are drawn by body and color', async () => {
    const id = await addCar({ body: 'Pickup', color: 'Green' });
    const drawing = '/drawings/car.svg?body=Pickup&color=Green';
    const source = `src="${drawing.replace('&', '&amp;')}"`;
    expect((await open('/yard')).main).toContain(source);
    const { main } = await open(`/yard/2012-honda-civic-${id}`);
    expect(main).toContain(source);
    expect(main).toContain('alt="Drawing: 2012 Honda Civic, Green, Pickup"');
    expect(main.match(/No photo yet/g)).toHaveLength(1);
    const response = await shop.request(drawing);
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(await response.text()).toMatch(/^<svg .*<\/svg>$/);
  });

  test.each([
    ['is hidden', { shown_to_shoppers: false }],
    ['is gone', { disposition: 'crushed', disposed_on: '2026-01-01' }],
    ['is on hold', { holds: ['police'] }],
    ['has no year', { year: null }],
  ])('a car that %s is not there, and no part leads to it', async (_, facts) => {
    const id = await addCar({ stock_number: 'Y-1', ...facts });
    const part = await addPart('Hood', 'Y1');
    expect((await open(`/yard/2012-honda-civic-${id}`)).status).toBe(404);
    expect((await open('/yard')).main).toContain('No cars found');
    const moved = await shop.request(`/part/${part}`);
    expect((await open(moved.headers.get('Location') ?? '')).main).not.toContain('From this car');
  });

  test('from a part to its car, at once when the car is shown or hidden', async () => {
    const id = await addCar({ stock_number: 'Y-1', shown_to_shoppers: false });
    const part = await addPart('Hood', 'y 1');
    const moved = await shop.request(`/part/${part}`);
    const readLink = async () =>
      /From this car:.*?href="([^"]*)"/s.exec((await open(moved.headers.get('Location') ?? '')).main)?.[1];
    expect(await readLink()).toBeUndefined();
    await rows('update yard_vehicles set shown_to_shoppers = true where id = $1', [id]);
    await expect.poll(readLink).toBe(`/yard/2012-honda-civic-${id}`);
    await rows("update part_private_facts set donor_stock_number = 'Y2' where part_id = $1", [part]);
    await expect.poll(readLink).toBeUndefined();
  });

  test('filters, pages and odd addresses', async () => {
    for (let count = 0; count < 30; count += 1)
      await addCar({
        model: 'Fit',
        yard_row: 'A',
        year: 2010,
        created_at: new Date(Date.UTC(2026, 0, count + 1)),
      });
    await addCar({ yard_row: 'B' });
    await addCar({ make: 'Ford', model: 'Focus', year: 2010 });
    const found = async (query: string) =>
      /([\d,]+) cars? found/.exec((await open(`/yard?${query}`)).main)?.[1];
    expect(
      await Promise.all(
        [
          '',
          'make=Honda',
          'make=Honda&model=Civic',
          'year=2010',
          'row=B',
          'make=Honda&year=1999',
          'make=x',
        ].map(found),
      ),
    ).toEqual(['32', '31', '1', '31', '1', '0', '0']);
    expect(await found('year=abc&row=B&make=%00&after=x&before=')).toBe('1');
    const seen = new Set<string>();
    let next: string | undefined = '/yard?model=Fit';
    while (next) {
      const { main }: { main: string } = await open(next);
      for (const [, id = ''] of main.matchAll(/href="\/yard\/2010-honda-fit-([^"]*)"/g)) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      next = /href="(\/yard\?[^"]*after=[^"]*)"/.exec(main)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen.size).toBe(30);
  });

  test('the parts of a car are paged by name', async () => {
    const id = await addCar({ stock_number: 'Y1' });
    for (let count = 0; count < 30; count += 1) await addPart(`Bolt ${100 + count}`, 'Y1');
    const { main } = await open(`/yard/2012-honda-civic-${id}`);
    expect(main).toContain('Parts from this car (30)');
    expect(main).toContain('Bolt 100');
    expect(main).not.toContain('Bolt 124');
    const next = /href="([^"]*after=[^"]*)"/.exec(main)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await open(next);
    expect(second.main).toContain('Bolt 124');
    expect(second.main).not.toContain('Bolt 123');
  });

  test('an old or odd address leads to the page, or is not found', async () => {
    const id = await addCar();
    const moved = await shop.request(`/yard/honda-${id}`);
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, `/yard/2012-honda-civic-${id}`]);
    for (const segment of ['x', randomUUID(), `${id}x`])
      expect((await shop.request(`/yard/${segment}`)).status).toBe(404);
  });

  test('a self-service yard shows rows only', async () => {
    const id = await addCar({ stock_number: 'Y1', yard_row: '7' });
    await addPicture(id);
    await addPart('Hood', 'Y1', { price: 90 });
    await rows(`update shop_settings set values = '{"limits": {"yardRowsOnly": true}}'`);
    try {
      const read = async (path: string) => (await open(path)).main;
      await expect.poll(() => read('/yard')).toMatch(/<table.*Honda.*Civic.*2012.*7.*<\/table>/s);
      expect(await read('/yard')).not.toMatch(/for sale|\$/);
      expect((await open('/yard.data')).page).not.toContain('/files/pictures/');
      const main = await read(`/yard/2012-honda-civic-${id}`);
      expect(main).toMatch(/Row.*7/s);
      expect(main).not.toMatch(/Hood|\$/);
    } finally {
      await rows(`update shop_settings set values = '{}'`);
    }
  });
});
