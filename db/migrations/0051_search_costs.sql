-- Less processor time for prices, counts, facets and changes of single parts (decision 67).

-- Triggers for one part took longer to plan their statements than to run them. The plans are the same for any number of parts.
alter function public.search_lock_chunks(uuid[]) set plan_cache_mode = force_generic_plan;
alter function public.search_set_bits(integer, integer) set plan_cache_mode = force_custom_plan;

-- To plan a statement with the terms of a part takes longer than to run it for one part.
create function public.search_terms_planned(
  part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text,
  vehicle_year integer, category text, part_type text,
  price numeric, created_at timestamptz, origin text, mileage integer, grade text
) returns setof text
  language plpgsql immutable rows 100
  set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select term from public.search_terms(
      part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type, price,
      created_at, origin, mileage, grade
    ) as term;
end
$$;
comment on function public.search_terms_planned is 'As search_terms, with a plan that the session keeps: for few parts.';

create or replace function public.search_changed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
declare
  few constant integer := 20;
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
  execute format($sql$
    with terms as (
      select false as is_new, places.chunk, places.slot, term
      from unnest($1) as changed (id)
      join old_parts as part on part.id = changed.id
      join public.search_places as places on places.part_id = part.id,
      lateral public.%1$I(
        part.part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
        part.price, created_at, origin, mileage, grade
      ) as term
      union all
      select true, places.chunk, places.slot, term
      from unnest($1) as changed (id)
      join new_parts as part on part.id = changed.id
      join public.search_places as places on places.part_id = part.id,
      lateral public.%1$I(
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
    select distinct substr(term, 3) from written where starts_with(term, 'w=') order by 1
    on conflict do nothing
  $sql$, case when cardinality(changed) <= few then 'search_terms_planned' else 'search_terms' end) using array(
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

create function public.search_add_bits(of_chunk integer, from_slot integer) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  with written as (
    insert into public.search_bits as bits (term, chunk, parts)
    select added.term, of_chunk, bit_or(set_bit(0::bit(16384), added.slot, 1))
    from (
      select places.slot, terms.term
      from public.search_places as places
      cross join lateral (select * from public.parts_catalog as each where each.id = places.part_id offset 0) as parts
      cross join lateral public.search_terms_planned(
        parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model,
        parts.vehicle_year, parts.category, parts.part_type, parts.price, parts.created_at,
        parts.origin, parts.mileage, parts.grade
      ) as terms (term)
      where places.chunk = of_chunk and places.slot >= from_slot
      union all
      select places.slot, 'stock'
      from public.search_places as places
      cross join lateral (select * from public.parts_catalog as each where each.id = places.part_id offset 0) as parts
      where places.chunk = of_chunk and places.slot >= from_slot and (parts.stock_quantity > parts.stock_held) <> (
        select count(*) % 2 = 1 from public.search_stock_flips as flips where flips.part_id = parts.id
      )
    ) as added
    group by added.term order by added.term
    on conflict on constraint search_bits_pkey do update set parts = bits.parts | excluded.parts
    returning term
  )
  insert into public.search_vocabulary (word)
  select substr(term, 3) from written where starts_with(term, 'w=') order by term
  on conflict do nothing;
end
$$;
comment on function public.search_add_bits is 'As search_set_bits, with a plan that the session keeps: for few parts.';

create or replace function public.search_place_parts(ids uuid[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  few constant integer := 20;
  target record;
begin
  for target in
    select around.chunk, around.slots_used, array_agg(parts.id order by parts.part_name, parts.id) as ids
    from unnest(ids) as placed (id)
    join public.parts_catalog as parts on parts.id = placed.id
    cross join lateral (
      select chunks.chunk, chunks.slots_used from public.search_chunks as chunks
      where (chunks.first_name, chunks.first_id) <= (parts.part_name, parts.id)
      order by chunks.first_name desc, chunks.first_id desc limit 1
    ) as around
    group by around.chunk, around.slots_used
  loop
    if target.slots_used + cardinality(target.ids) > public.search_chunk_room() then
      perform public.search_divide_chunk(target.chunk);
    else
      insert into public.search_places (part_id, chunk, slot, part_name, price)
      select parts.id, target.chunk, target.slots_used + placed.number - 1, parts.part_name, coalesce(parts.price, 0)
      from unnest(target.ids) with ordinality as placed (id, number)
      join public.parts_catalog as parts on parts.id = placed.id;
      update public.search_chunks set slots_used = slots_used + cardinality(target.ids) where chunk = target.chunk;
      if cardinality(target.ids) <= few then
        perform public.search_add_bits(target.chunk, target.slots_used);
      else
        perform public.search_set_bits(target.chunk, target.slots_used);
      end if;
    end if;
  end loop;
end
$$;

-- Prices.

create or replace function public.search_price_bits(from_price numeric, to_price numeric) returns table (chunk integer, parts bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  with asked as (
    select greatest(coalesce(from_price, 0), 0.01) as lowest, coalesce(to_price, 'Infinity') + 0.01 as behind
  ),
  -- Of a range that is asked for in part, its term and the parts to take away, or the parts to add, whichever seem fewer.
  ranges as materialized (
    select bounds.step, bounds.low, bounds.high, greatest(bounds.low, asked.lowest) as first,
      least(bounds.high, asked.behind) as behind,
      (least(bounds.high, asked.behind) - greatest(bounds.low, asked.lowest)) / (bounds.high - bounds.low) > 0.5 as is_most
    from asked, (
      select step, low, lead(low, 1, 'Infinity') over (order by step) as high
      from unnest(public.search_price_bounds()) with ordinality as bounds (low, step)
    ) as bounds
    where bounds.low < asked.behind and bounds.high > asked.lowest
  ),
  ends as (
    select true as is_more, ranges.first, ranges.behind from ranges where not ranges.is_most
    union all
    select false, ranges.low, ranges.first from ranges where ranges.is_most and ranges.low < ranges.first
    union all
    select false, ranges.behind, ranges.high from ranges where ranges.is_most and ranges.behind < ranges.high
  ),
  read as (
    select ends.is_more, places.chunk, places.slot,
      lag(places.slot, 1, -1) over (partition by ends.is_more, places.chunk order by places.slot) as earlier
    from ends cross join lateral (
      select each.chunk, each.slot from public.search_places as each
      where each.price >= ends.first and each.price < ends.behind offset 0
    ) as places
  ),
  singles as (
    -- To set the bits of a string one after the other would copy it each time.
    select read.chunk, read.is_more,
      string_agg(repeat('0', read.slot - read.earlier - 1) || '1', '' order by read.slot)::bit(16384) as parts
    from read group by read.is_more, read.chunk
  )
  select found.chunk, coalesce(bit_or(found.more), 0::bit(16384)) & ~coalesce(bit_or(found.less), 0::bit(16384))
  from (
    select bits.chunk, bits.parts as more, null::bit(16384) as less
    from public.search_bits as bits where bits.term = any (array(select 'price=' || step from ranges where is_most))
    union all
    select singles.chunk, case when singles.is_more then singles.parts end, case when not singles.is_more then singles.parts end
    from singles
  ) as found
  group by found.chunk;
end;

-- Counts.

create or replace function public.count_parts(query text, filters text[], out parts bigint, out in_stock bigint)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
as $$
declare
  words constant public.search_word[] := public.search_query(query);
  chunks integer[];
  patterns text[];
begin
  if cardinality(words) = 0 and 'stock' <> all (filters) then
    select coalesce(sum(bit_count(found.parts)), 0),
      coalesce(sum(bit_count(found.parts & case when flipped.parts is null then stock.parts else stock.parts # flipped.parts end)), 0)
    into parts, in_stock
    from (
      select bits.chunk, bits.parts from public.search_bits as bits where filters = '{part}' and bits.term = 'part'
      union all
      select bits.chunk, bit_and(bits.parts) from public.search_bits as bits
      where filters <> '{part}' and bits.term = any (filters)
      group by bits.chunk having count(*) = cardinality(filters)
    ) as found
    join public.search_bits as stock on stock.term = 'stock' and stock.chunk = found.chunk
    left join public.search_flipped_stock() as flipped on flipped.chunk = found.chunk;
    return;
  end if;
  chunks := array(select having_all.chunk from public.search_chunks_with(filters, words) as having_all);
  patterns := public.search_patterns(query);
  with found as materialized (
    select bits.chunk, bits.sure, bits.unsure, stock.parts # coalesce(flipped.parts, 0::bit(16384)) as in_stock
    from public.search_bits_of(filters, words, chunks) as bits
    join public.search_bits as stock on stock.term = 'stock' and stock.chunk = bits.chunk
    left join public.search_flipped_stock() as flipped on flipped.chunk = bits.chunk
  ),
  counts as (
    select bit_count(found.sure) as parts, bit_count(found.sure & found.in_stock) as in_stock from found
    union all
    select count(*), sum(get_bit(found.in_stock, places.slot))
    from found
    cross join public.search_placed(found.chunk, found.unsure) as places
    join public.parts_catalog as parts on parts.id = places.part_id
    where bit_count(found.unsure) > 0 and public.search_matches(
      parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model, patterns
    )
  )
  select coalesce(sum(counts.parts), 0), coalesce(sum(counts.in_stock), 0) into parts, in_stock from counts;
end
$$;

-- Slots. A chunk that is divided or rebuilt has its parts in the order of makes, so most choices have their bits close together.

create or replace function public.search_divide_chunk(divided integer) returns void
  language plpgsql
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
declare
  this public.search_chunks;
  next public.search_chunks;
  numbers integer[];
  filled constant integer := public.search_chunk_room() * 5 / 8;
begin
  delete from public.search_chunks where chunk = divided returning * into strict this;
  delete from public.search_places where chunk = divided;
  delete from public.search_bits where chunk = divided;
  select * into next from public.search_chunks
  where (first_name, first_id) > (this.first_name, this.first_id) order by first_name, first_id limit 1;

  numbers := array(
    select nextval(pg_get_serial_sequence('public.search_chunks', 'chunk'))
    from generate_series(0, (
      select greatest(count(*) - 1, 0) / filled from public.parts_catalog
      where (part_name, id) >= (this.first_name, this.first_id)
        and (next.chunk is null or (part_name, id) < (next.first_name, next.first_id))
    ))
  );
  -- Parts have places in other chunks only if the index is broken.
  insert into public.search_places as places (part_id, chunk, slot, part_name, price)
  select id, numbers[1 + number / filled],
    row_number() over (
      partition by number / filled order by vehicle_make, part_name, vehicle_model, vehicle_year, id
    ) - 1,
    part_name, coalesce(price, 0)
  from (
    select id, part_name, price, vehicle_make, vehicle_model, vehicle_year,
      (row_number() over (order by part_name, id) - 1)::integer as number
    from public.parts_catalog
    where (part_name, id) >= (this.first_name, this.first_id)
      and (next.chunk is null or (part_name, id) < (next.first_name, next.first_id))
  ) as numbered
  on conflict on constraint search_places_pkey do update
    set chunk = excluded.chunk, slot = excluded.slot, part_name = excluded.part_name, price = excluded.price;

  insert into public.search_chunks (chunk, first_name, first_id, slots_used)
  select numbered.chunk,
    case when place = 1 then this.first_name else lowest.part_name end,
    case when place = 1 then this.first_id else lowest.part_id end,
    (select count(*) from public.search_places as used where used.chunk = numbered.chunk)
  from unnest(numbers) with ordinality as numbered (chunk, place)
  left join lateral (
    select places.part_name, places.part_id from public.search_places as places
    where places.chunk = numbered.chunk order by places.part_name, places.part_id limit 1
  ) as lowest on true;
  perform public.search_set_bits(chunk, 0) from unnest(numbers) as chunk;
end
$$;

-- The strings of choices are stored without the zeros around their bits. "and" takes a microsecond for 8,000 bits.

create function public.search_sorted_slots() returns integer
  language sql immutable parallel safe
  return public.search_chunk_room() * 5 / 64 * 8;
comment on function public.search_sorted_slots is
  'The slots that a chunk has in the order of makes when it is divided. Parts that are added later have higher ones.';

create function public.search_trimmed(given bit(16384)) returns table (first integer, trimmed bit varying, tail bit varying)
  language sql immutable parallel safe rows 1
begin atomic
  select measured.first, substring(given, measured.first + 1, measured.bits),
    substring(given, public.search_sorted_slots() + 1, measured.tail_bits)
  from (
    select public.search_sorted_slots() - 8 * length(ltrim(sent.head, '\x00')) as first,
      8 * length(btrim(sent.head, '\x00')) as bits, 8 * length(rtrim(sent.tail, '\x00')) as tail_bits
    from (
      -- After four bytes for the length.
      select substr(bit_send(given), 5, public.search_sorted_slots() / 8) as head,
        substr(bit_send(given), 5 + public.search_sorted_slots() / 8) as tail
    ) as sent
    offset 0
  ) as measured;
end;
comment on function public.search_trimmed is
  'The bits of the sorted slots from the first one (trimmed, from the slot "first" on), and the bits of the slots behind them (tail).';

create function public.search_count_trimmed(first integer, trimmed bit varying, tail bit varying, hits bit(16384)) returns bigint
  language sql immutable parallel safe
  return bit_count(trimmed & substring(hits, first + 1, length(trimmed))) + case when length(tail) = 0 then 0
    else bit_count(tail & substring(hits, public.search_sorted_slots() + 1, length(tail))) end;
comment on function public.search_count_trimmed is 'How many of the bits of search_trimmed are hits.';

alter table public.search_counted add column stock bit(16384);
truncate public.search_choices;
alter table public.search_choices
  add column first integer not null,
  add column trimmed bit varying not null,
  add column tail bit varying not null;
alter table public.search_choices alter column trimmed set storage plain;
alter table public.search_choices alter column tail set storage plain;
comment on table public.search_choices is
  'The rows of search_bits for makes, categories, conditions, brands, origins, grades and mileages as search_trimmed, kept by triggers there.';

create or replace function public.keep_search_choices() returns trigger
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_generic_plan
as $$
begin
  if tg_op = 'DELETE' then
    -- Only whole chunks are deleted.
    delete from public.search_choices where chunk in (select chunk from gone);
    delete from public.search_counts where chunk in (select chunk from gone);
    delete from public.search_counted where chunk in (select chunk from gone);
  else
    insert into public.search_choices (chunk, term, first, trimmed, tail)
    select written.chunk, written.term, trimmed.first, trimmed.trimmed, trimmed.tail
    from written cross join lateral public.search_trimmed(written.parts) as trimmed
    where public.search_is_choice(written.term) order by written.chunk, written.term
    on conflict on constraint search_choices_pkey do update
      set first = excluded.first, trimmed = excluded.trimmed, tail = excluded.tail;
    delete from public.search_counted where chunk in (
      select chunk from written where term = 'part' or term like 'kind=%' or public.search_is_choice(term)
    );
  end if;
  return null;
end
$$;

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
    from (
      select bits.chunk, bits.term, trimmed.first, trimmed.trimmed, trimmed.tail
      from public.search_bits as bits cross join lateral public.search_trimmed(bits.parts) as trimmed
      where public.search_is_choice(bits.term)
    ) as bits
    full join public.search_choices as choices using (chunk, term)
    where (bits.first, bits.trimmed, bits.tail) is distinct from (choices.first, choices.trimmed, choices.tail) limit 50
  );
end;

create or replace function public.search_chunk_counts(of_chunk integer) returns table (term text, terms text[], parts integer[])
  language sql stable rows 100
begin atomic
  with counted as materialized (
    select split_part(bits.term, '=', 1) as facet, bits.term, (bits.parts & live.parts) as parts
    from (
      select every.term, every.parts
      from (
        select choices.term from public.search_choices as choices where choices.chunk = of_chunk
        union all
        select distinct 'kind=' || part_name from public.search_places where chunk = of_chunk
      ) as named
      join public.search_bits as every on every.term = named.term and every.chunk = of_chunk
    ) as bits
    join public.search_bits as live on live.term = 'part' and live.chunk = of_chunk
  ),
  pairs as (
    select 'part' as term, other.term as other, bit_count(other.parts) as parts from counted as other
    union all
    select 'stock', other.term, bit_count(other.parts & chunks.stock)
    from counted as other join public.search_counted as chunks on chunks.chunk = of_chunk
    union all
    select every.term, other.term, bit_count(every.parts & other.parts)
    from counted as every join counted as other on other.facet <> every.facet or other.term = every.term
  )
  select pairs.term, array_agg(pairs.other order by pairs.other), array_agg(pairs.parts::integer order by pairs.other)
  from pairs where pairs.parts > 0 group by pairs.term;
end;

-- The functions that read the column are replaced.
alter table public.search_choices drop column parts;
insert into public.search_choices (chunk, term, first, trimmed, tail)
select bits.chunk, bits.term, trimmed.first, trimmed.trimmed, trimmed.tail
from public.search_bits as bits cross join lateral public.search_trimmed(bits.parts) as trimmed
where public.search_is_choice(bits.term) order by bits.chunk, bits.term;

-- The parts that were in stock when a chunk was counted, and their counts.

comment on table public.search_counted is
  'The chunks whose rows of search_counts are right, and the parts that the counts of the term stock are of (null: there are none).';

create function public.search_stock_of(of_chunk integer) returns bit(16384)
  language sql stable parallel safe
begin atomic
  select live.parts & (stock.parts # coalesce((
    select bit_xor(set_bit(0::bit(16384), places.slot, 1))
    from public.search_stock_flips as flips join public.search_places as places on places.part_id = flips.part_id
    where places.chunk = of_chunk
  ), 0::bit(16384)))
  from public.search_bits as live join public.search_bits as stock on stock.term = 'stock' and stock.chunk = live.chunk
  where live.term = 'part' and live.chunk = of_chunk;
end;
comment on function public.search_stock_of is 'The parts of a chunk that are in stock.';

create or replace function public.count_next_chunk(after_chunk integer) returns integer
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
declare
  -- Searches read each part whose stock has changed since.
  most_flips constant integer := 20;
  -- All pairs of more terms would take seconds.
  most_terms constant integer := 300;
  of_chunk constant integer := (
    select chunks.chunk
    from public.search_chunks as chunks
    left join public.search_counted as counted on counted.chunk = chunks.chunk
    where chunks.chunk > after_chunk
      and (counted.stock is null or bit_count(counted.stock # public.search_stock_of(chunks.chunk)) > most_flips)
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
    insert into public.search_counted (chunk, stock) values (of_chunk, public.search_stock_of(of_chunk))
    on conflict on constraint search_counted_pkey do update set stock = excluded.stock;
    insert into public.search_counts (chunk, term, terms, parts)
    select of_chunk, counts.term, counts.terms, counts.parts from public.search_chunk_counts(of_chunk) as counts;
  end if;
  return of_chunk;
end
$$;

-- Facets.

create or replace function public.search_price_end(hits bit(16384)[], chunks integer[], is_most boolean) returns numeric
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  bounds constant numeric[] := public.search_price_bounds();
  step integer := case when is_most then cardinality(bounds) else 1 end;
  inside bigint;
  near numeric;
begin
  -- Searches that find many parts find one of the cheapest and one of the most expensive.
  if is_most then
    near := (
      select places.price
      from (
        select each.price, each.chunk, each.slot from public.search_places as each
        order by each.price desc, each.part_name desc, each.part_id desc limit 500
      ) as places
      where places.price > 0 and get_bit(hits[places.chunk], places.slot) = 1 order by places.price desc limit 1
    );
  else
    near := (
      select places.price
      from (
        select each.price, each.chunk, each.slot from public.search_places as each
        where each.price > 0 order by each.price, each.part_name, each.part_id limit 500
      ) as places
      where get_bit(hits[places.chunk], places.slot) = 1 order by places.price limit 1
    );
  end if;
  if near is not null then
    return near;
  end if;
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
  few_flips constant integer := 40;
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
  counted_stock bit(16384)[];
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
  open_hits bit(16384)[];
  open_total bigint;
  -- Parts that kept counts lack (1) or have too many (-1).
  flips bit(16384);
  flipped_chunks integer[];
  flipped_parts bit(16384)[];
  flipped_signs integer[];
  is_few boolean;
  is_vehicle boolean;
begin
  -- The text is evaluated once, without filters, because each facet ignores another one.
  select array_agg(found.chunk), array_agg(found.parts), array_agg(found.live), array_agg(counted.chunk is not null),
    array_agg(counted.stock)
  into every_chunk, base, live, is_counted, counted_stock
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
    from rows from (jsonb_to_recordset(given) as (facet text, terms text[], "except" text[])) with ordinality
      as filter (facet, terms, "except", number)
    cross join lateral (
      select 'stock' as term, 1 as sign where filter.facet = 'stock'
      union all select unnest(filter.terms), 1
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
    open_hits := '{}';
    open_total := 0;
    flipped_chunks := '{}';
    flipped_parts := '{}';
    flipped_signs := '{}';
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
            if names[candidate] = 'stock' and 'stock' <> all (turn.ignored) then
              flips := matching # counted_stock[place];
              -- The other filters may narrow it.
              continue when coalesce(bit_count(flips), few_flips + 1) > few_flips
                or matching <> (live[place] & narrowing[(candidate - 1) * cardinality(every_chunk) + place]);
              same := candidate;
              if bit_count(flips) > 0 then
                flipped_chunks := flipped_chunks || array[at_chunk, at_chunk];
                flipped_parts := flipped_parts || (flips & matching) || (flips & counted_stock[place]);
                flipped_signs := flipped_signs || '{1,-1}';
              end if;
              exit;
            end if;
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
        open_hits := open_hits || matching;
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

    if cardinality(flipped_chunks) > 0 then
      return query
        select counted.facet, counted.value, sum(flipped.sign)
        from unnest(flipped_chunks, flipped_parts, flipped_signs) as flipped (chunk, parts, sign)
        cross join public.search_placed(flipped.chunk, flipped.parts) as placed
        join public.parts_catalog as parts on parts.id = placed.part_id
        cross join lateral (values
          ('make', parts.vehicle_make), ('category', parts.category),
          ('kind', case when has_kinds and length(parts.part_name) <= 200 then parts.part_name end),
          ('condition', coalesce(parts.part_type, 'Good')),
          ('origin', case when public.search_is_new(parts.origin, parts.part_type) then 'new' end),
          ('grade', parts.grade), ('mileage', public.search_mileage_step(parts.mileage)), ('brand', parts.brand)
        ) as counted (facet, value)
        where counted.facet = any (turn.facets) and counted.value is not null
        group by counted.facet, counted.value;
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
            select choices.term,
              public.search_count_trimmed(choices.first, choices.trimmed, choices.tail, opened.hits)::integer as parts
            from unnest(open_chunks, open_hits) as opened (chunk, hits)
            cross join lateral (
              select each.term, each.first, each.trimmed, each.tail from public.search_choices as each
              where each.chunk = opened.chunk and each.term >= asked.first and each.term < asked.behind offset 0
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

grant execute on function public.search_chunk_room, public.search_sorted_slots, public.search_count_trimmed to anon, authenticated, service_role;
grant execute on function public.search_trimmed, public.search_stock_of to service_role;
