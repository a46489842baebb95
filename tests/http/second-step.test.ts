import { renderSVG } from 'uqr';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailsTo, TestBrowser } from '../support/accounts.ts';
import { authenticatorCode } from '../support/authenticator.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'a long password';

let shop: TestShop;
let browser: TestBrowser;
let userId: string;

async function open(options: { adminsNeedSecondStep?: boolean } = {}) {
  shop = await createTestShop(options);
  userId = await shop.addUser({ email: EMAIL, password: PASSWORD, admin: true });
  browser = new TestBrowser(shop);
  await browser.signIn(EMAIL, PASSWORD);
}

beforeEach(() => open());
afterEach(() => shop[Symbol.asyncDispose]());

const factors = (action: string, body: object, from = browser) =>
  from.send('POST', `/auth/v1/factors/${action}`, body);

/** The code that confirms the app is used up. The next one is accepted already, because clocks differ. */
const nextCode = (secret: string) => authenticatorCode(secret, Date.now() + 30_000);

async function setUp() {
  const { body } = await factors('begin', { password: PASSWORD });
  expect(body).toMatchObject({ secret: expect.stringMatching(/^[A-Z2-7]+$/), backup_codes: { length: 10 } });
  expect(body.qr_code).toMatch(/^data:image\/svg\+xml/);
  expect((await factors('confirm', { code: authenticatorCode(body.secret) })).status).toBe(200);
  return body as { secret: string; backup_codes: string[] };
}

test('authenticator apps show the name of the settings', async () => {
  const name = 'Joe & Daughters’ Yard';
  await shop.database.owner.query('update shop_settings set values = $1', [{ business: { name } }]);
  const { body } = await factors('begin', { password: PASSWORD });
  const issuer = encodeURIComponent(name);
  const parameters = new URLSearchParams({ secret: body.secret, issuer: name, digits: '6', period: '30' });
  const address = `otpauth://totp/${issuer}:${encodeURIComponent(EMAIL)}?${parameters}`;
  const picture = encodeURIComponent(renderSVG(address, { border: 2 }));
  expect(body.qr_code).toBe(`data:image/svg+xml;utf8,${picture}`);
});

test('it is set up with a password and a first code, required at the next sign-in, and removed', async () => {
  const elsewhere = new TestBrowser(shop);
  await elsewhere.signIn(EMAIL, PASSWORD);
  expect(await factors('begin', { password: 'not it' })).toMatchObject({
    status: 400,
    body: { error: 'That is not your password.' },
  });
  const { secret } = await setUp();
  expect(await browser.whoAmI()).toMatchObject({ user: { email: EMAIL }, isAdmin: true });
  expect(await elsewhere.whoAmI()).toMatchObject({ user: null });

  const again = new TestBrowser(shop);
  expect(await again.signIn(EMAIL, PASSWORD)).toMatchObject({
    status: 200,
    body: { user: null, second_step: true },
  });
  expect(await again.whoAmI()).toMatchObject({ user: null });
  expect(await factors('confirm', { code: '000000' }, again)).toMatchObject({
    status: 400,
    body: { code: 'invalid_code' },
  });
  const code = nextCode(secret);
  expect(await factors('confirm', { code: `${code.slice(0, 3)} ${code.slice(3)}` }, again)).toMatchObject({
    status: 200,
    body: { user: { email: EMAIL }, expires_in: 3600 },
  });
  expect(await again.whoAmI()).toMatchObject({ user: { email: EMAIL }, isAdmin: true });

  expect((await factors('end', { password: 'not it' }, again)).status).toBe(400);
  expect((await factors('end', { password: PASSWORD }, again)).status).toBe(200);
  expect((await new TestBrowser(shop).signIn(EMAIL, PASSWORD)).body).toMatchObject({
    user: { email: EMAIL },
  });
  const { rows } = await shop.database.owner.query(
    "select action from audit_logs where user_id = $1 and action like 'security%' order by created_at",
    [userId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'security_second_step_set_up',
    'security_second_step_ended',
  ]);
});

test('a backup code works once in place of a code', async () => {
  const { backup_codes } = await setUp();
  const [code] = backup_codes;
  const useCode = async () => {
    const fresh = new TestBrowser(shop);
    await fresh.signIn(EMAIL, PASSWORD);
    return (await factors('confirm', { backup_code: ` ${code} ` }, fresh)).status;
  };
  expect([await useCode(), await useCode()]).toEqual([200, 400]);
  const renewed = await factors('renew-codes', { password: PASSWORD });
  expect(renewed.body.backup_codes).toHaveLength(10);
  expect(renewed.body.backup_codes).not.toContain(backup_codes[1]);
  const { rows } = await shop.database.owner.query('select secret, backup_codes from auth.two_factors');
  expect(JSON.stringify(rows)).not.toContain(renewed.body.backup_codes[0]);
});

test('a code of the app works once', async () => {
  const { secret } = await setUp();
  const code = nextCode(secret);
  const statuses: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const fresh = new TestBrowser(shop);
    await fresh.signIn(EMAIL, PASSWORD);
    statuses.push((await factors('confirm', { code }, fresh)).status);
  }
  expect(statuses).toEqual([200, 400]);
  // Also the one that has confirmed the app.
  const fresh = new TestBrowser(shop);
  await fresh.signIn(EMAIL, PASSWORD);
  expect((await factors('confirm', { code: authenticatorCode(secret) }, fresh)).status).toBe(400);
});

test('a code is refused without a password before it, or too late', async () => {
  const { secret } = await setUp();
  const stranger = new TestBrowser(shop);
  const over = { status: 401, body: { code: 'second_step_over' } };
  expect(await factors('confirm', { code: authenticatorCode(secret) }, stranger)).toMatchObject(over);
  await stranger.signIn(EMAIL, PASSWORD);
  await shop.database.owner.query("update auth.verifications set expires_at = now() - interval '1 second'");
  expect(await factors('confirm', { code: authenticatorCode(secret) }, stranger)).toMatchObject(over);
});

test('removing it, and renewing its codes, ends all sessions but this one, which is replaced', async () => {
  const { secret } = await setUp();
  for (const action of ['renew-codes', 'end']) {
    const elsewhere = new TestBrowser(shop);
    await elsewhere.signIn(EMAIL, PASSWORD);
    await shop.database.owner.query("delete from limits where key like 'use-code/%'");
    expect((await factors('confirm', { code: nextCode(secret) }, elsewhere)).status).toBe(200);
    const before = browser.cookies.get('partyard.session_token');
    expect((await factors(action, { password: 'not it' })).status).toBe(400);
    expect(await elsewhere.whoAmI()).toMatchObject({ user: { email: EMAIL } });
    expect(browser.cookies.get('partyard.session_token')).toBe(before);
    expect((await factors(action, { password: PASSWORD })).status).toBe(200);
    expect(await elsewhere.whoAmI()).toMatchObject({ user: null });
    expect(await browser.whoAmI()).toMatchObject({ user: { email: EMAIL } });
    expect(browser.cookies.get('partyard.session_token')).not.toBe(before);
  }
});

test('the session that a sign-in with two steps replaces ends after the first step', async () => {
  await setUp();
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  const shared = new TestBrowser(shop);
  await shared.signIn('olga@example.com', PASSWORD);
  expect((await shared.signIn(EMAIL, PASSWORD)).body).toMatchObject({ second_step: true });
  const { rows } = await shop.database.owner.query(
    "select from auth.sessions join auth.users on users.id = user_id where email = 'olga@example.com'",
  );
  expect(rows).toEqual([]);
});

test("codes can't be guessed, and guesses don't lock the user out", async () => {
  const { secret } = await setUp();
  await browser.send('POST', '/auth/v1/logout');
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const thief = new TestBrowser(shop);
    await thief.signIn(EMAIL, PASSWORD);
    for (let guess = 0; guess < 4; guess += 1) {
      statuses.push((await factors('confirm', { code: `00000${guess}` }, thief)).status);
    }
  }
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(6).fill(429)]);
  expect((await browser.signIn(EMAIL, PASSWORD)).body).toMatchObject({ second_step: true });
  expect((await factors('confirm', { code: nextCode(secret) })).status).toBe(200);
});

test('a reset by mail does not bypass it', async () => {
  await setUp();
  const other = new TestBrowser(shop);
  await other.send('POST', '/auth/v1/recover', { email: EMAIL });
  await other.open((await mailsTo(shop, EMAIL))[0]?.link ?? '');
  expect(
    await other.send('PUT', '/auth/v1/user', { password: 'the new password', recovery: true }),
  ).toMatchObject({
    status: 200,
    body: { user: null, changed: true },
  });
  expect(await other.whoAmI()).toMatchObject({ user: null });
  expect((await other.signIn(EMAIL, 'the new password')).body).toMatchObject({ second_step: true });
});

test('if it is required for admins, the role has no effect without it', async () => {
  await shop[Symbol.asyncDispose]();
  await open({ adminsNeedSecondStep: true });
  const parts = () =>
    shop.database.pools.as({ role: 'authenticated', userId }, (transaction) =>
      transaction.insertInto('parts_catalog').values({ part_name: 'Horn', category: 'Body' }).execute(),
    );
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: false, needsSecondStep: true });
  await expect(parts()).rejects.toMatchObject({ code: '42501' });
  await setUp();
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: true });
  await expect(parts()).resolves.toBeDefined();
  // It holds for staff too.
  await shop.addUser({ email: 'stan@example.com', password: PASSWORD, staff: true });
  const staff = new TestBrowser(shop);
  await staff.signIn('stan@example.com', PASSWORD);
  expect(await staff.whoAmI()).toMatchObject({ role: null, needsSecondStep: true });
  expect((await staff.request('/admin')).headers.get('Location')).toBe('/auth');
  // Other users do not need it.
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  const other = new TestBrowser(shop);
  await other.signIn('olga@example.com', PASSWORD);
  expect(await other.whoAmI()).not.toHaveProperty('needsSecondStep');
});

test("a visitor can't use it", async () => {
  for (const action of ['begin', 'renew-codes', 'end', 'confirm']) {
    expect((await factors(action, { password: PASSWORD, code: '1' }, new TestBrowser(shop))).status).toBe(
      401,
    );
  }
  expect((await factors('view', {})).status).toBe(404);
});
