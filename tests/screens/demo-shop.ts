import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { fillOrders } from '../support/fill-orders.ts';
import { addDeskOrder } from '../support/desk-orders.ts';
import { startTestServer } from '../support/database-server.ts';
import { runShop } from '../support/run-shop.ts';
import { useTemporaryFolder } from '../support/temporary-folder.ts';

export interface DemoPart {
  id: string;
  name: string;
  oem: string;
  vehicle: string;
  price: number;
  image: string;
}

type Cookies = { name: string; value: string; url: string; httpOnly: boolean }[];

export interface DemoShop extends AsyncDisposable {
  url: string;
  /** Parts of the vehicle, the first ones new. */
  parts: Record<'fresh' | 'used', DemoPart>;
  /** Order of the buyer. Example: 'PY-10001'. */
  order: string;
  /** Return of the order. Example: 'RMA-1001'. */
  returned: string;
  /** Last part request. Example: 'REQ-1001'. */
  request: string;
  cookies: Record<'buyer' | 'admin', Cookies>;
}

export const vehicle = { year: 2014, make: 'Honda', model: 'Civic' } as const;

const ORDERS = 600;
const PASSWORD = 'a password for the pictures';
const ADMIN = 'admin@localhost.test';
const BUYER = 'dana@example.com';

/** Opens a demo shop in a temporary folder, with orders, requests and messages of a few days. */
export async function openDemoShop(): Promise<DemoShop> {
  useTemporaryFolder();
  const folder = await mkdtemp(join(tmpdir(), 'partyard-screens-'));
  const server = await startTestServer();
  const shop = runShop({
    DATABASE_URL: server.url,
    DATA_DIR: folder,
    AUTH_SECRET: 'a secret for pictures that is long enough',
    DEMO: 'true',
    DEMO_PARTS: '2000',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
  });
  const url = await shop.ready();
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();

  await post(url, '/auth/v1/signup', {
    email: BUYER,
    password: PASSWORD,
    data: { display_name: 'Dana Driver' },
  });
  await owner.query('update auth.users set email_verified = true where email = $1', [BUYER]);
  const parts = {
    fresh: await findPart(owner, "part_type = 'New' and stock_quantity > 5"),
    used: await findPart(owner, "part_type = 'Good' and stock_quantity > 0"),
  };
  await fillOrders(owner, ORDERS);
  const { order, returned } = await fillDesk(owner, parts);
  const request = await fillInbox(owner);
  return {
    url,
    parts,
    order,
    returned,
    request,
    cookies: { buyer: await signIn(url, BUYER), admin: await signIn(url, ADMIN) },
    async [Symbol.asyncDispose]() {
      await owner.end();
      await shop.kill('SIGTERM');
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function post(url: string, path: string, body: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify(body),
  });
}

async function signIn(url: string, email: string): Promise<Cookies> {
  const response = await post(url, '/auth/v1/token?grant_type=password', { email, password: PASSWORD });
  if (!response.ok) throw new Error(`Signing in as ${email} was answered ${response.status}`);
  return response.headers.getSetCookie().map((cookie) => {
    const [pair = ''] = cookie.split(';');
    const end = pair.indexOf('=');
    return {
      name: pair.slice(0, end),
      value: pair.slice(end + 1),
      url,
      httpOnly: /;\s*httponly/i.test(cookie),
    };
  });
}

async function findPart(owner: pg.Client, condition: string): Promise<DemoPart> {
  const { rows } = await owner.query<DemoPart>(
    `select id, part_name as name, oem_number as oem, price::float8 as price, image_url as image,
       concat_ws(' ', vehicle_year, vehicle_make, vehicle_model) as vehicle
     from parts_catalog
     where category = 'Brakes' and price is not null and oem_number is not null and ${condition}
     order by vehicle_make = $1 and vehicle_model = $2 desc, abs(vehicle_year - $3), part_name, id limit 1`,
    [vehicle.make, vehicle.model, vehicle.year],
  );
  const [part] = rows;
  if (!part) throw new Error(`The demo shop has no part with ${condition}.`);
  return part;
}

async function fillDesk(
  owner: pg.Client,
  { fresh, used }: DemoShop['parts'],
): Promise<Pick<DemoShop, 'order' | 'returned'>> {
  const lineOf = ({ id, name, oem, vehicle: car }: DemoPart) => ({ name, oem, vehicle: car, partId: id });
  const buyers = ['Grace Okafor', 'Luis Ortega', 'Priya Natarajan', 'Sam Whitfield', 'Mei Tanaka'];
  for (const [index, buyer] of buyers.entries()) {
    await addDeskOrder(owner, {
      buyer,
      email: `${buyer.toLowerCase().replace(' ', '.')}@example.com`,
      placed: `now() - interval '${3 + index * 5} hours'`,
      fulfillment: index === 2 ? 'pickup' : 'ship',
      progress: index < 3 ? 'to_pack' : 'packed',
      paymentId: `pi_desk_${index}`,
      parts: [lineOf(index % 2 === 0 ? used : fresh)],
    });
  }
  const { id, number, lineIds } = await addDeskOrder(owner, {
    buyer: 'Dana Driver',
    email: BUYER,
    progress: 'delivered',
    placed: "now() - interval '6 days'",
    paymentId: 'pi_desk_buyer',
    parts: [lineOf(fresh), lineOf(used)],
  });
  // This one costs the sum of two parts.
  await owner.query(
    `update orders set user_id = (select id from auth.users where email = $1), tax = 6.40, amount = 101.40,
       paid_at = now() - interval '6 days', sent_at = now() - interval '5 days' where id = $2`,
    [BUYER, id],
  );
  const shipments = await owner.query(
    `insert into shipments (order_id, method, carrier, tracking, shipped_at, delivered_at)
     values ($1, 'parcel', 'UPS', '1Z999AA10123456784', now() - interval '5 days', now() - interval '2 days') returning id`,
    [id],
  );
  await owner.query(
    'insert into shipment_lines (shipment_id, line_id, quantity) select $1, id, quantity from order_lines where order_id = $2',
    [shipments.rows[0].id, id],
  );
  const returns = await owner.query(
    "insert into returns (order_id, kind, reason, details) values ($1, 'return', 'damaged', 'One pad is cracked.') returning id, number",
    [id],
  );
  await owner.query('insert into return_lines (return_id, line_id, quantity) values ($1, $2, 1)', [
    returns.rows[0].id,
    lineIds[0],
  ]);
  return { order: `PY-${number}`, returned: `RMA-${returns.rows[0].number}` };
}

async function fillInbox(owner: pg.Client): Promise<string> {
  await owner.query(
    `insert into part_requests (name, email, phone, make, model, year, part_name, description, urgency)
     select name, lower(split_part(name, ' ', 1)) || '@example.com', '(619) 555-0187', make, model, year, part, text, urgency
     from (values
       ('Dana Driver', 'Honda', 'Civic', '2014', 'Alternator', 'With the plug on the left.', 'high'),
       ('Hank Mills', 'Ford', 'F-150', '2011', 'Tailgate', 'Any color.', 'medium'),
       ('Rosa Delgado', 'Toyota', 'Camry', '2018', 'Headlight, driver side', 'LED, no cracks.', 'low'),
       ('Omar Haddad', 'Chevrolet', 'Silverado 1500', '2008', 'Transfer case', '', 'medium')
     ) as asked (name, make, model, year, part, text, urgency)`,
  );
  await owner.query(
    `insert into contact_messages (name, email, subject, message) values
       ('Nia Brooks', 'nia@example.com', 'Pickup on Saturday', 'Are you open this Saturday?'),
       ('Theo Lund', 'theo@example.com', 'Core return', 'Where do I send the old caliper?')`,
  );
  const { rows } = await owner.query<{ last: string }>(
    "select max(number)::text as last from inbox_threads where kind = 'request'",
  );
  return `REQ-${rows[0]?.last}`;
}
