import { sql } from 'kysely';
import pg from 'pg';
import { salesQueries } from '#features/sales/read-sales.server.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { measure, printTable } from './measure.ts';

const ADMIN = '00000000-0000-4000-8000-00000000000c';
const YEARS = 5;

/** Orders over five years, and as many parts. */
export async function benchSales(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  const { url, pools } = await catalogs.open(2_000);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await fillSales(owner, parts);
  } finally {
    await owner.end();
  }
  const rows = [];
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  for (const days of [30, 90, 365]) {
    const options = { from: day(days - 1), to: day(0), timeZone: 'America/Los_Angeles', lowStock: 5 };
    const row: Record<string, number> = { 'period, days': days };
    for (const [name, read] of Object.entries(salesQueries)) {
      const { median } = await measure(
        () =>
          pools.as({ role: 'authenticated', userId: ADMIN }, async (transaction) => {
            await sql`set local work_mem = '64MB'`.execute(transaction);
            return read(transaction, options);
          }),
        { clients: 1, seconds },
      );
      row[name] = median;
    }
    rows.push(row);
  }
  console.log(
    `${parts.toLocaleString('en-US')} orders and parts over ${YEARS} years, 1 client, medians in milliseconds.\n`,
  );
  printTable(rows);
}

/** Loads paid orders in bulk, without triggers: 1.3 lines each, some parts more often than others, one in twenty refunded. */
export async function fillSales(owner: pg.Client, orders: number, years = YEARS): Promise<void> {
  const { rows } = await owner.query('select count(*)::int as count from orders');
  if (rows[0].count >= orders) return;
  await owner.query(
    `insert into auth.users (id, name, email, email_verified) values ($1, 'Ada', 'ada@example.com', true)
     on conflict do nothing`,
    [ADMIN],
  );
  await owner.query("insert into user_roles values ($1, 'admin') on conflict do nothing", [ADMIN]);
  await owner.query(
    `select audit.make_month((now() at time zone 'UTC' - make_interval(months => back))::date)
     from generate_series(12, 0, -1) as back`,
  );
  await owner.query('set session_replication_role = replica');
  await owner.query('select setseed(0.5)');
  await owner.query(
    `insert into parts_catalog (id, part_name, category, price, stock_quantity, created_at)
     select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 'Part ' || n, 'Category ' || n % 40, 50,
       n % 3, now() - random() * make_interval(years => $2)
     from generate_series(1, $1::int) as n`,
    [orders, years],
  );
  await owner.query(
    `insert into orders (id, amount, tax, shipping, payment_id, status, stock, progress, created_at, paid_at, refunded)
     select ('00000000-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid, 100, 7, 15, 'pi_' || n, 'completed', 'sold',
       'shipped', at, at, case when n % 20 = 0 then 30 else 0 end
     from generate_series(1, $1::int) as n, lateral (
       select now() - n::float / $1::float * make_interval(years => $2)
     ) as time (at)`,
    [orders, years],
  );
  await owner.query(
    `insert into refunds (order_id, payment_id, provider_id, reason, state, amount, updated_at)
     select id, payment_id, 're_' || payment_id, 'provider', 'done', refunded, paid_at + interval '2 days'
     from orders where refunded > 0`,
  );
  await owner.query(
    `insert into order_lines (order_id, part_id, part_name, unit_price, quantity)
     select orders.id, ('00000000-0000-4000-9000-' || lpad(part::text, 12, '0'))::uuid, 'Part ' || part, 20 + part % 90,
       1 + part % 2
     from orders, generate_series(1, case when number % 3 = 0 then 2 else 1 end) as line, lateral (
       select 1 + floor(power(random() + line * 0 + number * 0, 3) * ($1 - 1))::int
     ) as sold (part)`,
    [orders],
  );
  await owner.query(
    `insert into audit_logs (created_at, action, details)
     select now() - random() * interval '1 year', 'search',
       jsonb_build_object('query', 'word ' || floor(power(random(), 2) * 5000), 'results_count', n % 10)
     from generate_series(1, $1::int) as n`,
    [orders / 2],
  );
  await owner.query('reset session_replication_role');
  await owner.query('select rebuild_sales()');
  await owner.query('vacuum analyze');
}
