-- Search by PostgreSQL's own means: one row for each part, whose lexemes are what a search compares (docs/search.md). Also
-- which parts fit a vehicle, and in the place of others (docs/fitment.md).

create function public.search_added_at(created_at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return coalesce(created_at, timestamptz '1970-01-01 00:00:00Z');
comment on function public.search_added_at is 'Parts without a known time count as the oldest.';
grant execute on function public.search_added_at to anon, authenticated, service_role;

-- The order "newest".
create index parts_catalog_newest_idx on public.parts_catalog (public.search_added_at(created_at), id);

create function public.search_added_day(created_at timestamptz) returns text
  language sql immutable parallel safe
  return lpad(greatest(floor(extract(epoch from created_at at time zone 'UTC') / 86400), 0)::integer::text, 6, '0');
comment on function public.search_added_day is 'Days since 1970, with six digits.';
grant execute on function public.search_added_day to anon, authenticated, service_role;

-- Vehicles.

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

-- Which parts fit in the place of others.
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

-- As before, but other parts are read only for those that are not listed themselves.
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

create function public.search_mileage_step(miles integer) returns text
  language sql immutable parallel safe
  return case
    when miles <= 30000 then '30000' when miles <= 60000 then '60000' when miles <= 100000 then '100000'
    when miles <= 150000 then '150000' else 'more'
  end;
comment on function public.search_mileage_step is 'The choices of the filter by mileage (app/domain/catalog-query.ts), and more.';
grant execute on function public.search_mileage_step to anon, authenticated, service_role;

-- All that says which part a wait is told of. More ways to fit the same are more branches.
create function public.find_stock_waits(of_part uuid) returns table (wait_id uuid, reason text)
  language sql stable
  set search_path = ''
as $$
  with part as materialized (
    select id, part_name, vehicle_make, vehicle_model, vehicle_year, oem_number
    from public.parts_catalog where id = of_part
  ),
  found as (
    select wait.id, 1 as place, 'part' as reason
    from part join public.stock_waits as wait on wait.part_id = part.id
    where wait.told_at is null and wait.ended_at is null
    union all
    select wait.id, 2, 'vehicle'
    from part join public.stock_waits as wait
      on public.search_fold(wait.vehicle_make) = public.search_fold(part.vehicle_make)
      and public.search_fold(wait.vehicle_model) = public.search_fold(part.vehicle_model)
      and wait.vehicle_year = part.vehicle_year
    where wait.told_at is null and wait.ended_at is null
      and public.search_fold(wait.part_name) = public.search_fold(part.part_name)
    union all
    select wait.id, 3, 'number'
    from part join public.stock_waits as wait
      on public.comparable_number(wait.oem_number) = public.comparable_number(part.oem_number)
    where wait.told_at is null and wait.ended_at is null
      and public.search_fold(wait.part_name) = public.search_fold(part.part_name)
  )
  select distinct on (id) id, reason from found order by id, place
$$;
comment on function public.find_stock_waits is
  'The open waits that a part answers: for the part itself, for one of its kind and vehicle, or of its kind and OEM number.';
grant execute on function public.find_stock_waits to service_role;

-- A part that comes in again keeps the time of its next check, so that stock that flips tells nobody sooner.
create function public.note_restocks(arrived uuid[]) returns void
  language sql
  set search_path = ''
as $$
  insert into public.restocks (part_id, came_in_at)
  select id, now() from unnest(arrived) as id
  where exists (select from public.find_stock_waits(id))
  order by id
  on conflict (part_id) do update set came_in_at = excluded.came_in_at
$$;
comment on function public.note_restocks is 'Notes those of the parts that came into stock that somebody waits for.';
grant execute on function public.note_restocks to service_role;

-- Security definer: the policies of the table need the address, which the index does not have.
create function public.awaited_parts(after_people bigint, after_part uuid, how_many integer)
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
comment on function public.awaited_parts is
  'The parts that people wait for, those of most people first, after a part with so many people.';
grant execute on function public.awaited_parts to authenticated;

create table public.search_parts (
  part_id uuid not null,
  doc tsvector not null,
  numbers text not null,
  part_name text not null,
  category text not null,
  vehicle_make text,
  vehicle_model text,
  vehicle_year integer,
  brand text,
  condition text not null,
  is_new boolean not null,
  grade text,
  mileage integer,
  added_at timestamptz not null,
  price numeric(12, 2) not null,
  is_available boolean not null,
  constraint search_parts_pkey primary key (part_id)
) with (fillfactor = 70);
comment on table public.search_parts is
  'A row for each part in the shop: its words and values as lexemes, and the columns by which lists are filtered, ordered and counted. Price and stock are in no index, so that their changes touch none.';
comment on column public.search_parts.doc is
  'w= words of all fields; t= words of the name; make=, model=, year=, category=, kind=, brand=, condition=, grade=, mileage= and added= values; oem=, old= and stock= numbers; sample= one of 256 random samples.';
comment on column public.search_parts.numbers is 'The numbers without separators, to find their pieces.';
create index search_parts_doc_idx on public.search_parts using gin (doc) with (fastupdate = off);
create index search_parts_numbers_idx on public.search_parts using gin (numbers gin_trgm_ops) with (fastupdate = off);
alter table public.search_parts enable row level security;
create policy "Everybody can search" on public.search_parts for select to anon, authenticated, service_role using (true);
grant select on public.search_parts to anon, authenticated, service_role;

create table public.search_vocabulary (
  word text collate "C" not null
);
comment on table public.search_vocabulary is
  'The words of all parts without digits and the years, t= the words of names, and brand= the brands. A word that no part has anymore may stay until the search is rebuilt. Two writers at once may both add a word: a unique index would make one wait for the other.';
create index search_vocabulary_word_idx on public.search_vocabulary (word);
create index search_vocabulary_trigram_idx on public.search_vocabulary using gin (word gin_trgm_ops) where word !~ '=';
alter table public.search_vocabulary enable row level security;
create policy "Everybody can search" on public.search_vocabulary for select to anon, authenticated, service_role using (true);
grant select on public.search_vocabulary to anon, authenticated, service_role;

create function public.search_words(given text) returns setof text
  language sql immutable parallel safe
begin atomic
  select distinct left(word, 60)
  from (
    select regexp_replace(public.search_fold(spaced), '[^[:alnum:]]+', '', 'g')
    from string_to_table(translate(given, E'\t\n\v\f\r\u0085\u00a0', '       '), ' ') as spaced
    union all
    select separate from regexp_split_to_table(lower(given), '[^[:alnum:]]+') as separate where length(separate) > 1
  ) as words (word)
  where word <> '';
end;
comment on function public.search_words is
  'The words of a text in lower case, letters and digits only: F-150 is f150, and also 150; front/rear is frontrear, front and rear.';

create function public.search_doc(part public.parts_catalog) returns tsvector
  language sql immutable parallel safe
begin atomic
  select array_to_tsvector(array(
    select 'w=' || word from public.search_words(concat_ws(
      ' ', part.part_name, part.brand, part.category, part.vehicle_make, part.vehicle_model, part.vehicle_year::text,
      part.vehicle_engine, coalesce(part.part_type, 'Good'), replace(part.origin, '_', ' '), part.description
    )) as word
    union all select 't=' || word from public.search_words(part.part_name) as word
    union all select name || '=' || left(value, 200)
    from (values
      ('make', part.vehicle_make), ('model', part.vehicle_model), ('year', part.vehicle_year::text),
      ('category', part.category), ('kind', part.part_name), ('brand', part.brand),
      ('condition', coalesce(part.part_type, 'Good')), ('grade', part.grade),
      ('mileage', case when part.mileage is not null then public.search_mileage_step(part.mileage) end),
      ('added', public.search_added_day(public.search_added_at(part.created_at))),
      ('oem', public.oem_number_key(part.oem_number)), ('stock', public.oem_number_key(part.stock_number)),
      ('sample', left(md5(part.id::text), 2))
    ) as facts (name, value)
    where value is not null
    union all select distinct 'old=' || left(key, 200) from unnest(public.older_number_keys(part.superseded_numbers)) as key
  ));
end;
comment on function public.search_doc is 'See the column search_parts.doc.';

create function public.search_row(part public.parts_catalog) returns setof public.search_parts
  language sql immutable parallel safe rows 1
begin atomic
  select part.id, public.search_doc(part), concat_ws(
      ' ', public.oem_number_key(part.oem_number), array_to_string(public.older_number_keys(part.superseded_numbers), ' '),
      public.oem_number_key(part.stock_number)
    ), part.part_name, part.category, part.vehicle_make, part.vehicle_model, part.vehicle_year, part.brand,
    coalesce(part.part_type, 'Good'), public.search_is_new(part.origin, part.part_type), part.grade, part.mileage,
    public.search_added_at(part.created_at), coalesce(part.price, 0)::numeric(12, 2), part.stock_quantity > part.stock_held;
end;

create function public.search_vocabulary_of(docs tsvector[]) returns setof text
  language sql immutable parallel safe
begin atomic
  select distinct case when starts_with(lexeme.word, 'w=') then substr(lexeme.word, 3) else lexeme.word end
  from unnest(docs) as each (doc) cross join lateral unnest(tsvector_to_array(each.doc)) as lexeme (word)
  where lexeme.word ~ '^(t=|brand=|w=([^0-9]{2,}|(19|20)[0-9]{2})$)';
end;

create function public.write_search_parts(ids uuid[]) returns void
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
begin
  with written as (
    insert into public.search_parts as search
    select row_of_part.*
    from unnest(ids) as changed (id)
    join public.parts_catalog as parts on parts.id = changed.id
    cross join lateral public.search_row(parts) as row_of_part
    on conflict (part_id) do update
      set doc = excluded.doc, numbers = excluded.numbers, part_name = excluded.part_name, category = excluded.category,
        vehicle_make = excluded.vehicle_make, vehicle_model = excluded.vehicle_model, vehicle_year = excluded.vehicle_year,
        brand = excluded.brand, condition = excluded.condition, is_new = excluded.is_new, grade = excluded.grade,
        mileage = excluded.mileage, added_at = excluded.added_at, price = excluded.price,
        is_available = excluded.is_available
    returning search.doc
  )
  insert into public.search_vocabulary (word)
  select words.word
  from public.search_vocabulary_of(array(select doc from written)) as words (word)
  where not exists (select from public.search_vocabulary as known where known.word = words.word);
end
$$;

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

create function public.keep_search_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
declare
  changed uuid[];
  prices numeric[];
  available boolean[];
  -- More than 50 parts in one statement forget all pages anyway (notify_of_changed_parts).
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

  select array_agg(id), array_agg(price), array_agg(is_available) into changed, prices, available
  from (
    select id, coalesce(price, 0) as price, stock_quantity > stock_held as is_available from new_parts
    except
    select id, coalesce(price, 0), stock_quantity > stock_held from old_parts
  ) as changes;
  if changed is not null then
    update public.search_parts as search set price = sold.price, is_available = sold.is_available
    from unnest(changed, prices, available) as sold (id, price, is_available)
    where search.part_id = sold.id;
  end if;

  changed := array(
    select id
    from (
      select id, part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, vehicle_engine, part_type, origin,
        description, grade, mileage, created_at, oem_number, superseded_numbers, number_type, stock_number from new_parts
      except
      select id, part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, vehicle_engine, part_type, origin,
        description, grade, mileage, created_at, oem_number, superseded_numbers, number_type, stock_number from old_parts
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
comment on function public.keep_search_parts is
  'Writes what a search compares in the transaction of each change. Also tells the pages of parts with the same number or code, which name each other.';

create trigger keep_search_of_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.keep_search_parts();
create trigger keep_search_of_removed_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.keep_search_parts();
create trigger keep_search_of_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.keep_search_parts();
create trigger keep_search_of_no_parts after truncate on public.parts_catalog
  for each statement execute function public.keep_search_parts();

-- Interchange codes and listed vehicles also change what the pages of other parts say.
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

-- The parts that fit a vehicle.
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

-- Words that were typed.
create function public.search_is_in_numbers(piece text) returns boolean
  language plpgsql stable
  set search_path = ''
  set enable_seqscan = off
as $$
begin
  return exists (select from public.search_parts where numbers like '%' || piece || '%');
end
$$;
comment on function public.search_is_in_numbers is
  'Whether a number contains a piece of at least three characters. Without the setting, PostgreSQL would read the table until the first one.';
grant execute on function public.search_is_in_numbers to anon, authenticated, service_role;

create function public.search_words_like(given text, how_many integer) returns setof text
  language sql stable security definer parallel safe
  set search_path = public, pg_temp
begin atomic
  select vocabulary.word
  from public.search_vocabulary as vocabulary
  where vocabulary.word !~ '=' and (
      vocabulary.word between substr(given, 1, 1) and substr(given, 1, 1) || U&'\+10FFFF'
      or vocabulary.word between substr(given, 2, 1) and substr(given, 2, 1) || U&'\+10FFFF'
      or vocabulary.word % given
    )
    and length(vocabulary.word) between length(given) - 2 and length(given) + 2
  group by vocabulary.word
  order by similarity(vocabulary.word, given) desc, vocabulary.word
  limit how_many;
end;
comment on function public.search_words_like is
  'Words of parts that may be meant by a mistyped one: those that begin with its first or second letter, or share most of its pieces.';
grant execute on function public.search_words_like to anon, authenticated, service_role;

create function public.search_is_large() returns boolean
  language sql stable
begin atomic
  select reltuples > 20000 from pg_catalog.pg_class where oid = 'public.search_parts'::regclass;
end;
comment on function public.search_is_large is
  'Whether a search may find so many parts that a sample is counted first. By the estimate of PostgreSQL, which is free.';
grant execute on function public.search_is_large to anon, authenticated, service_role;

create function public.search_count_words(words text[]) returns table (word text, parts integer)
  language plpgsql stable rows 10
  set search_path = ''
  set enable_seqscan = off
as $$
begin
  return query
    select given.word, (
      select count(*)::integer
      from (select from public.search_parts where doc @@ quote_literal('w=' || given.word)::tsquery limit 10000) as counted
    )
    from unnest(words) as given (word);
end
$$;
comment on function public.search_count_words is 'The parts that have each word, 10,000 at most.';
grant execute on function public.search_count_words to anon, authenticated, service_role;

-- npm run search.
create function public.check_search_parts(
  after_id uuid, how_many integer, out last_id uuid, out parts integer, out differences text[]
)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select id
    from (
      (select each.id from public.parts_catalog as each where each.id > after_id order by each.id limit how_many)
      union
      (select each.part_id from public.search_parts as each where each.part_id > after_id order by each.part_id limit how_many)
    ) as next
    order by id limit how_many
  );
begin
  last_id := ids[cardinality(ids)];
  parts := cardinality(ids);
  differences := array(
    select format('part %s: %s', found.id, found.difference)
    from (
      select checked.id, case
          when search.part_id is null then 'is missing in the search'
          when listed.part_id is null then 'is not in the catalog'
          when search.* is distinct from listed.* then 'has other words or values in the search'
        end as difference
      from unnest(ids) as checked (id)
      left join public.search_parts as search on search.part_id = checked.id
      left join (
        select row_of_part.* from public.parts_catalog as each cross join lateral public.search_row(each) as row_of_part
        where each.id = any (ids)
      ) as listed on listed.part_id = checked.id
      union all
      select part_id, 'has other keys of parts that fit alike'
      from (
        (select * from public.part_fit_keys where part_id = any (ids) except select * from public.fit_keys_of(ids))
        union
        (select * from public.fit_keys_of(ids) except select * from public.part_fit_keys where part_id = any (ids))
      ) as keys
      group by part_id
    ) as found
    where found.difference is not null order by found.id, found.difference limit 100
  ) || array(
    select format('the word %s is not in the vocabulary', word)
    from public.search_vocabulary_of(array(select doc from public.search_parts where part_id = any (ids))) as words (word)
    where not exists (select from public.search_vocabulary as known where known.word = words.word)
    order by word limit 100
  );
end
$$;
comment on function public.check_search_parts is
  'Compares the search with the catalog for the next parts by id. last_id is null after the last one.';
grant execute on function public.check_search_parts to service_role;

create procedure public.rebuild_search()
  language plpgsql
as $$
declare
  few constant integer := 500;
  ids uuid[];
  free uuid[];
  others uuid[] := '{}';
  last_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  delete from public.search_parts where part_id not in (select id from public.parts_catalog);
  delete from public.part_fit_keys where part_id not in (select id from public.parts_catalog);
  commit;
  loop
    ids := array(select id from public.parts_catalog where id > last_id order by id limit few);
    exit when cardinality(ids) = 0;
    -- A part that someone is changing waits, and holds up no other.
    free := array(select id from public.parts_catalog where id = any (ids) for no key update skip locked);
    perform public.write_search_parts(free);
    perform public.write_fit_keys(free);
    others := others || array(select unnest(ids) except select unnest(free));
    last_id := ids[cardinality(ids)];
    commit;
  end loop;
  foreach last_id in array others loop
    perform from public.parts_catalog where id = last_id for no key update;
    perform public.write_search_parts(array[last_id]);
    perform public.write_fit_keys(array[last_id]);
    commit;
  end loop;
  delete from public.search_vocabulary;
  insert into public.search_vocabulary (word)
  select case when starts_with(word, 'w=') then substr(word, 3) else word end
  from ts_stat('select doc from public.search_parts') where word ~ '^(t=|brand=|w=([^0-9]{2,}|(19|20)[0-9]{2})$)';
end
$$;
comment on procedure public.rebuild_search is
  'Writes all rows anew, 500 in a transaction: a sale of one of them waits until these are written.';
