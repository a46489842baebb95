import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { textOf } from '../support/html.ts';
import { deleteOrders } from '../support/orders.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let cookie: string;
let olga: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  olga = await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await deleteOrders(shop.database.owner);
  await rows(
    'delete from part_requests; delete from contact_messages; delete from customer_notes; delete from customer_merges',
  );
});

async function rows(text: string, values: unknown[] = []) {
  return (await shop.database.owner.query(text, values)).rows;
}

const ask = (path: string, init: RequestInit = {}) =>
  shop.request(path, { ...init, headers: { Cookie: cookie, ...init.headers } });

/** The lines of the table, without their markup. */
async function list(q = ''): Promise<string[]> {
  const page = await ask(`/admin/customers?${new URLSearchParams({ q })}`);
  expect(page.status).toBe(200);
  const [table = ''] = (await page.text()).match(/<tbody>.*?<\/tbody>/s) ?? [];
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)]
      .map(([, cell = '']) =>
        cell
          .replaceAll(/<!--.*?-->/g, '')
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
      .join(' | '),
  );
}

const names = async (q?: string) => (await list(q)).map((line) => line.split(' | ')[0]);

interface Order {
  id?: string;
  user_id?: string;
  email?: string;
  customer_name?: string;
  phone?: string;
  amount?: number;
  refunded?: number;
  payment_id?: string | null;
}

/** With 'pi_1' by default. */
function asPaid(paymentId: string | null = 'pi_1') {
  return paymentId === null
    ? {}
    : { payment_id: paymentId, paid_at: 'now()', stock: 'sold', status: 'completed' };
}

async function order(values: Order = {}) {
  const row = { amount: 40, email: 'guest@example.com', ...asPaid(values.payment_id), ...values };
  const columns = Object.keys(row);
  const [added] = await rows(
    `insert into orders (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     returning *`,
    Object.values(row),
  );
  return added as { id: string; number: string };
}

async function send(path: string, fields: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await ask(formAddress(path, fields), { method: 'POST', body });
  return { status: response.status, ...(await readOutcome(response)) };
}

const idOf = async (email: string): Promise<string> =>
  (await rows('select id from customers where email = $1', [email]))[0].id;

describe('the list', () => {
  test('has a row for each person, with what they ordered, asked and wrote', async () => {
    const { id } = await order({
      email: 'Gus@Example.com',
      customer_name: 'Gus Guest',
      phone: '+1 (858) 555-0142',
      amount: 100,
      refunded: 25.5,
    });
    await order({ email: 'gus@example.com', amount: 10 });
    await order({ email: 'gus@example.com', payment_id: null });
    await order({ user_id: olga, email: 'at-work@example.com', amount: 7 });
    await rows(
      "insert into disputes (id, order_id, payment_id, state, told_at) values ('dp_1', $1, 'pi_1', 'open', now())",
      [id],
    );
    await rows(
      "insert into part_requests (name, email, part_name, phone) values ('Gus', 'GUS@example.com', 'Horn', '')",
    );
    await rows(
      "insert into contact_messages (name, email, subject, message) values ('Writer', 'writer@example.com', 'Hi', 'x')",
    );
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Los_Angeles' });
    const today = day.format(new Date());
    expect(await list()).toEqual([
      `Writer Guest writer@example.com | - | 0 | $0.00 | 0 | 1 | 0 | ${today} | -`,
      `Gus Guest Guest gus@example.com | +1 (858) 555-0142 | 2 | $84.50 | 1 | 0 | 1 | ${today} | ${today}`,
      `olga@example.com | - | 1 | $7.00 | 0 | 0 | 0 | ${today} | ${today}`,
      `ada@example.com | - | 0 | $0.00 | 0 | 0 | 0 | ${today} | -`,
    ]);
  });

  test('follows payments, refunds, profiles and deletions', async () => {
    const { id } = await order({ email: 'gus@example.com', payment_id: null });
    expect(await list('gus')).toEqual([expect.stringContaining('| 0 | $0.00 |')]);
    await rows(
      "update orders set payment_id = 'pi_1', paid_at = now(), stock = 'sold', status = 'completed', customer_name = 'Gus' where id = $1",
      [id],
    );
    expect(await list('gus')).toEqual([expect.stringMatching(/^Gus Guest .*\| 1 \| \$40\.00 \|/)]);
    await rows('update orders set refunded = 15 where id = $1', [id]);
    expect(await list('gus')).toEqual([expect.stringContaining('| 1 | $25.00 |')]);
    await deleteOrders(shop.database.owner, 'id = $1', [id]);
    expect(await list('gus')).toEqual([]);

    await rows(
      `insert into profiles (user_id, display_name, phone) values ($1, 'Olga Driver', '619-555-0199')
       on conflict (user_id) do update set display_name = excluded.display_name, phone = excluded.phone`,
      [olga],
    );
    expect(await names('olga driver')).toEqual(['Olga Driver olga@example.com']);
    await rows('delete from profiles');
  });

  test('an account that has not confirmed its address is nobody’s', async () => {
    await order({ email: 'vic@example.com', customer_name: 'Vic' });
    await rows("insert into auth.users (name, email) values ('Mallory', 'vic@example.com')");
    await rows(
      "insert into profiles (user_id, display_name) select id, 'Mallory' from auth.users where email = 'vic@example.com'",
    );
    expect(await names('vic')).toEqual(['Vic Guest vic@example.com']);
    await rows("update auth.users set email_verified = true where email = 'vic@example.com'");
    expect(await names('vic')).toEqual(['Mallory vic@example.com']);
    await rows("delete from auth.users where email = 'vic@example.com'");
    expect(await names('vic')).toEqual(['Vic Guest vic@example.com']);
  });

  test.each([
    ['gus', 1],
    ['GUEST@EXAMPLE', 1],
    ['gus miller', 1],
    ['gus smith', 0],
    ['g m', 1],
    ['us', 0],
    ['(858) 555-0142', 1],
    ['+1 858 555 0142', 1],
    ['0142', 1],
    ['%', 0],
    ["'", 0],
    ['_', 0],
    ['\\', 0],
    ['\0', 3],
    ['é'.repeat(300), 0],
  ])('search for %j finds %d', async (q, found) => {
    await order({ customer_name: 'Gus Miller', phone: '(858) 555-0142' });
    expect(await list(q)).toHaveLength(found);
  });

  test.each(['renee oneil', "O'Neil", 'Renée', 'o neil'])(
    'accents and apostrophes don’t matter: %j',
    async (q) => {
      await order({ customer_name: 'Renée O’Neil' });
      expect(await list(q)).toHaveLength(1);
    },
  );

  test('is searched by the number and the id of an order', async () => {
    const { id, number } = await order({ customer_name: 'Gus' });
    await order({ user_id: olga });
    await order({ email: 'other@example.com' });
    for (const q of [`PY-${number}`, `py ${number}`, number, id, id.slice(0, 8), `#${id.slice(0, 8)}`])
      expect(await names(q), q).toEqual(['Gus Guest guest@example.com']);
    await order({ id: '12345678-0000-4000-8000-000000000000', email: 'dee@example.com' });
    expect(await names('12345678')).toEqual(['dee@example.com Guest']);
    expect(await list('PY-99999999')).toEqual([]);
    expect(await list('00000000-0000-4000-8000-00000000000a')).toEqual([]);
  });

  test('is paged by cursor, in both directions, without repeating anyone', async () => {
    await rows(
      `insert into orders (email, amount, payment_id, paid_at, stock, status, created_at)
       select 'guest' || n || '@example.com', 1, 'pi', now(), 'sold', 'completed', now() - interval '1 day' - (n / 10) * interval '1 minute'
       from generate_series(1, 60) as n`,
    );
    const read = async (path: string) => {
      const html = await (await ask(path)).text();
      const emails = [...html.matchAll(/(guest\d+@example\.com)<\/a>/g)].map(([, email]) => email);
      const links = [...html.matchAll(/href="(\/admin\/customers\?q=[^"]*(after|before)=[^"]*)"/g)];
      const link = (way: string) => links.find(([, , each]) => each === way)?.[1]?.replaceAll('&amp;', '&');
      return { emails: [...new Set(emails)], next: link('after'), previous: link('before') };
    };
    const first = await read('/admin/customers?q=guest');
    expect([first.emails.length, first.previous]).toEqual([25, undefined]);
    const second = await read(first.next ?? '');
    const third = await read(second.next ?? '');
    expect(third.next).toBeUndefined();
    const all = [...first.emails, ...second.emails, ...third.emails];
    expect([all.length, new Set(all).size]).toEqual([60, 60]);
    expect((await read(third.previous ?? '')).emails).toEqual(second.emails);
    expect((await read(second.previous ?? '')).emails).toEqual(first.emails);
    for (const cursor of ['x', 'e30', first.next?.split('after=')[1]?.slice(1) ?? ''])
      expect((await ask(`/admin/customers?after=${cursor}`)).status).toBe(200);
  });
});

describe('one customer', () => {
  test('shows orders, requests, messages, disputes, certificates and notes', async () => {
    const { id, number } = await order({ user_id: olga, amount: 50, refunded: 5 });
    await rows("update orders set product_name = 'Brake Pads' where id = $1", [id]);
    await rows(
      "insert into disputes (id, order_id, payment_id, state, amount, told_at) values ('dp_1', $1, 'pi_1', 'lost', 50, now())",
      [id],
    );
    await rows(
      "insert into part_requests (name, email, part_name, make, user_id) values ('O', 'o@e.com', 'Horn', 'Saab', $1)",
      [olga],
    );
    await rows(
      "insert into contact_messages (name, email, subject, message) values ('O', 'OLGA@example.com', 'Hello', 'Where is it?')",
    );
    await rows("select set_config('app.user_id', (select user_id::text from user_roles limit 1), false)");
    await rows(
      "insert into resale_certificates (email, number, state, expires_on) values ('olga@example.com', 'SR AA 1', 'CA', '2020-01-01')",
    );
    await list();
    const customer = await idOf('olga@example.com');
    expect(
      await send(`/admin/customers/${customer}`, { intent: 'write-note', note: ' Calls on Mondays ' }),
    ).toMatchObject({
      done: true,
      message: 'Note saved',
    });
    const page = await ask(`/admin/customers/${customer}`);
    expect(page.status).toBe(200);
    const html = (await page.text()).replaceAll('<!-- -->', '');
    for (const text of [
      `PY-${number}`,
      'Brake Pads',
      '$50.00',
      '$5.00',
      'Horn',
      'Saab',
      'Hello',
      'Where is it?',
      'lost',
      'SR AA 1',
      'Expired',
      'Calls on Mondays',
      '$45.00',
    ])
      expect(html).toContain(text);
    expect((await ask('/admin/customers/00000000-0000-4000-8000-00000000000a')).status).toBe(404);
    expect((await ask('/admin/customers/x')).status).toBe(404);
  });

  test('has notes, which are audited, and belong to the person’s data', async () => {
    await list();
    const customer = await idOf('olga@example.com');
    await send(`/admin/customers/${customer}`, { intent: 'write-note', note: 'Pays late' });
    const [note] = await rows('select id, email, note from customer_notes');
    expect(note).toMatchObject({ email: 'olga@example.com', note: 'Pays late' });
    const own = await shop.signIn('olga@example.com', PASSWORD);
    const data = await shop.request('/profile/data', { headers: { Cookie: own } });
    expect(await data.json()).toMatchObject({ notes: [{ note: 'Pays late' }] });
    expect(await send(`/admin/customers/${customer}`, { intent: 'delete-note', id: note.id })).toMatchObject({
      done: true,
      message: 'Note deleted',
    });
    expect(await rows('select from customer_notes')).toEqual([]);
    const events = await rows(
      "select action from audit_logs where resource_type = 'customer_notes' and resource_id = $1 order by created_at",
      [note.id],
    );
    expect(events.map(({ action }) => action)).toEqual([
      'admin_write_customer_note',
      'admin_delete_customer_note',
    ]);
  });

  test.each([
    [{ note: ' ' }, { errors: { note: 'Write the note first' } }],
    [{ note: 'x'.repeat(5001) }, { errors: { note: 'At most 5,000 characters' } }],
    [{ note: 'x', customer: 'x' }, { message: 'Error saving note: the form could not be read' }],
    [
      { note: 'x', customer: '00000000-0000-4000-8000-00000000000a' },
      { message: 'Error saving note: this customer does not exist' },
    ],
  ])('the note %j is refused', async (fields, result) => {
    await list();
    const { note, customer = await idOf('olga@example.com') } = fields as { note: string; customer?: string };
    expect(await send(`/admin/customers/${customer}`, { intent: 'write-note', note })).toMatchObject({
      status: 400,
      done: false,
      ...result,
    });
  });

  test('is forgotten with the account, but guest orders with the address stay a guest’s', async () => {
    await shop.addUser({ email: 'leaving@example.com', password: PASSWORD });
    await order({ email: 'leaving@example.com', customer_name: 'Lee' });
    await list();
    const customer = await idOf('leaving@example.com');
    await send(`/admin/customers/${customer}`, { intent: 'write-note', note: 'x' });
    await rows("select auth.forget_person(id) from auth.users where email = 'leaving@example.com'");
    expect(await rows("select from customers where email = 'leaving@example.com'")).toEqual([]);
    expect(await rows('select from customer_notes')).toEqual([]);
    expect(await names('leaving')).toEqual(['Lee Guest leaving@example.com']);
  });
});

/** The text of a page, without its data. */
const readMain = async (page: string) =>
  textOf(/<main.*<\/main>/s.exec(await (await ask(page)).text())?.[0] ?? '');

describe('two records of one person', () => {
  /** A guest with the same phone number as Olga's order. */
  async function addRecords() {
    await order({ user_id: olga, customer_name: 'Olga', phone: '(619) 555-0187', amount: 50 });
    await order({
      email: 'olga@work.example',
      customer_name: 'O. Orlova',
      phone: '+16195550187',
      amount: 30,
    });
    await list();
    const [id, other] = [await idOf('olga@example.com'), await idOf('olga@work.example')];
    return { id, other, page: `/admin/customers/${id}` };
  }

  test('are found by the phone number, shown as one, and as two again', async () => {
    const { id, other, page } = await addRecords();
    await send(`/admin/customers/${other}`, { intent: 'write-note', note: 'Fleet of vans' });
    expect(await readMain(page)).toContain('Perhaps also O. Orlova, olga@work.example 1 order');

    expect(await send(page, { intent: 'merge', email: ' Olga@\0Work.example ' })).toMatchObject({
      done: true,
    });
    expect(await list('orlova')).toEqual([expect.stringMatching(/^Olga olga@example.com .* 2 \| \$80.00/)]);
    const merged = await readMain(page);
    expect(merged).toContain('Fleet of vans');
    expect(merged).toMatch(/olga@work.example merged on .* Undo/);
    expect(merged.match(/Order PY-/g)).toHaveLength(2);
    const [guest] = await rows("select number from orders where email = 'olga@work.example'");
    expect(await names(`PY-${guest.number}`)).toEqual([expect.stringContaining('olga@example.com')]);

    expect(await send(page, { intent: 'undo-merge', email: 'olga@work.example' })).toMatchObject({
      done: true,
    });
    expect(await names()).toHaveLength(3);
    expect((await readMain(page)).match(/Order PY-/g)).toHaveLength(1);
    const events = await rows(
      "select action from audit_logs where resource_id = $1 and action like '%merge%' order by created_at",
      [id],
    );
    expect(events.map(({ action }) => action)).toEqual([
      'admin_merge_customers',
      'admin_undo_merge_of_customers',
    ]);
  });

  test('stay one after a day, and are two when the account is deleted', async () => {
    const { page } = await addRecords();
    await shop.addUser({ email: 'olga@home.example', password: PASSWORD });
    await list();
    const home = `/admin/customers/${await idOf('olga@home.example')}`;
    // A merged record can be merged again.
    await send(page, { intent: 'merge', email: 'olga@work.example' });
    await list();
    await send(home, { intent: 'merge', email: 'olga@example.com' });
    expect(await list('olga')).toEqual([expect.stringMatching(/olga@home.example.* 2 \| \$80.00/)]);
    await rows("update customer_merges set merged_at = now() - interval '25 hours'");
    expect(await readMain(home)).not.toContain('Undo');
    expect(await send(home, { intent: 'undo-merge', email: 'olga@example.com' })).toMatchObject({
      status: 400,
      message: 'Error undoing the merge: this can no longer be undone',
    });
    await rows("select auth.forget_person(id) from auth.users where email = 'olga@home.example'");
    expect(await names('olga')).toHaveLength(1);
    expect(await rows('select email, person from customer_merges')).toEqual([
      { email: 'olga@work.example', person: 'olga@example.com' },
    ]);
  });

  test.each([
    ['', 'enter the email of the other record'],
    ['OLGA@example.com', 'this is the email of this record'],
    ['unknown@example.com', 'no customer has this email'],
  ])('%j is refused', async (email, reason) => {
    const { page } = await addRecords();
    expect(await send(page, { intent: 'merge', email })).toMatchObject({
      status: 400,
      message: `Error merging: ${reason}`,
      field: 'email',
    });
    expect(await rows('select from customer_merges')).toEqual([]);
  });

  test('that two admins merge into each other at the same time do not vanish', async () => {
    const { page, other } = await addRecords();
    const results = await Promise.all([
      send(page, { intent: 'merge', email: 'olga@work.example' }),
      send(`/admin/customers/${other}`, { intent: 'merge', email: 'olga@example.com' }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await names('orlova')).toHaveLength(1);
  });
});

test('the story of a customer has pages', async () => {
  for (let n = 0; n < 51; n += 1) await order({ user_id: olga, amount: n + 1 });
  await list();
  const page = `/admin/customers/${await idOf('olga@example.com')}`;
  expect((await readMain(page)).match(/Order PY-/g)).toHaveLength(50);
  const [, before = ''] = /\?before=(\d+)/.exec(await (await ask(page)).text()) ?? [];
  const second = await readMain(`${page}?before=${before}`);
  expect(second).toMatch(/Order PY-\d+ completed \$1.00/);
  expect(second.match(/Order PY-/g)).toHaveLength(1);
  expect((await ask(`${page}?before=x`)).status).toBe(404);
});

describe('the export', () => {
  test('has all that the search finds, with cells that no spreadsheet runs', async () => {
    await order({
      email: 'gus@example.com',
      customer_name: '=HYPERLINK("http://evil.example")',
      amount: 30,
      refunded: 10,
    });
    await rows(
      `insert into orders (email, amount, payment_id, paid_at, stock, status, customer_name)
       select 'guest' || n || '@example.com', 1, 'pi', now(), 'sold', 'completed', 'Many' from generate_series(1, 1200) as n`,
    );
    const response = await ask('/admin/customers.csv?q=gus');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="customers.csv"');
    const [head, line, ...more] = (await response.text()).split('\r\n');
    expect(head).toBe(
      'email,name,phone,account,orders,spent,disputes,requests,messages,last_seen,last_order',
    );
    expect(line).toMatch(
      /^gus@example\.com,"'=HYPERLINK\(""http:\/\/evil\.example""\)",,no,1,20,0,0,0,\d{4}-[^,]*Z,\d{4}-[^,]*Z$/,
    );
    expect(more).toEqual(['']);
    const many = (await (await ask('/admin/customers.csv?q=many')).text()).trim().split('\r\n');
    expect(new Set(many).size).toBe(1201);
    const events = await rows(
      "select details->'searched' as searched from audit_logs where action = 'admin_export_customers'",
    );
    expect(events).toEqual([{ searched: true }, { searched: true }]);
  });
});

test('a job counts what nobody has looked at', async () => {
  await order({ email: 'job@example.com' });
  expect(await rows("select from customers where email = 'job@example.com'")).toEqual([]);
  await shop.runRegularTask('count-customers');
  await shop.runRegularTask('count-customers');
  expect(await rows("select orders from customers where email = 'job@example.com'")).toEqual([{ orders: 1 }]);
  expect(await rows('select from customer_changes')).toEqual([]);
});

test('two orders of one person that are counted at the same time are both counted', async () => {
  const { pools } = shop.database;
  await order({ email: 'twice@example.com' });
  const count = (before: () => Promise<unknown>) =>
    pools.as({ role: 'service_role' }, async (transaction) => {
      await transaction
        .selectNoFrom((of) => of.fn('count_customers', [of.val(10_000)]).as('counted'))
        .execute();
      await before();
    });
  let second: Promise<unknown> = Promise.resolve();
  await count(async () => {
    // The first count is not committed yet. The second one waits for its row.
    await order({ email: 'twice@example.com' });
    second = count(async () => undefined);
    await expect
      .poll(() =>
        rows(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%count_customers%'",
        ),
      )
      .not.toEqual([]);
  });
  await second;
  expect(await rows("select orders from customers where email = 'twice@example.com'")).toEqual([
    { orders: 2 },
  ]);
});
