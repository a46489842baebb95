-- Words of letters and few digits are known as others are, so fewer rows are compared with a text (decision 104).
--
-- Terms: w= is a word without digits, or with letters and up to three digits, such as 12month and f150. n= is a piece of a word with
-- digits; those of a known word have a digit. mixed says that a field other than the OEM number has a word that is not known and has
-- a letter.

create function public.search_is_word(word text) returns boolean
  language sql immutable parallel safe
  return length(word) <= 60 and length(translate(word, '0123456789', '')) >= case
    when length(word) > 3 then length(word) - 3
    -- Short ones without letters are as good as their pieces.
    when word ~ '[a-z]' then 1
    else length(word)
  end;
comment on function public.search_is_word is
  'Words that are few enough to be terms, however many parts a shop has. Those with more digits are numbers.';
comment on function public.search_is_number is 'Words that have pieces: all that contain a digit, and very long ones.';

create or replace function public.search_terms(
  part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text,
  vehicle_year integer, category text, part_type text,
  price numeric, created_at timestamptz, origin text, mileage integer, grade text
) returns setof text
  language sql immutable parallel safe
begin atomic
  with searched as materialized (
    select public.search_text(part_name, brand, oem_number, description, vehicle_make, vehicle_model) as text
  ),
  words as (
    select word, public.search_is_number(word) as is_number, public.search_is_word(word) as is_word
    from searched cross join public.search_words(searched.text) as word
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
  union all select term from public.search_filter_terms(part_name, price, created_at) as term
  union all select term from public.search_used_terms(part_type, origin, mileage, grade) as term
  union all select 'w=' || word from words where is_word
  union all
  select 'mixed' from words
  where not is_word and word ~ '[a-z]' and word is distinct from public.search_fold(replace(oem_number, ' ', ''))
  union all
  select 'n=' || piece
  from words, generate_series(1, length(word)) as place, generate_series(1, 5) as size,
  substr(word, place, size) as piece
  where is_number and place + size <= length(word) + 1 and (size <= 3 or piece !~ '[^0-9]')
    and not (size = 1 and public.search_is_letter(piece)) and not (is_word and piece !~ '[0-9]')
  union all
  select 'n=' || letter
  from searched, string_to_table('abcdefghijklmnopqrstuvwxyz', null) as letter
  where strpos(searched.text, letter) > 0
  union all
  select term from searched cross join public.search_space_terms(searched.text) as term;
end;

-- Writers of terms wait until all parts have the new ones. Searches and sales do not.
lock table public.search_chunks in exclusive mode;

create temporary table number_words on commit drop as
select places.chunk, places.slot, words.word, public.search_is_word(words.word) as is_word,
  words.word is not distinct from public.search_fold(replace(parts.oem_number, ' ', '')) as is_oem_number
from public.search_places as places
join public.parts_catalog as parts on parts.id = places.part_id
cross join public.search_words(public.search_text(
  parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model
)) as words (word)
where public.search_is_number(words.word);

insert into public.search_bits (term, chunk, parts)
select terms.term, terms.chunk, bit_or(set_bit(0::bit(16384), terms.slot, 1))
from (
  select 'w=' || word as term, chunk, slot from number_words where is_word
  union all
  select 'mixed', chunk, slot from number_words where not is_word and not is_oem_number and word ~ '[a-z]'
) as terms
group by terms.term, terms.chunk order by 1, 2;

insert into public.search_vocabulary (word)
select distinct word from number_words where is_word order by 1 on conflict do nothing;

update public.search_bits as bits set parts = bits.parts & ~dropped.parts
from (
  select pieces.piece, pieces.chunk, bit_or(set_bit(0::bit(16384), pieces.slot, 1)) as parts
  from (
    select piece, words.chunk, words.slot
    from number_words as words
    cross join generate_series(1, length(words.word)) as place
    cross join generate_series(2, 3) as size
    cross join substr(words.word, place, size) as piece
    where place + size <= length(words.word) + 1 and piece !~ '[0-9]'
    group by piece, words.chunk, words.slot having bool_and(words.is_word)
  ) as pieces
  group by pieces.piece, pieces.chunk
) as dropped
where bits.term = 'n=' || dropped.piece and bits.chunk = dropped.chunk;

-- Searching.

create or replace function public.search_query(query text) returns public.search_word[]
  language sql stable parallel safe
begin atomic
  with words as (select distinct word from public.search_words(public.search_fold(query)) as word)
  select coalesce(array_agg(row(
    word,
    case when public.search_is_letter(word) or not public.search_is_word(word) then '{}' else array(
      select 'w=' || vocabulary.word from public.search_vocabulary as vocabulary
      where vocabulary.word like '%' || regexp_replace(words.word, '([\\%_])', '\\\1', 'g') || '%'
    ) end,
    public.search_pieces(word),
    length(word) <= 3 or word ~ '^[0-9]{4,5}$'
  )::public.search_word order by length(word) desc, word), '{}')
  from words
  -- A text that contains "brake" contains "rak" as well.
  where not exists (select from words as longer where longer.word <> words.word and strpos(longer.word, words.word) > 0);
end;

create or replace function public.search_clauses(clauses jsonb) returns public.search_word[]
  language sql stable parallel safe
begin atomic
  select coalesce(array_agg(row(
    clause.contains,
    coalesce(clause.terms, '{}') || case
      when clause.contains is null or not public.search_is_word(clause.contains) then '{}'
      when clause."in" = 'any' then case when public.search_is_letter(clause.contains) then '{}' else array(
        select 'w=' || vocabulary.word from public.search_vocabulary as vocabulary
        where vocabulary.word like '%' || regexp_replace(clause.contains, '([\\%_])', '\\\1', 'g') || '%'
      ) end
      when public.search_is_number(clause.contains) then '{}'
      else array(
        select 't=' || regexp_replace(vocabulary.word, '[^[:alnum:]]', '', 'g')
        from public.search_vocabulary as vocabulary
        where vocabulary.word like '%' || regexp_replace(clause.contains, '([\\%_])', '\\\1', 'g') || '%'
          and not public.search_is_number(vocabulary.word)
      )
    end,
    case when clause."in" = 'any' then public.search_pieces(clause.contains) else '{}' end,
    length(clause.contains) <= 3 or clause.contains ~ '^[0-9]{4,5}$'
  )::public.search_word), '{}')
  from jsonb_to_recordset(clauses) as clause (terms text[], contains text, "in" text);
end;

create or replace function public.search_phrase(literal text) returns public.search_word[]
  language sql stable parallel safe
begin atomic
  with words as (
    select words.word, words.number = 1 as is_first, words.number = count(*) over () as is_last,
      public.search_is_word(words.word) as is_word
    from public.search_words(literal) with ordinality as words (word, number)
  )
  select coalesce(array_agg(row(
    word,
    case
      when not is_word then '{}'
      when not is_first and not is_last then array['w=' || word]
      when public.search_is_letter(word) then '{}'
      else array(
        select 'w=' || vocabulary.word from public.search_vocabulary as vocabulary
        where vocabulary.word like case when is_first then '%' else '' end
          || regexp_replace(words.word, '([\\%_])', '\\\1', 'g') || case when is_last then '%' else '' end
      )
    end,
    case when is_first or is_last or not is_word then public.search_pieces(word) else '{}' end,
    false
  )::public.search_word), '{}')
  from words;
end;

create function public.search_conditions(filters text[], words public.search_word[], of_chunks integer[])
  returns table (number bigint, chunk integer, sure bit(16384), unsure bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  -- Decompressing a string is the largest cost: read each one once.
  select 0::bigint, bits.chunk, bit_and(bits.parts # coalesce(flipped.parts, 0::bit(16384))), null::bit(16384)
  from public.search_bits as bits
  left join public.search_flipped_stock() as flipped on bits.term = 'stock' and flipped.chunk = bits.chunk
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
comment on function public.search_conditions is
  'The parts of some chunks that meet each condition of a search, and those that meet it if their text contains its word. The filters are number 0.';

create or replace function public.search_bits_of(filters text[], words public.search_word[], of_chunks integer[])
  returns table (chunk integer, sure bit(16384), unsure bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  with of_all as (
    select each.chunk, bit_and(each.sure) as sure, bit_and(coalesce(each.sure | each.unsure, each.sure)) as possible
    from public.search_conditions(filters, words, of_chunks) as each
    group by each.chunk having count(*) = cardinality(words) + 1
  )
  select of_all.chunk, of_all.sure, of_all.possible & ~of_all.sure from of_all where bit_count(of_all.possible) > 0;
end;

create function public.search_parts_of(filters text[], words public.search_word[], of_chunks integer[])
  returns table (chunk integer, parts bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  with conditions as materialized (
    select * from public.search_conditions(filters, words, of_chunks)
  ),
  of_all as (
    select each.chunk, bit_and(each.sure) as sure, bit_and(coalesce(each.sure | each.unsure, each.sure)) as possible
    from conditions as each group by each.chunk having count(*) = cardinality(words) + 1
  ),
  -- Only the words that a part's terms leave open are compared with its text.
  open_chunks as materialized (
    select each.number, each.chunk, of_all.possible & ~each.sure as parts
    from of_all join conditions as each on each.chunk = of_all.chunk
    where of_all.possible <> of_all.sure and bit_count(of_all.possible & ~each.sure) > 0
  ),
  checked as (
    select open.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1)) as missed
    from open_chunks as open
    cross join public.search_placed(open.chunk, open.parts) as places
    -- "offset 0": by the index, however many parts the planner expects.
    cross join lateral (select * from public.parts_catalog as each where each.id = places.part_id offset 0) as parts
    where strpos(public.search_text(
      parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model
    ), (words[open.number]).word) = 0
    group by open.chunk
  )
  select of_all.chunk, case when checked.missed is null then of_all.possible else of_all.possible & ~checked.missed end
  from of_all left join checked on checked.chunk = of_all.chunk
  where bit_count(of_all.possible) > 0;
end;
comment on function public.search_parts_of is 'The parts of some chunks that match a search.';

create or replace function public.search_level_clauses(level jsonb, filters text[]) returns table (chunk integer, parts bit(16384))
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
    from public.search_parts_of(filters, words, chunks) as found
    left join excluded on excluded.chunk = found.chunk;
end
$$;
drop function public.search_clauses_match(text, text, public.search_word[]);

drop function public.search_literal(text, text[]);
create function public.search_literal(literal text, filters text[])
  returns table (chunk integer, parts bit(16384), in_field bit(16384), in_number bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  is_word constant boolean := strpos(literal, ' ') = 0;
  -- An OEM number is compared without its spaces.
  words constant public.search_word[] := public.search_query(replace(literal, ' ', ''));
  chunks constant integer[] := array(
    select having_all.chunk from public.search_chunks_with(filters, words) as having_all
  );
  -- The terms of the parts whose other fields may contain it. Of these terms, a short text with a letter and a digit has one.
  in_others constant text[] := case
    when length(replace(literal, ' ', '')) <= 3 and literal ~ '[a-z]' and literal ~ '[0-9]' then words[1].known || 'mixed'::text else '{part}'
  end;
  phrase public.search_word[];
  phrase_filters text[];
  phrase_chunks integer[];
begin
  if cardinality(words) = 0 then
    return;
  elsif is_word then
    return query
      select bits.chunk, bits.sure, bits.unsure, 0::bit(16384) from public.search_bits_of(filters, words, chunks) as bits;
    return;
  end if;
  phrase := public.search_phrase(literal);
  phrase_filters := filters || array(select distinct term from public.search_space_terms(literal) as term);
  phrase_chunks := array(
    select having_all.chunk from public.search_chunks_with(phrase_filters, phrase) as having_all
  );
  return query
    -- A field that contains all words need not contain the text. An OEM number contains its pieces, unless another field does.
    select coalesce(field.chunk, number.chunk), coalesce(number.sure & ~coalesce(others.parts, 0::bit(16384)), 0::bit(16384)),
      coalesce(field.sure | field.unsure, 0::bit(16384)),
      coalesce(number.sure & others.parts, 0::bit(16384)) | coalesce(number.unsure, 0::bit(16384))
    from public.search_bits_of(phrase_filters, phrase, phrase_chunks) as field
    full join public.search_bits_of(filters, words, chunks) as number on number.chunk = field.chunk
    left join (
      select bits.chunk, bit_or(bits.parts) as parts from public.search_bits as bits
      where bits.term = any (in_others) and bits.chunk = any (chunks)
      group by bits.chunk
    ) as others on others.chunk = number.chunk;
end
$$;
comment on function public.search_literal is
  'The parts of each chunk that contain a text, and those that do if one of their fields, or their OEM number without spaces, does.';

create or replace function public.search_level_text(level jsonb, filters text[]) returns table (chunk integer, parts bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  literal constant text := public.search_fold(level ->> 'literal');
  -- Terms of makes, models and brands whose names contain the text.
  names constant public.search_word[] := array[
    row(null, array(select jsonb_array_elements_text(level -> 'names')), '{}', false)::public.search_word
  ];
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
      select coalesce(clauses.chunk, whole.chunk) as chunk,
        coalesce(clauses.parts, 0::bit(16384)) | coalesce(whole.parts, 0::bit(16384)) | coalesce(named.sure, 0::bit(16384)) as parts,
        coalesce(whole.in_field, 0::bit(16384)) as in_field, coalesce(whole.in_number, 0::bit(16384)) as in_number
      from public.search_level_clauses(level, filters) as clauses
      full join public.search_literal(literal, filters) as whole on whole.chunk = clauses.chunk
      -- A part with such a name is one of those that may contain the text.
      left join (
        select each.chunk, each.sure
        from public.search_bits_of(
          filters, names, array(select having_all.chunk from public.search_chunks_with(filters, names) as having_all)
        ) as each
        where level ? 'names'
      ) as named on named.chunk = whole.chunk
    ),
    open_chunks as materialized (
      select found.chunk, found.in_number & ~found.parts as parts, true as is_number from found
      union all
      select found.chunk, found.in_field & ~found.parts, false from found
    ),
    checked as (
      select open.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1)) as parts
      from open_chunks as open
      cross join public.search_placed(open.chunk, open.parts) as places
      cross join lateral (select * from public.parts_catalog as each where each.id = places.part_id offset 0) as parts
      where bit_count(open.parts) > 0 and case
        when open.is_number then strpos(public.search_fold(replace(parts.oem_number, ' ', '')), replace(literal, ' ', '')) > 0
        else strpos(public.search_text(
          parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model
        ), literal) > 0
      end
      group by open.chunk
    )
    select found.chunk, found.parts | coalesce(checked.parts, 0::bit(16384))
    from found left join checked on checked.chunk = found.chunk;
end
$$;

create or replace function public.find_parts_by_match(
  levels jsonb, filters text[], narrowing jsonb, in_stock boolean, after_place integer, after_id uuid, how_many integer
) returns table (part_id uuid, place integer)
  language plpgsql stable rows 25
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  found record;
  narrowed bit(16384)[] := '{}';
  earlier bit(16384)[] := '{}';
  available bit(16384)[];
  hits bit(16384)[];
  fresh bit(16384);
  sold_out bit(16384)[];
  counts bigint[];
  added integer;
  start_id uuid;
  last_number constant integer := jsonb_array_length(levels) - 1;
  -- This level finds all that those before it find. A whole text is looked for only if they do not fill the page.
  widest constant integer := last_number - case when levels -> last_number ? 'literal' then 1 else 0 end;
  widest_parts bit(16384)[];
  is_done boolean := false;
begin
  for found in
    select each.chunk, each.parts from public.search_narrowed(narrowing) as each where narrowing <> '[]'
  loop
    narrowed[found.chunk] := found.parts;
  end loop;

  for number in 0 .. last_number loop
    continue when is_done and number <= widest;
    available := '{}';
    sold_out := '{}';
    counts := '{0,0}';
    for found in
      select level.chunk, level.parts, stock.parts # coalesce(flipped.parts, 0::bit(16384)) as stock
      from (
        select * from public.search_level(levels -> number, filters) where widest_parts is null or number <> widest
        union all
        select chunk, widest_parts[chunk] from generate_subscripts(widest_parts, 1) as chunk where number = widest
      ) as level
      join public.search_bits as stock on stock.term = 'stock' and stock.chunk = level.chunk
      left join public.search_flipped_stock() as flipped on flipped.chunk = level.chunk
    loop
      if narrowing <> '[]' then
        continue when narrowed[found.chunk] is null;
        found.parts := found.parts & narrowed[found.chunk];
      end if;
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

    -- Most searches that do not fill a page find all in their first levels.
    if widest_parts is null and levels -> number ? 'clauses' and number < widest - 1 then
      widest_parts := '{}';
      for found in select each.chunk, each.parts from public.search_level(levels -> widest, filters) as each loop
        continue when narrowing <> '[]' and narrowed[found.chunk] is null;
        widest_parts[found.chunk] := found.parts;
      end loop;
    end if;
    is_done := widest_parts is not null and not exists (
      select from generate_subscripts(widest_parts, 1) as chunk
      where bit_count(widest_parts[chunk] & coalesce(narrowed[chunk], ~0::bit(16384)) & ~coalesce(earlier[chunk], 0::bit(16384))) > 0
    );
  end loop;
end
$$;

grant execute on function public.search_is_word, public.search_conditions,
  public.search_parts_of, public.search_literal to anon, authenticated, service_role;
