import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Finding } from '#core/security/security-finding.ts';
import type { SecurityDashboard } from '#desk/security/dashboard.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const DENIED = 'Access denied. Admin privileges required.';
const SCAN = '/functions/v1/security-scan';

let shop: TestShop;
let ada: string;
let cookie: string;
let stranger: string;
let strangersCookie: string;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  stranger = await shop.addUser({ email: 'sam@example.com', password: PASSWORD });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
  strangersCookie = await shop.signIn('sam@example.com', PASSWORD);
  // After signing in, which would require it.
  await run(`update auth.users set two_factor_enabled = true where id = '${ada}'`);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => run('delete from limits'));

async function run(statement: string) {
  const { owner, named } = shop.database;
  return (await owner.query(named(statement))).rows;
}

const asked = (path: string, init: RequestInit = {}) =>
  shop.request(path, { ...init, headers: { Cookie: cookie, ...init.headers } });

async function dashboard(): Promise<SecurityDashboard> {
  const response = await asked(SCAN);
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
  return (await response.json()) as SecurityDashboard;
}

/** Runs a scan and returns its findings. */
async function scanned(): Promise<Finding[]> {
  const response = await asked(SCAN, { method: 'POST' });
  expect(await response.json()).toEqual({});
  const { scan } = await dashboard();
  if (!scan || scan === 'unknown') throw new Error('The scan cannot be read');
  return scan.findings;
}

async function page(path: string, who = cookie) {
  const response = await shop.request(path, { headers: { Cookie: who } });
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') };
}

/** Stores an audit event. */
async function logged(event: {
  action: string;
  userId?: string;
  address?: string;
  details?: object;
  resource?: string;
}) {
  const { action, userId = null, address = null, details = {}, resource = null } = event;
  const { rows } = await shop.database.owner.query(
    `insert into audit_logs (action, user_id, ip_address, details, resource_id) values ($1, $2, $3, $4, $5) returning id`,
    [action, userId, address, JSON.stringify(details), resource],
  );
  return String(rows[0].id);
}

describe('a user who is not an admin', () => {
  test.each([
    ['/security', 401, ''],
    ['/security', 403, 'stranger'],
    ['/security.data', 401, ''],
    ['/security.data', 403, 'stranger'],
    [SCAN, 401, ''],
    [SCAN, 403, 'stranger'],
  ])('gets no logs at %s, but a %i', async (path, status, who) => {
    const id = await logged({ action: 'page_view', details: { path: '/a-page-that-was-seen' } });
    const answer = await page(path, who && strangersCookie);
    expect(answer.status).toBe(status);
    // Only the texts of the page, not its data.
    if (!path.endsWith('.data')) expect(answer.html).toContain(DENIED);
    for (const secret of [id, 'a-page-that-was-seen', 'Audit Logs', 'Total Events', 'Run Security Scan']) {
      expect(answer.html).not.toContain(secret);
    }
  });

  test("can't start a scan, which leaves no trace", async () => {
    const before = await run("select id from audit_logs where action like 'security%'");
    for (const [who, status] of [
      ['', 401],
      [strangersCookie, 403],
    ] as const) {
      const response = await shop.request(SCAN, { method: 'POST', headers: { Cookie: who } });
      expect([response.status, await response.json()]).toEqual([status, { error: DENIED }]);
    }
    expect(await run("select id from audit_logs where action like 'security%'")).toEqual(before);
  });

  test('is redirected from the tab of the admin panel', async () => {
    for (const who of ['', strangersCookie]) {
      const response = await shop.request('/admin/security', { headers: { Cookie: who } });
      expect([response.status, response.headers.get('Location')]).toEqual([302, '/auth']);
    }
  });

  test('sees that the second step is missing', async () => {
    await using strict = await createTestShop({ adminsNeedSecondStep: true });
    await strict.addUser({ email: 'eve@example.com', password: PASSWORD, admin: true });
    const eves = await strict.signIn('eve@example.com', PASSWORD);
    const response = await strict.request('/security', { headers: { Cookie: eves } });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('Admins need two-step sign-in.');
  });
});

describe('the dashboard', () => {
  test.each(['/security', '/admin/security'])('%s', async (path) => {
    const address = '10.9.9.9';
    await logged({ action: 'failed_login', address });
    const { status, html } = await page(path);
    expect(status).toBe(200);
    for (const text of [
      'Security Dashboard',
      'Row-level security policies are in place',
      'Run Security Scan',
      'Refresh Data',
      'Total Events',
      'Failed Logins',
      'Admin Actions',
      'Active Users',
      'Recent (24h)',
      'System Health',
      'the last 100 events',
      'Audit Logs',
      'Security Insights',
      'How It Works',
      'View technical details',
      'just now',
      'failed_login',
      address,
    ]) {
      expect(html).toContain(text);
    }
    const response = await asked(path);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('fetches the newest 100 events', async () => {
    await run(
      `insert into audit_logs (action, created_at)
       select 'page_view', now() - make_interval(secs => n) from generate_series(1, 120) as n`,
    );
    const id = await logged({ action: 'logout', userId: stranger });
    const { events } = await dashboard();
    expect(events).toHaveLength(100);
    expect(events?.[0]).toMatchObject({ id, action: 'logout', userId: stranger });
  });

  test('shows any user input as text', async () => {
    await logged({
      action: 'error',
      details: { message: '</pre><script>alert(1)</script>', turned: '\u202Egnp.exe', ['__proto__']: 1 },
    });
    await run(
      `insert into audit_logs (action, details) values ('error', ('{"deep": ' || repeat('[', 900) || repeat(']', 900) || '}')::jsonb)`,
    );
    const { status, html } = await page('/security');
    expect(status).toBe(200);
    expect(html).not.toContain('<script>alert(1)');
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).toContain('\\u202egnp.exe');
  });

  test('works without readable logs', async () => {
    await run('revoke select on audit_logs from authenticated');
    try {
      const { status, html } = await page('/security');
      expect(status).toBe(200);
      expect(html).toContain('No audit logs found. System activity will appear here.');
      expect(await dashboard()).toMatchObject({ events: null, scan: 'unknown' });
    } finally {
      await run('grant select on audit_logs to authenticated');
    }
  });
});

describe('a scan', () => {
  test('of a correct shop finds nothing and is logged', async () => {
    const response = await asked(SCAN, {
      method: 'POST',
      headers: { 'X-Forwarded-For': '10.1.2.3', 'User-Agent': 'A browser' },
    });
    expect(response.status).toBe(200);
    const rows = await run(
      `select id, action, resource_type, resource_id, user_id, ip_address, user_agent, details
       from audit_logs where action like 'security\\_scan%' order by created_at desc, action limit 2`,
    );
    const scan = rows.find(({ action }) => action === 'security_scan');
    expect(scan).toEqual({
      id: expect.any(String),
      action: 'security_scan',
      resource_type: 'system',
      resource_id: null,
      user_id: ada,
      ip_address: '10.1.2.3',
      user_agent: 'A browser',
      details: {
        scan_type: 'manual',
        initiated_by: 'admin',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    });
    const end = rows.find(({ action }) => action === 'security_scan_completed');
    expect(end).toMatchObject({ resource_id: scan.id, user_id: ada, ip_address: '10.1.2.3' });
    const read = await dashboard();
    expect(withoutChain((read.scan as { findings: Finding[] }).findings)).toEqual([]);
    expect(read.scan).toMatchObject({ by: ada, rowLevelSecurity: 'in place' });
    expect((await page('/security')).html).toContain(
      'The last security scan confirmed this for every table.',
    );
  });

  test('logs its findings as events with their severity', async () => {
    await run('create table careless (id integer)');
    const findings = await scanned();
    await run('drop table careless');
    expect(findings[0]).toEqual({
      event: 'table_without_row_level_security',
      severity: 'critical',
      what: 'Row-level security is off for public.careless.',
      advice: expect.any(String),
    });
    const { events, scan } = await dashboard();
    expect(events?.map(({ action }) => action)).toContain('security_table_without_row_level_security');
    expect(scan).toMatchObject({ rowLevelSecurity: 'open' });
    const { html } = await page('/security');
    expect(html).toContain('Row-level security policies are not in place everywhere');
  });

  test("stays listed behind any number of page views, and can't be forged", async () => {
    const findings = await scanned();
    await run("insert into audit_logs (action) select 'page_view' from generate_series(1, 150)");
    const claimed = randomUUID();
    const forged = { userId: stranger, resource: claimed };
    await logged({
      ...forged,
      action: 'security_forged',
      details: { severity: 'low', what: 'x', advice: 'Send your password' },
    });
    await logged({
      ...forged,
      action: 'security_scan_completed',
      details: { checks: 14, row_level_security: 'in place' },
    });
    const sent = await asked('/rpc/log_audit_event', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        p_action: 'security_scan_completed',
        p_resource_type: 'system',
        p_resource_id: claimed,
        p_details: { severity: 'none', checks: 99, row_level_security: 'in place' },
      }),
    });
    expect(sent.status).toBe(200);
    const { scan, events } = await dashboard();
    expect(events?.[0]).toMatchObject({ action: 'security_scan_completed', sentByClient: true });
    expect((await page('/security')).html.match(/Sent by a client/g)).toHaveLength(1);
    expect(events?.filter(({ action }) => action === 'security_scan')).toEqual([]);
    expect(scan).toMatchObject({ by: ada, findings });
  });

  test('runs once for each of two concurrent admins', async () => {
    const before = await run("select id from audit_logs where action = 'security_scan_completed'");
    const both = await Promise.all([asked(SCAN, { method: 'POST' }), asked(SCAN, { method: 'POST' })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const after = await run("select id from audit_logs where action = 'security_scan_completed'");
    expect(after.length - before.length).toBe(2);
  });

  test('can run at most 6 times in 10 minutes', async () => {
    await using other = await createTestShop();
    await other.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
    const adas = await other.signIn('ada@example.com', PASSWORD);
    const statuses: number[] = [];
    let last = new Response();
    for (let time = 1; time <= 7; time += 1) {
      last = await other.request(SCAN, { method: 'POST', headers: { Cookie: adas } });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(((await last.json()) as { error: string }).error).toMatch(/^Too many scans\./);
  });

  test('with a failed check has a finding', async () => {
    await run('revoke select on mails from authenticated');
    const findings = await scanned();
    await run('grant select on mails to authenticated');
    expect(withoutChain(findings)).toEqual([
      {
        event: 'check_failed',
        severity: 'medium',
        what: 'The scan could not check this: mails.',
        advice: expect.any(String),
      },
    ]);
  });

  test('accepts only GET and POST', async () => {
    const response = await asked(SCAN, { method: 'DELETE' });
    expect(response.status).toBe(405);
  });
});

/** The chain has its own test. */
const withoutChain = (findings: Finding[]) =>
  findings.filter(({ event }) => event !== 'audit_chain_missing' && event !== 'audit_chain_broken');

describe('a scan finds', () => {
  const login = (name: string) => `(select current_database()) || '_${name}'`;

  const stories: { what: string; broken: string; mended: string; event: string; says: string }[] = [
    {
      what: 'a table without row-level security',
      broken: 'alter table orders disable row level security',
      mended: 'alter table orders enable row level security',
      event: 'table_without_row_level_security',
      says: 'public.orders',
    },
    {
      what: 'a partition that is accessible past its parent',
      broken: `create table halves (id integer) partition by list (id);
        alter table halves enable row level security;
        create table half partition of halves for values in (1); grant select on half to authenticated`,
      mended: 'drop table halves',
      event: 'table_without_row_level_security',
      says: 'public.half.',
    },
    {
      what: 'a search that differs from the catalog',
      broken: "insert into parts_catalog (part_name) values ('Hood'); delete from search_parts",
      mended: 'delete from parts_catalog',
      event: 'search_out_of_date',
      says: 'is missing in the search',
    },
    {
      what: 'what the nightly check of the search index has found',
      broken: `insert into alerts (kind, subject, details)
        values ('search-out-of-date', 'search', '{"For example": "the word door is not in the vocabulary"}')`,
      mended: "delete from alerts where kind = 'search-out-of-date'",
      event: 'search_out_of_date',
      says: 'the word door is not in the vocabulary',
    },
    {
      what: 'a view that bypasses row-level security',
      broken:
        'create view everybodys_orders as select * from orders; grant select on everybodys_orders to authenticated',
      mended: 'drop view everybodys_orders',
      event: 'view_past_row_level_security',
      says: 'public.everybodys_orders',
    },
    {
      what: 'a policy that allows all visitors to write',
      broken: 'create policy "Oops" on orders for update to authenticated using (true)',
      mended: 'drop policy "Oops" on orders',
      event: 'policy_lets_anybody_write',
      says: '"Oops" on public.orders',
    },
    {
      what: 'a policy with an expression that is always true',
      broken: 'create policy "Oops" on orders for insert to public with check (1 = 1 or false)',
      mended: 'drop policy "Oops" on orders',
      event: 'policy_lets_anybody_write',
      says: '"Oops" on public.orders',
    },
    {
      what: 'a policy that allows all visitors to read private data',
      broken: 'create policy "Oops" on profiles for select to authenticated using (true)',
      mended: 'drop policy "Oops" on profiles',
      event: 'policy_lets_anybody_read',
      says: '"Oops" on public.profiles',
    },
    {
      what: 'a privilege of public',
      broken: 'grant select on conditions to public',
      mended: 'revoke select on conditions from public',
      event: 'grant_to_everybody',
      says: 'SELECT on public.conditions to PUBLIC',
    },
    {
      what: 'a privilege of visitors to write one column',
      broken: 'grant update (price) on parts_catalog to anon',
      mended: 'revoke update (price) on parts_catalog from anon',
      event: 'anonymous_can_write',
      says: 'UPDATE on public.parts_catalog to anon',
    },
    {
      what: 'a privilege of visitors to read private data',
      broken: 'grant select on mails to anon',
      mended: 'revoke select on mails from anon',
      event: 'anonymous_can_read',
      says: 'SELECT on public.mails to anon',
    },
    {
      what: 'a privilege to grant roles',
      broken: 'grant insert on user_roles to service_role',
      mended: 'revoke insert on user_roles from service_role',
      event: 'roles_writable',
      says: 'INSERT on public.user_roles to service_role',
    },
    {
      what: 'a privilege to change the audit trail',
      broken: 'grant update on audit_logs to service_role',
      mended: 'revoke update on audit_logs from service_role',
      event: 'audit_trail_writable',
      says: 'UPDATE on public.audit_logs to service_role',
    },
    {
      what: 'a privilege that bypasses policies',
      broken: 'grant truncate on conditions to authenticated',
      mended: 'revoke truncate on conditions from authenticated',
      event: 'grant_past_row_level_security',
      says: 'TRUNCATE on public.conditions to authenticated',
    },
    {
      what: 'a privilege of users on accounts',
      broken: 'grant select on auth.users to authenticated',
      mended: 'revoke select on auth.users from authenticated',
      event: 'inner_tables_open',
      says: 'SELECT on auth.users to authenticated',
    },
    {
      what: 'a security definer function without a search_path',
      broken:
        'create function careless() returns integer language sql security definer return 1; revoke execute on function careless from public',
      mended: 'drop function careless',
      event: 'definer_without_search_path',
      says: 'public.careless',
    },
    {
      what: 'a security definer function that public may execute',
      broken: `create function careless() returns integer language sql security definer set search_path = '' return 1;
        grant execute on function careless to public`,
      mended: 'drop function careless',
      event: 'definer_open_to_everybody',
      says: 'public.careless',
    },
    {
      what: 'a schema that allows creating objects',
      broken: 'grant create on schema public to authenticated',
      mended: 'revoke create on schema public from authenticated',
      event: 'schema_open',
      says: 'public by authenticated',
    },
    {
      what: 'a login with unnecessary attributes',
      broken: `do $$ begin execute format('alter role %I createrole', ${login('reader')}); end $$`,
      mended: `do $$ begin execute format('alter role %I nocreaterole', ${login('reader')}); end $$`,
      event: 'login_too_mighty',
      says: '_reader can make roles or databases',
    },
    {
      what: 'a login that owns a table',
      broken: `create table owned (id integer); alter table owned enable row level security;
        do $$ begin
          execute format('grant %1$I to current_user', ${login('jobs')});
          execute format('grant create on schema public to %I', ${login('jobs')});
          execute format('alter table owned owner to %I', ${login('jobs')});
          execute format('revoke create on schema public from %I', ${login('jobs')});
        end $$`,
      mended: 'drop table owned',
      event: 'login_too_mighty',
      says: '_jobs owns tables',
    },
    {
      what: 'an admin without a second step',
      broken: "update auth.users set two_factor_enabled = false where email = 'ada@example.com'",
      mended: "update auth.users set two_factor_enabled = true where email = 'ada@example.com'",
      event: 'admin_without_second_step',
      says: 'These admins and staff sign in with a password only',
    },
    {
      what: 'a pending migration',
      broken: "update migrations set name = '0001_renamed' where name = '0001_roles'",
      mended: "update migrations set name = '0001_roles' where name = '0001_renamed'",
      event: 'migration_pending',
      says: '0001_roles',
    },
    {
      what: 'an unknown migration',
      broken: `insert into migrations (name, checksum) values ('9999_from_the_future', 'x')`,
      mended: "delete from migrations where name = '9999_from_the_future'",
      event: 'migration_unknown',
      says: '9999_from_the_future',
    },
    {
      what: 'a changed migration',
      broken: "update migrations set checksum = checksum || 'x' where name = '0001_roles'",
      mended: "update migrations set checksum = rtrim(checksum, 'x') where name = '0001_roles'",
      event: 'migration_changed',
      says: '0001_roles',
    },
    {
      what: 'an old session of a user',
      broken: `insert into auth.sessions (user_id, token, expires_at, created_at, updated_at)
        select id, 'old', now() + interval '1 day', now() - interval '91 days', now() from auth.users
        where email = 'sam@example.com'`,
      mended: "delete from auth.sessions where token = 'old'",
      event: 'old_sessions',
      says: '1 session unused for 30 days',
    },
    {
      what: 'undelivered mail',
      broken:
        "insert into mails (recipient, subject, body, given_up_at) values ('x@example.com', 'x', 'x', now())",
      mended: 'delete from mails',
      event: 'mails_undelivered',
      says: 'Emails: 1.',
    },
    {
      what: 'an address with failed sign-ins, behind any number of other events',
      broken: `insert into audit_logs (action, ip_address, created_at)
        select 'failed_login', '10.6.6.6', now() - interval '3 days' from generate_series(1, 4);
        insert into audit_logs (action) select 'page_view' from generate_series(1, 150)`,
      mended: '',
      event: 'suspicious_addresses',
      says: '10.6.6.6 (4)',
    },
  ];

  test.each(stories)('$what', async ({ broken, mended, event, says }) => {
    await run(broken);
    const findings = await scanned();
    await run(mended);
    expect(findings.filter((finding) => finding.event === event)).toEqual([
      expect.objectContaining({ what: expect.stringContaining(shop.database.named(says)) }),
    ]);
  });

  test('an event that was changed outside the application', async ({ skip }) => {
    const [there] = await run("select to_regprocedure('public.check_audit_chain()') is not null as there");
    if (!there.there) skip('without the chain there is nothing to break');
    const id = await logged({ action: 'logout' });
    await run(`update audit_logs set action = 'login_success' where id = '${id}'`);
    const findings = await scanned();
    expect(findings[0]).toMatchObject({
      event: 'audit_chain_broken',
      severity: 'critical',
      what: expect.stringContaining('was changed'),
    });
  });

  test('problems of the configuration', async () => {
    await using careless = await createTestShop({
      facts: {
        production: true,
        siteUrl: 'http://shop.example.com',
        secret: 'changeme changeme changeme changeme',
        demo: true,
      },
    });
    await careless.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
    const headers = { Cookie: await careless.signIn('ada@example.com', PASSWORD) };
    expect((await careless.request(SCAN, { method: 'POST', headers })).status).toBe(200);
    const { scan } = (await (await careless.request(SCAN, { headers })).json()) as SecurityDashboard;
    const found = (scan as { findings: Finding[] }).findings.map(({ event }) => event);
    for (const event of [
      'weak_auth_secret',
      'site_without_tls',
      'payments_in_test_mode',
      'mail_in_test_mode',
    ]) {
      expect(found).toContain(event);
    }
    expect(JSON.stringify(scan)).not.toContain('changeme');
  });
});

test('a serious finding has an alert until a scan no longer has it', async () => {
  const open = () =>
    run("select subject, details from alerts where kind = 'scan-finding' and settled_at is null");
  await scanned();
  const before = await open();
  await run('create policy "Oops" on orders for update to authenticated using (true)');
  await scanned();
  await scanned();
  expect(await open()).toEqual([
    ...before,
    {
      subject: 'policy_lets_anybody_write',
      details: { Finding: expect.stringContaining('"Oops" on public.orders'), Severity: 'critical' },
    },
  ]);
  await run('drop policy "Oops" on orders');
  await scanned();
  expect(await open()).toEqual(before);
});
