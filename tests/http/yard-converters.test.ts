import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ActionResult } from '#core/values/action-result.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const VIN = '1HGCM82633A004352';
const LIST = '/admin/vehicles/converters';

let shop: TestShop;
let admin: string;
let staff: string;
let car: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query(
    'delete from yard_vehicles; delete from yard_converters; delete from yard_rules',
  );
  const [added] = await rows(
    `insert into yard_vehicles (stock_number, vin, year, make, model, title_number)
     values ('Y1001', '${VIN}', 2003, 'Honda', 'Accord', 'T-77') returning id`,
  );
  car = String(added?.['id']);
});

const rows = async (text: string) => (await shop.database.owner.query<Record<string, unknown>>(text)).rows;

async function send(fields: Record<string, string>, cookie = staff) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(LIST, fields), {
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

const converter = () => ({
  intent: 'add-converter',
  car,
  count: '2',
  serial: 'GD3',
  removed_on: '2026-11-10',
  removed_by: 'Sam',
  place: 'Cage',
});

const sale = (id: string) => ({
  intent: 'sell-converter',
  converter: id,
  buyer: 'Core Co',
  sold_on: '2026-11-12',
  payment: 'check',
  payment_reference: '1042',
  amount: '450',
  title_copied: 'true',
});

async function addConverter(): Promise<string> {
  expect(await send(converter())).toMatchObject({ done: true });
  return String((await rows('select id from yard_converters'))[0]?.['id']);
}

test('staff enter a converter of a car; who may see purchases sells it once, and its money is of the car', async () => {
  const id = await addConverter();
  expect(await send(sale(id))).toMatchObject({ status: 400 });
  expect(
    await send({ ...sale(id), payment: 'cash', amount: '', sold_on: '2026-11-09' }, admin),
  ).toMatchObject({
    errors: {
      payment: 'Please choose a value from the list',
      amount: 'Please enter the amount',
      sold_on: 'This is before it was removed',
    },
  });
  expect(await send(sale(id), admin)).toMatchObject({ done: true });
  expect(await send(sale(id), admin)).toMatchObject({
    message: 'Error noting the sale: it was sold already',
  });
  expect(await send({ intent: 'delete-converter', converter: id })).toMatchObject({ status: 400 });
  const page = await read(`/admin/vehicles/${car}`);
  expect(page).toMatch(
    /2 converters, serial GD3[^]*to Core Co for \$450\.00, Check 1042, copy of the title given/,
  );
  expect(page).toContain('The converters of this car were sold for $450.00.');
  const file = await shop.request('/admin/vehicles.csv', { headers: { Cookie: admin } });
  expect(await file.text()).toMatch(/,received,listed,result\r\n.*,450\.00,0\.00,450\.00\r\n/);
  const hidden = await read(`/admin/vehicles/${car}`, staff);
  expect(hidden).toContain('Sold Nov 12, 2026');
  expect(hidden).not.toContain('Core Co');
  expect(hidden).not.toContain('450.00');
});

test('a sale is taken back, and then the converter can be deleted', async () => {
  const id = await addConverter();
  await send(sale(id), admin);
  const back = { intent: 'take-back-sale', converter: id };
  expect(await send(back)).toMatchObject({ status: 400 });
  expect(await send(back, admin)).toMatchObject({ done: true });
  expect(await send(back, admin)).toMatchObject({ status: 400 });
  expect(await rows('select sold_on from yard_converters')).toEqual([{ sold_on: null }]);
  expect(await send({ intent: 'delete-converter', converter: id })).toMatchObject({ done: true });
  expect(await rows('select from yard_converters')).toEqual([]);
});

test('wrong fields and cars that do not exist are refused', async () => {
  expect(await send({ ...converter(), count: '0', removed_on: '2999-01-01', removed_by: ' ' })).toMatchObject(
    {
      errors: {
        count: 'A whole number from 1 to 20',
        removed_on: 'This day is in the future',
        removed_by: 'Please enter who removed it',
      },
    },
  );
  expect(await send({ ...converter(), car: 'x' })).toMatchObject({ status: 400 });
  await shop.database.owner.query('delete from yard_vehicles');
  expect(await send(converter())).toMatchObject({
    status: 409,
    message: 'Error adding the converter: there is no such car',
  });
  expect(await rows('select from yard_converters')).toEqual([]);
});

test('loose converters are bought in only if the owner’s rules say so, with their origin', async () => {
  const loose = { ...converter(), car: '' };
  expect(await send(loose, admin)).toMatchObject({
    status: 400,
    message: expect.stringContaining('loose converters may not be bought in'),
  });
  expect(await read(LIST)).not.toContain('Add a loose converter');
  await shop.database.owner.query(
    "insert into yard_rules (name, value, source) values ('loose_converters', 1, 'x')",
  );
  expect(await read(LIST)).toContain('Add a loose converter');
  expect(await send(loose)).toMatchObject({ errors: { origin: expect.any(String) } });
  expect(await send({ ...loose, origin: 'Joe’s Garage, license 12' })).toMatchObject({ done: true });
  expect(await read(LIST)).toContain('Loose: Joe’s Garage, license 12');
});

test('the list finds converters, and the log of a buyer has VIN and title', async () => {
  const id = await addConverter();
  expect(await read(`${LIST}?view=sold`)).toContain('No converters found');
  await send(sale(id), admin);
  for (const q of ['gd3', 'y-1001', 'core']) expect(await read(`${LIST}?view=sold&q=${q}`)).toContain('GD3');
  expect(await read(`${LIST}?view=sold&q=core`, staff)).toContain('No converters found');
  expect(await read(`${LIST}?view=sold&q=${encodeURIComponent('%')}`)).toContain('No converters found');
  const csv = '/admin/yard/converters.csv?buyer=core+co';
  const response = await shop.request(csv, { headers: { Cookie: admin } });
  expect((await response.text()).trimEnd().split('\r\n').slice(1)).toEqual([
    `2026-11-12,Core Co,,check,1042,450.00,2,GD3,2026-11-10,Sam,${VIN},2003,Honda,Accord,,T-77,yes,Y1001,`,
  ]);
  expect((await shop.request(csv, { headers: { Cookie: staff } })).status).toBe(403);
  expect((await shop.request('/admin/yard/converters.csv', { headers: { Cookie: admin } })).status).toBe(404);
});
