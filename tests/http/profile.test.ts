import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestBrowser } from '../support/accounts.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { withDeclaredSize, jpeg, jpegBytes, jpegUrl } from '../support/jpeg.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';
const DETAILS = { display_name: 'Olga Driver', phone: '619', city: 'San Diego', state: 'CA' };

let shop: TestShop;
let made = 0;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const rows = async (statement: string, values: unknown[] = []) =>
  (await shop.database.owner.query(statement, values)).rows;

async function someone(options: { admin?: boolean } = {}) {
  const email = `user-${(made += 1)}@example.com`;
  const id = await shop.addUser({ email, password: PASSWORD, ...options });
  const browser = new TestBrowser(shop);
  await browser.signIn(email, PASSWORD);
  return { id, email, browser };
}

const avatarOf = async (id: string): Promise<string> =>
  (await rows('select avatar_url from profiles where user_id = $1', [id]))[0].avatar_url;

async function save(browser: TestBrowser, fields: Record<string, string>) {
  const response = await browser.sendForm('/profile.data', { intent: 'save-details', ...fields });
  const outcome = response.status === 413 ? undefined : await readOutcome(response);
  return { status: response.status, ...outcome };
}

describe('a profile', () => {
  test('is inserted first, and updated from then on', async () => {
    const { id, browser } = await someone();
    expect(await (await browser.request('/profile')).text()).toContain('User Profile');
    expect((await save(browser, { ...DETAILS, user_id: id })).status).toBe(200);
    const [first] = await rows('select * from profiles where user_id = $1', [id]);
    expect(first).toMatchObject(DETAILS);
    expect((await save(browser, { ...DETAILS, display_name: ' ', phone: ' 858 ' })).status).toBe(200);
    const all = await rows('select * from profiles where user_id = $1', [id]);
    expect(all).toMatchObject([{ id: first.id, display_name: null, phone: '858', city: 'San Diego' }]);
    expect(all[0].updated_at.getTime()).toBeGreaterThan(first.updated_at.getTime());
  });

  test.each([
    [
      'a long name',
      { ...DETAILS, display_name: 'x'.repeat(201) },
      'display_name',
      /display name can have at most 200/,
    ],
    ['NUL', { ...DETAILS, city: 'a\0b' }, 'city', /city cannot be read/],
    ['no field', {}, 'phone', /phone/],
  ])('with %s is refused at the field, and nothing is saved', async (_what, fields, field, error) => {
    const { id, browser } = await someone();
    expect(await save(browser, fields)).toMatchObject({
      status: 400,
      done: false,
      message: 'Failed to update profile',
      errors: { [field]: expect.stringMatching(error) },
    });
    expect(await rows('select from profiles where user_id = $1', [id])).toEqual([]);
  });

  test('is their own, also for an admin, who may read all', async () => {
    const { browser: other } = await someone();
    await save(other, { ...DETAILS, city: 'Elsewhere' });
    const { browser: admin } = await someone({ admin: true });
    expect(await (await admin.request('/profile')).text()).not.toContain('Elsewhere');
  });

  test('is saved by a form without JavaScript too', async () => {
    const { browser } = await someone();
    const page = await browser.sendForm('/profile', { intent: 'save-details', ...DETAILS });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Olga Driver')]);
  });

  test('is not changed by an unknown form', async () => {
    const { browser } = await someone();
    for (const form of ['', 'intent=save', 'intent=end-wait&id=x']) {
      const response = await browser.sendForm('/profile.data', Object.fromEntries(new URLSearchParams(form)));
      expect([response.status, await readOutcome(response)]).toEqual([
        400,
        { done: false, message: 'Failed to save: the form could not be read' },
      ]);
    }
  });

  test('is not written by a form that another user filled in on this browser', async () => {
    const olga = await someone();
    const sam = await someone();
    expect(await save(sam.browser, { ...DETAILS, user_id: olga.id })).toMatchObject({ status: 409 });
    expect(
      await sam.browser.send('POST', '/profile/avatar', { user_id: olga.id, avatar_url: await jpeg(200) }),
    ).toMatchObject({
      status: 409,
    });
    expect(await rows('select from profiles where user_id in ($1, $2)', [olga.id, sam.id])).toEqual([]);
  });
});

describe('a picture', () => {
  test('is stored as a data URL, and shown only to its owner', async () => {
    const { id, browser } = await someone();
    expect((await browser.request('/profile/avatar')).status).toBe(404);
    const sent = await jpeg(512);
    expect((await browser.send('POST', '/profile/avatar', { avatar_url: sent })).status).toBe(200);
    const stored = await avatarOf(id);
    const shown = await browser.request('/profile/avatar');
    expect(shown.headers.get('Content-Type')).toBe('image/jpeg');
    expect(shown.headers.get('Cache-Control')).toBe('private, no-store');
    expect(jpegUrl(new Uint8Array(await shown.arrayBuffer()))).toBe(stored);
    expect((await new TestBrowser(shop).request('/profile/avatar')).status).toBe(404);
    const other = await someone({ admin: true });
    expect((await other.browser.request('/profile/avatar')).status).toBe(404);
  });

  test('is re-encoded, so only its pixels are kept', async () => {
    const { id, browser } = await someone();
    const photo = await sharp(await jpegBytes(200))
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret words</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg({ quality: 95 })
      .toBuffer();
    const behind = Buffer.concat([photo, Buffer.from('PK\x03\x04<script>secret()</script>')]);
    expect(behind.toString('latin1')).toContain('secret place');
    expect(await browser.send('POST', '/profile/avatar', { avatar_url: jpegUrl(behind) })).toMatchObject({
      status: 200,
    });
    const redrawn = Buffer.from((await avatarOf(id)).split(',')[1] ?? '', 'base64');
    const left = redrawn.toString('latin1').match(/secret|script|Exif|ICC_PROFILE|xmpmeta/g);
    expect(left).toBe(null);
    expect(await sharp(redrawn).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 200 });
    const distance = await sharp(photo)
      .composite([{ input: redrawn, blend: 'difference' }])
      .removeAlpha()
      .png()
      .toBuffer();
    const { channels } = await sharp(distance).stats();
    expect(Math.max(...channels.map(({ mean }) => mean))).toBeLessThan(20);
  });

  test("that can't be decoded, or only at a high cost, is refused at once", async () => {
    const { id, browser } = await someone();
    const good = await jpegBytes(512);
    const flat = { create: { width: 512, height: 512, channels: 3, background: '#888' } } as const;
    const progressive = await sharp(flat).jpeg({ progressive: true }).toBuffer();
    const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
    const pictures = {
      'cut short': good.subarray(0, good.length / 2),
      'of 4,294,836,225 pixels': withDeclaredSize(good, 65_535),
      'with 20,000 scans': Buffer.concat([
        progressive.subarray(0, -2),
        ...Array<Buffer>(20_000).fill(scan),
        progressive.subarray(-2),
      ]),
      'that moves': await sharp(Buffer.alloc(200 * 400 * 3), {
        raw: { width: 200, height: 400, channels: 3, pageHeight: 200 },
      })
        .webp()
        .toBuffer(),
    };
    const before = process.memoryUsage().rss;
    const began = performance.now();
    for (const [what, content] of Object.entries(pictures)) {
      const answer = await browser.send('POST', '/profile/avatar', { avatar_url: jpegUrl(content) });
      expect([what, answer.status, answer.body.error]).toEqual([
        what,
        400,
        'The picture must be a square JPEG of 100 to 512 pixels.',
      ]);
    }
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
    expect(await rows('select from profiles where user_id = $1', [id])).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an address', 'https://evil.example/x.jpg'],
    ['an SVG with scripts', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
    ['text', `data:image/jpeg;base64,${Buffer.from('no picture').toString('base64')}`],
    [
      'a PNG declared as JPEG',
      'data:image/jpeg;base64,iVBORw0KGgoAAAANSUhEUgAAAGQAAABkCAAAAABVicqIAAAAAElFTkSuQmCC',
    ],
    ['one with trailing data', async () => `${await jpeg(200)}"><script>`],
    ['a picture that is too small', () => jpeg(99)],
    ['a picture that is too large', () => jpeg(513)],
    ['a picture that is not square', () => jpeg(200, 300)],
    ['a picture that is too long', async () => `${await jpeg(512)}${'A'.repeat(700_000)}`],
  ])('is not %s', async (_what, given) => {
    const { id, browser } = await someone();
    const avatar_url: unknown = typeof given === 'function' ? await given() : given;
    expect(await browser.send('POST', '/profile/avatar', { avatar_url })).toMatchObject({
      status: 400,
      body: { error: 'The picture must be a square JPEG of 100 to 512 pixels.' },
    });
    expect(await rows('select from profiles where user_id = $1', [id])).toEqual([]);
  });

  test('is limited in frequency', async () => {
    const { browser } = await someone();
    const flood = await browser.send('POST', '/profile/avatar', { avatar_url: 'A'.repeat(2_000_000) });
    expect(flood.status).toBe(413);
    expect((await save(browser, { ...DETAILS, city: 'A'.repeat(200_000) })).status).toBe(413);
  });
});

describe('the data of other users', () => {
  let olga: Awaited<ReturnType<typeof someone>>;

  beforeEach(async () => {
    olga = await someone();
    await save(olga.browser, { ...DETAILS, display_name: 'Olga of the story', city: 'Ocean Beach' });
    await rows(
      "insert into orders (user_id, product_name, amount, status, stock, payment_id, paid_at) values ($1, 'Her brake pads', 50, 'completed', 'sold', 'pi', now())",
      [olga.id],
    );
  });

  const people: [who: string, asks: () => Promise<TestBrowser>][] = [
    ['a stranger', async () => (await someone()).browser],
    ['a visitor', async () => new TestBrowser(shop)],
    ['an admin', async () => (await someone({ admin: true })).browser],
  ];

  test.each(people)('is not shown to %s', async (_who, asks) => {
    const browser = await asks();
    for (const path of [
      '/profile',
      '/profile.data',
      '/profile/data',
      `/profile?user_id=${olga.id}`,
      '/auth/v1/user',
    ]) {
      const response = await browser.request(path);
      const text = await response.text();
      expect(text).not.toMatch(/Olga of the story|Ocean Beach|Her brake pads/);
    }
  });

  test('and is shown to its owner, without caching', async () => {
    const response = await olga.browser.request('/profile?tab=orders');
    const page = await response.text();
    expect(page).toContain('Olga of the story');
    expect(page).toContain('Her brake pads');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  });
});

describe('all stored data', () => {
  async function someoneWithAPast() {
    const olga = await someone();
    await save(olga.browser, DETAILS);
    const [{ id: orderId }] = (await rows(
      `insert into orders (user_id, product_name, amount, status, stock, payment_id, paid_at, email, customer_name, phone, shipping_address)
       values ($1, 'Brake Pads', 50, 'completed', 'sold', 'pi', now(), $2, 'Olga Driver', '619', '{"line1": "1 Main Street"}') returning id`,
      [olga.id, olga.email],
    )) as [{ id: string }];
    await rows(
      "insert into order_lines (order_id, part_name, unit_price, quantity) values ($1, 'Brake Pads', 50, 1)",
      [orderId],
    );
    await rows("insert into payment_events (id, type, order_id, payload) values ($1, 'paid', $2, $3)", [
      `evt ${orderId}`,
      orderId,
      { buyer: { name: 'Olga Driver', email: olga.email } },
    ]);
    await rows(
      "insert into part_requests (name, email, part_name) values ('Olga Driver', upper($1), 'Horn')",
      [olga.email],
    );
    await rows(
      "insert into contact_messages (name, email, subject, message, user_id) values ('Olga Driver', 'o@example.org', 'Hi', 'Hello', $1)",
      [olga.id],
    );
    await rows(
      `with mail as (
         insert into mails (recipient, subject, body) values ('o@example.org', 'Re: Hi', 'Dear ' || $1) returning id
       )
       insert into inbox_entries (thread_id, kind, text, mail_id)
       select inbox_threads.id, 'answer', 'Dear ' || $1, mail.id
       from mail, inbox_threads join contact_messages on message_id = contact_messages.id where user_id = $2`,
      [olga.email, olga.id],
    );
    await rows(
      "insert into mails (recipient, subject, body, sent_at) values ($1, 'Your order', 'Olga Driver', now())",
      [olga.email],
    );
    await rows(
      "insert into mails (recipient, reply_to, subject, body, sent_at) values (null, $1, 'New order', 'Olga Driver', now())",
      [olga.email],
    );
    await rows("insert into customer_notes (email, note) values ($1, 'Calls on Mondays')", [olga.email]);
    await rows('select count_customers(1000)');
    return { ...olga, orderId };
  }

  test('can be downloaded as a file', async () => {
    const olga = await someoneWithAPast();
    const other = await someoneWithAPast();
    const response = await olga.browser.request('/profile/data');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="my-data.json"');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      account: { id: olga.id, email: olga.email },
      profile: DETAILS,
      roles: [],
      sessions: [{ ip_address: olga.browser.address, user_agent: 'A browser of a test' }],
      orders: [{ id: olga.orderId, customer_name: 'Olga Driver', lines: [{ part_name: 'Brake Pads' }] }],
      part_requests: [{ part_name: 'Horn', thread: { state: 'open', entries: [] } }],
      contact_messages: [
        { message: 'Hello', thread: { entries: [{ kind: 'answer', text: `Dear ${olga.email}` }] } },
      ],
      mails: [{ subject: 'Your order' }],
      audit_logs: [{ action: 'login_success' }],
    });
    expect(text).not.toMatch(/argon2|token|password/);
    expect(text).not.toContain(other.email);
  });

  test('is deleted with the account, but its order stays without personal data', async () => {
    const olga = await someoneWithAPast();
    const elsewhere = new TestBrowser(shop);
    await elsewhere.signIn(olga.email, PASSWORD);
    expect(await olga.browser.send('DELETE', '/auth/v1/user', { password: 'not it' })).toMatchObject({
      status: 400,
      body: { error: 'That is not your password.' },
    });
    expect(await olga.browser.send('DELETE', '/auth/v1/user')).toMatchObject({ status: 400 });
    expect((await olga.browser.send('DELETE', '/auth/v1/user', { password: PASSWORD })).status).toBe(200);

    expect(await olga.browser.whoAmI()).toMatchObject({ user: null });
    expect(await elsewhere.whoAmI()).toMatchObject({ user: null });
    expect((await elsewhere.signIn(olga.email, PASSWORD)).status).toBe(400);
    expect(await rows('select * from orders where id = $1', [olga.orderId])).toMatchObject([
      {
        user_id: null,
        product_name: 'Brake Pads',
        amount: '50.00',
        email: null,
        customer_name: null,
        phone: null,
        shipping_address: null,
      },
    ]);
    const tables = [
      'profiles',
      'user_roles',
      'orders',
      'order_lines',
      'payment_events',
      'part_requests',
      'contact_messages',
      'customers',
      'customer_changes',
      'customer_notes',
      'inbox_threads',
      'inbox_entries',
      'mails',
      'audit_logs',
      'auth.users',
      'auth.accounts',
      'auth.sessions',
      'auth.verifications',
      'auth.mailed_links',
    ];
    for (const table of tables) {
      const left = JSON.stringify(await rows(`select * from ${table}`));
      expect(left, table).not.toContain(olga.email);
      if (table !== 'audit_logs') expect(left, table).not.toContain(olga.id);
    }
    expect(
      JSON.stringify(await rows('select payload from payment_events where order_id = $1', [olga.orderId])),
    ).not.toMatch(/Olga/);
  });

  test('requires the password, with at most ten attempts', async () => {
    const { browser } = await someone();
    for (let n = 0; n < 10; n += 1) {
      expect((await browser.send('DELETE', '/auth/v1/user', { password: `guess ${n}` })).status).toBe(400);
    }
    expect((await browser.send('DELETE', '/auth/v1/user', { password: PASSWORD })).status).toBe(429);
    expect((await new TestBrowser(shop).send('DELETE', '/auth/v1/user', { password: PASSWORD })).status).toBe(
      401,
    );
  });
});
