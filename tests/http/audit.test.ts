import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_EVENTS, unchainedActions, visitorActions } from '#core/audit/audit.ts';
import { formColumns } from '#core/catalog/part-fields.ts';
import { SITE, TestBrowser } from '../support/accounts.ts';
import { formAddress } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long enough password 7';
const LOG = '/rpc/log_audit_event';
const pageView = {
  p_action: 'page_view',
  p_resource_type: 'page',
  p_resource_id: '/',
  p_details: { how: 'load' },
};

/** The empty part form. */
const blank = Object.fromEntries(formColumns.map((column) => [column, '']));
const pageViews = (count: number) => Array.from({ length: count }, () => pageView);

let shop: TestShop;
let olga: string;
let admin: string;
let staff: string;
let browser: TestBrowser;

beforeAll(async () => {
  shop = await createTestShop();
  olga = await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  admin = await shop.addUser({ email: 'admin@example.com', password: PASSWORD, admin: true });
  staff = await shop.addUser({ email: 'staff@example.com', password: PASSWORD, staff: true });
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => {
  browser = new TestBrowser(shop);
});

/** The events of this test's browser. */
async function trail(address = browser.address) {
  const { rows } = await shop.database.owner.query(
    'select action, resource_type, resource_id, user_id, ip_address, details, user_agent from audit_logs where ip_address = $1 order by created_at',
    [address],
  );
  return rows;
}

async function expectWhole() {
  expect((await shop.database.owner.query('select * from check_audit_chain()')).rows).toEqual([]);
}

describe('log_audit_event', () => {
  test("stores a visitor's event without a user, whatever the event contains", async () => {
    const { status, body } = await browser.send('POST', LOG, {
      ...pageView,
      p_user_id: olga,
      p_ip_address: '10.9.9.9',
      p_user_agent: 'Another browser',
    });
    expect([status, body]).toEqual([200, expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(await trail()).toEqual([
      {
        action: 'page_view',
        resource_type: 'page',
        resource_id: '/',
        user_id: null,
        ip_address: browser.address,
        details: { how: 'load', sent_user_agent: 'Another browser' },
        user_agent: 'A browser of a test',
      },
    ]);
  });

  test("keeps the sent user agent beside the header's, if it is another one", async () => {
    const header = 'A browser of a test';
    for (const agent of [null, '', header, 'Mail olga@example.com', 'x'.repeat(3_000)])
      expect((await browser.send('POST', LOG, { ...pageView, p_user_agent: agent })).status).toBe(200);
    expect((await trail()).map(({ details, user_agent }) => [details.sent_user_agent, user_agent])).toEqual([
      [undefined, header],
      [undefined, header],
      [undefined, header],
      ['Mail [email]', header],
      [`${'x'.repeat(499)}…`, header],
    ]);
  });

  test('the user comes from the session', async () => {
    await browser.signIn('olga@example.com', PASSWORD);
    await browser.send('POST', LOG, { ...pageView, p_user_id: admin });
    expect((await trail()).map(({ action, user_id }) => [action, user_id])).toEqual([
      ['login_success', olga],
      ['page_view', olga],
    ]);
  });

  test('stores a list completely, and returns an id for each event in order', async () => {
    const search = { p_action: 'search', p_details: { query: 'brake', results_count: 3 } };
    const { status, body } = await browser.send('POST', LOG, [search, pageView, { p_action: 'cart_add' }]);
    expect(status).toBe(200);
    const { rows } = await shop.database.owner.query('select id, action from audit_logs where id = any($1)', [
      body,
    ]);
    const actions = Object.fromEntries(rows.map(({ id, action }) => [id, action]));
    expect(body.map((id: string) => actions[id])).toEqual(['search', 'page_view', 'cart_add']);
    await expectWhole();
  });

  test('refuses sign-in events, which only the server may write', async () => {
    await browser.signIn('admin@example.com', PASSWORD);
    for (const action of [
      'failed_login',
      'login_success',
      'signup_attempt',
      'signup_failed',
      'logout',
      'security_password_changed',
      'cart_auth_error',
      'anything',
    ])
      expect((await browser.send('POST', LOG, { p_action: action })).status, action).toBe(403);
    expect(await trail()).toHaveLength(1);
  });

  test('accepts admin actions from admins only', async () => {
    const actions = [
      { p_action: 'admin_anything' },
      { p_action: 'security_scan', p_resource_type: 'system', p_details: { scan_type: 'manual' } },
      { p_action: 'page_view', p_resource_type: 'parts_catalog' },
      { p_action: 'page_view', p_details: { admin_action: true } },
    ];
    await browser.signIn('olga@example.com', PASSWORD);
    for (const event of actions) expect((await browser.send('POST', LOG, event)).status).toBe(403);
    const other = new TestBrowser(shop);
    await other.signIn('admin@example.com', PASSWORD);
    for (const event of actions.slice(0, 2)) expect((await other.send('POST', LOG, event)).status).toBe(200);
    expect((await trail(other.address)).map(({ action }) => action)).toEqual([
      'login_success',
      'admin_anything',
      'security_scan',
    ]);
    // One refused event refuses the whole list.
    expect((await browser.send('POST', LOG, [pageView, actions[0]])).status).toBe(403);
    expect(await trail()).toHaveLength(1);
  });

  test('refuses admin and security events of staff, and stores their other events', async () => {
    await browser.signIn('staff@example.com', PASSWORD);
    const forged = [
      { p_action: 'admin_delete_part', p_resource_type: 'parts_catalog', p_details: { admin_action: true } },
      { p_action: 'admin_anything' },
      { p_action: 'security_scan', p_resource_type: 'system' },
      { p_action: 'security_scan_completed' },
      { p_action: 'search', p_details: { admin_action: true } },
    ];
    for (const event of forged)
      expect((await browser.send('POST', LOG, event)).status, event.p_action).toBe(403);
    expect((await browser.send('POST', LOG, pageView)).status).toBe(200);
    expect((await trail()).map(({ action, user_id, details }) => [action, user_id, details])).toEqual([
      ['login_success', staff, expect.anything()],
      ['page_view', staff, { how: 'load' }],
    ]);
  });

  test("marks the admin and security events of an admin's client, and not those of the server", async () => {
    await browser.signIn('admin@example.com', PASSWORD);
    const sent = [
      {
        p_action: 'admin_delete_part',
        p_resource_type: 'parts_catalog',
        p_details: { admin_action: true, sent_by_client: false },
      },
      { p_action: 'security_scan', p_resource_type: 'system', p_details: { scan_type: 'manual' } },
      { p_action: 'security_unusual_sign_in', p_details: { severity: 'high' } },
    ];
    expect((await browser.send('POST', LOG, [...sent, pageView])).status).toBe(200);
    expect((await trail()).slice(1).map(({ action, details }) => [action, details])).toEqual([
      ['admin_delete_part', { admin_action: true, sent_by_client: true }],
      ['security_scan', { scan_type: 'manual', sent_by_client: true }],
      ['security_unusual_sign_in', { severity: 'high', sent_by_client: true }],
      ['page_view', { how: 'load' }],
    ]);

    const other = new TestBrowser(shop);
    await other.signIn('admin@example.com', PASSWORD);
    await other.send('POST', '/functions/v1/security-scan', {});
    const written = (await trail(other.address)).filter(({ action }) => action.startsWith('security_'));
    expect(written.length).toBeGreaterThan(1);
    for (const { details } of written) expect(details).not.toHaveProperty('sent_by_client');
    await expectWhole();
  });

  test('does not store emails, phone numbers, and secrets in URLs', async () => {
    await browser.send('POST', LOG, [
      { p_action: 'search', p_details: { query: 'olga@example.com (619) 555-0123 brake', results_count: 0 } },
      { ...pageView, p_resource_id: '/reset-password?token=secret' },
      {
        p_action: 'error',
        p_details: {
          message: 'olga@example.com is not defined',
          stack: 'Error: x\n at go (http://shop.test/reset-password?token=secret:1:2)',
          context: 'window',
          url: 'http://shop.test/auth?email=olga%40example.com',
        },
      },
    ]);
    const kept = await trail();
    expect(kept.map(({ resource_id, details }) => [resource_id, details])).toEqual([
      [null, { query: '[email] [phone] brake', results_count: 0 }],
      ['/reset-password', { how: 'load' }],
      [
        null,
        {
          message: '[email] is not defined',
          stack: 'Error: x\n at go (http://shop.test/reset-password?…)',
          context: 'window',
          url: 'http://shop.test/auth',
        },
      ],
    ]);
  });

  test.each([
    ['no JSON', 'nonsense', 'The request cannot be read'],
    ['nothing', 'null', 'The request cannot be read'],
    ['no event', '[]', `There must be 1 to ${MAX_EVENTS} events`],
    ['too many', JSON.stringify(pageViews(MAX_EVENTS + 1)), `There must be 1 to ${MAX_EVENTS} events`],
    ['no action', '{}', 'p_action cannot be read'],
    ['an invalid action', '{"p_action":"Page View"}', 'p_action cannot be read'],
    ['another parameter', '{"p_action":"search","p_created_at":"now"}', 'There is no parameter p_created_at'],
    ['details that are not an object', '{"p_action":"search","p_details":[1]}', 'p_details cannot be read'],
    [
      'details that are too large',
      JSON.stringify({ p_action: 'error', p_details: { a: 'é'.repeat(1_900), b: 'é'.repeat(1_900) } }),
      'p_details is too large',
    ],
  ])('%s is refused and changes nothing', async (_, body, error) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await browser.request(LOG, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([400, { error }]);
    expect(await trail()).toEqual([]);
  });

  test('stores or refuses any event', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          p_action: fc.constantFrom('page_view', 'search', 'error'),
          p_resource_type: fc.option(fc.string({ unit: 'binary', maxLength: 300 })),
          p_resource_id: fc.option(fc.string({ unit: 'binary', maxLength: 300 })),
          p_details: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        }),
        async (event) => {
          const { status } = await new TestBrowser(shop).send('POST', LOG, event);
          expect([200, 400, 403]).toContain(status);
        },
      ),
      { numRuns: 60 },
    );
    for (const p_details of [
      { n: 1e300 },
      JSON.parse('{"n":1e400,"m":1e-300,"__proto__":{"x":1}}'),
      { a: '\u0000\ud800' },
    ])
      expect((await browser.send('POST', LOG, { p_action: 'search', p_details })).status).toBe(200);
    await expectWhole();
  });

  test('limits the events of one address per hour, and returns when to continue', async () => {
    const many = pageViews(MAX_EVENTS);
    for (let n = 0; n < 2_000 / MAX_EVENTS; n += 1)
      expect((await browser.send('POST', LOG, many)).status).toBe(200);
    const { status, headers, body } = await browser.send('POST', LOG, pageView);
    expect([status, body]).toEqual([429, { error: 'Too many events. Please wait before logging more.' }]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await trail()).toHaveLength(2_000);
    expect((await new TestBrowser(shop).send('POST', LOG, pageView)).status).toBe(200);
  });

  test('sign-ins, checkouts, and admin actions are chained; other browser events are not', async () => {
    await browser.signIn('admin@example.com', PASSWORD);
    await browser.signIn('admin@example.com', 'not the password');
    const written = [
      ...visitorActions.map((action) => ({ p_action: action })),
      { p_action: 'admin_anything' },
      { p_action: 'security_scan' },
    ];
    expect((await browser.send('POST', LOG, written)).status).toBe(200);
    const { rows } = await shop.database.owner.query(
      `select action, exists (select from audit.links where event_id = audit_logs.id) as chained
       from audit_logs where ip_address = $1`,
      [browser.address],
    );
    const actions = (chained: boolean) =>
      rows.flatMap((row) => (row.chained === chained ? [String(row.action)] : [])).toSorted();
    expect(actions(false)).toEqual([...unchainedActions].toSorted());
    expect(actions(true)).toEqual([
      'admin_anything',
      'cart_buy_now',
      'cart_checkout',
      'failed_login',
      'login_success',
      'security_scan',
    ]);
    await expectWhole();
  });

  test("another site can't write events", async () => {
    const response = await browser.request(LOG, {
      method: 'POST',
      headers: { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
      body: JSON.stringify(pageView),
    });
    expect(response.status).toBe(403);
    expect(await trail()).toEqual([]);
  });
});

describe('log_failed_auth_attempt', () => {
  test('responds without writing, because the server has logged the attempt', async () => {
    await browser.signIn('olga@example.com', 'not the password');
    const answer = await browser.send('POST', '/rpc/log_failed_auth_attempt', {
      p_email: 'olga@example.com',
      p_ip_address: null,
      p_user_agent: null,
    });
    expect([answer.status, answer.body]).toEqual([200, null]);
    const email_hash = createHash('sha256').update('olga@example.com').digest('hex');
    expect(await trail()).toMatchObject([{ action: 'failed_login', user_id: null, details: { email_hash } }]);
    expect((await browser.send('POST', '/rpc/log_failed_auth_attempt', {})).status).toBe(400);
  });
});

test('no other procedure exists, and none accepts GET', async () => {
  for (const name of ['check_audit_chain', 'tend_audit_logs', 'is_admin', 'LOG_AUDIT_EVENT', 'constructor'])
    expect((await browser.send('POST', `/rpc/${name}`, {})).status).toBe(404);
  expect((await browser.request('/rpc/nothing')).status).toBe(404);
  expect((await browser.request(LOG)).status).toBe(405);
  expect((await browser.request(LOG, { method: 'DELETE' })).status).toBe(405);
});

test('completed admin actions are in the trail with their flag', async () => {
  await browser.signIn('admin@example.com', PASSWORD);
  const act = (path: string, fields: Record<string, string>, method = 'POST') => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return browser.request(formAddress(path, fields), { method, body, headers: { Origin: SITE } });
  };
  const part = { ...blank, part_name: 'Horn', category: 'Horns', price: '12.50', stock_quantity: '3' };
  expect((await act('/admin/part/new', { intent: 'save', ...part })).status).toBe(200);
  expect((await act('/admin/part/new', { intent: 'save', ...part, part_name: '' })).status).toBe(400);
  const { rows } = await shop.database.owner.query("select id from parts_catalog where part_name = 'Horn'");
  const { part: seen } = await (await browser.request(`/admin/part/${rows[0].id}`)).json();
  await act(`/admin/part/${rows[0].id}`, {
    intent: 'save',
    ...part,
    price: '13.00',
    seen: JSON.stringify(seen),
  });
  await act('/admin/conditions', {
    intent: 'save',
    id: 'new',
    name: 'Like New',
    color_class: 'bg-green-100 text-green-800',
    sort_order: '1',
  });
  await act('/admin/categories', { intent: 'delete', name: 'Horns', parts: '0' });
  await act('/admin/categories', { intent: 'delete', name: 'Horns', parts: '1' });
  await act(`/admin/part/${rows[0].id}`, { intent: 'delete' });

  const kept = await trail();
  expect(kept.slice(1).map(({ action, resource_type }) => [action, resource_type])).toEqual([
    ['admin_add_part', 'parts_catalog'],
    ['admin_update_part', 'parts_catalog'],
    ['admin_add_condition', 'conditions'],
    ['admin_delete_category', 'parts_catalog'],
  ]);
  for (const row of kept.slice(1))
    expect(row).toMatchObject({
      user_id: admin,
      details: { admin_action: true },
      user_agent: 'A browser of a test',
    });
  expect(kept[2]).toMatchObject({
    resource_id: rows[0].id,
    details: { changed: ['price'], price: '13.00', before: { price: '12.50' } },
  });
  await expectWhole();
});
