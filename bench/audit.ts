import { sql } from 'kysely';
import pg from 'pg';
import { isChained, MAX_EVENTS } from '#domain/audit.ts';
import type { Pools } from '#server/database/pools.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { measure, printTable } from './measure.ts';

const MONTHS = 24;
const BULK = 20_000;
const ADMIN = '00000000-0000-4000-8000-00000000000c';

export const dashboardQueries = {
  'newest 100 of all': 'select * from audit_logs order by created_at desc limit 100',
  'newest 20 of security':
    "select * from audit_logs where action like 'security\\_%' order by created_at desc limit 20",
};

export async function benchAudit(catalogs: Catalogs, { events, seconds }: BenchOptions): Promise<void> {
  const { url, pools } = await catalogs.open(1_000);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await fillTrail(owner, events);
    const { rows: sizes } = await owner.query(
      "select pg_size_pretty(sum(pg_total_relation_size(oid))) as size from pg_class where relnamespace = 'audit'::regnamespace and relkind = 'r'",
    );
    const { rows: counted } = await owner.query('select count(*)::int as events from audit_logs');
    console.log(
      `${counted[0].events.toLocaleString('en-US')} events, ${sizes[0].size} with indexes and chains\n`,
    );
    await printPlans(pools);
    await printReads(pools, seconds);
    await printWrites(pools, seconds);
    const startedAt = performance.now();
    const { rows: broken } = await owner.query('select * from check_audit_chain()');
    const took = (performance.now() - startedAt) / 1_000;
    console.log(`\ncheck_audit_chain(): ${took.toFixed(1)} s, ${broken.length} broken`);
  } finally {
    await owner.end();
  }
}

/** Loads events over whole months without triggers, and chains them afterwards. */
export async function fillTrail(owner: pg.Client, events: number, months = MONTHS): Promise<void> {
  const { rows } = await owner.query('select coalesce(sum(rows), 0)::int as events from audit.chains');
  if (rows[0].events >= events) return;
  await owner.query(
    `insert into auth.users (id, name, email, email_verified) values ($1, 'Ada', 'ada@example.com', true)
     on conflict do nothing`,
    [ADMIN],
  );
  await owner.query("insert into user_roles values ($1, 'admin') on conflict do nothing", [ADMIN]);
  await owner.query(
    `select audit.make_month((now() at time zone 'UTC' - make_interval(months => back))::date)
     from generate_series($1, 0, -1) as back`,
    [months - 1],
  );
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into audit_logs (created_at, action, resource_type, resource_id, user_id, ip_address, details, user_agent)
     select
       began + (now() - began) * (n / $1::float8),
       case when n % 100 < 78 then 'page_view' when n % 100 < 90 then 'search' when n % 100 < 96 then 'cart_add'
         when n % 100 < 98 then 'login_success' when n % 100 < 99 then 'error'
         when n % 200 = 99 then 'admin_update_part' else 'security_password_changed' end,
       'page', '/junkyard', case when n % 5 = 0 then gen_random_uuid() end, '203.0.113.' || n % 250,
       jsonb_build_object('how', 'link', 'n', n), 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0'
     from generate_series(1, $1::int) as n,
       (select (date_trunc('month', now() at time zone 'UTC') - make_interval(months => $2)) at time zone 'UTC' as began) as first`,
    [events, months - 1],
  );
  await owner.query('set session_replication_role = origin');
  const { rows: chains } = await owner.query('select name from audit.chains order by number');
  for (const { name } of chains) await owner.query('select audit.add_missing_links($1)', [name]);
  await owner.query('vacuum analyze');
}

const asAdmin = { role: 'authenticated', userId: ADMIN } as const;

async function printPlans(pools: Pools): Promise<void> {
  for (const [name, query] of Object.entries(dashboardQueries)) {
    const { rows } = await pools.as(asAdmin, (transaction) =>
      sql<{
        'QUERY PLAN': string;
      }>`explain (analyze, costs off, timing off, buffers off, summary on) ${sql.raw(query)}`.execute(
        transaction,
      ),
    );
    const lines = rows.map((row) => row['QUERY PLAN']);
    const unread = lines.filter((line) => line.includes('never executed') && line.includes(' on ')).length;
    console.log(`### ${name}\n\n\`\`\``);
    console.log(lines.filter((line) => /\(actual|Time:/.test(line)).join('\n'));
    console.log(`... and ${unread} partitions not read\n\`\`\`\n`);
  }
}

async function printReads(pools: Pools, seconds: number): Promise<void> {
  const table = [];
  for (const [name, query] of Object.entries(dashboardQueries)) {
    const { median, p99, perSecond } = await measure(
      () => pools.as(asAdmin, (transaction) => sql.raw(query).execute(transaction)),
      { clients: 4, seconds },
    );
    table.push({ read: name, 'median ms': median, 'p99 ms': p99, 'per second': perSecond });
  }
  printTable(table);
  console.log();
}

async function printWrites(pools: Pools, seconds: number): Promise<void> {
  const log = (action: string, events: number) => () =>
    pools.as({ role: 'service_role' }, async (transaction) => {
      if (!isChained(action))
        await sql`select set_config('synchronous_commit', 'off', true)`.execute(transaction);
      await sql`select log_audit_event(p_action => ${action}, p_resource_type => 'page', p_resource_id => '/')
        from generate_series(1, ${events}::int)`.execute(transaction);
    });
  const kinds = {
    'a page view': log('page_view', 1),
    'twenty page views': log('page_view', 20),
    'a sign-in': log('login_success', 1),
    'twenty sign-ins': log('login_success', 20),
  };
  const table = [];
  for (const [name, work] of Object.entries(kinds)) {
    const { median, p99, perSecond } = await measure(work, { clients: 8, seconds });
    table.push({
      'transaction, 8 clients': name,
      'median ms': median,
      'p99 ms': p99,
      'per second': perSecond,
    });
  }
  printTable(table);
  console.log();
  for (const action of ['page_view', 'login_success']) {
    const begun = performance.now();
    for (let written = 0; written < BULK; written += MAX_EVENTS) await log(action, MAX_EVENTS)();
    const each = ((performance.now() - begun) * 1_000) / BULK;
    console.log(
      `${BULK} × ${action}, one client, ${MAX_EVENTS} in each transaction: ${each.toFixed(0)} µs each`,
    );
  }
}
