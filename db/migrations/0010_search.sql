-- Search that costs the same at any size.
--
-- The catalogue is cut into chunks, each a range of the order by name with room for 16,384 parts. For each term (a
-- word, a piece of a number, a value to filter by) and chunk there is one string of bits: which of the chunk's parts
-- have it. A search ands and ors a few such strings. Since chunks follow the order by name, a page looks at them in
-- turn and stops when it is full; a count adds up bits.
--
-- Words with a digit (numbers, for short) are as many as there are parts, so they have no term of their own but one
-- for each one, two and three letters in a row. A longer piece of a number may be in the parts that have all its
-- rows of three, and each of those is looked at: bits narrow, the plain condition decides.

drop index public.parts_catalog_search_idx;
drop function public.part_search_text;
drop index public.parts_catalog_price_idx;
drop index public.parts_catalog_condition_idx;
drop index public.parts_catalog_category_idx;
create index parts_catalog_category_idx on public.parts_catalog (category);

-- What is compared.

create function public.search_fold(given text) returns text
  language sql immutable parallel safe
  return translate(lower(given), '-.‐‑–—', '');
comment on function public.search_fold is
  'Case, dashes and dots do not count in a search: F-150 is f150, 45022-TR3-A01 is 45022tr3a01.';

create function public.search_text(
  part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text
) returns text
  language sql immutable parallel safe
  return public.search_fold(
    part_name || E'\n' || coalesce(brand, '') || E'\n' || coalesce(replace(oem_number, ' ', ''), '') || E'\n'
    || coalesce(description, '') || E'\n' || coalesce(vehicle_make, '') || E'\n' || coalesce(vehicle_model, '')
  );
comment on function public.search_text is
  'What a search looks into (Spec §5). Line ends keep the fields apart; an OEM number is one word.';

create function public.search_words(folded text) returns setof text
  language sql immutable parallel safe
begin atomic
  select word
  from string_to_table(translate(folded, E'\t\n\v\f\r\u0085\u00a0', '       '), ' ') as word
  where word <> '';
end;

create function public.search_is_number(word text) returns boolean
  language sql immutable parallel safe
  return word ~ '[0-9]' or length(word) > 60;
comment on function public.search_is_number is
  'What is too various to be kept as a word: whatever holds a digit, and what is too long for one.';

create function public.search_terms(
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
  select 'n=' || substr(word, place, size)
  from words, generate_series(1, length(word)) as place, (values (1), (2), (3)) as sizes (size)
  where is_number and place + size <= length(word) + 1;
end;
comment on function public.search_terms is 'Everything that a part can be found by; some of it more than once.';

-- Where it is kept.

create table public.search_chunks (
  chunk integer not null,
  first_name text not null,
  first_id uuid not null,
  slots_used integer not null,
  constraint search_chunks_pkey primary key (chunk),
  constraint search_chunks_first_key unique (first_name, first_id),
  constraint search_chunks_slots_used check (slots_used between 0 and 16384)
);
comment on table public.search_chunks is
  'Ranges of the order by name. Each begins at its first part''s place and ends where the next begins.';
insert into public.search_chunks values (0, '', '00000000-0000-0000-0000-000000000000', 0);

create table public.search_places (
  part_id uuid not null,
  chunk integer not null,
  slot integer not null,
  part_name text not null,
  price numeric(12, 2) not null,
  constraint search_places_pkey primary key (part_id)
);
comment on table public.search_places is 'Which bit of its chunk''s strings is a part''s, and what lists are ordered by.';
create unique index search_places_slot_idx on public.search_places (chunk, slot) include (part_id);
create index search_places_name_idx on public.search_places (chunk, part_name, part_id) include (slot);
create index search_places_price_idx on public.search_places (price, part_name, part_id) include (chunk, slot);

create table public.search_bits (
  term text collate "C" not null,
  chunk integer not null,
  parts bit(16384) not null,
  constraint search_bits_pkey primary key (term, chunk)
);
comment on table public.search_bits is 'The parts of a chunk that have a term, one bit for each slot.';
create index search_bits_chunk_idx on public.search_bits (chunk);
-- Strings with few bits are compressed, all stay in their rows.
alter table public.search_bits alter column parts set storage main;

create table public.search_vocabulary (
  word text collate "C" not null,
  constraint search_vocabulary_pkey primary key (word)
);
comment on table public.search_vocabulary is 'All words that are kept as words. One that no part has any more may stay.';
create index search_vocabulary_trigram_idx on public.search_vocabulary using gin (word gin_trgm_ops);

-- How it is asked. To plan such a query takes longer than to run it, so one plan serves all.

create type public.search_word as (
  word text,
  known text[],
  pieces text[],
  pieces_decide boolean
);
comment on type public.search_word is
  'A word of a query: the terms of the known words that contain it, and the terms that a number must all have to contain
it. They decide alone where the word is no longer than a piece.';

create function public.search_query(query text) returns public.search_word[]
  language sql stable parallel safe
begin atomic
  with words as (select distinct word from public.search_words(public.search_fold(query)) as word)
  select coalesce(array_agg(row(
    word,
    case when public.search_is_number(word) then '{}' else array(
      select 'w=' || vocabulary.word from public.search_vocabulary as vocabulary
      where vocabulary.word like '%' || regexp_replace(words.word, '([\\%_])', '\\\1', 'g') || '%'
    ) end,
    array(
      select distinct 'n=' || substr(word, place, 3) from generate_series(1, greatest(1, length(word) - 2)) as place
    ),
    length(word) <= 3
  )::public.search_word order by length(word) desc, word), '{}')
  from words
  -- What holds "brake" holds "rak": asking for both is asking for one.
  where not exists (select from words as longer where longer.word <> words.word and strpos(longer.word, words.word) > 0);
end;

create function public.search_filters(
  make text, model text, year integer, category text, condition text, in_stock boolean
) returns text[]
  language sql immutable parallel safe
  return array_remove(array[
    'part', 'make=' || make, 'model=' || model, 'year=' || year, 'category=' || category, 'condition=' || condition,
    case when in_stock then 'stock' end
  ], null);
comment on function public.search_filters is 'The terms that a part must all have to pass the filters; null lets all pass.';

create function public.search_bits_of(filters text[], words public.search_word[], of_chunks integer[])
  returns table (chunk integer, sure bit(16384), unsure bit(16384))
  language sql stable parallel safe rows 100
begin atomic
  with of_terms as (
    select 0 as condition, bits.chunk, bit_and(bits.parts) as sure, bit_and(bits.parts) as possible
    from public.search_bits as bits
    where bits.term = any (filters) and bits.chunk = any (of_chunks)
    group by bits.chunk having count(*) = cardinality(filters)
    union all
    select number, bits.chunk,
      coalesce(bit_or(bits.parts) filter (where pieces_decide or not bits.is_piece), 0::bit(16384)),
      bit_or(bits.parts)
    from unnest(words) with ordinality as conditions (word, known, pieces, pieces_decide, number),
    lateral (
      select bits.chunk, bits.parts, false as is_piece
      from public.search_bits as bits
      where bits.term = any (known) and bits.chunk = any (of_chunks)
      union all
      -- Few chunks have all pieces of a longer number, and the index alone tells which.
      select bits.chunk, bit_and(bits.parts), true
      from public.search_bits as bits
      where bits.term = any (pieces) and bits.chunk = any (array(
        select having_pieces.chunk from public.search_bits as having_pieces
        where having_pieces.term = any (pieces) and having_pieces.chunk = any (of_chunks)
        group by having_pieces.chunk having count(*) = cardinality(pieces)
      ))
      group by bits.chunk
    ) as bits
    group by number, bits.chunk
  ),
  of_all as (
    select chunk, bit_and(sure) as sure, bit_and(possible) as possible
    from of_terms group by chunk having count(*) = cardinality(words) + 1
  )
  select chunk, sure, possible & ~sure from of_all where bit_count(possible) > 0;
end;
comment on function public.search_bits_of is
  'Which parts of some chunks a search finds for sure, and which have to be looked at. Chunks without any are left out.';

create function public.search_patterns(query text) returns text[]
  language sql immutable parallel safe
begin atomic
  select array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from public.search_words(public.search_fold(query)) as word
  );
end;
comment on function public.search_patterns is
  'The plain condition: a part is found if its text is like all of these.';

create function public.search_placed(of_chunk integer, bits bit) returns setof public.search_places
  language sql stable strict parallel safe rows 100
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
comment on function public.search_placed is 'The parts of a chunk whose bits are set.';

create function public.search_matches(
  part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text, patterns text[]
) returns boolean
  language sql immutable parallel safe
  -- What is looked at is mostly found by its OEM number: the other fields are folded only if they have to be.
  return coalesce(public.search_fold(replace(oem_number, ' ', '')) like all (patterns), false)
    or public.search_text(part_name, brand, oem_number, description, vehicle_make, vehicle_model) like all (patterns);
comment on function public.search_matches is 'The plain condition.';

create function public.find_parts(
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
    where (chunks.first_name, chunks.first_id) >= (
      select before.first_name, before.first_id from public.search_chunks as before
      where (before.first_name, before.first_id) <= (after_name, after_id)
      order by before.first_name desc, before.first_id desc limit 1
    )
    order by chunks.first_name, chunks.first_id
  );
  -- The first chunks are likely to fill the page; if not, twice as many are asked at once, and so on.
  taken integer := 0;
  ahead integer := 2;
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
comment on function public.find_parts is
  'The parts behind a place in the order by name that hold every word of the query and pass the filters.';

create function public.count_parts(query text, filters text[], out parts bigint, out in_stock bigint)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
as $$
declare
  patterns constant text[] := public.search_patterns(query);
begin
  with found as materialized (
    select bits.chunk, bits.sure, bits.unsure, stock.parts as in_stock
    from public.search_bits_of(
      filters, public.search_query(query), array(select chunk from public.search_chunks)
    ) as bits
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
comment on function public.count_parts is
  'How many parts hold every word of the query and pass the filters, and how many of them can be bought.';

create function public.find_parts_by_price(
  query text, filters text[], descending boolean, after_price numeric, after_name text, after_id uuid, how_many integer
) returns table (part_id uuid)
  language plpgsql stable rows 25
  set plan_cache_mode = force_generic_plan
as $$
declare
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
    from public.search_bits_of(
      filters, public.search_query(query), array(select chunk from public.search_chunks)
    ) as bits
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
comment on function public.find_parts_by_price is
  'As find_parts, in the order by price (none counts as 0), name and id, or in its reverse.';

-- How it is kept: by triggers, in the transaction of each change.
--
-- Parts that come, go or change their names move places: one transaction at a time does that ("search places").
-- Whoever only turns bits (a sale, a new category) keeps chunks from being divided meanwhile ("search division").

create function public.search_chunk_room() returns integer
  language sql immutable parallel safe
  return 16384;
comment on function public.search_chunk_room is 'How many parts a chunk has room for, at most as many as its strings have bits.';

create function public.search_set_bits(of_chunk integer, from_slot integer) returns void
  language sql
begin atomic
  insert into public.search_bits as bits (term, chunk, parts)
  select term, of_chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
  from public.search_places as places
  join public.parts_catalog as parts on parts.id = places.part_id,
  lateral public.search_terms(
    parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model,
    parts.vehicle_year, parts.category, parts.part_type, parts.stock_quantity > parts.stock_held
  ) as term
  where places.chunk = of_chunk and places.slot >= from_slot
  group by term order by term
  on conflict on constraint search_bits_pkey do update set parts = bits.parts | excluded.parts;

  insert into public.search_vocabulary (word)
  select substr(term, 3) from public.search_bits where chunk = of_chunk and term like 'w=%' order by term
  on conflict do nothing;
end;

create function public.search_turn_bits(of_term text, of_chunk integer, turned_on bit, turned_off bit) returns void
  language sql
begin atomic
  insert into public.search_bits as bits (term, chunk, parts)
  values (of_term, of_chunk, coalesce(turned_on, 0::bit(16384)))
  on conflict on constraint search_bits_pkey
    do update set parts = (bits.parts | excluded.parts) & ~coalesce(turned_off, 0::bit(16384));

  insert into public.search_vocabulary (word)
  select substr(of_term, 3) where of_term like 'w=%' and turned_on is not null
  on conflict do nothing;
end;

create function public.search_divide_chunk(divided integer) returns void
  language plpgsql
as $$
declare
  this public.search_chunks;
  next public.search_chunks;
  first_new integer;
  filled constant integer := public.search_chunk_room() * 5 / 8;
begin
  perform pg_advisory_xact_lock(hashtext('search division'));
  select coalesce(max(chunk), 0) + 1 into first_new from public.search_chunks;
  delete from public.search_chunks where chunk = divided returning * into strict this;
  delete from public.search_places where chunk = divided;
  delete from public.search_bits where chunk = divided;
  select * into next from public.search_chunks
  where (first_name, first_id) > (this.first_name, this.first_id) order by first_name, first_id limit 1;

  insert into public.search_places (part_id, chunk, slot, part_name, price)
  select id, first_new + number / filled, number % filled, part_name, coalesce(price, 0)
  from (
    select id, part_name, price, (row_number() over (order by part_name, id) - 1)::integer as number
    from public.parts_catalog
    where (part_name, id) >= (this.first_name, this.first_id)
      and (next.chunk is null or (part_name, id) < (next.first_name, next.first_id))
  ) as numbered;

  insert into public.search_chunks (chunk, first_name, first_id, slots_used)
  values (first_new, this.first_name, this.first_id, 0);
  insert into public.search_chunks (chunk, first_name, first_id, slots_used)
  select chunk, part_name, part_id, 0 from public.search_places where chunk > first_new and slot = 0;
  update public.search_chunks as chunks
  set slots_used = (select count(*) from public.search_places as places where places.chunk = chunks.chunk)
  where chunks.chunk >= first_new;
  perform public.search_set_bits(chunk, 0) from public.search_chunks where chunk >= first_new order by chunk;
end
$$;
comment on function public.search_divide_chunk is
  'Cuts a chunk into as many as its parts fill to five eighths, in the order by name.';

create function public.search_place_parts(ids uuid[]) returns void
  language plpgsql
as $$
declare
  target record;
begin
  for target in
    select around.chunk, around.slots_used, array_agg(parts.id order by parts.part_name, parts.id) as ids
    from public.parts_catalog as parts
    cross join lateral (
      select chunks.chunk, chunks.slots_used from public.search_chunks as chunks
      where (chunks.first_name, chunks.first_id) <= (parts.part_name, parts.id)
      order by chunks.first_name desc, chunks.first_id desc limit 1
    ) as around
    where parts.id = any (ids)
    group by around.chunk, around.slots_used
  loop
    if target.slots_used + cardinality(target.ids) > public.search_chunk_room() then
      perform public.search_divide_chunk(target.chunk);
    else
      insert into public.search_places (part_id, chunk, slot, part_name, price)
      select parts.id, target.chunk, target.slots_used + placed.number - 1, parts.part_name, coalesce(parts.price, 0)
      from unnest(target.ids) with ordinality as placed(id, number)
      join public.parts_catalog as parts on parts.id = placed.id;
      update public.search_chunks set slots_used = slots_used + cardinality(target.ids) where chunk = target.chunk;
      perform public.search_set_bits(target.chunk, target.slots_used);
    end if;
  end loop;
end
$$;

create function public.search_added_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('search places'));
  perform public.search_place_parts(array(select id from new_parts));
  return null;
end
$$;

create function public.search_removed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  removed record;
begin
  perform pg_advisory_xact_lock(hashtext('search places'));
  for removed in
    select places.chunk, array_agg(places.part_id) as ids,
      bit_or(set_bit(0::bit(16384), places.slot, 1)) as slots
    from public.search_places as places join old_parts on old_parts.id = places.part_id
    group by places.chunk
  loop
    delete from public.search_places where part_id = any (removed.ids);
    -- To go through the terms of many parts takes longer than to go through those of the chunk.
    if cardinality(removed.ids) > 50 then
      update public.search_bits set parts = parts & ~removed.slots
      where chunk = removed.chunk and bit_count(parts & removed.slots) > 0;
      continue;
    end if;
    perform public.search_turn_bits(term, removed.chunk, null, mask)
    from (
      select term, removed.slots as mask
      from old_parts, lateral public.search_terms(
        old_parts.part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category,
        part_type, stock_quantity > stock_held
      ) as term
      where old_parts.id = any (removed.ids)
      group by term order by term
    ) as gone;
  end loop;
  return null;
end
$$;

create function public.search_changed_parts() returns trigger
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
      select term, places.chunk, places.slot, bool_or(terms.is_new) as is_new
      from (
        select id, false as is_new, term
        from old_parts, lateral public.search_terms(
          part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
          stock_quantity > stock_held
        ) as term
        union all
        select id, true, term
        from new_parts, lateral public.search_terms(
          part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
          stock_quantity > stock_held
        ) as term
        where id <> all (coalesce(moved, '{}'))
      ) as terms
      join public.search_places as places on places.part_id = terms.id
      group by term, places.chunk, places.slot
      having bool_and(terms.is_new) = bool_or(terms.is_new)
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

create trigger search_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.search_added_parts();
create trigger search_removed_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.search_removed_parts();
create trigger search_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.search_changed_parts();

-- Everybody may search; only the triggers write.

alter table public.search_chunks enable row level security;
alter table public.search_places enable row level security;
alter table public.search_bits enable row level security;
alter table public.search_vocabulary enable row level security;
create policy "Everybody can search" on public.search_chunks for select to anon, authenticated, service_role using (true);
create policy "Everybody can search" on public.search_places for select to anon, authenticated, service_role using (true);
create policy "Everybody can search" on public.search_bits for select to anon, authenticated, service_role using (true);
create policy "Everybody can search" on public.search_vocabulary
  for select to anon, authenticated, service_role using (true);
grant select on public.search_chunks, public.search_places, public.search_bits, public.search_vocabulary
  to anon, authenticated, service_role;
grant execute on function public.search_fold, public.search_text, public.search_words, public.search_is_number,
  public.search_query, public.search_filters, public.search_bits_of, public.search_placed, public.search_patterns,
  public.search_matches,
  public.find_parts, public.find_parts_by_price, public.count_parts
  to anon, authenticated, service_role;

-- Parts that are there already.
select public.search_divide_chunk(0);
