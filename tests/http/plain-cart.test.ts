import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAX_COOKIE_LINES } from '#core/carts/cookie-cart.ts';
import { deliver } from '../support/checkout.ts';
import { decode, findCard, textOf } from '../support/html.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function addPart(part: PartColumns): Promise<string> {
  const [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 2, ...part }]);
  return id;
}

/** A browser without scripts. */
function openBrowser() {
  const cookies = new Map<string, string>();
  async function send(path: string, fields?: Record<string, string>) {
    const response = await shop.request(path, {
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      headers: {
        'X-Forwarded-For': randomAddress(),
        Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const end = pair.indexOf('=');
      const [name, value] = [pair.slice(0, end), pair.slice(end + 1)];
      if (attributes.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    const html = await response.text();
    return { response, html, text: textOf(html.replace(/.*<main/s, '<main').replace(/<\/main>.*/s, '')) };
  }
  return {
    cookies,
    send,
    async checkOut() {
      const { html } = await send('/cart');
      const [, request = ''] = /name="request" value="([^"]*)"/.exec(html) ?? [];
      return send('/functions/v1/checkout', { request: decode(request) });
    },
  };
}

test('a cart without scripts is filled, changed, paid and emptied', async () => {
  const pads = await addPart({ part_name: 'Plain Pads', oem_number: '45022-TR3' });
  const horn = await addPart({ part_name: 'Plain Horn', price: 30, stock_quantity: 1 });
  const { send, cookies, checkOut } = openBrowser();

  const added = await send('/cart', { add: pads });
  expect([added.response.status, added.response.headers.get('Location')]).toEqual([
    303,
    `/cart?added=${pads}`,
  ]);
  expect(added.response.headers.getSetCookie()).toEqual([
    `partyard.cart=${pads}.1; Path=/; Max-Age=2592000; SameSite=Lax`,
  ]);
  const shown = await send(`/cart?added=${pads}`);
  expect(shown.response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(shown.text).toContain('Added to Cart: Plain Pads');
  // For two first checkouts at the same time.
  expect(shown.html).toMatch(/name="browserKey" value="[\da-f]{8}-[\da-f]{4}-4/);
  expect(shown.text).toContain('Part # 45022-TR3');
  expect(shown.text).toMatch(/Subtotal \$\s*40\.00 Tax \$\s*3\.20 Shipping \$\s*15\.00 Total \$\s*58\.20/);

  await send('/cart', { part: pads, quantity: '2' });
  await send('/cart', { add: horn });
  // It has no more pieces.
  expect((await send('/cart', { add: horn })).response.headers.get('Location')).toBe('/cart');
  expect(cookies.get('partyard.cart')).toBe(`${pads}.2_${horn}.1`);
  await send('/cart', { part: horn, quantity: '0' });
  expect((await send('/cart')).text).toMatch(/Subtotal \$\s*80\.00/);

  const opened = await checkOut();
  const [, url = ''] = /0;url=http:\/\/shop\.test([^"]*)"/.exec(opened.html) ?? [];
  expect(opened.response.status).toBe(200);
  expect(opened.html).toContain(`href="http://shop.test${url}"`);
  // Its own payment holds all pieces, and the same cart has the same page.
  expect((await send('/cart')).text).toContain('Someone is paying for this part');
  expect((await checkOut()).html).toContain(url);

  const orderId = url.split('/').at(-1) ?? '';
  expect((await deliver(shop, orderId, 'paid')).status).toBe(200);
  await send('/cart', { add: horn });
  await send(`/payment-success?session_id=test_${orderId}`);
  await send(`/payment-success?session_id=test_${orderId}`);
  expect(cookies.get('partyard.cart')).toBe(`${horn}.1!test_${orderId}`);
});

test('a cart that was paid meanwhile is not paid twice', async () => {
  const pads = await addPart({ part_name: 'Paid Pads', stock_quantity: 5 });
  const { send, cookies, checkOut } = openBrowser();
  await send('/cart', { add: pads });
  const [, orderId = ''] = /test-payment\/([\da-f-]{36})/.exec((await checkOut()).html) ?? [];
  await deliver(shop, orderId, 'paid');
  const { response } = await checkOut();
  const session = `test_${orderId}`;
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    `/payment-success?session_id=${session}`,
  ]);
  expect(cookies.get('partyard.cart')).toBe(`!${session}`);
  // The same parts again are a new purchase.
  await send('/cart', { add: pads });
  const again = await checkOut();
  expect([again.response.status, again.html.includes(orderId)]).toEqual([200, false]);
});

test('changed prices and sold parts are said, and nothing is charged', async () => {
  const pads = await addPart({ part_name: 'Changed Pads' });
  const horn = await addPart({ part_name: 'Sold Horn' });
  const { send, checkOut } = openBrowser();
  await send('/cart', { add: pads });
  const { html } = await send('/cart');
  const [, request = ''] = /name="request" value="([^"]*)"/.exec(html) ?? [];
  await shop.database.owner.query('update parts_catalog set price = 41 where id = $1', [pads]);
  const refused = await send('/functions/v1/checkout', { request: decode(request) });
  expect([refused.response.status, refused.text]).toEqual([
    409,
    expect.stringContaining('The price of Changed Pads has changed'),
  ]);

  await send('/cart', { add: horn });
  await shop.database.owner.query('update parts_catalog set stock_quantity = 0 where id = $1', [horn]);
  await shop.database.owner.query('update parts_catalog set stock_quantity = 1 where id = $1', [pads]);
  await send('/cart', { part: pads, quantity: '2' });
  const { text } = await send('/cart');
  expect(text).toContain('Out of Stock . Not included in the total.');
  expect(text).toContain('Only 1 in stock: please reduce the quantity');
  expect((await checkOut()).text).toContain('Only 1 of Changed Pads in stock');
  await shop.database.owner.query('delete from parts_catalog where id = any($1)', [[pads, horn]]);
  expect((await send('/cart')).text).toContain('None of the parts in your cart can be bought right now.');
  expect((await checkOut()).response.status).toBe(400);
});

describe('a cart that asks for a destination', () => {
  const changeSettings = (values: object) =>
    shop.database.owner.query('update shop_settings set values = $1', [JSON.stringify(values)]);
  afterEach(() => changeSettings({}));
  const california = { state: 'CA', rate: 0.0775, usesTable: false, taxesShipping: false };

  test('has a form for state and ZIP code, and is paid', async () => {
    await changeSettings({ tax: { mode: 'table', states: [california] } });
    const pads = await addPart({ part_name: 'Sent Pads', stock_quantity: 5 });
    const { send, cookies, checkOut } = openBrowser();
    await send('/cart', { add: pads });
    const asked = await send('/cart');
    expect(asked.text).toContain('Enter your state and ZIP code to see tax and shipping.');
    for (const name of ['state', 'zip'])
      expect(asked.html).toMatch(new RegExp(`<(select|input)[^>]* name="${name}"`));
    expect((await checkOut()).response.status).toBe(400);

    const wrong = await send('/cart', { destination: 'entered', state: 'NV', zip: '92101' });
    expect([wrong.response.status, wrong.response.headers.get('Location')]).toEqual([303, '/cart']);
    expect(wrong.response.headers.getSetCookie()[0]).toMatch(
      /^partyard\.destination=[\w=&]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    const refused = await send('/cart');
    expect(refused.text).toContain('This is in California');
    expect(refused.html).toMatch(/<option value="NV" selected=""/);

    // A ZIP code says its state.
    await send('/cart', { destination: 'entered', state: '', zip: ' 92101 ' });
    await send('/cart', { part: pads, quantity: '2' });
    const priced = await send('/cart');
    expect(priced.text).toMatch(
      /Subtotal \$\s*80\.00 Tax \$\s*6\.20 Shipping \$\s*15\.00 Total \$\s*101\.20/,
    );
    expect(priced.html).toMatch(/<option value="CA" selected=""/);
    const opened = await checkOut();
    expect([opened.response.status, opened.html]).toEqual([200, expect.stringContaining('/test-payment/')]);

    cookies.set(
      'partyard.destination',
      'kind=x&country=usa&state=__proto__&zip=%00&place=moon&location=' + 'x'.repeat(200),
    );
    expect((await send('/cart')).text).toContain('Enter your state and ZIP code');
  });

  test('offers pickup', async () => {
    const yard = { name: 'Main yard', street: '1 Main St', city: 'National City', state: 'CA', zip: '91950' };
    await changeSettings({
      business: { locations: [yard] },
      shipping: { pickup: { offered: true, readyHours: 4 } },
    });
    const pads = await addPart({ part_name: 'Picked Pads', stock_quantity: 5 });
    const { send, checkOut } = openBrowser();
    await send('/cart', { add: pads });
    await send('/cart', { destination: 'entered', kind: 'pickup' });
    const { text, html } = await send('/cart');
    expect(html).toMatch(
      /<input[^>]*value="Main yard"[^>]*checked=""|<input[^>]*checked=""[^>]*value="Main yard"/,
    );
    expect(text).toMatch(/Pickup \$\s*0\.00/);
    expect((await checkOut()).html).toContain('/test-payment/');
  });
});

describe('refuses', () => {
  test.each([
    [{}],
    [{ add: 'x' }],
    [{ part: '00000000-0000-4000-8000-00000000000a', quantity: '-1' }],
    [{ part: 'x', quantity: '1' }],
  ])('%o', async (fields) => {
    expect((await openBrowser().send('/cart', fields)).response.status).toBe(400);
  });

  test('other sites, unknown parts and more lines than a cookie has', async () => {
    const cross = await shop.request('/cart', {
      method: 'POST',
      body: new URLSearchParams({ add: 'x' }),
      headers: { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(cross.status).toBe(403);
    const { send, cookies } = openBrowser();
    expect((await send('/cart', { add: '00000000-0000-4000-8000-00000000000a' })).response.status).toBe(303);
    expect(cookies.size).toBe(0);
    const id = (n: number) => `00000000-0000-4000-8000-0000000000${n + 10}`;
    cookies.set('partyard.cart', Array.from({ length: MAX_COOKIE_LINES }, (_, n) => `${id(n)}.1`).join('_'));
    const { response } = await send('/cart', { add: await addPart({ part_name: 'One More' }) });
    expect(response.headers.get('Location')).toBe('/cart');
    expect((await openBrowser().send('/functions/v1/checkout')).text).toContain(
      'Please go back to your cart.',
    );
  });
});

test('public pages have the same form for everyone', async () => {
  const id = await addPart({ part_name: 'Public Pads' });
  const { send, cookies } = openBrowser();
  const { html } = await send('/junkyard?q=Public');
  const [form = ''] = html.match(/<form[^>]* id="add-to-cart"[^>]*>|<form id="add-to-cart"[^>]*>/) ?? [];
  expect([form.includes('method="post"'), form.includes('action="/cart"')]).toEqual([true, true]);
  const buttons = html.match(/<button[^>]* form="add-to-cart"[^>]*>/g) ?? [];
  expect(buttons.some((button) => button.includes(`value="${id}"`))).toBe(true);
  cookies.set('partyard.cart', `${id}.1`);
  const again = await send('/junkyard?q=Public');
  expect(findCard(again.html, 'Public Pads').html).toBe(findCard(html, 'Public Pads').html);
});
