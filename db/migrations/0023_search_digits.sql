-- Years, the five digits that many maker's numbers begin with, models like the Ram 1500: a search for such a number used
-- to look at each part that holds its pieces of three letters. Four and five digits in a row are pieces too, so it is
-- answered by bits alone; and a longer number is looked up by the fewest pieces that cover it, first of all for the
-- chunks that have them.

create or replace function public.search_terms(
  part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text,
  vehicle_year integer, category text, part_type text, in_stock boolean
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
  union all select 'stock' where in_stock
  union all select 'make=' || vehicle_make where vehicle_make is not null
  union all select 'model=' || vehicle_model where vehicle_model is not null
  union all select 'year=' || vehicle_year where vehicle_year is not null
  union all select 'category=' || category
  -- A part without a condition is shown as Good (Spec §9).
  union all select 'condition=' || coalesce(part_type, 'Good')
  union all select 'w=' || word from words where not is_number
  union all
  select 'n=' || piece
  from words, generate_series(1, length(word)) as place, generate_series(1, 5) as size,
  substr(word, place, size) as piece
  where is_number and place + size <= length(word) + 1 and (size <= 3 or piece !~ '[^0-9]');
end;

create function public.search_pieces(word text) returns text[]
  language sql immutable parallel safe
begin atomic
  with recursive pieces (place, piece) as (
    select 1, coalesce(substring(word from '^[0-9]{4,5}'), substr(word, 1, 3))
    union all
    select next.place, coalesce(substring(next.rest from '^[0-9]{4,5}'), substr(next.rest, 1, 3))
    from pieces,
    lateral (select least(pieces.place + length(pieces.piece) - 1, length(word) - 2) as place) as follower,
    lateral (select follower.place, substr(word, follower.place) as rest) as next
    where pieces.place + length(pieces.piece) <= length(word)
  )
  select array_agg(distinct 'n=' || piece) from pieces;
end;
comment on function public.search_pieces is
  'The terms that a number must all have to contain a word: few that cover it, each begun with the last letter of the one before.';

create or replace function public.search_query(query text) returns public.search_word[]
  language sql stable parallel safe
begin atomic
  with words as (select distinct word from public.search_words(public.search_fold(query)) as word)
  select coalesce(array_agg(row(
    word,
    case when public.search_is_number(word) then '{}' else array(
      select 'w=' || vocabulary.word from public.search_vocabulary as vocabulary
      where vocabulary.word like '%' || regexp_replace(words.word, '([\\%_])', '\\\1', 'g') || '%'
    ) end,
    public.search_pieces(word),
    length(word) <= 3 or word ~ '^[0-9]{4,5}$'
  )::public.search_word order by length(word) desc, word), '{}')
  from words
  -- What holds "brake" holds "rak": asking for both is asking for one.
  where not exists (select from words as longer where longer.word <> words.word and strpos(longer.word, words.word) > 0);
end;

create function public.search_chunks_with(filters text[], words public.search_word[]) returns table (chunk integer)
  language sql stable parallel safe rows 100
begin atomic
  with asked as (
    select * from unnest(words) with ordinality as words (word, known, pieces, pieces_decide, number)
    -- What stands in many words stands in all chunks.
    where cardinality(known) <= 10
  )
  select chunk
  from (
    select 0 as number, chunk
    from public.search_bits where term = any (filters)
    group by chunk having count(*) = cardinality(filters)
    union all
    select asked.number, having_word.chunk
    from asked, lateral (
      select chunk from public.search_bits where term = any (asked.known)
      union
      select chunk from public.search_bits where term = any (asked.pieces)
      group by chunk having count(*) = cardinality(asked.pieces)
    ) as having_word
  ) as having_each
  group by chunk having count(*) = 1 + (select count(*) from asked);
end;
comment on function public.search_chunks_with is
  'The chunks that may hold what a search finds: they have its terms, as the index alone tells. No other has to be asked for bits.';

create or replace function public.search_bits_of(filters text[], words public.search_word[], of_chunks integer[])
  returns table (chunk integer, sure bit(16384), unsure bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  -- To unpack a string costs more than all else: each is used once.
  with of_terms as (
    select 0 as condition, bits.chunk, bit_and(bits.parts) as sure, null::bit(16384) as unsure
    from public.search_bits as bits
    where bits.term = any (filters) and bits.chunk = any (of_chunks)
    group by bits.chunk having count(*) = cardinality(filters)
    union all
    select number, bits.chunk,
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
    group by number, bits.chunk
  ),
  of_all as (
    select chunk, bit_and(sure) as sure, bit_and(coalesce(sure | unsure, sure)) as possible
    from of_terms group by chunk having count(*) = cardinality(words) + 1
  )
  select chunk, sure, possible & ~sure from of_all where bit_count(possible) > 0;
end;

-- As before, but not strict: so it is planned with what calls it, not called for each chunk.
create or replace function public.search_placed(of_chunk integer, bits bit) returns setof public.search_places
  language sql stable parallel safe rows 100
begin atomic
  -- Each 1 ends a run of 0s: the runs' lengths add up to the slots. "offset 0" keeps the planner from turning the join.
  with runs as (
    select (sum(length(zeros) + 1) over (order by number rows unbounded preceding) - 1)::integer as slot
    from string_to_table(bits::text, '1') with ordinality as runs (zeros, number)
    limit bit_count(bits)
  )
  select places.* from runs, lateral (
    select * from public.search_places where chunk = of_chunk and slot = runs.slot offset 0
  ) as places;
end;

-- As before, but of chunks that may hold something.

create or replace function public.find_parts(
  query text, filters text[], after_name text, after_id uuid, how_many integer
) returns table (part_id uuid)
  language plpgsql stable rows 25
  set plan_cache_mode = force_generic_plan
as $$
declare
  words constant public.search_word[] := public.search_query(query);
  patterns constant text[] := public.search_patterns(query);
  chunks integer[] := array(
    select chunks.chunk from public.search_chunks as chunks
    where chunks.chunk in (select having_all.chunk from public.search_chunks_with(filters, words) as having_all)
      and (chunks.first_name, chunks.first_id) >= (
        select before.first_name, before.first_id from public.search_chunks as before
        where (before.first_name, before.first_id) <= (after_name, after_id)
        order by before.first_name desc, before.first_id desc limit 1
      )
    order by chunks.first_name, chunks.first_id
  );
  -- The first chunks are likely to fill the page; if not, four times as many are asked at once, and so on.
  taken integer := 0;
  ahead integer := case when cardinality(chunks) > 8 then 2 else 8 end;
  found record;
  hits bit(16384);
  added integer;
begin
  while how_many > 0 and taken < cardinality(chunks) loop
    for found in
      select bits.chunk, bits.sure, bits.unsure
      from public.search_bits_of(filters, words, chunks[taken + 1 : taken + ahead]) as bits
      order by array_position(chunks, bits.chunk)
    loop
      hits := found.sure | found.unsure;
      if bit_count(hits) <= 200 then
        return query
          select places.part_id
          from (
            select placed.part_id, placed.slot from public.search_placed(found.chunk, hits) as placed
            where (placed.part_name, placed.part_id) > (after_name, after_id)
            order by placed.part_name, placed.part_id
          ) as places
          where get_bit(found.unsure, places.slot) = 0 or (
              select public.search_matches(
                parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make,
                parts.vehicle_model, patterns
              )
              from public.parts_catalog as parts where parts.id = places.part_id
            )
          limit how_many;
      else
        return query
          select places.part_id from public.search_places as places
          where places.chunk = found.chunk and (places.part_name, places.part_id) > (after_name, after_id)
            and get_bit(hits, places.slot) = 1
            and (get_bit(found.unsure, places.slot) = 0 or (
              select public.search_matches(
                parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make,
                parts.vehicle_model, patterns
              )
              from public.parts_catalog as parts where parts.id = places.part_id
            ))
          order by places.part_name, places.part_id limit how_many;
      end if;
      get diagnostics added = row_count;
      how_many := how_many - added;
      exit when how_many <= 0;
    end loop;
    taken := taken + ahead;
    ahead := ahead * 4;
  end loop;
end
$$;

create or replace function public.count_parts(query text, filters text[], out parts bigint, out in_stock bigint)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
as $$
declare
  words constant public.search_word[] := public.search_query(query);
  chunks constant integer[] := array(
    select having_all.chunk from public.search_chunks_with(filters, words) as having_all
  );
  patterns constant text[] := public.search_patterns(query);
begin
  with found as materialized (
    select bits.chunk, bits.sure, bits.unsure, stock.parts as in_stock
    from public.search_bits_of(filters, words, chunks) as bits
    left join public.search_bits as stock on stock.term = 'stock' and stock.chunk = bits.chunk
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

create or replace function public.find_parts_by_price(
  query text, filters text[], descending boolean, after_price numeric, after_name text, after_id uuid, how_many integer
) returns table (part_id uuid)
  language plpgsql stable rows 25
  set plan_cache_mode = force_generic_plan
as $$
declare
  words constant public.search_word[] := public.search_query(query);
  having_all constant integer[] := array(
    select every.chunk from public.search_chunks_with(filters, words) as every
  );
  patterns constant text[] := public.search_patterns(query);
  found record;
  chunks integer[] := '{}';
  hits bit(16384)[];
  unsure bit(16384)[];
  hit_count bigint := 0;
  is_few boolean;
  ids uuid[];
begin
  for found in
    select bits.chunk, bits.sure, bits.unsure
    from public.search_bits_of(filters, words, having_all) as bits
  loop
    chunks := chunks || found.chunk;
    hits[found.chunk] := found.sure | found.unsure;
    unsure[found.chunk] := found.unsure;
    hit_count := hit_count + bit_count(hits[found.chunk]);
  end loop;
  is_few := hit_count <= 3000;

  -- Of many hits the first ones are likely to be among the next parts in the order by price.
  if not is_few then
    ids := array(
      select places.part_id
      from (
        (
          select * from public.search_places
          where not descending and (price, part_name, search_places.part_id) > (after_price, after_name, after_id)
          order by price, part_name, search_places.part_id limit 20000
        )
        union all
        (
          select * from public.search_places
          where descending and (price, part_name, search_places.part_id) < (after_price, after_name, after_id)
          order by price desc, part_name desc, search_places.part_id desc limit 20000
        )
      ) as places
      where get_bit(hits[places.chunk], places.slot) = 1
        and (get_bit(unsure[places.chunk], places.slot) = 0 or (
          select public.search_matches(
            parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make,
            parts.vehicle_model, patterns
          )
          from public.parts_catalog as parts where parts.id = places.part_id
        ))
      limit how_many
    );
  end if;
  -- Else all hits are looked at.
  if is_few or cardinality(ids) < how_many then
    ids := array(
      select places.part_id
      from (
        select placed.* from unnest(chunks) as of_chunk, public.search_placed(of_chunk, hits[of_chunk]) as placed
        where is_few
        union all
        select * from public.search_places
        where not is_few and chunk = any (chunks) and get_bit(hits[chunk], slot) = 1
      ) as places
      where case when descending
          then (places.price, places.part_name, places.part_id) < (after_price, after_name, after_id)
          else (places.price, places.part_name, places.part_id) > (after_price, after_name, after_id)
        end
        and (get_bit(unsure[places.chunk], places.slot) = 0 or (
          select public.search_matches(
            parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make,
            parts.vehicle_model, patterns
          )
          from public.parts_catalog as parts where parts.id = places.part_id
        ))
      order by
        case when descending then places.price end desc, case when descending then places.part_name end desc,
        case when descending then places.part_id end desc, places.price, places.part_name, places.part_id
      limit how_many
    );
  end if;
  return query select unnest(ids);
end
$$;

create or replace function public.admin_search(query text) returns table (chunk integer, hits bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  words constant public.search_word[] := public.admin_search_query(query);
  chunks constant integer[] := array(
    select having_all.chunk from public.search_chunks_with(array['part'], words) as having_all
  );
  patterns constant text[] := public.search_patterns(query);
begin
  return query
    select found.chunk, found.sure | coalesce(
      (
        select bit_or(set_bit(0::bit(16384), places.slot, 1))
        from public.search_placed(found.chunk, found.unsure) as places
        join public.parts_catalog as parts on parts.id = places.part_id
        where bit_count(found.unsure) > 0 and public.search_text(
            parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model
          ) || E'\n' || public.search_fold(parts.category) || E'\n' || coalesce(parts.vehicle_year::text, '')
          like all (patterns)
      ),
      0::bit(16384)
    )
    from public.search_bits_of(array['part'], words, chunks) as found;
end
$$;

grant execute on function public.search_pieces, public.search_chunks_with to anon, authenticated, service_role;

-- The pieces of parts that are there already.
do $$
declare
  of_chunk integer;
begin
  for of_chunk in select chunk from public.search_chunks loop
    insert into public.search_bits (term, chunk, parts)
    select 'n=' || substr(digits, place, size), of_chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
    from public.search_places as places
    join public.parts_catalog as parts on parts.id = places.part_id,
    lateral regexp_matches(
      public.search_text(
        parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model
      ), '[0-9]{4,}', 'g'
    ) as runs (run),
    lateral (select run[1] as digits offset 0) as of_run,
    generate_series(4, 5) as size, generate_series(1, length(digits) - size + 1) as place
    where places.chunk = of_chunk
    group by 1 order by 1;
  end loop;
end
$$;
