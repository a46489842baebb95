-- Filters by grade and mileage, new or used by the part's origin, the order by mileage, and counts that are kept
-- (decision 63).
--
-- Filters (see 0038) may have one more key:
--   {"facet": "origin", "except": [...]}        none of some terms
--   {"facet": "grade", "terms": [...], "except": [...]}   any of some terms, or none of others

-- Terms: origin=new is a new part, grade= its grade, mileage= a range of miles, for parts that have them.

create function public.search_is_new(origin text, condition text) returns boolean
  language sql immutable parallel safe
  return case when origin is null then public.search_is_new(coalesce(condition, '')) else starts_with(origin, 'new') end;
comment on function public.search_is_new(text, text) is 'By the origin, else by the condition (findOrigin in app/domain/origin.ts).';

create function public.search_mileage_step(miles integer) returns text
  language sql immutable parallel safe
  return case
    when miles <= 30000 then '30000' when miles <= 60000 then '60000' when miles <= 100000 then '100000'
    when miles <= 150000 then '150000' else 'more'
  end;
comment on function public.search_mileage_step is 'The choices of the filter by mileage (app/domain/catalog-query.ts), and more.';

create function public.search_used_terms(part_type text, origin text, mileage integer, grade text) returns setof text
  language sql immutable parallel safe
begin atomic
  select 'origin=new' where public.search_is_new(origin, part_type)
  union all select 'grade=' || grade where grade is not null
  union all select 'mileage=' || public.search_mileage_step(mileage) where mileage is not null;
end;
comment on function public.search_used_terms is 'The terms of a part for its origin, its grade and its mileage.';

create function public.search_terms(
  part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text,
  vehicle_year integer, category text, part_type text,
  price numeric, created_at timestamptz, origin text, mileage integer, grade text
) returns setof text
  language sql immutable parallel safe
begin atomic
  with words as (
    select word, public.search_is_number(word) as is_number
    from public.search_words(
      public.search_text(part_name, brand, oem_number, description, vehicle_make, vehicle_model)
    ) as word
  )
  select 'part'
  union all select 'make=' || vehicle_make where vehicle_make is not null
  union all select 'model=' || vehicle_model where vehicle_model is not null
  union all select 'year=' || vehicle_year where vehicle_year is not null
  union all select 'category=' || category
  -- A part without a condition is shown as Good (Spec §9).
  union all select 'condition=' || coalesce(part_type, 'Good')
  union all select 'brand=' || brand where brand is not null
  union all select term from public.search_name_terms(part_name) as term
  union all select term from public.search_filter_terms(part_name, price, created_at) as term
  union all select term from public.search_used_terms(part_type, origin, mileage, grade) as term
  union all select 'w=' || word from words where not is_number
  union all
  select 'n=' || piece
  from words, generate_series(1, length(word)) as place, generate_series(1, 5) as size,
  substr(word, place, size) as piece
  where is_number and place + size <= length(word) + 1 and (size <= 3 or piece !~ '[^0-9]');
end;
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
  select 'stock', coalesce(bit_or(set_bit(0::bit(16384), places.slot, 1)) filter (
    where (parts.stock_quantity > parts.stock_held) <> (
      select count(*) % 2 = 1 from public.search_stock_flips as flips where flips.part_id = parts.id
    )
  ), 0::bit(16384))
  from public.search_places as places
  join public.parts_catalog as parts on parts.id = places.part_id
  where places.chunk = of_chunk and places.slot >= from_slot;
end;

create or replace function public.search_changed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
declare
  flipped uuid[];
  changed uuid[];
  moved uuid[];
begin
  execute $sql$
    select array_agg(id) filter (where is_flipped), array_agg(id) filter (where is_changed),
      array_agg(id) filter (where is_moved)
    from (
      select id,
        (before.stock_quantity > before.stock_held) <> (after.stock_quantity > after.stock_held) as is_flipped,
        (before.part_name, before.brand, before.oem_number, before.description, before.vehicle_make,
          before.vehicle_model, before.vehicle_year, before.category, before.part_type, before.price,
          before.created_at, before.origin, before.mileage, before.grade)
        is distinct from (after.part_name, after.brand, after.oem_number, after.description, after.vehicle_make,
          after.vehicle_model, after.vehicle_year, after.category, after.part_type, after.price,
          after.created_at, after.origin, after.mileage, after.grade) as is_changed,
        before.part_name <> after.part_name as is_moved
      from old_parts as before join new_parts as after using (id)
    ) as parts
  $sql$ into flipped, changed, moved;

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
  execute $sql$
    with terms as (
      select false as is_new, places.chunk, places.slot, term
      from unnest($1) as changed (id)
      join old_parts as part on part.id = changed.id
      join public.search_places as places on places.part_id = part.id,
      lateral public.search_terms(
        part.part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
        part.price, created_at, origin, mileage, grade
      ) as term
      union all
      select true, places.chunk, places.slot, term
      from unnest($1) as changed (id)
      join new_parts as part on part.id = changed.id
      join public.search_places as places on places.part_id = part.id,
      lateral public.search_terms(
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
    select distinct substr(term, 3) from written where term like 'w=%' order by 1
    on conflict do nothing
  $sql$ using array(
    select id from unnest(changed) as part (id) except select id from unnest(moved) as part (id)
  );
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

drop function public.search_terms(text, text, text, text, text, text, integer, text, text, numeric, timestamptz);
comment on function public.search_terms is
  'The terms of a part, some of them more than once, without the term stock: see search_stock_flips.';
grant execute on function public.search_terms to service_role;

insert into public.search_bits (term, chunk, parts)
select term, places.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
from public.search_places as places
join public.parts_catalog as parts on parts.id = places.part_id,
lateral public.search_used_terms(parts.part_type, parts.origin, parts.mileage, parts.grade) as term
group by term, places.chunk;

-- The strings that all facets count, now with origins, grades and mileages.

create or replace function public.search_is_choice(term text) returns boolean
  language sql immutable parallel safe
  return split_part(term, '=', 1) in ('make', 'category', 'condition', 'brand', 'origin', 'grade', 'mileage');
comment on table public.search_choices is
  'The rows of search_bits for makes, categories, conditions, brands, origins, grades and mileages, kept by triggers there.';

insert into public.search_choices (chunk, term, parts)
select chunk, term, parts | 0::bit(16384) from public.search_bits
where term like 'origin=%' or term like 'grade=%' or term like 'mileage=%' order by chunk, term;

-- Counts of whole chunks, and of all parts of a chunk that have one term. Only the chunks in search_counted have right ones:
-- a change of a chunk removes it there, and a job counts it again.

create table public.search_counts (
  chunk integer not null,
  term text collate "C" not null,
  terms text[] collate "C" not null,
  parts integer[] not null,
  constraint search_counts_pkey primary key (chunk, term)
);
comment on table public.search_counts is
  'How many parts of a chunk that have a term have each other term as well. The term part: of all parts. Right for the chunks in search_counted.';
create table public.search_counted (
  chunk integer not null,
  constraint search_counted_pkey primary key (chunk)
);
comment on table public.search_counted is 'The chunks whose rows of search_counts are right.';
alter table public.search_counts enable row level security;
alter table public.search_counted enable row level security;
create policy "Everybody can search" on public.search_counts for select to anon, authenticated, service_role using (true);
create policy "Everybody can search" on public.search_counted for select to anon, authenticated, service_role using (true);
grant select on public.search_counts, public.search_counted to anon, authenticated, service_role;

create function public.search_chunk_counts(of_chunk integer) returns table (term text, terms text[], parts integer[])
  language sql stable rows 100
begin atomic
  with counted as materialized (
    select split_part(bits.term, '=', 1) as facet, bits.term, (bits.parts & live.parts) as parts
    from (
      select choices.term, choices.parts from public.search_choices as choices where choices.chunk = of_chunk
      union all
      select kinds.term, kinds.parts
      from (select distinct 'kind=' || part_name as term from public.search_places where chunk = of_chunk) as named
      join public.search_bits as kinds on kinds.term = named.term and kinds.chunk = of_chunk
    ) as bits
    join public.search_bits as live on live.term = 'part' and live.chunk = of_chunk
  ),
  pairs as (
    select 'part' as term, other.term as other, bit_count(other.parts) as parts from counted as other
    union all
    select every.term, other.term, bit_count(every.parts & other.parts)
    from counted as every join counted as other on other.facet <> every.facet or other.term = every.term
  )
  select pairs.term, array_agg(pairs.other order by pairs.other), array_agg(pairs.parts::integer order by pairs.other)
  from pairs where pairs.parts > 0 group by pairs.term;
end;
comment on function public.search_chunk_counts is 'What the rows of search_counts should be, from the bits of a chunk.';

-- One in each transaction: a writer of the chunk waits for it.
create function public.count_next_chunk(after_chunk integer) returns integer
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
declare
  -- All pairs of more terms would take seconds.
  most_terms constant integer := 300;
  of_chunk constant integer := (
    select chunks.chunk from public.search_chunks as chunks
    where chunks.chunk > after_chunk
      and not exists (select from public.search_counted as counted where counted.chunk = chunks.chunk)
    order by chunks.chunk limit 1
  );
begin
  perform from public.search_chunks as chunks where chunks.chunk = of_chunk for update skip locked;
  if found and most_terms >= (
    select count(*)
    from (
      select from public.search_choices as choices where choices.chunk = of_chunk
      union all
      (select from public.search_places as places where places.chunk = of_chunk group by places.part_name limit most_terms)
    ) as terms
  ) then
    delete from public.search_counts as counts where counts.chunk = of_chunk;
    insert into public.search_counts (chunk, term, terms, parts)
    select of_chunk, counts.term, counts.terms, counts.parts from public.search_chunk_counts(of_chunk) as counts;
    insert into public.search_counted (chunk) values (of_chunk) on conflict do nothing;
  end if;
  return of_chunk;
end
$$;
comment on function public.count_next_chunk is
  'Counts the next chunk that changed since it was counted, unless another transaction has locked it. Null: there is none.';

create or replace function public.keep_search_choices() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- Only whole chunks are deleted.
    delete from public.search_choices where chunk in (select chunk from gone);
    delete from public.search_counts where chunk in (select chunk from gone);
    delete from public.search_counted where chunk in (select chunk from gone);
  else
    -- The operator makes a string that is not compressed.
    insert into public.search_choices (chunk, term, parts)
    select chunk, term, parts | 0::bit(16384) from written where public.search_is_choice(term) order by chunk, term
    on conflict on constraint search_choices_pkey do update set parts = excluded.parts;
    delete from public.search_counted where chunk in (
      select chunk from written where term = 'part' or term like 'kind=%' or public.search_is_choice(term)
    );
  end if;
  return null;
end
$$;

create function public.check_search_counts(of_chunk integer) returns setof text
  language sql stable
begin atomic
  select format('chunk %s, term %s: its counts differ', of_chunk, coalesce(expected.term, kept.term))
  from public.search_chunk_counts(of_chunk) as expected
  full join (select * from public.search_counts where chunk = of_chunk) as kept on kept.term = expected.term
  where (expected.terms, expected.parts) is distinct from (kept.terms, kept.parts)
    and exists (select from public.search_counted where chunk = of_chunk)
  limit 50;
end;
comment on function public.check_search_counts is 'The differences between the kept counts of a chunk and its bits, at most 50.';

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
  ) as differences
  limit at_most;
end;

-- Filters.

create or replace function public.search_filter_bits(filters jsonb) returns table (facet text, chunk integer, parts bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  with given as materialized (
    select * from jsonb_to_recordset(filters) as filter (
      facet text, terms text[], "except" text[], from_price numeric, to_price numeric, since text
    )
  )
  select found.facet, found.chunk, bit_or(found.parts)
  from (
    select given.facet, bits.chunk, bits.parts
    from given join public.search_bits as bits on bits.term = any (given.terms)
    union all
    select given.facet, live.chunk, live.parts & ~coalesce((
      select bit_or(bits.parts) from public.search_bits as bits
      where bits.term = any (given."except") and bits.chunk = live.chunk
    ), 0::bit(16384))
    from given join public.search_bits as live on given."except" is not null and live.term = 'part'
    union all
    select given.facet, bits.chunk, bits.parts
    from given join public.search_bits as bits on bits.term >= given.since and bits.term < 'added>'
    union all
    select given.facet, bits.chunk, bits.parts # coalesce(flipped.parts, 0::bit(16384))
    from given
    join public.search_bits as bits on given.facet = 'stock' and bits.term = 'stock'
    left join public.search_flipped_stock() as flipped on flipped.chunk = bits.chunk
    union all
    select given.facet, priced.chunk, priced.parts
    from given, lateral public.search_price_bits(given.from_price, given.to_price) as priced
    where given.facet = 'price'
  ) as found
  group by found.facet, found.chunk;
end;

-- The order by mileage.

create index parts_catalog_mileage_idx on public.parts_catalog (mileage, id) where mileage is not null;

create function public.search_by_mileage(
  hits bit(16384)[], total bigint, after_number numeric, after_id uuid, how_many integer
) returns table (part_id uuid)
  language plpgsql stable rows 25
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  -- The largest mileage is 9,999,999. A cursor of another order can have any number.
  unknown constant integer := 10000000;
  after_miles constant integer := greatest(least(after_number, unknown), -1);
  steps constant integer[] := '{30000,60000,100000,150000,9999999}';
  found record;
  of_step bit(16384)[];
  count_of_step bigint;
  added integer;
begin
  if total <= public.search_few() then
    return query
      select parts.id
      from generate_subscripts(hits, 1) as of_chunk
      cross join public.search_placed(of_chunk, hits[of_chunk]) as placed
      join public.parts_catalog as parts on parts.id = placed.part_id
      where (coalesce(parts.mileage, unknown), parts.id) > (after_miles, after_id)
      order by coalesce(parts.mileage, unknown), parts.id limit how_many;
    return;
  end if;
  for number in 1 .. cardinality(steps) loop
    continue when after_miles > steps[number];
    of_step := '{}';
    count_of_step := 0;
    for found in
      select bits.chunk, bits.parts from public.search_bits as bits
      where bits.term = 'mileage=' || public.search_mileage_step(steps[number])
    loop
      continue when hits[found.chunk] is null;
      of_step[found.chunk] := found.parts & hits[found.chunk];
      count_of_step := count_of_step + bit_count(of_step[found.chunk]);
    end loop;
    continue when count_of_step = 0;
    if count_of_step <= public.search_few() then
      return query
        select parts.id
        from generate_subscripts(of_step, 1) as of_chunk
        cross join public.search_placed(of_chunk, of_step[of_chunk]) as placed
        join public.parts_catalog as parts on parts.id = placed.part_id
        where (parts.mileage, parts.id) > (after_miles, after_id)
        order by parts.mileage, parts.id limit how_many;
    else
      return query
        select parts.id
        from public.parts_catalog as parts join public.search_places as places on places.part_id = parts.id
        where (parts.mileage, parts.id) > (greatest(after_miles, coalesce(steps[number - 1], 0)), after_id)
          and parts.mileage is not null and parts.mileage <= steps[number]
          and get_bit(of_step[places.chunk], places.slot) = 1
        order by parts.mileage, parts.id limit how_many;
    end if;
    get diagnostics added = row_count;
    how_many := how_many - added;
    if how_many <= 0 then
      return;
    end if;
  end loop;
  for found in select bits.chunk, bits.parts from public.search_bits as bits where bits.term >= 'mileage=' and bits.term < 'mileage>' loop
    hits[found.chunk] := hits[found.chunk] & ~found.parts;
  end loop;
  return query
    select places.part_id from public.search_places as places
    where places.part_id > case when after_miles = unknown then after_id else '00000000-0000-0000-0000-000000000000' end
      and get_bit(hits[places.chunk], places.slot) = 1
    order by places.part_id limit how_many;
end
$$;
comment on function public.search_by_mileage is
  'The next of some parts in the order by mileage, lowest first, those without one last. after_number is in miles.';

create or replace function public.find_parts_of_level(
  level jsonb, filters text[], narrowing jsonb, order_by text, after_price numeric, after_name text, after_id uuid, how_many integer
) returns table (part_id uuid)
  language plpgsql stable rows 25
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  found record;
  hits bit(16384)[] := '{}';
  total bigint := 0;
  added integer;
begin
  for found in select each.chunk, each.parts from public.search_level_within(level, filters, narrowing) as each loop
    hits[found.chunk] := found.parts;
    total := total + bit_count(found.parts);
  end loop;
  if total = 0 then
    return;
  elsif order_by = 'name' then
    for found in
      select chunks.chunk from public.search_chunks as chunks
      where (chunks.first_name, chunks.first_id) >= (
        select before.first_name, before.first_id from public.search_chunks as before
        where (before.first_name, before.first_id) <= (after_name, after_id)
        order by before.first_name desc, before.first_id desc limit 1
      )
      order by chunks.first_name, chunks.first_id
    loop
      continue when coalesce(bit_count(hits[found.chunk]), 0) = 0;
      return query
        select places.part_id from public.search_places as places
        where places.chunk = found.chunk and (places.part_name, places.part_id) > (after_name, after_id)
          and get_bit(hits[found.chunk], places.slot) = 1
        order by places.part_name, places.part_id limit how_many;
      get diagnostics added = row_count;
      how_many := how_many - added;
      exit when how_many <= 0;
    end loop;
  elsif order_by = 'newest' then
    return query select newest.part_id from public.search_newest(hits, total, after_price, after_id, how_many) as newest;
  elsif order_by = 'mileage' then
    return query select lowest.part_id from public.search_by_mileage(hits, total, after_price, after_id, how_many) as lowest;
  elsif total <= 3000 then
    return query
      select placed.part_id
      from generate_subscripts(hits, 1) as of_chunk, public.search_placed(of_chunk, hits[of_chunk]) as placed
      where case when order_by = 'price_desc'
          then (placed.price, placed.part_name, placed.part_id) < (after_price, after_name, after_id)
          else (placed.price, placed.part_name, placed.part_id) > (after_price, after_name, after_id)
        end
      order by
        case when order_by = 'price_desc' then placed.price end desc,
        case when order_by = 'price_desc' then placed.part_name end desc,
        case when order_by = 'price_desc' then placed.part_id end desc, placed.price, placed.part_name, placed.part_id
      limit how_many;
  elsif order_by = 'price_asc' then
    return query
      select places.part_id from public.search_places as places
      where (places.price, places.part_name, places.part_id) > (after_price, after_name, after_id)
        and get_bit(hits[places.chunk], places.slot) = 1
      order by places.price, places.part_name, places.part_id limit how_many;
  else
    return query
      select places.part_id from public.search_places as places
      where (places.price, places.part_name, places.part_id) < (after_price, after_name, after_id)
        and get_bit(hits[places.chunk], places.slot) = 1
      order by places.price desc, places.part_name desc, places.part_id desc limit how_many;
  end if;
end
$$;

-- The numbers of parts of each choice.

create or replace function public.search_price_end(hits bit(16384)[], chunks integer[], is_most boolean) returns numeric
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  bounds constant numeric[] := public.search_price_bounds();
  step integer := case when is_most then cardinality(bounds) else 1 end;
  inside bigint;
begin
  loop
    inside := (
      select sum(bit_count(bits.parts & hits[bits.chunk])) from public.search_bits as bits
      where bits.term = 'price=' || step and bits.chunk = any (chunks)
    );
    exit when inside > 0;
    step := step + case when is_most then -1 else 1 end;
    if step not between 1 and cardinality(bounds) then
      return null;
    end if;
  end loop;
  -- The index would be read far to find few parts.
  if inside <= public.search_few() then
    return (
      select case when is_most then max(placed.price) else min(placed.price) end
      from public.search_bits as bits
      cross join public.search_placed(bits.chunk, bits.parts & hits[bits.chunk]) as placed
      where bits.term = 'price=' || step and bits.chunk = any (chunks)
    );
  end if;
  if is_most then
    return (
      select places.price from public.search_places as places
      where places.price >= bounds[step] and places.price < coalesce(bounds[step + 1], 'Infinity')
        and get_bit(hits[places.chunk], places.slot) = 1
      order by places.price desc, places.part_name desc, places.part_id desc limit 1
    );
  end if;
  return (
    select places.price from public.search_places as places
    where places.price >= bounds[step] and places.price < coalesce(bounds[step + 1], 'Infinity')
      and get_bit(hits[places.chunk], places.slot) = 1
    order by places.price, places.part_name, places.part_id limit 1
  );
end
$$;

create or replace function public.search_facets(
  level jsonb, filters jsonb, wanted jsonb, since text
) returns table (facet text, value text, parts bigint)
  language plpgsql stable rows 200
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  too_many_kinds constant integer := 20000;
  is_all constant boolean := level = '{"clauses": []}';
  -- Its parts may be all that the text finds.
  clause constant jsonb := (
    select each from jsonb_array_elements(level -> 'clauses') as each
    where not exists (
      select from jsonb_array_elements_text(each -> 'terms') as term
      where not public.search_is_choice(term) or split_part(term, '=', 1) <> split_part(each -> 'terms' ->> 0, '=', 1)
    ) and each ? 'terms' and not each ? 'contains'
    limit 1
  );
  given constant jsonb := filters || case
    when clause is null then '[]' else jsonb_build_array(clause || '{"facet": "clause"}')
  end;
  names constant text[] := array(
    select filter.facet from rows from (jsonb_to_recordset(given) as (facet text)) with ordinality as filter (facet, number)
    order by number
  );
  of_vehicle constant boolean := is_all and names @> '{make,model,year}';
  vehicle constant text[] := array(
    select substr(filter.terms[1], strpos(filter.terms[1], '=') + 1)
    from jsonb_to_recordset(filters) as filter (facet text, terms text[])
    where filter.facet in ('make', 'model', 'year') order by array_position('{make,model,year}', filter.facet)
  );
  has_kinds constant boolean := not exists (
    select from public.search_bits as bits where bits.term >= 'kind=' and bits.term < 'kind>' offset too_many_kinds
  );
  every_chunk integer[];
  base bit(16384)[];
  live bit(16384)[];
  is_counted boolean[];
  -- The parts of a filter are those with some terms, less those with others. Filter 0: all parts.
  parts_of_filters integer[];
  parts_of_terms text[];
  parts_of_signs integer[];
  -- Of the first filter, then of the second one, and so on.
  narrowing bit(16384)[];
  turn record;
  applied integer[];
  number integer;
  at_chunk integer;
  matching bit(16384);
  same integer;
  hits bit(16384)[];
  chunks integer[];
  found_total bigint;
  kept_chunks integer[];
  kept_filters integer[];
  open_chunks integer[];
  open_total bigint;
  is_few boolean;
  is_vehicle boolean;
begin
  -- The text is evaluated once, without filters, because each facet ignores another one.
  select array_agg(found.chunk), array_agg(found.parts), array_agg(found.live), array_agg(counted.chunk is not null)
  into every_chunk, base, live, is_counted
  from (
    select bits.chunk, bits.parts, bits.parts as live from public.search_bits as bits where is_all and bits.term = 'part'
    union all
    select level_bits.chunk, level_bits.parts, bits.parts
    from public.search_level(level, array['part']) as level_bits
    join public.search_bits as bits on bits.term = 'part' and bits.chunk = level_bits.chunk
    where not is_all
  ) as found
  left join public.search_counted as counted on counted.chunk = found.chunk;
  select array_agg(each.parts order by filter.number, every.number) into narrowing
  from unnest(names) with ordinality as filter (facet, number)
  cross join unnest(every_chunk) with ordinality as every (chunk, number)
  left join public.search_filter_bits(given) as each on each.facet = filter.facet and each.chunk = every.chunk;
  select array_agg(signed.number), array_agg(signed.term), array_agg(signed.sign)
  into parts_of_filters, parts_of_terms, parts_of_signs
  from (
    select 0 as number, 'part' as term, 1 as sign
    union all
    select filter.number, terms.term, terms.sign
    from rows from (jsonb_to_recordset(given) as (terms text[], "except" text[])) with ordinality
      as filter (terms, "except", number)
    cross join lateral (
      select unnest(filter.terms) as term, 1 as sign
      union all select 'part', 1 where filter."except" is not null
      union all select unnest(filter."except"), -1
    ) as terms
  ) as signed;

  for turn in
    select array_agg(asked.facet) as facets, asked.ignored
    from (
      select asked.facet, array(select name from unnest(names) as name where name = any (asked.ignores) order by 1) as ignored
      from jsonb_to_recordset(wanted) as asked (facet text, ignores text[])
    ) as asked
    group by asked.ignored
  loop
    applied := array(
      select place from generate_subscripts(names, 1) as place where names[place] <> all (turn.ignored || '{clause}')
    );
    hits := '{}';
    chunks := '{}';
    found_total := 0;
    kept_chunks := '{}';
    kept_filters := '{}';
    open_chunks := '{}';
    open_total := 0;
    for place in 1 .. coalesce(cardinality(every_chunk), 0) loop
      at_chunk := every_chunk[place];
      matching := base[place];
      foreach number in array applied loop
        matching := matching & narrowing[(number - 1) * cardinality(every_chunk) + place];
      end loop;
      continue when coalesce(bit_count(matching), 0) = 0;
      chunks := chunks || at_chunk;
      hits[at_chunk] := matching;
      found_total := found_total + bit_count(matching);
      -- The filter, or the clause, that finds the same parts. 0: all parts are found.
      same := null;
      if is_counted[place] then
        if matching = live[place] then
          same := 0;
        else
          for candidate in 1 .. cardinality(names) loop
            if names[candidate] in ('make', 'category', 'condition', 'brand', 'kind', 'origin', 'grade', 'mileage', 'clause')
              and names[candidate] <> all (turn.ignored)
              and matching = (live[place] & narrowing[(candidate - 1) * cardinality(every_chunk) + place])
            then
              same := candidate;
              exit;
            end if;
          end loop;
        end if;
      end if;
      if same is null then
        open_chunks := open_chunks || at_chunk;
        open_total := open_total + bit_count(matching);
      else
        kept_chunks := kept_chunks || at_chunk;
        kept_filters := kept_filters || same;
      end if;
    end loop;
    continue when found_total = 0;
    -- To read a part costs as much as to combine six strings, and a chunk has some seventy.
    is_few := open_total <= least(public.search_few(), 15 * cardinality(open_chunks));
    is_vehicle := of_vehicle and not turn.ignored && '{make,model,year}';

    return query
      select asked.facet, '', found_total from jsonb_to_recordset(wanted) as asked (facet text, total boolean)
      where asked.facet = any (turn.facets) and asked.total;
    if 'stock' = any (turn.facets) then
      return query
        select 'stock', '', sum(bit_count(hits[bits.chunk] & (bits.parts # coalesce(flipped.parts, 0::bit(16384)))))::bigint
        from public.search_bits as bits left join public.search_flipped_stock() as flipped on flipped.chunk = bits.chunk
        where bits.term = 'stock' and bits.chunk = any (chunks);
    end if;
    if 'price' = any (turn.facets) and not (is_few and cardinality(kept_chunks) = 0) then
      return query
        select 'price', each.price::text, 1::bigint
        from (values (false), (true)) as ends (is_most),
        lateral (select public.search_price_end(hits, chunks, ends.is_most) as price) as each
        where each.price is not null;
    end if;

    if cardinality(kept_chunks) > 0 then
      return query
        select asked.facet, substr(counted.term, strpos(counted.term, '=') + 1), counted.parts
        from (
          select sums.term, sum(sums.parts) as parts
          from (
            select unnest(counts.terms) as term, unnest(counts.parts) * parts_of.sign as parts
            from unnest(kept_chunks, kept_filters) as kept (chunk, filter)
            join unnest(parts_of_filters, parts_of_terms, parts_of_signs) as parts_of (filter, term, sign)
              on parts_of.filter = kept.filter
            cross join lateral (
              select each.terms, each.parts from public.search_counts as each
              where each.chunk = kept.chunk and each.term = parts_of.term offset 0
            ) as counts
          ) as sums
          group by sums.term
        ) as counted
        join jsonb_to_recordset(wanted) as asked (facet text, first text, behind text)
          on counted.term >= asked.first and counted.term < asked.behind
        where asked.facet = any (turn.facets) and (asked.facet <> 'kind' or has_kinds);
    end if;

    if is_few then
      return query
        with counted as materialized (
          select counted.facet, counted.value
          from (
            select parts.*
            from public.parts_catalog as parts
            cross join lateral (
              select chunk, slot from public.search_places where part_id = parts.id offset 0
            ) as places
            where is_vehicle and parts.vehicle_make = vehicle[1] and parts.vehicle_model = vehicle[2]
              and parts.vehicle_year = vehicle[3]::integer
              and places.chunk = any (open_chunks) and get_bit(hits[places.chunk], places.slot) = 1
            union all
            select parts.*
            from unnest(open_chunks) as of_chunk
            cross join public.search_placed(of_chunk, hits[of_chunk]) as placed
            join public.parts_catalog as parts on parts.id = placed.part_id
            where not is_vehicle
          ) as parts
          cross join lateral (values
            ('make', parts.vehicle_make), ('model', parts.vehicle_model), ('year', parts.vehicle_year::text),
            ('category', parts.category), ('kind', parts.part_name), ('condition', coalesce(parts.part_type, 'Good')),
            ('origin', case when public.search_is_new(parts.origin, parts.part_type) then 'new' end),
            ('grade', parts.grade), ('mileage', public.search_mileage_step(parts.mileage)), ('brand', parts.brand), ('price', case when parts.price > 0 then parts.price::text end),
            ('added', case when public.search_added_day(parts.created_at) >= substr(since, 7) then '' end)
          ) as counted (facet, value)
          where counted.facet = any (turn.facets) and counted.value is not null
        )
        select counted.facet, counted.value, count(*) from counted
        where counted.facet <> 'price' group by counted.facet, counted.value
        union all
        select 'price', each.price::text, 1
        from (
          select min(counted.value::numeric) as lowest, max(counted.value::numeric) as highest from counted
          where counted.facet = 'price' and cardinality(kept_chunks) = 0
        ) as ends cross join lateral (values (ends.lowest), (ends.highest)) as each (price)
        where each.price is not null;
    else
      return query
        select asked.facet, substr(counted.term, strpos(counted.term, '=') + 1), counted.parts
        from jsonb_to_recordset(wanted) as asked (facet text, first text, behind text)
        cross join lateral (
          -- "offset 0": the strings are counted before they are grouped, which would sort them.
          select combined.term, sum(combined.parts) as parts
          from (
            select choices.term, bit_count(choices.parts & hits[open_chunk])::integer as parts
            from unnest(open_chunks) as open_chunk
            cross join lateral (
              select each.term, each.parts from public.search_choices as each
              where each.chunk = open_chunk and each.term >= asked.first and each.term < asked.behind offset 0
            ) as choices
            offset 0
          ) as combined
          where combined.parts > 0 group by combined.term
        ) as counted
        where asked.facet = any (turn.facets) and public.search_is_choice(asked.first);
    end if;

    -- "offset 0": else another index would find all terms of the chunks.
    return query
      select asked.facet, substr(counted.term, strpos(counted.term, '=') + 1), counted.parts
      from jsonb_to_recordset(wanted) as asked (facet text, terms text[], first text, behind text)
      cross join lateral (
        select combined.term, sum(combined.parts) as parts
        from (
          select bits.term, bit_count(bits.parts & hits[bits.chunk])::integer as parts
          from (
            select * from public.search_bits as each where each.term >= asked.first and each.term < asked.behind
            union all
            select * from public.search_bits as each where each.term = any (asked.terms)
            offset 0
          ) as bits
          where hits[bits.chunk] is not null
            and (not (is_few or asked.facet = 'kind') or bits.chunk = any (
              case when asked.facet = 'kind' then open_chunks else kept_chunks end
            ))
          offset 0
        ) as combined
        where combined.parts > 0 group by combined.term
      ) as counted
      where asked.facet = any (turn.facets) and case asked.facet
        when 'kind' then has_kinds and not is_few and open_total > 0
        else asked.facet in ('model', 'year', 'added') and (not is_few or cardinality(kept_chunks) > 0)
      end;
  end loop;
end
$$;
comment on function public.search_facets is
  'How many of the parts that a level finds each choice of the wanted facets leaves, with the filters that it does not ignore; a choice may have several rows, to be added up. For price: the lowest and the highest. Value '''': of all parts. Catalogs with very many names have no kinds, except of few parts.';

grant execute on function public.count_next_chunk, public.search_chunk_counts, public.check_search_counts to service_role;
grant execute on function public.search_is_new(text, text), public.search_mileage_step, public.search_used_terms,
  public.search_by_mileage to anon, authenticated, service_role;

do $$
declare
  last_chunk integer := 0;
begin
  while last_chunk is not null loop
    last_chunk := public.count_next_chunk(last_chunk);
  end loop;
end
$$;
