import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ActionResult } from '#core/values/action-result.ts';
import { server } from '../support/built-server.ts';
import { addPaidOrder, createStripeShop, type StripeShop } from '../support/paid-order.ts';
import { addParts } from '../support/parts.ts';
import { TEST_SECRET } from '../support/test-database.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const EVENTS = '{order.paid,order.shipped,part.sold}';

let stripeShop: StripeShop & AsyncDisposable;
let shop: TestShop;
let admin: string;
let program: Server;
let url: string;

interface Call {
  body: string;
  signature: string;
}
let calls: Call[];
/** A status, or 'hang'. The next calls get them in turn, and then 200. */
let answers: (number | 'hang')[];

beforeAll(async () => {
  stripeShop = await createStripeShop();
  ({ shop } = stripeShop);
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  program = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      calls.push({ body, signature: String(request.headers['partyard-signature']) });
      const answer = answers.shift() ?? 200;
      if (answer !== 'hang')
        response.writeHead(answer, answer === 302 ? { Location: `${url}/elsewhere` } : {}).end('ok');
    });
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
});
afterAll(async () => {
  program.closeAllConnections();
  program.close();
  await stripeShop[Symbol.asyncDispose]();
});
beforeEach(async () => {
  calls = [];
  answers = [];
  await shop.database.owner.query('delete from webhooks; delete from alerts; delete from parts_catalog');
});

/** Past the form, which allows only public addresses. */
async function addWebhook(address = url, events = EVENTS): Promise<string> {
  const { rows } = await shop.database.owner.query(
    'insert into webhooks (url, events, created_by) values ($1, $2, gen_random_uuid()) returning id',
    [address, events],
  );
  return rows[0].id;
}

async function log() {
  const { rows } = await shop.database.owner.query(
    'select id, event, state, attempts, outcome, next_at from webhook_deliveries order by event, id',
  );
  return rows;
}

async function sell(): Promise<void> {
  const [part = ''] = await addParts(shop.database.owner, [{ stock_quantity: 3 }]);
  await send(`/admin/part/${part}`, { intent: 'mark-sold', units: '1', where: 'eBay', price: '' });
}

async function send(path: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(path, fields), {
    method: 'POST',
    body,
    headers: { Cookie: admin },
  });
  return { status: response.status, ...(await readOutcome<ActionResult & { secret?: string }>(response)) };
}

/** Runs the next attempts now. */
async function retry(): Promise<void> {
  await shop.database.owner.query(
    `select graphile_worker.reschedule_jobs(array(
       select id from graphile_worker.jobs where key like 'webhook:%'), now())`,
  );
  await shop.runJobs();
}

test('a paid and shipped order is sent with its parts, signed', async () => {
  const id = await addWebhook();
  await addWebhook(`${url}/other`, '{order.shipped}');
  const order = await addPaidOrder(stripeShop, [{ part_name: 'Hood', stock_number: 'H-7', units: 2 }]);
  await shop.runJobs();
  const told = calls.map(({ body }) => JSON.parse(body));
  expect(told.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
    {
      id: expect.any(String),
      type: 'order.paid',
      created_at: expect.any(String),
      data: { number: `PY-${order.number}`, paid_at: expect.any(String), total_cents: expect.any(Number) },
    },
    {
      id: expect.any(String),
      type: 'part.sold',
      created_at: expect.any(String),
      data: { part_id: order.partIds[0], stock_number: 'H-7', quantity: 2, order: `PY-${order.number}` },
    },
  ]);
  const secret = server.createWebhooks({ secret: TEST_SECRET }).secretOf(id);
  for (const { body, signature } of calls) {
    const [, time, hash] = /^t=(\d+),v1=([\da-f]{64})$/.exec(signature) ?? [];
    expect(hash).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  }

  calls = [];
  await shop.database.owner.query(
    "update orders set progress = 'shipped', sent_at = now() where number = $1",
    [order.number],
  );
  await shop.runJobs();
  const shipped = calls.map(({ body }) => JSON.parse(body));
  expect(shipped.map(({ type }) => type)).toEqual(['order.shipped', 'order.shipped']);
  expect(new Set(shipped.map((event) => event.id)).size).toBe(1);
});

test('an order that is rolled back is not told', async () => {
  await addWebhook();
  const { owner } = shop.database;
  await owner.query('begin');
  await owner.query('insert into orders (amount) values (10)');
  await owner.query(
    "update orders set payment_id = 'pi', paid_at = now(), stock = 'sold', status = 'completed' where paid_at is null",
  );
  expect(await log()).not.toEqual([]);
  await owner.query('rollback');
  expect(await log()).toEqual([]);
});

describe('a program that', () => {
  test.each([
    ['fails', 500, 'Answered 500'],
    ['redirects', 302, 'Answered 302'],
    ['hangs', 'hang', 'No answer in time'],
  ] as const)('%s is called again later with the same event', async (_, answer, outcome) => {
    await addWebhook();
    answers = [answer];
    await sell();
    await shop.runJobs();
    const [first] = await log();
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, outcome });
    expect(first.next_at.getTime() - Date.now()).toBeLessThan(11_000);
    await shop.runJobs();
    expect(calls).toHaveLength(1);
    await retry();
    expect(await log()).toMatchObject([
      { state: 'delivered', attempts: 2, outcome: 'Answered 200', next_at: null },
    ]);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
    await retry();
    expect(calls).toHaveLength(2);
  });

  test('fails for three days is disabled with an alert, and gets what it has missed when enabled', async () => {
    const id = await addWebhook();
    answers = [500, 500];
    await sell();
    await shop.runJobs();
    await shop.database.owner.query("update webhooks set failing_since = now() - interval '73 hours'");
    await retry();
    const { rows } = await shop.database.owner.query('select disabled_at from webhooks');
    expect(rows[0].disabled_at).toBeInstanceOf(Date);
    const alerts = await shop.database.owner.query('select kind, details from alerts');
    expect(alerts.rows).toMatchObject([
      { kind: 'webhook-disabled', details: { 'Last attempt': 'Answered 500' } },
    ]);
    await retry();
    await sell();
    await shop.runJobs();
    expect(calls).toHaveLength(2);
    expect(await log()).toHaveLength(2);

    expect(await send('/admin/settings/api', { intent: 'enable-webhook', id })).toMatchObject({ done: true });
    await shop.runJobs();
    expect((await log()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(calls).toHaveLength(4);
  });

  test('never answers is given up in the end, and an admin sends the event again', async () => {
    await addWebhook();
    await sell();
    await shop.database.owner.query('update webhook_deliveries set attempts = 10');
    answers = [503];
    await shop.runJobs();
    const [delivery] = await log();
    expect(delivery).toMatchObject({ state: 'failed', attempts: 11, next_at: null });
    const page = await (await shop.request('/admin/settings/api', { headers: { Cookie: admin } })).text();
    expect(page).toContain('Given up');
    expect(page).toContain('Answered 503');
    expect(await send('/admin/settings/api', { intent: 'send-again', id: delivery.id })).toMatchObject({
      done: true,
    });
    await shop.runJobs();
    expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(new Set(calls.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
  });

  test('hangs is not called with each new event, so that others are not delayed', async () => {
    await addWebhook();
    answers = ['hang'];
    await sell();
    await shop.runJobs();
    await sell();
    await sell();
    await shop.runJobs();
    expect(calls).toHaveLength(1);
    expect((await log()).map(({ attempts }) => attempts).toSorted()).toEqual([0, 0, 1]);
    await retry();
    await retry();
    expect((await log()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test('was called before the shop was killed is called again', async () => {
    await addWebhook();
    await sell();
    const [{ id: deliveryId }] = await log();
    const { pools } = shop.database;
    const webhooks = server.createWebhooks({ secret: TEST_SECRET, allowsPrivate: true });
    const killed = {
      ...webhooks,
      send: async (...sent: Parameters<typeof webhooks.send>) => {
        await webhooks.send(...sent);
        throw new Error('Killed');
      },
    };
    const deliver = server.jobTasks({ ...jobServices(), database: pools, webhooks: killed })[
      'deliver-webhook'
    ];
    await expect(
      deliver?.({ deliveryId }, { abortSignal: new AbortController().signal } as never),
    ).rejects.toThrow('Killed');
    expect(await log()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await shop.runJobs();
    expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(calls.map(({ body }) => JSON.parse(body).id)).toEqual(
      Array(2).fill(JSON.parse(calls[0]?.body ?? '').id),
    );
  });
});

/** The task of webhooks needs no other service. */
function jobServices() {
  return {} as Parameters<typeof server.jobTasks>[0];
}

test('private addresses are not called, whatever their names say', async () => {
  const webhooks = server.createWebhooks({ secret: TEST_SECRET });
  const { port } = program.address() as AddressInfo;
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1']) {
    const sent = await webhooks.send(
      { webhookId: 'one', url: `https://${host}:${port}/`, body: '{}' },
      new AbortController().signal,
    );
    expect([host, sent]).toEqual([
      host,
      { delivered: false, outcome: 'The address is not on the public internet' },
    ]);
  }
  expect(calls).toEqual([]);
});

test('an address that no delivery would reach is not saved', async () => {
  const webhooks = server.createWebhooks({ secret: TEST_SECRET });
  await using strict = await createTestShop({ webhooks });
  await strict.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  const cookie = await strict.signIn('ada@example.com', PASSWORD);
  const add = async (address: string) => {
    const body = new FormData();
    body.set('intent', 'add-webhook');
    body.set('url', address);
    body.set('events', 'part.sold');
    const headers = { Cookie: cookie };
    return readOutcome(await strict.request('/admin/settings/api.data', { method: 'POST', body, headers }));
  };
  for (const host of [
    '127.0.0.1',
    '10.0.0.1',
    '[::1]',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    'localhost',
    '169.254.169.254',
  ])
    expect(await add(`https://${host}/hook`), host).toEqual({
      done: false,
      errors: { url: 'The address is not on the public internet' },
    });
  expect((await strict.database.owner.query('select from webhooks')).rows).toEqual([]);
  // The name server may be away for a moment.
  expect(await add('https://hook.invalid/')).toMatchObject({ done: true });
});

test('admins add webhooks with https, and see the secret once', async () => {
  expect(
    await send('/admin/settings/api', {
      intent: 'add-webhook',
      url: 'http://example.com/',
      events: 'part.sold',
    }),
  ).toMatchObject({
    status: 400,
    errors: { url: 'Please enter an address that starts with https://' },
  });
  const added = await send('/admin/settings/api', {
    intent: 'add-webhook',
    url: 'https://example.com/hook',
    events: 'part.sold',
  });
  expect(added).toMatchObject({ done: true, secret: expect.stringMatching(/^whsec_[\w-]{43}$/) });
  const page = await (await shop.request('/admin/settings/api', { headers: { Cookie: admin } })).text();
  expect(page).toContain('https://example.com/hook');
  expect(page).not.toContain(added.secret);
  const { rows } = await shop.database.owner.query('select id from webhooks');
  expect(await send('/admin/settings/api', { intent: 'delete-webhook', id: rows[0].id })).toMatchObject({
    done: true,
  });
  expect((await shop.database.owner.query('select from webhooks')).rows).toEqual([]);
});
