-- Parts fit a vehicle by evidence: a number decides more if it was read off the part than if it comes from a catalog
-- (docs/fitment.md).

alter table public.parts_catalog
  add column number_source text,
  add constraint parts_catalog_number_source_known check (number_source in ('part', 'packaging', 'catalog'));
comment on column public.parts_catalog.number_source is
  'How oem_number is known: read off the part, from the maker''s packaging of a new part, or from a catalog. Null: not known.';
grant update (number_source) on public.parts_catalog to authenticated, api_client;
alter table public.hidden_parts
  add column number_source text,
  add constraint parts_catalog_number_source_known check (number_source in ('part', 'packaging', 'catalog'));

create function public.fits_by_number(part_name text, number_source text, needs_programming boolean) returns boolean
  language sql immutable parallel safe
  return coalesce(number_source in ('part', 'packaging'), false) and not needs_programming and part_name !~* (
    '\m(module|computer|control unit|[ept]cm|ecu|bcm|instrument cluster|gauge cluster|speedometer'
    || '|ignition (switch|lock|cylinder)|lock cylinder|key|key fob|immobili[sz]er)s?\M'
  );
comment on function public.fits_by_number is
  'Whether the number of a part says what it fits. It does not for parts that are coded to a vehicle, such as modules, clusters and keys.';
grant execute on function public.fits_by_number to anon, authenticated, service_role;

alter table public.part_fit_keys
  drop constraint part_fit_keys_place,
  add constraint part_fit_keys_place check (place between 2 and 5);
comment on table public.part_fit_keys is
  'Parts with the same key fit the same vehicles (docs/fitment.md). Place 2: they have the same interchange code. Numbers of one name, category and maker: 3 own number that says what the part fits, 4 another own number, 5 an older number. A key is a hash, and only functions read it, because codes are private.';

create or replace function public.fit_keys_of(ids uuid[]) returns setof public.part_fit_keys
  language sql stable
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
begin atomic
  select parts.id, md5(concat_ws(E'\n', public.maker_group(parts.vehicle_make), parts.category, parts.part_name, number))::uuid,
    case
      when number is distinct from public.comparable_number(parts.oem_number) then 5
      when public.fits_by_number(parts.part_name, parts.number_source, parts.needs_programming) then 3
      else 4
    end
  from public.parts_catalog as parts
  cross join lateral public.comparable_keys(parts.oem_number, parts.superseded_numbers, parts.number_type) as number
  where parts.id = any (ids) and public.maker_group(parts.vehicle_make) is not null
  union
  select facts.part_id, md5(E'code\n' || public.interchange_key(facts.interchange_code))::uuid, 2
  from public.part_private_facts as facts join public.parts_catalog as parts on parts.id = facts.part_id
  where facts.part_id = any (ids) and public.interchange_key(facts.interchange_code) is not null;
end;

create function public.place_of_alike(listed integer, other integer) returns integer
  language sql immutable parallel safe
  return case when other = 2 then 2 when other = 3 and listed in (3, 4) then 3 else 4 end;
comment on function public.place_of_alike is
  'How a part fits that shares a key with a listed one: 2 by interchange, 3 by the whole number, which says what it fits, 4 by another number. Both places are of part_fit_keys.';
grant execute on function public.place_of_alike to anon, authenticated, service_role;

-- Security definer: interchange codes are private.
create or replace function public.parts_like(for_part uuid) returns table (part_id uuid, place integer, number text)
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
    select others.part_id, min(public.place_of_alike(others.place, keys.place)) as place
    from public.part_fit_keys as keys join public.part_fit_keys as others on others.key = keys.key
    where keys.part_id = for_part and others.part_id <> for_part
    group by others.part_id
  )
  select found.part_id, found.place, case when found.place > 2 then (
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
  'Other parts in the place of a part, with the place that the part has where they are listed (place_of_alike), and the same number as they write it.';

drop function public.part_fits(text, text, integer, uuid[]);
create function public.part_fits(for_make text, for_model text, for_year integer, ids uuid[])
  returns table (
    part_id uuid, place integer, engine text, "trim" text, "position" text, note text, number text, is_coded boolean
  )
  language sql stable rows 100
  set search_path = ''
as $$
  select asked.id, best.place, best.engine, best.trim, best.position, best.note, best.number,
    best.place = 4 and not public.fits_by_number(asked.part_name, 'part', asked.needs_programming)
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
      select 5, null, null, null, null, null
      where asked.fits_only_listed and (
        asked.vehicle_make <> '' and asked.vehicle_model <> '' and asked.vehicle_year is not null
        or exists (select from public.part_fitments as fitments where fitments.part_id = asked.id)
      )
      union all
      select 6, null, null, null, null, null
    ) as found
    -- Of the listed vehicles, the one with the fewest conditions.
    order by place, num_nonnulls(engine, trim, position, note), engine, trim, position, note, number limit 1
  ) as best
  where asked.id = any (ids)
$$;
comment on function public.part_fits is
  'What vehicle_fits says of some parts, with why. Place 5: does not fit, because all vehicles that it fits are listed. 6: not known. is_coded: its number says nothing, because it is coded to a vehicle.';
grant execute on function public.part_fits to anon, authenticated, service_role;

-- Security definer, as keep_fit_keys.
create or replace function public.vehicle_fits(makes text[], models text[], years integer[])
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
    select others.part_id, public.place_of_alike(own.place, others.place)
    from listed
    join public.part_fit_keys as own on own.part_id = listed.id
    join public.part_fit_keys as others on others.key = own.key
  ) as found
  group by found.id;
end;
comment on function public.vehicle_fits is
  'The parts that fit one of some vehicles by the rules of docs/fitment.md: 1 listed for it, 2 by interchange, 3 by the whole number, 4 with a number to compare.';

-- Security definer: no role may write the search.
create or replace function public.keep_search_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
declare
  changed uuid[];
  prices bigint[];
  available boolean[];
  -- More than 50 parts in one statement forget all pages anyway (note_changed_parts).
  few constant integer := 50;
  others uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select id from new_parts);
    perform public.write_search_parts(changed);
    perform public.write_fit_keys(changed);
    if cardinality(changed) <= few then
      perform public.notify_of_parts(public.parts_with_keys_of(changed));
    end if;
    return null;
  elsif tg_op = 'TRUNCATE' then
    truncate public.search_parts, public.part_fit_keys;
    return null;
  elsif tg_op = 'DELETE' then
    changed := array(select id from old_parts);
    if cardinality(changed) <= few then
      perform public.notify_of_parts(public.parts_with_keys_of(changed));
    end if;
    delete from public.search_parts where part_id = any (changed);
    delete from public.part_fit_keys where part_id = any (changed);
    return null;
  end if;

  select array_agg(id), array_agg(price_cents), array_agg(is_available) into changed, prices, available
  from (
    select id, (coalesce(price, 0) * 100)::bigint as price_cents, stock_quantity > stock_held as is_available from new_parts
    except
    select id, (coalesce(price, 0) * 100)::bigint, stock_quantity > stock_held from old_parts
  ) as changes;
  if changed is not null then
    update public.search_parts as search set price_cents = sold.price_cents, is_available = sold.is_available
    from unnest(changed, prices, available) as sold (id, price_cents, is_available)
    where search.part_id = sold.id;
  end if;

  changed := array(
    select id
    from (
      select id, part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, vehicle_engine, part_type, origin,
        description, grade, mileage, created_at, oem_number, superseded_numbers, number_type, number_source,
        needs_programming, stock_number from new_parts
      except
      select id, part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, vehicle_engine, part_type, origin,
        description, grade, mileage, created_at, oem_number, superseded_numbers, number_type, number_source,
        needs_programming, stock_number from old_parts
    ) as changes
  );
  if cardinality(changed) > 0 then
    perform public.write_search_parts(changed);
    if cardinality(changed) <= few then
      others := public.parts_with_keys_of(changed);
    end if;
    perform public.write_fit_keys(changed);
    if cardinality(changed) <= few then
      perform public.notify_of_parts(others || public.parts_with_keys_of(changed));
    end if;
  end if;
  return null;
end
$$;

delete from public.part_fit_keys;
insert into public.part_fit_keys select * from public.fit_keys_of(array(select id from public.parts_catalog)) on conflict do nothing;
