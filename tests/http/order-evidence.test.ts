import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeJobsDue } from '../support/jobs.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';
import { readPdf } from '../support/read-pdf.ts';

const PASSWORD = 'a password for the desk';
const ORIGIN = 'http://shop.test';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let staff: string;

beforeAll(async () => {
  desk = await createStripeShop();
  await desk.shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  await desk.shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  staff = await desk.shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

const addressOf = ({ number }: Pick<PaidOrder, 'number'>) => `/admin/order/PY-${number}/evidence.pdf`;

const request = (order: Pick<PaidOrder, 'number'>, cookie = staff) =>
  desk.shop.request(addressOf(order), { headers: { cookie } });

async function read(order: PaidOrder) {
  const response = await request(order);
  expect(response.status).toBe(200);
  return readPdf(Buffer.from(await response.arrayBuffer()));
}

async function act({ number }: PaidOrder, action: string, fields: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ intent: action, ...fields })) body.set(name, value);
  return desk.shop.request(`/admin/orders/PY-${number}.data`, {
    method: 'POST',
    headers: { cookie: staff, Origin: ORIGIN },
    body,
  });
}

async function addPhoto({ number }: PaidOrder, lineId: string | undefined) {
  const body = new FormData();
  body.set('intent', 'add-photo');
  const picture = sharp({ create: { width: 2_400, height: 1_800, channels: 3, background: 'orange' } });
  body.set('photo', new File([new Uint8Array(await picture.png().toBuffer())], 'photo.png'));
  if (lineId) body.set('line', lineId);
  const response = await desk.shop.request(`/admin/orders/PY-${number}.data`, {
    method: 'POST',
    headers: { cookie: staff, Origin: ORIGIN },
    body,
  });
  expect(response.status).toBe(200);
}

test('the file has what was bought, paid, packed, shipped, accepted and said', async () => {
  const { shop, stripe } = desk;
  stripe.risk = { level: 'elevated', zip: 'fail' };
  const order = await addPaidOrder(desk, [
    { part_name: 'Łożysko Đorđa', price: 40, units: 2, part_type: 'Good', oem_number: '46100-SNA-A31' },
    { part_name: 'Mirror', price: 120, vehicle_make: 'Honda', vehicle_model: 'Civic', vehicle_year: 2012 },
  ]);
  await shop.runJobs();
  await query("update orders set customer_name = 'Дмитрий Αλέξης Nguyễn 王小明' where id = $1", [order.id]);
  await act(order, 'release');
  await act(order, 'note', { text: 'He was rude on the phone' });
  await act(order, 'hold', { reason: 'A reseller, very rude' });
  await act(order, 'resume');
  await act(order, 'pack');
  await addPhoto(order, order.lineIds[1]);
  await addPhoto(order, undefined);
  await act(order, 'ship', { carrier: 'UPS', tracking: '1Z999AA10123456784' });
  await makeJobsDue(shop.database.owner);
  await shop.runJobs();
  await query(
    `insert into contact_messages (name, email, subject, message, created_at) values
       ('Dana', 'DANA@example.com', 'Where is it?', 'Is it (really) \\on\\ its way?', now() + interval '1 minute'),
       ('Dana', 'dana@example.com', 'An older question', 'About nothing', now() - interval '1 year'),
       ('Dana', 'dana@example.com', 'An older order', 'Like PY-${order.number}1', now() - interval '1 year'),
       ('Eve', 'eve@example.com', 'By somebody else', 'About PY-${order.number}', now())`,
  );
  const [thread] = await query(
    "select inbox_threads.id from inbox_threads join contact_messages on contact_messages.id = message_id where subject = 'Where is it?'",
  );
  await query(
    "insert into inbox_entries (thread_id, kind, text) values ($1, 'answer', 'It left'), ($1, 'note', 'Rude')",
    [thread?.id],
  );
  await deliverToShop(desk, stripe.dispute(order.sessionId));

  const page = await desk.shop.request(`/admin/orders/PY-${order.number}`, { headers: { cookie: staff } });
  expect(await page.text()).toMatch(new RegExp(`dashboard by.*href="${addressOf(order)}"`, 's'));

  const response = await request(order);
  expect(response.headers.get('Content-Type')).toBe('application/pdf');
  expect(response.headers.get('Content-Disposition')).toBe(
    `attachment; filename="evidence-PY-${order.number}.pdf"`,
  );
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  const { title, text, pictures, links } = readPdf(Buffer.from(await response.arrayBuffer()));
  expect(title).toBe(`Order PY-${order.number}`);
  for (const part of [
    'Open dispute, $231.00',
    'Answer by',
    'Дмитрий Αλέξης Nguyễn \uFFFD\uFFFD\uFFFD dana@example.com',
    '1 Main Street Portland, OR 97201',
    'Mirror 2012 Honda Civic 1 $120.00 Condition: Used, Good',
    'Łożysko Đorđa 2015 Honda Civic 2 at $40.00 $80.00 46100-SNA-A31 Condition: Used, Good',
    'Total $231.00',
    'Disputed',
    'pi_',
    'Risk elevated',
    "Card's ZIP code does not match",
    'UPS Tracking number 1Z999AA10123456784',
    'Mirror,',
    'The parcel,',
    'Version 0 Terms of Service (January 17, 2025) http://shop.test/terms?version=0',
    'Placed the order The buyer',
    'The payment arrived The payment provider',
    'sam@example.com',
    `Order PY-${order.number} is confirmed Sent`,
    'is on its way Sent',
    'Where is it?',
    'Is it (really) \\on\\ its way?',
    'It left',
    'stands for a character that the fonts of this file do not have',
  ]) {
    expect(text).toContain(part);
  }
  for (const secret of ['rude', 'Rude', 'An older question', 'An older order', 'By somebody else']) {
    expect(text).not.toContain(secret);
  }
  expect(links).toContain('https://www.ups.com/track?tracknum=1Z999AA10123456784');
  expect(pictures).toHaveLength(2);
  const sizes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
  expect(sizes).toMatchObject([
    { format: 'jpeg', width: 1_000, height: 750 },
    { format: 'jpeg', width: 1_000, height: 750 },
  ]);
  expect(
    await query(
      "select email, resource_id from audit_logs join auth.users on users.id = user_id where action = 'admin_export_evidence'",
    ),
  ).toEqual([{ email: 'sam@example.com', resource_id: order.id }]);
});

test('an order without photographs, shipments and messages has its file, too, and so has one whose buyer is forgotten', async () => {
  const order = await addPaidOrder(desk, [{ price: 39.5 }]);
  await query("update orders set email = 'nobody@example.com' where id = $1", [order.id]);
  const { text, pictures } = await read(order);
  expect(pictures).toEqual([]);
  expect(text).toContain('Nothing has shipped.');
  expect(text).toContain('None since the order was placed.');
  expect(text).not.toContain('Photos');
  await query(
    'update orders set email = null, customer_name = null, phone = null, shipping_address = null where id = $1',
    [order.id],
  );
  expect((await read(order)).text).toContain('The account and its data were deleted. Ship to No address.');
});

test('photographs whose files are missing are counted', async () => {
  const order = await addPaidOrder(desk);
  await query("insert into order_photos (order_id, file) values ($1, 'photos/gone.webp')", [order.id]);
  const { text, pictures } = await read(order);
  expect(pictures).toEqual([]);
  expect(text).toContain('The files of 1 of 1 photos are missing.');
});

test('a huge history and long words are written on many pages, while other requests are answered', async () => {
  const order = await addPaidOrder(desk);
  await query(
    `insert into order_events (order_id, kind, details, at)
     select $1, 'packed', jsonb_build_object('pieces', jsonb_build_array(jsonb_build_object('name', 'Horn ' || n, 'quantity', 1))),
       now() + n * interval '1 second'
     from generate_series(1, 2500) as n`,
    [order.id],
  );
  await query(
    "insert into contact_messages (name, email, subject, message) values ('Dana', 'dana@example.com', 'Long', repeat('x', 4000))",
  );
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const { text, pages } = await read(order);
  isDone = true;
  expect(turns).toBeGreaterThan(100);
  expect(pages.length).toBeGreaterThan(40);
  expect(text).toContain('The newest 2,000 entries.');
  expect(text).toContain('Horn 2500');
  expect(text).not.toContain('Horn 500 ');
  expect(text.replaceAll(' ', '')).toContain('x'.repeat(4000));
  expect(pages.at(-1)?.at(-1)).toContain(`page ${pages.length} of ${pages.length}`);
});

test('strangers, visitors and unknown orders get nothing', async () => {
  const order = await addPaidOrder(desk);
  const stranger = await desk.shop.signIn('olga@example.com', PASSWORD);
  for (const cookie of ['', stranger]) {
    const response = await request(order, cookie);
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/auth']);
  }
  expect((await request({ number: 99_999_999 })).status).toBe(404);
  const odd = await desk.shop.request('/admin/order/x/evidence.pdf', { headers: { cookie: staff } });
  expect(odd.status).toBe(404);
});
