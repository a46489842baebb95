-- Which parts fit a vehicle, and in the place of others (docs/fitment.md).

-- A function of its own, because PostgreSQL runs a function with a subquery for each part, and takes one that returns a set
-- into the query.
create function public.comparable_keys(oem_number text, superseded_numbers text, number_type text) returns setof text
  language sql immutable parallel safe rows 1
begin atomic
  select keys.key
  from (
    select public.comparable_number(number) as key
    from unnest(array[oem_number] || string_to_array(superseded_numbers, ',')) as number
    offset 0
  ) as keys
  where keys.key is not null and coalesce(number_type, 'oem') = 'oem';
end;
comment on function public.comparable_keys is 'The keys of a part''s OEM number and of its older numbers.';
grant execute on function public.comparable_keys to anon, authenticated, service_role;

create table public.part_fit_keys (
  part_id uuid not null,
  key uuid not null,
  place integer not null,
  constraint part_fit_keys_pkey primary key (part_id, key),
  constraint part_fit_keys_place check (place in (2, 3))
);
comment on table public.part_fit_keys is
  'Parts with the same key fit the same vehicles (docs/fitment.md). Place 2: they have the same interchange code. Place 3: the same number, name, category and maker. A key is a hash, and only functions read it, because codes are private.';
create index part_fit_keys_key_idx on public.part_fit_keys (key, part_id, place);
alter table public.part_fit_keys enable row level security;

-- Security definer: interchange codes are private.
create function public.parts_like(for_part uuid) returns table (part_id uuid, place integer, number text)
  language sql stable security definer rows 20
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  with own as materialized (
    select array(select public.comparable_keys(oem_number, superseded_numbers, number_type)) as numbers
    from public.parts_catalog where id = for_part
  ),
  found as materialized (
    select others.part_id, min(others.place) as place
    from public.part_fit_keys as keys join public.part_fit_keys as others on others.key = keys.key
    where keys.part_id = for_part and others.part_id <> for_part
    group by others.part_id
  )
  select found.part_id, found.place, case when found.place = 3 then (
    select min(written.number)
    from public.parts_catalog as parts
    cross join lateral (
      select parts.oem_number as number
      union all
      select btrim(older) from string_to_table(parts.superseded_numbers, ',') as older
    ) as written
    where parts.id = found.part_id and public.comparable_number(written.number) = any (select unnest(own.numbers) from own)
  ) end
  from found
$$;
comment on function public.parts_like is
  'Other parts in the place of a part. Place 2: has the same interchange code. 3: has the same number, as they write it.';
grant execute on function public.parts_like to anon, authenticated, service_role;

-- Other parts are read only for those that are not listed themselves.
create function public.part_fits(for_make text, for_model text, for_year integer, ids uuid[])
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
comment on function public.part_fits is
  'What vehicle_fits says of some parts, with why. Place 4: does not fit, because all vehicles that it fits are listed. 5: not known.';
grant execute on function public.part_fits to anon, authenticated, service_role;

create function public.part_vehicles(for_part uuid)
  returns table (
    place integer, make text, model text, from_year integer, to_year integer, engine text, "trim" text,
    "position" text, note text
  )
  language sql stable rows 20
  set search_path = ''
as $$
  with parts as materialized (
    select for_part as id, 1 as place
    union all
    select part_id, 2 from public.parts_like(for_part) where place = 2
  ),
  vehicles as (
    select parts.place, true as is_own, vehicle_make as make, vehicle_model as model, vehicle_year as from_year,
      vehicle_year as to_year, vehicle_engine as engine, null::text as trim, null::text as position, null::text as note
    from parts join public.parts_catalog using (id)
    where vehicle_make <> '' and vehicle_model <> '' and vehicle_year is not null
    union all
    select parts.place, false, fitments.make, fitments.model, fitments.from_year, fitments.to_year, fitments.engine,
      fitments.trim, fitments.position, fitments.note
    from parts join public.part_fitments as fitments on part_id = parts.id
  )
  select vehicles.place, vehicles.make, vehicles.model, vehicles.from_year, vehicles.to_year, vehicles.engine,
    vehicles.trim, vehicles.position, vehicles.note
  from vehicles
  group by vehicles.place, is_own, vehicles.make, vehicles.model, vehicles.from_year, vehicles.to_year, vehicles.engine,
    vehicles.trim, vehicles.position, vehicles.note
  order by vehicles.place, is_own and vehicles.place = 1 desc, vehicles.make, vehicles.model, vehicles.from_year,
    vehicles.to_year, vehicles.engine, vehicles.trim, vehicles.position, vehicles.note
  limit 1000
$$;
comment on function public.part_vehicles is
  'The vehicles that a part fits. Place 1: listed for it, its own first. 2: listed for a part with the same interchange code.';
grant execute on function public.part_vehicles to anon, authenticated, service_role;

create function public.fit_keys_of(ids uuid[]) returns setof public.part_fit_keys
  language sql stable
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
begin atomic
  select parts.id, md5(concat_ws(E'\n', public.maker_group(parts.vehicle_make), parts.category, parts.part_name, number))::uuid, 3
  from public.parts_catalog as parts
  cross join lateral public.comparable_keys(parts.oem_number, parts.superseded_numbers, parts.number_type) as number
  where parts.id = any (ids) and public.maker_group(parts.vehicle_make) is not null
  union
  select facts.part_id, md5(E'code\n' || public.interchange_key(facts.interchange_code))::uuid, 2
  from public.part_private_facts as facts join public.parts_catalog as parts on parts.id = facts.part_id
  where facts.part_id = any (ids) and public.interchange_key(facts.interchange_code) is not null;
end;

create function public.write_fit_keys(ids uuid[]) returns void
  language sql
  set search_path = ''
begin atomic
  delete from public.part_fit_keys where part_id = any (ids);
  -- Someone who changes the same part at the same time may have written a key already.
  insert into public.part_fit_keys select * from public.fit_keys_of(ids) on conflict do nothing;
end;

create function public.parts_with_keys_of(ids uuid[], of_place integer default null) returns uuid[]
  language sql stable
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
begin atomic
  select array(
    select distinct others.part_id
    from public.part_fit_keys as own join public.part_fit_keys as others on others.key = own.key
    where own.part_id = any (ids) and (of_place is null or own.place = of_place) limit 201
  );
end;
comment on function public.parts_with_keys_of is 'Parts that share a key with one of these parts: 201 of them at most.';

-- Interchange codes and listed vehicles also change what the pages of other parts say. Security definer: no role may read or
-- write keys.
create function public.keep_fit_keys() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed uuid[];
  others uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select part_id from new_rows where interchange_code is not null);
  elsif tg_op = 'DELETE' then
    changed := array(select part_id from old_rows where interchange_code is not null);
  else
    changed := array(
      select part_id
      from (
        (select part_id, interchange_code from old_rows except select part_id, interchange_code from new_rows)
        union all
        (select part_id, interchange_code from new_rows except select part_id, interchange_code from old_rows)
      ) as changes
    );
  end if;
  if cardinality(changed) > 0 then
    others := public.parts_with_keys_of(changed, 2);
    perform public.write_fit_keys(changed);
    perform public.notify_of_parts(changed || others || public.parts_with_keys_of(changed, 2));
  end if;
  return null;
end
$$;

create trigger keep_fit_keys_of_added_codes after insert on public.part_private_facts
  referencing new table as new_rows for each statement execute function public.keep_fit_keys();
create trigger keep_fit_keys_of_removed_codes after delete on public.part_private_facts
  referencing old table as old_rows for each statement execute function public.keep_fit_keys();
create trigger keep_fit_keys_of_changed_codes after update on public.part_private_facts
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.keep_fit_keys();

-- Security definer, as keep_fit_keys.
create function public.notify_of_changed_fits() returns trigger
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
  if cardinality(changed) > 0 then
    perform public.notify_of_parts(changed || public.parts_with_keys_of(changed));
  end if;
  return null;
end
$$;

create trigger notify_of_added_fitments after insert on public.part_fitments
  referencing new table as new_rows for each statement execute function public.notify_of_changed_fits();
create trigger notify_of_removed_fitments after delete on public.part_fitments
  referencing old table as old_rows for each statement execute function public.notify_of_changed_fits();
create trigger notify_of_changed_fitments after update on public.part_fitments
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.notify_of_changed_fits();

-- Security definer, as keep_fit_keys.
create function public.vehicle_fits(makes text[], models text[], years integer[])
  returns table (part_id uuid, place integer)
  language sql stable security definer rows 1000
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
begin atomic
  with vehicles as materialized (
    select given.make, given.model, given.year from unnest(makes, models, years) as given (make, model, year)
  ),
  listed as materialized (
    select parts.id
    from vehicles join public.parts_catalog as parts
      on vehicle_make = make and vehicle_model = model and vehicle_year = year
    union
    select fitments.part_id
    from vehicles cross join lateral (
      select each.part_id from public.part_fitments as each
      where each.make = vehicles.make and each.model = vehicles.model
        and each.from_year <= vehicles.year and each.to_year >= vehicles.year
    ) as fitments
  )
  select found.id, min(found.place)
  from (
    select listed.id, 1 as place from listed
    union all
    select others.part_id, others.place
    from listed
    join public.part_fit_keys as own on own.part_id = listed.id
    join public.part_fit_keys as others on others.key = own.key
  ) as found
  group by found.id;
end;
comment on function public.vehicle_fits is
  'The parts that fit one of some vehicles by the rules of docs/fitment.md: 1 listed for it, 2 by interchange, 3 with the same number.';
grant execute on function public.vehicle_fits to anon, authenticated, service_role;
