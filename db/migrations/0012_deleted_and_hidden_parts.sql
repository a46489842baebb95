-- Parts that are not in the shop: deleted ones, which can be restored for 30 days, drafts, and parts that were taken off the
-- shop.

create table public.deleted_parts (
  part_id uuid not null,
  deleted_at timestamptz not null default now(),
  deleted_by uuid,
  part jsonb not null,
  open_holds uuid[] not null default '{}',
  was_hidden boolean not null default false,
  constraint deleted_parts_pkey primary key (part_id, deleted_at)
);
comment on table public.deleted_parts is
  'Copies of deleted parts, kept for 30 days. The operator restores them with restore_deleted_parts.';
comment on column public.deleted_parts.deleted_by is 'The signed-in user. Null: not deleted on the screen.';
comment on column public.deleted_parts.open_holds is 'The holds that were open when the part was deleted.';
comment on column public.deleted_parts.was_hidden is 'It was in hidden_parts, and is restored there.';
create index deleted_parts_picture_name_idx on public.deleted_parts (public.picture_name(part ->> 'image_url'))
  where public.picture_name(part ->> 'image_url') is not null;
create index deleted_parts_newest_idx on public.deleted_parts (deleted_at, part_id);
alter table public.deleted_parts enable row level security;
create policy "Admins can read deleted parts" on public.deleted_parts
  for select to authenticated using ((select public.is_admin()));
grant select (part_id, deleted_at, deleted_by, part, was_hidden) on public.deleted_parts to authenticated;

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

  with newest as (
    select distinct on (part_id) part_id, part, open_holds, was_hidden from public.deleted_parts
    where part_id = any (ids) order by part_id, deleted_at desc
  ),
  back as (
    insert into public.parts_catalog
    select parts.*
    from newest as kept,
    lateral (
      select coalesce(sum(holds.quantity) filter (where holds.outcome = 'sold'), 0) as sold,
        coalesce(sum(holds.quantity) filter (where holds.outcome is null), 0) as held
      from public.stock_holds as holds where holds.id = any (kept.open_holds)
    ) as meanwhile,
    lateral jsonb_populate_record(null::public.parts_catalog, kept.part || jsonb_build_object(
      'stock_quantity', (kept.part ->> 'stock_quantity')::bigint - meanwhile.sold,
      'stock_held', meanwhile.held
    )) as parts
    where not was_hidden and not exists (select from public.hidden_parts where id = kept.part_id)
    on conflict do nothing
    returning id
  ),
  hidden as (
    insert into public.hidden_parts
    select parts.*
    from newest as kept, lateral jsonb_populate_record(null::public.hidden_parts, kept.part) as parts
    where was_hidden and not exists (select from public.parts_catalog where id = kept.part_id)
    on conflict do nothing
    returning id
  ),
  both_kinds as (select id from back union all select id from hidden),
  gone as (delete from public.deleted_parts where part_id in (select id from both_kinds))
  select coalesce(array_agg(id), '{}') into restored from both_kinds;
  return restored;
end
$$;
comment on function public.bring_parts_back is
  'Restores deleted parts as they were last, hidden ones as hidden, without the pieces that were sold meanwhile. Returns those restored: not one that is there already, or whose stock number another part has.';

create function public.restore_deleted_parts(since timestamptz, in_category text default null) returns bigint
  language sql
  set search_path = ''
as $$
  select cardinality(public.bring_parts_back(array(
    select distinct part_id from public.deleted_parts
    where deleted_at >= since and (in_category is null or part ->> 'category' = in_category)
  )))
$$;
comment on function public.restore_deleted_parts is
  'For the operator: restores what was deleted since then, all of it or one category, without the pieces that were sold meanwhile. Returns how many parts.';

-- The first picture is the part's image_url, and a page that shows others is rendered again.
create function public.show_first_picture() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  update public.parts_catalog as part
  set image_url = first.address, updated_at = now()
  from (select distinct part_id from changed) as touched
  left join lateral (
    select address from public.part_pictures
    where part_id = touched.part_id and place is not null order by place limit 1
  ) as first on true
  where part.id = touched.part_id
    and (first.address is not null or part.image_url in (select address from changed));
  update public.hidden_parts as part
  set image_url = first.address, updated_at = now()
  from (select distinct part_id from changed) as touched
  left join lateral (
    select address from public.part_pictures
    where part_id = touched.part_id and place is not null order by place limit 1
  ) as first on true
  where part.id = touched.part_id
    and (first.address is not null or part.image_url in (select address from changed));
  return null;
end
$$;

create trigger show_first_picture_of_added after insert on public.part_pictures
  referencing new table as changed
  for each statement execute function public.show_first_picture();
create trigger show_first_picture_of_changed after update on public.part_pictures
  referencing new table as changed
  for each statement execute function public.show_first_picture();

-- Drafts, and parts that were taken off the shop (docs/hidden-parts.md). They are in a table of their own, so that no page,
-- search, count or feed can have them.
create table public.hidden_parts (
  like public.parts_catalog including defaults including constraints,
  fitments jsonb not null default '[]',
  request_ids uuid[] not null default '{}',
  is_new boolean not null default true,
  constraint hidden_parts_pkey primary key (id),
  constraint hidden_parts_not_held check (stock_held = 0)
);
comment on table public.hidden_parts is
  'Parts that only staff see, with the columns of parts_catalog. A part is in one of the two tables, with the same id.';
comment on column public.hidden_parts.fitments is 'Its rows of part_fitments, which everybody may read.';
comment on column public.hidden_parts.request_ids is 'The part requests that had its id.';
comment on column public.hidden_parts.is_new is 'It was never in the shop.';
create unique index hidden_parts_stock_number_key on public.hidden_parts (public.oem_number_key(stock_number))
  where stock_number is not null;
create index hidden_parts_part_name_idx on public.hidden_parts (part_name, id);
create index hidden_parts_picture_name_idx on public.hidden_parts (public.picture_name(image_url))
  where public.picture_name(image_url) is not null;
-- Imports look for hidden parts, so that they do not add them again.
create index hidden_parts_oem_number_idx on public.hidden_parts (public.oem_number_key(oem_number));
alter table public.hidden_parts enable row level security;
create policy "Staff can read hidden parts" on public.hidden_parts
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can add hidden parts" on public.hidden_parts
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change hidden parts" on public.hidden_parts
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "Staff can delete hidden parts" on public.hidden_parts
  for delete to authenticated using ((select public.is_staff()));
grant select, insert, update, delete on public.hidden_parts to authenticated;

create trigger tell_about_hidden_parts after insert or update or delete on public.hidden_parts
  for each statement execute function public.write_live_topic('admin:parts');
create trigger remove_replaced_pictures after update of image_url on public.hidden_parts
  for each row when (new.image_url is distinct from old.image_url)
  execute function public.remove_replaced_pictures();
create trigger take_first_picture before insert on public.hidden_parts
  for each row when (new.image_url is null or public.picture_name(new.image_url) is not null)
  execute function public.take_first_picture();

-- Security definer: no role may read deleted parts.
create function public.unused_pictures(names text[]) returns setof text
  language sql stable security definer
  set search_path = ''
as $$
  select name from unnest(names) as name
  where not exists (select from public.part_pictures where public.picture_name(address) = name)
    and not exists (select from public.parts_catalog where public.picture_name(image_url) = name)
    and not exists (select from public.hidden_parts where public.picture_name(image_url) = name)
    and not exists (select from public.deleted_parts where public.picture_name(part ->> 'image_url') = name)
$$;
comment on function public.unused_pictures is
  'Names of picture files that no part has, and no deleted part that can be restored.';
grant execute on function public.unused_pictures to service_role;

-- Security definer: no role may write to the archive.
create function public.keep_deleted_hidden_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.deleted_parts (part_id, deleted_by, part, was_hidden)
  select id, auth.uid(), to_jsonb(old_parts), true
  from old_parts
  where not exists (select from public.parts_catalog where id = old_parts.id)
  on conflict on constraint deleted_parts_pkey do update
    set part = excluded.part, open_holds = '{}', was_hidden = true;
  return null;
end
$$;

create trigger keep_deleted_hidden_parts after delete on public.hidden_parts
  referencing old table as old_parts
  for each statement execute function public.keep_deleted_hidden_parts();

-- Security definer: staff may not change the part of an order line or a request.
create function public.hide_parts(ids uuid[]) returns uuid[]
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff may hide parts' using errcode = '42501';
  end if;
  return public.move_to_hidden_parts(ids);
end
$$;
comment on function public.hide_parts is
  'For staff: takes parts off the shop. Returns those hidden: not one that a payment holds, or whose stock number a hidden part has.';
grant execute on function public.hide_parts to authenticated;
