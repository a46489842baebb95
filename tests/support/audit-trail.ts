import type pg from 'pg';

const ADMIN = '00000000-0000-4000-8000-00000000000c';

export const dashboardQueries = {
  'newest 100 of all': 'select * from audit_logs order by created_at desc limit 100',
  'newest 20 of security':
    "select * from audit_logs where action like 'security\\_%' order by created_at desc limit 20",
};

/** Links the events of a month that were added without the trigger, or with an earlier date. */
export async function addMissingLinks(owner: pg.Client, chain: string): Promise<void> {
  // Nested loops are off: one would walk all links that it has just added, for each event.
  await owner.query(`
    set enable_nestloop = off;
    do $$
    declare
      head audit.chains;
      event public.audit_logs;
    begin
      select * into strict head from audit.chains where name = '${chain}' for update;
      for event in
        select * from audit.logs_${chain} as logs
        where audit.is_chained(action) and not exists (select from audit.links_${chain} where event_id = logs.id)
        order by created_at, id
      loop
        head.rows := head.rows + 1;
        head.last_hash := audit.link_hash(head.name, head.rows, head.last_hash, event);
        insert into audit.links (chain, sequence, event_id, hash) values (head.number, head.rows, event.id, head.last_hash);
      end loop;
      update audit.chains set rows = head.rows, last_hash = head.last_hash where name = head.name;
    end $$;
    reset enable_nestloop`);
}

/** Loads events over whole months without triggers, and chains them afterwards. */
export async function fillTrail(owner: pg.Client, events: number, months: number): Promise<void> {
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
  for (const { name } of chains) await addMissingLinks(owner, name);
  await owner.query('vacuum analyze');
}
