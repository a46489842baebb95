import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseAlert } from '#alerts';
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

function ask(id: string, cookie?: string, method = 'POST') {
  const headers = { Origin: 'http://shop.test', ...(cookie !== undefined && { cookie }) };
  return shop.request(`/admin/alert/${id}`, { method, headers });
}

test('only an admin settles an alert', async () => {
  const id = await raise('of others');
  for (const cookie of [undefined, stranger]) {
    const answer = await ask(id, cookie);
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/auth']);
  }
  expect(await isSettled(id)).toBe(false);
  const answer = await ask(id, admin);
  expect([answer.status, await answer.json()]).toEqual([200, { done: true, message: 'Alert settled' }]);
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
  expect((await ask('new', admin)).status).toBe(404);
  expect((await ask('00000000-0000-4000-8000-000000000000', admin)).status).toBe(400);
  for (const method of ['PUT', 'DELETE']) expect((await ask(id, admin, method)).status).toBe(405);
  expect(await isSettled(id)).toBe(false);
});

test('the panel shows the ten newest alerts and their total number', async () => {
  for (let number = 0; number < 12; number += 1) await raise(`number ${number}`);
  const page = await (await shop.request('/admin', { headers: { cookie: admin } })).text();
  const { rows } = await shop.database.owner.query(
    'select count(*)::int as total from alerts where settled_at is null',
  );
  expect(page.replaceAll('<!-- -->', '')).toContain(`Alerts (${rows[0].total})`);
  expect(page.match(/Settle: A payment is disputed/g)).toHaveLength(10);
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
