import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AgentPlatform, LOCAL_SITE, type Sent, startAgentPlatform } from '../support/agent-platform.ts';
import { deliver } from '../support/checkout.ts';
import { makeJobsDue } from '../support/jobs.ts';
import { addParts } from '../support/parts.ts';
import { payForAgent } from '../support/pay-for-agent.ts';
import { randomAddress } from '../support/random-address.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { findSchemaErrors } from '../support/ucp-schemas.ts';

let shop: TestShop;
let platform: AgentPlatform;
let pads: string;

beforeAll(async () => {
  shop = await createTestShop({ siteUrl: LOCAL_SITE });
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  platform = await startAgentPlatform(shop);
  [pads = ''] = await addParts(shop.database.owner, [{ part_name: 'Pads', price: 40, stock_quantity: 3 }]);
  return () => platform[Symbol.asyncDispose]();
});

const change = (): Sent => ({ key: randomUUID(), headers: { 'x-forwarded-for': randomAddress() } });

const HOME = {
  street_address: '500 Harbor Drive',
  address_locality: 'San Diego',
  address_region: 'CA',
  postal_code: '92101',
  address_country: 'US',
};

async function prepare(sent: Sent = {}, asked = platform) {
  const { status, body } = await asked.ask(
    'POST',
    '/checkout-sessions',
    {
      line_items: [{ item: { id: pads }, quantity: 2 }],
      buyer: { email: 'dana@example.com', first_name: 'Dana' },
      fulfillment: { methods: [{ type: 'shipping', destinations: [HOME] }] },
    },
    { ...change(), ...sent },
  );
  expect(status).toBe(201);
  return body as { id: string; continue_url: string; totals: { type: string; amount: number }[] };
}

const pay = (address: string, total: number | string) => payForAgent(shop, address, total);

const totalOf = ({ totals }: { totals: { type: string; amount: number }[] }) =>
  totals.find(({ type }) => type === 'total')?.amount ?? 0;

async function buy(sent: Sent = {}) {
  const checkout = await prepare(sent);
  const { orderId = '' } = await pay(checkout.continue_url, totalOf(checkout));
  expect((await deliver(shop, orderId, 'paid')).status).toBe(200);
  return { checkout, orderId };
}

const read = (path: string, sent: Sent = {}) => platform.ask('GET', path, undefined, sent);

describe('the page of a checkout', () => {
  test('shows what the assistant asked for, and holds nothing until the person pays', async () => {
    const checkout = await prepare();
    const page = await shop.request(new URL(checkout.continue_url).pathname);
    const html = await page.text();
    expect([page.status, page.headers.get('Cache-Control'), page.headers.get('Referrer-Policy')]).toEqual([
      200,
      'private, no-store',
      'no-referrer',
    ]);
    for (const text of ['Pads', '500 Harbor Drive', 'dana@example.com', 'Pay $'])
      expect(html).toContain(text);
    expect(await held()).toBe(0);
    const { orderId, status } = await pay(checkout.continue_url, totalOf(checkout));
    expect(status).toBe(200);
    expect(await held()).toBe(2);
    const { rows } = await shop.database.owner.query(
      'select email, amount, ship_to from orders where id = $1',
      [orderId],
    );
    expect(rows).toMatchObject([{ email: 'dana@example.com', ship_to: { state: 'CA', zip: '92101' } }]);
    expect(Math.round(Number(rows[0].amount) * 100)).toBe(totalOf(checkout));
  });

  test('has one payment page, however often it is opened, and the checkout stays as it is meanwhile', async () => {
    const checkout = await prepare();
    const [one, other] = await Promise.all([
      pay(checkout.continue_url, totalOf(checkout)),
      pay(checkout.continue_url, totalOf(checkout)),
    ]);
    const later = await pay(checkout.continue_url, totalOf(checkout));
    expect(new Set([one.orderId, other.orderId, later.orderId].filter(Boolean)).size).toBe(1);
    expect(await held()).toBe(2);
    const { body } = await read(`/checkout-sessions/${checkout.id}`);
    expect(body).toMatchObject({ status: 'requires_escalation', line_items: [{ quantity: 2 }] });
    expect(totalOf(body)).toBe(totalOf(checkout));
  });

  test('does not charge another price than it showed, nor anything for a made-up id', async () => {
    const checkout = await prepare();
    await shop.database.owner.query('update parts_catalog set price = 50 where id = $1', [pads]);
    const { status, orderId } = await pay(checkout.continue_url, totalOf(checkout));
    expect([status, orderId]).toEqual([409, undefined]);
    expect((await shop.request(`/assistant/chk_${randomUUID()}`)).status).toBe(404);
    expect((await pay(`${LOCAL_SITE}/assistant/chk_${randomUUID()}`, 1)).status).toBe(409);
  });

  test('a change by the platform closes the payment page, and so does canceling', async () => {
    const checkout = await prepare();
    await pay(checkout.continue_url, totalOf(checkout));
    const input = { line_items: [{ item: { id: pads }, quantity: 1 }] };
    const changed = await platform.ask('PUT', `/checkout-sessions/${checkout.id}`, input, change());
    expect(changed.body).toMatchObject({ line_items: [{ quantity: 1 }] });
    expect(await held()).toBe(0);
    await pay(checkout.continue_url, totalOf(changed.body));
    expect(await held()).toBe(1);
    const canceled = await platform.ask('POST', `/checkout-sessions/${checkout.id}/cancel`, {}, change());
    expect(canceled.body.status).toBe('canceled');
    expect(await held()).toBe(0);
    expect((await pay(checkout.continue_url, totalOf(changed.body))).status).toBe(409);
  });
});

test('what a signed request made is read and changed by signed ones only', async () => {
  const { id } = await prepare();
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', itemsOf(pads)],
    ['POST', '/cancel', {}],
  ] as const) {
    const { status, body: answer } = await platform.ask(method, `/checkout-sessions/${id}${path}`, body, {
      signs: false,
    });
    expect([status, answer.code]).toEqual([401, 'signature_missing']);
  }
  const { body: cart } = await platform.ask('POST', '/carts', itemsOf(pads), change());
  expect((await read(`/carts/${cart.id}`, { signs: false })).status).toBe(401);
  expect((await read(`/carts/${cart.id}`)).body.id).toBe(cart.id);
});

describe('an order', () => {
  test('completes its checkout, and its platform reads it and is told of it', async () => {
    const { checkout, orderId } = await buy();
    const { body: completed } = await read(`/checkout-sessions/${checkout.id}`);
    expect(completed).toMatchObject({ status: 'completed', order: { id: orderId } });
    expect(completed).not.toHaveProperty('continue_url');
    expect(completed.order.permalink_url).toMatch(/^http:\/\/localhost:4711\/orders\/PY-\d+$/);
    const again = await platform.ask('PUT', `/checkout-sessions/${checkout.id}`, itemsOf(pads), change());
    expect(again.status).toBe(409);

    const { body: order, isSigned } = await read(`/orders/${orderId}`);
    expect(isSigned).toBe(true);
    expect(findSchemaErrors('schemas/shopping/order.json', order)).toEqual([]);
    expect(order).toMatchObject({
      id: orderId,
      checkout_id: checkout.id,
      currency: 'USD',
      line_items: [
        {
          id: 'li_1',
          item: { id: pads },
          quantity: { original: 2, total: 2, fulfilled: 0 },
          status: 'processing',
        },
      ],
      fulfillment: { expectations: [{ method_type: 'shipping', line_items: [{ id: 'li_1', quantity: 2 }] }] },
      adjustments: [],
    });
    expect(totalOf(order)).toBe(totalOf(checkout));

    await shop.runJobs();
    const [created] = platform.events;
    expect(platform.events).toHaveLength(1);
    expect(created?.isSigned).toBe(true);
    expect(created?.body).toEqual({ ...order, ucp: expect.anything() });
    expect(created?.headers).toMatchObject({
      'ucp-agent': `profile="${LOCAL_SITE}/.well-known/ucp"`,
      'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'idempotency-key': created?.headers['webhook-id'],
    });
  });

  test('is told of again with the same id until the platform answers, and changes follow in order', async () => {
    const { orderId } = await buy();
    platform.eventAnswers = [500];
    await shop.runJobs();
    const line = await firstLine(orderId);
    await shop.database.owner.query(
      "insert into unit_ledger (line_id, kind, quantity) values ($1, 'canceled', 1)",
      [line],
    );
    await makeJobsDue(shop.database.owner);
    await shop.database.owner.query('update agent_events set next_at = null');
    await shop.runJobs();
    const ids = platform.events.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(3);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(platform.events[1]?.body).toEqual(platform.events[0]?.body);
    expect(platform.events[2]?.body).toMatchObject({
      line_items: [{ quantity: { original: 2, total: 1, fulfilled: 0 } }],
      adjustments: [{ type: 'cancellation', line_items: [{ id: 'li_1', quantity: -1 }] }],
    });
    expect(findSchemaErrors('schemas/shopping/order.json', platform.events[2]?.body)).toEqual([]);
  });

  test('of an unsigned checkout is nothing that the platform reads or hears of', async () => {
    const { checkout, orderId } = await buy({ signs: false });
    expect((await read(`/checkout-sessions/${checkout.id}`)).body.status).toBe('completed');
    expect((await read(`/orders/${orderId}`)).body).toMatchObject({
      ucp: { status: 'error' },
      messages: [{ code: 'not_found' }],
    });
    await shop.runJobs();
    expect(platform.events).toEqual([]);
  });

  test('is told to no platform that the owner refuses, or that wants no events', async () => {
    const { orderId } = await buy();
    const refuse = (hosts: string[]) =>
      shop.database.owner.query(
        "update shop_settings set values = values || jsonb_build_object('assistants', jsonb_build_object('refusedHosts', $1::jsonb))",
        [JSON.stringify(hosts)],
      );
    await refuse(['127.0.0.1']);
    await shop.runJobs();
    await refuse([]);
    expect(platform.events).toEqual([]);
    expect(await eventsOf(orderId)).toMatchObject([{ state: 'failed' }]);

    await using quiet = await startAgentPlatform(shop);
    for (const declared of quiet.profile.ucp.capabilities['dev.ucp.shopping.order'] ?? [])
      delete declared['config'];
    const checkout = await prepare({}, quiet);
    const { orderId: other = '' } = await pay(checkout.continue_url, totalOf(checkout));
    await deliver(shop, other, 'paid');
    await shop.runJobs();
    expect(await eventsOf(other)).toEqual([]);
  });

  test('of a buyer who has left is told no more, and its lines keep their names', async () => {
    const { checkout, orderId } = await buy();
    await shop.database.owner.query('update orders set buyer_left = true, email = null where id = $1', [
      orderId,
    ]);
    await shop.runJobs();
    expect(platform.events).toEqual([]);
    expect((await read(`/checkout-sessions/${checkout.id}`)).body).toMatchObject({
      messages: [{ code: 'not_found' }],
    });
    expect((await read(`/orders/${orderId}`)).body.line_items).toMatchObject([{ id: 'li_1' }]);
    const { rows } = await shop.database.owner.query('select asked from agent_checkouts where id = $1', [
      checkout.id.replace('chk_', ''),
    ]);
    expect(Object.keys(rows[0].asked)).toEqual(['line_items']);
  });

  test('is read with a signature only, and by no other platform', async () => {
    const { orderId } = await buy();
    expect((await read(`/orders/${orderId}`, { signs: false })).status).toBe(401);
    await using other = await startAgentPlatform(shop);
    const { body } = await other.ask('GET', `/orders/${orderId}`);
    expect(body).toMatchObject({ ucp: { status: 'error' }, messages: [{ code: 'not_found' }] });
    expect((await read('/orders/unknown')).body).toMatchObject({ messages: [{ code: 'not_found' }] });
  });
});

const itemsOf = (id: string) => ({ line_items: [{ item: { id }, quantity: 1 }] });

const held = async () =>
  Number(
    (await shop.database.owner.query('select stock_held from parts_catalog where id = $1', [pads])).rows[0]
      .stock_held,
  );

const eventsOf = async (orderId: string) =>
  (await shop.database.owner.query('select state from agent_events where order_id = $1', [orderId])).rows;

const firstLine = async (orderId: string): Promise<string> =>
  (await shop.database.owner.query('select id from order_lines where order_id = $1', [orderId])).rows[0].id;
