-- Columns of a fixed width come first and the lexemes last, so that reading a row ends early. Prices are whole cents, which
-- compare faster than numerics.

drop function public.search_is_large();
drop function public.search_row(public.parts_catalog);
drop table public.search_parts;

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

alter table public.search_parts enable row level security;
create policy "Everybody can search" on public.search_parts for select to anon, authenticated, service_role using (true);
grant select on public.search_parts to anon, authenticated, service_role;

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

create or replace function public.write_search_parts(ids uuid[]) returns void
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

create or replace function public.keep_search_parts() returns trigger
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
  -- More than 50 parts in one statement forget all pages anyway (notify_of_changed_parts).
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

create function public.search_is_large() returns boolean
  language sql stable
begin atomic
  select reltuples > 10000 from pg_catalog.pg_class where oid = 'public.search_parts'::regclass;
end;
comment on function public.search_is_large is
  'Whether a search may find so many parts that a sample is counted first. By the estimate of PostgreSQL, which is free.';
grant execute on function public.search_is_large to anon, authenticated, service_role;

select public.write_search_parts(array(select id from public.parts_catalog));
create index search_parts_doc_idx on public.search_parts using gin (doc) with (fastupdate = off);
create index search_parts_numbers_idx on public.search_parts using gin (numbers gin_trgm_ops) with (fastupdate = off);
analyze public.search_parts;
