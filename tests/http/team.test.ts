import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailsTo, TestBrowser } from '../support/accounts.ts';
import { listenLive, openLive } from '../support/live.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const ADA = 'ada@example.com';
const NEW = 'new@example.com';

let shop: TestShop;
let ada: string;
let admin: TestBrowser;

async function open(options: Parameters<typeof createTestShop>[0] = {}) {
  shop = await createTestShop(options);
  ada = await shop.addUser({ email: ADA, password: PASSWORD, admin: true });
}

beforeAll(() => open());
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await rows(
    "delete from invitations; delete from mails; delete from auth.users where email <> 'ada@example.com'",
  );
  await rows("insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing", [ada]);
  admin = new TestBrowser(shop);
  await admin.signIn(ADA, PASSWORD);
});

async function rows(text: string, values: unknown[] = []) {
  return (await shop.database.owner.query(text, values)).rows;
}

async function send(path: string, fields: Record<string, string> = {}, browser = admin) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await browser.request(formAddress(path, fields), { method: 'POST', body });
  return { status: response.status, ...(await readOutcome(response)) };
}

/** Returns the link of the mail. */
async function invite(email: string, role = 'staff'): Promise<string> {
  expect(await send('/admin/team', { intent: 'invite', email, role })).toMatchObject({
    done: true,
    message: 'Invitation sent',
  });
  await shop.runJobs();
  const [mail] = await mailsTo(shop, email);
  return mail?.link ?? '';
}

const textOf = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');
const rolesOf = async (email: string) =>
  (await rows('select role from user_roles join auth.users on id = user_id where email = $1', [email])).map(
    ({ role }) => role,
  );
const accept = (browser: TestBrowser, email: string, fields: Record<string, string> = {}) =>
  browser.sendForm('/auth/invitation', { email, ...fields });
const account = { display_name: 'Nell New', password: 'a new password', confirm: 'a new password' };

describe('an invitation', () => {
  test('opens a page, changes nothing when opened, and stores only the hash of its link', async () => {
    const link = await invite(NEW);
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(token).toHaveLength(43);
    expect(JSON.stringify(await rows('select * from invitations'))).not.toContain(token);
    const browser = new TestBrowser(shop);
    expect(await browser.open(link)).toBe('/auth/invitation');
    expect(await browser.open(link)).toBe('/auth/invitation');
    const page = await browser.request('/auth/invitation');
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    const html = await textOf(page);
    for (const text of [NEW, 'As staff,', 'Create Account and Accept']) expect(html).toContain(text);
    expect(await rows('select from auth.users where email = $1', [NEW])).toEqual([]);
    expect((await shop.request(link, { method: 'HEAD' })).status).toBe(204);
  });

  test('is mailed once, also if the job runs twice', async () => {
    const link = await invite(NEW);
    const [{ id }] = await rows('select id from invitations');
    await shop.tasks['mail-invitation']?.({ invitationId: id }, {} as never);
    expect(await mailsTo(shop, NEW)).toMatchObject([{ link }]);
  });

  test('makes a new account with the role, signed in, once', async () => {
    const link = await invite(NEW);
    const browser = new TestBrowser(shop);
    await browser.open(link);
    const done = await accept(browser, NEW, account);
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/admin']);
    expect(await browser.whoAmI()).toMatchObject({ user: { email: NEW }, role: 'staff', isAdmin: false });
    expect((await browser.request('/admin')).status).toBe(200);

    const other = new TestBrowser(shop);
    expect(await other.open(link)).toBe('/auth/invitation?link=used');
    expect(await textOf(await other.request('/auth/invitation?link=used'))).toContain('already accepted');
    expect((await new TestBrowser(shop).signIn(NEW, 'a new password')).status).toBe(200);
    const events = await rows(
      `select action, user_id = (select id from auth.users where email = $1) as own, details->>'role' as role
       from audit_logs where resource_type = 'invitations' order by created_at desc limit 2`,
      [NEW],
    );
    expect(events).toEqual([
      { action: 'admin_accept_invitation', own: true, role: 'staff' },
      { action: 'admin_invite', own: false, role: 'staff' },
    ]);
  });

  test.each([
    [{ display_name: ' ' }, 'Please enter a display name.'],
    [{ password: 'short', confirm: 'short' }, 'at least 6 characters'],
    [{ confirm: 'something else' }, 'match'],
    [{ email: 'other@example.com' }, "You've opened another link since then."],
  ])('refuses %j', async (fields, text) => {
    const browser = new TestBrowser(shop);
    await browser.open(await invite(NEW));
    const refused = await browser.sendForm('/auth/invitation', { email: NEW, ...account, ...fields });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await textOf(refused)).toContain(text);
    expect(await rows('select from auth.users where email = $1', [NEW])).toEqual([]);
  });

  test('gives an existing account the role only when signed in as that account', async () => {
    await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
    await shop.addUser({ email: 'sam@example.com', password: PASSWORD });
    const link = await invite('olga@example.com', 'admin');
    const browser = new TestBrowser(shop);
    await browser.open(link);
    expect(await textOf(await browser.request('/auth/invitation'))).toContain('Sign in first');
    expect((await accept(browser, 'olga@example.com', account)).status).toBe(409);

    await browser.signIn('sam@example.com', PASSWORD);
    const asSam = await textOf(await browser.request('/auth/invitation'));
    expect(asSam).toContain('You are signed in as sam@example.com');
    expect((await accept(browser, 'olga@example.com')).status).toBe(409);
    expect(await rolesOf('olga@example.com')).toEqual([]);

    await browser.signIn('olga@example.com', PASSWORD);
    expect(await textOf(await browser.request('/auth/invitation'))).toContain('Accept invitation');
    expect((await accept(browser, 'olga@example.com')).headers.get('Location')).toBe('/admin');
    expect(await rolesOf('olga@example.com')).toEqual(['admin']);
    expect((await browser.signIn('olga@example.com', PASSWORD)).status).toBe(200);
  });

  test('of an unconfirmed account sets a new password, so the one who signed up first is out', async () => {
    const mallory = new TestBrowser(shop);
    await mallory.signUp(NEW, 'the password of Mallory');
    const browser = new TestBrowser(shop);
    await browser.open(await invite(NEW));
    await accept(browser, NEW, account);
    expect(await rolesOf(NEW)).toEqual(['staff']);
    expect((await mallory.signIn(NEW, 'the password of Mallory')).status).toBe(400);
    const signUp = (await mailsTo(shop, NEW)).find(({ link }) => link.includes('type=signup'));
    expect(await mallory.open(signUp?.link ?? '')).toBe('/auth?link=used');
  });

  test('makes staff an admin, and never an admin staff', async () => {
    await shop.addUser({ email: 'stan@example.com', password: PASSWORD, staff: true });
    const browser = new TestBrowser(shop);
    await browser.signIn('stan@example.com', PASSWORD);
    await browser.open(await invite('stan@example.com', 'admin'));
    await accept(browser, 'stan@example.com');
    expect(await rolesOf('stan@example.com')).toEqual(['admin']);
    for (const role of ['staff', 'admin'])
      expect(await send('/admin/team', { intent: 'invite', email: 'Stan@example.com', role })).toMatchObject({
        status: 409,
        message: 'Error sending invitation: this person has these rights already',
      });
  });

  test('ends when it is revoked, expired, replaced, or its admin is no longer one', async () => {
    const revoked = await invite('a@example.com');
    const expired = await invite('b@example.com');
    const replaced = await invite('c@example.com');
    const renewed = await invite('c@example.com', 'admin');
    const orphan = await invite('d@example.com');
    const browsers = new Map<string, TestBrowser>();
    for (const link of [revoked, expired, replaced, orphan]) {
      const browser = new TestBrowser(shop);
      await browser.open(link);
      browsers.set(link, browser);
    }
    const [{ id }] = await rows("select id from invitations where email = 'a@example.com'");
    expect(await send('/admin/team', { intent: 'revoke', id })).toMatchObject({
      message: 'Invitation revoked',
    });
    await rows("update invitations set expires_at = now() where email = 'b@example.com'");
    for (const [link, problem] of [
      [revoked, 'revoked'],
      [expired, 'expired'],
      [replaced, 'revoked'],
    ] as const)
      expect(await new TestBrowser(shop).open(link)).toBe(`/auth/invitation?link=${problem}`);
    expect(await new TestBrowser(shop).open(renewed)).toBe('/auth/invitation');
    await rows('delete from user_roles where user_id = $1', [ada]);
    for (const [index, link] of [revoked, expired, replaced, orphan].entries()) {
      const email = `${'abcd'[index]}@example.com`;
      const browser = browsers.get(link) as TestBrowser;
      await accept(browser, email, account);
      expect(await rolesOf(email), email).toEqual([]);
    }
    for (const link of ['/auth/v1/verify?type=invitation', '/auth/v1/verify?type=invitation&token=x'])
      expect(await new TestBrowser(shop).open(link)).toBe('/auth/invitation?link=unknown');
  });

  test.each([
    [{ email: 'x', role: 'staff' }, 'email'],
    [{ email: NEW, role: 'owner' }, 'role'],
    [{ email: NEW }, 'role'],
  ])('to %j is not sent', async (fields, field) => {
    const refused = await send('/admin/team', { ...fields, intent: 'invite' });
    expect(refused).toMatchObject({ status: 400, done: false });
    expect(Object.keys(refused.errors ?? {})).toEqual([field]);
    expect(await rows('select from invitations')).toEqual([]);
  });

  test('is forgotten with the account of its address', async () => {
    const browser = new TestBrowser(shop);
    await browser.open(await invite(NEW));
    await accept(browser, NEW, account);
    const data = await (await browser.request('/profile/data')).json();
    expect(data).toMatchObject({ invitations: [{ email: NEW, role: 'staff' }] });
    expect(JSON.stringify(data)).not.toContain('token_hash');
    await browser.send('DELETE', '/auth/v1/user', { password: 'a new password' });
    expect(await rows('select from invitations')).toEqual([]);
  });

  test('two clicks at once give the role once', async () => {
    await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
    const browser = new TestBrowser(shop);
    await browser.signIn('olga@example.com', PASSWORD);
    await browser.open(await invite('olga@example.com'));
    await Promise.all([accept(browser, 'olga@example.com'), accept(browser, 'olga@example.com')]);
    expect(await rolesOf('olga@example.com')).toEqual(['staff']);
    const events = await rows(
      "select from audit_logs join auth.users on users.id = user_id where action = 'admin_accept_invitation' and email = 'olga@example.com'",
    );
    expect(events).toHaveLength(1);
  });
});

describe('taking rights away', () => {
  const remove = (userId: string, fields: Record<string, string>, browser = admin) =>
    send('/admin/team', { ...fields, intent: 'remove-role', id: userId }, browser);

  test('works at once, is audited, and revokes the open invitations of that person', async () => {
    const tom = await shop.addUser({ email: 'tom@example.com', password: PASSWORD, admin: true });
    const browser = new TestBrowser(shop);
    await browser.signIn('tom@example.com', PASSWORD);
    await send('/admin/team', { intent: 'invite', email: 'friend@example.com', role: 'admin' }, browser);
    await using live = await listenLive(shop);
    using stream = await openLive(live.url, ['admin:parts'], { headers: { Cookie: browser.cookie } });
    await stream.next();
    expect(await remove(tom, { role: 'admin' })).toMatchObject({ done: true, message: 'Rights removed' });
    await stream.next(({ denied }) => denied ?? false);
    await stream.ended;
    expect(await browser.whoAmI()).toMatchObject({ user: { email: 'tom@example.com' }, role: null });
    expect((await browser.request('/admin')).headers.get('Location')).toBe('/auth');
    expect(await rows('select revoked_at is not null as revoked from invitations')).toEqual([
      { revoked: true },
    ]);
    const events = await rows(
      "select details->>'role' as role from audit_logs where action = 'admin_remove_role' and resource_id = $1",
      [tom],
    );
    expect(events).toEqual([{ role: 'admin' }]);
  });

  test('one’s own only when confirmed, and not the last admin’s', async () => {
    expect(await remove(ada, { role: 'admin' })).toMatchObject({
      done: false,
      message: 'Error removing rights: please confirm that these are your own',
    });
    expect(await remove(ada, { role: 'admin', own: 'confirmed' })).toMatchObject({
      status: 409,
      message: 'Error removing rights: this is the last admin; invite another one first',
    });
    const tom = await shop.addUser({ email: 'tom@example.com', password: PASSWORD, admin: true });
    await rows('update auth.users set banned_at = now() where id = $1', [tom]);
    expect(await remove(ada, { role: 'admin', own: 'confirmed' })).toMatchObject({ status: 409 });
    await rows('update auth.users set banned_at = null where id = $1', [tom]);
    expect(await remove(ada, { role: 'admin', own: 'confirmed' })).toMatchObject({ done: true });
    expect(await rolesOf(ADA)).toEqual([]);
    expect(await rolesOf('tom@example.com')).toEqual(['admin']);
  });

  test('two admins who remove each other at the same time: one stays', async () => {
    const tom = await shop.addUser({ email: 'tom@example.com', password: PASSWORD, admin: true });
    const { pools } = shop.database;
    const removeAs = (
      userId: string,
      person: string,
      before: () => Promise<unknown> = async () => undefined,
    ) =>
      pools.as({ role: 'authenticated', userId }, async (transaction) => {
        await sql`select remove_role(${person}::uuid, 'admin')`.execute(transaction);
        await before();
      });
    let second: Promise<unknown> = Promise.resolve();
    await removeAs(ada, tom, async () => {
      second = removeAs(tom, ada).catch((error: { code: string }) => error.code);
      await expect
        .poll(() =>
          rows("select from pg_stat_activity where wait_event_type = 'Lock' and query like '%remove_role%'"),
        )
        .not.toEqual([]);
    });
    expect(await second).toBe('42501');
    expect(await rows("select user_id from user_roles where role = 'admin'")).toEqual([{ user_id: ada }]);
  });

  test('two admins who both leave at the same time: one stays', async () => {
    const tom = await shop.addUser({ email: 'tom@example.com', password: PASSWORD, admin: true });
    const browser = new TestBrowser(shop);
    await browser.signIn('tom@example.com', PASSWORD);
    const own = { role: 'admin', own: 'confirmed' };
    const results = await Promise.all([remove(ada, own), remove(tom, own, browser)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await rows("select from user_roles where role = 'admin'")).toHaveLength(1);
  });

  test.each([{}, { role: 'owner' }])('%j is refused', async (fields) => {
    expect(await remove(ada, fields as Record<string, string>)).toMatchObject({
      message: 'Error removing rights: the role is missing',
    });
  });
});

test('the tab shows the team and open invitations', async () => {
  await shop.addUser({ email: 'stan@example.com', password: PASSWORD, staff: true });
  await send('/admin/team', { intent: 'invite', email: NEW, role: 'staff' });
  const html = await textOf(await admin.request('/admin/team'));
  for (const text of [ADA, 'stan@example.com', NEW, 'Staff', 'Admin']) expect(html).toContain(text);
});

test('nobody else reads the team, invites, or takes rights away', async () => {
  const stan = await shop.addUser({ email: 'stan@example.com', password: PASSWORD, staff: true });
  const { pools } = shop.database;
  const attempts = [
    sql`select * from team()`,
    sql`insert into invitations (email, role) values ('x@example.com', 'admin')`,
    sql`insert into invitations (email, role) values ('ada@example.com', 'admin')`,
    sql`select remove_role(${ada}::uuid, 'admin')`,
    sql`select accept_invitation('unknown')`,
  ];
  for (const attempt of attempts)
    await expect(
      pools.as({ role: 'authenticated', userId: stan }, (transaction) => attempt.execute(transaction)),
    ).rejects.toMatchObject({ code: '42501' });
});

test('with a required second step, an admin without one can’t invite, and a new admin sets one up first', async () => {
  await shop[Symbol.asyncDispose]();
  await open({ adminsNeedSecondStep: true });
  const { pools } = shop.database;
  const inviteAs = () =>
    pools.as({ role: 'authenticated', userId: ada }, (transaction) =>
      sql`insert into invitations (email, role) values (${NEW}, 'admin')`.execute(transaction),
    );
  await expect(inviteAs()).rejects.toMatchObject({ code: '42501' });
  await rows('update auth.users set two_factor_enabled = true where id = $1', [ada]);
  await inviteAs();
  const [{ id }] = await rows('select id from invitations');
  await shop.tasks['mail-invitation']?.({ invitationId: id }, {} as never);
  const [mail] = await mailsTo(shop, NEW);
  const browser = new TestBrowser(shop);
  await browser.open(mail?.link ?? '');
  expect((await accept(browser, NEW, account)).headers.get('Location')).toBe('/profile?tab=settings');
  expect(await browser.whoAmI()).toMatchObject({ role: null, needsSecondStep: true });
});
