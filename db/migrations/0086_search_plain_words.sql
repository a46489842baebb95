-- A word that one term decides narrows a search as a filter does, and most searches leave no words open: then nothing is stored and
-- joined again (decision 115).

create function public.search_sure_parts_of(filters text[], words public.search_word[], of_chunks integer[])
  returns table (chunk integer, parts bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  select of_all.chunk, of_all.parts
  from (
    select each.chunk, bit_and(each.sure) as parts
    from public.search_conditions(filters, words, of_chunks) as each
    group by each.chunk having count(*) = cardinality(words) + 1
  ) as of_all
  where bit_count(of_all.parts) > 0;
end;
comment on function public.search_sure_parts_of is 'As search_parts_of, for words that terms decide.';

create or replace function public.search_level_clauses(level jsonb, filters text[]) returns table (chunk integer, parts bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  asked constant public.search_word[] := public.search_clauses(level -> 'clauses');
  plain constant text[] := array(
    select unnest(filters) union select known[1] from unnest(asked) where cardinality(known) = 1 and cardinality(pieces) = 0
  );
  words constant public.search_word[] := array(
    select row(word, known, pieces, pieces_decide)::public.search_word
    from unnest(asked) where cardinality(known) <> 1 or cardinality(pieces) > 0
  );
  are_sure constant boolean := not exists (select from unnest(words) where cardinality(pieces) > 0 and not pieces_decide);
  chunks constant integer[] := array(
    select having_all.chunk from public.search_chunks_with(plain, words) as having_all
  );
begin
  return query
    with positions as (
      select number, opposite, explicit
      from rows from (jsonb_to_recordset(coalesce(level -> 'unless', '[]')) as (opposite text[], explicit text[]))
        with ordinality as unless (opposite, explicit, number)
    ),
    excluded as (
      select of_position.chunk, bit_or(of_position.parts) as parts
      from (
        select bits.chunk, bit_or(bits.parts) filter (where bits.term = any (positions.opposite))
          & ~coalesce(bit_or(bits.parts) filter (where bits.term = any (positions.explicit)), 0::bit(16384)) as parts
        from positions
        join public.search_bits as bits on bits.term = any (positions.opposite || positions.explicit)
        where bits.chunk = any (chunks)
        group by positions.number, bits.chunk
      ) as of_position
      group by of_position.chunk
    )
    select found.chunk, found.parts & ~coalesce(excluded.parts, 0::bit(16384))
    from (
      select * from public.search_sure_parts_of(plain, words, chunks) where are_sure
      union all
      select * from public.search_parts_of(plain, words, chunks) where not are_sure
    ) as found
    left join excluded on excluded.chunk = found.chunk;
end
$$;

grant execute on function public.search_sure_parts_of to anon, authenticated, service_role;
