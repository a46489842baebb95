import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { VehicleImport } from '#core/yard/import-vehicles.server.ts';
import { addParts } from '../support/parts.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const VIN = '1HGCM82633A004352';
const OTHER_VIN = '2HGFA1F59AH301234';
const PATH = '/admin/vehicles/import';

let shop: TestShop;
let admin: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  admin = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query('delete from yard_vehicles');
});

const rows = async (text: string) => (await shop.database.owner.query<Record<string, unknown>>(text)).rows;

async function send(intent: string, csv: string) {
  const body = new FormData();
  body.set('intent', intent);
  body.set('file', new File([csv], 'cars.csv'));
  const response = await shop.request(`${PATH}.data`, {
    method: 'POST',
    body,
    headers: { Cookie: admin },
  });
  return { status: response.status, ...(await readOutcome<VehicleImport & { leftOut: string[] }>(response)) };
}

async function addCar() {
  const [car] = await rows(
    `insert into yard_vehicles (stock_number, vin, year, make, model, place, note, holds, airbags_deployed, bought_on)
     values ('Y-1001', '${VIN}', 2003, 'Honda', 'Accord', 'R4', '=1+1', '{lien,police}', true, '2026-11-01') returning id::text`,
  );
  const id = String(car?.['id']);
  await rows(`insert into yard_purchases (vehicle_id, seller_name) values ('${id}', 'Jo Seller')`);
  return id;
}

test('an export that comes back changes nothing', async () => {
  await addCar();
  const exported = await shop.request('/admin/vehicles.csv', { headers: { Cookie: admin } });
  const before = await rows('select * from yard_vehicles');
  const answer = await send('import', await exported.text());
  expect(answer).toMatchObject({
    done: true,
    message: 'Cars imported: 0 added, 0 changed, 1 stays the same',
    leftOut: expect.arrayContaining(['parts', 'taken_in']),
  });
  expect(await rows('select * from yard_vehicles')).toEqual(before);
});

test('a file adds cars and changes those of its stock numbers, but only its columns', async () => {
  const id = await addCar();
  const csv = [
    'Stock Number;VIN;no_vin_reason;make;model;place;holds;airbags_deployed;seller_name',
    `y1001;${VIN};;Honda;Accord;;Police;TRUE;Al Seller`,
    'Y1002;;Burnt;Honda;"Civic',
    'Si";R5;;;Bo Seller',
    '',
  ].join('\r\n');
  expect(await send('check', csv)).toMatchObject({
    done: true,
    message: '1 will be added, 1 will be changed, 0 stay the same',
  });
  expect(await rows('select place from yard_vehicles')).toEqual([{ place: 'R4' }]);
  const [{ version } = {}] = await rows('select updated_at::text as version from yard_vehicles');
  expect(await send('import', csv.replace('"Civic\r\nSi"', 'Civic'))).toMatchObject({
    done: true,
    leadsTo: '/admin/vehicles',
  });
  expect(
    await rows(
      `select id::text = '${id}' as was_here, stock_number, year, model, place, note, holds, airbags_deployed as bags, seller_name
       from yard_vehicles join yard_purchases on vehicle_id = id order by stock_number`,
    ),
  ).toEqual([
    {
      was_here: true,
      stock_number: 'Y-1001',
      year: 2003,
      model: 'Accord',
      place: null,
      note: '=1+1',
      holds: ['police'],
      bags: true,
      seller_name: 'Al Seller',
    },
    {
      was_here: false,
      stock_number: 'Y1002',
      year: null,
      model: 'Civic',
      place: 'R5',
      note: null,
      holds: [],
      bags: false,
      seller_name: 'Bo Seller',
    },
  ]);
  const [{ later } = {}] = await rows(
    `select updated_at > '${String(version)}' as later from yard_vehicles where id = '${id}'`,
  );
  expect(later).toBe(true);
  const [{ details } = {}] = await rows(
    "select details from audit_logs where action = 'admin_import_vehicles' order by created_at desc limit 1",
  );
  expect(details).toMatchObject({ added: 1, changed: 1 });
  expect(JSON.stringify(details)).not.toContain(VIN);
});

test('parts that are still on a car which the file says is gone are drafts then', async () => {
  await addCar();
  const [car] = await rows('select stock_number from yard_vehicles');
  const number = String(car?.['stock_number']);
  const [part] = await addParts(shop.database.owner, [{ part_name: 'Door', stock_quantity: 1 }]);
  await shop.database.owner.query(
    "insert into part_private_facts (part_id, donor_stock_number, yard_state) values ($1, $2, 'on_car')",
    [part, number],
  );
  const file = `stock_number,disposition,disposed_on,holds\r\n${number},crushed,2026-11-30,\r\n`;
  expect(await send('import', file)).toMatchObject({ done: true });
  expect(await rows("select part_name from hidden_parts where part_name = 'Door'")).toEqual([
    { part_name: 'Door' },
  ]);
});

test('a wrong line is named with its reason, and nothing is stored', async () => {
  await addCar();
  const line = (cells: string) => `${cells}\r\n`;
  const csv =
    line('stock_number,vin,no_vin_reason,make,model,bought_on,holds') +
    line('Y2,,"Burnt\r\ndown",Honda,Civic,,') +
    line('y-2,,Burnt,Honda,Civic,,') +
    line(`Y3,${VIN},,,,,`) +
    line(`Y4,${OTHER_VIN},,,,,`) +
    line(`Y5,${OTHER_VIN},,,,,`) +
    line('Y6,,Burnt,Honda,Civic,11/30/2026,judge') +
    line(',,Burnt,Honda,Civic,,');
  for (const intent of ['check', 'import'])
    expect(await send(intent, csv)).toMatchObject({
      status: 400,
      done: false,
      message: 'Nothing was imported: 5 lines are wrong',
      problems: [
        { line: 4, message: 'Line 2 has the same stock number' },
        { line: 5, message: 'VIN: Car Y-1001 in the yard has this VIN' },
        { line: 7, message: 'VIN: Line 6 has the same VIN' },
        { line: 8, message: '"judge" is not a hold' },
        { line: 8, message: 'Bought on: Please enter a date' },
        { line: 9, message: 'Stock number: Please enter the stock number' },
      ],
    });
  expect(await rows('select stock_number from yard_vehicles')).toEqual([{ stock_number: 'Y-1001' }]);
});

test('a rule that a stored fact breaks with the new one refuses the line', async () => {
  await addCar();
  expect(
    await send('import', 'stock_number,disposition,disposed_on\nY1001,crushed,2026-11-30'),
  ).toMatchObject({
    problems: [{ line: 2, message: 'What became of it: The car is on hold. Remove the hold first' }],
  });
});

test.each([
  ['no stock number', 'vin,make\nx,y', 'Error importing cars: the file has no column stock_number'],
  ['no cars', 'stock_number,vin\n', 'Error importing cars: the file has no cars'],
  ['a column twice', 'stock_number,vin,VIN\nY1,,', 'Error importing cars: the file has the column vin twice'],
  [
    'too many cars',
    `stock_number,make\n${'Y,x\n'.repeat(5_001)}`,
    'Error importing cars: the file has more than 5,000 cars. Please split it',
  ],
  ['no text', 'stock_number,make\n\0\0', expect.stringContaining('This is not a text file')],
  ['nothing', '', 'Error importing cars: choose a file'],
])('a file with %s is refused', async (_, csv, message) =>
  expect(await send('check', csv)).toMatchObject({ status: 400, done: false, message }),
);

test('a file above 5 MB is refused before it is read', async () => {
  const body = new FormData();
  body.set('file', new File(['x'.repeat(5.1 * 1024 * 1024)], 'cars.csv'));
  const response = await shop.request(`${PATH}.data`, {
    method: 'POST',
    body,
    headers: { Cookie: admin },
  });
  expect(response.status).toBe(413);
});

test('5,000 cars are added at once', async () => {
  const lines = Array.from({ length: 5_000 }, (_, number) => `Y${number},Burnt,Honda,Civic`);
  expect(await send('import', ['stock_number,no_vin_reason,make,model', ...lines].join('\n'))).toMatchObject({
    done: true,
    message: 'Cars imported: 5,000 added, 0 changed, 0 stay the same',
  });
  expect(await rows('select count(*)::int from yard_vehicles')).toEqual([{ count: 5_000 }]);
});

test('a car that somebody changes while the file is read is read again', async () => {
  const id = await addCar();
  const { owner } = shop.database;
  await owner.query('begin');
  try {
    await owner.query("update yard_vehicles set place = 'R9', color = 'Red' where id = $1", [id]);
    const answer = send('import', 'stock_number,place\nY-1001,R4');
    const waiting = async () => {
      // pg_stat_activity is a snapshot within a transaction.
      await owner.query('select pg_stat_clear_snapshot()');
      const { rowCount } = await owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount;
    };
    await expect.poll(waiting, { interval: 10, timeout: 10_000 }).toBeGreaterThan(0);
    await owner.query('commit');
    expect(await answer).toMatchObject({
      message: 'Cars imported: 0 added, 1 changed, 0 stay the same',
    });
  } finally {
    await owner.query('rollback');
  }
  expect(await rows('select place, color from yard_vehicles')).toEqual([{ place: 'R4', color: 'Red' }]);
});
