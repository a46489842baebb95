import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailsTo, TestBrowser } from '../support/accounts.ts';
import { useSharedDatabase } from '../support/shared-database.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const EMAIL = 'olga@example.com';
const OLD = 'the old password';
const NEW = 'the new password';

const database = useSharedDatabase();
let shop: TestShop;
let browser: TestBrowser;
let userId: string;

beforeEach(async () => {
  shop = await createTestShop({ database: database() });
  browser = new TestBrowser(shop);
  userId = await shop.addUser({ email: EMAIL, password: OLD });
});
afterEach(() => shop[Symbol.asyncDispose]());

const rows = async (statement: string, values: unknown[] = []) =>
  (await shop.database.owner.query(statement, values)).rows;
const newestLink = async () => (await mailsTo(shop, EMAIL))[0]?.link ?? '';
const statusOf = async (password: string) => (await new TestBrowser(shop).signIn(EMAIL, password)).status;
const expectPassword = async (password: string, other: string) => {
  expect([await statusOf(password), await statusOf(other)]).toEqual([200, 400]);
};

describe('a reset', () => {
  const recover = (email: unknown, from = browser) => from.send('POST', '/auth/v1/recover', { email });
  const setPassword = (password: unknown, from = browser) =>
    from.send('PUT', '/auth/v1/user', { password, recovery: true });

  async function openReset(from = browser) {
    await recover(EMAIL, from);
    expect(await from.open(await newestLink())).toBe('/reset-password');
  }

  test('signs in on this browser, and ends all other sessions', async () => {
    const elsewhere = new TestBrowser(shop);
    await elsewhere.signIn(EMAIL, OLD);
    await openReset();
    expect(await (await browser.request('/reset-password')).text()).toContain(EMAIL);
    expect(await browser.whoAmI()).toMatchObject({ user: null });

    expect(await setPassword(NEW)).toMatchObject({
      status: 200,
      body: { changed: true, user: { email: EMAIL } },
    });
    expect(await browser.whoAmI()).toMatchObject({ user: { email: EMAIL } });
    expect(await elsewhere.whoAmI()).toMatchObject({ user: null });
    await expectPassword(NEW, OLD);
    expect((await mailsTo(shop, EMAIL)).map(({ subject }) => subject)).toEqual([
      'Your password at Partyard was changed',
      'Set a new password at Partyard',
    ]);
    const trail = await rows(
      'select action, user_id from audit_logs where ip_address = $1 order by created_at',
      [browser.address],
    );
    expect(trail).toEqual([
      { action: 'security_password_reset_requested', user_id: null },
      { action: 'security_password_changed', user_id: userId },
      { action: 'login_success', user_id: userId },
    ]);
  });

  test('gets the same response in the same time for an unknown address', async () => {
    const timed = async (email: string) => {
      const started = performance.now();
      const { status, body } = await recover(email, new TestBrowser(shop));
      return { status, body, ms: performance.now() - started };
    };
    const known: { status: number; body: unknown; ms: number }[] = [];
    const unknown: typeof known = [];
    const least = (answers: { ms: number }[]) => Math.min(...answers.map(({ ms }) => ms));
    const differ = () => Math.abs(least(known) - least(unknown)) >= 50;
    // On a busy machine, single responses take longer. An account gets a few mails an hour only.
    for (let n = 0; n < 4 || (differ() && n < 40); n += 1) {
      await shop.addUser({ email: `known-${n}@example.com`, password: OLD });
      known.push(await timed(`known-${n}@example.com`));
      unknown.push(await timed(`nobody-${n}@example.com`));
    }
    for (const { status, body } of [...known, ...unknown])
      expect({ status, body }).toEqual({ status: 200, body: {} });
    expect(differ()).toBe(false);
    expect(await rows("select from mails where recipient like 'nobody%'")).toEqual([]);
  });

  test('works once', async () => {
    await openReset();
    const link = await newestLink();
    expect((await setPassword(NEW)).status).toBe(200);
    expect((await setPassword('yet another one')).status).toBe(200); // Signed in: it only sends a mail.
    expect(await browser.open(link)).toBe('/reset-password?error=access_denied&error_code=link_used');
    const another = new TestBrowser(shop);
    expect(await another.open(link)).toMatch(/link_used/);
    expect((await setPassword('yet another one', another)).status).toBe(401);
    await expectPassword(NEW, 'yet another one');
  });

  test('works for an hour, even if it was opened in time', async () => {
    await openReset();
    await rows("update auth.mailed_links set expires_at = now() - interval '1 second'");
    expect(await setPassword(NEW)).toMatchObject({
      status: 403,
      body: { error: 'This password reset link is invalid or has expired.' },
    });
    expect(await browser.open(await newestLink())).toMatch(/error_code=link_expired/);
    await expectPassword(OLD, NEW);
  });

  test('can be opened again, also in another browser, until it has been used', async () => {
    await openReset();
    const another = new TestBrowser(shop);
    expect(await another.open(await newestLink())).toBe('/reset-password');
    const answers = await Promise.all([setPassword(NEW), setPassword('the other password', another)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  test('with a weak password does not use up the link', async () => {
    await openReset();
    for (const [weak, error] of [
      ['12345', 'Password must be at least 6 characters long'],
      ['dragon', /most common/],
    ] as const) {
      const refused = await setPassword(weak);
      expect(refused.status).toBe(422);
      expect(refused.body.error).toMatch(error);
    }
    expect((await setPassword(undefined)).status).toBe(400);
    expect((await setPassword(NEW)).status).toBe(200);
  });

  test("in a browser of another signed-in user changes only the password of the link's owner", async () => {
    await shop.addUser({ email: 'sam@example.com', password: OLD });
    await browser.signIn('sam@example.com', OLD);
    await openReset();
    expect(await browser.whoAmI()).toMatchObject({ user: { email: 'sam@example.com' } });
    // In the settings, Sam changes his own password.
    expect(await browser.send('PUT', '/auth/v1/user', { password: 'of Sam now' })).toMatchObject({
      body: { changed: false, user: { email: 'sam@example.com' } },
    });
    expect(await setPassword(NEW)).toMatchObject({ body: { user: { email: EMAIL } } });
    expect(await browser.whoAmI()).toMatchObject({ user: { email: EMAIL } });
    await expectPassword(NEW, OLD);
    expect((await new TestBrowser(shop).signIn('sam@example.com', OLD)).status).toBe(200);
  });

  test('confirms an unconfirmed address and removes passwords that others have chosen for it', async () => {
    await new TestBrowser(shop).signUp('new@example.com', 'of Mallory');
    const mallorys = (await mailsTo(shop, 'new@example.com'))[0]?.link ?? '';
    await recover('new@example.com');
    await browser.open((await mailsTo(shop, 'new@example.com'))[0]?.link ?? '');
    expect((await setPassword(NEW)).status).toBe(200);
    expect(await new TestBrowser(shop).open(mallorys)).toBe('/auth?link=used');
    expect((await new TestBrowser(shop).signIn('new@example.com', 'of Mallory')).status).toBe(400);
  });

  test('changes only the account that the page shows, even if another link was opened since', async () => {
    await shop.addUser({ email: 'mallory@example.com', password: OLD });
    await openReset();
    const form = { email: EMAIL, password: NEW, confirm: NEW };
    // Another site makes this browser open a link of Mallory's.
    await recover('mallory@example.com', new TestBrowser(shop));
    await browser.open((await mailsTo(shop, 'mallory@example.com'))[0]?.link ?? '');
    expect(
      await browser.send('PUT', '/auth/v1/user', { password: NEW, recovery: true, email: EMAIL }),
    ).toMatchObject({ status: 409, body: { error: expect.stringContaining('another link') } });
    expect((await browser.sendForm('/reset-password', form)).status).toBe(409);
    expect(await browser.whoAmI()).toMatchObject({ user: null });
    expect((await new TestBrowser(shop).signIn('mallory@example.com', OLD)).status).toBe(200);
    await browser.open(await newestLink());
    expect((await browser.sendForm('/reset-password', form)).headers.get('Location')).toBe('/');
    await expectPassword(NEW, OLD);
  });

  test('works without JavaScript too, with error messages', async () => {
    await openReset();
    const send = (password: string, confirm: string) =>
      browser.sendForm('/reset-password', { email: EMAIL, password, confirm });
    for (const [password, confirm, problem] of [
      ['12345', '12345', 'Password must be at least 6 characters long'],
      [NEW, 'another one', 'Passwords do not match'],
      ['football', 'football', 'one of the most common ones'],
    ] as const) {
      const answer = await send(password, confirm);
      expect([answer.status, (await answer.text()).includes(problem)]).toEqual([422, true]);
    }
    const done = await send(NEW, NEW);
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/']);
    expect(await browser.whoAmI()).toMatchObject({ user: { email: EMAIL } });
    expect((await send(NEW, NEW)).headers.get('Location')).toMatch(/^\/reset-password\?error=/);
  });

  test('requires a valid link', async () => {
    expect(await setPassword(NEW)).toMatchObject({ status: 401 });
    expect(await browser.send('PUT', '/auth/v1/user', { password: NEW })).toMatchObject({
      status: 401,
      body: { error: 'Auth session missing!' },
    });
    browser.cookies.set('partyard.recovery', 'A'.repeat(43));
    expect(await setPassword(NEW)).toMatchObject({ status: 403 });
    await expectPassword(OLD, NEW);
  });

  test('is refused for an invalid address, and sends at most five mails per hour', async () => {
    for (const email of [undefined, '', 'olga', 7, null]) {
      expect(await recover(email)).toMatchObject({
        status: 400,
        body: { error: 'Please enter a valid email address.' },
      });
    }
    for (let n = 0; n < 5; n += 1) await recover(EMAIL, new TestBrowser(shop));
    expect(await recover(EMAIL, new TestBrowser(shop))).toMatchObject({ status: 429 });
    // The same for known and unknown addresses.
    for (let n = 0; n < 5; n += 1) await recover('nobody@example.com', new TestBrowser(shop));
    expect(await recover('nobody@example.com', new TestBrowser(shop))).toMatchObject({ status: 429 });
    expect(await mailsTo(shop, EMAIL)).toHaveLength(5);
  });
});

describe('a change in the settings', () => {
  const change = (password: string) => browser.send('PUT', '/auth/v1/user', { password });

  beforeEach(async () => {
    await browser.signIn(EMAIL, OLD);
  });

  test('takes effect when the mailed link confirms it, and ends other sessions', async () => {
    const elsewhere = new TestBrowser(shop);
    await elsewhere.signIn(EMAIL, OLD);
    expect(await change(NEW)).toMatchObject({ status: 200, body: { changed: false } });
    await expectPassword(OLD, NEW);

    expect(await browser.confirm(await newestLink())).toBe('/');
    expect(await browser.whoAmI()).toMatchObject({ user: { email: EMAIL } });
    expect(await elsewhere.whoAmI()).toMatchObject({ user: null });
    await expectPassword(NEW, OLD);
    const trail = await rows(
      "select action from audit_logs where user_id = $1 and action like 'security%' order by created_at",
      [userId],
    );
    expect(trail).toEqual([
      { action: 'security_password_change_requested' },
      { action: 'security_password_changed' },
    ]);
  });

  test('asks to sign in when it is confirmed in another browser', async () => {
    await change(NEW);
    const another = new TestBrowser(shop);
    expect(await another.confirm(await newestLink())).toBe('/auth?link=changed');
    expect(await another.whoAmI()).toMatchObject({ user: null });
    expect(await browser.whoAmI()).toMatchObject({ user: null });
    await expectPassword(NEW, OLD);
  });

  test('applies the last chosen password, once and within an hour', async () => {
    await change('the first try');
    const first = await newestLink();
    await change(NEW);
    const second = await newestLink();
    expect(await browser.open(first)).toBe('/auth?link=used');
    await rows("update auth.mailed_links set expires_at = now() where purpose = 'password_change'");
    expect(await browser.open(second)).toBe('/auth?link=expired');
    await expectPassword(OLD, NEW);
    expect(
      await rows('select from auth.mailed_links where used_at is not null and password_hash is not null'),
    ).toEqual([]);
  });

  test('leaves the link of a reset valid until it is confirmed', async () => {
    const owner = new TestBrowser(shop);
    await owner.send('POST', '/auth/v1/recover', { email: EMAIL });
    const reset = await newestLink();
    await change(NEW);
    expect(await owner.open(reset)).toBe('/reset-password');
    await browser.confirm(await newestLink());
    expect(await owner.open(reset)).toMatch(/error_code=link_used/);
  });

  describe('with a sign-in older than ten minutes', () => {
    const age = (minutes: number) =>
      rows(
        'update auth.sessions set created_at = created_at - make_interval(mins => $1) where user_id = $2',
        [minutes, userId],
      );
    const changeWith = (current: unknown) =>
      browser.send('PUT', '/auth/v1/user', { password: NEW, current_password: current });
    const needed = { status: 403, body: { code: 'reauthentication_needed' } };

    test('requires the current password in a second step, and starts a new session', async () => {
      await age(9);
      expect((await change('the first try')).status).toBe(200);
      await age(2);
      expect(await change(NEW)).toMatchObject(needed);
      expect(await changeWith('not the password')).toMatchObject({
        status: 400,
        body: { code: 'invalid_credentials', error: 'That is not your password.' },
      });
      for (const wrong of ['', null, 7, 'x'.repeat(500)]) expect((await changeWith(wrong)).status).toBe(400);
      expect(await mailsTo(shop, EMAIL)).toHaveLength(1);

      const before = browser.cookies.get('partyard.session_token');
      expect(await changeWith(OLD)).toMatchObject({ status: 200, body: { changed: false } });
      expect(browser.cookies.get('partyard.session_token')).not.toBe(before);
      expect(await rows('select from auth.sessions where user_id = $1', [userId])).toHaveLength(1);
      expect(await browser.confirm(await newestLink())).toBe('/');
      await expectPassword(NEW, OLD);
      // The password was verified just now.
      expect((await change('yet another one')).status).toBe(200);
    });

    test('a refresh does not count as a new sign-in', async () => {
      await age(11);
      await browser.send('POST', '/auth/v1/token?grant_type=refresh_token');
      expect(await change(NEW)).toMatchObject(needed);
    });

    test("the current password can't be guessed", async () => {
      await age(11);
      const statuses = [];
      for (let n = 0; n < 11; n += 1) statuses.push((await changeWith(`guess ${n}`)).status);
      expect(statuses).toEqual([...Array(10).fill(400), 429]);
      expect((await changeWith(OLD)).status).toBe(429);
      expect(await mailsTo(shop, EMAIL)).toHaveLength(0);
    });

    test('requires no current password in a session from a reset link', async () => {
      const reset = new TestBrowser(shop);
      await reset.send('POST', '/auth/v1/recover', { email: EMAIL });
      await reset.open(await newestLink());
      await reset.send('PUT', '/auth/v1/user', { password: NEW, recovery: true });
      await age(60);
      expect(await reset.send('PUT', '/auth/v1/user', { password: 'yet another one' })).toMatchObject({
        status: 200,
        body: { changed: false },
      });
    });
  });

  test('is refused for a weak password, and sends at most five mails per hour', async () => {
    expect(await change('12345')).toMatchObject({
      status: 422,
      body: { error: 'Password must be at least 6 characters long', reasons: ['short'] },
    });
    expect(await change('football')).toMatchObject({ status: 422, body: { reasons: ['common'] } });
    for (let n = 0; n < 5; n += 1) expect((await change(`${NEW} ${n}`)).status).toBe(200);
    expect((await change(NEW)).status).toBe(429);
  });
});
