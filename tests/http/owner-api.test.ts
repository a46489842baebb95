import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiScopeNames, type ApiScope } from '#core/api/api-key.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { server } from '../support/built-server.ts';
import { addPaidOrder, createStripeShop, type StripeShop } from '../support/paid-order.ts';
import { addParts } from '../support/parts.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { routesOf } from '../support/routes.ts';
import { TEST_SECRET } from '../support/test-database.ts';
import type { TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let stripeShop: StripeShop & AsyncDisposable;
let shop: TestShop;
let admin: string;
/** With all scopes. */
let key: string;

beforeAll(async () => {
  stripeShop = await createStripeShop();
  ({ shop } = stripeShop);
  const adminId = await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.database.owner.query("insert into profiles (user_id, display_name) values ($1, 'Ada')", [
    adminId,
  ]);
  admin = await shop.signIn('ada@example.com', PASSWORD);
  key = await createKey('Everything', apiScopeNames);
});
afterAll(() => stripeShop[Symbol.asyncDispose]());
beforeEach(() => shop.database.owner.query('delete from parts_catalog; delete from deleted_parts'));

async function sendAsAdmin(intent: string, { id = '', name = '', scopes = [] as readonly string[] } = {}) {
  const body = new FormData();
  for (const [field, value] of Object.entries({ intent, id, name })) body.set(field, value);
  for (const scope of scopes) body.append('scopes', scope);
  const response = await shop.request('/admin/settings/api.data', {
    method: 'POST',
    body,
    headers: { Cookie: admin },
  });
  return { status: response.status, ...(await readOutcome<ActionResult & { secret?: string }>(response)) };
}

async function createKey(name: string, scopes: readonly ApiScope[]): Promise<string> {
  const created = await sendAsAdmin('create-key', { name, scopes });
  expect(created).toMatchObject({ status: 200, secret: expect.stringMatching(/^py_live_[\w-]{43}$/) });
  return created.secret ?? '';
}

interface DescribedOperation {
  operationId: string;
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}

interface Asked {
  method?: string;
  with?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function ask(path: string, { method = 'GET', with: token = key, body, headers }: Asked = {}) {
  const response = await shop.request(`/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

const addPart = (body: object, headers?: Record<string, string>) =>
  ask('/parts', { method: 'POST', body, ...(headers && { headers }) });
const change = (id: string, body: object, more: Asked = {}) =>
  ask(`/parts/${id}`, { method: 'PATCH', body, ...more });

async function countParts(): Promise<number> {
  const { rows } = await shop.database.owner.query('select count(*)::int as parts from parts_catalog');
  return rows[0].parts;
}

describe('keys', () => {
  test('are shown once, listed with their last use, and stop at once when revoked', async () => {
    const token = await createKey('Website sync', ['parts:read']);
    expect((await ask('/parts', { with: token })).status).toBe(200);
    const page = await (await shop.request('/admin/settings/api', { headers: { Cookie: admin } })).text();
    expect(page).toContain('Website sync');
    expect(page).toContain('by Ada');
    expect(page).not.toContain(token);
    const { rows } = await shop.database.owner.query(
      "select id, last_used_at, row_to_json(api_keys)::text as row from api_keys where name = 'Website sync'",
    );
    expect(rows[0].last_used_at).toBeInstanceOf(Date);
    expect(rows[0].row).not.toContain(token.slice(8));

    expect(await sendAsAdmin('create-key', { name: 'website SYNC', scopes: ['parts:read'] })).toMatchObject({
      status: 409,
      message: 'Error creating key: another key has this name',
    });
    expect(await sendAsAdmin('revoke-key', { id: rows[0].id })).toMatchObject({
      done: true,
    });
    expect(await ask('/parts', { with: token })).toMatchObject({
      status: 401,
      body: { title: 'No valid key' },
    });
    const events = await shop.database.owner.query(
      "select action, details ->> 'name' as name from audit_logs where resource_id = $1 order by created_at",
      [rows[0].id],
    );
    expect(events.rows).toEqual([
      { action: 'admin_create_api_key', name: 'Website sync' },
      { action: 'admin_revoke_api_key', name: 'Website sync' },
    ]);
  });

  test('need a name and a scope', async () => {
    expect(await sendAsAdmin('create-key', { scopes: ['parts:delete'] })).toMatchObject({
      status: 400,
      errors: { name: 'Please name the program that uses it', scopes: 'Please choose what it may do' },
    });
  });

  test('without a valid key nothing is answered, and cookies do not count', async () => {
    for (const headers of [
      {},
      { Authorization: 'Bearer py_live_short' },
      { Authorization: `Bearer py_live_${'a'.repeat(43)}` },
      { Authorization: `Basic ${key}` },
      { Cookie: admin },
    ]) {
      const response = await shop.request('/api/v1/parts', { headers: headers as Record<string, string> });
      expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
      expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    }
  });

  test('each scope allows what it says, in the API and in the database', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 2 }]);
    const attempts: Record<string, () => Promise<number>> = {};
    const attempt = (what: string, path: string, asked: Asked) => {
      attempts[what] = async () => (await ask(path, asked)).status;
    };
    const allowed: Record<ApiScope, string[]> = {
      'parts:read': ['list'],
      'parts:private': [],
      'parts:write': ['name', 'price', 'stock'],
      'prices:write': ['price'],
      'stock:write': ['stock'],
      'orders:read': ['orders'],
      'vehicles:read': ['cars'],
    };
    for (const scope of apiScopeNames) {
      const token = await createKey(`Only ${scope}`, [scope]);
      attempt('list', '/parts', { with: token });
      attempt('orders', '/orders', { with: token });
      attempt('cars', '/vehicles', { with: token });
      attempt('name', `/parts/${id}`, { method: 'PATCH', with: token, body: { part_name: 'Horn' } });
      attempt('price', `/parts/${id}`, { method: 'PATCH', with: token, body: { price_cents: 4100 } });
      attempt('stock', `/parts/${id}`, { method: 'PATCH', with: token, body: { stock_change: 1 } });
      for (const [what, run] of Object.entries(attempts))
        expect([scope, what, await run()]).toEqual([scope, what, allowed[scope].includes(what) ? 200 : 403]);
    }
  });

  test('for prices or stock change parts that become out of stock', async () => {
    const { owner } = shop.database;
    await owner.query(
      "insert into conditions (name, color_class) values ('Out of Stock', 'bg-red-100 text-red-800')",
    );
    const parts = [
      { part_type: null, stock_quantity: 0 },
      { part_type: null, stock_quantity: 1, donor_vin_tail: '2788' },
    ];
    const [empty = '', single = ''] = await addParts(owner, parts);
    await owner.query(
      "insert into part_private_facts (part_id, donor_vin) values ($1, '1M8GDM9AXKP042788')",
      [single],
    );
    const token = await createKey('Prices and stock', ['prices:write', 'stock:write']);
    const prices = await createKey('Prices', ['prices:write']);
    expect(await change(empty, { price_cents: 900 }, { with: prices })).toMatchObject({
      status: 200,
      body: { part_type: 'Out of Stock' },
    });
    expect(await change(single, { stock_change: -1 }, { with: token })).toMatchObject({
      status: 200,
      body: { part_type: 'Out of Stock', stock_quantity: 0, donor_vin_tail: '2788' },
    });
    await owner.query('delete from conditions');
  });

  test('are limited', async () => {
    const token = await createKey('Busy', ['parts:read']);
    const { rows } = await shop.database.owner.query("select id from api_keys where name = 'Busy'");
    const limits = server.createLimits({
      pool: shop.database.pools.limits,
      secret: TEST_SECRET,
      log: pino({ level: 'silent' }),
    });
    await limits.take('use-api-key', rows[0].id, 599);
    expect((await ask('/parts', { with: token })).status).toBe(200);
    const refused = await ask('/parts', { with: token });
    expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, expect.any(Number)]);
    expect((await ask('/parts')).status).toBe(200);
  });
});

describe('parts', () => {
  test('are added and changed with the checks of the form, and written to the audit trail', async () => {
    const added = await addPart({
      part_name: 'Alternator',
      category: 'Electrical',
      price_cents: 12_345,
      stock_quantity: 3,
      stock_number: 'A-100',
      cost_price_cents: 2_000,
      needs_programming: true,
    });
    expect(added).toMatchObject({
      status: 201,
      body: {
        part_name: 'Alternator',
        price_cents: 12_345,
        stock_quantity: 3,
        brand: null,
        needs_programming: true,
        private: { cost_price_cents: 2_000, donor_vin: null },
      },
    });
    const { id, version } = added.body;
    expect(added.headers.get('Location')).toBe(`/api/v1/parts/${id}`);
    expect(added.headers.get('ETag')).toBe(`"${version}"`);

    const changed = await change(id, { price_cents: 10_000, stock_change: -1, brand: ' Denso ' });
    expect(changed).toMatchObject({
      status: 200,
      body: { price_cents: 10_000, stock_quantity: 2, brand: 'Denso', stock_number: 'A-100' },
    });
    expect(changed.body.version).not.toBe(version);
    expect(await ask(`/parts/${id}`)).toMatchObject({ status: 200, body: changed.body });

    const { rows } = await shop.database.owner.query(
      `select action, user_id, details ->> 'api_key' as key, details -> 'changed' as changed from audit_logs
       where resource_id = $1 order by created_at`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'admin_add_part', user_id: null, key: 'Everything', changed: null },
      {
        action: 'admin_update_part',
        user_id: null,
        key: 'Everything',
        changed: ['brand', 'price', 'stock_quantity'],
      },
    ]);
  });

  test('invalid content changes nothing and is explained by field', async () => {
    const [id = ''] = await addParts(shop.database.owner, [
      { stock_quantity: 2, stock_held: 1, stock_number: 'B-1' },
    ]);
    const other = await addPart({ part_name: 'Horn', category: 'Electrical' });
    const before = (await ask(`/parts/${id}`)).body;
    for (const [body, status, errors] of [
      [{ price_cents: 12.5 }, 422, { price_cents: expect.any(String) }],
      [{ price: 12 }, 422, { price: 'is not a field of this request' }],
      [{ part_name: '   ' }, 422, { part_name: 'Part name is required' }],
      [{ stock_quantity: -1 }, 422, { stock_quantity: expect.any(String) }],
      [{ stock_quantity: 1, stock_change: 1 }, 422, { stock_change: expect.any(String) }],
      [{ stock_change: -3 }, 409, undefined],
      [{ stock_quantity: 0 }, 409, undefined],
      [{ mileage: 60_000 }, 422, { mileage_source: 'Please choose where the mileage was read' }],
      ['{', 400, undefined],
      ['[]', 422, { '': expect.any(String) }],
    ] as const) {
      const answer = await change(id, body as object);
      expect({ body, status: answer.status, errors: answer.body.errors }).toEqual({ body, status, errors });
      expect(answer.type).toBe('application/problem+json');
    }
    expect(await change(other.body.id, { stock_number: 'b 1' })).toMatchObject({
      status: 409,
      body: { detail: 'Another part has this stock number' },
    });
    expect((await ask(`/parts/${id}`)).body).toEqual(before);
    expect((await addPart({ part_name: 'No category' })).body.errors).toEqual({
      category: expect.any(String),
    });
    expect(await countParts()).toBe(2);
    const form = await shop.request('/api/v1/parts', {
      method: 'POST',
      body: new URLSearchParams({ part_name: 'x' }),
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(form.status).toBe(415);
  });

  test('If-Match refuses a version that is gone', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{ price: 40 }]);
    const seen = (await ask(`/parts/${id}`)).headers.get('ETag') ?? '';
    const headers = { 'If-Match': seen };
    expect((await change(id, { price_cents: 5_000 }, { headers })).status).toBe(200);
    expect(await change(id, { price_cents: 6_000 }, { headers })).toMatchObject({ status: 412 });
    expect((await ask(`/parts/${id}`)).body.price_cents).toBe(5_000);
  });

  test('lists page through all parts by their last change, sales included', async () => {
    const ids = await addParts(shop.database.owner, [{}, {}, {}, {}, {}]);
    await shop.database.owner.query(
      "update parts_catalog set updated_at = now() - interval '1 hour', stock_number = 'S-' || substr(id::text, 1, 4)",
    );
    const found: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page = await ask(`/parts?limit=2${next === '' ? '' : `&after=${next}`}`);
      expect(page.status).toBe(200);
      found.push(...page.body.parts.map((part: { id: string }) => part.id));
      next = page.body.next;
    }
    expect(found.toSorted()).toEqual(ids.toSorted());

    const since = new Date(Date.now() - 60_000).toISOString();
    await shop.database.owner.query(
      'update parts_catalog set stock_quantity = stock_quantity - 1 where id = $1',
      [ids[3]],
    );
    const sold = await ask(`/parts?updated_since=${encodeURIComponent(since)}`);
    expect(sold.body.parts.map((part: { id: string }) => part.id)).toEqual([ids[3]]);
    const number = `s ${ids[1]?.slice(0, 4)}`;
    const byNumber = await ask(`/parts?stock_number=${encodeURIComponent(number)}`);
    expect(byNumber.body.parts.map((part: { id: string }) => part.id)).toEqual([ids[1]]);
  });

  test.each([
    ['/parts?limit=0', 'limit'],
    ['/parts?limit=201', 'limit'],
    ['/parts?limit=1&limit=2', 'limit'],
    ['/parts?after=x', 'after'],
    ['/parts?updated_since=yesterday', 'updated_since'],
    ['/parts?updated_since=0000-01-01T00:00:00Z', 'updated_since'],
    ['/parts?stock_number=%00', 'stock_number'],
    ['/parts?colour=red', 'colour'],
    ['/orders?state=lost', 'state'],
    ['/vehicles?limit=0', 'limit'],
    ['/vehicles?after=x', 'after'],
    ['/orders?after=MTIzIHg', 'after'],
  ])('%s is refused', async (path, parameter) => {
    const answer = await ask(path);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [parameter]]);
  });

  test('private facts need their scope', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{}]);
    await shop.database.owner.query(
      "insert into part_private_facts (part_id, cost_price, yard_place) values ($1, 12.5, 'Row 7')",
      [id],
    );
    expect((await ask(`/parts/${id}`)).body.private).toMatchObject({
      cost_price_cents: 1_250,
      yard_place: 'Row 7',
    });
    const token = await createKey('Public facts', ['parts:read', 'parts:write']);
    const changed = await change(id, { brand: 'Denso' }, { with: token });
    expect(changed.body).not.toHaveProperty('private');
    expect((await ask(`/parts/${id}`)).body.private).toMatchObject({
      cost_price_cents: 1_250,
      yard_place: 'Row 7',
    });
  });
});

describe('Idempotency-Key', () => {
  test('a repeated request is done once, also at the same time', async () => {
    const headers = { 'Idempotency-Key': 'order-1' };
    const body = { part_name: 'Horn', category: 'Electrical' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => addPart(body, headers)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter(({ headers: each }) => each.get('Idempotency-Replayed') === 'true')).toHaveLength(
      4,
    );
    expect(await countParts()).toBe(1);
    expect(await addPart({ ...body, part_name: 'Siren' }, headers)).toMatchObject({ status: 422 });
    expect(await countParts()).toBe(1);
  });

  test('what failed can be sent again, keys are apart, and expire after 24 hours', async () => {
    const headers = { 'Idempotency-Key': 'stock-1' };
    const [id = ''] = await addParts(shop.database.owner, [{ stock_quantity: 1 }]);
    expect((await change(id, { stock_change: -2 }, { headers })).status).toBe(409);
    await shop.database.owner.query('update parts_catalog set stock_quantity = 9');
    const take = () => change(id, { stock_change: -2 }, { headers });
    expect((await take()).body.stock_quantity).toBe(7);
    expect((await take()).body.stock_quantity).toBe(7);
    const token = await createKey('Another program', ['stock:write']);
    expect((await change(id, { stock_change: -2 }, { headers, with: token })).body.stock_quantity).toBe(5);

    await shop.database.owner.query("update api_requests set created_at = now() - interval '25 hours'");
    expect((await take()).body.stock_quantity).toBe(3);
    await shop.runRegularTask('tidy-api');
    const { rows } = await shop.database.owner.query(
      "select from api_requests where idempotency_key = 'stock-1'",
    );
    expect(rows).toHaveLength(1);
    expect((await change(id, {}, { headers: { 'Idempotency-Key': 'two words' } })).status).toBe(400);
  });
});

test('paid orders with their lines, and no others', async () => {
  const order = await addPaidOrder(stripeShop, [{ part_name: 'Hood', units: 2 }]);
  const { body } = await ask('/orders?state=to_pack');
  expect(body.orders).toMatchObject([
    {
      number: `PY-${order.number}`,
      status: 'completed',
      state: 'to_pack',
      lines: [{ part_name: 'Hood', quantity: 2, unit_price_cents: 4_000, part_id: order.partIds[0] }],
      shipments: [],
    },
  ]);
  const [listed] = body.orders;
  expect((await ask(`/orders/${listed.number}`)).body).toEqual(listed);
  expect((await ask(`/orders?since=${encodeURIComponent(listed.paid_at)}&limit=1`)).body.next).toEqual(
    expect.any(String),
  );
  const { rows } = await shop.database.owner.query(
    'insert into orders (amount) values (10) returning number',
  );
  expect((await ask(`/orders/${rows[0].number}`)).status).toBe(404);
  expect((await ask('/orders/nonsense')).status).toBe(404);
  expect((await ask('/orders')).body.orders).toHaveLength(1);
});

/** Takes cars in, each with a seller. */
async function addCars(numbers: readonly string[]): Promise<void> {
  await shop.database.owner.query(
    `with car as (
       insert into yard_vehicles (stock_number, vin, year, odometer, odometer_source, bought_on, holds)
       select number, '1HGCM82633A00' || (4351 + place), 2003, 90000, 'cluster', '2026-11-01', '{police}'
       from unnest($1::text[]) with ordinality as each (number, place) returning id
     )
     insert into yard_purchases (vehicle_id, seller_name) select id, 'Jo Seller' from car`,
    [numbers],
  );
}

test('cars page by their last change, with what the form has, and without sellers', async () => {
  await addCars(['Y-1', 'Y-2', 'Y-3']);
  const cars: Record<string, unknown>[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page = await ask(`/vehicles?limit=2${next === '' ? '' : `&after=${next}`}`);
    expect(page.status).toBe(200);
    cars.push(...page.body.vehicles);
    next = page.body.next;
  }
  expect(cars.map((car) => car['stock_number']).toSorted()).toEqual(['Y-1', 'Y-2', 'Y-3']);
  expect(JSON.stringify(cars)).not.toContain('Jo Seller');
  const since = new Date(Date.now() + 60_000).toISOString();
  await shop.database.owner.query(
    `update yard_vehicles set updated_at = now() + interval '1 hour' where stock_number = 'Y-2'`,
  );
  const changed = await ask(`/vehicles?updated_since=${encodeURIComponent(since)}`);
  const named = await ask('/vehicles?stock_number=y2');
  expect(changed.body.vehicles).toEqual(named.body.vehicles);
  expect(named.body.vehicles).toMatchObject([
    {
      stock_number: 'Y-2',
      vin: '1HGCM82633A004353',
      year: 2003,
      odometer: 90_000,
      bought_on: '2026-11-01',
      airbags_deployed: false,
      disposition: 'here',
      holds: ['police'],
      place: null,
    },
  ]);
  await shop.database.owner.query('delete from yard_vehicles');
});

test('openapi.json describes all routes, and what they answer', async () => {
  const document = await (await shop.request('/api/v1/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  const paths = routesOf(shop.build)
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api/v1/') && path !== '/api/v1/openapi.json')
    .map((path) => path.slice('/api/v1'.length).replaceAll(/:(\w+)/g, '{$1}'));
  expect(Object.keys(document.paths).toSorted()).toEqual(paths.toSorted());

  await addPaidOrder(stripeShop, [
    { part_name: 'Hood', price: 99.5, mileage: 60_000, mileage_source: 'cluster' },
  ]);
  await addCars(['Y-1']);
  const { body: order } = await ask('/orders');
  const { body: parts } = await ask('/parts');
  const { id } = parts.parts[0];
  const values: Record<string, string> = { id, number: order.orders[0].number };
  const bodies: Record<string, object> = {
    addPart: { part_name: 'Horn', category: 'Electrical', weight_pounds: 1.5 },
    changePart: { stock_change: 1, price_cents: null },
  };
  const withDefinitions = (schema: object) =>
    JSON.parse(
      JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
        '#/components/schemas/',
        '#/$defs/',
      ),
    );
  const answered: string[] = [];
  for (const [path, methods] of Object.entries<Record<string, DescribedOperation>>(document.paths)) {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    for (const [method, operation] of Object.entries(methods)) {
      const asked = { method: method.toUpperCase(), body: bodies[operation.operationId] };
      const check = (answer: Awaited<ReturnType<typeof ask>>) => {
        const described = operation.responses[answer.status];
        const content = described?.content[answer.type ?? ''];
        if (!content) throw new Error(`${method} ${path} has no ${answer.status} ${answer.type}`);
        const schema = withDefinitions(content.schema);
        expect(() => z.fromJSONSchema(schema).parse(answer.body), `${method} ${path}`).not.toThrow();
        answered.push(`${operation.operationId} ${answer.status}`);
        return schema;
      };
      const done = await ask(address, asked);
      const schema = check(done);
      expect(z.fromJSONSchema(schema).safeParse({ ...done.body, more: 1 }).success).toBe(false);
      check(await ask(address, { ...asked, with: 'py_live_none' }));
      if (path.includes('{')) check(await ask(path.replace(/\{\w+\}/, 'none'), asked));
    }
  }
  expect(answered.filter((each) => / 20[01]$/.test(each)).toSorted()).toEqual([
    'addPart 201',
    'changePart 200',
    'listOrders 200',
    'listParts 200',
    'listVehicles 200',
    'readOrder 200',
    'readPart 200',
  ]);
});

test('other methods are refused', async () => {
  const answer = await ask('/parts', { method: 'DELETE' });
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, POST']);
  expect((await ask('/orders', { method: 'POST', body: {} })).status).toBe(405);
});
