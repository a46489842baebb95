import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { textOf } from '../support/html.ts';
import { checkOut } from '../support/checkout.ts';
import { createStripeShop, deliverToShop } from '../support/paid-order.ts';
import { addParts } from '../support/parts.ts';

let desk: Awaited<ReturnType<typeof createStripeShop>>;

beforeAll(async () => {
  desk = await createStripeShop();
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => query('delete from yard_vehicles; delete from parts_catalog; delete from yard_rules'));

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows as Record<string, unknown>[];

const noteReadyDays = () => desk.shop.runRegularTask('note-ready-days');

/** Adds a part that is on a car whose title needs the notice and the wait. `mailed` is the day of the notice. */
async function addPartOnCar(mailed: string | null): Promise<string> {
  const [part = ''] = await addParts(desk.shop.database.owner, [
    { part_name: 'Hood', price: 40, stock_quantity: 1 },
  ]);
  await query(
    `with car as (
       insert into yard_vehicles (stock_number, no_vin_reason, title_kind, possession_on)
       values ('Y-1', 'Burnt', 'clean', '2026-01-05') returning id
     )
     insert into yard_papers (vehicle_id, notice_mailed_on) select id, ${mailed ?? 'null'} from car`,
  );
  await query(
    "insert into part_private_facts (part_id, donor_stock_number, yard_state) values ($1, 'y1', 'on_car')",
    [part],
  );
  return part;
}

async function read(path: string, cookie = ''): Promise<string> {
  const response = await desk.shop.request(path, { headers: { cookie } });
  expect(response.status).toBe(200);
  return textOf(/<main.*<\/main>/s.exec(await response.text())?.[0] ?? '');
}

/** The address of a part's page is found by a redirect. */
async function readPart(part: string): Promise<string> {
  const { headers } = await desk.shop.request(`/part/${part}`, { redirect: 'manual' });
  return read(headers.get('Location') ?? `/part/${part}`);
}

const READY = /Ready from (\w+ \d+, \d{4})/;
const UNKNOWN = "Ready when the car's papers are done";

const formatDay = (day: unknown) =>
  new Date(`${String(day)}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** The day in the shop's time zone, some days from now. */
async function dayIn(days: number): Promise<string> {
  const [row] = await query(
    "select ((now() at time zone 'America/Los_Angeles')::date + $1::int)::text as day",
    [days],
  );
  return String(row?.['day']);
}

const TODAY = "(now() at time zone 'America/Los_Angeles')::date";

test('a part on a car shows when the car may be dismantled, and follows its paper, its hold and the pulling', async () => {
  const part = await addPartOnCar(null);
  expect(await readPart(part)).not.toMatch(/Ready/);
  await noteReadyDays();
  expect(await readPart(part)).toContain(UNKNOWN);
  await query(`update yard_papers set notice_mailed_on = ${TODAY} - 1`);
  await noteReadyDays();
  const [rule] = await query('select (ready_from - $1::date)::int as days from part_ready_days', [
    await dayIn(0),
  ]);
  const day = formatDay(await dayIn(Number(rule?.['days'])));
  expect(Number(rule?.['days'])).toBeGreaterThan(0);
  expect(READY.exec(await readPart(part))?.[1]).toBe(day);
  const { parts } = await (await desk.shop.request(`/api/parts?ids=${part}`)).json();
  expect(formatDay(parts[0].ready_from)).toBe(day);

  await query("update yard_vehicles set holds = '{police}'");
  await noteReadyDays();
  expect(await readPart(part)).toContain(UNKNOWN);
  await query("update yard_vehicles set holds = '{}'");
  await noteReadyDays();
  expect(await readPart(part)).toMatch(READY);
  await query("insert into yard_rules (name, value, source) values ('must_wait', 0, 'x')");
  await noteReadyDays();
  expect(await readPart(part)).not.toMatch(/Ready/);
  await query('delete from yard_rules');
  await noteReadyDays();
  await query("update part_private_facts set yard_state = 'pulled'");
  await noteReadyDays();
  expect(await readPart(part)).not.toMatch(/Ready/);
  await noteReadyDays();
  expect(await query('select from part_ready_days')).toEqual([]);
});

async function buy(part: string): Promise<{ page: string; order: Record<string, unknown>; mail: string }> {
  const { shop, stripe } = desk;
  const { body, cookie } = await checkOut(shop, [{ id: part, name: 'Hood', amountCents: 4_000 }]);
  const session = body.url?.split('/').at(-1) ?? '';
  await deliverToShop(desk, stripe.pay(session, { name: 'Dana Driver', email: 'dana@example.com' }));
  const [order = {}] = await query(
    'select ship_by, paid_at, body from orders join mails on mails.id = confirmation_id where orders.id = $1',
    [stripe.sessions.get(session)?.metadata['order_id']],
  );
  const page = await read(`/payment-success?session_id=${session}`, cookie);
  return { page, order, mail: JSON.stringify(order['body']) };
}

test('an order is promised from the day on which its part is ready', async () => {
  const part = await addPartOnCar(TODAY);
  await noteReadyDays();
  const [noted] = await query('select ready_from::text as day, ready_from from part_ready_days');
  const { page, order, mail } = await buy(part);
  expect(page).toContain(`Ready from ${formatDay(noted?.['day'])}`);
  expect(page).toMatch(/ship your parts by/);
  expect(mail).toContain(`Hood: Ready from ${formatDay(noted?.['day'])}`);
  const [late] = await query('select $1::timestamptz > $2::date as late', [order['ship_by'], noted?.['day']]);
  expect(late).toEqual({ late: true });
});

test('no day is promised to a buyer while nobody knows when the part is ready', async () => {
  const part = await addPartOnCar(null);
  await noteReadyDays();
  const { page, mail } = await buy(part);
  expect(page).toContain(UNKNOWN);
  expect(page).toContain("We're getting your parts ready to ship.");
  expect(mail).toContain(UNKNOWN);
  expect(`${page} ${mail}`).not.toMatch(/ship your parts by/);
});
