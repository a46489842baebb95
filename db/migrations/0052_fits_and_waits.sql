-- The parts that fit a vehicle are found by terms of the search (0005_search.sql): one for each vehicle and rule of
-- docs/fitment.md. part_fit_terms has what was written to search_bits, so that a change writes only differences.
-- 1. fit1= is a listed vehicle, fit2= one by interchange, fit3= one by the same number. A part has one of them for a vehicle.
-- 2. Parts with the same code, or the same number, are a group. A change of a part writes the terms of its groups too.
-- 3. Groups are locked by their keys, because a transaction does not see the parts that another one adds to a group.

create function public.fit_vehicle(make text, model text, year integer) returns text
  language sql immutable parallel safe
  return year::text || ' ' || replace(make, '=', '==') || '= ' || model;
comment on function public.fit_vehicle is 'A vehicle in a term, as app/domain/search/fit-levels.ts writes it.';

create type public.fit_group as (place integer, key text, part_name text, category text, maker text);
comment on type public.fit_group is 'Parts with the same code (place 2, only a key), or the same number (place 3).';

create function public.fit_code_groups(code text) returns setof public.fit_group
  language sql immutable parallel safe rows 1
begin atomic
  select 2, public.interchange_key(code), '', '', '' where public.interchange_key(code) is not null;
end;

create function public.fit_number_groups(
  part_name text, category text, make text, oem_number text, superseded_numbers text, number_type text
) returns setof public.fit_group
  language sql immutable parallel safe rows 1
begin atomic
  select distinct 3, key, part_name, category, public.maker_group(make)
  from unnest(public.comparable_numbers(oem_number, superseded_numbers, number_type)) as key
  where public.maker_group(make) is not null;
end;

create table public.part_fit_terms (
  part_id uuid not null,
  terms text[] collate "C" not null,
  constraint part_fit_terms_pkey primary key (part_id)
);
comment on table public.part_fit_terms is
  'The terms fit1=, fit2= and fit3= of each part in search_bits, kept by triggers. Without a row: none.';
alter table public.part_fit_terms enable row level security;
create policy "The shop checks terms" on public.part_fit_terms for select to service_role using (true);
grant select on public.part_fit_terms to service_role;

-- Each "offset 0": a group has few parts, found by an index.
create function public.fit_group_members(groups public.fit_group[]) returns table (number bigint, place integer, part_id uuid)
  language sql stable
begin atomic
  with numbered as materialized (
    select of_number.place, of_number.key, of_number.part_name, of_number.category, of_number.maker, of_number.number
    from unnest(groups) with ordinality as of_number (place, key, part_name, category, maker, number)
  )
  select numbered.number, numbered.place, facts.part_id
  from numbered cross join lateral (
    select each.part_id from public.part_private_facts as each
    where public.interchange_key(each.interchange_code) = numbered.key and each.interchange_code is not null offset 0
  ) as facts
  where numbered.place = 2
  union
  select numbered.number, numbered.place, parts.id
  from numbered cross join lateral (
    select * from public.parts_catalog as each where public.oem_number_key(each.oem_number) = numbered.key offset 0
  ) as parts
  where numbered.place = 3 and parts.part_name = numbered.part_name and parts.category = numbered.category
    and public.maker_group(parts.vehicle_make) = numbered.maker and coalesce(parts.number_type, 'oem') = 'oem'
  union
  select numbered.number, numbered.place, parts.id
  from numbered cross join lateral (
    select * from public.parts_catalog as each
    where each.superseded_numbers is not null
      and public.comparable_numbers(null, each.superseded_numbers, each.number_type) && array[numbered.key]
    offset 0
  ) as parts
  where numbered.place = 3 and parts.part_name = numbered.part_name and parts.category = numbered.category
    and public.maker_group(parts.vehicle_make) = numbered.maker;
end;
comment on function public.fit_group_members is 'The parts of each group, by the number of the group in the array.';

create function public.fit_code_groups_of(ids uuid[]) returns public.fit_group[]
  language plpgsql stable
as $$
begin
  return array(
    select distinct code_group
    from unnest(ids) as asked (id)
    join public.part_private_facts as facts on facts.part_id = asked.id
    cross join lateral public.fit_code_groups(facts.interchange_code) as code_group
    where facts.interchange_code is not null
  );
end
$$;

create function public.fit_number_groups_of(ids uuid[]) returns public.fit_group[]
  language plpgsql stable
as $$
begin
  return array(
    select distinct number_group
    from unnest(ids) as asked (id) join public.parts_catalog as parts on parts.id = asked.id
    cross join lateral public.fit_number_groups(
      parts.part_name, parts.category, parts.vehicle_make, parts.oem_number, parts.superseded_numbers, parts.number_type
    ) as number_group
  );
end
$$;

create function public.fit_terms_of(ids uuid[]) returns table (part_id uuid, terms text[])
  language plpgsql stable
as $$
declare
  groups constant public.fit_group[] := public.fit_code_groups_of(ids) || public.fit_number_groups_of(ids);
begin
  return query
    with members as materialized (
      select of_group.number, of_group.place, of_group.part_id as id from public.fit_group_members(groups) as of_group
    ),
    listed as materialized (
      select needed.id, vehicles.vehicle
      from (select members.id from members union select unnest(ids)) as needed
      cross join lateral (
        select each.vehicle_make, each.vehicle_model, each.vehicle_year
        from public.parts_catalog as each where each.id = needed.id offset 0
      ) as parts
      cross join lateral (
        select public.fit_vehicle(parts.vehicle_make, parts.vehicle_model, parts.vehicle_year) collate "C" as vehicle
        where parts.vehicle_make is not null and parts.vehicle_model is not null and parts.vehicle_year is not null
        union all
        select public.fit_vehicle(fitments.make, fitments.model, year)
        from (
          select each.make, each.model, each.from_year, each.to_year
          from public.part_fitments as each where each.part_id = needed.id offset 0
        ) as fitments
        cross join generate_series(fitments.from_year, fitments.to_year) as year
      ) as vehicles
    ),
    fitting as (
      select listed.id, 1 as place, listed.vehicle from listed
      union all
      select members.id, members.place, vehicles.vehicle
      from members
      join (
        select distinct members.number, listed.vehicle from members join listed on listed.id = members.id
      ) as vehicles on vehicles.number = members.number
    )
    select best.id, array_agg('fit' || best.place || '=' || best.vehicle order by best.vehicle)
    from (
      select fitting.id, fitting.vehicle, min(fitting.place) as place from fitting
      where fitting.id in (select unnest(ids)) group by fitting.id, fitting.vehicle
    ) as best
    group by best.id;
end
$$;
comment on function public.fit_terms_of is 'What part_fit_terms should have for some parts.';

create function public.lock_fit_groups(changed uuid[], groups public.fit_group[]) returns uuid[]
  language plpgsql
  -- To plan the statements, and those of the functions that they call, takes longer than to run them.
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  lock_class constant integer := 52;
  written uuid[];
begin
  perform pg_advisory_xact_lock(lock_class, locks.number)
  from (select distinct hashtext(key) & 255 as number from unnest(groups) order by 1) as locks;
  -- Statements from here on see what was committed before the locks.
  written := array(
    select unnest(changed) union select members.part_id from public.fit_group_members(groups) as members
  );
  perform public.search_lock_chunks(written);
  return written;
end
$$;
comment on function public.lock_fit_groups is
  'Locks groups, then the chunks of their parts and of changed ones, all in order. Returns these parts.';

create function public.write_fit_terms(changed uuid[], groups public.fit_group[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  written uuid[];
begin
  if changed is null then
    return;
  end if;
  written := public.lock_fit_groups(changed, groups);
  with computed as materialized (
    select part_id, terms from public.fit_terms_of(written)
  ),
  differences as (
    select part_id, term
    from (
      select part_id, unnest(terms) as term from computed
      union all
      select part_id, unnest(terms) from public.part_fit_terms where part_id = any (written)
    ) as both_terms
    group by part_id, term having count(*) = 1
  ),
  bits as (
    insert into public.search_bits as bits (term, chunk, parts)
    select term, chunk, bit_or(set_bit(0::bit(16384), slot, 1))
    from differences join public.search_places as places using (part_id)
    group by term, chunk order by term, chunk
    on conflict on constraint search_bits_pkey do update set parts = bits.parts # excluded.parts
  ),
  gone as (
    delete from public.part_fit_terms as kept
    where kept.part_id = any (written) and not exists (select from computed where computed.part_id = kept.part_id)
  )
  insert into public.part_fit_terms (part_id, terms)
  select part_id, terms from computed where part_id in (select part_id from differences)
  on conflict on constraint part_fit_terms_pkey do update set terms = excluded.terms;
end
$$;

-- Security definer, here and below: roles that change parts may not write the index. The statements scan, so that their kept
-- plans are right for any number of rows.
create function public.set_fits_of_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed uuid[];
  groups public.fit_group[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct id), array_agg(distinct number_group) filter (where number_group is distinct from null)
    into changed, groups
    from new_parts left join lateral public.fit_number_groups(
      part_name, category, vehicle_make, oem_number, superseded_numbers, number_type
    ) as number_group on true;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct id), array_agg(distinct number_group) filter (where number_group is distinct from null)
    into changed, groups
    from old_parts left join lateral public.fit_number_groups(
      part_name, category, vehicle_make, oem_number, superseded_numbers, number_type
    ) as number_group on true;
  else
    select array_agg(distinct id), array_agg(distinct number_group) filter (where number_group is distinct from null)
    into changed, groups
    from (
      (select id, part_name, category, vehicle_make, vehicle_model, vehicle_year, oem_number, superseded_numbers,
         number_type from old_parts
       except
       select id, part_name, category, vehicle_make, vehicle_model, vehicle_year, oem_number, superseded_numbers,
         number_type from new_parts)
      union all
      (select id, part_name, category, vehicle_make, vehicle_model, vehicle_year, oem_number, superseded_numbers,
         number_type from new_parts
       except
       select id, part_name, category, vehicle_make, vehicle_model, vehicle_year, oem_number, superseded_numbers,
         number_type from old_parts)
    ) as differences left join lateral public.fit_number_groups(
      part_name, category, vehicle_make, oem_number, superseded_numbers, number_type
    ) as number_group on true;
  end if;
  if changed is null then
    return null;
  end if;
  groups := coalesce(groups, '{}') || public.fit_code_groups_of(changed);
  if tg_argv[0] = 'lock' then
    perform public.lock_fit_groups(changed, groups);
  else
    perform public.write_fit_terms(changed, groups);
  end if;
  return null;
end
$$;

-- Triggers run in the order of their names. These lock before those of the search, which lock chunks: two transactions must
-- not wait for each other.
create trigger lock_fits_of_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.set_fits_of_parts('lock');
create trigger lock_fits_of_removed_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.set_fits_of_parts('lock');
create trigger lock_fits_of_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.set_fits_of_parts('lock');
-- After those of the search, which give each part its place.
create trigger set_fits_of_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.set_fits_of_parts();
create trigger set_fits_of_removed_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.set_fits_of_parts();
create trigger set_fits_of_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.set_fits_of_parts();

create function public.set_fits_of_fitments() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct part_id from new_rows);
  elsif tg_op = 'DELETE' then
    changed := array(select distinct part_id from old_rows);
  else
    changed := array(select part_id from new_rows union select part_id from old_rows);
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  perform public.write_fit_terms(
    changed, public.fit_number_groups_of(changed) || public.fit_code_groups_of(changed)
  );
  return null;
end
$$;
create trigger set_fits_of_added_fitments after insert on public.part_fitments
  referencing new table as new_rows
  for each statement execute function public.set_fits_of_fitments();
create trigger set_fits_of_removed_fitments after delete on public.part_fitments
  referencing old table as old_rows
  for each statement execute function public.set_fits_of_fitments();
create trigger set_fits_of_changed_fitments after update on public.part_fitments
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.set_fits_of_fitments();

create function public.set_fits_of_codes() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed uuid[];
  groups public.fit_group[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct part_id), array_agg(distinct code_group) into changed, groups
    from new_rows cross join lateral public.fit_code_groups(interchange_code) as code_group
    where interchange_code is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct part_id), array_agg(distinct code_group) into changed, groups
    from old_rows cross join lateral public.fit_code_groups(interchange_code) as code_group
    where interchange_code is not null;
  else
    select array_agg(distinct part_id), array_agg(distinct code_group) into changed, groups
    from (
      (select part_id, interchange_code from old_rows except select part_id, interchange_code from new_rows)
      union all
      (select part_id, interchange_code from new_rows except select part_id, interchange_code from old_rows)
    ) as changes
    cross join lateral public.fit_code_groups(interchange_code) as code_group
    where interchange_code is not null;
  end if;
  perform public.write_fit_terms(changed, coalesce(groups, '{}'));
  return null;
end
$$;
create trigger set_fits_of_added_codes after insert on public.part_private_facts
  referencing new table as new_rows
  for each statement execute function public.set_fits_of_codes();
create trigger set_fits_of_removed_codes after delete on public.part_private_facts
  referencing old table as old_rows
  for each statement execute function public.set_fits_of_codes();
create trigger set_fits_of_changed_codes after update on public.part_private_facts
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.set_fits_of_codes();

-- A chunk that is divided or checked has these terms too.
create or replace function public.search_chunk_bits(of_chunk integer, from_slot integer)
  returns table (term text, parts bit(16384))
  language sql stable parallel safe rows 1000
begin atomic
  select terms.term, bit_or(set_bit(0::bit(16384), places.slot, 1))
  from public.search_places as places
  join public.parts_catalog as parts on parts.id = places.part_id,
  lateral public.search_terms(
    parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model,
    parts.vehicle_year, parts.category, parts.part_type, parts.price, parts.created_at,
    parts.origin, parts.mileage, parts.grade
  ) as terms (term)
  where places.chunk = of_chunk and places.slot >= from_slot
  group by terms.term
  union all
  select fits.term, bit_or(set_bit(0::bit(16384), places.slot, 1))
  from public.search_places as places
  join public.part_fit_terms as kept on kept.part_id = places.part_id
  cross join lateral unnest(kept.terms) as fits (term)
  where places.chunk = of_chunk and places.slot >= from_slot
  group by fits.term
  union all
  select 'stock', coalesce(bit_or(set_bit(0::bit(16384), places.slot, 1)) filter (
    where (parts.stock_quantity > parts.stock_held) <> (
      select count(*) % 2 = 1 from public.search_stock_flips as flips where flips.part_id = parts.id
    )
  ), 0::bit(16384))
  from public.search_places as places
  join public.parts_catalog as parts on parts.id = places.part_id
  where places.chunk = of_chunk and places.slot >= from_slot;
end;

-- A part that gets another place takes these terms with it.
create or replace function public.search_add_bits(of_chunk integer, from_slot integer) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  with written as (
    insert into public.search_bits as bits (term, chunk, parts)
    select added.term, of_chunk, bit_or(set_bit(0::bit(16384), added.slot, 1))
    from (
      select places.slot, terms.term
      from public.search_places as places
      cross join lateral (select * from public.parts_catalog as each where each.id = places.part_id offset 0) as parts
      cross join lateral public.search_terms_planned(
        parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model,
        parts.vehicle_year, parts.category, parts.part_type, parts.price, parts.created_at,
        parts.origin, parts.mileage, parts.grade
      ) as terms (term)
      where places.chunk = of_chunk and places.slot >= from_slot
      union all
      select places.slot, kept.term
      from public.search_places as places
      cross join lateral (
        select unnest(each.terms) as term from public.part_fit_terms as each where each.part_id = places.part_id offset 0
      ) as kept
      where places.chunk = of_chunk and places.slot >= from_slot
      union all
      select places.slot, 'stock'
      from public.search_places as places
      cross join lateral (select * from public.parts_catalog as each where each.id = places.part_id offset 0) as parts
      where places.chunk = of_chunk and places.slot >= from_slot and (parts.stock_quantity > parts.stock_held) <> (
        select count(*) % 2 = 1 from public.search_stock_flips as flips where flips.part_id = parts.id
      )
    ) as added
    group by added.term order by added.term
    on conflict on constraint search_bits_pkey do update set parts = bits.parts | excluded.parts
    returning term
  )
  insert into public.search_vocabulary (word)
  select substr(term, 3) from written where starts_with(term, 'w=') order by term
  on conflict do nothing;
end
$$;
create function public.fill_fit_terms(of_chunk integer) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  ids constant uuid[] := array(select part_id from public.search_places where chunk = of_chunk);
begin
  delete from public.part_fit_terms where part_id = any (ids);
  insert into public.part_fit_terms (part_id, terms) select part_id, terms from public.fit_terms_of(ids);
  delete from public.search_bits where chunk = of_chunk and term >= 'fit' and term < 'fiu';
  insert into public.search_bits (term, chunk, parts)
  select term, of_chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
  from public.search_places as places
  join public.part_fit_terms as kept using (part_id)
  cross join lateral unnest(kept.terms) as term
  where places.chunk = of_chunk
  group by term order by term;
end
$$;
comment on function public.fill_fit_terms is 'Writes the terms fit1=, fit2= and fit3= of a locked chunk anew.';
select public.fill_fit_terms(chunk) from public.search_chunks;

-- Security definer: interchange codes are private.
create function public.check_fit_terms(of_chunk integer) returns setof text
  language sql stable security definer
  set search_path = ''
begin atomic
  select format('chunk %s, part %s: its vehicles differ', of_chunk, coalesce(expected.part_id, kept.part_id))
  from public.fit_terms_of(array(select part_id from public.search_places where chunk = of_chunk)) as expected
  full join (
    select terms.part_id, terms.terms
    from public.search_places as places join public.part_fit_terms as terms on terms.part_id = places.part_id
    where places.chunk = of_chunk
  ) as kept on kept.part_id = expected.part_id
  where expected.terms is distinct from kept.terms
  limit 50;
end;
comment on function public.check_fit_terms is
  'The parts of a chunk whose kept terms differ from the catalog, at most 50.';
grant execute on function public.check_fit_terms to service_role;

create or replace function public.check_search(at_most integer default 100) returns setof text
  language sql stable
begin atomic
  select difference
  from (
    select difference from public.check_search_chunks() as difference
    union all
    select difference
    from public.search_chunks as chunks, lateral public.check_search_chunk(chunks.chunk) as difference
    union all
    select difference
    from public.search_chunks as chunks, lateral public.check_search_counts(chunks.chunk) as difference
    union all
    select difference
    from public.search_chunks as chunks, lateral public.check_fit_terms(chunks.chunk) as difference
  ) as differences
  limit at_most;
end;

create or replace procedure public.rebuild_search()
  language plpgsql
as $$
declare
  of_chunk integer;
begin
  insert into public.search_chunks (first_name, first_id, slots_used)
  values ('', '00000000-0000-0000-0000-000000000000', 0)
  on conflict on constraint search_chunks_first_key do nothing;
  delete from public.search_places as places
  where not exists (select from public.search_chunks as chunks where chunks.chunk = places.chunk);
  delete from public.search_bits as bits
  where not exists (select from public.search_chunks as chunks where chunks.chunk = bits.chunk);
  commit;
  foreach of_chunk in array array(select chunk from public.search_chunks order by chunk) loop
    -- A chunk that was divided meanwhile is up to date.
    perform from public.search_chunks where chunk = of_chunk for update;
    if found then
      perform public.fill_fit_terms(of_chunk);
      perform public.search_divide_chunk(of_chunk);
    end if;
    commit;
  end loop;
end
$$;
drop function public.vehicle_fits(text, text, integer, text);

-- As before, but other parts are read only for those that are not listed themselves.
create or replace function public.part_fits(for_make text, for_model text, for_year integer, ids uuid[])
  returns table (part_id uuid, place integer, engine text, "trim" text, "position" text, note text, number text)
  language sql stable rows 100
  set search_path = ''
as $$
  select asked.id, best.place, best.engine, best.trim, best.position, best.note, best.number
  from public.parts_catalog as asked,
  lateral (
    select * from (
      select 1 as place, asked.vehicle_engine as engine, null::text as trim, null::text as position, null::text as note,
        null::text as number
      where asked.vehicle_make = for_make and asked.vehicle_model = for_model and asked.vehicle_year = for_year
      union all
      select 1, fitments.engine, fitments.trim, fitments.position, fitments.note, null
      from public.part_fitments as fitments
      where fitments.part_id = asked.id and make = for_make and model = for_model
        and from_year <= for_year and to_year >= for_year
      union all
      select alike.place, null, null, null, null, coalesce((
        -- As this part writes it.
        select btrim(own) from unnest(array[asked.oem_number] || string_to_array(asked.superseded_numbers, ',')) as own
        where public.oem_number_key(own) = public.oem_number_key(alike.number) limit 1
      ), asked.oem_number)
      from public.parts_like(asked.id) as alike join public.parts_catalog as other on other.id = alike.part_id
      where not public.is_listed_for(asked, for_make, for_model, for_year)
        and public.is_listed_for(other, for_make, for_model, for_year)
      union all
      select 4, null, null, null, null, null
      where asked.fits_only_listed and (
        asked.vehicle_make <> '' and asked.vehicle_model <> '' and asked.vehicle_year is not null
        or exists (select from public.part_fitments as fitments where fitments.part_id = asked.id)
      )
      union all
      select 5, null, null, null, null, null
    ) as found
    -- Of the listed vehicles, the one with the fewest conditions.
    order by place, num_nonnulls(engine, trim, position, note), engine, trim, position, note, number limit 1
  ) as best
  where asked.id = any (ids)
$$;

-- What people wait for (0047_stock_waits.sql): this index alone counts them.
create index stock_waits_awaited_idx on public.stock_waits (part_id)
  where told_at is null and ended_at is null and confirmed_at is not null;

-- Security definer: the policies of the table need the address, which the index does not have.
create or replace function public.awaited_parts(after_people bigint, after_part uuid, how_many integer)
  returns table (
    part_id uuid, part_name text, vehicle_make text, vehicle_model text, vehicle_year integer, people bigint, since timestamptz
  )
  language sql stable security definer
  set search_path = ''
as $$
  with counted as materialized (
    select waits.part_id, count(*) as people
    from public.stock_waits as waits
    where told_at is null and ended_at is null and confirmed_at is not null and (select public.is_staff())
    group by waits.part_id
    having after_part is null or (count(*), waits.part_id) < (after_people, after_part)
    order by count(*) desc, waits.part_id desc limit how_many
  )
  select counted.part_id, kept.part_name, kept.vehicle_make, kept.vehicle_model, kept.vehicle_year, counted.people, kept.since
  from counted cross join lateral (
    select min(waits.part_name) as part_name, min(waits.vehicle_make) as vehicle_make,
      min(waits.vehicle_model) as vehicle_model, min(waits.vehicle_year) as vehicle_year, min(waits.asked_at) as since
    from public.stock_waits as waits
    where waits.part_id = counted.part_id and told_at is null and ended_at is null and confirmed_at is not null
  ) as kept
  order by counted.people desc, counted.part_id desc
$$;
