-- Corrections of a misspelled word count the parts near a vehicle.

drop function public.search_count_words(text[]);
create function public.search_count_words(words text[], near text default '') returns table (word text, parts integer)
  language plpgsql stable rows 10
  set search_path = ''
  set enable_seqscan = off
as $$
begin
  return query
    select given.word, (
      select count(*)::integer
      from (
        select from public.search_parts where doc @@ (quote_literal('w=' || given.word) || near)::tsquery limit 10000
      ) as counted
    )
    from unnest(words) as given (word);
end
$$;
comment on function public.search_count_words is
  'The parts that have each word, 10,000 at most. "near" continues the tsquery: it may narrow it to the parts of a vehicle.';
grant execute on function public.search_count_words to anon, authenticated, service_role;

-- Engines: the facts that a search compares.

create function public.search_engine_facts(given text) returns setof text
  language sql immutable parallel safe
begin atomic
  with written as (
    select translate(given, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz') as engine
  ),
  facts as (
    select 'liters=' || found[1] as fact
    from written, regexp_matches(engine, '(?<![0-9.])([0-9]{1,2}\.[0-9])[0-9]* *l(?![a-z0-9])', 'g') as found
    union
    select 'cylinders=' || found[1]
    from written, regexp_matches(engine, '(?<![a-z0-9])(?:vr|[ivhwl])-?([0-9]{1,2})(?![a-z0-9])', 'g') as found
    union
    select 'cylinders=' || found[1]
    from written, regexp_matches(engine, '(?<![a-z0-9])([0-9]{1,2})[ -]cyl', 'g') as found
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
  select split_part(fact, '=', 1) || '=known' from facts where fact ~ '^(liters|cylinders)=';
end;
comment on function public.search_engine_facts is
  'The facts of an engine as lexemes: liters=, cylinders=, fuel= and air=. liters=known and cylinders=known tell parts of other engines from those that name none.';

create function public.search_engine_text(part public.parts_catalog) returns text
  language sql immutable parallel safe
begin atomic
  select coalesce(part.vehicle_engine, (
    select string_agg(found[1], ' / ')
    from regexp_matches(
      concat_ws(' ', part.part_name, part.description),
      '((?<![0-9.])[0-9]{1,2}\.[0-9] ?[lL](?: ?[ivIV]-?[0-9]{1,2})?(?: turbo| diesel| hybrid| Turbo| Diesel| Hybrid)*)(?![A-Za-z0-9])',
      'g'
    ) as found
  ));
end;
comment on function public.search_engine_text is 'The engine of a part, or the engines that its name and description mention.';

create or replace function public.search_doc(part public.parts_catalog) returns tsvector
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
    union all select fact from public.search_engine_facts(public.search_engine_text(part)) as fact
  ));
end;
comment on column public.search_parts.doc is
  'w= words of all fields; t= words of the name; make=, model=, year=, category=, kind=, brand=, condition=, grade=, mileage= and added= values; oem=, old= and stock= numbers; liters=, cylinders=, fuel= and air= facts of the engine; sample= one of 256 random samples.';

update public.search_parts as search set doc = public.search_doc(parts)
from public.parts_catalog as parts
where parts.id = search.part_id and public.search_engine_text(parts) is not null;
