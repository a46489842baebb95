-- Searches find a part by its stock number, in any spelling. A level may have "stockNumbers", keys as of oem_number_key: alone, or
-- beside clauses, whose parts it finds too.

create function public.search_stock_numbers(keys text[]) returns table (chunk integer, parts bit(16384))
  language plpgsql stable rows 1
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  return query
    select places.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
    from public.search_places as places
    where places.part_id = any (array(
      select id from public.parts_catalog
      where stock_number is not null and public.oem_number_key(stock_number) = any (keys)
    ))
    group by places.chunk;
end
$$;
comment on function public.search_stock_numbers is 'The parts of each chunk with one of these stock numbers.';

alter function public.search_level(jsonb, text[]) rename to search_level_text;
comment on function public.search_level_text is 'As search_level, without stock numbers.';

create function public.search_level(level jsonb, filters text[]) returns table (chunk integer, parts bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  if not level ? 'stockNumbers' then
    return query select * from public.search_level_text(level, filters);
    return;
  end if;
  return query
    with numbered as materialized (
      select of_number.chunk, of_number.parts & bits.sure as parts
      from public.search_stock_numbers(array(select jsonb_array_elements_text(level -> 'stockNumbers'))) as of_number
      cross join lateral public.search_bits_of(filters, '{}', array[of_number.chunk]) as bits
    )
    select coalesce(found.chunk, numbered.chunk),
      coalesce(found.parts, 0::bit(16384)) | coalesce(numbered.parts, 0::bit(16384))
    from (
      select * from public.search_level_text(level, filters) where level ? 'clauses'
    ) as found
    full join numbered on numbered.chunk = found.chunk;
end
$$;
comment on function public.search_level is 'The parts of each chunk that a level finds among those that match the filters.';

alter function public.admin_search(text) rename to admin_search_text;
comment on function public.admin_search_text is 'As admin_search, without stock numbers.';

create function public.admin_search(query text) returns table (chunk integer, hits bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  return query
    select coalesce(found.chunk, numbered.chunk),
      coalesce(found.hits, 0::bit(16384)) | coalesce(numbered.parts, 0::bit(16384))
    from public.admin_search_text(query) as found
    full join public.search_stock_numbers(array[public.oem_number_key(query)]) as numbered
      on numbered.chunk = found.chunk;
end
$$;
comment on function public.admin_search is 'The parts of each chunk that match the search of an admin.';

grant execute on function public.search_level, public.search_stock_numbers to anon, authenticated, service_role;
grant execute on function public.admin_search to authenticated;

-- The job that grades parts (app/features/admin/grade-parts.server.ts).
grant update (grade) on public.parts_catalog to service_role;
grant select (donor_arrived_on) on public.part_private_facts to service_role;
