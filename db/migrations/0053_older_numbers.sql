-- Searches find a part by an older number, which its OEM number replaces, in any spelling. A level may have "olderNumber", a key as
-- of oem_number_key: alone, or beside clauses or stock numbers, whose parts it finds too.

create function public.older_number_keys(superseded_numbers text) returns text[]
  language sql immutable parallel safe
  return array(
    select key from string_to_table(superseded_numbers, ',') as number, public.oem_number_key(number) as key
    where key is not null
  );
comment on function public.older_number_keys is 'The keys of a part''s older numbers, also of those that are too short to be compared.';
create index parts_catalog_older_number_keys_idx on public.parts_catalog
  using gin (public.older_number_keys(superseded_numbers)) where superseded_numbers is not null;

create function public.search_older_number(key text) returns table (chunk integer, parts bit(16384))
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
      where superseded_numbers is not null and public.older_number_keys(superseded_numbers) @> array[key]
    ))
    group by places.chunk;
end
$$;
comment on function public.search_older_number is 'The parts of each chunk with this older number.';

create or replace function public.search_level(level jsonb, filters text[]) returns table (chunk integer, parts bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  if not level ?| array['stockNumbers', 'olderNumber'] then
    return query select * from public.search_level_text(level, filters);
    return;
  end if;
  return query
    with numbered as materialized (
      select of_number.chunk, of_number.parts & bits.sure as parts
      from (
        select every.chunk, bit_or(every.parts) as parts
        from (
          select * from public.search_stock_numbers(array(select jsonb_array_elements_text(level -> 'stockNumbers')))
          union all
          select * from public.search_older_number(level ->> 'olderNumber')
        ) as every
        group by every.chunk
      ) as of_number
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

create or replace function public.admin_search(query text) returns table (chunk integer, hits bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  return query
    select coalesce(found.chunk, numbered.chunk),
      coalesce(found.hits, 0::bit(16384)) | coalesce(numbered.parts, 0::bit(16384))
    from public.admin_search_text(query) as found
    full join (
      select every.chunk, bit_or(every.parts) as parts
      from (
        select * from public.search_stock_numbers(array[public.oem_number_key(query)])
        union all
        select * from public.search_older_number(public.oem_number_key(query))
      ) as every
      group by every.chunk
    ) as numbered on numbered.chunk = found.chunk;
end
$$;

grant execute on function public.older_number_keys, public.search_older_number to anon, authenticated, service_role;
