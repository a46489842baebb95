-- As in 0010, but each part's place is looked up before its terms are spread out: with many terms to a part, the planner
-- took them for enough to walk all places, a quarter of a second at a million parts for the sale of a last one.
create or replace function public.search_changed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  moved uuid[];
begin
  if not exists (
    select from old_parts as before join new_parts as after using (id)
    where (before.part_name, before.brand, before.oem_number, before.description, before.vehicle_make, before.vehicle_model,
        before.vehicle_year, before.category, before.part_type, before.stock_quantity > before.stock_held, before.price)
      is distinct from (after.part_name, after.brand, after.oem_number, after.description, after.vehicle_make,
        after.vehicle_model, after.vehicle_year, after.category, after.part_type, after.stock_quantity > after.stock_held, after.price)
  ) then
    return null;
  end if;

  select array_agg(id) into moved
  from old_parts as before join new_parts as after using (id) where before.part_name <> after.part_name;
  if moved is not null then
    perform pg_advisory_xact_lock(hashtext('search places'));
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('search division'));

  -- Parts that move leave with all their terms; of those that stay, only the difference is turned.
  perform public.search_turn_bits(term, chunk, turned_on, turned_off)
  from (
    select term, chunk,
      bit_or(set_bit(0::bit(16384), slot, 1)) filter (where is_new) as turned_on,
      bit_or(set_bit(0::bit(16384), slot, 1)) filter (where not is_new) as turned_off
    from (
      select term, chunk, slot, bool_or(is_new) as is_new
      from (
        select false as is_new, places.chunk, places.slot, term
        from old_parts as part join public.search_places as places on places.part_id = part.id,
          lateral public.search_terms(
            part.part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category,
            part_type, stock_quantity > stock_held
          ) as term
        union all
        select true, places.chunk, places.slot, term
        from new_parts as part join public.search_places as places on places.part_id = part.id,
          lateral public.search_terms(
            part.part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category,
            part_type, stock_quantity > stock_held
          ) as term
        where part.id <> all (coalesce(moved, '{}'))
      ) as terms
      group by term, chunk, slot
      having bool_and(is_new) = bool_or(is_new)
    ) as differences
    group by term, chunk order by term, chunk
  ) as changes;

  update public.search_places as places set price = coalesce(after.price, 0)
  from new_parts as after
  where places.part_id = after.id and places.price <> coalesce(after.price, 0);
  if moved is not null then
    delete from public.search_places where part_id = any (moved);
    perform public.search_place_parts(moved);
  end if;
  return null;
end
$$;
