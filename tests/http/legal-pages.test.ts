import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LegalTextResult } from '#domain/legal-editor.ts';
import { formatLegalDate } from '#domain/legal-page.ts';
import { checkOut, deliver } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { orderNumber } from '../support/orders.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let admin: string;
let adminId: string;
let buyer: string;
let today: string;

beforeAll(async () => {
  shop = await createTestShop();
  adminId = await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  buyer = await shop.signIn('olga@example.com', PASSWORD);
  today = formatLegalDate(new Date(), 'America/Los_Angeles');
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => shop.database.owner.query('truncate legal_texts'));

async function send(page: string, fields: Record<string, string>, cookie = admin) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(`/admin/legal-text/${page}`, {
    method: 'POST',
    headers: { cookie },
    body,
  });
  const result = response.status === 302 ? undefined : ((await response.json()) as LegalTextResult);
  return { status: response.status, ...result };
}

const publish = (page: string, body: string, seen: number) =>
  send(page, { intent: 'publish', body, seen: String(seen) });

async function read(path: string, cookie = '') {
  const response = await shop.request(path, { headers: { cookie } });
  const html = (await response.text()).replaceAll('<!-- -->', '').replaceAll('&#x27;', "'");
  // Without the data for the router.
  return { status: response.status, html: html.slice(0, html.indexOf('</main>')) };
}

async function stored() {
  const { rows } = await shop.database.owner.query(
    'select page, version, body, published_by from legal_texts order by page, version',
  );
  return rows;
}

describe('publishing', () => {
  test('adds a version, which is current at once, with the date of today', async () => {
    expect(await publish('terms', '## New terms\r\n\r\nWithin {returns.days} days.', 0)).toEqual({
      status: 200,
      done: true,
      message: 'Terms of Service published as version 1',
    });
    expect(await stored()).toEqual([
      {
        page: 'terms',
        version: 1,
        body: '## New terms\n\nWithin {returns.days} days.',
        published_by: adminId,
      },
    ]);
    const { html } = await read('/terms');
    expect(html).toContain('<h2>New terms</h2><p>Within 30 days.</p>');
    expect(html).toContain(`Last updated: ${today}`);
    expect(html).not.toContain('Using this shop');
    expect((await read('/warranty')).html).toContain('Last updated: January 17, 2025');
  });

  test('is logged with the admin and the version', async () => {
    await publish('privacy', 'Text', 0);
    const { rows } = await shop.database.owner.query(
      "select user_id, resource_id, details from audit_logs where action = 'admin_publish_legal_text' order by created_at desc limit 1",
    );
    expect(rows).toEqual([
      { user_id: adminId, resource_id: 'privacy', details: { admin_action: true, version: 1, length: 4 } },
    ]);
  });

  test('tells the page cache of every process', async () => {
    const heard: string[] = [];
    shop.database.owner.on('notification', ({ channel }) => heard.push(channel));
    await shop.database.owner.query('listen catalog_changed');
    await publish('terms', 'Text', 0);
    await expect.poll(() => heard).toEqual(['catalog_changed']);
    await shop.database.owner.query('unlisten catalog_changed');
  });

  test('counts the versions of each page', async () => {
    await publish('terms', 'One', 0);
    await publish('warranty', 'One', 0);
    await publish('terms', 'Two', 1);
    expect((await stored()).map(({ page, version, body }) => [page, version, body])).toEqual([
      ['terms', 1, 'One'],
      ['terms', 2, 'Two'],
      ['warranty', 1, 'One'],
    ]);
  });

  test('over a version of someone else, or without a change, is refused', async () => {
    await publish('terms', 'One', 0);
    expect(await publish('terms', 'Two', 0)).toMatchObject({
      status: 400,
      done: false,
      current: 1,
      message: expect.stringContaining('someone else has published a version'),
    });
    expect(await publish('terms', 'One', 1)).toMatchObject({
      status: 400,
      message: 'Error publishing text: this is the current text already',
    });
    expect(await stored()).toHaveLength(1);
  });

  test('of two at the same time, one is refused', async () => {
    const results = await Promise.all([publish('terms', 'One', 0), publish('terms', 'Two', 0)]);
    expect(results.filter(({ done }) => done)).toHaveLength(1);
    expect(results.find(({ done }) => !done)?.status).toBeOneOf([400, 409]);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    ['HTML', 'a\n\n<script>alert(1)</script>', 3, 'HTML is not allowed'],
    ['a link that runs scripts', '[a](javascript:alert(1))', 1, 'is not allowed'],
    ['an unknown placeholder', 'a\n{shop.fax}', 2, 'The placeholder {shop.fax} is unknown.'],
    ['no text', ' ', null, 'The text is empty.'],
    ['a text that is too long', 'a'.repeat(40_001), null, 'The text is too long'],
  ])('refuses %s with the line', async (_, body, line, message) => {
    const result = await publish('terms', body, 0);
    expect(result).toMatchObject({ status: 400, done: false });
    expect(result.problems).toEqual([{ line, message: expect.stringContaining(message) }]);
    expect(await stored()).toEqual([]);
  });

  test('accepts the longest text in any script', async () => {
    expect(await publish('terms', '\u8eca'.repeat(40_000), 0)).toMatchObject({ done: true });
    expect((await send('terms', { body: '\u8eca'.repeat(60_000) })).status).toBe(413);
  });
});

test('a preview shows the text and changes nothing', async () => {
  expect(await send('terms', { body: '## {shop.name}' })).toEqual({
    status: 200,
    done: true,
    problems: [],
    text: [{ title: ['Partyard'], blocks: [] }],
  });
  expect(await stored()).toEqual([]);
});

test('visitors and buyers neither see the editor nor publish', async () => {
  for (const cookie of ['', buyer]) {
    expect((await send('terms', { intent: 'publish', body: 'Text', seen: '0' }, cookie)).status).toBe(302);
    expect((await read('/admin/settings/legal', cookie)).status).toBe(302);
  }
  expect(await stored()).toEqual([]);
});

test('another page, method or version does not exist', async () => {
  expect(
    (await shop.request('/admin/legal-text/about', { method: 'POST', headers: { cookie: admin } })).status,
  ).toBe(404);
  expect(
    (await shop.request('/admin/legal-text/terms', { method: 'PUT', headers: { cookie: admin } })).status,
  ).toBe(405);
  for (const query of ['page=about', 'version=1', 'version=x']) {
    expect((await read(`/admin/settings/legal?${query}`, admin)).status).toBe(404);
  }
});

test('the editor lists who published which version, and shows each', async () => {
  await shop.database.owner.query(
    "insert into profiles (user_id, display_name) values ($1, 'Ada') on conflict (user_id) do update set display_name = 'Ada'",
    [adminId],
  );
  await publish('terms', 'One', 0);
  await publish('terms', 'Two', 1);
  const { html } = await read('/admin/settings/legal?page=terms', admin);
  expect(html).toContain('2 (current)');
  expect(html).toContain('>Ada<');
  expect(html).toContain('Built-in text');
  const first = await read('/admin/settings/legal?page=terms&version=1', admin);
  expect(first.html).toContain('<p>One</p>');
  expect((await read('/admin/settings/legal?page=terms&version=0', admin)).html).toContain('Using this shop');
});

describe('an earlier version', () => {
  test('stays at its address, is not indexed, and says so', async () => {
    await publish('terms', 'One', 0);
    await publish('terms', 'Two', 1);
    for (const [path, text] of [
      ['/terms?version=0', 'Using this shop'],
      ['/terms?version=1', '<p>One</p>'],
    ] as const) {
      const { status, html } = await read(path);
      expect(status).toBe(200);
      expect(html).toContain(text);
      expect(html).toContain('This is an earlier version');
      expect(html).toContain('content="noindex"');
    }
    const current = await read('/terms?version=2');
    expect(current.html).toContain('<p>Two</p>');
    expect(current.html).not.toContain('This is an earlier version');
    expect(current.html).toContain('content="noindex"');
    const { html } = await read('/terms');
    expect(html).toContain('rel="canonical" href="http://shop.test/terms"');
    expect(html).not.toContain('noindex');
  });

  test.each(['3', '01', '-1', '1e1', 'x', '99999999999999999999', '%00'])(
    '%s does not exist',
    async (version) => {
      expect((await read(`/terms?version=${version}`)).status).toBe(404);
    },
  );
});

describe('an order', () => {
  async function order(cookie?: string) {
    const [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 1 }]);
    const { orderId } = await checkOut(
      shop,
      [{ id, amountCents: 4000 }],
      cookie === undefined ? {} : { cookie },
    );
    return orderId;
  }

  async function acceptedBy(orderId: string) {
    const { rows } = await shop.database.owner.query(
      'select terms_version, warranty_version from orders where id = $1',
      [orderId],
    );
    return rows[0];
  }

  test('keeps the versions that were current when it was placed', async () => {
    const first = await order();
    await publish('terms', 'One', 0);
    const second = await order();
    await publish('terms', 'Two', 1);
    await publish('warranty', 'One', 0);
    expect(await acceptedBy(first)).toEqual({ terms_version: null, warranty_version: null });
    expect(await acceptedBy(second)).toEqual({ terms_version: 1, warranty_version: null });
    expect(await acceptedBy(await order())).toEqual({ terms_version: 2, warranty_version: 1 });
  });

  test('names and links them in its mail and in the order history', async () => {
    await publish('terms', 'One', 0);
    const orderId = await order(buyer);
    await publish('terms', 'Two', 1);
    expect((await deliver(shop, orderId, 'paid')).status).toBe(200);
    const { rows } = await shop.database.owner.query(
      "select body, html from mails where subject like 'Your order%' and subject like $1",
      [`%${await orderNumber(shop.database.owner, orderId)}%`],
    );
    expect(rows[0].body).toContain(`Terms of Service of ${today}: http://shop.test/terms?version=1\n`);
    expect(rows[0].body).toContain('Warranty of January 17, 2025: http://shop.test/warranty?version=0');
    expect(rows[0].html).toContain('href="http://shop.test/terms?version=1"');
    const { html } = await read('/profile?tab=orders', buyer);
    expect(html).toContain('href="/terms?version=1"');
    expect(html).toContain(`Terms of Service of ${today}`);
    expect(html).toContain('href="/warranty?version=0"');
  });
});
