-- Live updates. Triggers write the topics of each change: what has changed, but not how. Each process that has open
-- streams listens on the channel live_changed, reads the rows after the last one that it has, and sends its clients what
-- they show (docs/live.md).
--
-- Rows are numbered on commit, under a lock that is held until the commit is visible. So numbers follow the order of the
-- commits, and a process that has read up to a number has missed nothing before it.
create sequence public.live_numbers;

create table public.live_changes (
  key bigint generated always as identity,
  number bigint,
  topics text[] not null,
  created_at timestamptz not null default now(),
  changed_by uuid default auth.uid(),
  constraint live_changes_pkey primary key (key),
  constraint live_changes_topics_present check (cardinality(topics) > 0)
) with (fillfactor = 40);
comment on table public.live_changes is
  'What changed in the last hours: topics such as part:<id>, list:<make>/<model>, admin:alerts. app/domain/live.ts has all.';
comment on column public.live_changes.number is
  'The place in the order of the commits. Null or 0 only within the transaction that writes the row.';
comment on column public.live_changes.changed_by is 'The user of the transaction, or null. The admin panel does not count an admin''s own actions as new.';
create unique index live_changes_number_idx on public.live_changes (number) where number > 0;
create index live_changes_created_at_idx on public.live_changes (created_at);
alter table public.live_changes enable row level security;
create policy "The shop reads changes" on public.live_changes for select to service_role using (true);
create policy "The shop deletes old changes" on public.live_changes for delete to service_role using (true);
grant select, delete on public.live_changes to service_role;

-- Security definer: no role of the application may write live_changes. Two steps: the second is queued only when all other
-- deferred triggers of the transaction have run, so this lock is always the last one that a transaction takes.
create function public.number_live_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.live_changes set number = 0 where key = new.key;
  else
    perform pg_catalog.pg_advisory_xact_lock(7278281);
    update public.live_changes set number = nextval('public.live_numbers') where key = new.key;
    perform pg_catalog.pg_notify('live_changed', '');
  end if;
  return null;
end
$$;

create constraint trigger begin_numbering after insert on public.live_changes
  deferrable initially deferred
  for each row execute function public.number_live_change();
create constraint trigger end_numbering after update of number on public.live_changes
  deferrable initially deferred
  for each row when (new.number = 0) execute function public.number_live_change();

create function public.list_topics(make text, model text) returns text[]
  language sql immutable parallel safe
  set search_path = ''
  return array['list:'] || case when make <> '' then array['list:' || make] else '{}' end
    || case when make <> '' and model <> '' then array['list:' || make || '/' || model] else '{}' end;
comment on function public.list_topics is 'The lists that can contain a part of this vehicle: all parts, its make, its model.';

-- Security definer, as number_live_change(). The trigger's arguments are the topics.
create function public.write_live_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.live_changes (topics) values (tg_argv::text[]);
  return null;
end
$$;

-- Security definer, as number_live_change(). Only events that matter: page views and searches are too many to follow.
create function public.write_logged_events() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if exists (select from events where audit.is_chained(action)) then
    insert into public.live_changes (topics) values (array['admin:audit']);
  end if;
  return null;
end
$$;

create trigger write_logged_events after insert on public.audit_logs
  referencing new table as events
  for each statement execute function public.write_logged_events();
