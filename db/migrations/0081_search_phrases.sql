-- Searches for a whole text that has several words read fewer parts (decision 103). Terms: b= are the characters on both sides of
-- a space, if one of them is a digit: a part with 'Roof 150' in one of its fields has b=f1.

create function public.search_space_terms(folded text) returns setof text
  language sql immutable parallel safe
begin atomic
  select 'b=' || around.characters
  from (
    select case when strpos(folded, '  ') > 0 then regexp_replace(folded, ' +', ' ', 'g') else folded end as text
  ) as spaced
  -- Each piece, and the one after the next space.
  cross join rows from (
    string_to_table(spaced.text, ' '),
    string_to_table(substr(spaced.text, nullif(strpos(spaced.text, ' '), 0) + 1), ' ')
  ) as pieces (piece, next)
  cross join lateral (select right(pieces.piece, 1) || left(pieces.next, 1) as characters) as around
  where around.characters ~ '^([0-9].|.[0-9])$';
end;
comment on function public.search_space_terms is
  'The terms for the spaces of a text next to digits. A part with the text in one of its fields has them all.';

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
    select word, public.search_is_number(word) as is_number
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
  union all select 'w=' || word from words where not is_number
  union all
  select 'n=' || piece
  from words, generate_series(1, length(word)) as place, generate_series(1, 5) as size,
  substr(word, place, size) as piece
  where is_number and place + size <= length(word) + 1 and (size <= 3 or piece !~ '[^0-9]')
    and not (size = 1 and public.search_is_letter(piece))
  union all
  select 'n=' || letter
  from searched, string_to_table('abcdefghijklmnopqrstuvwxyz', null) as letter
  where strpos(searched.text, letter) > 0
  union all
  select term from searched cross join public.search_space_terms(searched.text) as term;
end;

-- Writers of terms wait until all parts have the new ones. Searches and sales do not.
lock table public.search_chunks in exclusive mode;

insert into public.search_bits (term, chunk, parts)
select terms.term, places.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
from public.search_places as places
join public.parts_catalog as parts on parts.id = places.part_id
cross join public.search_space_terms(public.search_text(
  parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model
)) as terms (term)
group by terms.term, places.chunk order by 1, 2;

-- Searching.

create function public.search_phrase(literal text) returns public.search_word[]
  language sql stable parallel safe
begin atomic
  with words as (
    select words.word, words.number = 1 as is_first, words.number = count(*) over () as is_last,
      public.search_is_number(words.word) as is_number
    from public.search_words(literal) with ordinality as words (word, number)
  )
  select coalesce(array_agg(row(
    word,
    case
      when is_number then '{}'
      when not is_first and not is_last then array['w=' || word]
      when public.search_is_letter(word) then '{}'
      else array(
        select 'w=' || vocabulary.word from public.search_vocabulary as vocabulary
        where vocabulary.word like case when is_first then '%' else '' end
          || regexp_replace(words.word, '([\\%_])', '\\\1', 'g') || case when is_last then '%' else '' end
      )
    end,
    case when is_number or is_first or is_last then public.search_pieces(word) else '{}' end,
    false
  )::public.search_word), '{}')
  from words;
end;
comment on function public.search_phrase is
  'The words of a folded text that stands in one field: its first word ends a word of the field, its last word begins one, and the others are whole.';

create or replace function public.search_literal(literal text, filters text[]) returns table (chunk integer, parts bit(16384), unsure bit(16384))
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
  phrase public.search_word[];
  phrase_filters text[];
  phrase_chunks integer[];
begin
  if cardinality(words) = 0 then
    return;
  elsif is_word then
    return query
      select bits.chunk, bits.sure, bits.unsure from public.search_bits_of(filters, words, chunks) as bits;
    return;
  end if;
  phrase := public.search_phrase(literal);
  phrase_filters := filters || array(select distinct term from public.search_space_terms(literal) as term);
  phrase_chunks := array(
    select having_all.chunk from public.search_chunks_with(phrase_filters, phrase) as having_all
  );
  return query
    -- A field that contains all words need not contain the text.
    select bits.chunk, 0::bit(16384), bit_or(bits.sure | bits.unsure)
    from (
      select * from public.search_bits_of(phrase_filters, phrase, phrase_chunks)
      union all
      select * from public.search_bits_of(filters, words, chunks)
    ) as bits
    group by bits.chunk;
end
$$;

grant execute on function public.search_space_terms, public.search_phrase to anon, authenticated, service_role;
