import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tidyPhotographs } from '#core/pictures/tidy-photographs.server.ts';
import type { PicturesResult } from '#core/part-changes/admin-picture.ts';
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
