import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsTo, TestBrowser } from '../support/accounts.ts';
import { type AttackedShop, contentOf, createAttackedShop, PASSWORD } from '../support/attack-shop.ts';
import { isLong } from '../support/is-long.ts';
import { randomAddress } from '../support/random-address.ts';
import { addressOf } from '../support/routes.ts';

let attacked: AttackedShop;

beforeAll(async () => {
  attacked = await createAttackedShop();
});
afterAll(() => attacked.shop[Symbol.asyncDispose]());

/** The user that the shop reads from a cookie. */
async function holder(cookie: string) {
  const headers = { Cookie: cookie, 'X-Forwarded-For': randomAddress() };
  const response = await attacked.shop.request('/auth/v1/user', { headers });
  const { user, isAdmin } = (await response.json()) as { user: { id: string } | null; isAdmin: boolean };
  return { id: user?.id ?? null, isAdmin };
}

const signedOut = { id: null, isAdmin: false };

function cookieWith(browser: TestBrowser, changes: Record<string, string>) {
  return Object.entries({ ...Object.fromEntries(browser.cookies), ...changes })
    .map((pair) => pair.join('='))
    .join('; ');
}

test('a changed or invented cookie has no user', async () => {
  const { admin, adminId, olga, olgaId } = attacked;
  const token = admin.cookies.get('partyard.session_token') ?? '';
  const data = admin.cookies.get('partyard.session_data') ?? '';
  expect(await holder(admin.cookie)).toEqual({ id: adminId, isAdmin: true });
  const [id = '', signature = ''] = decodeURIComponent(token).split('.');
  for (const forged of [
    `${id}.`,
    id,
    `${id}.${'A'.repeat(signature.length)}`,
    `${adminId}.${signature}`,
    `${id.slice(0, -1)}${id.endsWith('a') ? 'b' : 'a'}.${signature}`,
    `.${signature}`,
    'null',
    '__proto__',
    "' or 1=1 --",
    '\u00ff'.repeat(50),
    'a'.repeat(5_000),
  ]) {
    const cookie = cookieWith(admin, { 'partyard.session_token': encodeURIComponent(forged) });
    expect([forged, await holder(cookie)]).toEqual([forged, signedOut]);
  }
  // Every character counts. The last one of Base64 has two bits that mean nothing: there, 'w' to 'z' are the same.
  for (let at = 0; at < token.length; at += 7) {
    const other = /[w-z]/.test(token[at] ?? '') ? 'A' : 'x';
    const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
    expect(await holder(cookieWith(admin, { 'partyard.session_token': changed }))).toEqual(signedOut);
  }
  // The access cookie alone, with another session, or changed, identifies no user.
  expect(await holder(`partyard.session_data=${data}`)).toEqual(signedOut);
  expect(await holder(cookieWith(olga, { 'partyard.session_data': data }))).toEqual({
    id: olgaId,
    isAdmin: false,
  });
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${data.split('.')[1]}.`;
  expect(await holder(`partyard.session_data=${unsigned}`)).toEqual(signedOut);
});

test("a session can't be used with its id, row, or hash, but only with its token", async () => {
  const { shop } = attacked;
  const { rows } = await shop.database.owner.query('select id, token, user_id from auth.sessions');
  for (const { id, token, user_id: userId } of rows) {
    for (const guess of [id, token, userId, `${token}.${id}`]) {
      expect(await holder(`partyard.session_token=${encodeURIComponent(guess)}`)).toEqual(signedOut);
    }
  }
});

test('a stolen cookie has no effect after sign-out or a password reset', async () => {
  const { shop } = attacked;
  const email = 'vera@example.com';
  const id = await shop.addUser({ email, password: PASSWORD });
  const vera = new TestBrowser(shop);
  await vera.signIn(email, PASSWORD);
  const stolen = vera.cookie;
  expect(await holder(stolen)).toMatchObject({ id });
  await vera.send('POST', '/auth/v1/logout');
  expect(await holder(stolen)).toEqual(signedOut);

  await vera.signIn(email, PASSWORD);
  const again = vera.cookie;
  const other = new TestBrowser(shop);
  await other.send('POST', '/auth/v1/recover', { email });
  const [mail] = await mailsTo(shop, email);
  await other.open(mail?.link ?? '');
  expect((await other.send('PUT', '/auth/v1/user', { password: 'quite another password' })).status).toBe(200);
  expect(await holder(again)).toEqual(signedOut);
  const refresh = await shop.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { Cookie: again, 'X-Forwarded-For': randomAddress() },
  });
  expect(refresh.status).toBe(401);
});

test('signing in creates a new session, whatever cookies the browser sent', async () => {
  const { shop, olga } = attacked;
  const fixed = olga.cookies.get('partyard.session_token') ?? '';
  const browser = new TestBrowser(shop);
  browser.cookies.set('partyard.session_token', fixed);
  await browser.signIn('admin@example.com', PASSWORD);
  expect(browser.cookies.get('partyard.session_token')).not.toBe(fixed);
});

test('signing in ends the session that it replaces, of any account', async () => {
  const { shop } = attacked;
  const ids = new Map<string, string>();
  for (const email of ['first@example.com', 'second@example.com'])
    ids.set(email, await shop.addUser({ email, password: PASSWORD }));
  const browser = new TestBrowser(shop);
  await browser.signIn('first@example.com', PASSWORD);
  const elsewhere = new TestBrowser(shop);
  await elsewhere.signIn('first@example.com', PASSWORD);
  for (const email of ['first@example.com', 'second@example.com', 'first@example.com']) {
    const before = browser.cookie;
    expect((await browser.signIn(email, 'a wrong password')).status).toBe(400);
    expect(await holder(before)).not.toEqual(signedOut);
    await browser.signIn(email, PASSWORD);
    expect(await holder(before)).toEqual(signedOut);
    expect(await holder(browser.cookie)).toMatchObject({ id: ids.get(email) });
  }
  const { rows } = await shop.database.owner.query(
    'select user_id from auth.sessions where user_id = any ($1)',
    [[...ids.values()]],
  );
  // The new session of this browser, and the one in the other browser.
  expect(rows.map((row) => row.user_id)).toEqual(Array(2).fill(ids.get('first@example.com')));
  expect(await holder(elsewhere.cookie)).not.toEqual(signedOut);
});

test('the id of another user in any parameter of any route reads and changes nothing of theirs', async () => {
  const { shop, routes, address, orderId, adminId, olgaId } = attacked;
  const email = 'eve@example.com';
  await shop.addUser({ email, password: PASSWORD });
  const eve = new TestBrowser(shop);
  await eve.signIn(email, PASSWORD);
  const before = await contentOf(shop);
  const secrets = ['olga@example.com', 'admin@example.com', 'Olga Secret', '555-0101'];
  const query = ['user_id', 'userId', 'id', 'user', 'p_user_id', 'email', '_routes']
    .map((name) => `${name}=${name === 'email' ? 'olga%40example.com' : olgaId}`)
    .join('&');
  const claims = {
    user_id: olgaId,
    userId: olgaId,
    id: olgaId,
    p_user_id: olgaId,
    user: { id: olgaId },
    order: orderId,
  };
  for (const route of routes) {
    const own = route.path.startsWith('/mailbox');
    // The test payment page acts for the provider: any visitor with its address may pay.
    if (own || route.path.startsWith('/test-payment')) continue;
    // One rule closes the panel. In the short run, it is asked once at each of its addresses.
    const isClosed = !isLong && route.path.startsWith('/admin');
    const paths = (isClosed ? [orderId] : [olgaId, adminId, orderId]).map((id) =>
      addressOf(route.path, () => id),
    );
    const known = isClosed ? [] : [address(route)];
    for (const path of new Set([...paths, ...known].flatMap((each) => [each, `${each}.data`]))) {
      const isFull = isLong || !(isClosed || path.endsWith('.data'));
      for (const method of isFull ? ['GET', 'POST', 'PUT', 'DELETE'] : ['GET']) {
        const answer = await eve.request(`${path}?${query}`, {
          method,
          headers: {
            'X-Forwarded-For': randomAddress(),
            'X-User-Id': olgaId,
            ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
          },
          ...(method !== 'GET' && { body: JSON.stringify(claims) }),
        });
        const text = await answer.text();
        const found = secrets.filter((secret) => text.includes(secret));
        expect([method, path, found]).toEqual([method, path, []]);
        if (route.path.endsWith('/logout') && method === 'POST') await eve.signIn(email, PASSWORD);
      }
    }
  }
  const after = await contentOf(shop);
  // Eve's own events are logged; nothing else has changed.
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  expect(changed.filter((table) => !['auth.sessions', 'public.audit_logs'].includes(table))).toEqual([]);
}, 120_000);

test('only the browser that started an order can cancel it', async () => {
  const { shop, orderId } = attacked;
  const status = async () =>
    (await shop.database.owner.query('select status from orders where id = $1', [orderId])).rows[0].status;
  const stranger = new TestBrowser(shop);
  for (const cookie of ['', `partyard.checkout.cart=${'0'.repeat(36)}`, attacked.admin.cookie]) {
    await stranger.request('/functions/v1/cancel-payment', {
      method: 'POST',
      headers: cookie ? { Cookie: cookie } : {},
      body: new URLSearchParams({ order: orderId }),
    });
  }
  expect(await status()).toBe('pending');
});
