-- Searches look up the place of each part whose stock has changed since the last fold, once for their page and once for their
-- count. After 2,500 changes in a minute, a search at a million parts took ten times as long.

-- As before, but all chunks in one statement: it looked up the place of each flip for each chunk.
create or replace function public.fold_search_stock() returns void
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
declare
  locked integer[];
begin
  locked := array(
    select chunks.chunk from public.search_chunks as chunks
    where chunks.chunk in (
      select places.chunk
      from public.search_stock_flips as flips, lateral (
        select each.chunk from public.search_places as each where each.part_id = flips.part_id offset 0
      ) as places
    )
    order by chunks.chunk for update skip locked
  );
  -- This statement sees the places that the parts have now.
  with moved as materialized (
    select flips.id, places.chunk, places.slot
    from public.search_stock_flips as flips, lateral (
      select each.chunk, each.slot from public.search_places as each where each.part_id = flips.part_id offset 0
    ) as places
    where places.chunk = any (locked)
  ),
  folded as (
    delete from public.search_stock_flips as flips using moved where flips.id = moved.id
    returning moved.chunk, moved.slot
  ),
  strings as (
    select folded.chunk, bit_xor(set_bit(0::bit(16384), folded.slot, 1)) as parts from folded group by folded.chunk
  )
  update public.search_bits as bits set parts = bits.parts # strings.parts
  from strings where bits.term = 'stock' and bits.chunk = strings.chunk;
end
$$;

create function public.fold_stock_soon() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hundredth constant bigint := (select min(id) from new_flips where id % 100 = 0);
begin
  if hundredth is not null then
    -- With a key of its own: with the same key, a sale would wait for another transaction.
    perform public.add_job('fold-stock-flips', '{}', 'fold-stock-flips:' || hundredth);
  end if;
  return null;
end
$$;
comment on function public.fold_stock_soon is 'Adds a job after each hundred flips. A regular task folds fewer.';
create trigger fold_stock_soon after insert on public.search_stock_flips
  referencing new table as new_flips
  for each statement execute function public.fold_stock_soon();

create or replace function public.search_flipped_stock() returns table (chunk integer, parts bit(16384))
  language sql stable parallel safe rows 10
begin atomic
  -- "offset 0" makes the planner look each place up by its part: there are few flips and many places.
  select places.chunk, bit_xor(set_bit(0::bit(16384), places.slot, 1))
  from (
    -- A part that was held and released is as before.
    select part_id from public.search_stock_flips group by part_id having count(*) % 2 = 1
  ) as flips, lateral (
    select chunk, slot from public.search_places where part_id = flips.part_id offset 0
  ) as places
  group by places.chunk;
end;

create or replace function public.search_conditions(filters text[], words public.search_word[], of_chunks integer[])
  returns table (number bigint, chunk integer, sure bit(16384), unsure bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  -- Decompressing a string is the largest cost: read each one once.
  select 0::bigint, bits.chunk, bit_and(bits.parts # coalesce(flipped.parts, 0::bit(16384))), null::bit(16384)
  from public.search_bits as bits
  left join (
    select each.chunk, each.parts from public.search_flipped_stock() as each where 'stock' = any (filters)
  ) as flipped on bits.term = 'stock' and flipped.chunk = bits.chunk
  where bits.term = any (filters) and bits.chunk = any (of_chunks)
  group by bits.chunk having count(*) = cardinality(filters)
  union all
  select conditions.number, bits.chunk,
    coalesce(bit_or(bits.parts) filter (where bits.is_sure), 0::bit(16384)),
    bit_or(bits.parts) filter (where not bits.is_sure)
  from unnest(words) with ordinality as conditions (word, known, pieces, pieces_decide, number),
  lateral (
    select bits.chunk, bits.parts, true as is_sure
    from public.search_bits as bits
    where bits.term = any (known) and bits.chunk = any (of_chunks)
    union all
    select bits.chunk, bit_and(bits.parts), pieces_decide
    from public.search_bits as bits
    where bits.term = any (pieces) and bits.chunk = any (of_chunks)
    group by bits.chunk having count(*) = cardinality(pieces)
  ) as bits
  group by conditions.number, bits.chunk;
end;
