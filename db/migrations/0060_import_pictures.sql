-- Pictures of imported parts, by address or from a ZIP file (docs/part-import.md). A job fetches them when the lines are applied.

alter table public.part_imports
  add column zip_name text,
  add column zip_bytes bigint,
  add column zip_state text,
  add constraint part_imports_zip_bounded check (
    length(zip_name) between 1 and 200 and zip_bytes between 1 and 524288000
  ),
  add constraint part_imports_zip_state_known check (zip_state in ('uploading', 'ready', 'matched', 'read')),
  add constraint part_imports_zip_whole check (
    (zip_state is null) = (zip_name is null) and (zip_state is null) = (zip_bytes is null)
  );
comment on column public.part_imports.zip_state is
  'Of a ZIP file with pictures. matched: its entries are in part_import_pictures. read: all were added, and its pieces are deleted.';
grant update (zip_name, zip_bytes, zip_state) on public.part_imports to authenticated;

alter table public.part_import_pieces
  add column of_pictures boolean not null default false,
  drop constraint part_import_pieces_pkey,
  drop constraint part_import_pieces_bounded,
  add constraint part_import_pieces_pkey primary key (import_id, of_pictures, place),
  add constraint part_import_pieces_bounded check (
    place between 0 and case when of_pictures then 249 else 99 end and length(content) between 1 and 2097152
  );
comment on column public.part_import_pieces.of_pictures is 'Of the ZIP file with pictures, which is stored until they are added.';

-- No foreign keys to parts and pictures: both can be deleted while the import is listed.
create table public.part_import_pictures (
  import_id uuid not null,
  id uuid not null default gen_random_uuid(),
  place integer,
  part_id uuid,
  number smallint not null default 1,
  source text not null,
  state text not null default 'waiting',
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  reason text,
  picture_id uuid,
  replaced text,
  constraint part_import_pictures_pkey primary key (id),
  constraint part_import_pictures_import_id_fkey foreign key (import_id) references public.part_imports (id)
    on delete cascade,
  constraint part_import_pictures_source_key unique nulls not distinct (import_id, place, source),
  constraint part_import_pictures_source_bounded check (length(source) between 1 and 2000),
  constraint part_import_pictures_reason_bounded check (length(reason) between 1 and 300),
  constraint part_import_pictures_state_known check (state in ('waiting', 'added', 'known', 'failed', 'removed')),
  constraint part_import_pictures_failed_for_a_reason check ((state = 'failed') = (reason is not null)),
  constraint part_import_pictures_waiting_with_part check (part_id is not null or state = 'failed')
);
comment on table public.part_import_pictures is 'The pictures that an import adds, and what becomes of each.';
comment on column public.part_import_pictures.place is 'The line of the file. Null: an entry of the ZIP file that no line names.';
comment on column public.part_import_pictures.number is 'The order within the part.';
comment on column public.part_import_pictures.source is 'An address, or the name of a file in the ZIP file.';
comment on column public.part_import_pictures.state is
  'added, or known: the part had it already. failed: not tried again, until an admin says so. removed: the import was undone.';
comment on column public.part_import_pictures.reason is 'Why it failed, for the admin.';
comment on column public.part_import_pictures.replaced is
  'The image_url that the part''s first uploaded picture has replaced, and undoing gives back.';
create index part_import_pictures_due_idx on public.part_import_pictures (import_id, due_at, place, number)
  where state = 'waiting';
create index part_import_pictures_state_idx on public.part_import_pictures (import_id, state, place);
create index part_import_pictures_picture_id_idx on public.part_import_pictures (picture_id)
  where picture_id is not null;
alter table public.part_import_pictures enable row level security;
create policy "Admins can read pictures of imports" on public.part_import_pictures
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add pictures of imports" on public.part_import_pictures
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change pictures of imports" on public.part_import_pictures
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins can delete pictures of imports" on public.part_import_pictures
  for delete to authenticated using ((select public.is_admin()));
grant select, delete on public.part_import_pictures to authenticated;
grant insert (import_id, place, part_id, number, source, state, reason),
  update (state, attempts, due_at, reason, picture_id, replaced) on public.part_import_pictures to authenticated;
grant select, update (state, reason) on public.part_import_pictures to service_role;
create policy "The shop can read pictures of imports" on public.part_import_pictures
  for select to service_role using (true);
create policy "The shop can end pictures of imports" on public.part_import_pictures
  for update to service_role using (true) with check (true);
create trigger tell_about_import_pictures after update of state on public.part_import_pictures
  for each statement execute function public.write_live_topic('admin:parts');

-- Not columns of part_pictures, which everybody may read: addresses name the shop's suppliers.
create table public.part_picture_sources (
  picture_id uuid not null,
  source text not null,
  part_id uuid not null,
  content_hash bytea not null,
  constraint part_picture_sources_pkey primary key (picture_id, source),
  constraint part_picture_sources_picture_id_fkey foreign key (picture_id) references public.part_pictures (id)
    on delete cascade,
  constraint part_picture_sources_hash_sized check (length(content_hash) = 32),
  constraint part_picture_sources_source_bounded check (length(source) between 1 and 2000)
);
comment on table public.part_picture_sources is
  'Where imported pictures come from, so that another import of the same address or bytes adds none.';
comment on column public.part_picture_sources.source is 'An address, or the name of a file in a ZIP file.';
comment on column public.part_picture_sources.content_hash is 'SHA-256 of what was fetched.';
create index part_picture_sources_part_id_idx on public.part_picture_sources (part_id, content_hash);
alter table public.part_picture_sources enable row level security;
create policy "Admins can read sources of pictures" on public.part_picture_sources
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add sources of pictures" on public.part_picture_sources
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can delete sources of pictures" on public.part_picture_sources
  for delete to authenticated using ((select public.is_admin()));
grant select, insert, delete on public.part_picture_sources to authenticated;

-- Security definer: admins may not add jobs.
create function public.queue_import_pictures() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job(
    'add-import-pictures', json_build_object('importId', new.id), 'import-pictures:' || new.id, now()
  );
  return null;
end
$$;
-- An admin who tries failed pictures again becomes its user_id. The job itself sets matched and read.
create trigger queue_import_pictures after update of state, zip_state, user_id on public.part_imports
  for each row when (
    new.state = 'ended'
    and (old.zip_state is not distinct from new.zip_state or new.zip_state not in ('matched', 'read'))
  )
  execute function public.queue_import_pictures();

-- Prices of many parts at once. A change of a price alone needs the terms of the price only.

create function public.search_terms_of_price(
  part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text,
  vehicle_year integer, category text, part_type text,
  price numeric, created_at timestamptz, origin text, mileage integer, grade text
) returns setof text
  language sql immutable parallel safe
  return public.search_filter_terms(part_name, price, created_at);
comment on function public.search_terms_of_price is
  'The terms of a part that a change of its price changes, and some others. The parameters are those of search_terms.';

create or replace function public.search_changed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
declare
  few constant integer := 20;
  flipped uuid[];
  changed uuid[];
  moved uuid[];
  priced uuid[];
  turn record;
begin
  execute $sql$
    select array_agg(id) filter (where is_flipped), array_agg(id) filter (where is_changed),
      array_agg(id) filter (where is_moved), array_agg(id) filter (where is_changed and not is_more_than_price)
    from (
      select id,
        (before.stock_quantity > before.stock_held) <> (after.stock_quantity > after.stock_held) as is_flipped,
        (before.part_name, before.brand, before.oem_number, before.description, before.vehicle_make,
          before.vehicle_model, before.vehicle_year, before.category, before.part_type, before.price,
          before.created_at, before.origin, before.mileage, before.grade)
        is distinct from (after.part_name, after.brand, after.oem_number, after.description, after.vehicle_make,
          after.vehicle_model, after.vehicle_year, after.category, after.part_type, after.price,
          after.created_at, after.origin, after.mileage, after.grade) as is_changed,
        (before.part_name, before.brand, before.oem_number, before.description, before.vehicle_make,
          before.vehicle_model, before.vehicle_year, before.category, before.part_type,
          before.created_at, before.origin, before.mileage, before.grade)
        is distinct from (after.part_name, after.brand, after.oem_number, after.description, after.vehicle_make,
          after.vehicle_model, after.vehicle_year, after.category, after.part_type,
          after.created_at, after.origin, after.mileage, after.grade) as is_more_than_price,
        before.part_name <> after.part_name as is_moved
      from old_parts as before join new_parts as after using (id)
    ) as parts
  $sql$ into flipped, changed, moved, priced;

  if flipped is not null then
    insert into public.search_stock_flips (part_id) select unnest(flipped);
    -- Many flips would slow searches down.
    if cardinality(flipped) > 500 then
      perform public.fold_search_stock();
    end if;
  end if;
  -- A sale needs nothing more.
  if changed is null then
    return null;
  end if;

  perform public.search_lock_chunks(changed);
  for turn in
    select case when cardinality(changed) <= few then 'search_terms_planned' else 'search_terms' end as terms_of,
      array(
        select id from unnest(changed) as part (id)
        except select id from unnest(moved) as part (id)
        except select id from unnest(priced) as part (id)
      ) as ids
    union all
    select 'search_terms_of_price', priced
  loop
    continue when coalesce(cardinality(turn.ids), 0) = 0;
    execute format($sql$
      with terms as (
        select false as is_new, places.chunk, places.slot, term
        from unnest($1) as changed (id)
        join old_parts as part on part.id = changed.id
        join public.search_places as places on places.part_id = part.id,
        lateral public.%1$I(
          part.part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
          part.price, created_at, origin, mileage, grade
        ) as term
        union all
        select true, places.chunk, places.slot, term
        from unnest($1) as changed (id)
        join new_parts as part on part.id = changed.id
        join public.search_places as places on places.part_id = part.id,
        lateral public.%1$I(
          part.part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
          part.price, created_at, origin, mileage, grade
        ) as term
      ),
      differences as (
        select term, chunk, slot from terms group by term, chunk, slot having bool_and(is_new) = bool_or(is_new)
      ),
      written as (
        insert into public.search_bits as bits (term, chunk, parts)
        select term, chunk, bit_or(set_bit(0::bit(16384), slot, 1))
        from differences group by term, chunk order by term, chunk
        on conflict on constraint search_bits_pkey do update set parts = bits.parts # excluded.parts
        returning term
      )
      insert into public.search_vocabulary (word)
      select distinct substr(term, 3) from written where starts_with(term, 'w=') order by 1
      on conflict do nothing
    $sql$, turn.terms_of) using turn.ids;
  end loop;
  update public.search_places as places set price = coalesce(parts.price, 0)
  from unnest(changed) as part (id) join public.parts_catalog as parts on parts.id = part.id
  where places.part_id = part.id and places.price <> coalesce(parts.price, 0);

  if moved is not null then
    with gone as (
      delete from public.search_places as places using unnest(moved) as part (id) where places.part_id = part.id
      returning places.chunk, places.slot
    )
    update public.search_bits as bits set parts = bits.parts & ~cleared.slots
    from (
      select chunk, bit_or(set_bit(0::bit(16384), slot, 1)) as slots from gone group by chunk
    ) as cleared
    where bits.term = 'part' and bits.chunk = cleared.chunk;
    perform public.search_place_parts(moved);
  end if;
  return null;
end
$$;
