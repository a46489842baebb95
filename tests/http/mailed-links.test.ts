import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { redactOldMails } from '#server/mail/redact-secrets.ts';
import { smtpTransport } from '#server/mail/mail-transport.ts';
import { mailsTo, SITE, TestBrowser } from '../support/accounts.ts';
import { contentOf } from '../support/attack-shop.ts';
import { makeJobsDue } from '../support/jobs.ts';
import { startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { useSharedDatabase } from '../support/shared-database.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const EMAIL = 'olga@example.com';
const OLD = 'the old password';
const NEW = 'the new password';

const database = useSharedDatabase();
let shop: TestShop;
let browser: TestBrowser;

beforeEach(async () => {
  shop = await createTestShop({ database: database() });
  browser = new TestBrowser(shop);
});
afterEach(() => shop[Symbol.asyncDispose]());

const rows = async (statement: string, values: unknown[] = []) =>
  (await shop.database.owner.query(statement, values)).rows;
const newestLink = async (email = EMAIL, at = shop) => (await mailsTo(at, email))[0]?.link ?? '';

/** Makes the shop mail a link for each purpose to `browser`. */
const mailed: Record<string, { page: string; ask: () => Promise<unknown> }> = {
  signup: { page: '/auth/confirm?type=signup', ask: () => browser.signUp(EMAIL, NEW) },
  recovery: {
    page: '/reset-password',
    async ask() {
      await shop.addUser({ email: EMAIL, password: OLD });
      await browser.send('POST', '/auth/v1/recover', { email: EMAIL });
    },
  },
  password_change: {
    page: '/auth/confirm?type=password_change',
    async ask() {
      await shop.addUser({ email: EMAIL, password: OLD });
      await browser.signIn(EMAIL, OLD);
      await browser.send('PUT', '/auth/v1/user', { password: NEW });
    },
  },
};

describe.each(Object.entries(mailed))('a link for %s', (_purpose, { page, ask }) => {
  test('changes nothing and starts no session when it is opened', async () => {
    await ask();
    const link = await newestLink();
    const before = await contentOf(shop);
    const scanner = new TestBrowser(shop);
    const looks: RequestInit[] = [
      {},
      { method: 'HEAD' },
      { method: 'OPTIONS' },
      { headers: { 'Sec-Purpose': 'prefetch;prerender', Purpose: 'prefetch' } },
      { headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://mail.example' } },
      { headers: { Cookie: browser.cookie } },
    ];
    for (const look of looks) {
      const answer = await scanner.request(link, look);
      expect(answer.headers.getSetCookie().join()).not.toContain('session');
      for (const next of [answer.headers.get('Location'), page, `${page.replace('?', '.data?')}`]) {
        const seen = next ? await scanner.request(next, look) : undefined;
        expect(seen?.headers.getSetCookie() ?? []).toEqual([]);
      }
    }
    expect(await scanner.whoAmI()).toMatchObject({ user: null });
    expect(await contentOf(shop)).toEqual(before);
  });

  test('leads to one form that shows the account, but no token', async () => {
    await ask();
    const link = await newestLink();
    const answer = await browser.request(link);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, page]);
    const shown = await browser.request(page);
    const html = await shown.text();
    for (const { headers } of [answer, shown]) {
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Cache-Control')).toContain('no-store');
      expect(headers.get('X-Robots-Tag')).toBe('noindex');
    }
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    const main = html.slice(html.indexOf('<main'));
    expect(main.match(/<form[^>]*method="post"/g)).toHaveLength(1);
    expect(main.match(/type="submit"/g)).toHaveLength(1);
    expect(html.replaceAll('<!-- -->', '')).toContain(`For ${EMAIL}`);
    expect(html).not.toContain(new URL(link).searchParams.get('token'));
  });

  test("can be used only by the shop's own pages", async () => {
    await ask();
    await browser.open(await newestLink());
    const before = await contentOf(shop);
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null', 'Sec-Fetch-Site': 'same-site' },
    ]) {
      const answer = await browser.request(page, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new URLSearchParams({ email: EMAIL, password: NEW, confirm: NEW }),
      });
      expect(answer.status).toBe(403);
    }
    expect(await contentOf(shop)).toEqual(before);
  });

  test('works for its user after a scanner has opened it', async () => {
    await ask();
    const link = await newestLink();
    await new TestBrowser(shop).open(link);
    expect(await browser.open(link)).toBe(page);
    expect((await browser.press(page, NEW)).headers.get('Location')).toBe('/');
    expect(await browser.whoAmI()).toMatchObject({ user: { email: EMAIL } });
    expect((await new TestBrowser(shop).signIn(EMAIL, NEW)).status).toBe(200);
  });
});

test('a page without its link redirects to a page with the reason', async () => {
  for (const [page, to] of [
    ['/auth/confirm', '/auth?link=unknown'],
    ['/auth/confirm?type=magic', '/auth?link=unknown'],
    ['/auth/confirm?type=signup', '/auth?link=unknown'],
    ['/auth/confirm?type=recovery', '/reset-password?error=access_denied&error_code=link_unknown'],
  ] as const) {
    expect((await browser.request(page)).headers.get('Location')).toBe(to);
    expect((await browser.sendForm(page, { email: EMAIL })).headers.get('Location')).toBe(to);
  }
  const html = await (await browser.request('/reset-password')).text();
  expect(html).toContain('This password reset link is invalid or has expired.');
});

test('the button applies to the account that its page shows, even if another link was opened since', async () => {
  await browser.signUp(EMAIL, NEW);
  const page = (await browser.open(await newestLink())) ?? '';
  // Another site makes this browser open the link of a stranger's account.
  await new TestBrowser(shop).signUp('mallory@example.com', OLD);
  await browser.open(await newestLink('mallory@example.com'));
  const answer = await browser.sendForm(page, { email: EMAIL });
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain('opened another link since then');
  expect(await rows('select from auth.users where email_verified')).toEqual([]);
  expect(await browser.whoAmI()).toMatchObject({ user: null });
});

test('over TLS, only this host can set the cookie of a link', async () => {
  await using secure = await createTestShop({ database: database(), siteUrl: 'https://shop.test' });
  const answer = await secure.request('/auth/v1/signup', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: NEW, data: { display_name: 'Olga' } }),
  });
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-partyard\.signed-up=.*; Secure$/);
  const [{ body }] = (await secure.database.owner.query('select body from mails')).rows;
  const link = String(body).match(/https:\S+verify\S+/)?.[0] ?? '';
  const opened = await secure.request(link.replace('https://shop.test', ''));
  expect(opened.headers.getSetCookie()[0]).toMatch(/^__Host-partyard\.signup=.*HttpOnly.*; Secure$/);
});

describe('the token of a link', () => {
  const tokens = (text: string) => text.match(/token=[\w-]{43}/g) ?? [];
  const stored = async (at: TestShop) =>
    (await at.database.owner.query('select body, html, sent_at from mails')).rows as {
      body: string;
      html: string;
      sent_at: Date | null;
    }[];

  test('is removed from the table once the mail was sent', async () => {
    await using smtp = await startSmtpStandIn();
    const transport = smtpTransport({
      smtpUrl: smtp.url,
      from: 'Partyard <shop@partyard.example>',
      shopMailTo: 'owner@partyard.example',
    });
    await using sending = await createTestShop({ database: database(), transport });
    const olga = new TestBrowser(sending);
    await olga.signUp(EMAIL, NEW);
    const link = await newestLink(EMAIL, sending);
    smtp.behavior = 'refuse';
    await sending.runJobs();
    expect(await newestLink(EMAIL, sending)).toBe(link);

    smtp.behavior = 'accept';
    const { owner } = sending.database;
    const underWay = 'select from graphile_worker.jobs where locked_at is not null';
    await expect.poll(async () => (await owner.query(underWay)).rows).toEqual([]);
    await makeJobsDue(owner);
    await sending.runJobs();
    const [mail] = await stored(sending);
    expect(mail?.sent_at).not.toBeNull();
    expect(tokens(`${mail?.body}${mail?.html}`)).toEqual([]);
    expect(mail?.body).toContain(`${SITE}/auth/v1/verify?type=signup&token=removed`);
    expect(mail?.html).toContain('token=removed"');
    // The sent mail contains it.
    expect(
      smtp.messages
        .join()
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '='),
    ).toContain(link.split('token=')[1]);
    expect(await olga.confirm(link)).toBe('/');
  });

  test('stays on the mailbox page while the link is valid', async () => {
    await browser.signUp(EMAIL, NEW);
    await shop.runJobs();
    expect(await rows('select from mails where sent_at is null')).toEqual([]);
    expect(await newestLink()).toMatch(/token=[\w-]{43}/);
    await redactOldMails(shop.database.pools);
    expect(await newestLink()).toMatch(/token=[\w-]{43}/);
    await rows("update mails set created_at = now() - interval '25 hours'");
    await redactOldMails(shop.database.pools);
    const [mail] = await stored(shop);
    expect(tokens(`${mail?.body}${mail?.html}`)).toEqual([]);
  });
});
