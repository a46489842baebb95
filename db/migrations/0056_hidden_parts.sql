-- Drafts, and parts that were taken off the shop (docs/hidden-parts.md). They are in a table of their own, so that no page,
-- search, count or feed can have them.

create table public.hidden_parts (
  like public.parts_catalog including defaults including constraints,
  fitments jsonb not null default '[]',
  line_ids uuid[] not null default '{}',
  request_ids uuid[] not null default '{}',
  is_new boolean not null default true,
  hidden_at timestamptz not null default now(),
  hidden_by uuid default auth.uid(),
  constraint hidden_parts_pkey primary key (id),
  constraint hidden_parts_not_held check (stock_held = 0)
);
comment on table public.hidden_parts is
  'Parts that only staff see, with the columns of parts_catalog. A part is in one of the two tables, with the same id.';
comment on column public.hidden_parts.fitments is 'Its rows of part_fitments, which everybody may read.';
comment on column public.hidden_parts.line_ids is 'The order lines that had its id, and get it again with the part.';
comment on column public.hidden_parts.request_ids is 'The part requests that had its id.';
comment on column public.hidden_parts.is_new is 'It was never in the shop.';
create unique index hidden_parts_stock_number_key on public.hidden_parts (public.oem_number_key(stock_number))
  where stock_number is not null;
create index hidden_parts_part_name_idx on public.hidden_parts (part_name, id);
create index hidden_parts_line_ids_idx on public.hidden_parts using gin (line_ids);
create index hidden_parts_picture_name_idx on public.hidden_parts (public.picture_name(image_url))
  where public.picture_name(image_url) is not null;

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

-- Pictures.

create trigger remove_replaced_pictures after update of image_url on public.hidden_parts
  for each row when (new.image_url is distinct from old.image_url)
  execute function public.remove_replaced_pictures();
create trigger take_first_picture before insert on public.hidden_parts
  for each row when (new.image_url is null or public.picture_name(new.image_url) is not null)
  execute function public.take_first_picture();

create or replace function public.show_first_picture() returns trigger
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

create or replace function public.unused_pictures(names text[]) returns setof text
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

-- The trash.

alter table public.deleted_parts add column was_hidden boolean not null default false;
comment on column public.deleted_parts.was_hidden is 'It was in hidden_parts, and is restored there.';
grant select (was_hidden) on public.deleted_parts to authenticated;

create or replace function public.keep_deleted_parts() returns trigger
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
  where not exists (select from public.hidden_parts where id = old_parts.id)
  on conflict on constraint deleted_parts_pkey do update
    set part = excluded.part, open_holds = excluded.open_holds, was_hidden = false;
  return null;
end
$$;

-- Security definer, as keep_deleted_parts.
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

create or replace function public.bring_parts_back(ids uuid[]) returns uuid[]
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
  'Restores deleted parts as they were last, hidden ones as hidden, without the pieces that were sold meanwhile. Returns '
  'those restored: not one that is there already, or whose stock number another part has.';

-- Nightly: hidden parts keep their facts and pictures.

create or replace function public.clean_up_parts_and_facts() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_parts();
  delete from public.part_private_facts as facts
  where not exists (select from public.parts_catalog where id = facts.part_id)
    and not exists (select from public.hidden_parts where id = facts.part_id)
    and not exists (select from public.deleted_parts where part_id = facts.part_id);
  delete from public.part_fitments as fitments
  where not exists (select from public.parts_catalog where id = fitments.part_id)
    and not exists (select from public.deleted_parts where part_id = fitments.part_id);
end
$$;

create or replace function public.clean_up_catalog_rows() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_parts_and_facts();
  delete from public.part_pictures as picture
  where removed_at < now() - interval '1 day'
    or added_at < now() - interval '1 day'
      and not exists (select from public.parts_catalog where id = picture.part_id)
      and not exists (select from public.hidden_parts where id = picture.part_id)
      and not exists (select from public.deleted_parts where part_id = picture.part_id);
end
$$;

-- Hiding and showing. Columns are copied by their names, so that both tables may have them in any order.

-- Security definer: staff may not change the part of an order line or a request.
create function public.hide_parts(ids uuid[]) returns uuid[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hidden uuid[];
begin
  if not public.is_staff() then
    raise exception 'Only staff may hide parts' using errcode = '42501';
  end if;
  perform from public.parts_catalog where id = any (ids) order by id for update;
  with added as (
    insert into public.hidden_parts
    select hidden_part.*
    from public.parts_catalog as part,
    lateral jsonb_populate_record(null::public.hidden_parts, to_jsonb(part) || jsonb_build_object(
      'fitments', array(select to_jsonb(fitment) - '{id,part_id}'::text[] from public.part_fitments as fitment where fitment.part_id = part.id),
      'line_ids', array(select line.id from public.order_lines as line where line.part_id = part.id),
      'request_ids', array(select request.id from public.part_requests as request where request.part_id = part.id),
      'is_new', false, 'hidden_at', now(), 'hidden_by', auth.uid(), 'updated_at', now()
    )) as hidden_part
    where part.id = any (ids) and part.stock_held = 0
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into hidden from added;
  delete from public.parts_catalog where id = any (hidden);
  delete from public.part_fitments where part_id = any (hidden);
  return hidden;
end
$$;
comment on function public.hide_parts is
  'For staff: takes parts off the shop. Returns those hidden: not one that a payment holds, or whose stock number a hidden part has.';
grant execute on function public.hide_parts to authenticated;

-- Security definer, as hide_parts.
create function public.show_parts(ids uuid[]) returns uuid[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  shown uuid[];
begin
  if not public.is_staff() then
    raise exception 'Only staff may show parts' using errcode = '42501';
  end if;
  perform from public.hidden_parts where id = any (ids) order by id for update;
  with added as (
    insert into public.parts_catalog
    select shown_part.*
    from public.hidden_parts as part,
    lateral jsonb_populate_record(null::public.parts_catalog, to_jsonb(part) || jsonb_build_object(
      'created_at', case when is_new then now() else created_at end, 'updated_at', now()
    )) as shown_part
    where part.id = any (ids)
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into shown from added;
  insert into public.part_fitments (part_id, make, model, from_year, to_year, engine, trim, position, note)
  select part.id, fitment.make, fitment.model, fitment.from_year, fitment.to_year, fitment.engine, fitment.trim,
    fitment.position, fitment.note
  from public.hidden_parts as part, jsonb_populate_recordset(null::public.part_fitments, part.fitments) as fitment
  where part.id = any (shown);
  update public.order_lines as line set part_id = part.id
  from public.hidden_parts as part, unnest(part.line_ids) as line_id
  where part.id = any (shown) and line.id = line_id;
  update public.part_requests as request set part_id = part.id
  from public.hidden_parts as part, unnest(part.request_ids) as request_id
  where part.id = any (shown) and request.id = request_id;
  delete from public.hidden_parts where id = any (shown);
  return shown;
end
$$;
comment on function public.show_parts is
  'For staff: puts hidden parts into the shop. Returns those shown: not one whose stock number another part has.';
grant execute on function public.show_parts to authenticated;

-- The check of the catalog (docs/parts-panel.md).

create index parts_catalog_no_price_idx on public.parts_catalog (part_name, id) where coalesce(price, 0) = 0;
create index parts_catalog_no_picture_idx on public.parts_catalog (part_name, id) where coalesce(image_url, '') = '';
create index parts_catalog_no_vehicle_idx on public.parts_catalog (part_name, id)
  where coalesce(vehicle_make, '') = '' or coalesce(vehicle_model, '') = '' or vehicle_year is null;
create index parts_catalog_no_category_idx on public.parts_catalog (part_name, id) where category = 'General';
