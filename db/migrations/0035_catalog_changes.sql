-- A change of the catalog also updates counts and figures, tells page caches and open pages, queues emails about new stock, and
-- hides restricted parts, all in its transaction. The search has triggers of its own (0037_search.sql).

-- Page caches (docs/page-cache.md). The lists of the vehicle selector show conditions and fitments.
create trigger forget_pages after insert or update or delete or truncate on public.conditions
  for each statement execute function public.forget_pages();
create trigger forget_pages after insert or update or delete or truncate on public.part_fitments
  for each statement execute function public.forget_pages();

create function public.notify_of_parts(ids uuid[]) returns void
  language sql
  set search_path = ''
begin atomic
  select pg_notify('catalog_changed', case when cardinality(ids) <= 200 then array_to_string(ids, ' ') else '' end)
  where cardinality(ids) > 0;
end;
comment on function public.notify_of_parts is 'Their pages have changed. More than 200 parts: all pages may have.';

-- Open lists show which parts fit by interchange: the lists of all parts with a code that a part got or lost. Security definer:
-- no role of the application may write live_changes.
create function public.write_changed_codes() returns trigger
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

create trigger write_added_codes after insert on public.part_private_facts
  referencing new table as new_rows
  for each statement execute function public.write_changed_codes();
create trigger write_changed_codes after update on public.part_private_facts
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.write_changed_codes();

-- One function for each kind of change of parts. Their steps are in the order in which they have to be: a part is counted before
-- it is hidden. Security definer: who changes parts may change none of what follows from it. Rows of counts are written in the
-- order of their keys, so that two transactions cannot deadlock. Stock is not in catalog_counts: a sale would wait for a bulk
-- change of the same row.
--
-- No statement is planned for the rows of one change: a connection that has added or deleted many parts would read whole tables
-- for each part afterward. "cross join lateral (... offset 0)" reads a row by its index, whatever the planner expects.
create function public.note_added_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  few constant uuid[] := array(select id from new_parts limit 501);
  listed public.counted_fitment[];
  topics text[] := '{part:*,list:*}';
  restricted uuid[];
begin
  if cardinality(few) = 0 then return null; end if;

  insert into public.catalog_counts as counts
  select vehicle_make, vehicle_model, vehicle_year, category, part_type, count(*)
  from new_parts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict on constraint catalog_counts_key do update set parts = counts.parts + excluded.parts;
  listed := array(
    select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
    from new_parts as parts cross join lateral (
      select * from public.part_fitments as each where each.part_id = parts.id offset 0
    ) as fitments
  );
  if cardinality(listed) > 0 then perform public.move_fitment_counts('{}', listed); end if;
  insert into public.catalog_tallies (parts, priced, out_of_stock, pieces)
  select count(*), count(*) filter (where price > 0), count(*) filter (where stock_quantity = 0), sum(stock_quantity)
  from new_parts;
  insert into public.catalog_stock_tallies (stock_quantity, parts)
  select stock_quantity, count(*) from new_parts
  where stock_quantity between 1 and 1000 group by stock_quantity;
  insert into public.part_names (name)
  select distinct part_name from new_parts where length(part_name) <= 200 order by part_name
  on conflict do nothing;

  perform pg_catalog.pg_notify('catalog_changed', case when cardinality(few) > 50 then '' else array_to_string(few, ' ') end);
  if cardinality(few) <= 500 then
    topics := array(
      select distinct topic
      from new_parts, unnest(array['part:' || id] || public.list_topics(vehicle_make, vehicle_model)) as topic
    );
  end if;
  insert into public.live_changes (topics) values (topics || array['admin:parts']);
  if public.is_stock_awaited() then
    perform public.add_stock_arrivals(array(select id from new_parts where stock_quantity > 0));
  end if;

  select array_agg(id) into restricted from new_parts
  where concat_ws(' ', part_name, category) ~* (select public.restricted_words())
    and public.must_be_hidden(part_name, category, origin, part_type, safety_check, donor_vin_tail, recall_checked_on);
  if restricted is not null then perform public.move_to_hidden_parts(restricted); end if;
  return null;
end
$$;

create function public.note_deleted_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  few constant uuid[] := array(select id from old_parts limit 501);
  listed public.counted_fitment[];
  topics text[] := '{part:*,list:*}';
begin
  if cardinality(few) = 0 then return null; end if;

  -- A hold may end at the same moment. If it changed the part before the deletion, it counts as ended here. If it came
  -- after the deletion, restore_deleted_parts corrects the stock. A part that was hidden is not deleted.
  insert into public.deleted_parts (part_id, deleted_by, part, open_holds)
  select id, (select auth.uid()), to_jsonb(old_parts), array(
    select holds.id from public.stock_holds as holds
    where holds.part_id = old_parts.id and holds.outcome is null
  )
  from old_parts
  where (select hidden.id from public.hidden_parts as hidden where hidden.id = old_parts.id) is null
  on conflict on constraint deleted_parts_pkey do update
    set part = excluded.part, open_holds = excluded.open_holds, was_hidden = false;

  insert into public.catalog_counts as counts
  select vehicle_make, vehicle_model, vehicle_year, category, part_type, -count(*)
  from old_parts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict on constraint catalog_counts_key do update set parts = counts.parts + excluded.parts;
  listed := array(
    select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
    from old_parts as parts cross join lateral (
      select * from public.part_fitments as each where each.part_id = parts.id offset 0
    ) as fitments
  );
  if cardinality(listed) > 0 then perform public.move_fitment_counts(listed, '{}'); end if;
  insert into public.catalog_tallies (parts, priced, out_of_stock, pieces)
  select -count(*), -count(*) filter (where price > 0), -count(*) filter (where stock_quantity = 0), -sum(stock_quantity)
  from old_parts;
  insert into public.catalog_stock_tallies (stock_quantity, parts)
  select stock_quantity, -count(*) from old_parts
  where stock_quantity between 1 and 1000 group by stock_quantity;

  perform pg_catalog.pg_notify('catalog_changed', case when cardinality(few) > 50 then '' else array_to_string(few, ' ') end);
  if cardinality(few) <= 500 then
    topics := array(
      select distinct topic
      from old_parts, unnest(array['part:' || id] || public.list_topics(vehicle_make, vehicle_model)) as topic
    );
  end if;
  insert into public.live_changes (topics) values (topics || array['admin:parts']);
  return null;
end
$$;

create function public.note_changed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  few constant uuid[] := array(select id from new_parts limit 501);
  difference record;
  names text[];
  forgets_all boolean := cardinality(few) > 50;
  topics text[] := '{part:*,list:*}';
  arrived uuid[];
  restricted uuid[];
begin
  if cardinality(few) = 0 then return null; end if;

  -- A sale changes no counts.
  if exists (
    select id, vehicle_make, vehicle_model, vehicle_year, category, part_type from new_parts
    except
    select id, vehicle_make, vehicle_model, vehicle_year, category, part_type from old_parts
  ) then
    insert into public.catalog_counts as counts
    select vehicle_make, vehicle_model, vehicle_year, category, part_type, sum(parts)
    from (
      select vehicle_make, vehicle_model, vehicle_year, category, part_type, 1 as parts from new_parts
      union all
      select vehicle_make, vehicle_model, vehicle_year, category, part_type, -1 from old_parts
    ) as change
    group by 1, 2, 3, 4, 5 having sum(parts) <> 0 order by 1, 2, 3, 4, 5
    on conflict on constraint catalog_counts_key do update set parts = counts.parts + excluded.parts;
    perform public.move_fitment_counts(
      array(
        select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
        from old_parts as parts cross join lateral (
          select * from public.part_fitments as each where each.part_id = parts.id offset 0
        ) as fitments
      ),
      array(
        select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
        from new_parts as parts cross join lateral (
          select * from public.part_fitments as each where each.part_id = parts.id offset 0
        ) as fitments
      )
    );
  end if;
  select coalesce(sum(sign) filter (where price > 0), 0) as priced,
    coalesce(sum(sign) filter (where stock_quantity = 0), 0) as out_of_stock, sum(sign * stock_quantity) as pieces
  into difference
  from (
    select 1 as sign, price, stock_quantity from new_parts
    union all
    select -1, price, stock_quantity from old_parts
  ) as changes;
  if (difference.priced, difference.out_of_stock, difference.pieces) <> (0, 0, 0) then
    insert into public.catalog_tallies (parts, priced, out_of_stock, pieces)
    values (0, difference.priced, difference.out_of_stock, difference.pieces);
  end if;
  insert into public.catalog_stock_tallies (stock_quantity, parts)
  select stock_quantity, sum(sign)
  from (
    select 1 as sign, stock_quantity from new_parts
    union all
    select -1, stock_quantity from old_parts
  ) as changes
  where stock_quantity between 1 and 1000 group by stock_quantity having sum(sign) <> 0;
  names := array(select part_name from new_parts except select part_name from old_parts);
  if cardinality(names) > 0 then
    insert into public.part_names (name)
    select name from unnest(names) as name where length(name) <= 200 order by name
    on conflict do nothing;
  end if;

  if not forgets_all then
    -- The pages of other parts show the engine.
    forgets_all := exists (
      select from new_parts as after join old_parts as before using (id)
      where before.vehicle_engine is distinct from after.vehicle_engine
    );
  end if;
  perform pg_catalog.pg_notify('catalog_changed', case when forgets_all then '' else array_to_string(few, ' ') end);
  if cardinality(few) <= 500 then
    topics := array(
      select 'part:' || changes.id
      from (
        select id, price, stock_quantity, stock_held from new_parts
        except select id, price, stock_quantity, stock_held from old_parts
      ) as changes
      union
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
    );
  end if;
  insert into public.live_changes (topics) values (topics || array['admin:parts']);
  -- A sale has none.
  if exists (select from old_parts where stock_quantity = 0) then
    arrived := array(
      select id from (
        select id, stock_quantity as before, null::integer as after from old_parts
        union all select id, null, stock_quantity from new_parts
      ) as states
      group by id having max(before) = 0 and max(after) > 0
    );
    if cardinality(arrived) > 0 and public.is_stock_awaited() then
      perform public.add_stock_arrivals(arrived);
    end if;
  end if;

  -- Most changes are of prices and stock. A part that is held is hidden when its hold ends.
  select array_agg(id) into restricted
  from (
    select id, part_name, category, origin, part_type, safety_check, donor_vin_tail, recall_checked_on
    from new_parts where stock_held = 0
    except
    select id, part_name, category, origin, part_type, safety_check, donor_vin_tail, recall_checked_on
    from old_parts where stock_held = 0
  ) as touched
  where concat_ws(' ', part_name, category) ~* (select public.restricted_words())
    and public.must_be_hidden(part_name, category, origin, part_type, safety_check, donor_vin_tail, recall_checked_on);
  if restricted is not null then perform public.move_to_hidden_parts(restricted); end if;
  return null;
end
$$;

-- Security definer: no role of the application may write live_changes.
create function public.note_truncated_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('catalog_changed', '');
  insert into public.live_changes (topics) values (array['part:*', 'list:*', 'admin:parts']);
  return null;
end
$$;

-- Triggers run in the order of their names: these after those that write the search (keep_search...).
create trigger note_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.note_added_parts();
create trigger note_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.note_changed_parts();
create trigger note_deleted_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.note_deleted_parts();
create trigger note_truncated_parts after truncate on public.parts_catalog
  for each statement execute function public.note_truncated_parts();

-- Security definer: the role that runs the nightly job may change none of the tables.
create function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.deleted_parts where deleted_at < now() - interval '30 days';
  delete from public.deleted_conditions where deleted_at < now() - interval '30 days';

  with gone as (delete from public.catalog_tallies returning parts, priced, out_of_stock, pieces)
  insert into public.catalog_tallies (parts, priced, out_of_stock, pieces)
  select coalesce(sum(parts), 0), coalesce(sum(priced), 0), coalesce(sum(out_of_stock), 0), coalesce(sum(pieces), 0)
  from gone;
  with gone as (delete from public.catalog_stock_tallies returning stock_quantity, parts)
  insert into public.catalog_stock_tallies (stock_quantity, parts)
  select stock_quantity, sum(parts) from gone group by stock_quantity having sum(parts) <> 0;

  -- What belongs to parts is kept while they can come back.
  delete from public.part_private_facts as facts
  where not exists (select from public.parts_catalog where id = facts.part_id)
    and not exists (select from public.hidden_parts where id = facts.part_id)
    and not exists (select from public.deleted_parts where part_id = facts.part_id);
  delete from public.part_fitments as fitments
  where not exists (select from public.parts_catalog where id = fitments.part_id)
    and not exists (select from public.deleted_parts where part_id = fitments.part_id);
  delete from public.part_pictures as picture
  where removed_at < now() - interval '1 day'
    or added_at < now() - interval '1 day'
      and not exists (select from public.parts_catalog where id = picture.part_id)
      and not exists (select from public.hidden_parts where id = picture.part_id)
      and not exists (select from public.deleted_parts where part_id = picture.part_id);
  delete from public.import_source_parts as delivered
  where not exists (select from public.parts_catalog where id = delivered.part_id)
    and not exists (select from public.hidden_parts where id = delivered.part_id)
    and not exists (select from public.deleted_parts where part_id = delivered.part_id);

  delete from public.bulk_changes where created_at < now() - interval '30 days' and ended_at is not null;
  delete from public.part_imports
  where created_at < now() - interval '30 days' and ended_at is not null
    or created_at < now() - interval '3 days'
      and state in ('uploading', 'reading', 'mapping', 'checking', 'checked', 'failed');
  delete from public.import_runs where ended_at < now() - interval '30 days';
  delete from public.catalog_crawl_pages as page using public.catalog_crawls as crawl
  where crawl.id = page.crawl_id
    and (crawl.created_at < now() - interval '3 days' or crawl.status in ('completed', 'failed', 'canceled'));
end
$$;
comment on function public.clean_up_catalog is
  'Nightly: removes deleted parts and conditions, bulk changes and imports after 30 days, and replaces the tallies by their sum.';
grant execute on function public.clean_up_catalog to service_role;
