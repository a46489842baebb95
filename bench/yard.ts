import { randomUUID } from 'node:crypto';
import { signIn } from './admin.ts';
import { measure, printTable } from './measure.ts';
import { type BenchOptions, openShop } from './shop.ts';

const CARS = 50_000;
const PARTED_OUT = 60;
const ROUNDS = 5;

/** Measures lists of many cars, and the processor time of the shop and its database for parting one out. */
export async function benchYard({ parts, seconds }: BenchOptions): Promise<void> {
  await using shop = await openShop({ parts, name: `${parts}-yard` });
  await shop.owner.query(
    `insert into yard_vehicles (stock_number, vin, plate, year, make, model, body, source, possession_on, place, disposition, disposed_on, title_kind)
     select 'B' || n, '1HGCM82633A' || lpad(n::text, 6, '0'), '7' || n, 1998 + n % 25, (array['Honda', 'Toyota', 'Ford', 'Subaru'])[1 + n % 4],
       (array['Civic', 'Camry', 'F-150', 'Outback'])[1 + n % 4], 'Sedan', 'Auction ' || n % 9, current_date - n / 30, 'Row ' || n % 90,
       case when n % 3 = 0 then 'crushed' else 'here' end, case when n % 3 = 0 then current_date end, 'salvage'
     from generate_series(1, $1::integer) as n on conflict do nothing`,
    [CARS],
  );
  // The newest cars have 60 parts each.
  await shop.owner.query(
    `insert into part_private_facts (part_id, donor_stock_number)
     select id, 'B' || 1 + row_number() over (order by id) / 60 from parts_catalog
     on conflict (part_id) do update set donor_stock_number = excluded.donor_stock_number`,
  );
  await shop.owner.query('analyze yard_vehicles, part_private_facts');
  const admin = await signIn(shop);
  const get = async (path: string) => (await admin.request(path)).arrayBuffer();
  const lists: Record<string, (round: number) => Promise<unknown>> = {
    'cars in the yard': () => get('/admin/vehicles'),
    'all cars': () => get('/admin/vehicles?view=all'),
    'paper due': () => get('/admin/vehicles?view=paper'),
    'search of a stock number': (round) => get(`/admin/vehicles?view=all&q=B${1 + (round % CARS)}`),
    'search of the end of a VIN': (round) =>
      get(`/admin/vehicles?view=all&q=A${String(1 + (round % CARS)).padStart(6, '0')}`),
    'search of words': () => get('/admin/vehicles?view=all&q=2005+honda'),
    'pull list': () => get('/admin/orders/pull'),
    '/yard': () => get('/yard'),
    'money by source': () => get('/admin/vehicles/money?by=source'),
  };
  const table = [];
  for (const [list, work] of Object.entries(lists)) {
    const figures = await measure(work, { seconds });
    table.push({ list, median: figures.median, p95: figures.p95 });
  }
  console.log(
    `${CARS.toLocaleString('en-US')} cars, ${parts.toLocaleString('en-US')} parts, milliseconds.\n`,
  );
  printTable(table);

  const { rows } = await shop.owner.query<{ keys: string[] }>(
    "select array_agg(key || ':' || place) as keys from part_kinds, unnest(car_places) as place",
  );
  const keys = rows[0]?.keys.slice(0, PARTED_OUT) ?? [];
  const { rows: cars } = await shop.owner.query<{ id: string }>(
    'select id from yard_vehicles order by created_at desc, id limit $1',
    [ROUNDS],
  );
  const before = shop.readTimes();
  const began = performance.now();
  for (const { id } of cars) {
    const lines = keys.map((key) => ({ id: randomUUID(), key, price: '50', damage: '', note: '' }));
    const body = new URLSearchParams({
      parts: JSON.stringify({ listing: 'shown', condition: 'Good', lines }),
    });
    await admin.request(`/admin/vehicle-parts/${id}`, { method: 'POST', body });
  }
  const elapsed = (performance.now() - began) / cars.length;
  const after = shop.readTimes();
  const spent = (of: 'shop' | 'database') => ((after[of] - before[of]) / cars.length).toFixed(0);
  console.log(
    `\nAdding ${keys.length} parts of a car: ${spent('shop')} ms of processor time in the shop and ${spent('database')} in the database, ${elapsed.toFixed(0)} ms in all.`,
  );
}
