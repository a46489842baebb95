import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDeskOrder } from '../support/desk-orders.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';

let shop: TestShop;
let admin: string;
let staff: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'stan@example.com', password: PASSWORD, staff: true });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('stan@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function mainOf(address: string, cookie: string): Promise<string> {
  const response = await shop.request(address, { headers: { cookie } });
  expect(response.status).toBe(200);
  const page = (await response.text()).replaceAll('<!-- -->', '').replaceAll('&amp;', '&');
  return page.slice(page.indexOf('<main'), page.indexOf('</main>'));
}

/** Address of a line -> what it counts. */
function linesOf(page: string): Record<string, string> {
  const lines = page.matchAll(/<li [^>]*><a [^>]*href="([^"]+)"[^>]*>.*?<span [^>]*>([^<]+)<\/span><\/a>/g);
  return Object.fromEntries([...lines].map(([, address, count]) => [address, count]));
}

/** The distinct addresses of a list's rows. */
const rowsOf = (page: string, pattern: RegExp) =>
  new Set([...page.matchAll(pattern)].map(([row]) => row)).size;

test('without work, it says so in plain words', async () => {
  const page = await mainOf('/admin/today', admin);
  for (const text of [
    'Nothing has to ship today.',
    'No order is late.',
    'No return waits for a decision.',
    'No return waits to be inspected.',
    'All requests are answered.',
    'All messages are answered.',
    'No import failed in the last 30 days.',
    'No open alerts.',
    'Every search found something.',
    'Settings left',
  ])
    expect(page).toContain(text);
  expect(Object.keys(linesOf(page)).map((address) => address.replace(/\?.*/, ''))).toEqual([
    '/admin/sales',
    '/admin/sales',
    '/admin/settings/setup',
  ]);
  expect(linesOf(page)['/admin/settings/setup']).toBe('14');
});

test('each line counts what the list that it leads to shows, and staff see what they may read', async () => {
  const { owner } = shop.database;
  const today = await addDeskOrder(owner);
  await addDeskOrder(owner, {
    paymentId: 'pi_2',
    shipBy: "now() - interval '1 day'",
    placed: "now() - interval '3 days'",
  });
  const sent = await addDeskOrder(owner, {
    paymentId: 'pi_3',
    progress: 'delivered',
    placed: "now() - interval '9 days'",
  });
  for (const state of ['asked', 'received', 'inspected', 'refused'])
    await owner.query(
      "insert into returns (order_id, kind, reason, state) values ($1, 'return', 'damaged', $2)",
      [sent.id, state],
    );
  await owner.query(
    `insert into part_requests (name, email, phone, make, model, year, part_name, description, urgency)
     select 'Hank', 'hank@example.com', '(619) 555-0187', 'Ford', 'F-150', '2011', 'Tailgate', '', 'low'
     from generate_series(1, 3)`,
  );
  await owner.query(
    "update inbox_threads set state = 'answered', waiting_since = null where number = (select min(number) from inbox_threads)",
  );
  await owner.query(
    "insert into contact_messages (name, email, subject, message) values ('Nia', 'nia@example.com', 'Saturday', 'Open?')",
  );
  await owner.query(
    `insert into alerts (kind, subject, order_id, settled_at) values
       ('refund-not-done', 'a', $1, null), ('refund-not-done', 'b', $1, null), ('refund-not-done', 'c', $1, now()),
       ('webhook-silent', 'd', null, null)`,
    [today.id],
  );
  await owner.query(
    `insert into part_changes (supplier, file_name, file_bytes, state, error, created_at, ended_at)
     select 'Acme', n || '.csv', 1, 'failed', 'Not a table', now() - n * interval '20 days', now() - n * interval '20 days'
     from generate_series(1, 3) as n`,
  );
  const search = `insert into audit_logs (action, details, created_at) select 'search',
    jsonb_build_object('query', $1::text, 'results_count', $2::int), now() - $3::int * interval '1 day' from generate_series(1, $4)`;
  await owner.query(search, ['Tailgate', 0, 1, 3]);
  await owner.query(search, ['horn', 2, 1, 5]);
  await owner.query(search, ['old lamp', 0, 8, 9]);

  const lines = linesOf(await mainOf('/admin/today', admin));
  const counted = Object.fromEntries(
    Object.entries(lines).filter(([address]) => !address.startsWith('/admin/sales')),
  );
  expect(counted).toEqual({
    '/admin/orders?view=today': '2',
    '/admin/orders?view=overdue': '1',
    '/admin/returns?view=asked': '1',
    '/admin/returns?view=here': '2',
    '/admin/requests?view=open': '2',
    '/admin/messages?view=open': '1',
    '/admin/import?show=failed': '1',
    '/admin/alerts?kind=refund-not-done': '2',
    '/admin/alerts?kind=webhook-silent': '1',
    '/admin?q=tailgate': '3',
    '/admin/settings/setup': '14',
  });
  const rows: [path: string, pattern: RegExp][] = [
    ['/admin/orders', /\/admin\/orders\/PY-\d+/g],
    ['/admin/returns', /\/admin\/returns\/RMA-\d+/g],
    ['/admin/requests', /\/admin\/requests\/REQ-\d+/g],
    ['/admin/messages', /\/admin\/messages\/MSG-\d+/g],
    ['/admin/import', /\/admin\/import\/[\da-f]{8}-/g],
  ];
  for (const [address, count] of Object.entries(counted)) {
    const [, pattern] = rows.find(([path]) => address.startsWith(`${path}?`)) ?? [];
    if (!pattern) continue;
    expect([address, rowsOf(await mainOf(address, admin), pattern)]).toEqual([address, Number(count)]);
  }
  const alerts = await mainOf('/admin/alerts?kind=refund-not-done', admin);
  expect(alerts.match(/aria-label="Settle: /g)).toHaveLength(2);

  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
  const sales = Object.entries(lines).filter(([address]) => address.startsWith('/admin/sales'));
  expect(sales).toHaveLength(2);
  expect(sales[1]?.[0]).toContain(`to=${day}`);

  const ofStaff = await mainOf('/admin/today', staff);
  expect(Object.keys(linesOf(ofStaff))).toEqual([
    '/admin/orders?view=today',
    '/admin/orders?view=overdue',
    '/admin/returns?view=asked',
    '/admin/returns?view=here',
    '/admin/requests?view=open',
    '/admin/messages?view=open',
    '/admin/alerts?kind=refund-not-done',
  ]);
  for (const text of ['Sales', 'Searched', 'import', 'Finish setup']) expect(ofStaff).not.toContain(text);
});
