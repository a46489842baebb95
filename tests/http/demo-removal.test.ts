import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const ADDRESS = '/admin/settings/setup';

/** Somebody whose account is deleted. */
const LEFT = 'c0ffee00-0000-4000-8000-000000000001';

let shop: TestShop;
let admin: string;
let staff: string;

beforeAll(async () => {
  shop = await createTestShop({ settings: { demo: true } });
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sue@example.com', password: PASSWORD, staff: true });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('sue@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  const { owner } = shop.database;
  await owner.query(
    `delete from parts_catalog; delete from demo_parts; delete from yard_vehicles; delete from demo_cars;
     update shop_settings set values = '{}'`,
  );
  await addParts(owner, [{ part_name: 'Horn' }, { part_name: 'Mirror' }]);
  await owner.query('insert into demo_parts (part_id) select id from parts_catalog');
  await addParts(owner, [{ part_name: 'My own bumper' }]);
});

async function send(fields: Record<string, string>, cookie = admin) {
  const body = new URLSearchParams(fields);
  const response = await shop.request(`${ADDRESS}.data`, {
    method: 'POST',
    body,
    headers: { Cookie: cookie, Origin: 'http://shop.test' },
  });
  return { status: response.status, response };
}

async function outcomeOf(fields: Record<string, string>) {
  const { status, response } = await send(fields);
  return { status, ...(await readOutcome(response)) };
}

const remove = (confirmation = 'remove demo') => outcomeOf({ intent: 'remove-demo', confirmation });
const pageOf = async (path: string, cookie = '') =>
  (await shop.request(path, { headers: { Cookie: cookie } })).text();

async function names(): Promise<string[]> {
  const { rows } = await shop.database.owner.query('select part_name from parts_catalog order by part_name');
  return rows.map(({ part_name: name }) => name);
}

async function business(): Promise<unknown> {
  const { rows } = await shop.database.owner.query(
    "select values -> 'business' as business from shop_settings",
  );
  return rows[0].business;
}

const DEMO_LINE = 'Demo shop: all parts and prices are fictional.';

test('the demo goes in one step with its texts, and comes back within a day', async () => {
  expect(await pageOf('/about')).toContain(DEMO_LINE);
  expect(await pageOf(ADDRESS, admin)).toContain('2 parts');

  expect(await remove(' Remove  DEMO ')).toMatchObject({ status: 200, done: true });
  await shop.runJobs();
  expect(await names()).toEqual(['My own bumper']);
  expect(await business()).toEqual({ blurb: '', story: '', stats: [] });
  const about = await pageOf('/about');
  for (const text of [DEMO_LINE, 'Our Story', 'Years Experience']) expect(about).not.toContain(text);
  expect(about).toContain('Our Mission');
  const setup = await pageOf(ADDRESS, admin);
  expect(setup).toContain('The demo has been removed.');
  expect(setup).toContain('>Undo<');

  expect(await outcomeOf({ intent: 'undo-demo' })).toMatchObject({ status: 200, done: true });
  await shop.runJobs();
  expect(await names()).toEqual(['Horn', 'Mirror', 'My own bumper']);
  expect(await business()).toBeNull();
  expect(await pageOf('/about')).toContain(DEMO_LINE);

  // It can go again, and is not kept from going by what was undone.
  expect(await remove()).toMatchObject({ status: 200 });
  await shop.runJobs();
  expect(await names()).toEqual(['My own bumper']);
});

test('it is not undone after a day', async () => {
  await remove();
  await shop.runJobs();
  await shop.database.owner.query("update part_changes set created_at = created_at - interval '25 hours'");
  expect(await pageOf(ADDRESS, admin)).not.toContain('>Undo<');
  expect(await outcomeOf({ intent: 'undo-demo' })).toMatchObject({
    status: 400,
    message: 'Error undoing: that is possible for a day only',
  });
  expect(await names()).toEqual(['My own bumper']);
});

test('it stays removed after its bulk change was deleted, and is not offered again', async () => {
  await remove();
  await shop.runJobs();
  await shop.database.owner.query('delete from part_changes');
  const setup = await pageOf(ADDRESS, admin);
  expect(setup).toContain('The demo has been removed.');
  expect(setup).not.toContain('Remove demo…');
  expect(await remove()).toMatchObject({
    status: 400,
    message: 'Error removing demo: it was removed before',
  });
});

test.each(['', 'remove', 'demo'])('nothing changes after the confirmation %j', async (typed) => {
  expect(await remove(typed)).toMatchObject({
    status: 400,
    field: 'confirmation',
    message: 'Error removing demo: type "remove demo"',
  });
  await shop.runJobs();
  expect(await names()).toHaveLength(3);
  expect(await business()).toBeNull();
});

test('an unknown form, staff and strangers change nothing', async () => {
  expect(await outcomeOf({ intent: 'remove' })).toMatchObject({ status: 400 });
  expect(await outcomeOf({ intent: 'undo-demo' })).toMatchObject({ status: 400 });
  for (const cookie of [staff, '']) {
    const { status } = await send({ intent: 'remove-demo', confirmation: 'remove demo' }, cookie);
    // Both are sent elsewhere.
    expect(status).toBe(202);
  }
  await shop.runJobs();
  expect(await names()).toHaveLength(3);
});

test('the cars of the demo go and come back with all that belongs to them, and other cars stay', async () => {
  const { owner } = shop.database;
  const rows = async (text: string) => (await owner.query<Record<string, unknown>>(text)).rows;
  await owner.query(
    `insert into yard_vehicles (stock_number, no_vin_reason, year, make, model, holds, shown_to_shoppers) values
       ('C1', 'Burnt', 2010, 'Honda', 'Civic', '{}', true), ('C2', 'Burnt', 2011, 'Honda', 'Fit', '{police,lien}', true),
       ('C3', 'Burnt', 2012, 'Ford', 'Focus', '{}', true);
     insert into demo_cars (car_id) select id from yard_vehicles where stock_number <> 'C3';
     insert into yard_checks (vehicle_id, name, note) select id, 'keys', 'Two' from yard_vehicles where stock_number = 'C1';
     insert into yard_costs (vehicle_id, paid_on, payee, what, amount)
       select id, '2026-01-02', 'Auction', 'The car', 123.45 from yard_vehicles where stock_number = 'C1';
     insert into yard_purchases (vehicle_id, seller_name) select id, 'Jo' from yard_vehicles where stock_number = 'C1';
     insert into yard_pictures (id, vehicle_id, place, address, width, height)
       select id, id, 1, '/files/pictures/${'a'.repeat(32)}-1600.webp', 4, 3 from yard_vehicles where stock_number = 'C1'`,
  );
  await owner.query(`
    insert into auth.users (id, email, name) values ('${LEFT}', 'left@example.com', 'Lee');
    update yard_checks set user_id = '${LEFT}';
    update car_arrivals set at = '2026-01-02'`);
  const read = () =>
    rows(`
      select vehicle.*, (select jsonb_agg(checks) from yard_checks as checks where vehicle_id = id) as checks,
        (select at from car_arrivals where car_id = vehicle.id) as arrived_at,
        (select jsonb_agg(costs) from yard_costs as costs where vehicle_id = id) as costs,
        (select jsonb_agg(purchases) from yard_purchases as purchases where vehicle_id = id) as purchases,
        (select jsonb_agg(pictures) from yard_pictures as pictures where vehicle_id = vehicle.id) as pictures,
        exists (select from public_cars where public_cars.id = vehicle.id) as is_public
      from yard_vehicles as vehicle order by stock_number`);
  const before = await read();
  expect(await remove()).toMatchObject({ status: 200 });
  expect(await read()).toEqual(before.slice(2));
  const unused = `select unused_pictures(array['${'a'.repeat(32)}'])`;
  expect(await rows(unused)).toEqual([]);
  await shop.runJobs();
  await shop.runRegularTask('forget-sellers');
  await owner.query(`delete from auth.users where id = '${LEFT}'`);
  expect(await outcomeOf({ intent: 'undo-demo' })).toMatchObject({ status: 200 });
  const [first, ...others] = before;
  const [check] = (first?.['checks'] ?? []) as object[];
  expect(check).toMatchObject({ user_id: LEFT });
  expect(await read()).toEqual([{ ...first, checks: [{ ...check, user_id: null }] }, ...others]);

  await shop.runJobs();
  await remove();
  await shop.runJobs();
  await owner.query("insert into yard_vehicles (stock_number, no_vin_reason) values ('C-1', 'Mine')");
  expect(await outcomeOf({ intent: 'undo-demo' })).toMatchObject({ status: 200 });
  expect((await read()).map(({ stock_number: number }) => number)).toEqual(['C-1', 'C2', 'C3']);
});

test('removed cars are forgotten at night when they can’t come back any more', async () => {
  const { owner } = shop.database;
  await owner.query(
    `insert into yard_vehicles (stock_number, no_vin_reason) values ('C1', 'Burnt'), ('C2', 'Burnt');
     insert into demo_cars (car_id) select id from yard_vehicles;
     insert into yard_papers (vehicle_id) select id from yard_vehicles where stock_number = 'C2'`,
  );
  await remove();
  await owner.query("update demo_cars set removed_at = removed_at - interval '25 hours'");
  await shop.runRegularTask('forget-sellers');
  const { rows } = await owner.query('select removed from demo_cars');
  expect(rows).toEqual([{ removed: null }]);
});
