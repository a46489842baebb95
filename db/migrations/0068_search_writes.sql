-- Changes of parts write the search index in fewer and fixed steps (decision 83).
--
-- 1. One trigger for each kind of change locks groups and chunks once, then writes places, terms and vehicles together.
-- 2. All bits are written by search_flip_bits: each string once in a statement.
-- 3. No statement is planned for the rows of one change. What refers to transition tables only scans or compares them
--    ("except"). All other statements take arrays and keep a generic plan. "cross join lateral (... offset 0)" reads a row
--    by its index, whatever the planner expects. Where a row is written, other joins are off.

-- Locks.

drop function public.search_lock_chunks(uuid[]);
create function public.search_lock_chunks(ids uuid[], placed uuid[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
as $$
declare
  needed integer[];
  before integer[];
  locked integer;
begin
  loop
    needed := array(
      select places.chunk
      from unnest(ids) as changed (id) cross join lateral (
        select each.chunk from public.search_places as each where each.part_id = changed.id offset 0
      ) as places
      union
      select around.chunk
      from unnest(placed) as changed (id)
      cross join lateral (
        select each.id, each.part_name from public.parts_catalog as each where each.id = changed.id offset 0
      ) as parts
      cross join lateral (
        select chunks.chunk from public.search_chunks as chunks
        where (chunks.first_name, chunks.first_id) <= (parts.part_name, parts.id)
        order by chunks.first_name desc, chunks.first_id desc limit 1
      ) as around
      order by 1
    );
    perform from public.search_chunks where chunk = any (needed) order by chunk for update;
    get diagnostics locked = row_count;
    -- A chunk that another transaction has divided meanwhile is gone. Its parts are in other chunks.
    exit when locked = cardinality(needed) or needed = before;
    before := needed;
  end loop;
end
$$;
comment on function public.search_lock_chunks is
  'Locks the chunks that contain some parts, and those that the names of parts to be placed belong to, in the order of their numbers.';

-- Bits.

create function public.search_flip_bits(terms text[], chunks integer[], slots integer[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
begin
  if coalesce(cardinality(terms), 0) = 0 then
    return;
  end if;
  merge into public.search_bits as bits
  using (
    select flip.term collate "C" as term, flip.chunk, array_agg(flip.slot) as slots
    from unnest(terms, chunks, slots) as flip (term, chunk, slot)
    group by 1, 2 order by 1, 2
  ) as flipped
  on bits.term = flipped.term and bits.chunk = flipped.chunk
  when matched then update set parts = bits.parts # (
    select bit_or(set_bit(0::bit(16384), slot, 1)) from unnest(flipped.slots) as slot
  )
  when not matched then insert (term, chunk, parts) values (flipped.term, flipped.chunk, (
    select bit_or(set_bit(0::bit(16384), slot, 1)) from unnest(flipped.slots) as slot
  ));
  insert into public.search_vocabulary (word)
  select distinct substr(term, 3) from unnest(terms) as term
  where starts_with(term, 'w=') and not exists (
    select from public.search_vocabulary as known where known.word = substr(term, 3)
  )
  order by 1
  on conflict do nothing;
end
$$;
comment on function public.search_flip_bits is
  'Flips the bits of some terms, chunks and slots, which are the elements of three arrays. The chunks are locked.';

drop function public.search_add_bits(integer, integer);
create function public.search_add_bits(ids uuid[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  terms text[];
  chunks integer[];
  slots integer[];
begin
  select array_agg(added.term), array_agg(places.chunk), array_agg(places.slot) into terms, chunks, slots
  from unnest(ids) as placed (id)
  cross join lateral (
    select each.chunk, each.slot from public.search_places as each where each.part_id = placed.id offset 0
  ) as places
  cross join lateral (select * from public.parts_catalog as each where each.id = placed.id offset 0) as parts
  cross join lateral (
    select term from public.search_terms(
      parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model,
      parts.vehicle_year, parts.category, parts.part_type, parts.price, parts.created_at,
      parts.origin, parts.mileage, parts.grade
    ) as term
    union all
    select unnest(kept.terms) from public.part_fit_terms as kept where kept.part_id = placed.id
    union all
    select 'stock' where (parts.stock_quantity > parts.stock_held) <> (
      select count(*) % 2 = 1 from public.search_stock_flips as flips where flips.part_id = placed.id
    )
  ) as added (term);
  perform public.search_flip_bits(terms, chunks, slots);
end
$$;
comment on function public.search_add_bits is 'Sets all bits of parts that have just got their places.';

create type public.search_fields as (
  id uuid, part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text,
  vehicle_year integer, category text, part_type text, created_at timestamptz, origin text, mileage integer, grade text
);
comment on type public.search_fields is 'What the terms of a part depend on, but for its price, its vehicles and its stock.';

create function public.search_flip_terms(before public.search_fields[], after public.search_fields[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  terms text[];
  chunks integer[];
  slots integer[];
begin
  select array_agg(differing.term), array_agg(differing.chunk), array_agg(differing.slot) into terms, chunks, slots
  from (
    select term, places.chunk, places.slot
    from (
      select false as is_new, old_fields.* from unnest(before) as old_fields
      union all
      select true, new_fields.* from unnest(after) as new_fields
    ) as part
    cross join lateral (
      select each.chunk, each.slot from public.search_places as each where each.part_id = part.id offset 0
    ) as places
    cross join lateral public.search_terms(
      part.part_name, part.brand, part.oem_number, part.description, part.vehicle_make, part.vehicle_model,
      part.vehicle_year, part.category, part.part_type, null, part.created_at, part.origin, part.mileage, part.grade
    ) as term
    group by term, places.chunk, places.slot having bool_and(part.is_new) = bool_or(part.is_new)
  ) as differing;
  perform public.search_flip_bits(terms, chunks, slots);
end
$$;
comment on function public.search_flip_terms is 'Flips the bits of the terms that parts with a place gain or lose.';

create function public.search_price_terms(price numeric) returns setof text
  language sql immutable parallel safe rows 1
begin atomic
  select 'price=' || width_bucket(price, public.search_price_bounds()) where price > 0;
end;
comment on function public.search_price_terms is 'The terms that a change of a price changes.';
grant execute on function public.search_price_terms to service_role;
drop function public.search_terms_of_price;

create function public.search_set_prices(ids uuid[], prices numeric[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
declare
  terms text[];
  chunks integer[];
  slots integer[];
begin
  select array_agg(differing.term), array_agg(differing.chunk), array_agg(differing.slot) into terms, chunks, slots
  from (
    select term, places.chunk, places.slot
    from unnest(ids, prices) as priced (id, price)
    cross join lateral (
      select each.chunk, each.slot, each.price from public.search_places as each where each.part_id = priced.id offset 0
    ) as places
    cross join lateral (
      select public.search_price_terms(places.price)
      union all
      select public.search_price_terms(priced.price)
    ) as prices (term)
    group by term, places.chunk, places.slot having count(*) = 1
  ) as differing;
  perform public.search_flip_bits(terms, chunks, slots);
  update public.search_places as places set price = coalesce(priced.price, 0)
  from unnest(ids, prices) as priced (id, price)
  where places.part_id = priced.id and places.price <> coalesce(priced.price, 0);
end
$$;
comment on function public.search_set_prices is 'Changes the prices of parts that have a place, and the terms of the price.';

-- Places.

create or replace function public.search_place_parts(ids uuid[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  target record;
  placed uuid[] := '{}';
begin
  for target in
    select around.chunk, around.slots_used, array_agg(parts.id order by parts.part_name, parts.id) as ids
    from unnest(ids) as given (id)
    cross join lateral (
      select each.id, each.part_name from public.parts_catalog as each where each.id = given.id offset 0
    ) as parts
    cross join lateral (
      select chunks.chunk, chunks.slots_used from public.search_chunks as chunks
      where (chunks.first_name, chunks.first_id) <= (parts.part_name, parts.id)
      order by chunks.first_name desc, chunks.first_id desc limit 1
    ) as around
    group by around.chunk, around.slots_used
  loop
    if target.slots_used + cardinality(target.ids) > public.search_chunk_room() then
      perform public.search_divide_chunk(target.chunk);
    else
      insert into public.search_places (part_id, chunk, slot, part_name, price)
      select parts.id, target.chunk, target.slots_used + given.number - 1, parts.part_name, coalesce(parts.price, 0)
      from unnest(target.ids) with ordinality as given (id, number)
      cross join lateral (select * from public.parts_catalog as each where each.id = given.id offset 0) as parts;
      update public.search_chunks set slots_used = slots_used + cardinality(target.ids) where chunk = target.chunk;
      placed := placed || target.ids;
    end if;
  end loop;
  perform public.search_add_bits(placed);
end
$$;
comment on function public.search_place_parts is
  'Gives parts their places and bits. Their chunks are locked, and part_fit_terms has their vehicles.';

create function public.search_clear_places(ids uuid[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
begin
  with gone as (
    delete from public.search_places as places where places.part_id = any (ids) returning places.chunk, places.slot
  )
  update public.search_bits as bits set parts = bits.parts & ~cleared.slots
  from (
    select gone.chunk, bit_or(set_bit(0::bit(16384), gone.slot, 1)) as slots from gone group by gone.chunk
  ) as cleared
  where bits.term = 'part' and bits.chunk = cleared.chunk;
end
$$;
comment on function public.search_clear_places is 'Takes the places of parts away. Their chunks are locked.';

-- Vehicles.

-- A function of its own, because PostgreSQL runs a function with a subquery for each part, and takes one that returns a set
-- into the query.
create function public.comparable_keys(oem_number text, superseded_numbers text, number_type text) returns setof text
  language sql immutable parallel safe rows 1
begin atomic
  select keys.key
  from (
    select public.comparable_number(number) as key
    from unnest(array[oem_number] || string_to_array(superseded_numbers, ',')) as number
    offset 0
  ) as keys
  where keys.key is not null and coalesce(number_type, 'oem') = 'oem';
end;
comment on function public.comparable_keys is 'The keys of a part''s OEM number and of its older numbers.';
grant execute on function public.comparable_keys to anon, authenticated, service_role;

create or replace function public.comparable_numbers(oem_number text, superseded_numbers text, number_type text) returns text[]
  language sql immutable parallel safe
  return array(select key from public.comparable_keys(oem_number, superseded_numbers, number_type) as key);

create or replace function public.fit_number_groups(
  part_name text, category text, make text, oem_number text, superseded_numbers text, number_type text
) returns setof public.fit_group
  language sql immutable parallel safe rows 1
begin atomic
  select distinct 3, key, part_name, category, public.maker_group(make)
  from public.comparable_keys(oem_number, superseded_numbers, number_type) as key
  where public.maker_group(make) is not null;
end;

create or replace function public.fit_code_groups_of(ids uuid[]) returns public.fit_group[]
  language plpgsql stable
as $$
begin
  return array(
    select distinct code_group
    from unnest(ids) as asked (id)
    cross join lateral (
      select each.interchange_code from public.part_private_facts as each where each.part_id = asked.id offset 0
    ) as facts
    cross join lateral public.fit_code_groups(facts.interchange_code) as code_group
    where facts.interchange_code is not null
  );
end
$$;

create or replace function public.fit_number_groups_of(ids uuid[]) returns public.fit_group[]
  language plpgsql stable
as $$
begin
  return array(
    select distinct number_group
    from unnest(ids) as asked (id)
    cross join lateral (select * from public.parts_catalog as each where each.id = asked.id offset 0) as parts
    cross join lateral public.fit_number_groups(
      parts.part_name, parts.category, parts.vehicle_make, parts.oem_number, parts.superseded_numbers, parts.number_type
    ) as number_group
  );
end
$$;

-- Else a plan for few members would compare all of them with each other.
alter function public.fit_terms_of(uuid[]) set enable_nestloop = off;
alter function public.fit_terms_of(uuid[]) set plan_cache_mode = force_generic_plan;
alter function public.fit_terms_of(uuid[]) set jit = off;

drop function public.lock_fit_groups(uuid[], public.fit_group[]);
create function public.lock_fit_groups(groups public.fit_group[]) returns uuid[]
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  lock_class constant integer := 52;
begin
  perform pg_advisory_xact_lock(lock_class, locks.number)
  from (select distinct hashtext(key) & 255 as number from unnest(groups) order by 1) as locks;
  -- Statements from here on see what was committed before the locks.
  return array(select distinct members.part_id from public.fit_group_members(groups) as members);
end
$$;
comment on function public.lock_fit_groups is
  'Locks groups in the order of their keys, and returns their parts. Groups are locked before chunks.';

create function public.set_fit_terms(ids uuid[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  terms text[];
  chunks integer[];
  slots integer[];
begin
  with computed as materialized (
    select each.part_id, each.terms from public.fit_terms_of(ids) as each
  ),
  kept as materialized (
    select each.part_id, each.terms from public.part_fit_terms as each where each.part_id = any (ids)
  ),
  differing as (
    select both_terms.part_id, both_terms.term
    from (
      select computed.part_id, unnest(computed.terms) as term from computed
      union all
      select kept.part_id, unnest(kept.terms) from kept
    ) as both_terms
    group by both_terms.part_id, both_terms.term having count(*) = 1
  ),
  by_part as materialized (
    select differing.part_id, array_agg(differing.term) as terms from differing group by differing.part_id
  ),
  gone as (
    delete from public.part_fit_terms as fits
    where fits.part_id = any (ids) and fits.part_id not in (select computed.part_id from computed)
  ),
  written as (
    insert into public.part_fit_terms (part_id, terms)
    select computed.part_id, computed.terms from computed
    where computed.part_id in (select by_part.part_id from by_part)
    on conflict on constraint part_fit_terms_pkey do update set terms = excluded.terms
  )
  select array_agg(term), array_agg(places.chunk), array_agg(places.slot) into terms, chunks, slots
  from by_part
  cross join lateral (
    select each.chunk, each.slot from public.search_places as each where each.part_id = by_part.part_id offset 0
  ) as places
  cross join lateral unnest(by_part.terms) as term;
  perform public.search_flip_bits(terms, chunks, slots);
end
$$;
comment on function public.set_fit_terms is
  'Writes the vehicles of parts anew. Parts without a place get the bits with their place. Groups and chunks are locked.';

create or replace function public.write_fit_terms(changed uuid[], groups public.fit_group[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  written uuid[];
begin
  if changed is null then
    return;
  end if;
  written := array(select unnest(changed) union select unnest(public.lock_fit_groups(groups)));
  perform public.search_lock_chunks(written, '{}');
  perform public.set_fit_terms(written);
end
$$;

-- Triggers.

drop trigger lock_fits_of_added_parts on public.parts_catalog;
drop trigger lock_fits_of_removed_parts on public.parts_catalog;
drop trigger lock_fits_of_changed_parts on public.parts_catalog;
drop trigger set_fits_of_added_parts on public.parts_catalog;
drop trigger set_fits_of_removed_parts on public.parts_catalog;
drop trigger set_fits_of_changed_parts on public.parts_catalog;
drop function public.set_fits_of_parts();

create or replace function public.search_added_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  added constant uuid[] := array(select id from new_parts);
  groups public.fit_group[];
  members uuid[];
begin
  if cardinality(added) = 0 then
    return null;
  end if;
  groups := array(
    select distinct number_group
    from new_parts cross join lateral public.fit_number_groups(
      part_name, category, vehicle_make, oem_number, superseded_numbers, number_type
    ) as number_group
  ) || public.fit_code_groups_of(added);
  members := public.lock_fit_groups(groups);
  perform public.search_lock_chunks(members, added);
  perform public.set_fit_terms(array(select unnest(added) union select unnest(members)));
  perform public.search_place_parts(added);
  return null;
end
$$;

create or replace function public.search_removed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  removed constant uuid[] := array(select id from old_parts);
  groups public.fit_group[];
  others uuid[];
begin
  if cardinality(removed) = 0 then
    return null;
  end if;
  groups := array(
    select distinct number_group
    from old_parts cross join lateral public.fit_number_groups(
      part_name, category, vehicle_make, oem_number, superseded_numbers, number_type
    ) as number_group
  ) || public.fit_code_groups_of(removed);
  -- Of the parts that are left, those that had vehicles of the removed ones.
  others := array(select unnest(public.lock_fit_groups(groups)) except select unnest(removed));
  perform public.search_lock_chunks(removed || others, '{}');
  perform public.search_clear_places(removed);
  delete from public.search_stock_flips as flips where flips.part_id = any (removed);
  delete from public.part_fit_terms as fits where fits.part_id = any (removed);
  if cardinality(others) > 0 then
    perform public.set_fit_terms(others);
  end if;
  return null;
end
$$;

create or replace function public.search_changed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  flipped uuid[];
  priced uuid[];
  prices numeric[];
  before public.search_fields[];
  after public.search_fields[];
  moved uuid[] := '{}';
  fitted uuid[];
  groups public.fit_group[];
begin
  flipped := array(
    select id
    from (
      select id, stock_quantity > stock_held as is_available from new_parts
      except select id, stock_quantity > stock_held from old_parts
    ) as changes
  );
  if cardinality(flipped) > 0 then
    insert into public.search_stock_flips (part_id) select unnest(flipped);
    -- Many flips would slow searches down.
    if cardinality(flipped) > 500 then
      perform public.fold_search_stock();
    end if;
  end if;

  select array_agg(id), array_agg(price) into priced, prices
  from (select id, price from new_parts except select id, price from old_parts) as changes;
  select array_agg(row(changes.*)::public.search_fields) into after
  from (
    select id, part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
      created_at, origin, mileage, grade from new_parts
    except
    select id, part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
      created_at, origin, mileage, grade from old_parts
  ) as changes;
  fitted := array(
    select id
    from (
      select id, part_name, category, vehicle_make, vehicle_model, vehicle_year, oem_number, superseded_numbers,
        number_type from new_parts
      except
      select id, part_name, category, vehicle_make, vehicle_model, vehicle_year, oem_number, superseded_numbers,
        number_type from old_parts
    ) as changes
  );
  -- A sale needs nothing more.
  if priced is null and after is null and cardinality(fitted) = 0 then
    return null;
  end if;

  if after is not null then
    select array_agg(row(changes.*)::public.search_fields) into before
    from (
      select id, part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
        created_at, origin, mileage, grade from old_parts
      except
      select id, part_name, brand, oem_number, description, vehicle_make, vehicle_model, vehicle_year, category, part_type,
        created_at, origin, mileage, grade from new_parts
    ) as changes;
    moved := array(
      select id from (select id, part_name from new_parts except select id, part_name from old_parts) as changes
    );
  end if;
  if cardinality(fitted) > 0 then
    -- The groups that parts were in, and those that they are in now.
    groups := array(
      select distinct number_group
      from (
        select id, part_name, category, vehicle_make, oem_number, superseded_numbers, number_type from old_parts
        except
        select id, part_name, category, vehicle_make, oem_number, superseded_numbers, number_type from new_parts
      ) as changes cross join lateral public.fit_number_groups(
        part_name, category, vehicle_make, oem_number, superseded_numbers, number_type
      ) as number_group
    ) || public.fit_number_groups_of(fitted) || public.fit_code_groups_of(fitted);
    fitted := array(select unnest(fitted) union select unnest(public.lock_fit_groups(groups)));
  end if;
  perform public.search_lock_chunks(
    array(
      select unnest(priced)
      union select part.id from unnest(after) as part
      union select unnest(fitted)
    ),
    moved
  );

  if cardinality(moved) > 0 then
    perform public.search_clear_places(moved);
  end if;
  if after is not null then
    perform public.search_flip_terms(before, after);
  end if;
  if priced is not null then
    perform public.search_set_prices(priced, prices);
  end if;
  if cardinality(fitted) > 0 then
    perform public.set_fit_terms(fitted);
  end if;
  if cardinality(moved) > 0 then
    perform public.search_place_parts(moved);
  end if;
  return null;
end
$$;

-- Other triggers whose plans were for the rows of the first change. A connection that had added or deleted many parts read whole
-- tables for each part afterward.

create or replace function public.count_fitments_of_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  before public.counted_fitment[] := '{}';
  after public.counted_fitment[] := '{}';
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select id, vehicle_make, vehicle_model, vehicle_year, category from new_parts
      except
      select id, vehicle_make, vehicle_model, vehicle_year, category from old_parts
    ) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    before := array(
      select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
      from old_parts as parts cross join lateral (
        select * from public.part_fitments as each where each.part_id = parts.id offset 0
      ) as fitments
    );
  end if;
  if tg_op <> 'DELETE' then
    after := array(
      select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
      from new_parts as parts cross join lateral (
        select * from public.part_fitments as each where each.part_id = parts.id offset 0
      ) as fitments
    );
  end if;
  if cardinality(before) + cardinality(after) > 0 then perform public.move_fitment_counts(before, after); end if;
  return null;
end
$$;

create or replace function public.keep_deleted_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- A hold may end at the same moment. If it changed the part before the deletion, it counts as ended here. If it came
  -- after the deletion, restore_deleted_parts corrects the stock.
  insert into public.deleted_parts (part_id, deleted_by, part, open_holds)
  select id, (select auth.uid()), to_jsonb(old_parts), array(
    select holds.id from public.stock_holds as holds
    where holds.part_id = old_parts.id and holds.outcome is null
  )
  from old_parts
  where (select hidden.id from public.hidden_parts as hidden where hidden.id = old_parts.id) is null
  on conflict on constraint deleted_parts_pkey do update
    set part = excluded.part, open_holds = excluded.open_holds, was_hidden = false;
  return null;
end
$$;

create or replace function public.tell_part_changes() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  few constant uuid[] := array(select id from new_parts limit 51);
  ids text;
begin
  if cardinality(few) = 0 then
    return null;
  end if;
  if cardinality(few) <= 50 then
    select string_agg(
      case when (before.stock_quantity > before.stock_held) <> (after.stock_quantity > after.stock_held) then '!' else '' end
        || after.id, ' '
    ) into ids
    from new_parts as after join old_parts as before using (id)
    having bool_and(
      to_jsonb(before) - '{stock_quantity,stock_held,updated_at}'::text[]
        = to_jsonb(after) - '{stock_quantity,stock_held,updated_at}'::text[]
    );
  end if;
  perform pg_catalog.pg_notify('catalog_changed', coalesce(ids, ''));
  return null;
end;
$$;

create or replace function public.hide_restricted_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id) into found from new_parts
    where concat_ws(' ', part_name, category) ~* (select public.restricted_words())
      and public.must_be_hidden(part_name, category, origin, part_type, safety_check, donor_vin_tail, recall_checked_on);
  else
    -- Most changes are of prices and stock. A part that is held is hidden when its hold ends.
    select array_agg(id) into found
    from (
      select id, part_name, category, origin, part_type, safety_check, donor_vin_tail, recall_checked_on
      from new_parts where stock_held = 0
      except
      select id, part_name, category, origin, part_type, safety_check, donor_vin_tail, recall_checked_on
      from old_parts where stock_held = 0
    ) as touched
    where concat_ws(' ', part_name, category) ~* (select public.restricted_words())
      and public.must_be_hidden(part_name, category, origin, part_type, safety_check, donor_vin_tail, recall_checked_on);
  end if;
  if found is not null then
    perform public.move_to_hidden_parts(found);
  end if;
  return null;
end
$$;

create or replace function public.count_fitments() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed uuid[];
  before public.counted_fitment[];
  after public.counted_fitment[];
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct part_id from new_rows);
    if exists (
      select from unnest(changed) as part (id)
      where (select count(*) from public.part_fitments as fitments where fitments.part_id = part.id) > 200
    ) then
      raise exception 'a part has at most 200 fitments' using errcode = 'check_violation';
    end if;
  else
    changed := array(select distinct part_id from old_rows);
  end if;
  after := array(
    select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
    from unnest(changed) as part (id)
    cross join lateral (select * from public.parts_catalog as each where each.id = part.id offset 0) as parts
    cross join lateral (select * from public.part_fitments as each where each.part_id = part.id offset 0) as fitments
  );
  if tg_op = 'INSERT' then
    before := array(
      select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
      from unnest(changed) as part (id)
      cross join lateral (select * from public.parts_catalog as each where each.id = part.id offset 0) as parts
      cross join lateral (select * from public.part_fitments as each where each.part_id = part.id offset 0) as fitments
      where fitments.id not in (select id from new_rows)
    );
  else
    -- The rows of these parts that are still the same, and the old ones.
    before := array(
      select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
      from unnest(changed) as part (id)
      cross join lateral (select * from public.parts_catalog as each where each.id = part.id offset 0) as parts
      cross join lateral (select * from public.part_fitments as each where each.part_id = part.id offset 0) as fitments
      where fitments.id not in (select id from old_rows)
      union all
      select public.counted_fitment(old_rows::public.part_fitments, parts.vehicle_make, parts.vehicle_model,
        parts.vehicle_year, parts.category)
      from old_rows
      cross join lateral (select * from public.parts_catalog as each where each.id = old_rows.part_id offset 0) as parts
    );
  end if;
  perform public.move_fitment_counts(before, after);
  return null;
end
$$;

create or replace function public.write_changed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  few constant uuid[] := array(select id from new_parts limit 501);
  changed text[];
begin
  if cardinality(few) = 0 then return null; end if;
  if cardinality(few) > 500 then
    changed := array['part:*', 'list:*'];
  else
    select array_agg(distinct topics.topic) into changed
    from (
      select 'part:' || changes.id
      from (
        select id, price, stock_quantity, stock_held from new_parts
        except select id, price, stock_quantity, stock_held from old_parts
      ) as changes
      union all
      select lists.topic
      from (
        select states.vehicle_make, states.vehicle_model
        from (
          select id, vehicle_make, vehicle_model, stock_quantity > stock_held as is_available,
            to_jsonb(new_parts) - '{price,stock_quantity,stock_held,image_url,updated_at}'::text[] as others
          from new_parts
          union all
          select id, vehicle_make, vehicle_model, stock_quantity > stock_held,
            to_jsonb(old_parts) - '{price,stock_quantity,stock_held,image_url,updated_at}'::text[]
          from old_parts
        ) as states
        -- Rows that are the same before and after are there twice.
        group by states.id, states.vehicle_make, states.vehicle_model, states.is_available, states.others
        having count(*) = 1
      ) as differing cross join lateral unnest(public.list_topics(differing.vehicle_make, differing.vehicle_model)) as lists (topic)
    ) as topics (topic);
  end if;
  insert into public.live_changes (topics) values (coalesce(changed, '{}') || array['admin:parts']);
  return null;
end
$$;
