-- Which vehicles a part fits (docs/fitment.md): those that the owner lists for it, those of parts with the same
-- interchange code, and, to be compared before ordering, those of parts with the same number.

-- Numbers.

create function public.maker_group(make text) returns text
  language sql immutable parallel safe
  return case lower(btrim(make))
    when 'acura' then 'honda'
    when 'lexus' then 'toyota' when 'scion' then 'toyota'
    when 'infiniti' then 'nissan' when 'datsun' then 'nissan'
    when 'genesis' then 'hyundai' when 'kia' then 'hyundai'
    when 'audi' then 'volkswagen' when 'vw' then 'volkswagen' when 'porsche' then 'volkswagen'
    when 'bentley' then 'volkswagen'
    when 'mini' then 'bmw'
    when 'mercedes' then 'mercedes-benz' when 'smart' then 'mercedes-benz' when 'maybach' then 'mercedes-benz'
    when 'land rover' then 'jaguar' when 'range rover' then 'jaguar'
    when 'lincoln' then 'ford' when 'mercury' then 'ford'
    when 'chevrolet' then 'gm' when 'chevy' then 'gm' when 'gmc' then 'gm' when 'cadillac' then 'gm' when 'buick' then 'gm'
    when 'pontiac' then 'gm' when 'oldsmobile' then 'gm' when 'saturn' then 'gm' when 'hummer' then 'gm' when 'geo' then 'gm'
    when 'dodge' then 'chrysler' when 'jeep' then 'chrysler' when 'ram' then 'chrysler' when 'plymouth' then 'chrysler'
    when 'eagle' then 'chrysler'
    when 'alfa romeo' then 'fiat' when 'abarth' then 'fiat'
    else nullif(lower(btrim(make)), '')
  end;
comment on function public.maker_group is
  'Makes with one numbering of parts have one group: Acura is honda. Null without a make.';
grant execute on function public.maker_group to anon, authenticated, service_role;

create function public.comparable_number(number text) returns text
  language sql immutable parallel safe
  return case
    when length(public.oem_number_key(number)) >= 5
      and public.oem_number_key(number) ~ '[0-9]'
      and replace(public.oem_number_key(number), left(public.oem_number_key(number), 1), '') <> ''
      and not starts_with('1234567890', public.oem_number_key(number))
      and not left(public.oem_number_key(number), 3) in ('N/A', 'TBD')
      and not starts_with(public.oem_number_key(number), 'NONE')
      and not starts_with(public.oem_number_key(number), 'UNKNOWN')
    then public.oem_number_key(number)
  end;
comment on function public.comparable_number is
  'The key of a number that two parts can share. Null for less than five characters and for placeholders: N/A, UNKNOWN, 00000, 12345.';
grant execute on function public.comparable_number to anon, authenticated, service_role;

create function public.comparable_numbers(oem_number text, superseded_numbers text, number_type text) returns text[]
  language sql immutable parallel safe
  return case
    when coalesce(number_type, 'oem') <> 'oem' then '{}'
    else array(
      select key
      from unnest(array[oem_number] || string_to_array(superseded_numbers, ',')) as numbers (number),
        public.comparable_number(number) as key
      where key is not null
    )
  end;
comment on function public.comparable_numbers is 'The keys of a part''s OEM number and of its older numbers.';
grant execute on function public.comparable_numbers to anon, authenticated, service_role;

alter table public.parts_catalog
  add column number_type text,
  add column superseded_numbers text,
  add column needs_programming boolean not null default false,
  add column fits_only_listed boolean not null default false,
  add constraint parts_catalog_number_type_known check (number_type in ('oem', 'casting', 'other')),
  add constraint parts_catalog_superseded_numbers_bounded check (length(superseded_numbers) <= 1000);
comment on column public.parts_catalog.number_type is 'What oem_number is. Null: an OEM number.';
comment on column public.parts_catalog.superseded_numbers is 'Older OEM numbers, which oem_number replaces, separated by commas.';
comment on column public.parts_catalog.needs_programming is 'It works only after it is programmed to the vehicle.';
comment on column public.parts_catalog.fits_only_listed is 'Its vehicle and part_fitments are all vehicles that it fits.';
grant update (number_type, superseded_numbers, needs_programming, fits_only_listed) on public.parts_catalog to authenticated;
create index parts_catalog_superseded_numbers_idx on public.parts_catalog
  using gin (public.comparable_numbers(null, superseded_numbers, number_type)) where superseded_numbers is not null;

-- restore_deleted_parts copies all columns.
update public.deleted_parts set part = '{"needs_programming": false, "fits_only_listed": false}'::jsonb || part;

create function public.interchange_key(code text) returns text
  language sql immutable parallel safe
  return case
    when replace(public.oem_number_key(code), left(public.oem_number_key(code), 1), '') <> ''
      and not public.oem_number_key(code) in ('N/A', 'NA', 'NONE', 'UNKNOWN', 'TBD')
    then public.oem_number_key(code)
  end;
comment on function public.interchange_key is 'The same for all spellings of an interchange code. Null for placeholders.';
grant execute on function public.interchange_key to authenticated, service_role;

alter table public.part_private_facts
  add column interchange_code text,
  add constraint part_private_facts_interchange_code_bounded check (length(interchange_code) <= 60);
comment on column public.part_private_facts.interchange_code is
  'The yard''s own or licensed code. Parts with the same one replace each other.';
grant update (interchange_code) on public.part_private_facts to authenticated;
create index part_private_facts_interchange_idx on public.part_private_facts
  (public.interchange_key(interchange_code), part_id) where interchange_code is not null;

-- Vehicles.

-- Not a foreign key: a deleted part may be restored, with its vehicles.
create table public.part_fitments (
  id bigint generated always as identity,
  part_id uuid not null,
  make text not null,
  model text not null,
  from_year integer not null,
  to_year integer not null,
  engine text,
  trim text,
  position text,
  note text,
  constraint part_fitments_pkey primary key (id),
  constraint part_fitments_names_present check (btrim(make) = make and make <> '' and btrim(model) = model and model <> ''),
  constraint part_fitments_texts_bounded check (
    length(make) <= 100 and length(model) <= 100 and length(engine) <= 100 and length(trim) <= 100
      and length(position) <= 100 and length(note) <= 200
  ),
  constraint part_fitments_years_in_range check (
    from_year between 1900 and 2100 and to_year between from_year and least(from_year + 60, 2100)
  )
);
comment on table public.part_fitments is
  'Vehicles that the owner lists for a part, besides its own in parts_catalog: at most 200. Kept for 30 days after the part was deleted.';
comment on column public.part_fitments.engine is 'Null: all engines. Likewise trim.';
comment on column public.part_fitments.position is 'Where on the vehicle, as in Front left.';
create index part_fitments_part_idx on public.part_fitments (part_id);
create index part_fitments_vehicle_idx on public.part_fitments (make, model, from_year, to_year, part_id);
alter table public.part_fitments enable row level security;
create policy "Everybody can read fitments" on public.part_fitments
  for select to anon, authenticated, service_role using (true);
create policy "Staff can add fitments" on public.part_fitments
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change fitments" on public.part_fitments
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "Staff can delete fitments" on public.part_fitments
  for delete to authenticated using ((select public.is_staff()));
grant select on public.part_fitments to anon, authenticated, service_role;
grant insert, delete on public.part_fitments to authenticated;
grant update (make, model, from_year, to_year, engine, trim, position, note) on public.part_fitments to authenticated;

-- The rules.

-- Security definer: interchange codes are private. The settings, and each "offset 0": a step finds few rows of a large table
-- by one index, which the planner can't know.
create function public.vehicle_fits(for_make text, for_model text, for_year integer, in_category text default null)
  returns table (part_id uuid, place integer)
  language sql stable security definer rows 1000
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  with ids as materialized (
    select id from public.parts_catalog
    where vehicle_make = for_make and vehicle_model = for_model and vehicle_year = for_year
    union
    select fitments.part_id from public.part_fitments as fitments
    where make = for_make and model = for_model and from_year <= for_year and to_year >= for_year
  ),
  listed as materialized (
    select parts.id, part_name, category, vehicle_make, oem_number, superseded_numbers, number_type
    from ids join public.parts_catalog as parts on parts.id = ids.id
  ),
  codes as materialized (
    select distinct public.interchange_key(facts.interchange_code) as code
    from listed join public.part_private_facts as facts on facts.part_id = listed.id
    where facts.interchange_code is not null
  ),
  different as materialized (
    select distinct part_name, category, vehicle_make, oem_number, superseded_numbers
    from listed
    where (in_category is null or category = in_category) and coalesce(number_type, 'oem') = 'oem' and vehicle_make <> ''
  ),
  numbers as materialized (
    select distinct key, part_name, category, public.maker_group(vehicle_make) as maker
    from (
      select public.comparable_number(oem_number) as key, part_name, category, vehicle_make from different
      union all
      select public.comparable_number(number), part_name, category, vehicle_make
      from different, string_to_table(superseded_numbers, ',') as number
    ) as each
    where key is not null
  ),
  found as (
    select id, 1 as place from listed where in_category is null or category = in_category
    union all
    select parts.id, 2
    from codes
    join public.part_private_facts as facts
      on public.interchange_key(facts.interchange_code) = code and facts.interchange_code is not null
    join public.parts_catalog as parts on parts.id = facts.part_id
    where in_category is null or parts.category = in_category
    union all
    select parts.id, 3
    from numbers,
    lateral (
      select id, part_name, category, vehicle_make, number_type from public.parts_catalog
      where public.oem_number_key(oem_number) = key offset 0
    ) as parts
    where parts.part_name = numbers.part_name and parts.category = numbers.category
      and public.maker_group(parts.vehicle_make) = maker and coalesce(parts.number_type, 'oem') = 'oem'
    union all
    select parts.id, 3
    from (
      select id, part_name, category, public.maker_group(vehicle_make) as maker,
        unnest(public.comparable_numbers(null, superseded_numbers, number_type)) as key
      from public.parts_catalog
      where superseded_numbers is not null
        and public.comparable_numbers(null, superseded_numbers, number_type) && array(select key from numbers)
      offset 0
    ) as parts join numbers using (key, part_name, category, maker)
  )
  select id, min(place) from found group by id
$$;
comment on function public.vehicle_fits is
  'The parts of a vehicle, all or in a category. Place 1: listed for it. 2: by interchange. 3: has the number of a listed part; to be compared before ordering.';
grant execute on function public.vehicle_fits to anon, authenticated, service_role;

create function public.is_listed_for(part public.parts_catalog, for_make text, for_model text, for_year integer) returns boolean
  language sql stable
  return coalesce(part.vehicle_make = for_make and part.vehicle_model = for_model and part.vehicle_year = for_year, false)
    or exists (
      select from public.part_fitments
      where part_id = part.id and make = for_make and model = for_model and from_year <= for_year and to_year >= for_year
    );
comment on function public.is_listed_for is 'Whether a part''s own vehicle or one of its fitments is this one.';
grant execute on function public.is_listed_for to anon, authenticated, service_role;

-- Security definer: interchange codes are private.
create function public.parts_like(for_part uuid) returns table (part_id uuid, place integer, number text)
  language sql stable security definer rows 20
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  with own as materialized (
    select parts.part_name, parts.category, public.maker_group(parts.vehicle_make) as maker, facts.interchange_code as code,
      public.comparable_numbers(parts.oem_number, parts.superseded_numbers, parts.number_type) as numbers
    from public.parts_catalog as parts left join public.part_private_facts as facts on facts.part_id = parts.id
    where parts.id = for_part
  ),
  found as (
    select facts.part_id as id, 2 as place, null::text as number
    from own join public.part_private_facts as facts
      on public.interchange_key(facts.interchange_code) = public.interchange_key(code) and facts.interchange_code is not null
    union all
    select parts.id, 3, parts.oem_number
    from own, unnest(own.numbers) as key,
    lateral (
      select id, part_name, category, vehicle_make, oem_number, number_type from public.parts_catalog
      where public.oem_number_key(oem_number) = key offset 0
    ) as parts
    where coalesce(parts.number_type, 'oem') = 'oem'
      and parts.part_name = own.part_name and parts.category = own.category
      and public.maker_group(parts.vehicle_make) = own.maker
    union all
    select parts.id, 3, btrim(number)
    from own,
    lateral (
      select id, part_name, category, vehicle_make, superseded_numbers from public.parts_catalog
      where superseded_numbers is not null
        and public.comparable_numbers(null, superseded_numbers, number_type) && own.numbers
      offset 0
    ) as parts,
    string_to_table(parts.superseded_numbers, ',') as number
    where public.oem_number_key(number) = any (own.numbers)
      and parts.part_name = own.part_name and parts.category = own.category
      and public.maker_group(parts.vehicle_make) = own.maker
  )
  select distinct on (found.id) found.id, found.place, found.number
  from found
  where found.id <> for_part and exists (select from public.parts_catalog where id = found.id)
  order by found.id, found.place, found.number
$$;
comment on function public.parts_like is
  'Other parts in the place of a part. Place 2: has the same interchange code. 3: has the same number, as they write it.';
grant execute on function public.parts_like to anon, authenticated, service_role;

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
      where public.is_listed_for(other, for_make, for_model, for_year)
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

-- Counts of the parts that only fitments list for a make, a model, and a vehicle with a category. With catalog_counts,
-- each part counts once: not here, if its own vehicle is of the same make, the same model, the same year.

create table public.fitment_counts (
  make text,
  model text,
  year integer,
  category text,
  parts integer not null,
  constraint fitment_counts_key unique nulls not distinct (make, model, year, category)
);
comment on table public.fitment_counts is
  'Kept by triggers on part_fitments and parts_catalog. With a null year: parts of the model; with a null model: of the make; with a null make: of any.';
create index fitment_counts_vehicle_idx on public.fitment_counts (make, model, year, category) where parts > 0;
create index fitment_counts_category_idx on public.fitment_counts (category) where parts > 0;
alter table public.fitment_counts enable row level security;
create policy "Everybody can read counts of fitments" on public.fitment_counts
  for select to anon, authenticated, service_role using (true);
grant select on public.fitment_counts to anon, authenticated, service_role;

-- The vehicle of the part is null unless it is complete.
create type public.counted_fitment as (
  part_id uuid, make text, model text, from_year integer, to_year integer,
  own_make text, own_model text, own_year integer, category text
);

create function public.counted_fitment(fitment public.part_fitments, make text, model text, year integer, category text)
  returns public.counted_fitment
  language sql immutable parallel safe
  return case
    when make <> '' and model <> '' and year between 1000 and 9999
    then row(fitment.part_id, fitment.make, fitment.model, fitment.from_year, fitment.to_year, make, model, year, category)
      ::public.counted_fitment
    else row(fitment.part_id, fitment.make, fitment.model, fitment.from_year, fitment.to_year, null, null, null, category)
      ::public.counted_fitment
  end;

create function public.fitment_keys(fitments public.counted_fitment[])
  returns table (make text, model text, year integer, category text, parts bigint)
  language sql stable
  set search_path = ''
as $$
  with given as materialized (select * from unnest(fitments))
  select make, model, year, category, count(distinct part_id)
  from given, generate_series(from_year, to_year) as year
  where (own_make, own_model, own_year) is distinct from (make, model, year)
  group by make, model, year, category
  union all
  select make, model, null, null, count(distinct part_id) from given
  where (own_make, own_model) is distinct from (make, model) group by make, model
  union all
  select make, null, null, null, count(distinct part_id) from given where own_make is distinct from make group by make
  union all
  select null, null, null, null, count(distinct part_id) from given where own_make is null having count(*) > 0
$$;

-- Security definer: staff change fitments, but no role changes counts. Rows are written in the order of their keys, so
-- that two transactions cannot deadlock.
create function public.move_fitment_counts(before public.counted_fitment[], after public.counted_fitment[]) returns void
  language sql security definer
  set search_path = ''
as $$
  insert into public.fitment_counts as counts
  select make, model, year, category, sum(change)
  from (
    select make, model, year, category, parts as change from public.fitment_keys(after)
    union all
    select make, model, year, category, -parts from public.fitment_keys(before)
  ) as changes
  group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
  on conflict on constraint fitment_counts_key do update set parts = counts.parts + excluded.parts
$$;

-- Security definer: move_fitment_counts is for triggers only.
create function public.count_fitments() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  before public.counted_fitment[];
  after public.counted_fitment[];
begin
  if tg_op = 'INSERT' then
    if exists (
      select from public.part_fitments where part_id in (select part_id from new_rows)
      group by part_id having count(*) > 200
    ) then
      raise exception 'a part has at most 200 fitments' using errcode = 'check_violation';
    end if;
    after := array(
      select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
      from public.part_fitments as fitments join public.parts_catalog as parts on parts.id = fitments.part_id
      where fitments.part_id in (select part_id from new_rows)
    );
    before := array(
      select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
      from public.part_fitments as fitments join public.parts_catalog as parts on parts.id = fitments.part_id
      where fitments.part_id in (select part_id from new_rows)
        and not exists (select from new_rows where new_rows.id = fitments.id)
    );
  else
    -- Before: the rows of these parts that are still the same, and the old ones.
    before := array(
      select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
      from public.part_fitments as fitments join public.parts_catalog as parts on parts.id = fitments.part_id
      where fitments.part_id in (select part_id from old_rows)
        and not exists (select from old_rows where old_rows.id = fitments.id)
      union all
      select public.counted_fitment(old_rows::public.part_fitments, parts.vehicle_make, parts.vehicle_model,
        parts.vehicle_year, parts.category)
      from old_rows join public.parts_catalog as parts on parts.id = old_rows.part_id
    );
    after := array(
      select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
      from public.part_fitments as fitments join public.parts_catalog as parts on parts.id = fitments.part_id
      where fitments.part_id in (select part_id from old_rows)
    );
  end if;
  perform public.move_fitment_counts(before, after);
  return null;
end
$$;

create trigger count_added_fitments after insert on public.part_fitments
  referencing new table as new_rows
  for each statement execute function public.count_fitments();
create trigger count_removed_fitments after delete on public.part_fitments
  referencing old table as old_rows
  for each statement execute function public.count_fitments();
create trigger count_changed_fitments after update on public.part_fitments
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.count_fitments();

-- Security definer as above.
create function public.count_fitments_of_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  before public.counted_fitment[] := '{}';
  after public.counted_fitment[] := '{}';
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select id, vehicle_make, vehicle_model, vehicle_year, category from new_parts
      except
      select id, vehicle_make, vehicle_model, vehicle_year, category from old_parts
    ) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    before := array(
      select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
      from old_parts as parts join public.part_fitments as fitments on fitments.part_id = parts.id
    );
  end if;
  if tg_op <> 'DELETE' then
    after := array(
      select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
      from new_parts as parts join public.part_fitments as fitments on fitments.part_id = parts.id
    );
  end if;
  if cardinality(before) + cardinality(after) > 0 then perform public.move_fitment_counts(before, after); end if;
  return null;
end
$$;

create trigger count_fitments_of_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.count_fitments_of_parts();
create trigger count_fitments_of_removed_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.count_fitments_of_parts();
create trigger count_fitments_of_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.count_fitments_of_parts();

-- Notifications: kept pages, and open lists of the vehicles.

create trigger tell_catalog_change after insert or update or delete or truncate on public.part_fitments
  for each statement execute function public.tell_catalog_change();

-- Security definer: no role of the application may write live_changes.
create function public.write_changed_fitments() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  topics text[] := array(
    select distinct topic from changed, unnest(array['list:' || make, 'list:' || make || '/' || model]) as topic limit 501
  );
begin
  if cardinality(topics) = 0 then return null; end if;
  if cardinality(topics) > 500 then topics := array['list:*']; end if;
  insert into public.live_changes (topics) values (topics || array['admin:parts']);
  return null;
end
$$;
create trigger write_added_fitments after insert on public.part_fitments
  referencing new table as changed
  for each statement execute function public.write_changed_fitments();
create trigger write_deleted_fitments after delete on public.part_fitments
  referencing old table as changed
  for each statement execute function public.write_changed_fitments();
create trigger write_left_fitments after update on public.part_fitments
  referencing old table as changed
  for each statement execute function public.write_changed_fitments();
create trigger write_entered_fitments after update on public.part_fitments
  referencing new table as changed
  for each statement execute function public.write_changed_fitments();

-- Security definer as above. The vehicles of all parts with a code that a part got or lost.
create function public.write_changed_codes() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  codes text[];
  topics text[];
begin
  if tg_op = 'INSERT' then
    codes := array(select distinct public.interchange_key(interchange_code) from new_rows where interchange_code is not null);
  else
    codes := array(
      select distinct key from (
        (select part_id, public.interchange_key(interchange_code) as key from new_rows
          except select part_id, public.interchange_key(interchange_code) from old_rows)
        union all
        (select part_id, public.interchange_key(interchange_code) from old_rows
          except select part_id, public.interchange_key(interchange_code) from new_rows)
      ) as changes where key is not null
    );
  end if;
  if cardinality(codes) = 0 then return null; end if;
  perform pg_catalog.pg_notify('catalog_changed', '');
  if cardinality(codes) > 100 then
    insert into public.live_changes (topics) values (array['list:*']);
    return null;
  end if;
  topics := array(
    select distinct topic
    from (
      select facts.part_id from public.part_private_facts as facts
      where public.interchange_key(facts.interchange_code) = any (codes) and facts.interchange_code is not null
    ) as alike,
    lateral (
      select vehicle_make as make, vehicle_model as model from public.parts_catalog
      where id = part_id and vehicle_make <> '' and vehicle_model <> ''
      union
      select make, model from public.part_fitments as fitments where fitments.part_id = alike.part_id
    ) as vehicles,
    unnest(array['list:' || make, 'list:' || make || '/' || model]) as topic
    limit 501
  );
  if cardinality(topics) = 0 then return null; end if;
  if cardinality(topics) > 500 then topics := array['list:*']; end if;
  insert into public.live_changes (topics) values (topics);
  return null;
end
$$;
create trigger write_added_codes after insert on public.part_private_facts
  referencing new table as new_rows
  for each statement execute function public.write_changed_codes();
create trigger write_changed_codes after update on public.part_private_facts
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.write_changed_codes();

-- Nightly.

-- Security definer, as clean_up_parts.
create or replace function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_parts();
  delete from public.part_private_facts as facts
  where not exists (select from public.parts_catalog where id = facts.part_id)
    and not exists (select from public.deleted_parts where part_id = facts.part_id);
  delete from public.part_fitments as fitments
  where not exists (select from public.parts_catalog where id = fitments.part_id)
    and not exists (select from public.deleted_parts where part_id = fitments.part_id);
end
$$;
comment on function public.clean_up_catalog is
  'Nightly: removes deleted parts after 30 days with their private facts and fitments, and replaces the tallies by their sum.';
