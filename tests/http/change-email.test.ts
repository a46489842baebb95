import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo, TestBrowser } from '../support/accounts.ts';
import { authenticatorCode } from '../support/authenticator.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';
const NEW_PASSWORD = 'another long password';

let shop: TestShop;
let made = 0;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const rows = async (statement: string, values: unknown[] = []) =>
  (await shop.database.owner.query(statement, values)).rows;

async function signedIn(email: string, password = PASSWORD) {
  const browser = new TestBrowser(shop);
  await browser.signIn(email, password);
  return browser;
}

async function someone() {
  made += 1;
  const email = `old-${made}@example.com`;
  const id = await shop.addUser({ email, password: PASSWORD });
  return { id, email, next: `new-${made}@example.com`, browser: await signedIn(email) };
}

const propose = (browser: TestBrowser, email: unknown, password: unknown = PASSWORD) =>
  browser.send('POST', '/auth/v1/email', { email, password });
const newestLink = async (email: string) => (await mailsTo(shop, email)).find(({ link }) => link)?.link ?? '';
const subjects = async (email: string) => (await mailsTo(shop, email)).map(({ subject }) => subject);
const emailOf = async (id: string) =>
  (await rows('select email from auth.users where id = $1', [id]))[0]?.email;
const statusOf = async (email: string, password = PASSWORD) =>
  (await new TestBrowser(shop).signIn(email, password)).status;

async function change({ email, next, browser, id }: Awaited<ReturnType<typeof someone>>) {
  await propose(browser, next);
  expect(await browser.confirm(await newestLink(next))).toBe('/profile?tab=settings');
  expect(await emailOf(id)).toBe(next);
  return newestLink(email);
}

describe('a change of the email address', () => {
  test('tells both addresses, and waits for the new one', async () => {
    const { id, email, next, browser } = await someone();
    expect(await propose(browser, ` ${next.toUpperCase()} `)).toMatchObject({ status: 200, body: {} });
    expect(await subjects(next)).toEqual(['Confirm your new email address at Partyard']);
    expect(await subjects(email)).toEqual(['A new email address for your account at Partyard']);
    expect(await emailOf(id)).toBe(email);

    const link = await newestLink(next);
    expect(await browser.open(link)).toBe('/auth/confirm?type=email_change');
    const page = await (await browser.request('/auth/confirm?type=email_change')).text();
    expect(page).toContain(email);
    expect(page).toContain(next);
    await browser.request(link, { method: 'HEAD' });
    expect(await emailOf(id)).toBe(email);
  });

  test('keeps this browser signed in, and ends all other sessions', async () => {
    const person = await someone();
    const elsewhere = await signedIn(person.email);
    await change(person);
    expect(await person.browser.whoAmI()).toMatchObject({ user: { id: person.id, email: person.next } });
    expect(await elsewhere.whoAmI()).toMatchObject({ user: null });
    expect([await statusOf(person.next), await statusOf(person.email)]).toEqual([200, 400]);
    expect((await subjects(person.next))[0]).toBe('This is now your email address at Partyard');
    expect((await subjects(person.email))[0]).toBe('Your email address at Partyard was changed');
    const trail = await rows(
      "select action from audit_logs where user_id = $1 and action like 'security_email%' order by created_at",
      [person.id],
    );
    expect(trail.map(({ action }) => action)).toEqual([
      'security_email_change_requested',
      'security_email_changed',
    ]);
  });

  test('works in a browser that is not signed in, without a sign-in', async () => {
    const { next, browser } = await someone();
    await propose(browser, next);
    const other = new TestBrowser(shop);
    expect(await other.confirm(await newestLink(next))).toBe('/auth?link=email-changed');
    expect(await other.whoAmI()).toMatchObject({ user: null });
    expect(await statusOf(next)).toBe(200);
  });

  test('works once, and only with the last proposed address', async () => {
    const { id, next, browser } = await someone();
    await propose(browser, `first-${next}`);
    const first = await newestLink(`first-${next}`);
    await propose(browser, next);
    expect(await browser.open(first)).toBe('/auth?link=used');
    const link = await newestLink(next);
    await browser.confirm(link);
    expect(await browser.open(link)).toBe('/auth?link=used');
    expect(await emailOf(id)).toBe(next);
  });

  test('is stopped by a new password', async () => {
    const { id, email, next, browser } = await someone();
    await propose(browser, next);
    await browser.send('POST', '/auth/v1/recover', { email });
    const owner = new TestBrowser(shop);
    await owner.open(await newestLink(email));
    expect(
      (await owner.send('PUT', '/auth/v1/user', { password: NEW_PASSWORD, recovery: true })).status,
    ).toBe(200);
    expect(await browser.open(await newestLink(next))).toBe('/auth?link=used');
    expect(await emailOf(id)).toBe(email);
  });

  test('to the address of another account gets the same answer, and no link', async () => {
    const { browser } = await someone();
    const other = await someone();
    expect(await propose(browser, other.email)).toMatchObject({ status: 200, body: {} });
    expect(await mailsTo(shop, other.email)).toMatchObject([
      { subject: 'You already have an account at Partyard', link: '' },
    ]);
  });

  test('is refused if another account has taken the address since', async () => {
    const { id, email, next, browser } = await someone();
    await propose(browser, next);
    await shop.addUser({ email: next, password: PASSWORD });
    await browser.open(await newestLink(next));
    const answer = await browser.press('/auth/confirm?type=email_change');
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('Another account has this address now.');
    expect(await emailOf(id)).toBe(email);
  });

  test('replaces a sign-up that was not confirmed', async () => {
    const person = await someone();
    await new TestBrowser(shop).signUp(person.next, NEW_PASSWORD);
    const signUp = await newestLink(person.next);
    await rows("update mails set created_at = now() - interval '1 minute' where recipient = $1", [
      person.next,
    ]);
    await change(person);
    expect(await new TestBrowser(shop).open(signUp)).toBe('/auth?link=unknown');
    expect(await statusOf(person.next, NEW_PASSWORD)).toBe(400);
  });

  test('needs the password, a session, and another address', async () => {
    const { id, email, next, browser } = await someone();
    expect(await propose(browser, next, 'wrong')).toMatchObject({
      status: 400,
      body: { error: 'That is not your password.' },
    });
    expect((await propose(browser, next, null)).status).toBe(400);
    expect((await propose(browser, email)).status).toBe(422);
    for (const odd of ['', 'x', 7, null, `${'x'.repeat(320)}@example.com`]) {
      expect((await propose(browser, odd)).status).toBe(400);
    }
    expect((await propose(new TestBrowser(shop), next)).status).toBe(401);
    expect(await emailOf(id)).toBe(email);
  });

  test('can be proposed five times an hour', async () => {
    const { next, browser } = await someone();
    for (let n = 0; n < 5; n += 1) expect((await propose(browser, `${n}-${next}`)).status).toBe(200);
    expect((await propose(browser, next)).status).toBe(429);
    expect(await mailsTo(shop, next)).toEqual([]);
  });
});

describe('the address before', () => {
  test('gets the account back, with a new password, for a week', async () => {
    const person = await someone();
    const undo = await change(person);
    const owner = new TestBrowser(shop);
    expect(await owner.open(undo)).toBe('/auth/confirm?type=email_undo');
    expect((await owner.press('/auth/confirm?type=email_undo', 'short')).status).toBe(422);
    expect(await emailOf(person.id)).toBe(person.next);
    expect(await owner.confirm(undo, NEW_PASSWORD)).toBe('/');
    expect(await owner.whoAmI()).toMatchObject({ user: { id: person.id, email: person.email } });
    expect(await person.browser.whoAmI()).toMatchObject({ user: null });
    expect([await statusOf(person.email, NEW_PASSWORD), await statusOf(person.next)]).toEqual([200, 400]);
    expect((await subjects(person.next))[0]).toBe('This is no longer your email address at Partyard');
  });

  test('cannot undo it after a week', async () => {
    const person = await someone();
    const undo = await change(person);
    const [{ days }] = await rows(
      "select extract(days from expires_at - created_at) as days from auth.mailed_links where user_id = $1 and purpose = 'email_undo'",
      [person.id],
    );
    expect(Number(days)).toBe(7);
    await rows('update auth.mailed_links set expires_at = now() where user_id = $1', [person.id]);
    expect(await new TestBrowser(shop).confirm(undo, NEW_PASSWORD)).toBe('/auth?link=expired');
  });

  test('undoes it also after a new password and further changes, whose own links end', async () => {
    const person = await someone();
    const undo = await change(person);
    const last = `last-${person.next}`;
    await person.browser.send('POST', '/auth/v1/recover', { email: person.next });
    const thief = new TestBrowser(shop);
    await thief.open(await newestLink(person.next));
    await thief.send('PUT', '/auth/v1/user', { password: NEW_PASSWORD, recovery: true });
    await propose(thief, last, NEW_PASSWORD);
    expect(await thief.confirm(await newestLink(last))).toBe('/profile?tab=settings');
    const undoOfThief = await newestLink(person.next);

    expect(await new TestBrowser(shop).confirm(undo, 'the password of the owner')).toBe('/');
    expect(await emailOf(person.id)).toBe(person.email);
    expect(await new TestBrowser(shop).confirm(undoOfThief, NEW_PASSWORD)).toBe('/auth?link=used');
    expect(await emailOf(person.id)).toBe(person.email);
  });
});

describe('a second step', () => {
  async function setUpSecondStep(browser: TestBrowser) {
    const { body } = await browser.send('POST', '/auth/v1/factors/begin', { password: PASSWORD });
    const code = authenticatorCode(body.secret);
    expect((await browser.send('POST', '/auth/v1/factors/confirm', { code })).status).toBe(200);
    return body as { secret: string; backup_codes: string[] };
  }
  const secondStepsOf = (id: string) =>
    rows('select verified from auth.two_factors where user_id = $1', [id]);

  test('that an intruder set up after the change ends with it, and nothing of the intruder stays', async () => {
    const person = await someone();
    const undo = await change(person);
    const intruder = person.browser;
    const { secret, backup_codes: codes } = await setUpSecondStep(intruder);
    const waiting = [new TestBrowser(shop), new TestBrowser(shop)] as const;
    for (const browser of waiting) {
      expect((await browser.signIn(person.next, PASSWORD)).body).toMatchObject({ second_step: true });
    }

    expect(await new TestBrowser(shop).confirm(undo, NEW_PASSWORD)).toBe('/');
    expect(await intruder.whoAmI()).toMatchObject({ user: null });
    const code = { code: authenticatorCode(secret, Date.now() + 30_000) };
    const backup = { backup_code: codes[0] };
    expect((await waiting[0].send('POST', '/auth/v1/factors/confirm', code)).status).toBe(401);
    expect((await waiting[1].send('POST', '/auth/v1/factors/confirm', backup)).status).toBe(401);
    expect(await secondStepsOf(person.id)).toEqual([]);
    expect([await statusOf(person.email), await statusOf(person.next, NEW_PASSWORD)]).toEqual([400, 400]);
    const owner = await signedIn(person.email, NEW_PASSWORD);
    expect(await owner.whoAmI()).toMatchObject({ user: { id: person.id } });
    const [mail] = await rows(
      'select subject, body from mails where recipient = $1 order by created_at desc limit 1',
      [person.email],
    );
    expect(mail.body).toContain('Two-step sign-in that was set up after the change has been turned off');
    expect(
      await rows(
        "select details ->> 'by' as by from audit_logs where user_id = $1 and action = 'security_second_step_ended'",
        [person.id],
      ),
    ).toEqual([{ by: 'restored_address' }]);
  });

  test('that was begun before the change and confirmed after it ends, too', async () => {
    const person = await someone();
    await person.browser.send('POST', '/auth/v1/factors/begin', { password: PASSWORD });
    const undo = await change(person);
    await setUpSecondStep(person.browser);
    expect(await new TestBrowser(shop).confirm(undo, NEW_PASSWORD)).toBe('/');
    expect(await secondStepsOf(person.id)).toEqual([]);
  });

  test('of the owner stays, so that a stolen mailbox is not enough', async () => {
    const person = await someone();
    const { secret } = await setUpSecondStep(person.browser);
    const undo = await change(person);
    await person.browser.send('POST', '/auth/v1/factors/renew-codes', { password: PASSWORD });

    const thief = new TestBrowser(shop);
    expect(await thief.confirm(undo, NEW_PASSWORD)).toBe('/auth?link=email-restored');
    expect(await thief.whoAmI()).toMatchObject({ user: null });
    expect((await thief.signIn(person.email, NEW_PASSWORD)).body).toMatchObject({ second_step: true });
    const code = { code: authenticatorCode(secret, Date.now() + 30_000) };
    expect((await thief.send('POST', '/auth/v1/factors/confirm', code)).status).toBe(200);
    expect(await secondStepsOf(person.id)).toEqual([{ verified: true }]);
  });
});

test('what was sent with the address before stays with the account', async () => {
  const person = await someone();
  await rows("insert into part_requests (name, email, part_name) values ('Olga', $1, 'Horn')", [
    person.email,
  ]);
  await rows("insert into customer_notes (email, note) values ($1, 'Calls on Mondays')", [person.email]);
  await rows('select count_customers(1000)');
  await change(person);
  await rows('select count_customers(1000)');
  const data = await (await person.browser.request('/profile/data')).json();
  expect(data).toMatchObject({
    part_requests: [{ part_name: 'Horn' }],
    notes: [{ note: 'Calls on Mondays' }],
    former_emails: [{ email: person.email }],
  });
  expect(data.mails.map(({ subject }: { subject: string }) => subject)).toContain(
    'Your email address at Partyard was changed',
  );
  expect(
    await rows('select email, user_id, requests from customers where email in ($1, $2)', [
      person.email,
      person.next,
    ]),
  ).toEqual([{ email: person.next, user_id: person.id, requests: 1 }]);

  await person.browser.send('DELETE', '/auth/v1/user', { password: PASSWORD });
  expect(await rows('select from mails where recipient in ($1, $2)', [person.email, person.next])).toEqual(
    [],
  );
  expect(await rows('select from auth.former_emails where email = $1', [person.email])).toEqual([]);
});
