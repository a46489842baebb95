-- Filters by kind, price and age, any of several conditions, and the numbers of parts that each choice would leave
-- (decision 53).
--
-- Filters that one term decides stay a list of terms. The others are JSON, each at most once:
--   {"facet": "condition", "terms": [...]}      any of some terms
--   {"facet": "origin", "is_new": true}         any condition that is new, or any that is not
--   {"facet": "price", "from_price": 10, "to_price": 50} dollars, inclusive; either may be missing
--   {"facet": "added", "since": "added=020400"} added on this day or later
--   {"facet": "stock"}

-- Terms: kind= is a whole name, price= a range of prices, added= the day on which a part was added (UTC).

create function public.search_price_bounds() returns numeric[]
  language sql immutable parallel safe
  return array[
    0.01, 5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 125, 150, 175, 200, 250, 300, 350, 400, 500, 600, 750, 800,
    1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000
  ];
comment on function public.search_price_bounds is
  'Where the ranges of the terms price= begin. Round, because shoppers ask for round prices, which then need no single parts.';

create function public.search_added_day(created_at timestamptz) returns text
  language sql immutable parallel safe
  return lpad(greatest(floor(extract(epoch from created_at at time zone 'UTC') / 86400), 0)::integer::text, 6, '0');
comment on function public.search_added_day is 'Days since 1970, with six digits.';

create function public.search_added_at(created_at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return coalesce(created_at, timestamptz '1970-01-01 00:00:00Z');
comment on function public.search_added_at is 'Parts without a known time count as the oldest.';

create function public.search_filter_terms(part_name text, price numeric, created_at timestamptz) returns setof text
  language sql immutable parallel safe
begin atomic
  select 'kind=' || part_name where length(part_name) <= 200
  union all select 'price=' || width_bucket(price, public.search_price_bounds()) where price > 0
  union all select 'added=' || public.search_added_day(public.search_added_at(created_at));
end;
comment on function public.search_filter_terms is 'The terms of a part for its kind, its price and the day it was added.';

create function public.search_terms(
  part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text,
  vehicle_year integer, category text, part_type text,
  price numeric, created_at timestamptz
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
    parts.vehicle_year, parts.category, parts.part_type, parts.price, parts.created_at
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
          before.created_at)
        is distinct from (after.part_name, after.brand, after.oem_number, after.description, after.vehicle_make,
          after.vehicle_model, after.vehicle_year, after.category, after.part_type, after.price,
          after.created_at) as is_changed,
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
        part.price, created_at
      ) as term
      union all
      select true, places.chunk, places.slot, term
      from unnest($1) as changed (id)
      join new_parts as part on part.id = changed.id
      join public.search_places as places on places.part_id = part.id,
      lateral public.search_terms(
        part.part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
        part.price, created_at
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

drop function public.search_terms(text, text, text, text, text, text, integer, text, text);
comment on function public.search_terms is
  'The terms of a part, some of them more than once, without the term stock: see search_stock_flips.';


-- Or PostgreSQL would move long terms out of their rows before it compresses the strings.
alter table public.search_bits alter column term set storage plain;
insert into public.search_bits (term, chunk, parts)
select term, places.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
from public.search_places as places
join public.parts_catalog as parts on parts.id = places.part_id,
lateral public.search_filter_terms(parts.part_name, parts.price, parts.created_at) as term
group by term, places.chunk;

-- The order "newest".
create index parts_catalog_newest_idx on public.parts_catalog (public.search_added_at(created_at), id);

-- Filters.

create function public.search_is_new(condition text) returns boolean
  language sql immutable parallel safe
  return lower(regexp_replace(condition, '^\s+|\s+$', '', 'g')) = 'new';
comment on function public.search_is_new is 'Nothing but new is new (app/domain/condition-kind.ts).';

create function public.search_price_bits(from_price numeric, to_price numeric) returns table (chunk integer, parts bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  with asked as (
    select greatest(coalesce(from_price, 0), 0.01) as lowest, coalesce(to_price, 'Infinity') as highest
  ),
  within as materialized (
    select step, bounds.low, bounds.high
    from asked, (
      select step, low, lead(low, 1, 'Infinity') over (order by step) as high
      from unnest(public.search_price_bounds()) with ordinality as bounds (low, step)
    ) as bounds
    where bounds.low >= asked.lowest and bounds.high <= asked.highest + 0.01
  )
  select found.chunk, bit_or(found.parts)
  from (
    select bits.chunk, bits.parts
    from public.search_bits as bits where bits.term = any (array(select 'price=' || step from within))
    union all
    -- The index of the order by price has what is left at both ends.
    select places.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
    from public.search_places as places
    where places.price >= (select asked.lowest from asked) and places.price <= (select asked.highest from asked)
      and places.price < coalesce((select min(low) from within), 'Infinity')
    group by places.chunk
    union all
    select places.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
    from public.search_places as places
    where places.price >= (select max(high) from within) and places.price <= (select asked.highest from asked)
    group by places.chunk
  ) as found
  group by found.chunk;
end;
comment on function public.search_price_bits is 'The parts with a price within limits (dollars, inclusive, null: none).';

create function public.search_filter_bits(filters jsonb) returns table (facet text, chunk integer, parts bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  with given as materialized (
    select filter.facet, filter.since, filter.from_price, filter.to_price,
      case filter.facet when 'origin' then array(
        select term from public.search_facet('condition') as term
        where public.search_is_new(substr(term, length('condition=') + 1)) = filter.is_new
      ) else filter.terms end as terms
    from jsonb_to_recordset(filters) as filter (
      facet text, terms text[], is_new boolean, from_price numeric, to_price numeric, since text
    )
  )
  select found.facet, found.chunk, bit_or(found.parts)
  from (
    select given.facet, bits.chunk, bits.parts
    from given join public.search_bits as bits on bits.term = any (given.terms)
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
comment on function public.search_filter_bits is 'The parts of each chunk that match each filter, deleted ones included.';

create function public.search_narrowed(filters jsonb) returns table (chunk integer, parts bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  select bits.chunk, bit_and(bits.parts) from public.search_filter_bits(filters) as bits
  group by bits.chunk having count(*) = jsonb_array_length(filters);
end;
comment on function public.search_narrowed is 'The parts of each chunk that match all filters, deleted ones included.';

create function public.search_level_within(level jsonb, filters text[], narrowing jsonb)
  returns table (chunk integer, parts bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  if narrowing = '[]' then
    return query select * from public.search_level(level, filters);
  else
    return query
      select found.chunk, found.parts & narrowed.parts
      from public.search_level(level, filters) as found
      join public.search_narrowed(narrowing) as narrowed on narrowed.chunk = found.chunk;
  end if;
end
$$;
comment on function public.search_level_within is 'As search_level, among the parts that match further filters.';

create function public.search_few() returns integer
  language sql immutable parallel safe
  return 1500;
comment on function public.search_few is 'Up to this many parts are read one by one. Of more, the bits are combined.';

-- Searching. The functions have one more argument: the filters that are not a list of terms.

drop function public.search_filters(text, text, integer, text, text, boolean);
drop function public.find_parts_by_match(jsonb, text[], boolean, integer, uuid, integer);
drop function public.find_parts_of_level(jsonb, text[], text, numeric, text, uuid, integer);
drop function public.count_parts_of_level(jsonb, text[]);

create function public.find_parts_by_match(
  levels jsonb, filters text[], narrowing jsonb, in_stock boolean, after_place integer, after_id uuid, how_many integer
) returns table (part_id uuid, place integer)
  language plpgsql stable rows 25
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  found record;
  narrowed bit(16384)[] := '{}';
  earlier bit(16384)[] := '{}';
  available bit(16384)[];
  hits bit(16384)[];
  fresh bit(16384);
  sold_out bit(16384)[];
  counts bigint[];
  added integer;
  start_id uuid;
begin
  for found in
    select each.chunk, each.parts from public.search_narrowed(narrowing) as each where narrowing <> '[]'
  loop
    narrowed[found.chunk] := found.parts;
  end loop;

  for number in 0 .. jsonb_array_length(levels) - 1 loop
    available := '{}';
    sold_out := '{}';
    counts := '{0,0}';
    for found in
      select level.chunk, level.parts, stock.parts # coalesce(flipped.parts, 0::bit(16384)) as stock
      from public.search_level(levels -> number, filters) as level
      join public.search_bits as stock on stock.term = 'stock' and stock.chunk = level.chunk
      left join public.search_flipped_stock() as flipped on flipped.chunk = level.chunk
    loop
      if narrowing <> '[]' then
        continue when narrowed[found.chunk] is null;
        found.parts := found.parts & narrowed[found.chunk];
      end if;
      fresh := found.parts & ~coalesce(earlier[found.chunk], 0::bit(16384));
      earlier[found.chunk] := found.parts | coalesce(earlier[found.chunk], 0::bit(16384));
      available[found.chunk] := fresh & found.stock;
      sold_out[found.chunk] := fresh & ~found.stock;
      counts[1] := counts[1] + bit_count(fresh & found.stock);
      counts[2] := counts[2] + bit_count(fresh & ~found.stock);
    end loop;

    for stock in 0 .. case when in_stock then 0 else 1 end loop
      place := number * 2 + stock;
      continue when place < after_place or counts[stock + 1] = 0;
      hits := case stock when 0 then available else sold_out end;
      start_id := case when place = after_place then after_id else '00000000-0000-0000-0000-000000000000' end;
      if counts[stock + 1] <= 1000 then
        return query
          select placed.part_id, place
          from generate_subscripts(hits, 1) as of_chunk, public.search_placed(of_chunk, hits[of_chunk]) as placed
          where placed.part_id > start_id
          order by placed.part_id limit how_many;
      else
        -- Ids are random, so the page is full after a few places.
        return query
          select places.part_id, place from public.search_places as places
          where places.part_id > start_id and get_bit(hits[places.chunk], places.slot) = 1
          order by places.part_id limit how_many;
      end if;
      get diagnostics added = row_count;
      how_many := how_many - added;
      if how_many <= 0 then
        return;
      end if;
    end loop;
  end loop;
end
$$;
comment on function public.find_parts_by_match is
  'The next parts in the order of levels; in each, parts in stock first, then by id. Twice the number of its level, plus 1 if it is sold out, is the place of a part.';

create function public.search_newest(
  hits bit(16384)[], total bigint, after_number numeric, after_id uuid, how_many integer
) returns table (part_id uuid)
  language plpgsql stable rows 25
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  -- A cursor of another order can have any number.
  after_time constant timestamptz :=
    timestamptz '1970-01-01 00:00:00Z' + least(after_number, 4e15)::float8 * interval '1 microsecond';
  day text := 'added=' || public.search_added_day(after_time) || ' ';
  found record;
  of_day bit(16384)[];
  count_of_day bigint;
  added integer;
begin
  if total <= public.search_few() then
    return query
      select parts.id
      from generate_subscripts(hits, 1) as of_chunk
      cross join public.search_placed(of_chunk, hits[of_chunk]) as placed
      join public.parts_catalog as parts on parts.id = placed.part_id
      where (public.search_added_at(parts.created_at), parts.id) < (after_time, after_id)
      order by public.search_added_at(parts.created_at) desc, parts.id desc limit how_many;
    return;
  end if;
  loop
    day := (select max(bits.term) from public.search_bits as bits where bits.term >= 'added=' and bits.term < day);
    exit when day is null;
    of_day := '{}';
    count_of_day := 0;
    for found in select bits.chunk, bits.parts from public.search_bits as bits where bits.term = day loop
      continue when hits[found.chunk] is null;
      of_day[found.chunk] := found.parts & hits[found.chunk];
      count_of_day := count_of_day + bit_count(of_day[found.chunk]);
    end loop;
    continue when count_of_day = 0;
    if count_of_day <= public.search_few() then
      return query
        select parts.id
        from generate_subscripts(of_day, 1) as of_chunk
        cross join public.search_placed(of_chunk, of_day[of_chunk]) as placed
        join public.parts_catalog as parts on parts.id = placed.part_id
        where (public.search_added_at(parts.created_at), parts.id) < (after_time, after_id)
        order by public.search_added_at(parts.created_at) desc, parts.id desc limit how_many;
    else
      -- The day of a bulk load: its parts in their order, until the page is full.
      return query
        select parts.id
        from public.parts_catalog as parts join public.search_places as places on places.part_id = parts.id
        where (public.search_added_at(parts.created_at), parts.id) < (after_time, after_id)
          and public.search_added_at(parts.created_at)
            < timestamptz '1970-01-01 00:00:00Z' + (substr(day, 7)::integer + 1) * interval '1 day'
          and get_bit(of_day[places.chunk], places.slot) = 1
        order by public.search_added_at(parts.created_at) desc, parts.id desc limit how_many;
    end if;
    get diagnostics added = row_count;
    how_many := how_many - added;
    exit when how_many <= 0;
  end loop;
end
$$;
comment on function public.search_newest is
  'The next of some parts in the order by age, newest first. after_number is a time in microseconds since 1970.';

create function public.find_parts_of_level(
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
comment on function public.find_parts_of_level is
  'The next parts that a level finds, in the order by name, price (none counts as 0) or age.';

create function public.count_parts_of_level(
  level jsonb, filters text[], narrowing jsonb, out parts bigint, out in_stock bigint
)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  select coalesce(sum(bit_count(found.parts)), 0),
    coalesce(sum(bit_count(found.parts & (stock.parts # coalesce(flipped.parts, 0::bit(16384))))), 0)
  into parts, in_stock
  from public.search_level_within(level, filters, narrowing) as found
  join public.search_bits as stock on stock.term = 'stock' and stock.chunk = found.chunk
  left join public.search_flipped_stock() as flipped on flipped.chunk = found.chunk;
end
$$;
comment on function public.count_parts_of_level is 'How many parts a level finds, and how many of them are in stock.';

-- The strings that all facets count, a second time and not compressed: to decompress a string takes longer than to count it.

create table public.search_choices (
  chunk integer not null,
  term text collate "C" not null,
  parts bit(16384) not null,
  constraint search_choices_pkey primary key (chunk, term)
);
comment on table public.search_choices is
  'The rows of search_bits for makes, categories, conditions and brands, kept by triggers there.';
alter table public.search_choices alter column parts set storage plain;
alter table public.search_choices alter column term set storage plain;
alter table public.search_choices enable row level security;
create policy "Everybody can search" on public.search_choices for select to anon, authenticated, service_role using (true);
grant select on public.search_choices to anon, authenticated, service_role;

create function public.search_is_choice(term text) returns boolean
  language sql immutable parallel safe
  return split_part(term, '=', 1) in ('make', 'category', 'condition', 'brand');

create function public.keep_search_choices() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- Only whole chunks are deleted.
    delete from public.search_choices where chunk in (select chunk from gone);
  else
    -- The operator makes a string that is not compressed.
    insert into public.search_choices (chunk, term, parts)
    select chunk, term, parts | 0::bit(16384) from written where public.search_is_choice(term) order by chunk, term
    on conflict on constraint search_choices_pkey do update set parts = excluded.parts;
  end if;
  return null;
end
$$;

create trigger keep_choices_of_added_bits after insert on public.search_bits
  referencing new table as written
  for each statement execute function public.keep_search_choices();
create trigger keep_choices_of_changed_bits after update on public.search_bits
  referencing new table as written
  for each statement execute function public.keep_search_choices();
create trigger keep_choices_of_removed_bits after delete on public.search_bits
  referencing old table as gone
  for each statement execute function public.keep_search_choices();

insert into public.search_choices (chunk, term, parts)
select chunk, term, parts | 0::bit(16384) from public.search_bits where public.search_is_choice(term) order by chunk, term;

create or replace function public.check_search_chunks() returns setof text
  language sql stable
begin atomic
  select 'no chunk at the beginning of the order by name'
  where not exists (
    select from public.search_chunks where first_name = '' and first_id = '00000000-0000-0000-0000-000000000000'
  )
  union all
  (
    select format('chunk %s: has places, but is unknown', places.chunk)
    from (select distinct chunk from public.search_places) as places
    where not exists (select from public.search_chunks as chunks where chunks.chunk = places.chunk) limit 50
  )
  union all
  (
    select format('chunk %s: has terms, but is unknown', bits.chunk)
    from (select distinct chunk from public.search_bits) as bits
    where not exists (select from public.search_chunks as chunks where chunks.chunk = bits.chunk) limit 50
  )
  union all
  (
    select format('chunk %s, term %s: differs from the choice', chunk, term)
    from (select * from public.search_bits where public.search_is_choice(term)) as bits
    full join public.search_choices as choices using (chunk, term)
    where bits.parts is distinct from choices.parts limit 50
  );
end;
comment on function public.check_search_chunks is
  'Differences outside of all chunks, and between the two copies of choices, at most 151.';

-- The numbers of parts of each choice.

create function public.search_price_end(hits bit(16384)[], chunks integer[], is_most boolean) returns numeric
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
comment on function public.search_price_end is 'The lowest or the highest price of some parts, null if none has a price.';

create function public.search_facets(
  level jsonb, filters jsonb, wanted jsonb, since text
) returns table (facet text, value text, parts bigint)
  language plpgsql stable rows 200
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  too_many_kinds constant integer := 20000;
  base_chunks integer[];
  base_parts bit(16384)[];
  filter_facets text[];
  filter_chunks integer[];
  filter_parts bit(16384)[];
  has_kinds boolean;
  turn record;
  found record;
  hits bit(16384)[];
  -- All slots of the chunk match.
  whole boolean[];
  chunks integer[];
  total bigint;
begin
  -- The text is evaluated once, without filters, because each facet ignores another one.
  select array_agg(each.chunk), array_agg(each.parts) into base_chunks, base_parts
  from public.search_level(level, array['part']) as each;
  select array_agg(each.facet), array_agg(each.chunk), array_agg(each.parts)
  into filter_facets, filter_chunks, filter_parts
  from public.search_filter_bits(filters) as each;
  has_kinds := not exists (
    select from public.search_bits as bits where bits.term >= 'kind=' and bits.term < 'kind>' offset too_many_kinds
  );

  for turn in
    select array_agg(asked.facet) as facets, asked.ignored,
      jsonb_array_length(filters) - cardinality(asked.ignored) as applied
    from (
      select asked.facet, array(
        select given.facet from jsonb_to_recordset(filters) as given (facet text)
        where given.facet = any (asked.ignores) order by 1
      ) as ignored
      from jsonb_to_recordset(wanted) as asked (facet text, ignores text[])
    ) as asked
    group by asked.ignored
  loop
    hits := '{}';
    whole := '{}';
    chunks := '{}';
    total := 0;
    for found in
      with matching as (
        select filter.chunk, bit_and(filter.parts) as parts
        from unnest(filter_facets, filter_chunks, filter_parts) as filter (facet, chunk, parts)
        where filter.facet <> all (turn.ignored)
        group by filter.chunk having count(*) = turn.applied
      )
      select base.chunk, case when turn.applied = 0 then base.parts else base.parts & matching.parts end as parts,
        chunks.slots_used
      from unnest(base_chunks, base_parts) as base (chunk, parts)
      join public.search_chunks as chunks on chunks.chunk = base.chunk
      left join matching on matching.chunk = base.chunk
    loop
      continue when coalesce(bit_count(found.parts), 0) = 0;
      chunks := chunks || found.chunk;
      hits[found.chunk] := found.parts;
      whole[found.chunk] := bit_count(found.parts) = found.slots_used;
      total := total + bit_count(found.parts);
    end loop;
    continue when total = 0;

    if total <= public.search_few() then
      return query
        select counted.facet, counted.value, count(*)
        from (
          select parts.*
          from unnest(chunks) as of_chunk
          cross join public.search_placed(of_chunk, hits[of_chunk]) as placed
          join public.parts_catalog as parts on parts.id = placed.part_id
        ) as parts
        cross join lateral (values
          ('make', parts.vehicle_make), ('model', parts.vehicle_model), ('year', parts.vehicle_year::text),
          ('category', parts.category), ('kind', parts.part_name), ('condition', coalesce(parts.part_type, 'Good')),
          ('origin', coalesce(parts.part_type, 'Good')), ('brand', parts.brand),
          ('stock', case when parts.stock_quantity > parts.stock_held then '' end),
          ('added', case when public.search_added_day(parts.created_at) >= substr(since, 7) then '' end)
        ) as counted (facet, value)
        where counted.facet = any (turn.facets) and counted.value is not null
        group by counted.facet, counted.value;
      if 'price' = any (turn.facets) then
        return query
          select 'price', each.price::text, 1::bigint
          from (
            select min(placed.price) as lowest, max(placed.price) as highest
            from unnest(chunks) as of_chunk, public.search_placed(of_chunk, hits[of_chunk]) as placed
            where placed.price > 0
          ) as ends cross join lateral (values (ends.lowest), (ends.highest)) as each (price)
          where each.price is not null;
      end if;
    else
      return query
        select asked.facet, substr(counted.term, strpos(counted.term, '=') + 1), counted.parts
        from jsonb_to_recordset(wanted) as asked (facet text, terms text[], first text, behind text)
        cross join lateral (
          -- An "and" costs more than a count.
          select bits.term, sum(
            case when whole[bits.chunk] then bit_count(bits.parts) else bit_count(bits.parts & hits[bits.chunk]) end
          )::bigint as parts
          from (
            select choices.chunk, choices.term, choices.parts from public.search_choices as choices
            where choices.chunk = any (chunks) and choices.term >= asked.first and choices.term < asked.behind
              and public.search_is_choice(asked.first)
            union all
            select bits.chunk, bits.term, bits.parts from public.search_bits as bits
            where bits.chunk = any (chunks) and bits.term >= asked.first and bits.term < asked.behind
              and not public.search_is_choice(asked.first)
            union all
            select bits.chunk, bits.term, bits.parts from public.search_bits as bits
            where bits.chunk = any (chunks) and bits.term = any (asked.terms)
          ) as bits
          group by bits.term
        ) as counted
        where asked.facet = any (turn.facets) and (asked.facet <> 'kind' or has_kinds);
      if 'stock' = any (turn.facets) then
        return query
          select 'stock', '', sum(bit_count(hits[bits.chunk] & (bits.parts # coalesce(flipped.parts, 0::bit(16384)))))::bigint
          from public.search_bits as bits left join public.search_flipped_stock() as flipped on flipped.chunk = bits.chunk
          where bits.term = 'stock' and bits.chunk = any (chunks);
      end if;
      if 'price' = any (turn.facets) then
        return query
          select 'price', each.price::text, 1::bigint
          from (values (false), (true)) as ends (is_most),
          lateral (select public.search_price_end(hits, chunks, ends.is_most) as price) as each
          where each.price is not null;
      end if;
    end if;
  end loop;
end
$$;
comment on function public.search_facets is
  'How many of the parts that a level finds each choice of the wanted facets leaves, with the filters that it does not ignore. For price: the lowest and the highest. Catalogs with very many names have no kinds, except of few parts.';

grant execute on function public.search_terms to service_role;
grant execute on function public.search_price_bounds, public.search_added_day, public.search_added_at,
  public.search_filter_terms, public.search_is_new, public.search_is_choice, public.search_price_bits, public.search_filter_bits,
  public.search_narrowed, public.search_few, public.search_level_within, public.find_parts_by_match, public.search_newest,
  public.find_parts_of_level, public.count_parts_of_level, public.search_price_end, public.search_facets
  to anon, authenticated, service_role;
