-- The admin panel: a search that looks into more fields, figures that cost the same at any size, and an archive of
-- what was deleted.

-- Searching. As shoppers search, and also into category and vehicle year (Spec §2, Admin panel).

create function public.search_facet(facet text) returns setof text
  language sql stable parallel safe rows 50
begin atomic
  -- One step through the index for each value. '>' is the character behind '='.
  with recursive terms as (
    select min(term) as term from public.search_bits where term >= facet || '=' and term < facet || '>'
    union all
    select (
      select min(bits.term) from public.search_bits as bits where bits.term > terms.term and bits.term < facet || '>'
    )
    from terms where terms.term is not null
  )
  select term from terms where term is not null;
end;
comment on function public.search_facet is 'All terms of a filter: search_facet(''year'') gives year=2014, year=2015 and so on.';

create function public.admin_search_query(query text) returns public.search_word[]
  language sql stable parallel safe
begin atomic
  with facets as materialized (
    select term, public.search_fold(substr(term, strpos(term, '=') + 1)) as value
    from (select public.search_facet('category') union all select public.search_facet('year')) as terms (term)
  )
  select coalesce(array_agg(row(
    words.word,
    words.known || array(select facets.term from facets where strpos(facets.value, words.word) > 0),
    words.pieces,
    words.pieces_decide
  )::public.search_word order by words.number), '{}')
  from unnest(public.search_query(query)) with ordinality as words (word, known, pieces, pieces_decide, number);
end;
comment on function public.admin_search_query is 'As search_query; a word may also be found in the category and the vehicle year.';

create function public.admin_search(query text) returns table (chunk integer, hits bit(16384))
  language plpgsql stable rows 100
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
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
    from public.search_bits_of(
      array['part'], public.admin_search_query(query), array(select chunks.chunk from public.search_chunks as chunks)
    ) as found;
end
$$;
comment on function public.admin_search is 'The parts of each chunk that an admin''s search finds, exactly.';

-- A page begins behind a part: in the order by name, or by a number (price or stock), name and id, or in the reverse.
create function public.admin_find_parts(
  query text, order_by text, descending boolean, after_number numeric, after_name text, after_id uuid,
  how_many integer, out part_ids uuid[], out total bigint
)
  language plpgsql stable
  set jit = off
as $$
declare
  found record;
  hits bit(16384)[];
  behind constant text := case when descending then '<' else '>' end;
  direction constant text := case when descending then 'desc' else 'asc' end;
  source text;
  number text;
  named text;
  page uuid[];
begin
  part_ids := '{}';
  total := 0;
  for found in select each.chunk, each.hits from public.admin_search(query) as each loop
    hits[found.chunk] := found.hits;
    total := total + bit_count(found.hits);
  end loop;

  if total = 0 or how_many <= 0 then
    return;
  elsif order_by = 'name' then
    -- Chunks follow the order by name: they are looked at in turn until the page is full.
    for found in execute format(
      'select chunks.chunk from public.search_chunks as chunks
       order by chunks.first_name %1$s, chunks.first_id %1$s', direction)
    loop
      continue when coalesce(bit_count(hits[found.chunk]), 0) = 0;
      execute format(
        'select coalesce(array_agg(page.part_id), ''{}'') from (
           select places.part_id from public.search_places as places
           where places.chunk = $1 and ($2 is null or (places.part_name, places.part_id) %1$s ($2, $3))
             and get_bit($4, places.slot) = 1
           order by places.part_name %2$s, places.part_id %2$s limit $5
         ) as page', behind, direction)
      into page using found.chunk, after_name, after_id, hits[found.chunk], how_many - cardinality(part_ids);
      part_ids := part_ids || page;
      exit when cardinality(part_ids) >= how_many;
    end loop;
  else
    -- Few are gathered and sorted; of many, the order's own index is walked until the page is full.
    source := case when total <= 30000
      then 'generate_subscripts($5, 1) as chunk, public.search_placed(chunk, $5[chunk]) as places'
      else 'public.search_places as places' end;
    if order_by = 'price' then
      number := 'places.price';
    else
      number := 'parts.stock_quantity';
      source := source || ' join public.parts_catalog as parts on parts.id = places.part_id';
    end if;
    named := split_part(number, '.', 1);
    named := format('%1$s.part_name, %1$s.%2$s', named, case named when 'places' then 'part_id' else 'id' end);
    execute format(
      'select coalesce(array_agg(page.part_id), ''{}'') from (
         select places.part_id from %1$s
         where get_bit($5[places.chunk], places.slot) = 1 and ($2 is null or (%2$s, %3$s) %4$s ($1, $2, $3))
         order by %2$s %5$s, %6$s %5$s limit $4
       ) as page',
      source, number, named, behind, direction, replace(named, ',', ' ' || direction || ','))
    into part_ids using after_number, after_name, after_id, how_many, hits;
  end if;
end
$$;
comment on function public.admin_find_parts is
  'A page of what an admin''s search finds behind a place in an order (null: from its beginning), and how many in all.';

create index parts_catalog_stock_idx on public.parts_catalog (stock_quantity, part_name, id);

create function public.admin_categories() returns table (name text, parts bigint)
  language sql stable rows 50
begin atomic
  select substr(bits.term, length('category=') + 1), sum(bit_count(bits.parts))
  from public.search_bits as bits
  where bits.term >= 'category=' and bits.term < 'category>'
  group by bits.term having sum(bit_count(bits.parts)) > 0
  order by 1;
end;
comment on function public.admin_categories is 'A category exists only while a part uses it (Spec §4).';

grant execute on function public.search_facet, public.admin_search_query, public.admin_search, public.admin_find_parts,
  public.admin_categories to authenticated;

-- Figures. Each change of the catalogue adds a row with its difference, so that two at once never wait for each other;
-- at night the rows become one.

create table public.catalog_tallies (
  id bigint generated always as identity,
  parts bigint not null,
  priced bigint not null,
  out_of_stock bigint not null,
  low_stock bigint not null,
  constraint catalog_tallies_pkey primary key (id)
);
comment on table public.catalog_tallies is 'Differences; their sums are the figures of the whole catalogue (Spec §2, Admin panel).';
comment on column public.catalog_tallies.priced is 'Parts with a price above 0.';
comment on column public.catalog_tallies.out_of_stock is 'By stock_quantity itself, whatever is held of it.';
comment on column public.catalog_tallies.low_stock is 'Stock of 1 to 5 (Spec §9).';
alter table public.catalog_tallies enable row level security;
create policy "Admins can read tallies" on public.catalog_tallies
  for select to authenticated using ((select public.is_admin()));
grant select on public.catalog_tallies to authenticated;

-- Security definer: whoever may change parts need not write tallies.
create function public.tally_catalog_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  difference record;
begin
  if tg_op = 'INSERT' then
    select count(*) as parts, count(*) filter (where price > 0) as priced,
      count(*) filter (where stock_quantity = 0) as out_of_stock,
      count(*) filter (where stock_quantity between 1 and 5) as low_stock
    into difference from new_parts;
  elsif tg_op = 'DELETE' then
    select -count(*) as parts, -count(*) filter (where price > 0) as priced,
      -count(*) filter (where stock_quantity = 0) as out_of_stock,
      -count(*) filter (where stock_quantity between 1 and 5) as low_stock
    into difference from old_parts;
  else
    select 0 as parts, coalesce(sum(sign) filter (where price > 0), 0) as priced,
      coalesce(sum(sign) filter (where stock_quantity = 0), 0) as out_of_stock,
      coalesce(sum(sign) filter (where stock_quantity between 1 and 5), 0) as low_stock
    into difference
    from (
      select 1 as sign, price, stock_quantity from new_parts
      union all
      select -1, price, stock_quantity from old_parts
    ) as changes;
  end if;
  if (difference.parts, difference.priced, difference.out_of_stock, difference.low_stock) <> (0, 0, 0, 0) then
    insert into public.catalog_tallies (parts, priced, out_of_stock, low_stock)
    values (difference.parts, difference.priced, difference.out_of_stock, difference.low_stock);
  end if;
  return null;
end
$$;

create trigger tally_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.tally_catalog_change();
create trigger tally_removed_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.tally_catalog_change();
create trigger tally_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.tally_catalog_change();

insert into public.catalog_tallies (parts, priced, out_of_stock, low_stock)
select count(*), count(*) filter (where price > 0), count(*) filter (where stock_quantity = 0),
  count(*) filter (where stock_quantity between 1 and 5)
from public.parts_catalog;

-- What was deleted. No role of the application reads or writes it: it is for the operator.

create table public.deleted_parts (
  part_id uuid not null,
  deleted_at timestamptz not null default now(),
  deleted_by uuid,
  part jsonb not null,
  constraint deleted_parts_pkey primary key (part_id, deleted_at)
);
comment on table public.deleted_parts is
  'Copies of deleted parts, kept for 30 days. The operator brings them back with restore_deleted_parts.';
comment on column public.deleted_parts.deleted_by is 'The signed-in user, or null when it was not done on the screen.';
create index deleted_parts_deleted_at_idx on public.deleted_parts (deleted_at);
alter table public.deleted_parts enable row level security;

-- Security definer: nobody may write here but this trigger.
create function public.keep_deleted_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.deleted_parts (part_id, deleted_by, part)
  select id, auth.uid(), to_jsonb(old_parts) from old_parts
  on conflict on constraint deleted_parts_pkey do update set part = excluded.part;
  return null;
end
$$;
create trigger keep_deleted_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.keep_deleted_parts();

create function public.restore_deleted_parts(since timestamptz, in_category text default null) returns bigint
  language sql
  set search_path = ''
begin atomic
  with back as (
    insert into public.parts_catalog
    select parts.*
    from (
      select distinct on (part_id) part from public.deleted_parts
      where deleted_at >= since order by part_id, deleted_at desc
    ) as kept,
    -- What was held when it was deleted is held no more.
    lateral jsonb_populate_record(null::public.parts_catalog, kept.part || '{"stock_held": 0}') as parts
    where in_category is null or parts.category = in_category
    on conflict on constraint parts_catalog_pkey do nothing
    returning id
  ),
  gone as (delete from public.deleted_parts where part_id in (select id from back))
  select count(*) from back;
end;
comment on function public.restore_deleted_parts is
  'For the operator: brings back what was deleted since then, all of it or one category. Returns how many.';

-- Security definer: whoever runs the nightly clean-up can read neither table.
create function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.deleted_parts where deleted_at < now() - interval '30 days';
  with gone as (delete from public.catalog_tallies returning parts, priced, out_of_stock, low_stock)
  insert into public.catalog_tallies (parts, priced, out_of_stock, low_stock)
  select coalesce(sum(parts), 0), coalesce(sum(priced), 0), coalesce(sum(out_of_stock), 0), coalesce(sum(low_stock), 0)
  from gone;
end
$$;
comment on function public.clean_up_catalog is 'Nightly: forgets deleted parts after 30 days, and makes one tally of many.';
grant execute on function public.clean_up_catalog to service_role;
