import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDeskOrder } from '../support/desk-orders.ts';
import { textOf } from '../support/html.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
const cookies: Record<'admin' | 'staff' | 'stranger' | 'anonymous', string> = {
  admin: '',
  staff: '',
  stranger: '',
  anonymous: '',
};

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  cookies.admin = await shop.signIn('ada@example.com', PASSWORD);
  cookies.staff = await shop.signIn('sam@example.com', PASSWORD);
  cookies.stranger = await shop.signIn('olga@example.com', PASSWORD);

  const { owner } = shop.database;
  await addDeskOrder(owner, {
    buyer: 'Renée O’Neil',
    email: 'renee@example.com',
    phone: '(858) 555-0123',
    parts: [{ name: 'Alternator', oem: '31100-RNA-A01' }],
  });
  await addParts(owner, [
    { part_name: 'Alternator', oem_number: '31100-RNA-A01', stock_number: 'YD-771', stock_quantity: 2 },
    ...Array.from({ length: 6 }, (_, index) => ({ part_name: `Horn ${index}` })),
  ]);
  await owner.query(
    `insert into yard_vehicles (stock_number, vin, year, make, model, disposition, disposed_on)
     values ('Y1001', '1HGCM82633A004352', 2003, 'Honda', 'Accord', 'crushed', '2026-11-02')`,
  );
  await owner.query(
    `insert into part_requests (name, email, phone, part_name, make, model, year)
     values ('José Gómez', 'jose@example.com', '8585550123', 'Tailgate', 'Ford', 'F-150', '2015')`,
  );
  await owner.query(
    `insert into contact_messages (name, email, subject, message) values ('Zoë', 'zoe@example.com', 'Hours', 'Are you open?')`,
  );
});
afterAll(() => shop[Symbol.asyncDispose]());

function visit(q: string, who: keyof typeof cookies = 'admin') {
  return shop.request(`/admin/find?${new URLSearchParams({ q })}`, {
    headers: { cookie: cookies[who] },
    redirect: 'manual',
  });
}

/** The names of what a search finds, by heading. */
async function find(q: string, who: keyof typeof cookies = 'admin'): Promise<Record<string, string[]>> {
  const page = await visit(q, who);
  expect(page.status).toBe(200);
  const sections = [...(await page.text()).matchAll(/<section aria-label="([^"]+)"[^>]*>(.*?)<\/section>/gs)];
  return Object.fromEntries(
    sections.map(([, title = '', html = '']) => [
      title,
      [...html.matchAll(/<a[^>]*>.*?<\/a>/gs)].map(([link]) => textOf(link)),
    ]),
  );
}

describe('one search finds', () => {
  test.each<[string, Record<string, (string | RegExp)[]>]>([
    ['oneil', { Orders: [/^PY-\d+$/], Customers: ['Renée O’Neil'] }],
    ['gomez', { Customers: ['José Gómez'], Requests: [/^REQ-\d+$/] }],
    ['555-0123', { Orders: [/^PY-\d+$/], Customers: [/./, /./], Requests: [/^REQ-\d+$/] }],
    ['31100rnaa01', { Orders: [/^PY-\d+$/], Parts: ['Alternator'] }],
    ['YD-771', { Parts: ['Alternator'] }],
    ['004352', { Cars: ['Y1001'] }],
    ['2003 accord', { Cars: ['Y1001'] }],
    ['zoe@example.com', { Customers: ['Zoë'], Messages: [/^MSG-\d+$/] }],
  ])('%s', async (q, expected) => {
    expect(await find(q)).toEqual(
      Object.fromEntries(
        Object.entries(expected).map(([title, names]) => [
          title,
          names.map((name) => (typeof name === 'string' ? name : expect.stringMatching(name))),
        ]),
      ),
    );
  });

  test('five of a kind, and links to all of them', async () => {
    const { Parts = [] } = await find('horn');
    expect(Parts).toHaveLength(6);
    expect(Parts.at(-1)).toBe('All parts');
  });
});

test.each([
  ["select 'PY-' || number as name from orders", '/admin/orders/'],
  ["select 'REQ-' || number as name from inbox_threads where kind = 'request'", '/admin/requests/'],
  ["select 'msg ' || number as name from inbox_threads where kind = 'message'", '/admin/messages/'],
])('a whole number leads to its page: %s', async (statement, path) => {
  const { rows } = await shop.database.owner.query(statement);
  const answer = await visit(rows[0].name);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe(path + rows[0].name.replace('msg ', 'MSG-'));
});

test('a number that nothing has leads nowhere', async () => {
  expect(await find('PY-99999')).toEqual({});
  expect(await find('RMA-99999')).toEqual({});
});

test.each(['', '   ', '\0', "'", "' & | ! :*", '\\', '%', '–', 'x'.repeat(5_000)])(
  'odd input finds nothing: %j',
  async (q) => {
    expect(await find(q)).toEqual({});
  },
);

test('staff find all but customers', async () => {
  expect(Object.keys(await find('oneil', 'staff'))).toEqual(['Orders']);
});

test('strangers and anonymous visitors find nothing', async () => {
  for (const who of ['stranger', 'anonymous'] as const) {
    const answer = await visit('oneil', who);
    expect(answer.status).toBe(302);
    expect(await answer.text()).not.toContain('Neil');
  }
});
