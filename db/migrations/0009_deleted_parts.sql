-- The archive of deleted parts. No role of the application reads or writes it: it is for the operator.

create table public.deleted_parts (
  part_id uuid not null,
  deleted_at timestamptz not null default now(),
  deleted_by uuid,
  part jsonb not null,
  open_holds uuid[] not null default '{}',
  constraint deleted_parts_pkey primary key (part_id, deleted_at)
);
comment on table public.deleted_parts is
  'Copies of deleted parts, kept for 30 days. The operator restores them with restore_deleted_parts.';
comment on column public.deleted_parts.deleted_by is 'The signed-in user. Null: not deleted on the screen.';
comment on column public.deleted_parts.open_holds is 'The holds that were open when the part was deleted.';
create index deleted_parts_deleted_at_idx on public.deleted_parts (deleted_at);
alter table public.deleted_parts enable row level security;

-- Security definer: only this trigger writes to the archive.
create function public.keep_deleted_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- A hold may end at the same moment. If it changed the part before the deletion, it counts as ended here. If it came
  -- after the deletion, restore_deleted_parts corrects the stock.
  insert into public.deleted_parts (part_id, deleted_by, part, open_holds)
  select id, auth.uid(), to_jsonb(old_parts), array(
    select holds.id from public.stock_holds as holds
    where holds.part_id = old_parts.id and holds.outcome is null
  )
  from old_parts
  on conflict on constraint deleted_parts_pkey do update
    set part = excluded.part, open_holds = excluded.open_holds;
  return null;
end
$$;

create trigger keep_deleted_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.keep_deleted_parts();

create function public.restore_deleted_parts(since timestamptz, in_category text default null) returns bigint
  language plpgsql
  set search_path = ''
as $$
declare
  restored bigint;
begin
  -- Holds that end from now on wait until the parts are restored. The next statement sees those that ended before.
  perform from public.stock_holds as holds
  where holds.id in (
    select unnest(open_holds) from public.deleted_parts where deleted_at >= since
  )
  order by holds.id for update;

  with back as (
    insert into public.parts_catalog
    select parts.*
    from (
      select distinct on (part_id) part_id, part, open_holds from public.deleted_parts
      where deleted_at >= since order by part_id, deleted_at desc
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
    where in_category is null or parts.category = in_category
    on conflict on constraint parts_catalog_pkey do nothing
    returning id
  ),
  gone as (delete from public.deleted_parts where part_id in (select id from back))
  select count(*) into restored from back;
  return restored;
end
$$;
comment on function public.restore_deleted_parts is
  'For the operator: restores what was deleted since then, all of it or one category, without the pieces that were sold meanwhile. Returns how many parts.';

-- Security definer: the role that runs the nightly job may change neither table.
create function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.deleted_parts where deleted_at < now() - interval '30 days';
  with gone as (delete from public.catalog_tallies returning parts, priced, out_of_stock, low_stock, pieces)
  insert into public.catalog_tallies (parts, priced, out_of_stock, low_stock, pieces)
  select coalesce(sum(parts), 0), coalesce(sum(priced), 0), coalesce(sum(out_of_stock), 0),
    coalesce(sum(low_stock), 0), coalesce(sum(pieces), 0)
  from gone;
end
$$;
comment on function public.clean_up_catalog is
  'Nightly: removes deleted parts after 30 days, and replaces the tallies by their sum.';
grant execute on function public.clean_up_catalog to service_role;
