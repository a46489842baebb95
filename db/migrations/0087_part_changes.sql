-- What kept pages are compared with after a change of the catalog (server/page-cache/part-changes.ts). The channel
-- catalog_changed has, for up to 50 parts in a statement:
--
-- * ids, with '!' before a part that was sold out or is available again, and '~' before one whose own page and cards may look
--   different. Without a sign, only its number of pieces has changed.
-- * a JSON object for a part that was added, deleted or edited: what searches compared of it before.
--
-- An empty payload: anything may have changed. Before, it was sent after each change but those of the stock.

drop function public.listed_part(uuid);

create function public.listed_part(parts public.parts_catalog) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  return jsonb_build_object(
    'terms', array(
      select public.search_terms_planned(
        parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model,
        parts.vehicle_year, parts.category, parts.part_type, parts.price, parts.created_at, parts.origin, parts.mileage,
        parts.grade
      )
    ) || coalesce((select fits.terms from public.part_fit_terms as fits where fits.part_id = parts.id), '{}'),
    'price', parts.price,
    'added', (extract(epoch from public.search_added_at(parts.created_at)) * 1000000)::bigint,
    'texts', concat_ws(
      ' ', parts.part_name, parts.brand, parts.oem_number, parts.superseded_numbers, parts.stock_number, parts.description,
      parts.vehicle_make, parts.vehicle_model
    )
  );
end
$$;
comment on function public.listed_part is
  'What searches compare of a part: its terms, its price, when it was added (in microseconds since 1970), and the texts of its fields.';
revoke execute on function public.listed_part from public, anon, authenticated;
grant execute on function public.listed_part to service_role;

create function public.notify_of_payloads(payloads text[]) returns void
  language plpgsql
as $$
begin
  -- The longest payload of pg_notify.
  if exists (select from unnest(payloads) as payload where octet_length(payload) > 7999) then
    payloads := array[''];
  end if;
  perform pg_notify('catalog_changed', payload) from unnest(payloads) as payload;
end
$$;
comment on function public.notify_of_payloads is 'Sends them on the channel catalog_changed: all, or an empty one if one is too long.';

-- Lists of makes, models, years, categories, conditions, brands and names have each that a part has, and searches know them.
create function public.changes_names(befores public.parts_catalog[], afters public.parts_catalog[]) returns boolean
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_bitmapscan = off
  set jit = off
as $$
declare
  ids constant uuid[] := array(select id from unnest(befores) union select id from unnest(afters));
begin
  return exists (
    select
    from (
      (
        select id, part_name, brand, vehicle_make, vehicle_model, vehicle_year, category, part_type from unnest(befores)
        except
        select id, part_name, brand, vehicle_make, vehicle_model, vehicle_year, category, part_type from unnest(afters)
      )
      union all
      (
        select id, part_name, brand, vehicle_make, vehicle_model, vehicle_year, category, part_type from unnest(afters)
        except
        select id, part_name, brand, vehicle_make, vehicle_model, vehicle_year, category, part_type from unnest(befores)
      )
    ) as named
    -- Each row is looked up by an index. "exists" could be planned as a join with a whole table.
    where (select each.id from public.part_fitments as each where each.part_id = named.id limit 1) is not null
      or (
        select other.id from public.parts_catalog as other
        where other.part_name = named.part_name and other.id <> all (ids) limit 1
      ) is null
      or (
        select other.id from public.parts_catalog as other
        where other.category = named.category and other.id <> all (ids) limit 1
      ) is null
      or case num_nulls(named.vehicle_make, named.vehicle_model, named.vehicle_year)
        when 3 then false
        when 0 then (
          select other.id from public.parts_catalog as other
          where other.vehicle_make = named.vehicle_make and other.vehicle_model = named.vehicle_model
            and other.vehicle_year = named.vehicle_year and other.id <> all (ids) limit 1
        ) is null
        else true
      end
      -- If other parts have the condition, so many rows count more parts than these.
      or named.part_type is not null and cardinality(ids) >= (
        select coalesce(sum(counted.parts), 0)
        from (
          select each.parts from public.catalog_counts as each
          where each.part_type = named.part_type and each.parts > 0 limit cardinality(ids) + 1
        ) as counted
      )
      -- Bits have the parts before the change.
      or named.brand is not null and cardinality(ids) >= (
        select coalesce(sum(bit_count(bits.parts & live.parts)), 0)
        from public.search_bits as bits
        join public.search_bits as live on live.term = 'part' and live.chunk = bits.chunk
        where bits.term = 'brand=' || named.brand
      )
  );
end
$$;
comment on function public.changes_names is
  'Whether a change may add or remove a name that is in lists of names. The parts have been counted; the search index has them as they were before.';

create function public.notify_of_parts(befores public.parts_catalog[], afters public.parts_catalog[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
begin
  -- The pages of other parts show the engine.
  if public.changes_names(befores, afters) or exists (
    select from unnest(befores) as before join unnest(afters) as after using (id)
    where before.vehicle_engine is distinct from after.vehicle_engine
  ) then
    perform pg_notify('catalog_changed', '');
    return;
  end if;
  perform public.notify_of_payloads(array(
    select case
      when changes.is_same and changes.price_before is not distinct from changes.price_after then '~' || changes.id
      else jsonb_build_object('id', changes.id, 'before', changes.listed, 'only_price', changes.is_same)::text
    end
    from (
      select id, before.price as price_before, after.price as price_after,
        case when before.part_name is not null then public.listed_part(before) end as listed,
        (
          before.part_name, before.brand, before.oem_number, before.superseded_numbers, before.stock_number,
          before.description, before.vehicle_make, before.vehicle_model, before.vehicle_year, before.category,
          before.part_type, before.created_at, before.origin, before.mileage, before.grade,
          before.stock_quantity > before.stock_held
        ) is not distinct from (
          after.part_name, after.brand, after.oem_number, after.superseded_numbers, after.stock_number,
          after.description, after.vehicle_make, after.vehicle_model, after.vehicle_year, after.category,
          after.part_type, after.created_at, after.origin, after.mileage, after.grade,
          after.stock_quantity > after.stock_held
        ) as is_same
      from unnest(befores) as before full join unnest(afters) as after using (id)
    ) as changes
  ));
end
$$;
comment on function public.notify_of_parts is
  'Sends which parts were added, deleted or edited. Call it as changes_names.';

-- Security definer: no role that changes parts reads the vehicles they fit.
create function public.notify_of_changed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  few uuid[];
  befores public.parts_catalog[] := '{}';
  afters public.parts_catalog[] := '{}';
  ids text;
begin
  if tg_op = 'DELETE' then
    few := array(select id from old_parts limit 51);
  else
    few := array(select id from new_parts limit 51);
  end if;
  if cardinality(few) = 0 then
    return null;
  end if;
  if cardinality(few) > 50 then
    perform pg_catalog.pg_notify('catalog_changed', '');
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select string_agg(
      case when (before.stock_quantity > before.stock_held) <> (after.stock_quantity > after.stock_held) then '!' else '' end
        || after.id, ' '
    ) into ids
    from new_parts as after join old_parts as before using (id)
    having bool_and(
      to_jsonb(before) - '{stock_quantity,stock_held,updated_at}'::text[]
        = to_jsonb(after) - '{stock_quantity,stock_held,updated_at}'::text[]
    );
    if ids is not null then
      perform pg_catalog.pg_notify('catalog_changed', ids);
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then befores := array(select parts::public.parts_catalog from old_parts as parts); end if;
  if tg_op <> 'DELETE' then afters := array(select parts::public.parts_catalog from new_parts as parts); end if;
  perform public.notify_of_parts(befores, afters);
  return null;
end
$$;

drop trigger tell_catalog_change on public.parts_catalog;
drop trigger tell_part_changes on public.parts_catalog;
drop function public.tell_part_changes();
create trigger tell_catalog_change after truncate on public.parts_catalog
  for each statement execute function public.tell_catalog_change();
-- Triggers run in the order of their names: after those that count parts (count_...), before those that write the search index
-- (search_...).
create trigger notify_of_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.notify_of_changed_parts();
create trigger notify_of_deleted_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.notify_of_changed_parts();
create trigger notify_of_edited_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.notify_of_changed_parts();

-- Parts in the groups of a changed part: their pages name each other, and they may fit other vehicles than before.

create or replace function public.lock_fit_groups(groups public.fit_group[]) returns uuid[]
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  lock_class constant integer := 52;
  members uuid[];
begin
  perform pg_advisory_xact_lock(lock_class, locks.number)
  from (select distinct hashtext(key) & 255 as number from unnest(groups) order by 1) as locks;
  -- Statements from here on see what was committed before the locks.
  members := array(select distinct each.part_id from public.fit_group_members(groups) as each);
  if cardinality(members) > 0 then
    perform public.notify_of_payloads(array['~' || array_to_string(members, ' ~')]);
  end if;
  return members;
end
$$;

create or replace function public.set_fit_terms(ids uuid[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  terms text[];
  chunks integer[];
  slots integer[];
  payloads text[];
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
  ),
  placed as materialized (
    select by_part.part_id, by_part.terms, places.chunk, places.slot
    from by_part cross join lateral (
      select each.chunk, each.slot from public.search_places as each where each.part_id = by_part.part_id offset 0
    ) as places
  )
  select array_agg(term), array_agg(placed.chunk), array_agg(placed.slot), case
      when (select count(*) from placed) > 50 then array['']
      -- As they were before: the statement does not see what it writes.
      else array(
        select jsonb_build_object('id', parts.id, 'before', public.listed_part(parts), 'only_price', false)::text
        from placed as each cross join lateral (
          select * from public.parts_catalog as one where one.id = each.part_id offset 0
        ) as parts
      )
    end
  into terms, chunks, slots, payloads
  from placed cross join lateral unnest(placed.terms) as term;
  perform public.search_flip_bits(terms, chunks, slots);
  if terms is not null then
    perform public.notify_of_payloads(payloads);
  end if;
end
$$;

-- As before, without a notification: lock_fit_groups sends the parts with these codes, which name each other on their pages.
create or replace function public.write_changed_codes() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  codes text[];
  topics text[];
begin
  if tg_op = 'INSERT' then
    codes := array(select distinct public.interchange_key(interchange_code) from new_rows where interchange_code is not null);
  else
    codes := array(
      select distinct key from (
        (select part_id, public.interchange_key(interchange_code) as key from new_rows
          except select part_id, public.interchange_key(interchange_code) from old_rows)
        union all
        (select part_id, public.interchange_key(interchange_code) from old_rows
          except select part_id, public.interchange_key(interchange_code) from new_rows)
      ) as changes where key is not null
    );
  end if;
  if cardinality(codes) = 0 then return null; end if;
  if cardinality(codes) > 100 then
    insert into public.live_changes (topics) values (array['list:*']);
    return null;
  end if;
  topics := array(
    select distinct topic
    from (
      select facts.part_id from public.part_private_facts as facts
      where public.interchange_key(facts.interchange_code) = any (codes) and facts.interchange_code is not null
    ) as alike,
    lateral (
      select vehicle_make as make, vehicle_model as model from public.parts_catalog
      where id = part_id and vehicle_make <> '' and vehicle_model <> ''
      union
      select make, model from public.part_fitments as fitments where fitments.part_id = alike.part_id
    ) as vehicles,
    unnest(array['list:' || make, 'list:' || make || '/' || model]) as topic
    limit 501
  );
  if cardinality(topics) = 0 then return null; end if;
  if cardinality(topics) > 500 then topics := array['list:*']; end if;
  insert into public.live_changes (topics) values (topics);
  return null;
end
$$;
