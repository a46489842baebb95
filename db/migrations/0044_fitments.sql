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
      and public.oem_number_key(number) ~ '\d'
      and public.oem_number_key(number) !~ '^(.)\1*$|^(N/A|NONE|UNKNOWN|TBD)'
      and not starts_with('1234567890', public.oem_number_key(number))
    then public.oem_number_key(number)
  end;
comment on function public.comparable_number is
  'The key of a number that two parts can share. Null for less than five characters and for placeholders: N/A, UNKNOWN, 00000, 12345.';
grant execute on function public.comparable_number to anon, authenticated, service_role;

create function public.comparable_numbers(oem_number text, superseded_numbers text, number_type text) returns text[]
  language sql immutable parallel safe
  set search_path = ''
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
    when public.oem_number_key(code) !~ '^(.)\1*$|^(N/?A|NONE|UNKNOWN|TBD)$' then public.oem_number_key(code)
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

-- Security definer: interchange codes are private.
create function public.vehicle_fits(for_make text, for_model text, for_year integer)
  returns table (part_id uuid, place integer)
  language sql stable security definer rows 1000
  set search_path = ''
as $$
  with listed as materialized (
    select id, part_name, vehicle_make, oem_number, superseded_numbers, number_type
    from public.parts_catalog
    where id in (
      select id from public.parts_catalog
      where vehicle_make = for_make and vehicle_model = for_model and vehicle_year = for_year
      union
      select fitments.part_id from public.part_fitments as fitments
      where make = for_make and model = for_model and from_year <= for_year and to_year >= for_year
    )
  ),
  codes as materialized (
    select distinct public.interchange_key(facts.interchange_code) as code
    from public.part_private_facts as facts
    where facts.part_id in (select id from listed) and facts.interchange_code is not null
  ),
  numbers as materialized (
    select distinct key, part_name, public.maker_group(vehicle_make) as maker
    from listed, unnest(public.comparable_numbers(oem_number, superseded_numbers, number_type)) as key
  ),
  found as (
    select id, 1 as place from listed
    union all
    select facts.part_id, 2
    from codes
    join public.part_private_facts as facts
      on public.interchange_key(facts.interchange_code) = code and facts.interchange_code is not null
    union all
    select parts.id, 3
    from numbers
    join public.parts_catalog as parts on public.oem_number_key(parts.oem_number) = key
      and parts.part_name = numbers.part_name and public.maker_group(parts.vehicle_make) = maker
      and coalesce(parts.number_type, 'oem') = 'oem'
    union all
    select parts.id, 3
    from public.parts_catalog as parts, numbers
    where superseded_numbers is not null
      and public.comparable_numbers(null, superseded_numbers, number_type) && array(select key from numbers)
      and key = any (public.comparable_numbers(null, superseded_numbers, number_type))
      and parts.part_name = numbers.part_name and public.maker_group(parts.vehicle_make) = maker
  )
  select found.id, min(place) from found
  where exists (select from public.parts_catalog where id = found.id)
  group by found.id
$$;
comment on function public.vehicle_fits is
  'The parts of a vehicle. Place 1: listed for it. 2: by interchange. 3: has the number of a listed part; to be compared before ordering.';
grant execute on function public.vehicle_fits to anon, authenticated, service_role;

create function public.is_listed_for(part public.parts_catalog, for_make text, for_model text, for_year integer) returns boolean
  language sql stable
  set search_path = ''
  return (part.vehicle_make, part.vehicle_model, part.vehicle_year) is not distinct from (for_make, for_model, for_year)
    or exists (
      select from public.part_fitments
      where part_id = part.id and make = for_make and model = for_model and from_year <= for_year and to_year >= for_year
    );
grant execute on function public.is_listed_for to anon, authenticated, service_role;

-- Security definer: interchange codes are private.
create function public.part_fits(for_make text, for_model text, for_year integer, ids uuid[])
  returns table (part_id uuid, place integer, engine text, "trim" text, "position" text, note text, number text)
  language sql stable security definer rows 100
  set search_path = ''
as $$ select null::uuid, 0, null, null, null, null, null where false $$;
comment on function public.part_fits is
  'What vehicle_fits says of some parts, with why. Place 4: does not fit, because all vehicles that it fits are listed. 5: not known.';
grant execute on function public.part_fits to anon, authenticated, service_role;

-- Security definer: interchange codes are private.
create function public.part_vehicles(for_part uuid)
  returns table (
    place integer, make text, model text, from_year integer, to_year integer, engine text, "trim" text,
    "position" text, note text
  )
  language sql stable security definer rows 20
  set search_path = ''
as $$ select 1, null, null, 0, 0, null, null, null, null where false $$;
comment on function public.part_vehicles is
  'The vehicles that a part fits. Place 1: listed for it, its own first. 2: listed for a part with the same interchange code.';
grant execute on function public.part_vehicles to anon, authenticated, service_role;

-- Security definer: interchange codes are private.
create function public.parts_like(for_part uuid) returns table (part_id uuid, place integer, number text)
  language sql stable security definer rows 20
  set search_path = ''
as $$ select null::uuid, 0, null where false $$;
comment on function public.parts_like is
  'Other parts in the place of a part. Place 2: has the same interchange code. 3: has the same number, which is given as they write it.';
grant execute on function public.parts_like to anon, authenticated, service_role;
