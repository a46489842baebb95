-- Search by PostgreSQL's own means: one row for each part, whose lexemes are what a search compares (docs/search.md).

create function public.search_added_at(created_at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return coalesce(created_at, timestamptz '1970-01-01 00:00:00Z');
comment on function public.search_added_at is 'Parts without a known time count as the oldest.';
grant execute on function public.search_added_at to anon, authenticated, service_role;

-- Lists in the order "newest" read this index.
create index parts_catalog_newest_idx on public.parts_catalog (public.search_added_at(created_at), id);

create function public.search_added_day(created_at timestamptz) returns text
  language sql immutable parallel safe
  return lpad(greatest(floor(extract(epoch from created_at at time zone 'UTC') / 86400), 0)::integer::text, 6, '0');
comment on function public.search_added_day is 'Days since 1970, with six digits.';
grant execute on function public.search_added_day to anon, authenticated, service_role;

create function public.search_mileage_step(miles integer) returns text
  language sql immutable parallel safe
  return case
    when miles <= 30000 then '30000' when miles <= 60000 then '60000' when miles <= 100000 then '100000'
    when miles <= 150000 then '150000' else 'more'
  end;
comment on function public.search_mileage_step is 'The choices of the filter by mileage (app/domain/catalog-query.ts), and more.';
grant execute on function public.search_mileage_step to anon, authenticated, service_role;

-- Columns of a fixed width come first and the lexemes last, so that reading a row ends early. Prices are whole cents, which
-- compare faster than numerics.
create table public.search_parts (
  part_id uuid not null,
  added_at timestamptz not null,
  price_cents bigint not null,
  is_available boolean not null,
  is_new boolean not null,
  vehicle_year integer,
  mileage integer,
  part_name text not null,
  category text not null,
  vehicle_make text,
  vehicle_model text,
  brand text,
  condition text not null,
  grade text,
  numbers text not null,
  doc tsvector not null,
  constraint search_parts_pkey primary key (part_id)
) with (fillfactor = 70);
comment on table public.search_parts is
  'A row for each part in the shop: its words and values as lexemes, and the columns by which lists are filtered, ordered and counted. Price and stock are in no index, so that their changes touch none.';
comment on column public.search_parts.doc is
  'w= words of all fields; t= words of the name; make=, model=, year=, category=, kind=, brand=, condition=, grade=, mileage= and added= values; oem=, old= and stock= numbers; sample= one of 256 random samples.';
comment on column public.search_parts.numbers is 'The numbers without separators, to find their pieces.';
comment on column public.search_parts.price_cents is '0 without a price.';
create index search_parts_doc_idx on public.search_parts using gin (doc) with (fastupdate = off);
create index search_parts_numbers_idx on public.search_parts using gin (numbers gin_trgm_ops) with (fastupdate = off);
alter table public.search_parts enable row level security;
create policy "Everybody can search" on public.search_parts for select to anon, authenticated, service_role using (true);
grant select on public.search_parts to anon, authenticated, service_role;

create table public.search_vocabulary (
  word text collate "C" not null
);
comment on table public.search_vocabulary is
  'The words of all parts without digits and the years, t= the words of names, and brand= the brands. A word that no part has anymore may stay until the search is rebuilt. Two writers at once may both add a word: a unique index would make one wait for the other.';
create index search_vocabulary_word_idx on public.search_vocabulary (word);
create index search_vocabulary_trigram_idx on public.search_vocabulary using gin (word gin_trgm_ops) where word !~ '=';
alter table public.search_vocabulary enable row level security;
create policy "Everybody can search" on public.search_vocabulary for select to anon, authenticated, service_role using (true);
grant select on public.search_vocabulary to anon, authenticated, service_role;

create function public.search_words(given text) returns setof text
  language sql immutable parallel safe
begin atomic
  select distinct left(word, 60)
  from (
    select regexp_replace(public.search_fold(spaced), '[^[:alnum:]]+', '', 'g')
    from string_to_table(translate(given, E'\t\n\v\f\r\u0085\u00a0', '       '), ' ') as spaced
    union all
    select separate from regexp_split_to_table(lower(given), '[^[:alnum:]]+') as separate where length(separate) > 1
  ) as words (word)
  where word <> '';
end;
comment on function public.search_words is
  'The words of a text in lower case, letters and digits only: F-150 is f150, and also 150; front/rear is frontrear, front and rear.';

create function public.search_doc(part public.parts_catalog) returns tsvector
  language sql immutable parallel safe
begin atomic
  select array_to_tsvector(array(
    select 'w=' || word from public.search_words(concat_ws(
      ' ', part.part_name, part.brand, part.category, part.vehicle_make, part.vehicle_model, part.vehicle_year::text,
      part.vehicle_engine, coalesce(part.part_type, 'Good'), replace(part.origin, '_', ' '), part.description
    )) as word
    union all select 't=' || word from public.search_words(part.part_name) as word
    union all select name || '=' || left(value, 200)
    from (values
      ('make', part.vehicle_make), ('model', part.vehicle_model), ('year', part.vehicle_year::text),
      ('category', part.category), ('kind', part.part_name), ('brand', part.brand),
      ('condition', coalesce(part.part_type, 'Good')), ('grade', part.grade),
      ('mileage', case when part.mileage is not null then public.search_mileage_step(part.mileage) end),
      ('added', public.search_added_day(public.search_added_at(part.created_at))),
      ('oem', public.oem_number_key(part.oem_number)), ('stock', public.oem_number_key(part.stock_number)),
      ('sample', left(md5(part.id::text), 2))
    ) as facts (name, value)
    where value is not null
    union all select distinct 'old=' || left(key, 200) from unnest(public.older_number_keys(part.superseded_numbers)) as key
  ));
end;
comment on function public.search_doc is 'See the column search_parts.doc.';

create function public.search_row(part public.parts_catalog) returns setof public.search_parts
  language sql immutable parallel safe rows 1
begin atomic
  select part.id, public.search_added_at(part.created_at), (coalesce(part.price, 0) * 100)::bigint,
    part.stock_quantity > part.stock_held, public.search_is_new(part.origin, part.part_type), part.vehicle_year, part.mileage,
    part.part_name, part.category, part.vehicle_make, part.vehicle_model, part.brand, coalesce(part.part_type, 'Good'),
    part.grade, concat_ws(
      ' ', public.oem_number_key(part.oem_number), array_to_string(public.older_number_keys(part.superseded_numbers), ' '),
      public.oem_number_key(part.stock_number)
    ), public.search_doc(part);
end;

create function public.search_vocabulary_of(docs tsvector[]) returns setof text
  language sql immutable parallel safe
begin atomic
  select distinct case when starts_with(lexeme.word, 'w=') then substr(lexeme.word, 3) else lexeme.word end
  from unnest(docs) as each (doc) cross join lateral unnest(tsvector_to_array(each.doc)) as lexeme (word)
  where lexeme.word ~ '^(t=|brand=|w=([^0-9]{2,}|(19|20)[0-9]{2})$)';
end;

create function public.write_search_parts(ids uuid[]) returns void
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
begin
  with written as (
    insert into public.search_parts as search
    select row_of_part.*
    from unnest(ids) as changed (id)
    join public.parts_catalog as parts on parts.id = changed.id
    cross join lateral public.search_row(parts) as row_of_part
    on conflict (part_id) do update
      set added_at = excluded.added_at, price_cents = excluded.price_cents, is_available = excluded.is_available,
        is_new = excluded.is_new, vehicle_year = excluded.vehicle_year, mileage = excluded.mileage,
        part_name = excluded.part_name, category = excluded.category, vehicle_make = excluded.vehicle_make,
        vehicle_model = excluded.vehicle_model, brand = excluded.brand, condition = excluded.condition,
        grade = excluded.grade, numbers = excluded.numbers, doc = excluded.doc
    returning search.doc
  )
  insert into public.search_vocabulary (word)
  select words.word
  from public.search_vocabulary_of(array(select doc from written)) as words (word)
  where not exists (select from public.search_vocabulary as known where known.word = words.word);
end
$$;

-- Security definer: no role may write the search.
create function public.keep_search_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
declare
  changed uuid[];
  prices bigint[];
  available boolean[];
  -- More than 50 parts in one statement forget all pages anyway (note_changed_parts).
  few constant integer := 50;
  others uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select id from new_parts);
    perform public.write_search_parts(changed);
    perform public.write_fit_keys(changed);
    if cardinality(changed) <= few then
      perform public.notify_of_parts(public.parts_with_keys_of(changed));
    end if;
    return null;
  elsif tg_op = 'TRUNCATE' then
    truncate public.search_parts, public.part_fit_keys;
    return null;
  elsif tg_op = 'DELETE' then
    changed := array(select id from old_parts);
    if cardinality(changed) <= few then
      perform public.notify_of_parts(public.parts_with_keys_of(changed));
    end if;
    delete from public.search_parts where part_id = any (changed);
    delete from public.part_fit_keys where part_id = any (changed);
    return null;
  end if;

  select array_agg(id), array_agg(price_cents), array_agg(is_available) into changed, prices, available
  from (
    select id, (coalesce(price, 0) * 100)::bigint as price_cents, stock_quantity > stock_held as is_available from new_parts
    except
    select id, (coalesce(price, 0) * 100)::bigint, stock_quantity > stock_held from old_parts
  ) as changes;
  if changed is not null then
    update public.search_parts as search set price_cents = sold.price_cents, is_available = sold.is_available
    from unnest(changed, prices, available) as sold (id, price_cents, is_available)
    where search.part_id = sold.id;
  end if;

  changed := array(
    select id
    from (
      select id, part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, vehicle_engine, part_type, origin,
        description, grade, mileage, created_at, oem_number, superseded_numbers, number_type, stock_number from new_parts
      except
      select id, part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, vehicle_engine, part_type, origin,
        description, grade, mileage, created_at, oem_number, superseded_numbers, number_type, stock_number from old_parts
    ) as changes
  );
  if cardinality(changed) > 0 then
    perform public.write_search_parts(changed);
    if cardinality(changed) <= few then
      others := public.parts_with_keys_of(changed);
    end if;
    perform public.write_fit_keys(changed);
    if cardinality(changed) <= few then
      perform public.notify_of_parts(others || public.parts_with_keys_of(changed));
    end if;
  end if;
  return null;
end
$$;
comment on function public.keep_search_parts is
  'Writes what a search compares in the transaction of each change. Also tells the pages of parts with the same number or code, which name each other.';

create trigger keep_search_of_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.keep_search_parts();
create trigger keep_search_of_removed_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.keep_search_parts();
create trigger keep_search_of_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.keep_search_parts();
create trigger keep_search_of_no_parts after truncate on public.parts_catalog
  for each statement execute function public.keep_search_parts();

create function public.search_is_in_numbers(piece text) returns boolean
  language plpgsql stable
  set search_path = ''
  set enable_seqscan = off
as $$
begin
  return exists (select from public.search_parts where numbers like '%' || piece || '%');
end
$$;
comment on function public.search_is_in_numbers is
  'Whether a number contains a piece of at least three characters. Without the setting, PostgreSQL would read the table until the first one.';
grant execute on function public.search_is_in_numbers to anon, authenticated, service_role;

-- Security definer: the owner of pg_trgm, and with it the right to call its functions, differs between servers.
create function public.search_words_like(given text, how_many integer) returns setof text
  language sql stable security definer parallel safe
  set search_path = public, pg_temp
begin atomic
  select vocabulary.word
  from public.search_vocabulary as vocabulary
  where vocabulary.word !~ '=' and (
      vocabulary.word between substr(given, 1, 1) and substr(given, 1, 1) || U&'\+10FFFF'
      or vocabulary.word between substr(given, 2, 1) and substr(given, 2, 1) || U&'\+10FFFF'
      or vocabulary.word % given
    )
    and length(vocabulary.word) between length(given) - 2 and length(given) + 2
  group by vocabulary.word
  order by similarity(vocabulary.word, given) desc, vocabulary.word
  limit how_many;
end;
comment on function public.search_words_like is
  'Words of parts that may be meant by a mistyped one: those that begin with its first or second letter, or share most of its pieces.';
grant execute on function public.search_words_like to anon, authenticated, service_role;

create function public.search_is_large() returns boolean
  language sql stable
begin atomic
  select reltuples > 10000 from pg_catalog.pg_class where oid = 'public.search_parts'::regclass;
end;
comment on function public.search_is_large is
  'Whether a search may find so many parts that a sample is counted first. By the estimate of PostgreSQL, which is free.';
grant execute on function public.search_is_large to anon, authenticated, service_role;

create function public.search_count_words(words text[]) returns table (word text, parts integer)
  language plpgsql stable rows 10
  set search_path = ''
  set enable_seqscan = off
as $$
begin
  return query
    select given.word, (
      select count(*)::integer
      from (select from public.search_parts where doc @@ quote_literal('w=' || given.word)::tsquery limit 10000) as counted
    )
    from unnest(words) as given (word);
end
$$;
comment on function public.search_count_words is 'The parts that have each word, 10,000 at most.';
grant execute on function public.search_count_words to anon, authenticated, service_role;

-- The command "npm run search" calls these. Security definer: no role may read keys of parts that fit.
create function public.check_search_parts(
  after_id uuid, how_many integer, out last_id uuid, out parts integer, out differences text[]
)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select id
    from (
      (select each.id from public.parts_catalog as each where each.id > after_id order by each.id limit how_many)
      union
      (select each.part_id from public.search_parts as each where each.part_id > after_id order by each.part_id limit how_many)
    ) as next
    order by id limit how_many
  );
begin
  last_id := ids[cardinality(ids)];
  parts := cardinality(ids);
  differences := array(
    select format('part %s: %s', found.id, found.difference)
    from (
      select checked.id, case
          when search.part_id is null then 'is missing in the search'
          when listed.part_id is null then 'is not in the catalog'
          when search.* is distinct from listed.* then 'has other words or values in the search'
        end as difference
      from unnest(ids) as checked (id)
      left join public.search_parts as search on search.part_id = checked.id
      left join (
        select row_of_part.* from public.parts_catalog as each cross join lateral public.search_row(each) as row_of_part
        where each.id = any (ids)
      ) as listed on listed.part_id = checked.id
      union all
      select part_id, 'has other keys of parts that fit alike'
      from (
        (select * from public.part_fit_keys where part_id = any (ids) except select * from public.fit_keys_of(ids))
        union
        (select * from public.fit_keys_of(ids) except select * from public.part_fit_keys where part_id = any (ids))
      ) as keys
      group by part_id
    ) as found
    where found.difference is not null order by found.id, found.difference limit 100
  ) || array(
    select format('the word %s is not in the vocabulary', word)
    from public.search_vocabulary_of(array(select doc from public.search_parts where part_id = any (ids))) as words (word)
    where not exists (select from public.search_vocabulary as known where known.word = words.word)
    order by word limit 100
  );
end
$$;
comment on function public.check_search_parts is
  'Compares the search with the catalog for the next parts by id. last_id is null after the last one.';
grant execute on function public.check_search_parts to service_role;

create procedure public.rebuild_search()
  language plpgsql
as $$
declare
  few constant integer := 500;
  ids uuid[];
  free uuid[];
  others uuid[] := '{}';
  last_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  delete from public.search_parts where part_id not in (select id from public.parts_catalog);
  delete from public.part_fit_keys where part_id not in (select id from public.parts_catalog);
  commit;
  loop
    ids := array(select id from public.parts_catalog where id > last_id order by id limit few);
    exit when cardinality(ids) = 0;
    -- A part that someone is changing waits, and holds up no other.
    free := array(select id from public.parts_catalog where id = any (ids) for no key update skip locked);
    perform public.write_search_parts(free);
    perform public.write_fit_keys(free);
    others := others || array(select unnest(ids) except select unnest(free));
    last_id := ids[cardinality(ids)];
    commit;
  end loop;
  foreach last_id in array others loop
    perform from public.parts_catalog where id = last_id for no key update;
    perform public.write_search_parts(array[last_id]);
    perform public.write_fit_keys(array[last_id]);
    commit;
  end loop;
  delete from public.search_vocabulary;
  insert into public.search_vocabulary (word)
  select case when starts_with(word, 'w=') then substr(word, 3) else word end
  from ts_stat('select doc from public.search_parts') where word ~ '^(t=|brand=|w=([^0-9]{2,}|(19|20)[0-9]{2})$)';
end
$$;
comment on procedure public.rebuild_search is
  'Writes all rows anew, 500 in a transaction: a sale of one of them waits until these are written.';
