import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MissedRow } from '#desk/assistants/missed/list-missed.server.ts';
import type { PlatformRow } from '#desk/assistants/platforms/list-platforms.server.ts';
import type { EventRow } from '#desk/assistants/events/list-events.server.ts';
import { type AgentPlatform, LOCAL_SITE, startAgentPlatform } from '../support/agent-platform.ts';
import { deliver } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { payForAgent } from '../support/pay-for-agent.ts';
import { randomAddress } from '../support/random-address.ts';
import { loaderAddress, readLoaderData, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const HOST = '127.0.0.1';

let shop: TestShop;
let platform: AgentPlatform;
let cookie: string;
let pads: string;

beforeAll(async () => {
  shop = await createTestShop({ siteUrl: LOCAL_SITE });
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query("update shop_settings set values = '{}'");
  platform = await startAgentPlatform(shop);
  [pads = ''] = await addParts(shop.database.owner, [{ part_name: 'Pads', price: 40, stock_quantity: 3 }]);
  return () => platform[Symbol.asyncDispose]();
});

async function post(path: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(`${path}.data`, { method: 'POST', body, headers: { Cookie: cookie } });
  return { status: response.status, ...(await readOutcome(response)) };
}

interface Page<Row> {
  list: { rows: Row[]; previous: string | null; next: string | null };
}

async function read<Row>(path: string, screen: string): Promise<Page<Row>['list']> {
  const route = `desk/assistants/${screen}/${screen}`;
  const response = await shop.request(loaderAddress(path, route), { headers: { Cookie: cookie } });
  return (await readLoaderData<Page<Row>>(response, route)).list;
}

const findPlatform = async () =>
  (await read<PlatformRow>('/admin/assistants', 'platforms')).rows.find(
    ({ profileUrl }) => profileUrl === platform.profileUrl,
  );

/** Prepares a checkout, and opens its payment page. */
async function order() {
  const { body: checkout } = await platform.ask(
    'POST',
    '/checkout-sessions',
    {
      line_items: [{ item: { id: pads }, quantity: 2 }],
      buyer: { email: 'dana@example.com', first_name: 'Dana' },
      fulfillment: {
        methods: [
          {
            type: 'shipping',
            destinations: [
              {
                street_address: '500 Harbor Drive',
                address_locality: 'San Diego',
                address_region: 'CA',
                postal_code: '92101',
                address_country: 'US',
              },
            ],
          },
        ],
      },
    },
    { key: randomUUID(), headers: { 'x-forwarded-for': randomAddress() } },
  );
  const total: number = checkout.totals.find(({ type }: { type: string }) => type === 'total').amount;
  const { orderId = '' } = await payForAgent(shop, checkout.continue_url, total);
  return { orderId, total };
}

async function buy() {
  const { orderId, total } = await order();
  expect((await deliver(shop, orderId, 'paid')).status).toBe(200);
  const { rows } = await shop.database.owner.query('select number from orders where id = $1', [orderId]);
  return { orderId, number: `PY-${rows[0].number}`, total };
}

const pageOf = async (path: string) => (await shop.request(path, { headers: { Cookie: cookie } })).text();

test('a platform is listed with what came of it, and its order says where it came from', async () => {
  await platform.ask('POST', '/carts', { line_items: [{ item: { id: pads }, quantity: 1 }] });
  await platform.ask('POST', '/catalog/search', { query: 'flux capacitor' });
  const { number, total } = await buy();
  await shop.database.owner.query('update parts_catalog set stock_quantity = 9');
  await order();
  expect(await findPlatform()).toMatchObject({
    host: HOST,
    hasSigned: true,
    refusedBy: [],
    carts: 1,
    checkouts: 2,
    missed: 1,
    orders: 1,
    cents: total,
  });
  expect((await pageOf(`/admin/orders/${number}`)).replaceAll(/<!--.*?-->|<[^>]*>/g, '')).toContain(
    `Came from an assistant: ${HOST}`,
  );
  expect(await pageOf('/admin/orders')).toMatch(/<span[^>]*>Assistant<\/span>/);
  await shop.database.owner.query("update agent_checkouts set created_at = now() - interval '91 days'");
  expect(await findPlatform()).toMatchObject({ checkouts: 0, orders: 0, cents: 0 });
});

describe('a host', () => {
  const ask = async () => (await platform.ask('POST', '/catalog/search', { query: 'pads' })).status;
  const change = (intent: string, host = HOST) => post('/admin/assistants', { intent, host });

  test('is refused and served again at once, and the settings say so', async () => {
    expect(await ask()).toBe(200);
    expect(await change('refuse')).toMatchObject({ status: 200, message: `${HOST} is refused` });
    expect(await ask()).toBe(403);
    expect((await findPlatform())?.refusedBy).toEqual([HOST]);
    expect(await change('refuse')).toMatchObject({ done: true, message: `${HOST} is refused already` });
    expect(await change('serve')).toMatchObject({ status: 200, message: `${HOST} is served again` });
    expect(await ask()).toBe(200);
    const { rows } = await shop.database.owner.query(
      `select details -> 'after' as after from audit_logs
       where action = 'admin_change_settings' order by created_at`,
    );
    expect(rows).toEqual([
      { after: { 'assistants.refusedHosts.0': HOST } },
      { after: { 'assistants.refusedHosts.0': null } },
    ]);
  });

  test('that a host above it refuses is served again with that one', async () => {
    await change('refuse', 'example.com');
    await change('refuse', 'other.example');
    expect(await change('serve', 'shop.example.com')).toMatchObject({
      message: 'example.com is served again',
    });
    const { rows } = await shop.database.owner.query('select values from shop_settings');
    expect(rows[0].values).toEqual({ assistants: { refusedHosts: ['other.example'] } });
  });

  test.each(['', 'not a host', 'https://example.com/', `${'a'.repeat(254)}.example`, '\0'])(
    'that is none is refused as an entry: %j',
    async (host) => {
      expect(await change('refuse', host)).toMatchObject({ status: 400, done: false });
      const { rows } = await shop.database.owner.query('select values from shop_settings');
      expect(rows[0].values).toEqual({});
    },
  );
});

test('the signing key is changed, and a stolen one is withdrawn', async () => {
  const keys = async () => {
    const profile = await (await shop.request('/.well-known/ucp')).json();
    return profile.signing_keys.map(({ kid }: { kid: string }) => kid) as string[];
  };
  const [first] = await keys();
  expect(await post('/admin/assistants', { intent: 'change-key' })).toMatchObject({
    status: 200,
    done: true,
  });
  const both = await keys();
  expect(both).toHaveLength(2);
  expect(both).toContain(first);
  await post('/admin/assistants', { intent: 'change-key', isStolen: 'yes' });
  const [left, ...others] = await keys();
  expect(others).toEqual([]);
  expect(both).not.toContain(left);
  const { rows } = await shop.database.owner.query(
    `select details -> 'isStolen' as stolen from audit_logs where action = 'admin_change_agent_key' order by created_at`,
  );
  expect(rows).toEqual([{ stolen: false }, { stolen: true }]);
});

test('an event that did not arrive is listed, and sent again with the same id', async () => {
  await shop.database.owner.query('delete from agent_events');
  const { number } = await buy();
  platform.eventAnswers = [500];
  await shop.runJobs();
  const events = async () => (await read<EventRow>('/admin/assistants/events', 'events')).rows;
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  expect(event).toMatchObject({ state: 'waiting', attempts: 1, outcome: 'Answered 500' });
  expect(number).toBe(`PY-${event?.orderNumber}`);
  const again = () => post('/admin/assistants/events', { intent: 'send-again', id: event?.id ?? '' });
  await shop.database.owner.query("update agent_events set state = 'failed', next_at = null");
  await shop.database.owner.query(
    `insert into agent_events (checkout_id, order_id, state, payload, happened_at)
     select checkout_id, order_id, 'delivered', '{}', happened_at + interval '1 second' from agent_events`,
  );
  const superseded = 'the platform has got a later state of this order meanwhile';
  expect(await again()).toMatchObject({ status: 400, message: expect.stringContaining(superseded) });
  await shop.database.owner.query("delete from agent_events where state = 'delivered'");
  expect(await again()).toMatchObject({ status: 200, message: 'The event is sent again' });
  await shop.runJobs();
  expect(await events()).toEqual([]);
  const ids = platform.events.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([event?.id, event?.id]);
  expect(await again()).toMatchObject({ status: 400, done: false });
  expect(await post('/admin/assistants/events', { intent: 'send-again', id: 'x' })).toMatchObject({
    status: 400,
  });
  const { rowCount } = await shop.database.owner.query(
    "select from audit_logs where action = 'admin_send_agent_event_again'",
  );
  expect(rowCount).toBe(1);
});

test.each(['often', 'new'])('what was not found is paged, sorted by %s', async (sort) => {
  await platform.ask('POST', '/catalog/search', { query: 'flux capacitor' });
  const platformId = (await findPlatform())?.id;
  await shop.database.owner.query(
    `insert into audit_logs (action, resource_type, resource_id, details, created_at)
     select 'search', 'agent_platform', $1, jsonb_build_object('query', 'Horn ' || number % 40, 'results_count', 0),
       now() - number / 2 * interval '1 minute'
     from generate_series(1, 90) as number`,
    [platformId],
  );
  const path = `/admin/assistants/missed?sort=${sort}`;
  const first = await read<MissedRow>(path, 'missed');
  const second = await read<MissedRow>(`${path}&after=${first.next}`, 'missed');
  expect([first.rows.length, first.previous, second.next]).toEqual([25, null, null]);
  const all = [...first.rows, ...second.rows];
  expect(new Set(all.map(({ words }) => words)).size).toBe(all.length);
  expect(all.filter(({ words }) => words.startsWith('horn '))).toHaveLength(40);
  const place = ({ times, last }: MissedRow) => [sort === 'often' ? 1000 - times : 0, -Date.parse(last)];
  const places = all.map(place);
  expect(places).toEqual(places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
  const back = await read<MissedRow>(`${path}&before=${second.previous}`, 'missed');
  expect(back).toEqual({ ...first, next: expect.any(String) });
});

test('platforms and events are paged', async () => {
  await platform.ask('POST', '/catalog/search', { query: 'pads' });
  const { orderId } = await buy();
  const { owner } = shop.database;
  await owner.query(
    `insert into agent_platforms (profile_url, last_seen_at)
     select 'https://assistant.example/' || number, now() - number / 2 * interval '1 minute'
     from generate_series(1, 40) as number`,
  );
  await owner.query(
    `insert into agent_events (checkout_id, order_id, state, payload, happened_at)
     select agent_checkouts.id, orders.id, 'failed', '{}', now() - nth / 2 * interval '1 minute'
     from orders join agent_checkouts on payer_id = browser_id, generate_series(1, 40) as nth
     where orders.id = $1`,
    [orderId],
  );
  for (const [path, screen] of [
    ['/admin/assistants', 'platforms'],
    ['/admin/assistants/events', 'events'],
  ] as const) {
    const first = await read<{ id: string }>(path, screen);
    const second = await read<{ id: string }>(`${path}?after=${first.next}`, screen);
    expect([first.rows.length, first.previous, second.next]).toEqual([25, null, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(25 + second.rows.length);
    expect(second.rows.length).toBeGreaterThanOrEqual(15);
    expect((await read<{ id: string }>(`${path}?before=${second.previous}`, screen)).rows).toEqual(
      first.rows,
    );
  }
  await owner.query('delete from agent_events');
  await owner.query("delete from agent_platforms where profile_url like 'https://assistant.example/%'");
});

describe('the owner tries a request', () => {
  async function ask(body: string, type = 'application/json') {
    const headers = { Cookie: cookie, 'Content-Type': type };
    const response = await shop.request('/admin/assistants/try/answer', { method: 'POST', headers, body });
    return { http: response.status, ...(await response.json().catch(() => ({}))) };
  }

  test('and gets what an assistant gets', async () => {
    for (const search of [
      { query: 'pads', filters: { price: { max: 5_000 } } },
      { query: 'pads', pagination: { limit: 'x' } },
    ]) {
      const assistant = await platform.ask('POST', '/catalog/search', search);
      const { status, body } = await ask(JSON.stringify(search));
      expect(status).toBe(assistant.status);
      expect(JSON.parse(body)).toEqual(assistant.body);
    }
  });

  test('without a body of JSON, it is refused as that of an assistant', async () => {
    const { status, body } = await ask('{');
    expect([status, JSON.parse(body).code]).toEqual([400, 'invalid_request']);
    expect((await ask('{}', 'text/plain')).http).toBe(415);
  });

  test('a VIN is in no record', async () => {
    const vin = '1HGFA16526L081415';
    await ask(JSON.stringify({ query: 'flux capacitor', filters: { vin } }));
    const { rows } = await shop.database.owner.query(
      "select audit_logs::text as row from audit_logs where resource_id = 'owner'",
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(vin.slice(-6));
  });
});

test('the form of a new part begins with what someone has looked for', async () => {
  const open = async (wanted: string) => {
    const address = `/admin/part/new?${new URLSearchParams({ wanted })}`;
    return (await shop.request(address, { headers: { Cookie: cookie } })).json();
  };
  const wanted = { name: 'flux capacitor', make: 'Honda', model: 'Civic', year: '2010' };
  expect((await open(JSON.stringify(wanted))).template).toMatchObject({
    part_name: 'Flux capacitor',
    vehicle_make: 'Honda',
    vehicle_model: 'Civic',
    vehicle_year: 2010,
    price: null,
  });
  for (const odd of ['', '{', '[]', '{"name":1}']) expect((await open(odd)).template).toBeUndefined();
});
