-- Searches look up the place of each part whose stock has changed since the last fold, once for their page and once for their
-- count. After 2,500 changes in a minute, a search at a million parts took ten times as long.

-- As before, but for all chunks in one statement. The earlier function looked up the place of each flip for each chunk.
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
