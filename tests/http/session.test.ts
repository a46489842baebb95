import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser } from '../support/accounts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';

let shop: TestShop;
let made = 0;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const rows = async (statement: string, values: unknown[] = []) =>
  (await shop.database.owner.query(statement, values)).rows;

/** A new user with a browser. */
async function someone(options: { admin?: boolean } = {}) {
  const email = `user-${(made += 1)}@example.com`;
  const id = await shop.addUser({ email, password: PASSWORD, ...options });
  return { id, email, browser: new TestBrowser(shop) };
}

async function signedIn(options: { admin?: boolean } = {}) {
  const user = await someone(options);
  expect((await user.browser.signIn(user.email, PASSWORD)).status).toBe(200);
  return user;
}

test('a visitor has no identity, and the response is not cached', async () => {
  const response = await shop.request('/auth/v1/user');
  expect(await response.json()).toEqual({ user: null, isAdmin: false, role: null });
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
});

test('a user is signed in until they sign out', async () => {
  const { id, email, browser } = await someone();
  const { status, body } = await browser.signIn(email.toUpperCase(), PASSWORD);
  expect({ status, body }).toEqual({
    status: 200,
    body: { user: { id, email }, expires_in: 3600, expires_at: expect.any(Number) },
  });
  expect(Math.abs(body.expires_at - Date.now() / 1000 - 3600)).toBeLessThan(5);
  expect(await browser.whoAmI()).toMatchObject({
    user: { id, email, created_at: expect.stringMatching(/^\d{4}-/) },
    isAdmin: false,
  });
  expect((await browser.send('POST', '/auth/v1/logout')).status).toBe(200);
  expect(await browser.whoAmI()).toEqual({ user: null, isAdmin: false, role: null });
  expect((await browser.send('POST', '/auth/v1/logout')).status).toBe(200);
  const trail = await rows('select action from audit_logs where user_id = $1 order by created_at', [id]);
  expect(trail.map(({ action }) => action)).toEqual(['login_success', 'logout']);
});

test('the HTML of a private page names who is signed in, and that of a public page is the same for all', async () => {
  const { email, browser } = await signedIn({ admin: true });
  for (const path of ['/admin', '/admin/today', '/profile', '/orders', '/cart', '/catalog-import']) {
    const response = await browser.request(path);
    expect([path, response.status, response.headers.get('Cache-Control')]).toEqual([
      path,
      200,
      expect.stringMatching(/^private, no-store$/),
    ]);
    const html = await response.text();
    expect([path, html.includes(`Account of ${email}, Admin`)]).toEqual([path, true]);
    expect(html).not.toContain('>Sign In</a>');
  }
  for (const path of ['/', '/junkyard', '/about'])
    expect(await (await browser.request(path)).text()).not.toContain(email);
});

test("scripts can't read the cookies, other sites don't get them, and no response contains a token", async () => {
  const { email, browser } = await someone();
  const { headers, body } = await browser.signIn(email, PASSWORD);
  const cookies = headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    'partyard.session_token',
    'partyard.session_data',
    'partyard.device',
  ]);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  }
  expect(cookies[1]).toMatch(/Max-Age=3600/);
  const [{ token }] = (await rows('select token from auth.sessions order by created_at desc limit 1')) as [
    { token: string },
  ];
  expect(JSON.stringify(body)).not.toContain(token);
});

test('a session in use ends 90 days after the sign-in', async () => {
  const { id, email, browser } = await someone();
  await browser.signIn(email, PASSWORD);
  const left = async () => {
    const [row] = await rows(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from auth.sessions where user_id = $1`,
      [id],
    );
    return row?.days;
  };
  expect(await left()).toBe(30);
  const age = (days: number) =>
    rows(
      `update auth.sessions set created_at = now() - make_interval(days => $2), updated_at = now() - interval '2 days',
         expires_at = now() + interval '20 days' where user_id = $1`,
      [id, days],
    );
  await age(80);
  browser.cookies.delete('partyard.session_data');
  expect(await browser.whoAmI()).toMatchObject({ user: { email } });
  expect(await left()).toBe(10);
  await age(91);
  browser.cookies.delete('partyard.session_data');
  expect(await browser.whoAmI()).toMatchObject({ user: null });
});

test('with TLS, cookies require TLS', async () => {
  await using secure = await createTestShop({ siteUrl: 'https://shop.test' });
  await secure.addUser({ email: 'olga@example.com', password: PASSWORD });
  const response = await secure.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'olga@example.com', password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie();
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/i);
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-partyard.session_token',
    '__Host-partyard.session_data',
    '__Host-partyard.device',
  ]);
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  const asked = await secure.request('/auth/v1/user', { headers: { cookie } });
  // Both values are read by name: the identity, and how long it is valid.
  expect(await asked.json()).toMatchObject({ user: { email: 'olga@example.com' } });
  const { expires_in } = (await (await secure.request('/auth/v1/user', { headers: { cookie } })).json()) as {
    expires_in: number;
  };
  expect(expires_in).toBeGreaterThan(3500);
});

test('an admin is recognized until the role is removed', async () => {
  const { id, browser } = await signedIn({ admin: true });
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: true });
  await rows('delete from user_roles where user_id = $1', [id]);
  expect(await browser.whoAmI()).toMatchObject({ user: { id }, isAdmin: false });
});

test('isAdmin is false if the query fails, but the panel reports the failure and does not redirect to /auth', async () => {
  const { id, browser } = await signedIn({ admin: true });
  await rows('alter table user_roles rename to user_roles_away');
  const answer = await browser.whoAmI();
  const panel = await browser.request('/admin');
  await rows('alter table user_roles_away rename to user_roles');
  expect(answer).toMatchObject({ user: { id }, isAdmin: false });
  expect(panel.status).toBe(500);
  expect((await browser.request('/admin')).status).toBe(200);
});

test('a refresh extends the session, or reports that none exists', async () => {
  const { id, email, browser } = await signedIn();
  const refresh = () => browser.send('POST', '/auth/v1/token?grant_type=refresh_token');
  expect(await refresh()).toMatchObject({ status: 200, body: { user: { id, email }, expires_in: 3600 } });
  // After an hour the browser has dropped the access cookie, and is still signed in.
  browser.cookies.delete('partyard.session_data');
  expect(await browser.whoAmI()).toMatchObject({ user: { id }, expires_in: 0 });
  expect((await refresh()).headers.getSetCookie().join()).toContain('partyard.session_data=');
  expect(await browser.whoAmI()).toMatchObject({ user: { id }, expires_in: expect.any(Number) });
  // Two days later.
  await rows("update auth.sessions set expires_at = expires_at - interval '2 days' where user_id = $1", [id]);
  await refresh();
  const [{ days }] = (await rows(
    'select extract(epoch from expires_at - now()) / 86400 as days from auth.sessions where user_id = $1',
    [id],
  )) as [{ days: string }];
  expect(Number(days)).toBeGreaterThan(29.9);
  await rows('delete from auth.sessions where user_id = $1', [id]);
  expect(await refresh()).toMatchObject({ status: 401, body: { error: 'Auth session missing!' } });
  expect(await browser.send('POST', '/auth/v1/token?grant_type=magic')).toMatchObject({ status: 400 });
  expect(await browser.send('POST', '/auth/v1/token')).toMatchObject({ status: 400 });
});

describe('a session ends at once', () => {
  test.each([
    ['of a user who is deleted', 'delete from auth.users where id = $1'],
    ['of a user who is banned', 'update auth.users set banned_at = now() where id = $1'],
    ['that has expired', 'update auth.sessions set expires_at = now() where user_id = $1'],
    ['that was ended', 'delete from auth.sessions where user_id = $1'],
  ])('%s, whatever its cookies contain', async (_what, statement) => {
    const { id, browser } = await signedIn();
    await rows(statement, [id]);
    // The access cookie, which is valid for an hour, does not decide.
    const cookie = browser.cookie;
    expect(cookie).toContain('partyard.session_data=');
    expect(await browser.whoAmI()).toEqual({ user: null, isAdmin: false, role: null });
    expect((await browser.request('/profile')).headers.get('Location')).toBe('/auth');
    expect((await shop.request('/profile/data', { headers: { cookie } })).status).toBe(401);
    const wrote = await shop.request('/profile', {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({
        intent: 'save-details',
        display_name: 'Ghost',
        phone: '',
        city: '',
        state: '',
      }),
    });
    expect(wrote.headers.get('Location')).toBe('/auth');
    expect(await rows('select from profiles where user_id = $1', [id])).toEqual([]);
  });

  test("and a banned user can't sign in again", async () => {
    const { id, email, browser } = await someone();
    await rows('update auth.users set banned_at = now() where id = $1', [id]);
    expect(await browser.signIn(email, PASSWORD)).toMatchObject({
      status: 403,
      body: { code: 'user_banned' },
    });
    expect(await browser.whoAmI()).toMatchObject({ user: null });
  });

  test.each(['session_token', 'session_data'])('with a forged %s', async (name) => {
    const { id, browser } = await signedIn();
    const value = browser.cookies.get(`partyard.${name}`) ?? '';
    browser.cookies.set(
      `partyard.${name}`,
      value.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
    );
    const answer = await browser.whoAmI();
    if (name === 'session_token') expect(answer).toEqual({ user: null, isAdmin: false, role: null });
    else expect(answer).toMatchObject({ user: { id }, expires_in: 0 });
  });
});

describe('signing in', () => {
  test.each([
    [{}, 'You must provide either an email or phone number and a password'],
    [{ email: 'a@example.com' }, 'You must provide either an email or phone number and a password'],
    [{ email: 'nobody', password: 'x' }, 'Please enter a valid email address.'],
  ])('with %j gets 400', async (body, error) => {
    const answer = await new TestBrowser(shop).send('POST', '/auth/v1/token?grant_type=password', body);
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });

  test('the error does not reveal what is wrong, and the server logs it once', async () => {
    const { email, browser } = await someone();
    const wrong = {
      status: 400,
      body: { code: 'invalid_credentials', error: 'Invalid login credentials. Please try again.' },
    };
    expect(await browser.signIn(email, 'another password')).toMatchObject(wrong);
    expect(await browser.signIn('nobody@example.com', 'another password')).toMatchObject(wrong);
    expect(await browser.signIn(email, 'x'.repeat(5000))).toMatchObject(wrong);
    const trail = await rows('select * from audit_logs where ip_address = $1', [browser.address]);
    expect(trail.map(({ action, user_id }) => [action, user_id])).toEqual(
      Array.from({ length: 3 }, () => ['failed_login', null]),
    );
    expect(JSON.stringify(trail)).not.toMatch(/@|user-|nobody/);
  });

  test('a thousand wrong passwords do not lock out a device that has signed in before', async () => {
    const { email, browser } = await signedIn();
    await browser.send('POST', '/auth/v1/logout');
    const statuses = new Map<number, number>();
    for (let n = 0; n < 1_000; n += 50) {
      // From many addresses.
      const tries = Array.from({ length: 50 }, (_, i) =>
        new TestBrowser(shop).signIn(email, `guess ${n + i}`),
      );
      for (const { status } of await Promise.all(tries))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 400: 10, 429: 990 });
    const stranger = await new TestBrowser(shop).signIn(email, PASSWORD);
    expect(stranger.status).toBe(429);
    expect(stranger.body.error).toMatch(
      /^Too many failed attempts to sign in\. Please try again in \d+ minutes\.$/,
    );
    expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
    // Its own failures count only for itself.
    for (let n = 0; n < 10; n += 1) expect((await browser.signIn(email, 'oh no')).status).toBe(400);
    expect((await browser.signIn(email, PASSWORD)).status).toBe(429);
  });

  test('only failures count, and an address has room for a household', async () => {
    const { email, browser } = await someone();
    for (let n = 0; n < 25; n += 1) {
      const fresh = new TestBrowser(shop, browser.address);
      expect((await fresh.signIn(email, PASSWORD)).status).toBe(200);
    }
    // Of accounts, whose hashes are cheap here, and of others. Ten failures of one account are not refused.
    const known = await Promise.all(Array.from({ length: 11 }, () => someone()));
    const emails = Array.from({ length: 110 }, (_, n) => known[n % 12]?.email ?? `guessed-${n}@example.com`);
    const guesses = await Promise.all(
      emails.map((guess) => new TestBrowser(shop, browser.address).signIn(guess, 'password')),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(100);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('a forged device cookie is not accepted', async () => {
    const { email, browser } = await signedIn();
    const { email: other } = await someone();
    const device = browser.cookies.get('partyard.device') ?? '';
    for (let n = 0; n < 10; n += 1) await new TestBrowser(shop).signIn(other, 'wrong');
    // A device that is known to one account is unknown to another.
    expect((await browser.signIn(other, PASSWORD)).status).toBe(429);
    const forger = new TestBrowser(shop);
    for (let n = 0; n < 10; n += 1) await new TestBrowser(shop).signIn(email, 'wrong');
    forger.cookies.set('partyard.device', `${device.slice(0, 22)}~${'A'.repeat(43)}`);
    expect((await forger.signIn(email, PASSWORD)).status).toBe(429);
    expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
  });
});

test("another site can't sign visitors in or out", async () => {
  const { email, browser } = await signedIn();
  const fromElsewhere: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example' },
  ];
  for (const headers of fromElsewhere) {
    for (const path of ['token?grant_type=password', 'logout', 'signup', 'recover', 'user', 'factors/end']) {
      const response = await browser.request(`/auth/v1/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      expect(response.status).toBe(403);
    }
  }
  expect(await browser.whoAmI()).toMatchObject({ user: { email } });
});

test("better-auth's own endpoints are not served", async () => {
  for (const path of [
    'get-session',
    'sign-up/email',
    'sign-in/email',
    'update-user',
    'change-password',
    'ok',
  ]) {
    expect((await shop.request(`/api/auth/${path}`)).status).toBe(404);
  }
});
