-- Searches as people type them, best match first (decision 50). app/domain/search reads the text of a query and writes it as
-- a list of levels, best first. Each level finds at least what the levels before it find.
--
-- A level is JSON:
--   clauses   what a part must all have: one of some terms, or a text in a word of its name ("in": "name") or in any of its
--             searched fields ("in": "any")
--   unless    positions: the part has none of the opposite terms, unless it has one of the explicit ones
--   literal   the part also matches if one of its fields contains this whole text (Spec §5)
--   number    instead of clauses: the part has this OEM number, or with "prefix" one that begins so

-- Terms: t= is a word of the name, brand= is a brand.

create function public.search_name_terms(part_name text) returns setof text
  language sql immutable parallel safe
begin atomic
  select distinct 't=' || word
  from (
    select regexp_replace(folded, '[^[:alnum:]]', '', 'g')
    from public.search_words(public.search_fold(part_name)) as folded
    union all
    select separate from regexp_split_to_table(lower(part_name), '[^[:alnum:]]+') as separate where length(separate) > 1
  ) as words (word)
  where word <> '' and length(word) <= case when word ~ '[0-9]' then 8 else 60 end;
end;
comment on function public.search_name_terms is
  'The terms for the words of a name, without punctuation: 16-Inch is 16inch, 16 and inch. Long numbers are left out.';

create or replace function public.search_terms(
  part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text,
  vehicle_year integer, category text, part_type text
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
  union all select 'w=' || word from words where not is_number
  union all
  select 'n=' || piece
  from words, generate_series(1, length(word)) as place, generate_series(1, 5) as size,
  substr(word, place, size) as piece
  where is_number and place + size <= length(word) + 1 and (size <= 3 or piece !~ '[^0-9]');
end;

insert into public.search_bits (term, chunk, parts)
select term, places.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
from public.search_places as places
join public.parts_catalog as parts on parts.id = places.part_id,
lateral (
  select name_term from public.search_name_terms(parts.part_name) as name_term
  union all select 'brand=' || parts.brand where parts.brand is not null
) as terms (term)
group by term, places.chunk;

-- Lists without another order follow the ids, which are random, so kinds are mixed. The index alone finds the slots.
alter table public.search_places drop constraint search_places_pkey;
alter table public.search_places add constraint search_places_pkey primary key (part_id) include (chunk, slot);

-- Searching.

create function public.search_clauses(clauses jsonb) returns public.search_word[]
  language sql stable parallel safe
begin atomic
  select coalesce(array_agg(row(
    clause.contains,
    coalesce(clause.terms, '{}') || case when clause.contains is null or public.search_is_number(clause.contains) then '{}'
      else array(
        select case clause."in"
          when 'name' then 't=' || regexp_replace(vocabulary.word, '[^[:alnum:]]', '', 'g') else 'w=' || vocabulary.word
        end
        from public.search_vocabulary as vocabulary
        where vocabulary.word like '%' || regexp_replace(clause.contains, '([\\%_])', '\\\1', 'g') || '%'
      )
    end,
    case when clause."in" = 'any' then public.search_pieces(clause.contains) else '{}' end,
    length(clause.contains) <= 3 or clause.contains ~ '^[0-9]{4,5}$'
  )::public.search_word), '{}')
  from jsonb_to_recordset(clauses) as clause (terms text[], contains text, "in" text);
end;
comment on function public.search_clauses is 'The clauses of a level, with the known words that contain their texts.';

create function public.search_clauses_match(searched text, part_name text, words public.search_word[]) returns boolean
  language sql immutable parallel safe
  return not exists (
    select from unnest(words) as clause (word, known, pieces, pieces_decide)
    where cardinality(clause.pieces) > 0 and strpos(searched, clause.word) = 0
      and not clause.known && array(select name_term from public.search_name_terms(part_name) as name_term)
  );
comment on function public.search_clauses_match is
  'Whether a part matches the clauses that its bits leave open: those with a text that numbers may contain.';

create function public.search_level_clauses(level jsonb, filters text[]) returns table (chunk integer, parts bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  words constant public.search_word[] := public.search_clauses(level -> 'clauses');
  chunks constant integer[] := array(
    select having_all.chunk from public.search_chunks_with(filters, words) as having_all
  );
begin
  return query
    with found as materialized (
      select bits.chunk, bits.sure, bits.unsure from public.search_bits_of(filters, words, chunks) as bits
    ),
    checked as (
      select found.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1)) as parts
      from found
      cross join public.search_placed(found.chunk, found.unsure) as places
      join public.parts_catalog as parts on parts.id = places.part_id
      where bit_count(found.unsure) > 0 and public.search_clauses_match(
        public.search_text(
          parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model
        ), parts.part_name, words
      )
      group by found.chunk
    ),
    positions as (
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
    select found.chunk, (found.sure | coalesce(checked.parts, 0::bit(16384))) & ~coalesce(excluded.parts, 0::bit(16384))
    from found
    left join checked on checked.chunk = found.chunk
    left join excluded on excluded.chunk = found.chunk;
end
$$;
comment on function public.search_level_clauses is 'The parts of each chunk that match the clauses of a level.';

create function public.search_level_number(key text, is_prefix boolean, filters text[])
  returns table (chunk integer, parts bit(16384))
  language plpgsql stable rows 10
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  most constant integer := 2000;
  ids constant uuid[] := array(
    select id from public.parts_catalog
    where public.oem_number_key(oem_number) >= key
      and public.oem_number_key(oem_number) <= key || case when is_prefix then U&'\+10FFFF' else '' end
    limit most + 1
  );
begin
  -- The beginning of so many numbers says too little.
  if cardinality(ids) > most then
    return;
  end if;
  return query
    with numbered as materialized (
      select places.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1)) as parts
      from public.search_places as places where places.part_id = any (ids) group by places.chunk
    )
    select numbered.chunk, numbered.parts & bits.sure
    from public.search_bits_of(filters, '{}', array(select every.chunk from numbered as every)) as bits
    join numbered on numbered.chunk = bits.chunk;
end
$$;
comment on function public.search_level_number is
  'The parts of each chunk with an OEM number, or with one that begins so. Spellings do not matter (oem_number_key).';

create function public.search_literal(literal text, filters text[]) returns table (chunk integer, parts bit(16384), unsure bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  words constant public.search_word[] := public.search_query(literal);
  chunks constant integer[] := array(
    select having_all.chunk from public.search_chunks_with(filters, words) as having_all
  );
begin
  if cardinality(words) = 0 then
    return;
  end if;
  return query
    select bits.chunk,
      -- A field that contains all words need not contain the text.
      case when strpos(literal, ' ') = 0 then bits.sure else 0::bit(16384) end,
      case when strpos(literal, ' ') = 0 then bits.unsure else bits.sure | bits.unsure end
    from public.search_bits_of(filters, words, chunks) as bits;
end
$$;
comment on function public.search_literal is
  'The parts of each chunk that contain a text, and those whose fields have to be compared.';

create function public.search_level(level jsonb, filters text[]) returns table (chunk integer, parts bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  literal constant text := public.search_fold(level ->> 'literal');
  pattern constant text := '%' || regexp_replace(literal, '([\\%_])', '\\\1', 'g') || '%';
begin
  if level ? 'number' then
    return query select * from public.search_level_number(level ->> 'number', level ? 'prefix', filters);
    return;
  elsif literal is null then
    return query select * from public.search_level_clauses(level, filters);
    return;
  end if;
  return query
    with found as materialized (
      select coalesce(clauses.chunk, whole.chunk) as chunk, coalesce(clauses.parts, 0::bit(16384)) as parts,
        coalesce(whole.parts, 0::bit(16384)) as whole, coalesce(whole.unsure, 0::bit(16384)) as unsure
      from public.search_level_clauses(level, filters) as clauses
      full join public.search_literal(literal, filters) as whole on whole.chunk = clauses.chunk
    ),
    checked as (
      select found.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1)) as parts
      from found
      cross join public.search_placed(found.chunk, found.unsure & ~found.parts & ~found.whole) as places
      join public.parts_catalog as parts on parts.id = places.part_id
      where bit_count(found.unsure & ~found.parts & ~found.whole) > 0 and (
        public.search_text(
          parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model
        ) like pattern
        or public.search_fold(replace(parts.oem_number, ' ', '')) like replace(pattern, ' ', '')
      )
      group by found.chunk
    )
    select found.chunk, found.parts | found.whole | coalesce(checked.parts, 0::bit(16384))
    from found left join checked on checked.chunk = found.chunk;
end
$$;
comment on function public.search_level is 'The parts of each chunk that a level finds among those that match the filters.';

create function public.find_parts_by_match(
  levels jsonb, filters text[], in_stock boolean, after_place integer, after_id uuid, how_many integer
) returns table (part_id uuid, place integer)
  language plpgsql stable rows 25
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  found record;
  earlier bit(16384)[] := '{}';
  available bit(16384)[];
  hits bit(16384)[];
  fresh bit(16384);
  sold_out bit(16384)[];
  counts bigint[];
  added integer;
  start_id uuid;
begin
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

create function public.find_parts_of_level(
  level jsonb, filters text[], order_by text, after_price numeric, after_name text, after_id uuid, how_many integer
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
  for found in select each.chunk, each.parts from public.search_level(level, filters) as each loop
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
  'The next parts that a level finds, in the order by name or price (none counts as 0).';

create function public.count_parts_of_level(level jsonb, filters text[], out parts bigint, out in_stock bigint)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  select coalesce(sum(bit_count(found.parts)), 0),
    coalesce(sum(bit_count(found.parts & (stock.parts # coalesce(flipped.parts, 0::bit(16384))))), 0)
  into parts, in_stock
  from public.search_level(level, filters) as found
  join public.search_bits as stock on stock.term = 'stock' and stock.chunk = found.chunk
  left join public.search_flipped_stock() as flipped on flipped.chunk = found.chunk;
end
$$;
comment on function public.count_parts_of_level is 'How many parts a level finds, and how many of them are in stock.';

grant execute on function public.search_facet, public.search_name_terms, public.search_clauses, public.search_clauses_match,
  public.search_level_clauses, public.search_level_number, public.search_literal, public.search_level,
  public.find_parts_by_match, public.find_parts_of_level, public.count_parts_of_level
  to anon, authenticated, service_role;
