-- New parts of one number, maker and fit are offers of each other: lists show them in one row (docs/search.md). Writes the
-- search rows of new parts with a number and a maker. No row of another table changes.

create function public.search_offer_group(part public.parts_catalog) returns uuid
  language sql stable parallel safe
begin atomic
  select md5(jsonb_build_array(
    lower(btrim(part.brand)), public.comparable_number(part.oem_number),
    array(select word from public.search_words(part.part_name) as word order by word collate "C"),
    part.vehicle_make, part.vehicle_model, part.vehicle_year, part.vehicle_engine, (
      select jsonb_agg(fitment.facts order by fitment.facts::text collate "C")
      from (
        select distinct jsonb_build_array(make, model, from_year, to_year, engine, "trim", "position", note) as facts
        from public.part_fitments where part_id = part.id
      ) as fitment
    )
  )::text)::uuid
  where public.search_is_new(part.origin, part.part_type) and btrim(part.brand) <> ''
    and public.comparable_number(part.oem_number) is not null;
end;
comment on function public.search_offer_group is 'See the column search_parts.offer_group.';

alter table public.search_parts add column offer_group uuid;
comment on column public.search_parts.offer_group is
  'A hash of brand, number, words of the name, own vehicle and fitments: equal for offers of one new part. The name tells sides, and other parts that replace the same number. Null for used parts, and without a brand or a number that parts can share.';

create or replace function public.search_row(part public.parts_catalog) returns setof public.search_parts
  language sql stable parallel safe rows 1
begin atomic
  select part.id, public.search_added_at(part.created_at), (coalesce(part.price, 0) * 100)::bigint,
    part.stock_quantity > part.stock_held, public.search_is_new(part.origin, part.part_type), part.vehicle_year, part.mileage,
    part.part_name, part.category, part.vehicle_make, part.vehicle_model, part.brand, coalesce(part.part_type, 'Good'),
    part.grade, concat_ws(
      ' ', public.oem_number_key(part.oem_number), array_to_string(public.older_number_keys(part.superseded_numbers), ' '),
      public.oem_number_key(part.stock_number)
    ), public.search_doc(part, read.engines, named.engines) || public.search_kind_lexemes(read.kind), named.engines, read.kind,
    public.search_offer_group(part)
  from (select public.search_engines_text(part) as engines, public.search_kind(part) as kind offset 0) as read
  cross join lateral (
    select array(select engine from public.search_engines(read.engines) as engine order by engine) as engines offset 0
  ) as named;
end;

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
        grade = excluded.grade, numbers = excluded.numbers, doc = excluded.doc, engines = excluded.engines,
        kind = excluded.kind, offer_group = excluded.offer_group
    returning search.doc
  )
  insert into public.search_vocabulary (word)
  select words.word
  from public.search_vocabulary_of(array(select doc from written)) as words (word)
  where not exists (select from public.search_vocabulary as known where known.word = words.word);
end
$$;

create or replace function public.parts_with_keys_of(ids uuid[], of_place integer default null) returns uuid[]
  language sql stable
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
begin atomic
  select array(
    select others.part_id
    from public.part_fit_keys as own join public.part_fit_keys as others on others.key = own.key
    where own.part_id = any (ids) and (of_place is null or own.place = of_place)
    union
    select others.part_id
    from public.search_parts as own join public.search_parts as others on others.offer_group = own.offer_group
    where own.part_id = any (ids) and of_place is null
    limit 201
  );
end;
comment on function public.parts_with_keys_of is
  'Parts that share a key with one of these parts, or without a place also those of the same offers: 201 of them at most.';

-- Security definer: no role may write the search or the keys.
create or replace function public.notify_of_changed_fits() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed uuid[];
  searched uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct part_id from new_rows);
    searched := array(select distinct part_id from new_rows where engine is not null);
  elsif tg_op = 'DELETE' then
    changed := array(select distinct part_id from old_rows);
    searched := array(select distinct part_id from old_rows where engine is not null);
  else
    changed := array(select part_id from new_rows union select part_id from old_rows);
    searched := array(
      select part_id from new_rows where engine is not null union select part_id from old_rows where engine is not null
    );
  end if;
  searched := searched || array(
    select part_id from public.search_parts
    where part_id = any (changed) and part_id <> all (searched) and offer_group is not null
  );
  if cardinality(searched) > 0 then
    -- Who changes such a part waits, so that the search gets both changes.
    perform from public.parts_catalog where id = any (searched) order by id for no key update;
    perform public.write_search_parts(searched);
  end if;
  if cardinality(changed) > 0 then
    perform public.notify_of_parts(changed || public.parts_with_keys_of(changed));
  end if;
  return null;
end
$$;

update public.search_parts as search set offer_group = public.search_offer_group(parts)
from public.parts_catalog as parts
where parts.id = search.part_id and public.search_offer_group(parts) is not null;

-- Price and stock are not in it, so that a sale still touches no index.
create index search_parts_offer_group_idx on public.search_parts (offer_group) where offer_group is not null;
