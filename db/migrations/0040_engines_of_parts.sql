-- The engines of a part, for lists and their filter (docs/search.md). Rewrites the search rows of parts that name an engine, a
-- VIN character of one, or a fitment with one. No row of another table changes, and the new column has a constant default.

alter table public.search_parts add column engines text[] not null default '{}';
comment on column public.search_parts.engines is
  'The engines that the part is for, as people write them: 5.7L V8, 1.8L 4-cylinder, 6.6L V8 diesel, Electric. Empty: it names none.';

create function public.search_engine_spelled(given text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(given, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'),
    'turbo-?diesel|(?<![a-z0-9])tdi(?![a-z0-9])', 'turbo diesel', 'g'),
    '([0-9]\.[0-9]+)[ -]*(?:liters?|litres?|ltrs?)(?![a-z0-9])', '\1l', 'g'),
    '(?<![0-9.])([0-9]\.[0-9])t(?![a-z0-9])', '\1l turbo', 'g'),
    '^ *([0-9]\.[0-9]) *(?=$|[vihl]-?[0-9]|[0-9]+[ -]?cyl|hemi|turbo|diesel|hybrid)', '\1l ');
comment on function public.search_engine_spelled is
  'An engine in lower case with one spelling of its displacement: 5.7 Hemi, 1.8T and 2.4 liter are 5.7l hemi, 1.8l turbo and 2.4l.';

create function public.search_vin_characters(given text) returns setof text
  language sql immutable parallel safe
begin atomic
  with found as (
    select lower(found[1]) as letter
    from regexp_matches(given, '(?<![A-Za-z0-9])[Vv][Ii][Nn](?: [Cc][Oo][Dd][Ee])?[:= ]+["'']?([A-HJ-NPR-Z0-9])(?![A-Za-z0-9.])', 'g') as found
    union
    select lower(found[1])
    from regexp_matches(given, '8[Tt][Hh](?: [Vv][Ii][Nn])? (?:[Dd]igit|[Cc]haracter|DIGIT|CHARACTER)(?: of (?:the )?VIN)?(?: is)?[:= ]+["'']?([A-HJ-NPR-Z0-9])(?![A-Za-z0-9.])', 'g') as found
  )
  select 'vin=' || letter from found
  union all
  select 'vin=known' where exists (select from found);
end;
comment on function public.search_vin_characters is
  'The characters at place 8 of a VIN that a text names, which tell the engines of a model apart: VIN K, VIN code P, 8th digit 3.';

create or replace function public.search_engine_facts(given text) returns setof text
  language sql immutable parallel safe
begin atomic
  with written as (
    select public.search_engine_spelled(given) as engine
  ),
  facts as (
    select 'liters=' || found[1] as fact
    from written, regexp_matches(engine, '(?<![0-9.])([0-9]{1,2}\.[0-9])[0-9]*[ -]*l(?![a-z0-9])', 'g') as found
    union
    select 'cylinders=' || found[1]
    from written, regexp_matches(engine, '(?<![a-z0-9])(?:vr|[ivhwl])-?([0-9]{1,2})(?![a-z0-9])', 'g') as found
    union
    select 'cylinders=' || found[1]
    from written, regexp_matches(engine, '(?<![a-z0-9])([0-9]{1,2})[ -]?cyl', 'g') as found
    union
    select fact
    from written, (values
      ('diesel', 'fuel=diesel'), ('hybrid', 'fuel=hybrid'), ('electric', 'fuel=electric'), ('gas', 'fuel=gas'),
      ('gasoline', 'fuel=gas'), ('turbo', 'air=turbo'), ('turbocharged', 'air=turbo'), ('supercharged', 'air=supercharged')
    ) as names (name, fact)
    where engine ~ ('(?<![a-z0-9])' || name || '(?![a-z0-9])')
  )
  select fact from facts
  union
  select split_part(fact, '=', 1) || '=known' from facts where fact ~ '^(liters|cylinders)='
  union
  select fact from public.search_vin_characters(given) as fact;
end;
comment on function public.search_engine_facts is
  'The facts of an engine as lexemes: liters=, cylinders=, fuel=, air= and vin=. liters=known, cylinders=known and vin=known tell parts of other engines from those that name none.';

create function public.search_engines(given text) returns setof text
  language sql immutable parallel safe
begin atomic
  with written as (
    select engine,
      array(select distinct found[1] from regexp_matches(engine, '(?<![0-9.])([0-9]{1,2}\.[0-9])[0-9]*[ -]*l(?![a-z0-9])', 'g') as found)
        as liters,
      array(
        select distinct found[1] from regexp_matches(engine, '(?<![a-z0-9])(?:vr|[ivhwl])-?([0-9]{1,2})(?![a-z0-9])', 'g') as found
      ) as cylinders
    from (select public.search_engine_spelled(given) as engine) as spelled
  ),
  pieces as (
    -- A list of engines is read piece by piece, but "I4, 1.8L" is one engine.
    select piece
    from written, unnest(
      case
        when cardinality(liters) > 1 or cardinality(cylinders) > 1
        then regexp_split_to_array(engine, '[/,;&+]| or | and ')
        else array[engine]
      end
    ) as piece
  ),
  facts as (
    select piece,
      (regexp_match(piece, '(?<![0-9.])([0-9]{1,2}\.[0-9])[0-9]*[ -]*l(?![a-z0-9])'))[1] || 'L' as liters,
      coalesce(
        upper((regexp_match(piece, '(?<![a-z0-9])([vw])r?-?[0-9]{1,2}(?![a-z0-9])'))[1])
          || (regexp_match(piece, '(?<![a-z0-9])[vw]r?-?([0-9]{1,2})(?![a-z0-9])'))[1],
        (regexp_match(piece, '(?<![a-z0-9])[ihl]-?([0-9]{1,2})(?![a-z0-9])'))[1] || '-cylinder',
        (regexp_match(piece, '(?<![a-z0-9])([0-9]{1,2})[ -]?cyl'))[1] || '-cylinder'
      ) as cylinders,
      case
        when piece ~ '(?<![a-z0-9])hybrid(?![a-z0-9])' then 'hybrid'
        when piece ~ '(?<![a-z0-9])diesel(?![a-z0-9])' then 'diesel'
        when piece ~ '(?<![a-z0-9])electric(?![a-z0-9])' then 'electric'
      end as fuel
    from pieces
  )
  select distinct case
      when liters is null and cylinders is null then initcap(fuel)
      else concat_ws(' ', liters, cylinders, nullif(fuel, 'electric'))
    end
  from facts where liters is not null or cylinders is not null or fuel is not null;
end;
comment on function public.search_engines is 'The engines that a text names, as in search_parts.engines.';

create or replace function public.search_engine_text(part public.parts_catalog) returns text
  language sql immutable parallel safe
begin atomic
  select coalesce(part.vehicle_engine, (
    select string_agg(found[1], ' / ')
    from regexp_matches(
      concat_ws(' ', part.part_name, part.description),
      '((?<![0-9.])[0-9]{1,2}\.[0-9](?: ?[lL]|[ -][lL]iters?)(?: ?[ivhlIVHL]-?[0-9]{1,2}| [0-9]{1,2}[ -]?[cC]yl[a-z]*)?(?: turbo| diesel| hybrid| Turbo| Diesel| Hybrid)*)(?![A-Za-z0-9])',
      'g'
    ) as found
  ), (
    select string_agg(found[1], ' / ')
    from regexp_matches(
      concat_ws(' ', part.part_name, part.description), '(?<![A-Za-z0-9.-])((?:V-?(?:6|8|10)|I-?[46]|[468][ -][cC]yl)[a-z]*)(?![A-Za-z0-9])', 'g'
    ) as found
  ));
end;
comment on function public.search_engine_text is 'The engine of a part, or the engines that its name and description mention.';

create function public.search_engines_text(part public.parts_catalog) returns text
  language sql stable parallel safe
begin atomic
  select nullif(concat_ws(' / ', own.engine, (
    select string_agg(distinct fitments.engine, ' / ')
    from public.part_fitments as fitments
    where fitments.part_id = part.id and (own.engine is not null or part.vehicle_model is null)
  )), '')
  from (select public.search_engine_text(part) as engine) as own;
end;
comment on function public.search_engines_text is
  'The engines of a part and of its fitments. A part whose own vehicle may have any engine names none.';

create function public.search_doc(part public.parts_catalog, engines_text text, engines text[]) returns tsvector
  language sql stable parallel safe
begin atomic
  select array_to_tsvector(array(
    select 'w=' || word from public.search_words(concat_ws(
      ' ', part.part_name, part.brand, part.category, part.vehicle_make, part.vehicle_model, part.vehicle_year::text,
      engines_text, coalesce(part.part_type, 'Good'), replace(part.origin, '_', ' '), part.description
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
    union all (
      select fact from public.search_engine_facts(engines_text) as fact
      union
      select fact from public.search_vin_characters(concat_ws(' ', part.part_name, part.description)) as fact
    )
    union all select 'engine=' || engine from unnest(engines) as engine
    union all select 'engine=known' where cardinality(engines) > 0
  ));
end;
comment on function public.search_doc(public.parts_catalog, text, text[]) is 'See the column search_parts.doc.';
comment on column public.search_parts.doc is
  'w= words of all fields; t= words of the name; make=, model=, year=, category=, kind=, brand=, condition=, grade=, mileage= and added= values; oem=, old= and stock= numbers; engine= its engines, or engine=known for any; liters=, cylinders=, fuel=, air= and vin= facts of them; sample= one of 256 random samples.';

create or replace function public.search_row(part public.parts_catalog) returns setof public.search_parts
  language sql stable parallel safe rows 1
begin atomic
  select part.id, public.search_added_at(part.created_at), (coalesce(part.price, 0) * 100)::bigint,
    part.stock_quantity > part.stock_held, public.search_is_new(part.origin, part.part_type), part.vehicle_year, part.mileage,
    part.part_name, part.category, part.vehicle_make, part.vehicle_model, part.brand, coalesce(part.part_type, 'Good'),
    part.grade, concat_ws(
      ' ', public.oem_number_key(part.oem_number), array_to_string(public.older_number_keys(part.superseded_numbers), ' '),
      public.oem_number_key(part.stock_number)
    ), public.search_doc(part, read.engines, named.engines), named.engines
  from (select public.search_engines_text(part) as engines offset 0) as read
  cross join lateral (
    select array(select engine from public.search_engines(read.engines) as engine order by engine) as engines offset 0
  ) as named;
end;

drop function public.search_doc(public.parts_catalog);

create or replace function public.write_search_parts(ids uuid[]) returns void
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
      set added_at = excluded.added_at, price_cents = excluded.price_cents, is_available = excluded.is_available,
        is_new = excluded.is_new, vehicle_year = excluded.vehicle_year, mileage = excluded.mileage,
        part_name = excluded.part_name, category = excluded.category, vehicle_make = excluded.vehicle_make,
        vehicle_model = excluded.vehicle_model, brand = excluded.brand, condition = excluded.condition,
        grade = excluded.grade, numbers = excluded.numbers, doc = excluded.doc, engines = excluded.engines
    returning search.doc
  )
  insert into public.search_vocabulary (word)
  select words.word
  from public.search_vocabulary_of(array(select doc from written)) as words (word)
  where not exists (select from public.search_vocabulary as known where known.word = words.word);
end
$$;

-- Security definer: no role may write the search or the keys.
create or replace function public.notify_of_changed_fits() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed uuid[];
  with_engine uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct part_id from new_rows);
    with_engine := array(select distinct part_id from new_rows where engine is not null);
  elsif tg_op = 'DELETE' then
    changed := array(select distinct part_id from old_rows);
    with_engine := array(select distinct part_id from old_rows where engine is not null);
  else
    changed := array(select part_id from new_rows union select part_id from old_rows);
    with_engine := array(
      select part_id from new_rows where engine is not null union select part_id from old_rows where engine is not null
    );
  end if;
  if cardinality(with_engine) > 0 then
    -- Who changes such a part waits, so that the search gets both changes.
    perform from public.parts_catalog where id = any (with_engine) order by id for no key update;
    perform public.write_search_parts(with_engine);
  end if;
  if cardinality(changed) > 0 then
    perform public.notify_of_parts(changed || public.parts_with_keys_of(changed));
  end if;
  return null;
end
$$;

-- What a listed vehicle says, as the lexemes of a part that says it: conflicts are found by the same conditions.
create function public.search_listing_doc(engine text, "trim" text, "position" text, note text) returns tsvector
  language sql immutable parallel safe
begin atomic
  select array_to_tsvector(array(
    select 'w=' || word from public.search_words(concat_ws(' ', engine, "trim", note)) as word
    union select 't=' || word from public.search_words("position") as word
    union select fact from public.search_engine_facts(engine) as fact
  ));
end;

-- Security definer, as vehicle_fits.
create function public.vehicle_conflicts(makes text[], models text[], years integer[], unless tsquery) returns setof uuid
  language sql stable security definer rows 100
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
begin atomic
  with vehicles as materialized (
    select given.make, given.model, given.year from unnest(makes, models, years) as given (make, model, year)
  ),
  listings as materialized (
    select search.part_id, not search.doc @@ unless as is_other
    from vehicles
    join public.parts_catalog as parts
      on parts.vehicle_make = make and parts.vehicle_model = model and parts.vehicle_year = year
    join public.search_parts as search on search.part_id = parts.id
    union all
    -- Many parts say the same of their vehicles.
    select unnest(alike.ids), not public.search_listing_doc(alike.engine, alike.trim, alike.position, alike.note) @@ unless
    from (
      select array_agg(fitments.part_id) as ids, fitments.engine, fitments.trim, fitments.position, fitments.note
      from vehicles cross join lateral (
        select * from public.part_fitments as each
        where each.make = vehicles.make and each.model = vehicles.model
          and each.from_year <= vehicles.year and each.to_year >= vehicles.year
      ) as fitments
      group by fitments.engine, fitments.trim, fitments.position, fitments.note
    ) as alike
  ),
  listed as materialized (
    select listings.part_id, bool_and(listings.is_other) as is_other from listings group by listings.part_id
  )
  select found.id
  from (
    select listed.part_id as id, 1 as place, listed.is_other from listed
    union all
    select others.part_id, public.place_of_alike(own.place, others.place), listed.is_other
    from listed
    join public.part_fit_keys as own on own.part_id = listed.part_id
    join public.part_fit_keys as others on others.key = own.key
  ) as found
  group by found.id
  having (array_agg(found.is_other order by found.place, found.is_other))[1];
end;
comment on function public.vehicle_conflicts is
  'Of the parts that vehicle_fits finds, those that are listed for these vehicles only with another engine, drive or side: no listed vehicle of the best rule meets "unless".';
grant execute on function public.vehicle_conflicts to anon, authenticated, service_role;

create function public.vehicle_engines(for_make text, for_model text, for_year integer) returns setof text
  language sql stable rows 10
  set search_path = ''
  set enable_seqscan = off
begin atomic
  select unnest(search.engines)
  from public.parts_catalog as parts join public.search_parts as search on search.part_id = parts.id
  where parts.vehicle_make = for_make and parts.vehicle_model = for_model and parts.vehicle_year = for_year
  union
  select named.engine
  from (
    select distinct fitments.engine
    from public.part_fitments as fitments
    -- Fitments of deleted parts are kept for a while.
    join public.search_parts as search on search.part_id = fitments.part_id
    where make = for_make and model = for_model and from_year <= for_year and to_year >= for_year
  ) as listed cross join lateral public.search_engines(listed.engine) as named (engine);
end;
comment on function public.vehicle_engines is 'The engines with which parts are listed for a vehicle, as in search_parts.engines.';
grant execute on function public.search_engine_spelled, public.search_engines, public.vehicle_engines to anon, authenticated, service_role;

with written as (
  update public.search_parts as search set doc = row_of_part.doc, engines = row_of_part.engines
  from public.parts_catalog as parts cross join lateral public.search_row(parts) as row_of_part
  where parts.id = search.part_id and (
    public.search_engine_text(parts) is not null
    or concat_ws(' ', parts.part_name, parts.description) ~* '\mvin\M|8th'
    or exists (select from public.part_fitments as fitments where fitments.part_id = parts.id and fitments.engine is not null)
  )
  returning search.doc
)
insert into public.search_vocabulary (word)
select words.word
from public.search_vocabulary_of(array(select doc from written)) as words (word)
where not exists (select from public.search_vocabulary as known where known.word = words.word);
