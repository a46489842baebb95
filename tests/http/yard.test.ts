import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ActionResult } from '#core/values/action-result.ts';
import { addParts } from '../support/parts.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const VIN = '1HGCM82633A004352';

let shop: TestShop;
let admin: string;
let staff: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD });
  await shop.database.owner.query(
    `insert into user_roles (user_id, role) select id, 'staff' from auth.users where email = 'sam@example.com'`,
  );
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query('delete from yard_vehicles; delete from parts_catalog');
});

async function send(path: string, fields: Record<string, string>, cookie = admin) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(path, fields), {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  });
  return {
    status: response.status,
    ...(await readOutcome<ActionResult & Record<string, unknown>>(response)),
  };
}

async function read(path: string, cookie = admin) {
  const response = await shop.request(path, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  const page = (await response.text()).replaceAll('<!-- -->', '');
  return /<main[^]*<\/main>/.exec(page)?.[0] ?? page;
}

const rows = async (text: string) => (await shop.database.owner.query<Record<string, unknown>>(text)).rows;

const accord = { stock_number: 'Y1001', vin: VIN, year: '2003', make: 'Honda', model: 'Accord' };

async function takeIn(fields: Record<string, string> = {}, cookie = admin) {
  const form = { intent: 'save', ...accord, ...fields };
  const response = await shop.request('/admin/vehicles/new', {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { Cookie: cookie, Accept: 'text/html' },
    redirect: 'manual',
  });
  const [car] = await rows(`select id::text from yard_vehicles where stock_number = '${form.stock_number}'`);
  return { status: response.status, id: String(car?.['id']) };
}

const versionOf = async (id: string) =>
  String(
    (await rows(`select updated_at::text as version from yard_vehicles where id = '${id}'`))[0]?.['version'],
  );

describe('taking a car in', () => {
  test('the VIN tells what it is; a mistyped character is a doubt, and other texts are refused', async () => {
    const found = await send('/admin/vehicles/new', { intent: 'look-up', vin: VIN }, staff);
    expect(found).toMatchObject({
      done: true,
      doubt: null,
      facts: { year: 2003, make: 'Honda', model: 'Accord' },
    });
    const doubtful = await send('/admin/vehicles/new', {
      intent: 'look-up',
      vin: VIN.replace('4352', '4353'),
    });
    expect(doubtful).toMatchObject({ doubt: expect.stringContaining('Check the 9th character') });
    expect(await send('/admin/vehicles/new', { intent: 'look-up', vin: '123' })).toMatchObject({
      status: 400,
      errors: { vin: expect.stringContaining('A VIN has 17 characters') },
    });
  });

  test('staff take it in, and the list finds it by stock number, VIN, plate and name', async () => {
    const { id } = await takeIn({ plate: '7ABC123', place: 'R4' }, staff);
    for (const q of ['y-1001', VIN, 'A004352', '7abc123', '2003 acc', 'honda'])
      expect(await read(`/admin/vehicles?q=${encodeURIComponent(q)}`, staff)).toContain(id);
    for (const q of ['Y1002', '2004 acc', 'toyota', '%', '004'])
      expect(await read(`/admin/vehicles?q=${encodeURIComponent(q)}`, staff)).not.toContain(id);
    expect(
      await rows(
        "select details ->> 'vehicle' as car, details::text as all from audit_logs where action = 'admin_add_vehicle'",
      ),
    ).toMatchObject([{ car: '2003 Honda Accord', all: expect.not.stringContaining(VIN) }]);
  });

  test('a number or VIN that another car has, and a wrong field, change nothing', async () => {
    await takeIn();
    const again = { intent: 'save', ...accord };
    expect(
      await send('/admin/vehicles/new', { ...again, stock_number: 'y-1001', vin: '2HGFA16588H312347' }),
    ).toMatchObject({
      status: 409,
      message: 'Error saving the car: another car has this stock number',
    });
    expect(await send('/admin/vehicles/new', { ...again, stock_number: 'Y2' })).toMatchObject({
      status: 409,
      message: 'Error saving the car: a car with this VIN is in the yard',
    });
    expect(await send('/admin/vehicles/new', { ...again, stock_number: 'Y3', vin: 'x' })).toMatchObject({
      status: 400,
      errors: { vin: expect.any(String) },
    });
    expect(await rows('select count(*)::int from yard_vehicles')).toEqual([{ count: 1 }]);
  });

  test('a car comes back after it was sold whole', async () => {
    const { id } = await takeIn();
    const gone = { disposition: 'sold_whole', disposed_on: '2026-11-30' };
    expect(
      await send(`/admin/vehicles/${id}`, {
        intent: 'save',
        ...accord,
        ...gone,
        version: await versionOf(id),
      }),
    ).toMatchObject({ done: true });
    expect(await read('/admin/vehicles?view=gone')).toContain('Sold whole');
    expect((await takeIn({ stock_number: 'Y2001' })).id).not.toBe('undefined');
  });
});

describe('the parts of a car', () => {
  async function addCarParts(names: readonly string[], state: string | null) {
    const ids = await addParts(
      shop.database.owner,
      names.map((name) => ({ part_name: name, stock_quantity: 1 })),
    );
    for (const id of ids)
      await shop.database.owner.query(
        'insert into part_private_facts (part_id, donor_stock_number, yard_state) values ($1, $2, $3)',
        [id, 'y-1001', state],
      );
  }

  const save = async (id: string, fields: Record<string, string>) =>
    send(`/admin/vehicles/${id}`, { intent: 'save', ...accord, ...fields, version: await versionOf(id) });

  test('follow its new stock number', async () => {
    const { id } = await takeIn();
    await addCarParts(['Hood'], 'on_car');
    expect(await save(id, { stock_number: 'Y1009' })).toMatchObject({ done: true });
    expect(
      await rows('select donor_stock_number as number from part_private_facts where donor_key is not null'),
    ).toContainEqual({
      number: 'Y1009',
    });
    expect(await read(`/admin/vehicles/${id}`)).toContain('Hood');
  });

  test('that are still on it when it leaves are drafts then, and those on the shelf stay for sale', async () => {
    const { id } = await takeIn({ stock_number: 'Y1001' });
    await addCarParts(['Door', 'Fender'], 'on_car');
    await addCarParts(['Hood'], null);
    expect(await save(id, { disposition: 'crushed', disposed_on: '2026-11-30' })).toMatchObject({
      done: true,
      note: '2 parts that were still on it are drafts now.',
    });
    expect(await rows('select part_name from parts_catalog')).toEqual([{ part_name: 'Hood' }]);
    await shop.database.owner.query('delete from hidden_parts');
  });
});

test('two people who change a car at once: the second one is told', async () => {
  const { id } = await takeIn();
  const version = await versionOf(id);
  const change = (place: string) =>
    send(`/admin/vehicles/${id}`, { intent: 'save', ...accord, place, version });
  expect(await change('R1')).toMatchObject({ done: true });
  expect(await change('R2')).toMatchObject({
    status: 400,
    message: 'Error saving the car: someone else has changed this car. Please open it again',
  });
  expect(await rows('select place from yard_vehicles')).toEqual([{ place: 'R1' }]);
});

test('the parts of a car are those with its stock number', async () => {
  const { id } = await takeIn();
  const [hood] = await addParts(shop.database.owner, [
    { part_name: 'Hood', price: 100 },
    { part_name: 'Latch', price: 20 },
  ]);
  await shop.database.owner.query(
    `insert into part_private_facts (part_id, donor_stock_number) values ('${hood}', 'y-1001')`,
  );
  const page = await read(`/admin/vehicles/${id}`);
  expect(page).toContain('Hood');
  expect(page).not.toContain('Latch');
  expect(await read('/admin/vehicles')).toContain('1 part');
});

test('what was done with a car is noted once, with who did it, and can be taken back', async () => {
  const { id } = await takeIn();
  const path = `/admin/vehicles/${id}`;
  const keys = { intent: 'check', check: 'keys', note: ' Two keys ' };
  expect(await send(path, keys, staff)).toMatchObject({ done: true });
  expect(await send(path, keys)).toMatchObject({
    status: 400,
    message: 'Error noting it: someone else has noted it already',
  });
  expect(await send(path, { intent: 'check', check: 'wings' })).toMatchObject({ status: 400 });
  expect(await send(path, { ...keys, check: 'ac', note: 'x'.repeat(501) })).toMatchObject({ status: 400 });
  const page = await read(path);
  expect(page).toContain('1 of 19 done');
  expect(page).toMatch(/sam@example\.com[^]*Two keys/);
  const back = { intent: 'take-back-check', check: 'keys' };
  expect(await send(path, back)).toMatchObject({ done: true });
  expect(await send(path, back)).toMatchObject({ status: 400 });
  expect(await rows('select name from yard_checks')).toEqual([]);
  await shop.database.owner.query('delete from yard_vehicles');
  const cost = { intent: 'add-cost', paid_on: '2026-11-30', payee: 'Copart', what: 'Price', amount: '5' };
  for (const form of [keys, cost])
    expect(await send(path, form)).toMatchObject({
      status: 409,
      message: expect.stringContaining('there is no such car'),
    });
});

test('the form of a new part begins with the facts of its car', async () => {
  const { id } = await takeIn({
    trim: 'EX',
    engine: '2.4L',
    color: 'Silver',
    odometer: '91200',
    odometer_source: 'cluster',
    possession_on: '2026-11-02',
  });
  const open = (address: string) => shop.request(`/admin/part/${address}`, { headers: { Cookie: staff } });
  const { part, template } = (await (await open(`new?car=${id}`)).json()) as Record<string, unknown>;
  expect(part).toBeNull();
  expect(template).toMatchObject({
    part_name: null,
    vehicle_make: 'Honda',
    vehicle_model: 'Accord',
    vehicle_year: 2003,
    vehicle_engine: '2.4L',
    origin: 'used',
    stock_quantity: 1,
    stock_number: null,
    donor_stock_number: 'Y1001',
    donor_vin: VIN,
    donor_year: 2003,
    donor_model: 'Honda Accord',
    donor_trim: 'EX',
    donor_color: 'Silver',
    donor_arrived_on: '2026-11-02',
    mileage: 91_200,
    mileage_source: 'cluster',
  });
  await shop.database.owner.query('delete from yard_vehicles');
  for (const car of [id, 'Y1001', '']) expect((await open(`new?car=${car}`)).status).toBe(404);
});

describe('what a car cost, and who sold it', () => {
  const cost = { intent: 'add-cost', paid_on: '2026-11-30', payee: 'Copart', what: 'Price', amount: '1200' };

  async function allowStaff(isAllowed: boolean) {
    await shop.database.owner.query(
      `update shop_settings set values = jsonb_set(values, '{limits}',
        coalesce(values -> 'limits', '{}') || jsonb_build_object('staffSeePurchases', ${isAllowed}))`,
    );
  }

  test('is for admins, and for staff if the owner allows it', async () => {
    const { id } = await takeIn({ seller_name: 'Jo Seller' });
    expect(await send(`/admin/vehicles/${id}`, cost)).toMatchObject({ done: true });
    expect(await read(`/admin/vehicles/${id}`)).toMatch(/-\$1,200\.00[^]*Jo Seller/);
    await allowStaff(false);
    const hidden = await read(`/admin/vehicles/${id}`, staff);
    expect(hidden).not.toContain('Jo Seller');
    expect(hidden).not.toContain('1,200');
    expect(await send(`/admin/vehicles/${id}`, cost, staff)).toMatchObject({ status: 403 });
    const save = { intent: 'save', ...accord, seller_name: 'Mallory', version: await versionOf(id) };
    expect(await send(`/admin/vehicles/${id}`, save, staff)).toMatchObject({ status: 403 });
    expect(await rows('select seller_name from yard_purchases')).toEqual([{ seller_name: 'Jo Seller' }]);
    await allowStaff(true);
    expect(await read(`/admin/vehicles/${id}`, staff)).toContain('Jo Seller');
    await allowStaff(false);
  });

  test('a cost is removed once', async () => {
    const { id } = await takeIn();
    await send(`/admin/vehicles/${id}`, cost);
    const [row] = await rows('select id::text from yard_costs');
    const remove = { intent: 'remove-cost', cost: String(row?.['id']) };
    expect(await send(`/admin/vehicles/${id}`, remove)).toMatchObject({ done: true });
    expect(await send(`/admin/vehicles/${id}`, remove)).toMatchObject({ status: 400 });
    expect(await send(`/admin/vehicles/${id}`, { ...cost, amount: '999999999.99' })).toMatchObject({
      done: true,
    });
    await shop.database.owner.query('delete from yard_costs');
    expect(await send(`/admin/vehicles/${id}`, { ...cost, amount: '12.345' })).toMatchObject({
      errors: { amount: expect.any(String) },
    });
    expect(await rows('select id from yard_costs')).toEqual([]);
  });
});

describe('cars as CSV', () => {
  async function exported(query: string, cookie: string) {
    const response = await shop.request(`/admin/vehicles.csv${query}`, { headers: { Cookie: cookie } });
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="cars.csv"');
    const [heading = '', ...lines] = (await response.text()).trimEnd().split('\r\n');
    const columns = heading.split(',');
    return {
      columns,
      cars: lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [columns[at], cell]))),
    };
  }

  test('has the cars of the view and search, and purchases for those who may see them', async () => {
    const { id } = await takeIn({ seller_name: 'Jo Seller', note: '=1+1', 'hold-police': 'on' });
    await send(`/admin/vehicles/${id}`, {
      intent: 'add-cost',
      paid_on: '2026-11-30',
      payee: 'Copart',
      what: 'Price',
      amount: '1200',
    });
    await takeIn({ stock_number: 'Y1002', vin: '', no_vin_reason: 'Burnt', model: 'Civic' });
    const forAdmin = await exported('?view=held', admin);
    expect(forAdmin.cars).toEqual([
      expect.objectContaining({
        vin: VIN,
        year: '2003',
        note: "'=1+1",
        holds: 'police',
        parts: '0',
        seller_name: 'Jo Seller',
        costs: '1200.00',
      }),
    ]);
    const forStaff = await exported('?q=civic', staff);
    expect(forStaff.cars).toEqual([expect.objectContaining({ stock_number: 'Y1002', model: 'Civic' })]);
    expect(forStaff.columns).not.toContain('seller_name');
    expect(forStaff.columns).not.toContain('costs');
    expect(
      await rows(
        "select distinct details ->> 'searched' as searched from audit_logs where action = 'admin_export_vehicles' order by 1",
      ),
    ).toEqual([{ searched: 'false' }, { searched: 'true' }]);
    const anonymous = await shop.request('/admin/vehicles.csv', { redirect: 'manual' });
    expect(anonymous.headers.get('Location')).toMatch(/^\/auth/);
  });

  test('has each of many cars once', async () => {
    await shop.database.owner.query(
      `insert into yard_vehicles (stock_number, no_vin_reason, make, model)
      select 'Y' || number, 'Burnt', 'Honda', 'Civic' from generate_series(1, 1100) as number`,
    );
    const { cars } = await exported('', staff);
    expect(new Set(cars.map((car) => car['stock_number'])).size).toBe(1100);
    expect(cars).toHaveLength(1100);
  });
});
