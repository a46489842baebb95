-- Decision 39. Links that exist stay and are still checked: only new page views, searches, carts and errors get none.

create function audit.unchained_actions() returns text[]
  language sql immutable parallel safe
  return array['page_view', 'search', 'error', 'cart_add', 'cart_remove', 'cart_update_quantity', 'cart_clear'];
comment on function audit.unchained_actions is
  'The same list as unchainedActions in app/domain/audit.ts. Events of every other action are chained.';

create function audit.is_chained(action text) returns boolean
  language sql immutable parallel safe
  return action <> all (audit.unchained_actions());

create or replace function audit.is_visitors_event(action text, resource_type text, details jsonb) returns boolean
  language sql immutable parallel safe
  return (not audit.is_chained(action) or action in ('cart_checkout', 'cart_buy_now'))
    -- The dashboard counts events with these marks as admin actions (Spec §9, Admin actions).
    and resource_type is distinct from 'parts_catalog'
    and not details ? 'admin_action'
    and octet_length(details::text) <= 8192;
comment on function audit.is_visitors_event is 'The same actions as visitorActions in app/domain/audit.ts.';

comment on table audit.chains is
  'One head for each month: where its chain ends. The heads are chained themselves by first_hash.';
comment on column audit.chains.page_views is
  'True for a chain of page views, from the time when those were chained. It gets no more links.';
comment on column audit.chains.rows is 'How many links the chain has, numbered from 1 without gaps.';
comment on column audit.chains.dropped_at is
  'When a month of page views was dropped with its links; the number of rows and the last hash stay.';
comment on table audit.links is 'One for each chained event, in the order of the commits.';

-- Month by month: a table for the month, page views in a partition of their own so that they can be dropped alone,
-- everything else in another one, and a chain for that.
create or replace function audit.make_month(day date) returns void
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
  insert into audit.chains (number, name, month, page_views, first_hash, last_hash)
  select coalesce(last.number, 0) + 1, events, first_day, false, hash, hash
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
drop function audit.make_chain;

-- Deferred, so that the head is locked only while its transaction commits. Security definer: the roles that write
-- events have no rights to the chains.
create or replace function audit.add_link() returns trigger
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
drop trigger audit_logs_add_link on public.audit_logs;
create constraint trigger audit_logs_add_link after insert on public.audit_logs
  deferrable initially deferred
  for each row when (audit.is_chained(new.action) and new.created_at > now() - interval '1 minute')
  execute function audit.add_link();

-- Without nested loops: one would walk all links that it has just added, for each event.
create or replace function audit.add_missing_links(chain text) returns bigint
  language plpgsql
  set search_path = ''
  set enable_nestloop = off
as $$
declare
  head audit.chains;
  event public.audit_logs;
  added bigint := 0;
begin
  select * into strict head from audit.chains where name = chain for update;
  for event in execute format(
    'select * from audit.%I as logs
     where audit.is_chained(action) and not exists (select from audit.%I where event_id = logs.id)
     order by created_at, id',
    'logs_' || chain, 'links_' || chain
  ) loop
    added := added + 1;
    head.rows := head.rows + 1;
    head.last_hash := audit.link_hash(chain, head.rows, head.last_hash, event);
    insert into audit.links (chain, sequence, event_id, hash) values (head.number, head.rows, event.id, head.last_hash);
  end loop;
  update audit.chains set rows = head.rows, last_hash = head.last_hash where name = chain;
  return added;
end
$$;
comment on function audit.add_missing_links is 'For the owner, after a load in bulk that did not run the trigger.';

-- An event that was unchained when it was written has no link, and may have none. One that has a link must be as it was.
create or replace function audit.check_chain(chain text) returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  head audit.chains;
  found record;
begin
  select * into strict head from audit.chains where name = chain;
  if head.dropped_at is not null then
    if head.page_views and head.month + interval '13 months' <= head.dropped_at at time zone 'UTC' then return null; end if;
    return 'was dropped though it must be kept';
  end if;
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

-- Security definer: the application's logins own no table. It takes nothing from its caller, makes the coming months,
-- and drops page views of months that ended a year ago. It cannot drop any other row.
create or replace function public.tend_audit_logs() returns setof text
  language plpgsql volatile security definer
  set search_path = ''
  set lock_timeout = '5s'
as $$
declare
  old text;
  problem text;
begin
  perform audit.make_coming_months();
  for old in
    select partition
    from audit.chains, concat(to_char(month, 'YYYY_MM'), '_page_views') as partition
    where not page_views and month + interval '13 months' <= now() at time zone 'UTC'
      and to_regclass('audit.logs_' || partition) is not null
    order by month
  loop
    -- From the time when page views were chained.
    problem := (select audit.check_chain(name) from audit.chains where name = old);
    if problem is not null then
      return next old || ' is kept, since it is broken: ' || problem;
      continue;
    end if;
    execute format('drop table audit.%I', 'logs_' || old);
    execute format('drop table if exists audit.%I', 'links_' || old);
    update audit.chains set dropped_at = now() where name = old;
    return next old || ' is dropped';
  end loop;
end
$$;
