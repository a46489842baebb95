import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import { settleCrawlAlerts } from '#core/imports/crawl/crawl-alerts.server.ts';
import { reviewOverdueOrders } from '#core/orders/review-overdue-orders.server.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;
let admin: string;
let stranger: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: 'a long password', admin: true });
  await shop.addUser({ email: 'sam@example.com', password: 'a long password' });
  admin = await shop.signIn('ada@example.com', 'a long password');
  stranger = await shop.signIn('sam@example.com', 'a long password');
});
afterAll(() => shop[Symbol.asyncDispose]());

async function raise(subject: string): Promise<string> {
  const { rows } = await shop.database.owner.query(
    "insert into alerts (kind, subject, details) values ('dispute-opened', $1, '{}') returning id",
    [subject],
  );
  return rows[0].id;
}

async function isSettled(id: string): Promise<boolean> {
  const { rows } = await shop.database.owner.query(
    'select settled_at is not null as settled from alerts where id = $1',
    [id],
  );
  return rows[0].settled;
}

function ask(id: string, cookie?: string, { method = 'POST', path = '/admin.data' } = {}) {
  const headers = { Origin: 'http://shop.test', ...(cookie !== undefined && { cookie }) };
  return shop.request(path, { method, headers, body: new URLSearchParams({ intent: 'settle-alert', id }) });
}

test('only an admin settles an alert', async () => {
  const id = await raise('of others');
  for (const cookie of [undefined, stranger]) {
    const answer = await ask(id, cookie, { path: '/admin' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/auth']);
  }
  expect(await isSettled(id)).toBe(false);
  const answer = await ask(id, admin);
  expect([answer.status, await readOutcome(answer)]).toEqual([200, { done: true, message: 'Alert settled' }]);
  expect(await isSettled(id)).toBe(true);
});

test('concurrent requests settle an alert once', async () => {
  const id = await raise('of two');
  const answers = await Promise.all([ask(id, admin), ask(id, admin)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await shop.database.owner.query(
    "select details from audit_logs where action = 'admin_settle_alert' and resource_id = $1",
    [id],
  );
  expect(rows).toMatchObject([
    { details: { admin_action: true, kind: 'dispute-opened', subject: 'of two' } },
  ]);
});

test('invalid ids and actions change nothing', async () => {
  const id = await raise('of odd requests');
  expect((await ask('new', admin)).status).toBe(400);
  expect((await ask('00000000-0000-4000-8000-000000000000', admin)).status).toBe(400);
  for (const method of ['PUT', 'DELETE']) expect((await ask(id, admin, { method })).status).toBe(405);
  expect(await isSettled(id)).toBe(false);
});

async function pageOf(address: string): Promise<string> {
  const response = await shop.request(address, { headers: { cookie: admin } });
  expect(response.status).toBe(200);
  const page = (await response.text()).replaceAll('<!-- -->', '');
  return page.slice(page.indexOf('<main'));
}

/** The addresses of a list's pages, from the first to the last and back, with the subjects on each. */
async function walk(query: string): Promise<{ forth: string[]; back: string[] }> {
  const subjects = (page: string) =>
    [...page.matchAll(/>(subject-\d+)</g)].map(([, subject = '']) => subject);
  const link = (page: string, label: string) =>
    new RegExp(`href="(/admin/alerts[^"]*)"[^>]*>(?:<svg.*?</svg>)? ?${label}`).exec(page)?.[1];
  const follow = async (start: string, label: string) => {
    const found: string[][] = [];
    let last = start;
    for (let at: string | undefined = start; at !== undefined;) {
      last = at;
      const page = await pageOf(at.replaceAll('&amp;', '&'));
      found.push(subjects(page));
      at = link(page, label);
    }
    return { found, last };
  };
  const forth = await follow(`/admin/alerts${query}`, 'Next');
  const back = await follow(forth.last, 'Previous');
  return { forth: forth.found.flat(), back: back.found.toReversed().flat() };
}

test('the tab lists open and settled alerts by pages, newest first, and filters them by kind', async () => {
  const { owner } = shop.database;
  await owner.query('delete from alerts');
  // Three at a time, and closer than JavaScript's clock can tell.
  await owner.query(`
    insert into alerts (kind, subject, details, created_at, settled_at)
    select case when n % 2 = 0 then 'dispute-lost' else 'crawl-failed' end, 's' || n,
      jsonb_build_object('Subject', 'subject-' || n), at, case when n > 60 then at + interval '1 day' end
    from generate_series(1, 130) as n, lateral (
      select timestamptz '2026-01-01 10:00Z' + n / 3 * interval '1 microsecond'
    ) as time (at)`);
  for (const [query, where] of [
    ['', 'settled_at is null'],
    ['?state=settled', 'settled_at is not null'],
    ['?kind=crawl-failed', "settled_at is null and kind = 'crawl-failed'"],
    ['?state=settled&kind=dispute-lost', "settled_at is not null and kind = 'dispute-lost'"],
  ]) {
    const { rows } = await owner.query(
      `select details ->> 'Subject' as subject from alerts where ${where} order by coalesce(settled_at, created_at) desc, id desc`,
    );
    const expected = rows.map(({ subject }) => subject);
    expect([query, await walk(query ?? '')]).toEqual([query, { forth: expected, back: expected }]);
  }
  for (const odd of ['?kind=x', '?after=x', '?after=9999999999999999-x', '?state=x&before=%00'])
    expect(await pageOf(`/admin/alerts${odd}`)).toContain('subject-60');
});

test('a settled alert has who and when, and links lead to the cause', async () => {
  const { owner } = shop.database;
  await owner.query('delete from alerts');
  const { rows } = await owner.query('insert into orders (amount) values (10) returning id, number');
  await owner.query(
    "insert into alerts (kind, subject, order_id) values ('refund-not-done', 'x', $1), ('crawl-failed', 'y', null)",
    [rows[0].id],
  );
  const open = await pageOf('/admin/alerts');
  expect(open).toContain(`href="/admin/orders/PY-${rows[0].number}"`);
  expect(open).toContain('href="/catalog-import"');
  const { rows: alerts } = await owner.query("select id from alerts where kind = 'refund-not-done'");
  await ask(alerts[0].id, admin);
  await owner.query(
    "update profiles set display_name = 'Ada' where user_id = (select settled_by from alerts where id = $1)",
    [alerts[0].id],
  );
  await owner.query("update alerts set settled_at = now() where kind = 'crawl-failed'");
  const settled = await pageOf('/admin/alerts?state=settled');
  expect(settled).toMatch(/Settled:.*<\/time>, by (Ada|a staff member)/);
  expect(settled).toContain('</time>, by itself');
});

test('an overdue order has one alert until it leaves or has a new date', async () => {
  const { owner } = shop.database;
  await owner.query('delete from alerts');
  const add = async (shipBy: string, progress = 'to_pack') => {
    const { rows } = await owner.query(
      `insert into orders (amount, payment_id, paid_at, stock, status, progress, ship_by)
       values (10, 'pi', now(), 'sold', 'completed', $1, now() + $2::interval) returning id`,
      [progress, shipBy],
    );
    return String(rows[0].id);
  };
  const late = await add('-2 hours');
  const moved = await add('-5 hours', 'packed');
  const settled = await add('-1 day', 'partly_shipped');
  for (const [shipBy, progress] of [['-30 minutes'], ['-8 days'], ['-2 hours', 'shipped'], ['1 day']])
    await add(shipBy ?? '', progress);
  const run = async () => {
    await reviewOverdueOrders(shop.database.pools);
    const { rows } = await owner.query(
      "select order_id from alerts where kind = 'order-overdue' and settled_at is null",
    );
    return rows.map(({ order_id: id }) => String(id)).toSorted();
  };
  const sorted = (...ids: string[]) => ids.toSorted();
  expect(await run()).toEqual(sorted(late, moved, settled));
  expect(await run()).toEqual(sorted(late, moved, settled));
  const { rows } = await owner.query('select id, details from alerts where order_id = $1', [settled]);
  expect(rows[0].details).toEqual({
    Order: expect.stringMatching(/^PY-\d+$/),
    'Ship by': expect.any(String),
  });
  await ask(rows[0].id, admin);
  expect(await run()).toEqual(sorted(late, moved));
  await owner.query("update orders set ship_by = now() + interval '1 day' where id = $1", [moved]);
  expect(await run()).toEqual([late]);
  await owner.query("update orders set ship_by = now() - interval '90 minutes' where id = $1", [moved]);
  expect(await run()).toEqual(sorted(late, moved));
  await owner.query("update orders set progress = 'shipped' where progress is not null");
  expect(await run()).toEqual([]);
  await owner.query("update orders set progress = 'to_pack' where id = $1", [late]);
  expect(await run()).toEqual([late]);
});

test('a failed crawl has an alert until its address was crawled', async () => {
  const { owner } = shop.database;
  await owner.query('delete from alerts');
  const { rows } = await owner.query(
    "insert into catalog_crawls (address, sealed_key) values ('https://parts.example/', 'unreadable') returning id",
  );
  await shop.runJobs();
  const open = async () => {
    await settleCrawlAlerts(shop.database.pools);
    return (
      await owner.query(
        "select subject, details from alerts where kind = 'crawl-failed' and settled_at is null",
      )
    ).rows;
  };
  const alert = {
    subject: rows[0].id,
    details: {
      Address: 'https://parts.example/',
      Reason: 'The key can no longer be read. Please start the crawl again.',
    },
  };
  expect(await open()).toEqual([alert]);
  const crawl = (address: string, status: string) =>
    owner.query('insert into catalog_crawls (address, status, ended_at) values ($1, $2, now())', [
      address,
      status,
    ]);
  await crawl('https://other.example/', 'completed');
  await crawl('https://parts.example/', 'canceled');
  expect(await open()).toEqual([alert]);
  await crawl('https://parts.example/', 'completed');
  expect(await open()).toEqual([]);
});

test('an open alert is not raised or mailed again, but a settled one is', async () => {
  const raiseAsShop = () =>
    shop.database.pools.as({ role: 'service_role' }, (transaction) =>
      raiseAlert(transaction, { kind: 'webhook-silent', subject: 'webhook', details: { Since: 'today' } }),
    );
  const mails = async () => {
    await shop.runJobs();
    const { rows } = await shop.database.owner.query(
      "select body from mails where subject like '%Payments arrive%' and sent_at is not null",
    );
    return rows;
  };
  await raiseAsShop();
  await raiseAsShop();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.body).toContain('Since: today');
  await raiseAsShop();
  expect(await mails()).toHaveLength(1);
  await shop.database.owner.query("update alerts set settled_at = now() where kind = 'webhook-silent'");
  await raiseAsShop();
  expect(await mails()).toHaveLength(2);
});
