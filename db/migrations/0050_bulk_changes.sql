-- Changes of many parts at once. A job makes them in steps of one transaction each, so that no sale waits for long
-- (docs/bulk-changes.md).

create table public.bulk_changes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  change jsonb not null,
  summary text not null,
  state text not null default 'running',
  parts integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  undone integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint bulk_changes_pkey primary key (id),
  constraint bulk_changes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint bulk_changes_state_known check (state in ('running', 'ended', 'undoing', 'undone')),
  constraint bulk_changes_ended_with_state check ((state in ('ended', 'undone')) = (ended_at is not null)),
  constraint bulk_changes_done_in_range check (done between 0 and parts)
);
comment on table public.bulk_changes is 'Changes of many parts at once, kept for 30 days.';
comment on column public.bulk_changes.user_id is 'The admin who has started it, or its undoing. The job acts with this person''s rights.';
comment on column public.bulk_changes.change is 'As in app/domain/bulk-change.ts.';
comment on column public.bulk_changes.done is 'Places of bulk_change_parts up to which the change is made. Undoing counts down.';
comment on column public.bulk_changes.error is 'Why it ended before all parts were changed.';
create index bulk_changes_created_at_idx on public.bulk_changes (created_at);
create index bulk_changes_user_id_idx on public.bulk_changes (user_id);

create table public.bulk_change_parts (
  change_id uuid not null,
  place integer not null,
  part_id uuid not null,
  outcome text,
  reason text,
  before jsonb,
  after jsonb,
  constraint bulk_change_parts_pkey primary key (change_id, place),
  constraint bulk_change_parts_change_id_fkey foreign key (change_id) references public.bulk_changes (id)
    on delete cascade,
  constraint bulk_change_parts_outcome_known check (outcome in ('changed', 'skipped', 'undone', 'kept'))
);
comment on table public.bulk_change_parts is 'The parts of a bulk change, and what became of each.';
comment on column public.bulk_change_parts.outcome is
  'skipped: the change was not possible. kept: it could not be undone. Null: its turn has not come.';
comment on column public.bulk_change_parts.reason is 'Why it was skipped or kept, for the admin.';
comment on column public.bulk_change_parts.before is 'The changed columns.';
create index bulk_change_parts_outcome_idx on public.bulk_change_parts (change_id, outcome, place)
  where outcome in ('skipped', 'kept');

alter table public.bulk_changes enable row level security;
create policy "Admins can read bulk changes" on public.bulk_changes
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can start bulk changes in their own name" on public.bulk_changes
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can continue and undo bulk changes in their own name" on public.bulk_changes
  for update to authenticated using ((select public.is_admin()))
  with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "The shop reads bulk changes" on public.bulk_changes for select to service_role using (true);
create policy "The shop ends bulk changes" on public.bulk_changes
  for update to service_role using (true) with check (true);
grant select on public.bulk_changes to authenticated, service_role;
grant insert (change, summary, parts, done, changed, state, ended_at) on public.bulk_changes to authenticated;
grant update (user_id, parts, state, done, changed, undone, error, ended_at) on public.bulk_changes to authenticated;
grant update (state, error, ended_at) on public.bulk_changes to service_role;

alter table public.bulk_change_parts enable row level security;
create policy "Admins can read the parts of bulk changes" on public.bulk_change_parts
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can choose the parts of bulk changes" on public.bulk_change_parts
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change the parts of bulk changes" on public.bulk_change_parts
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select on public.bulk_change_parts to authenticated;
grant insert (change_id, place, part_id) on public.bulk_change_parts to authenticated;
grant update (outcome, reason, before, after) on public.bulk_change_parts to authenticated;

-- Security definer: admins may not add jobs.
create function public.queue_bulk_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job('run-bulk-change', json_build_object('changeId', new.id), 'bulk:' || new.id, now());
  return null;
end
$$;
create trigger queue_new_bulk_change after insert on public.bulk_changes
  for each row when (new.state = 'running') execute function public.queue_bulk_change();
create trigger queue_undoing_of_bulk_change after update of state on public.bulk_changes
  for each row when (new.state = 'undoing' and old.state <> 'undoing') execute function public.queue_bulk_change();
create trigger tell_about_bulk_changes after insert or update on public.bulk_changes
  for each statement execute function public.write_live_topic('admin:parts');

-- Filters of the admin's list.

create function public.admin_search_within(query text, filters jsonb, others jsonb)
  returns table (chunk integer, hits bit(16384))
  language sql stable rows 100
begin atomic
  with wanted as (select bits.chunk, bits.parts from public.search_narrowed(filters) as bits where filters <> '[]'),
  unwanted as (
    select bits.chunk, bit_or(bits.parts) as parts from public.search_filter_bits(others) as bits group by bits.chunk
  )
  select found.chunk,
    case when filters = '[]' then found.hits else found.hits & coalesce(wanted.parts, 0::bit(16384)) end
      & ~coalesce(unwanted.parts, 0::bit(16384))
  from public.admin_search(query) as found
  left join wanted on wanted.chunk = found.chunk
  left join unwanted on unwanted.chunk = found.chunk;
end;
comment on function public.admin_search_within is
  'As admin_search, of the parts that match all filters and none of the others (search_filter_bits).';

create function public.admin_selected_parts(query text, filters jsonb, others jsonb) returns setof uuid
  language sql stable rows 1000
begin atomic
  select places.part_id
  from public.admin_search_within(query, filters, others) as found,
  lateral public.search_placed(found.chunk, found.hits) as places
  where bit_count(found.hits) > 0;
end;
comment on function public.admin_selected_parts is 'All parts that the admin''s list finds.';

drop function public.admin_find_parts(text, text, boolean, numeric, text, uuid, integer);
create function public.admin_find_parts(
  query text, order_by text, descending boolean, after_number numeric, after_name text, after_id uuid,
  how_many integer, filters jsonb default '[]', others jsonb default '[]', out part_ids uuid[], out total bigint
)
  language plpgsql stable
  set jit = off
as $$
declare
  found record;
  hits bit(16384)[];
  behind constant text := case when descending then '<' else '>' end;
  direction constant text := case when descending then 'desc' else 'asc' end;
  source text;
  number text;
  named text;
  page uuid[];
begin
  part_ids := '{}';
  total := 0;
  for found in select each.chunk, each.hits from public.admin_search_within(query, filters, others) as each loop
    hits[found.chunk] := found.hits;
    total := total + bit_count(found.hits);
  end loop;

  if total = 0 or how_many <= 0 then
    return;
  elsif order_by = 'name' then
    -- Chunks follow the order by name: they are read one after the other until the page is full.
    for found in execute format(
      'select chunks.chunk from public.search_chunks as chunks
       order by chunks.first_name %1$s, chunks.first_id %1$s', direction)
    loop
      continue when coalesce(bit_count(hits[found.chunk]), 0) = 0;
      execute format(
        'select coalesce(array_agg(page.part_id), ''{}'') from (
           select places.part_id from public.search_places as places
           where places.chunk = $1 and ($2 is null or (places.part_name, places.part_id) %1$s ($2, $3))
             and get_bit($4, places.slot) = 1
           order by places.part_name %2$s, places.part_id %2$s limit $5
         ) as page', behind, direction)
      into page using found.chunk, after_name, after_id, hits[found.chunk], how_many - cardinality(part_ids);
      part_ids := part_ids || page;
      exit when cardinality(part_ids) >= how_many;
    end loop;
  else
    -- Few hits are collected and sorted. For many, the index of the order is read until the page is full.
    source := case when total <= 30000
      then 'generate_subscripts($5, 1) as chunk, public.search_placed(chunk, $5[chunk]) as places'
      else 'public.search_places as places' end;
    if order_by = 'price' then
      number := 'places.price';
    else
      number := 'parts.stock_quantity';
      source := source || ' join public.parts_catalog as parts on parts.id = places.part_id';
    end if;
    named := split_part(number, '.', 1);
    named := format('%1$s.part_name, %1$s.%2$s', named, case named when 'places' then 'part_id' else 'id' end);
    execute format(
      'select coalesce(array_agg(page.part_id), ''{}'') from (
         select places.part_id from %1$s
         where get_bit($5[places.chunk], places.slot) = 1 and ($2 is null or (%2$s, %3$s) %4$s ($1, $2, $3))
         order by %2$s %5$s, %6$s %5$s limit $4
       ) as page',
      source, number, named, behind, direction, replace(named, ',', ' ' || direction || ','))
    into part_ids using after_number, after_name, after_id, how_many, hits;
  end if;
end
$$;
comment on function public.admin_find_parts is
  'A page of the parts that match the search of an admin, after a place in an order (null: from its start), and the number of all.';
grant execute on function public.admin_search_within, public.admin_selected_parts, public.admin_find_parts
  to authenticated;

-- The trash.

create policy "Admins can read deleted parts" on public.deleted_parts
  for select to authenticated using ((select public.is_admin()));
grant select (part_id, deleted_at, deleted_by, part) on public.deleted_parts to authenticated;
create index deleted_parts_newest_idx on public.deleted_parts (deleted_at, part_id);
drop index public.deleted_parts_deleted_at_idx;

create function public.bring_parts_back(ids uuid[]) returns uuid[]
  language plpgsql
  set search_path = ''
as $$
declare
  restored uuid[];
begin
  -- Holds that end from now on wait until the parts are restored. The next statement sees those that ended before.
  perform from public.stock_holds as holds
  where holds.id in (select unnest(open_holds) from public.deleted_parts where part_id = any (ids))
  order by holds.id for update;

  with back as (
    insert into public.parts_catalog
    select parts.*
    from (
      select distinct on (part_id) part_id, part, open_holds from public.deleted_parts
      where part_id = any (ids) order by part_id, deleted_at desc
    ) as kept,
    lateral (
      select coalesce(sum(holds.quantity) filter (where holds.outcome = 'sold'), 0) as sold,
        coalesce(sum(holds.quantity) filter (where holds.outcome is null), 0) as held
      from public.stock_holds as holds where holds.id = any (kept.open_holds)
    ) as meanwhile,
    lateral jsonb_populate_record(null::public.parts_catalog, kept.part || jsonb_build_object(
      'stock_quantity', (kept.part ->> 'stock_quantity')::bigint - meanwhile.sold,
      'stock_held', meanwhile.held
    )) as parts
    on conflict do nothing
    returning id
  ),
  gone as (delete from public.deleted_parts where part_id in (select id from back))
  select coalesce(array_agg(id), '{}') into restored from back;
  return restored;
end
$$;
comment on function public.bring_parts_back is
  'Restores deleted parts as they were last, without the pieces that were sold meanwhile. Returns those restored: not one that is in the catalog, or whose stock number another part has.';

create or replace function public.restore_deleted_parts(since timestamptz, in_category text default null) returns bigint
  language sql
  set search_path = ''
as $$
  select cardinality(public.bring_parts_back(array(
    select distinct part_id from public.deleted_parts
    where deleted_at >= since and (in_category is null or part ->> 'category' = in_category)
  )))
$$;

-- Security definer: no role may write to the archive.
create function public.restore_parts(ids uuid[]) returns uuid[]
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'Only admins may restore parts' using errcode = '42501';
  end if;
  return public.bring_parts_back(ids);
end
$$;
comment on function public.restore_parts is 'For admins: restores deleted parts. Returns those restored.';
grant execute on function public.restore_parts to authenticated;

alter function public.clean_up_catalog() rename to clean_up_catalog_rows;
revoke execute on function public.clean_up_catalog_rows from service_role;

-- Security definer, as clean_up_catalog_rows.
create function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_catalog_rows();
  delete from public.bulk_changes where created_at < now() - interval '30 days' and ended_at is not null;
end
$$;
comment on function public.clean_up_catalog is
  'Nightly: removes deleted parts and bulk changes after 30 days, and replaces the tallies by their sum.';
grant execute on function public.clean_up_catalog to service_role;
