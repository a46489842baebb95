import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { textOf } from '../support/html.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let admin: string;
let staff: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await query('delete from yard_vehicles; delete from parts_catalog');
});

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.owner.query(text, values)).rows as Record<string, string>[];

async function read(path: string, cookie = admin) {
  const response = await shop.request(path, { headers: { Cookie: cookie } });
  const page = await response.text();
  return { status: response.status, text: textOf(/<main.*<\/main>/s.exec(page)?.[0] ?? page) };
}

async function takeIn(columns: Record<string, string> = {}) {
  const all = {
    stock_number: 'Y1001',
    no_vin_reason: 'Burnt',
    year: '2003',
    make: 'Honda',
    model: 'Accord',
    source: 'Copart',
    possession_on: '2026-10-01',
    disposition: 'crushed',
    disposed_on: '2026-11-10',
    ...columns,
  };
  const [car] = await query(
    `insert into yard_vehicles (${Object.keys(all).join(', ')}) values (${Object.keys(all)
      .map((_, place) => `$${place + 1}`)
      .join(', ')}) returning id`,
    Object.values(all),
  );
  return car?.['id'] ?? '';
}

interface Sale {
  part: string;
  price: number;
  quantity?: number;
  canceled?: number;
  refunded?: number;
  core?: number;
}

async function sell({ part, price, quantity = 1, canceled = 0, refunded = 0, core = 0 }: Sale) {
  const [order] = await query(
    "insert into orders (amount, email, product_name) values (100, 'dana@example.com', 'x') returning id",
  );
  await query(
    `insert into order_lines (order_id, part_id, part_name, unit_price, quantity, core, canceled, shipped, packed, refunded)
     values ($1, $2, 'x', $3, $4::int, $5, $6::int, $4 - $6::int, $4 - $6::int, $7)`,
    [order?.['id'], part, price, quantity, core, canceled, refunded],
  );
  await query(
    "update orders set payment_id = 'pi_' || id, paid_at = now(), status = 'completed', stock = 'sold', progress = 'to_pack' where id = $1",
    [order?.['id']],
  );
}

async function addCarParts(stockNumber: string, parts: Parameters<typeof addParts>[1]) {
  const ids = await addParts(shop.database.owner, parts);
  for (const id of ids)
    await query('insert into part_private_facts (part_id, donor_stock_number) values ($1, $2)', [
      id,
      stockNumber,
    ]);
  return ids;
}

async function fillCar(stockNumber: string) {
  const car = await takeIn({ stock_number: stockNumber });
  const [door = '', hood = ''] = await addCarParts(stockNumber, [
    { part_name: 'Door', price: 100, stock_quantity: 0 },
    { part_name: 'Hood', price: 80, stock_quantity: 0 },
    { part_name: 'Engine', price: 900, stock_quantity: 1 },
  ]);
  await sell({ part: door, price: 120 });
  await sell({ part: hood, price: 50, quantity: 3, canceled: 1, refunded: 2, core: 30 });
  await query(
    `insert into yard_costs (vehicle_id, direction, paid_on, payee, what, amount)
     values ($1, 'paid', '2026-10-01', 'Copart', 'Car', 400), ($1, 'paid', '2026-10-02', 'Tow', 'Towing', 50),
       ($1, 'received', '2026-11-10', 'SA Recycling', 'Hulk', 180)`,
    [car],
  );
  return car;
}

describe('the money of a car', () => {
  test('costs stand against what was sold, refunded, kept as cores, and received', async () => {
    const car = await fillCar('Y1001');
    const { text } = await read(`/admin/vehicles/${car}`);
    expect(text).toMatch(
      /Paid -\$450\.00 Parts sold \$220\.00 for 3 units Refunded -\$50\.00 Core charges kept \$10\.00 Hulk, scrap and others \$180\.00 Result so far -\$90\.00 -20% of what was paid, after 40 days Still listed \$900\.00 for 1 part/,
    );
    const csv = await (
      await shop.request('/admin/vehicles.csv?view=all', { headers: { Cookie: admin } })
    ).text();
    const [header = '', row = ''] = csv.split('\r\n');
    expect(header.split(',').slice(-7)).toEqual([
      'costs',
      'sold',
      'refunded',
      'cores',
      'received',
      'listed',
      'result',
    ]);
    expect(row.split(',').slice(-7)).toEqual([
      '450.00',
      '220.00',
      '50.00',
      '10.00',
      '180.00',
      '900.00',
      '-90.00',
    ]);
  });

  test('it is summed up by source, model and car, for who may see purchases', async () => {
    await fillCar('Y2001');
    await takeIn({ stock_number: 'Y2002', source: 'Walk-in', model: 'Civic' });
    const days = 'from=2026-09-01&to=2026-11-30';
    expect((await read(`/admin/vehicles/money?by=source&${days}`)).text).toMatch(
      /2 cars .*Walk-in Cars 1 Paid \$0\.00 Parts sold \$0\.00 Other \$0\.00 \$0\.00 Days 40 Still listed \$0\.00 Copart Cars 1 Paid \$450\.00 Parts sold \$170\.00 Other \$190\.00 -\$90\.00 Return -20% Days 40 Still listed \$900\.00/,
    );
    expect((await read(`/admin/vehicles/money?by=model&${days}`)).text).toMatch(
      /Honda Civic Cars 1 .*Honda Accord Cars 1 /,
    );
    expect((await read(`/admin/vehicles/money?by=car&${days}`)).text).toContain('Y2001, 2003 Honda Accord');
    expect((await read('/admin/vehicles/money?from=2026-01-01&to=2026-02-01')).text).toContain(
      'No cars came in',
    );
    expect((await read('/admin/vehicles/money?from=x&to=2026-02-01')).text).toContain('Choose a period');
    expect((await read('/admin/vehicles/money', staff)).status).toBe(403);
    expect((await read('/admin/vehicles/bid', staff)).status).toBe(403);
  });
});

describe('before buying', () => {
  const car = new URLSearchParams({
    make: 'Honda',
    model: 'Accord',
    year: '2004',
    body: 'Sedan',
    engine: '2.4L I4',
    drive: 'fwd',
  });
  const ask = (given: Record<string, string> = {}) =>
    read(`/admin/vehicles/bid?${new URLSearchParams({ ...Object.fromEntries(car), ...given })}`);

  test('what such parts were sold for gives the highest bid that keeps the margin', async () => {
    const near = { vehicle_make: 'Honda', vehicle_model: 'Accord', vehicle_year: 2003 };
    const [one = '', two = ''] = await addParts(shop.database.owner, [
      { ...near, part_name: 'Alternator', price: 100, stock_quantity: 1 },
      { ...near, part_name: 'Alternator', price: 100, stock_quantity: 0 },
      { ...near, part_name: 'Hood', price: 200, stock_quantity: 1 },
    ]);
    await shop.runJobs();
    await sell({ part: one, price: 90 });
    await sell({ part: two, price: 110 });
    await query(
      "insert into part_requests (name, email, part_name, make, model, year) values ('Dana', 'd@example.com', 'Seat', 'honda', 'accord', '2004')",
    );
    const { text } = await ask({ scrap: '300', fees: '50', margin: '40' });
    // Two alternators were sold, one is listed: a third one would be sold within the year.
    expect(text).toMatch(
      /Bid at most \$190\.00 \$100\.00 for parts within a year and \$300\.00 for the rest , less 40 % margin and \$50\.00 of fees/,
    );
    expect(text).toMatch(
      /1 request for parts of it in the last 12 months[^.]*and 0 searches without a result/,
    );
    expect(text).toMatch(
      /Alternator Sold 2 in a year, median \$100; 1 listed, from \$100 \$100\.00 .*Hood 1 listed, from \$200 \$0\.00/,
    );
  });

  test('nothing known says so, and a wrong field is named', async () => {
    expect((await ask({ make: 'Yugo' })).text).toContain('Nothing is known of such cars');
    for (const [given, words] of [
      [{ year: '20x4' }, 'Year must have four digits'],
      [{ margin: '99' }, 'Enter 0 to 95 percent'],
      [{ fees: 'a lot' }, 'Enter an amount'],
      [{ make: '' }, 'Enter the make'],
    ] as [Record<string, string>, string][])
      expect((await ask(given)).text).toContain(words);
  });
});
