-- A GIN index collects the entries of new row versions in a list, up to 4 MB, and each lookup reads the whole list until a vacuum
-- moves it into the index. The vehicles of a part look up its older numbers, so a load of many parts read the list once for
-- each part, and changes after a bulk change were slow. Most parts have few older numbers: they are written at once.

alter index public.parts_catalog_superseded_numbers_idx set (fastupdate = off);
alter index public.parts_catalog_older_number_keys_idx set (fastupdate = off);
select pg_catalog.gin_clean_pending_list('public.parts_catalog_superseded_numbers_idx'),
  pg_catalog.gin_clean_pending_list('public.parts_catalog_older_number_keys_idx');

-- A plan that is made while a table is empty, after a vacuum, reads the whole table, and is kept while the table grows. The
-- functions that write the index, and those that they call, find all rows by an index.

alter function public.search_added_parts() set enable_seqscan = off;
alter function public.search_changed_parts() set enable_seqscan = off;
alter function public.search_removed_parts() set enable_seqscan = off;
alter function public.set_fits_of_codes() set enable_seqscan = off;
alter function public.set_fits_of_fitments() set enable_seqscan = off;
alter function public.set_fit_terms(uuid[]) set enable_seqscan = off;
alter function public.search_place_parts(uuid[]) set enable_seqscan = off;
alter function public.fill_fit_terms(integer) set enable_seqscan = off;

-- "merge" joined the new bits with the bits of the whole chunk while few of them were known. "on conflict" has no plan to be wrong.
create or replace function public.search_flip_bits(terms text[], chunks integer[], slots integer[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  if coalesce(cardinality(terms), 0) = 0 then
    return;
  end if;
  insert into public.search_bits as bits (term, chunk, parts)
  select flip.term collate "C", flip.chunk, bit_or(set_bit(0::bit(16384), flip.slot, 1))
  from unnest(terms, chunks, slots) as flip (term, chunk, slot)
  group by 1, 2 order by 1, 2
  on conflict on constraint search_bits_pkey do update set parts = bits.parts # excluded.parts;
  insert into public.search_vocabulary (word)
  select distinct substr(term, 3) from unnest(terms) as term
  where starts_with(term, 'w=') and not exists (
    select from public.search_vocabulary as known where known.word = substr(term, 3)
  )
  order by 1
  on conflict do nothing;
end
$$;
