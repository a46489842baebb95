import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LegalTextResult } from '#desk/settings/legal/edit-legal-text.server.ts';
import { formatLegalDate } from '#core/settings/legal-page.ts';
import { checkOut, deliver } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { readOutcome } from '../support/read-outcome.ts';
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
  for (const [name, value] of Object.entries({ intent: 'preview', page, ...fields })) body.set(name, value);
  // Others are sent away from the page itself.
  const response = await shop.request(`/admin/settings/legal${cookie === admin ? '.data' : ''}`, {
    method: 'POST',
    headers: { cookie },
    body,
  });
  const result = response.status === 302 ? undefined : await readOutcome<LegalTextResult>(response);
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
  test('adds a version, which is current at once in every process, and is logged', async () => {
    const heard: string[] = [];
    shop.database.owner.on('notification', ({ channel }) => heard.push(channel));
    await shop.database.owner.query('listen catalog_changed');
    expect(await publish('terms', '## New terms\r\n\r\nWithin {returns.days} days.', 0)).toEqual({
      status: 200,
      done: true,
      message: 'Terms of Service published as version 1',
      current: 1,
    });
    const body = '## New terms\n\nWithin {returns.days} days.';
    expect(await stored()).toEqual([{ page: 'terms', version: 1, body, published_by: adminId }]);
    const { html } = await read('/terms');
    expect(html).toMatch(/<h2[^>]*>New terms<\/h2><p>Within 30 days\.<\/p>/);
    expect(html).toContain(`Last updated: ${today}`);
    expect((await read('/warranty')).html).toContain('Last updated: January 17, 2025');
    await expect.poll(() => heard).toEqual(['catalog_changed']);
    await shop.database.owner.query('unlisten catalog_changed');
    const { rows } = await shop.database.owner.query(
      "select user_id, resource_id, details from audit_logs where action = 'admin_publish_legal_text'",
    );
    const details = { admin_action: true, version: 1, length: body.length };
    expect(rows).toEqual([{ user_id: adminId, resource_id: 'terms', details }]);
  });

  test('over a version of someone else, or without a change, is refused', async () => {
    await publish('terms', 'One', 0);
    expect(await publish('terms', 'Two', 0)).toMatchObject({
      status: 400,
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
    ['[a](javascript:alert(1))', 'The link "javascript:alert(1)" is not allowed.'],
    [' \0', 'The text is empty.'],
  ])('of %j is refused', async (body, message) => {
    const problems = [expect.stringContaining(message)];
    expect(await publish('terms', body, 0)).toEqual({ status: 400, done: false, problems });
    expect(await stored()).toEqual([]);
  });

  test('takes the longest text in any script, and no megabytes', async () => {
    expect(await publish('terms', '\u8eca'.repeat(40_000), 0)).toMatchObject({ done: true });
    expect((await send('terms', { body: '\u8eca'.repeat(60_000) })).status).toBe(413);
    // Forms are sent with CRLF, which counts as one character.
    expect((await send('terms', { body: 'a\r\n'.repeat(20_000) })).problems).toEqual([]);
  });
});

test('a preview shows the text and changes nothing', async () => {
  expect(await send('terms', { body: '## {shop.name}' })).toEqual({
    status: 200,
    done: true,
    problems: [],
    text: [{ tag: 'h2', start: 1, children: ['Partyard'] }],
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

test('the editor lists who published which version, and opens each', async () => {
  await shop.database.owner.query(
    "insert into profiles (user_id, display_name) values ($1, 'Ada') on conflict (user_id) do update set display_name = 'Ada'",
    [adminId],
  );
  await publish('terms', 'One', 0);
  await publish('terms', 'Two', 1);
  const { html } = await read('/admin/settings/legal?page=terms', admin);
  expect(html).toContain(`Version 2</a> (current) of ${today}, by Ada`);
  expect(html).toContain('Version 0</a> of January 17, 2025, built in');
  expect((await read('/admin/settings/legal?page=terms&version=1', admin)).html).toContain('<p>One</p>');
  for (const query of ['page=about', 'version=9', 'version=x']) {
    expect((await read(`/admin/settings/legal?${query}`, admin)).status).toBe(404);
  }
});

describe('an earlier version', () => {
  test('stays at its address, is not indexed, and says so', async () => {
    await publish('terms', 'One', 0);
    await publish('terms', 'Two', 1);
    for (const [version, text] of [
      ['0', 'Using this shop'],
      ['1', '<p>One</p>'],
      ['2', '<p>Two</p>'],
    ] as const) {
      const { html } = await read(`/terms?version=${version}`);
      expect(html).toContain(text);
      expect(html).toContain('content="noindex"');
      expect(html.includes('This is an earlier version')).toBe(version !== '2');
    }
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

test('an order keeps, names and links the versions that were current when it was placed', async () => {
  const [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 3 }]);
  async function order() {
    const { orderId } = await checkOut(shop, [{ id, amountCents: 4000 }], { cookie: buyer });
    const { rows } = await shop.database.owner.query(
      'select terms_version as terms, warranty_version as warranty from orders where id = $1',
      [orderId],
    );
    return { orderId, accepted: rows[0] };
  }
  expect((await order()).accepted).toEqual({ terms: null, warranty: null });
  await publish('terms', 'One', 0);
  const { orderId, accepted } = await order();
  expect(accepted).toEqual({ terms: 1, warranty: null });
  await publish('terms', 'Two', 1);
  await publish('warranty', 'One', 0);
  expect((await order()).accepted).toEqual({ terms: 2, warranty: 1 });

  expect((await deliver(shop, orderId, 'paid')).status).toBe(200);
  const { rows } = await shop.database.owner.query(
    "select body, html from mails where subject like '%confirmed' and subject like $1",
    [`%${await orderNumber(shop.database.owner, orderId)}%`],
  );
  expect(rows[0].body).toContain(`Terms of Service (${today}): http://shop.test/terms?version=1\n`);
  expect(rows[0].body).toContain('Warranty (January 17, 2025): http://shop.test/warranty?version=0');
  expect(rows[0].html).toContain('href="http://shop.test/terms?version=1"');
  const { html } = await read('/profile?tab=orders', buyer);
  expect(html).toContain('href="/terms?version=1"');
  expect(html).toContain(`Terms of Service (${today})`);
  expect(html).toContain('href="/warranty?version=0"');
});
