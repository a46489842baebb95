import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WAIT_SCRIPT } from '../../app/frame/app-start.ts';
import { START_SCRIPT } from '../../app/frame/start-script.ts';
import { guardPage } from '../../app/frame/content-security-policy.server.ts';
import { mayScan } from '#core/yard/scan-pages.ts';
import { publicPaths } from '#core/catalog/public-address.ts';
import { type AttackedShop, createAttackedShop, PASSWORD } from '../support/attack-shop.ts';
import { isLong } from '../support/is-long.ts';
import { randomAddress } from '../support/random-address.ts';
import { installPackages } from '../../tools/install.ts';

let attacked: AttackedShop;

beforeAll(async () => {
  attacked = await createAttackedShop({ siteUrl: 'https://shop.test' });
});
afterAll(() => attacked.shop[Symbol.asyncDispose]());

/** The headers of all responses. */
function expectHardened({ headers, ok }: Response, what: string, mail = false) {
  const scans = ok && mayScan(what);
  const said = (name: string) => `${what}: ${headers.get(name)}`;
  expect(said('X-Content-Type-Options')).toBe(`${what}: nosniff`);
  // The pages of mailed links send no referrer.
  expect(said('Referrer-Policy')).toMatch(/: (strict-origin-when-cross-origin|no-referrer)$/);
  expect(said('Cross-Origin-Opener-Policy')).toBe(`${what}: same-origin`);
  expect(said('Cross-Origin-Resource-Policy')).toMatch(/: (same-origin|cross-origin)$/);
  expect(said('Strict-Transport-Security')).toBe(`${what}: max-age=31536000; includeSubDomains`);
  const permissions = headers.get('Permissions-Policy')?.split(', ') ?? [];
  const page = headers.get('Content-Type')?.startsWith('text/html');
  expect([what, permissions]).toEqual([
    what,
    page ? expect.arrayContaining(['microphone=()', 'geolocation=()', 'payment=()', 'usb=()']) : [],
  ]);
  expect(permissions.filter((each) => !each.endsWith('=()'))).toEqual(
    permissions.length > 0 ? [...(scans ? ['camera=(self)'] : []), 'clipboard-write=(self)'] : [],
  );
  const policy = directives(headers);
  expect([what, policy['default-src']]).toEqual([what, ["'none'"]]);
  expect([what, policy['base-uri'] ?? policy['default-src']]).toEqual([what, ["'none'"]]);
  expect(policy['form-action']).toBeDefined();
  const framed = mail ? "'self'" : "'none'";
  expect([what, policy['frame-ancestors']]).toEqual([what, [framed]]);
  expect(said('X-Frame-Options')).toBe(`${what}: ${framed === "'none'" ? 'DENY' : 'SAMEORIGIN'}`);
  const text = headers.get('Content-Security-Policy') ?? '';
  if (!scans) expect(text).not.toContain('unsafe-eval');
  // A mail needs style attributes, but no scripts.
  if (!mail) expect(text).not.toContain('unsafe-inline');
  for (const name of ['Server', 'X-Powered-By', 'Via']) expect(headers.get(name)).toBeNull();
}

function directives(headers: Headers): Record<string, string[]> {
  const all = (headers.get('Content-Security-Policy') ?? '').split('; ').map((each) => each.split(' '));
  return Object.fromEntries(all.map(([name = '', ...values]) => [name, values]));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** A page's policy allows only its own scripts, each by its hash. */
function expectPage(headers: Headers, html: string, what: string) {
  const policy = directives(headers);
  const inline = [
    ...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
  ].map(([, script = '']) => `'sha256-${hashOf(script)}'`);
  expect(inline.length).toBeGreaterThan(1);
  const decoder = policy['script-src']?.filter((source) => source === "'wasm-unsafe-eval'") ?? [];
  expect([what, new Set(policy['script-src'])]).toEqual([what, new Set(["'self'", ...decoder, ...inline])]);
  expect(html).not.toContain('nonce=');
  expect(html).not.toMatch(/<[^>]+\son[a-z]+=/);
  expect(html).not.toMatch(/(href|src|action)="javascript:/i);
  const sheets = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, sheet = '']) => `'sha256-${hashOf(sheet)}'`,
  );
  expect(sheets).toHaveLength(1);
  expect([what, policy['style-src']]).toEqual([what, ["'self'", ...sheets]]);
  expect(policy['style-src-attr']).toEqual(
    html.includes(' style="') ? expect.arrayContaining(["'unsafe-hashes'"]) : ["'none'"],
  );
  expect(policy['form-action']).toEqual(["'self'"]);
  expect(policy['object-src']).toEqual(["'none'"]);
  expect(policy['require-trusted-types-for']).toEqual(["'script'"]);
  expect(policy['trusted-types']).toEqual(["'none'"]);
}

const OTHER_METHODS = ['HEAD', 'POST', 'DELETE', 'OPTIONS', 'PATCH'];

test('every route for every kind of user, and with every method', async () => {
  const { shop, routes, address, olga, admin } = attacked;
  const pagesOfAdmin = new Map<string, string>();
  let pages = 0;
  for (const [number, route] of routes.entries()) {
    const at = address(route);
    for (const [user, person] of [undefined, olga, admin].entries()) {
      const cookie = person?.cookie ?? '';
      // In the short run, each route gets one other method, from one user, whose data is read too.
      const isOwnTurn = isLong || number % 3 === user;
      const others = isLong ? OTHER_METHODS : OTHER_METHODS.slice(number % 5, (number % 5) + 1);
      for (const method of ['GET', ...(isOwnTurn ? others : [])]) {
        const headers = { cookie, 'X-Forwarded-For': randomAddress(), Accept: 'text/html' };
        const response = await shop.request(at, { method, headers });
        expectHardened(response, at);
        expect(response.status, `${method} ${at}`).toBeLessThan(500);
        const page = response.headers.get('Content-Type')?.startsWith('text/html');
        if (page) pages += 1;
        if (!page || method === 'HEAD') continue;
        const html = await response.text();
        expectPage(response.headers, html, at);
        if (route.isPage && method === 'GET' && person === admin && response.status === 200)
          pagesOfAdmin.set(at, html);
      }
      if (route.isPage && isOwnTurn) await expectData(route.path, at, cookie);
    }
    if (route.path === '/auth/v1/logout') {
      await olga.signIn('olga@example.com', PASSWORD);
      await admin.signIn('admin@example.com', PASSWORD);
    }
  }
  expect(pages).toBeGreaterThan(100);
  expectTitles(pagesOfAdmin);
  await installPackages('checks');
  const { findInvalid } = await import('../../tools/checks/html-validate.ts');
  for (const [at, html] of pagesOfAdmin) expect.soft(await findInvalid(html), at).toEqual([]);
}, 120_000);

/** The data of a screen says who may keep it. */
async function expectData(path: string, at: string, cookie: string) {
  const headers = { cookie, 'X-Forwarded-For': randomAddress() };
  const response = await attacked.shop.request(`${at === '/' ? '/_' : at}.data`, { headers });
  expectHardened(response, at);
  const kept =
    publicPaths.has(path) && response.status === 200
      ? /^public, max-age=0, must-revalidate$/
      : /^(private, )?no-store$/;
  expect([at, response.headers.get('Cache-Control')]).toEqual([at, expect.stringMatching(kept)]);
}

/** Each page has a title of its own. */
function expectTitles(htmls: ReadonlyMap<string, string>) {
  const titles = Array.from(
    htmls,
    ([at, html]) => [at, html.match(/<title>(.*?)<\/title>/)?.[1] ?? ''] as const,
  );
  expect(titles.length).toBeGreaterThan(45);
  const pages = Map.groupBy(titles, ([, title]) => title);
  const hint =
    'Its route exports a meta with a title of its own. A page of the panel is a tab, or has a panelPage';
  const unnamed = /^(|(Admin Panel|New &amp; Used Auto Parts) \|.*)$/;
  expect(
    titles.filter(([, title]) => pages.get(title)?.length !== 1 || unnamed.test(title)),
    hint,
  ).toEqual([]);
}

test('only pages that scan codes may use the camera and WebAssembly, and only for staff', async () => {
  const { shop, admin } = attacked;
  const read = async (path: string, cookie = admin.cookie) => {
    const { headers } = await shop.request(path, { headers: { cookie, Accept: 'text/html' } });
    const permissions = headers.get('Permissions-Policy')?.split(', ') ?? [];
    return [
      permissions.find((each) => each.startsWith('camera=')),
      directives(headers)['script-src']?.includes("'wasm-unsafe-eval'"),
    ];
  };
  const scanning = ['camera=(self)', true];
  expect(await read('/admin/vehicles/new')).toEqual(scanning);
  expect(await read('/admin/orders/pull')).toEqual(scanning);
  const others = ['/', '/admin/vehicles', '/admin/orders', `/admin/vehicles/${crypto.randomUUID()}`];
  for (const path of others) expect([path, ...(await read(path))]).toEqual([path, 'camera=()', false]);
  expect(await read('/admin/vehicles/new', '')).not.toEqual(scanning);
});

test('the data of missing and closed pages is not kept', async () => {
  const { shop } = attacked;
  for (const path of ['/no/such/page.data', '/profile.data', '/admin.data', '/api/parts.data'])
    expect((await shop.request(path)).headers.get('Cache-Control'), path).toMatch(/no-store|must-revalidate/);
});

describe('all other kinds of responses', () => {
  const json = { 'Content-Type': 'application/json' };
  const kinds: Record<string, [path: string, init: RequestInit, status: number]> = {
    'a file': ['/favicon.svg', {}, 200],
    'a missing file': ['/assets/no.js', {}, 404],
    'a missing picture': ['/files/pictures/no.webp', {}, 404],
    health: ['/health', {}, 200],
    readiness: ['/ready', {}, 503],
    'a redirect': ['/admin', {}, 302],
    'an invalid mailed link': [`/auth/v1/verify?token=${'x'.repeat(43)}`, {}, 303],
    'too large': ['/auth/v1/signup', { method: 'POST', headers: json, body: 'x'.repeat(20_000) }, 413],
    'an unsupported type': ['/auth/v1/signup', { method: 'POST', body: 'x' }, 415],
    'from another site': ['/contact', { method: 'POST', headers: { Origin: 'https://evil.example' } }, 403],
    'an unknown method': ['/', { method: 'PROPFIND' }, 405],
    'an invalid address': ['/part/%E0%A4%A', {}, 404],
    'invalid JSON': ['/auth/v1/signup', { method: 'POST', headers: json, body: '{' }, 400],
    'an invalid parameter': ['/api/parts?limit=x', {}, 400],
  };
  test.each(Object.entries(kinds))('%s', async (_, [path, init, status]) => {
    const { shop } = attacked;
    const response = await shop.request(path, {
      ...init,
      headers: { 'X-Forwarded-For': randomAddress(), ...init.headers },
    });
    expect(response.status).toBe(status);
    expectHardened(response, path);
  });

  test('a failure', async () => {
    const { shop } = attacked;
    const { owner } = shop.database;
    await owner.query('alter table catalog_counts rename to catalog_counts_away');
    const [page, data] = [await shop.request('/'), await shop.request('/api/models?make=Honda')];
    await owner.query('alter table catalog_counts_away rename to catalog_counts');
    expect([page.status, data.status]).toEqual([500, 500]);
    expectHardened(page, '/');
    expectHardened(data, '/api/models');
    expectPage(page.headers, await page.text(), '/');
  });

  test('a mail on the mailbox page', async () => {
    const { shop } = attacked;
    await shop.request('/functions/v1/send-contact-email', {
      method: 'POST',
      headers: { ...json, 'X-Forwarded-For': randomAddress() },
      body: JSON.stringify({ name: 'Dana', email: 'dana@example.com', subject: 'Hi', message: 'Hello' }),
    });
    const { rows } = await shop.database.owner.query('select id from mails where html is not null limit 1');
    const response = await shop.request(`/mailbox/${rows[0].id}`);
    expect(response.status).toBe(200);
    expectHardened(response, 'a mail', true);
    expect(directives(response.headers)['script-src'] ?? directives(response.headers)['default-src']).toEqual(
      ["'none'"],
    );
  });
});

test('an injected script gets no hash', () => {
  const own = '<script nonce="mark">own()</script><script nonce="mark" src="/a.js"></script>';
  const smuggled =
    '<script>evil()</script><script nonce="guess">evil()</script><script async="">evil()</script>';
  const page = `${own}${smuggled}</body></html>`;
  const { html, policy } = guardPage(Buffer.from(page), 'mark');
  expect(html.toString()).toBe(page.replaceAll(' nonce="mark"', ''));
  expect(policy).toContain(
    `script-src 'self' 'sha256-${hashOf(START_SCRIPT)}' 'sha256-${hashOf(WAIT_SCRIPT)}' 'sha256-${hashOf('own()')}';`,
  );
  expect(policy).not.toContain(hashOf('evil()'));
  expect(guardPage(Buffer.from('<p style="width:&quot;1%&quot;">'), 'mark').policy).toContain(
    `style-src-attr 'unsafe-hashes' 'sha256-${hashOf('width:"1%"')}'`,
  );
});
