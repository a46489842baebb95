import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ActionResult } from '#core/values/action-result.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let staff: string;
let car: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD });
  await shop.database.owner.query(
    `insert into user_roles (user_id, role) select id, 'staff' from auth.users where email = 'sam@example.com'`,
  );
  staff = await shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  const { owner } = shop.database;
  await owner.query('delete from yard_vehicles; delete from parts_catalog; delete from hidden_parts');
  const { rows } = await owner.query(
    `insert into yard_vehicles (stock_number, vin, year, make, model, body, drive, engine, odometer, odometer_source)
     values ('Y1001', '1HGCM82633A004352', 2003, 'Honda', 'Accord', 'Sedan/Saloon', 'fwd', '2.4L I4', 90000, 'cluster')
     returning id`,
  );
  car = rows[0].id;
});

const rows = async (text: string) => (await shop.database.owner.query<Record<string, unknown>>(text)).rows;

interface Line {
  id: string;
  key: string;
  price: string;
  damage: string;
  note: string;
}

const line = (key: string, given: Partial<Line> = {}): Line => ({
  id: randomUUID(),
  key,
  price: '',
  damage: '',
  note: '',
  ...given,
});

async function send(lines: readonly Line[], given: object = {}, id = car) {
  const body = new FormData();
  body.set('parts', JSON.stringify({ listing: 'shown', condition: 'Good', lines, ...given }));
  const response = await shop.request(`/admin/vehicle-parts/${id}`, {
    method: 'POST',
    body,
    headers: { Cookie: staff },
  });
  return { status: response.status, ...((await response.json()) as ActionResult) };
}

async function read() {
  const response = await shop.request(`/admin/vehicles/${car}/parts`, { headers: { Cookie: staff } });
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

const parts = () =>
  rows(
    `select part_name, category, kind, price, damage_codes, description, stock_quantity, vehicle_make, mileage, grade, stock_number,
       donor_stock_number, yard_state
     from parts_catalog join part_private_facts on part_id = id order by stock_number`,
  );

describe('parting out a car', () => {
  test('the lines become parts of the car, each with a tag, on the car', async () => {
    const lines = [
      line('doors:front left', { price: '120', damage: '2d1', note: 'Scratched' }),
      line('alternators:one', { price: '60.5' }),
    ];
    expect(await send(lines)).toMatchObject({ status: 200, done: true, message: '2 parts added' });
    expect(await parts()).toEqual([
      {
        part_name: 'Front Left Door',
        category: 'Body',
        kind: 'doors',
        price: '120.00',
        damage_codes: '2D1',
        description: 'Scratched',
        stock_quantity: 1,
        vehicle_make: 'Honda',
        mileage: 90_000,
        grade: 'A',
        stock_number: 'Y1001-1',
        donor_stock_number: 'Y1001',
        yard_state: 'on_car',
      },
      expect.objectContaining({
        part_name: 'Alternator',
        price: '60.50',
        grade: 'B',
        stock_number: 'Y1001-2',
      }),
    ]);
    expect(
      await rows(`select details ->> 'parts' as parts, details ->> 'drafts' as drafts, details::text as all
        from audit_logs where action = 'admin_part_out_vehicle'`),
    ).toEqual([{ parts: '2', drafts: '0', all: expect.not.stringContaining('1HGCM82633A004352') }]);
    const page = await read();
    expect(page).toContain('2 parts of the car were added before');
    expect(page).not.toMatch(/>Alternator/);
    expect(page).toMatch(/>Front Right Door/);
  });

  test('lines that are sent again, also by two windows at once, add nothing twice', async () => {
    const lines = [line('hoods:one'), line('doors:front left')];
    const answers = await Promise.all([send(lines), send(lines), send([line('starters:one')])]);
    expect(answers.map(({ done }) => done)).toEqual([true, true, true]);
    expect(await send(lines)).toMatchObject({ done: true, message: 'All parts were added already' });
    const stored = await parts();
    expect(stored.map((part) => part['part_name']).toSorted()).toEqual([
      'Front Left Door',
      'Hood',
      'Starter',
    ]);
    expect(stored.map((part) => part['stock_number'])).toEqual(['Y1001-1', 'Y1001-2', 'Y1001-3']);
  });

  test('a part that someone else has added meanwhile is not added again', async () => {
    await send([line('hoods:one')]);
    expect(await send([line('hoods:one'), line('starters:one')])).toMatchObject({ message: '1 part added' });
    expect((await parts()).map((part) => part['part_name'])).toEqual(['Hood', 'Starter']);
  });

  test('a tag that a part of another car has is left out', async () => {
    await send([line('hoods:one')]);
    await shop.database.owner.query("update part_private_facts set donor_stock_number = 'Y2'");
    expect(await send([line('starters:one')])).toMatchObject({ done: true });
    expect((await parts()).map((part) => part['stock_number'])).toEqual(['Y1001-1', 'Y1001-2']);
  });

  test('a wrong price or code names its line, and nothing is stored', async () => {
    const [good, badPrice, badCode] = [
      line('hoods:one', { price: '90' }),
      line('starters:one', { price: 'cheap' }),
      line('doors:front left', { damage: 'dented' }),
    ] as const;
    expect(await send([good, badPrice, badCode])).toEqual({
      status: 400,
      done: false,
      errors: {
        [`${badPrice.id} price`]: 'Price must be dollars and cents, such as 49.99',
        [`${badCode.id} damage`]: expect.stringContaining('Each code is a place'),
      },
    });
    expect(await parts()).toEqual([]);
  });

  test.each([
    ['no JSON', 'x'],
    ['no lines', '{"listing":"shown","condition":"","lines":[]}'],
    ['one id twice', undefined],
  ])('%s is refused', async (_, text) => {
    const twice = line('hoods:one');
    const body = new FormData();
    body.set('parts', text ?? JSON.stringify({ listing: 'shown', condition: '', lines: [twice, twice] }));
    const response = await shop.request(`/admin/vehicle-parts/${car}`, {
      method: 'POST',
      body,
      headers: { Cookie: staff },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: 'Error adding the parts: the form could not be read',
    });
  });

  test('a kind that the shop does not have, and a car that is not there, are refused', async () => {
    expect(await send([line('warp-drives:one')])).toMatchObject({ status: 400, done: false });
    expect(await send([line('hoods:one')], {}, randomUUID())).toMatchObject({
      status: 400,
      message: 'Error adding the parts: there is no such car',
    });
    expect(await parts()).toEqual([]);
  });

  test('what the law keeps out of the shop becomes a draft', async () => {
    expect(await send([line('airbags:one'), line('hoods:one')])).toMatchObject({
      done: true,
      message: '2 parts added',
      note: '1 of them as a draft: the law wants more facts before they are for sale.',
    });
    expect(await rows('select part_name from hidden_parts')).toEqual([{ part_name: 'Airbag' }]);
    expect((await parts()).map((part) => part['part_name'])).toEqual(['Hood']);
  });

  test('a car that is gone has its parts on the shelf', async () => {
    await shop.database.owner.query(
      "update yard_vehicles set disposition = 'crushed', disposed_on = '2026-11-01'",
    );
    await send([line('hoods:one')]);
    expect(await parts()).toMatchObject([{ part_name: 'Hood', yard_state: null }]);
  });
});

test('prices are proposed from parts of the kind, end, near years and engine, and of the same interchange', async () => {
  const near = { vehicle_make: 'Honda', vehicle_model: 'Accord', vehicle_year: 2004 };
  const added = await addParts(shop.database.owner, [
    { ...near, part_name: 'Alternator', price: '80', vehicle_engine: '2.4L I4' },
    { ...near, part_name: 'Alternator, Denso', price: '95' },
    { ...near, part_name: 'Alternator', price: '40', vehicle_engine: '3.0L V6' },
    { ...near, part_name: 'Alternator', price: '30', vehicle_year: 1996 },
    { ...near, part_name: 'Rear Door', price: '55' },
    { vehicle_make: 'Acura', vehicle_model: 'TSX', vehicle_year: 2005, part_name: 'Generator', price: '70' },
  ]);
  await shop.runJobs();
  await shop.database.owner.query(
    `insert into part_private_facts (part_id, interchange_code) values ($1, '601-123'), ($2, '601 123')`,
    [added[0], added[5]],
  );
  const page = await read();
  const priceOf = (name: string) => new RegExp(`>${name}[^]*?<p [^>]*>([^<]*)</p>`).exec(page)?.[1];
  expect(priceOf('Alternator')).toBe('3 listed, from $70');
  expect(priceOf('Front Left Door')).toBe('No sales or offers like this yet');
  expect(priceOf('Rear Left Door')).toBe('1 listed, from $55');
});
