-- Single letters and prices between the bounds of the ranges take little time (decision 84).

-- Terms: n= of a letter from a to z says that any word of the part contains it, not only a number. dollars= is a narrow range of
-- prices within those of price=.

create function public.search_is_letter(word text) returns boolean
  language sql immutable parallel safe
  return word ~ '^[a-z]$';
comment on function public.search_is_letter is
  'Words that are one term: nearly all words contain them, so that looking those up takes long.';

create function public.search_dollars(price numeric) returns integer
  language sql immutable parallel safe
  return case
    when price < 100 then floor(price) when price < 1000 then floor(price / 5) * 5
    when price < 10000 then floor(price / 50) * 50 else 10000
  end;
comment on function public.search_dollars is
  'Where the range of the term dollars= begins: every dollar, from 100 every 5 dollars, from 1,000 every 50, from 10,000 none.';

create or replace function public.search_price_terms(price numeric) returns setof text
  language sql immutable parallel safe rows 2
begin atomic
  select 'price=' || width_bucket(price, public.search_price_bounds()) where price > 0
  union all select 'dollars=' || public.search_dollars(price) where price > 0;
end;

create or replace function public.search_filter_terms(part_name text, price numeric, created_at timestamptz) returns setof text
  language sql immutable parallel safe
begin atomic
  select 'kind=' || part_name where length(part_name) <= 200
  union all select term from public.search_price_terms(price) as term
  union all select 'added=' || public.search_added_day(public.search_added_at(created_at));
end;

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
  where strpos(searched.text, letter) > 0;
end;

-- The letters of the words that the index has, and the prices that it has: the catalog is not read.
insert into public.search_bits as bits (term, chunk, parts)
select 'n=' || letters.letter, words.chunk, bit_or(words.parts)
from public.search_bits as words
cross join string_to_table('abcdefghijklmnopqrstuvwxyz', null) as letters (letter)
where words.term >= 'w=' and words.term < 'w>' and strpos(substr(words.term, 3), letters.letter) > 0
group by letters.letter, words.chunk order by 1, 2
on conflict on constraint search_bits_pkey do update set parts = bits.parts | excluded.parts;

insert into public.search_bits (term, chunk, parts)
select 'dollars=' || ranges.low, ranges.chunk, bit_or(set_bit(0::bit(16384), ranges.slot, 1))
from (
  select public.search_dollars(places.price) as low, places.chunk, places.slot
  from public.search_places as places where places.price > 0
) as ranges
group by ranges.low, ranges.chunk order by 1, 2;

-- Searching.

create or replace function public.search_query(query text) returns public.search_word[]
  language sql stable parallel safe
begin atomic
  with words as (select distinct word from public.search_words(public.search_fold(query)) as word)
  select coalesce(array_agg(row(
    word,
    case when public.search_is_number(word) or public.search_is_letter(word) then '{}' else array(
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
      when clause.contains is null or public.search_is_number(clause.contains)
        or clause."in" = 'any' and public.search_is_letter(clause.contains)
      then '{}'
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

create or replace function public.search_price_bits(from_price numeric, to_price numeric) returns table (chunk integer, parts bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  with asked as (
    select greatest(coalesce(from_price, 0), 0.01) as lowest, coalesce(to_price, 'Infinity') + 0.01 as behind
  ),
  -- Of a range that is asked for in part, its term and the parts to take away, or the parts to add, whichever seem fewer.
  ranges as materialized (
    select bounds.step, bounds.low, bounds.high, greatest(bounds.low, asked.lowest) as first,
      least(bounds.high, asked.behind) as behind,
      (least(bounds.high, asked.behind) - greatest(bounds.low, asked.lowest)) / (bounds.high - bounds.low) > 0.5 as is_most
    from asked, (
      select step, low, lead(low, 1, 'Infinity') over (order by step) as high
      from unnest(public.search_price_bounds()) with ordinality as bounds (low, step)
    ) as bounds
    where bounds.low < asked.behind and bounds.high > asked.lowest
  ),
  ends as (
    select true as is_more, ranges.first, ranges.behind from ranges where not ranges.is_most
    union all
    select false, ranges.low, ranges.first from ranges where ranges.is_most and ranges.low < ranges.first
    union all
    select false, ranges.behind, ranges.high from ranges where ranges.is_most and ranges.behind < ranges.high
  ),
  -- These parts consist of narrow ranges in the same way.
  narrow as materialized (
    select ends.is_more, steps.term, steps.low, steps.high, greatest(steps.low, ends.first) as first,
      least(steps.high, ends.behind) as behind,
      (least(steps.high, ends.behind) - greatest(steps.low, ends.first)) / (steps.high - steps.low) > 0.5 as is_most
    from ends
    cross join lateral (
      select case when ends.first < 100 then 1 when ends.first < 1000 then 5 else 50 end::numeric as width
    ) as widths
    cross join lateral (
      select 'dollars=' || from_dollars::integer as term, greatest(from_dollars, 0.01) as low,
        from_dollars + widths.width as high
      from generate_series(
        floor(ends.first / widths.width) * widths.width, least(ends.behind, 10000) - 0.01, widths.width
      ) as from_dollars
      union all
      select 'dollars=10000', 10000, 'Infinity' where ends.behind > 10000
    ) as steps
  ),
  narrow_ends as (
    select narrow.is_more, true as is_added, narrow.first, narrow.behind from narrow where not narrow.is_most
    union all
    select narrow.is_more, false, narrow.low, narrow.first from narrow where narrow.is_most and narrow.low < narrow.first
    union all
    select narrow.is_more, false, narrow.behind, narrow.high from narrow where narrow.is_most and narrow.behind < narrow.high
  ),
  read as (
    select ends.is_more, ends.is_added, places.chunk, places.slot,
      lag(places.slot, 1, -1) over (partition by ends.is_more, ends.is_added, places.chunk order by places.slot) as earlier
    from narrow_ends as ends cross join lateral (
      select each.chunk, each.slot from public.search_places as each
      where each.price >= ends.first and each.price < ends.behind offset 0
    ) as places
  ),
  strings as (
    select null::boolean as is_more, true as is_added, bits.chunk, bits.parts
    from public.search_bits as bits where bits.term = any (array(select 'price=' || step from ranges where is_most))
    union all
    select sides.is_more, true, bits.chunk, bits.parts
    from (values (true), (false)) as sides (is_more)
    join public.search_bits as bits on bits.term = any (array(
      select narrow.term from narrow where narrow.is_most and narrow.is_more = sides.is_more
    ))
    union all
    -- To set the bits of a string one after the other would copy it each time.
    select read.is_more, read.is_added, read.chunk,
      string_agg(repeat('0', read.slot - read.earlier - 1) || '1', '' order by read.slot)::bit(16384)
    from read group by read.is_more, read.is_added, read.chunk
  ),
  combined as (
    select strings.chunk, bit_or(strings.parts) filter (where strings.is_more is null) as whole,
      coalesce(bit_or(strings.parts) filter (where strings.is_more and strings.is_added), 0::bit(16384))
        & ~coalesce(bit_or(strings.parts) filter (where strings.is_more and not strings.is_added), 0::bit(16384)) as more,
      coalesce(bit_or(strings.parts) filter (where not strings.is_more and strings.is_added), 0::bit(16384))
        & ~coalesce(bit_or(strings.parts) filter (where not strings.is_more and not strings.is_added), 0::bit(16384)) as less
    from strings group by strings.chunk
  )
  select combined.chunk, (coalesce(combined.whole, 0::bit(16384)) | combined.more) & ~combined.less from combined;
end;

grant execute on function public.search_is_letter, public.search_dollars to anon, authenticated, service_role;
