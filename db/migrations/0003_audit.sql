-- The audit trail, by months. Events that matter (accounts, admins, money, security) are in chains of hashes, which show
-- changes from outside the application. Page views are dropped after a year, and nothing else ever is (docs/audit.md).

create schema audit;
comment on schema audit is
  'The months of public.audit_logs and their chains. No role of the application may read it: functions do.';

create table audit.chains (
  number integer not null,
  name text not null,
  month date not null,
  first_hash bytea not null,
  rows bigint not null default 0,
  last_hash bytea not null,
  constraint chains_pkey primary key (name),
  constraint chains_number_key unique (number),
  constraint chains_month_key unique (month)
) with (fillfactor = 20);
comment on table audit.chains is 'One head for each month: where its chain ends. The heads are chained themselves by first_hash.';
comment on column audit.chains.rows is 'How many links the chain has, numbered from 1 without gaps.';
alter table audit.chains enable row level security;

create table audit.links (
  chain integer not null,
  sequence bigint not null,
  event_id uuid not null,
  hash bytea not null,
  constraint links_pkey primary key (chain, sequence)
) partition by list (chain);
comment on table audit.links is 'One for each chained event, in the order of the commits.';
alter table audit.links enable row level security;

-- Partitioned by month first and by kind within it: the newest rows of all kinds are read month by month, as far back as
-- needed.
create table public.audit_logs (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  action text not null,
  resource_type text,
  resource_id text,
  user_id uuid,
  ip_address text,
  details jsonb not null default '{}',
  user_agent text,
  constraint audit_logs_action_bounded check (length(action) between 1 and 100),
  constraint audit_logs_details_is_object check (jsonb_typeof(details) = 'object'),
  constraint audit_logs_details_bounded check (pg_column_size(details) <= 16384)
) partition by range (created_at);
comment on table public.audit_logs is 'Spec §3, Audit event. The two log functions add rows. Rows never change.';
create index audit_logs_created_at_idx on public.audit_logs (created_at desc);
create index audit_logs_security_idx on public.audit_logs (created_at desc) where action like 'security\_%';
create index audit_logs_user_id_idx on public.audit_logs (user_id, created_at) where user_id is not null;
-- The security scan looks for addresses whose sign-ins fail, over days.
create index audit_logs_failed_auth_idx on public.audit_logs (created_at desc)
  where action in ('failed_login', 'signup_failed') or action like '%auth\_error%';
create index audit_logs_missed_search_idx on public.audit_logs (created_at)
  where action = 'search' and details ->> 'results_count' = '0';
alter table public.audit_logs enable row level security;
create policy "Admins can read the audit trail" on public.audit_logs
  for select to authenticated using ((select public.is_admin()));
grant select on public.audit_logs to authenticated;

create function audit.unchained_actions() returns text[]
  language sql immutable parallel safe
  return array['page_view', 'search', 'error', 'cart_add', 'cart_remove', 'cart_update_quantity', 'cart_clear'];
comment on function audit.unchained_actions is
  'The same list as unchainedActions in app/domain/audit.ts. Events of every other action are chained.';

create function audit.is_chained(action text) returns boolean
  language sql immutable parallel safe
  return action <> all (audit.unchained_actions());

-- Times as microseconds and the row as a JSON array: the same with all settings of a session, and in all versions.
-- Without a search_path of its own, so that it can be inlined. Its body is bound when it is created.
create function audit.link_hash(chain text, sequence bigint, previous bytea, event public.audit_logs) returns bytea
  language sql stable parallel safe
  return sha256(convert_to(jsonb_build_array(
    chain, sequence, encode(previous, 'hex'), event.id, (extract(epoch from event.created_at) * 1000000)::bigint,
    event.action, event.resource_type, event.resource_id, event.user_id, event.ip_address, event.details,
    event.user_agent)::text, 'UTF8'));
comment on function audit.link_hash is
  'Covers each column of the event, its place and, through the previous hash, all links before it.';

create function audit.first_hash(previous bytea, chain text) returns bytea
  language sql stable parallel safe
  return sha256(coalesce(previous, '') || convert_to(chain, 'UTF8'));

-- Month by month: a table for the month, page views in a partition of their own so that they can be dropped alone,
-- everything else in another one, and a chain for that.
create function audit.make_month(day date) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  first_day date := date_trunc('month', day::timestamp);
  year_month text := to_char(day, 'YYYY_MM');
  last audit.chains;
begin
  if to_regclass('audit.logs_' || year_month) is not null then return; end if;
  perform pg_advisory_xact_lock(7278280);
  -- Another session may have made it meanwhile. to_regclass would not look again.
  if exists (select from audit.chains where month = first_day) then return; end if;
  execute format('
    create table audit.%1$I (like public.audit_logs including defaults including constraints) partition by list (action);
    create table audit.%2$I partition of audit.%1$I (primary key (id)) for values in (''page_view'');
    create table audit.%3$I partition of audit.%1$I (primary key (id)) default;
    alter table audit.%1$I enable row level security;
    alter table audit.%2$I enable row level security;
    alter table audit.%3$I enable row level security',
    'logs_' || year_month, 'logs_' || year_month || '_page_views', 'logs_' || year_month || '_events');

  select * into last from audit.chains order by number desc limit 1;
  insert into audit.chains (number, name, month, first_hash, last_hash)
  select coalesce(last.number, 0) + 1, events, first_day, hash, hash
  from (values (year_month || '_events')) as chain (events), audit.first_hash(last.first_hash, events) as hash
  returning * into last;
  execute format('
    create table audit.%1$I partition of audit.links for values in (%2$s);
    alter table audit.%1$I enable row level security',
    'links_' || last.name, last.number);

  -- Attached, since creating it as a partition would wait for every reader and writer of the trail.
  execute format('alter table public.audit_logs attach partition audit.%I for values from (%L) to (%L)',
    'logs_' || year_month, first_day::timestamp at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC');
end
$$;
comment on function audit.make_month is 'Makes the month of a day, in UTC, unless it exists.';

create function audit.make_coming_months() returns void
  language plpgsql
  set search_path = ''
as $$
begin
  -- From the previous month on: on the first day of a shop, events may have the date of the day before.
  for ahead in -1..3 loop
    perform audit.make_month(((now() at time zone 'UTC') + make_interval(months => ahead))::date);
  end loop;
end
$$;

-- Deferred, so that the head is locked only while its transaction commits. Security definer: the roles that write
-- events have no rights to the chains.
create function audit.add_link() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  event public.audit_logs := new;
  head audit.chains;
begin
  update audit.chains
  set rows = chains.rows + 1,
    last_hash = audit.link_hash(chains.name, chains.rows + 1, chains.last_hash, event)
  where name = substr(tg_table_name, length('logs_') + 1)
  returning * into strict head;
  insert into audit.links (chain, sequence, event_id, hash) values (head.number, head.rows, event.id, head.last_hash);
  return null;
end
$$;

-- Only what is dated now: an unchained row whose action is changed, or a row with a past date, gets no link, and the
-- check finds it.
create constraint trigger audit_logs_add_link after insert on public.audit_logs
  deferrable initially deferred
  for each row when (audit.is_chained(new.action) and new.created_at > now() - interval '1 minute')
  execute function audit.add_link();

create function audit.is_visitors_event(action text, resource_type text, details jsonb) returns boolean
  language sql immutable parallel safe
  return (not audit.is_chained(action) or action in ('cart_checkout', 'cart_buy_now'))
    -- The dashboard counts events with these marks as admin actions (Spec §9, Admin actions).
    and resource_type is distinct from 'parts_catalog'
    and not details ? 'admin_action'
    and octet_length(details::text) <= 8192;
comment on function audit.is_visitors_event is 'The same actions as visitorActions in app/domain/audit.ts.';

-- Security definer: no role may add audit rows freely. User, address and client come from the transaction, whatever the
-- parameters say. Only the shop itself names the user who did it. What is done with a key is logged with its name.
-- Staff change parts and orders, so they also log events that begin with admin_.
create function public.log_audit_event(
  p_user_id uuid default null,
  p_action text default null,
  p_resource_type text default null,
  p_resource_id text default null,
  p_details jsonb default '{}',
  p_ip_address text default null,
  p_user_agent text default null
) returns uuid
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  -- current_user is the owner here. The setting has the role that the transaction acts as.
  acting text := current_setting('role');
  is_shop boolean := acting = 'service_role' or (acting = 'none' and session_user = current_user);
  noted jsonb := coalesce(p_details, '{}');
  key_name text;
  at timestamptz := clock_timestamp();
  event uuid;
begin
  if acting = 'api_client' and p_action in ('admin_add_part', 'admin_update_part') then
    select name into key_name from public.api_keys where id = public.own_api_key();
    noted := noted || jsonb_build_object('api_key', key_name);
  end if;
  if not is_shop
    and key_name is null
    and audit.is_visitors_event(p_action, p_resource_type, noted) is not true
    and (p_action ~ '^admin_' and public.is_staff()) is not true
    and (p_action ~ '^security_' and public.is_admin()) is not true
  then
    raise insufficient_privilege using message = 'This event is not for its caller to log';
  end if;
  perform audit.make_month((at at time zone 'UTC')::date);
  insert into public.audit_logs (
    created_at, action, resource_type, resource_id, user_id, ip_address, details, user_agent
  ) values (
    at, p_action, left(p_resource_type, 100), left(p_resource_id, 200),
    coalesce(auth.uid(), case when is_shop then p_user_id end), public.client_address(), noted,
    left(coalesce(public.client_agent(), p_user_agent), 500)
  ) returning id into event;
  return event;
end
$$;
grant execute on function public.log_audit_event to anon, authenticated, service_role;

-- Security definer: no other role may say that a sign-in failed, because only the server knows.
create function public.log_failed_auth_attempt(
  p_email text,
  p_ip_address text default null,
  p_user_agent text default null
) returns uuid
  language sql volatile security definer
  set search_path = ''
begin atomic
  select public.log_audit_event(
    p_action => 'failed_login',
    p_resource_type => 'auth',
    p_details => jsonb_build_object('email_hash', encode(sha256(convert_to(lower(p_email), 'UTF8')), 'hex')),
    p_user_agent => p_user_agent
  );
end;
grant execute on function public.log_failed_auth_attempt to service_role;

-- An event that was unchained when it was written has no link, and may have none. One that has a link must be as it was.
create function audit.check_chain(chain text) returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  head audit.chains;
  found record;
begin
  select * into strict head from audit.chains where name = chain;
  if to_regclass('audit.logs_' || chain) is null or to_regclass('audit.links_' || chain) is null then
    return 'is gone, with ' || head.rows || ' rows';
  end if;
  execute format(
    $query$
      with walked as (
        select sequence, hash, logs.id as event_id,
          row_number() over by_sequence as place,
          audit.link_hash($1, sequence, lag(hash, 1, $2) over by_sequence, logs::public.audit_logs) as right_hash
        from audit.%1$I as links left join audit.%2$I as logs on logs.id = links.event_id
        window by_sequence as (order by sequence)
      )
      select
        count(*) as links,
        min(place) filter (where sequence <> place) as missing,
        min(sequence) filter (where event_id is null) as deleted,
        min(sequence) filter (where hash <> right_hash and event_id is not null) as changed,
        (
          select count(*) from audit.%2$I as logs
          where audit.is_chained(action) and not exists (select from audit.%1$I where event_id = logs.id)
        ) as outside,
        (select hash from audit.%1$I order by sequence desc limit 1) as last_hash
      from walked
    $query$,
    'links_' || chain, 'logs_' || chain
  ) into found using chain, head.first_hash;
  return case
    when found.missing is not null then 'link ' || found.missing || ' is missing'
    when found.deleted is not null then 'the event of link ' || found.deleted || ' is missing'
    when found.changed is not null then 'event or link ' || found.changed || ' was changed'
    when found.links <> head.rows then 'ends at link ' || found.links || ' of ' || head.rows
    when found.outside > 0 then found.outside || ' events are in no link'
    when coalesce(found.last_hash, head.first_hash) <> head.last_hash then 'has another last hash than its head'
  end;
end
$$;
comment on function audit.check_chain is 'What is wrong with a chain, or null.';

-- Security definer: the role that checks may read neither chains nor events.
create function public.check_audit_chain() returns table (chain text, problem text)
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  return query
  with chains as (
    select name, number, first_hash, row_number() over by_number as place,
      audit.first_hash(lag(first_hash) over by_number, name) as right_hash
    from audit.chains
    window by_number as (order by number)
  ), found as materialized (
    select name, number, case
        when number <> place then 'a chain before it is missing'
        when first_hash <> right_hash then 'does not begin where it must'
        else audit.check_chain(name)
      end as wrong
    from chains
  )
  select name, wrong from found where wrong is not null order by number;
end
$$;
comment on function public.check_audit_chain is
  'Each broken chain of the audit trail, and what is wrong with it. No rows: the trail is unchanged.';
grant execute on function public.check_audit_chain to service_role;

-- Security definer: the role that asks may not read chains.
create function public.audit_heads()
  returns table (chain text, rows bigint, last_hash text)
  language sql stable security definer
  set search_path = ''
begin atomic
  select name, chains.rows, encode(chains.last_hash, 'hex')
  from audit.chains
  where chains.rows > 0
  order by number;
end;
comment on function public.audit_heads is 'The length and the last hash of each chain, to be kept elsewhere.';
grant execute on function public.audit_heads to service_role;

-- Security definer: the application's logins own no table. It takes nothing from its caller, makes the coming months,
-- and drops page views of months that ended a year ago. It cannot drop any other row.
create function public.tend_audit_logs() returns setof text
  language plpgsql volatile security definer
  set search_path = ''
  set lock_timeout = '5s'
as $$
declare
  old text;
begin
  perform audit.make_coming_months();
  for old in
    select partition
    from audit.chains, concat(to_char(month, 'YYYY_MM'), '_page_views') as partition
    where month + interval '13 months' <= now() at time zone 'UTC'
      and to_regclass('audit.logs_' || partition) is not null
    order by month
  loop
    execute format('drop table audit.%I', 'logs_' || old);
    return next old || ' is dropped';
  end loop;
end
$$;
comment on function public.tend_audit_logs is 'Nightly: makes the coming months and drops page views after a year.';
grant execute on function public.tend_audit_logs to service_role;

select audit.make_coming_months();
