-- Security definer: admins change parts, but no role may change this table.
create function public.keep_part_names() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.part_names (name)
  select distinct part_name from new_parts where length(part_name) <= 200 order by part_name
  on conflict do nothing;
  return null;
end
$$;

create trigger keep_names_of_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.keep_part_names();

-- Notifications. Each process that caches rendered pages listens on the channel catalog_changed. A transaction notifies
-- it once, on commit. The payload has the ids of the parts if only the stock of at most 50 parts has changed and all of
-- them are in stock, or sold out, as before: then only the pages of these parts change. Else the payload is empty.
create function public.tell_catalog_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('catalog_changed', '');
  return null;
end;
$$;

create trigger tell_catalog_change after insert or update or delete or truncate on public.conditions
  for each statement execute function public.tell_catalog_change();
-- Notifications: kept pages, and open lists of the vehicles.
create trigger tell_catalog_change after insert or update or delete or truncate on public.part_fitments
  for each statement execute function public.tell_catalog_change();
create trigger tell_catalog_change after truncate on public.parts_catalog
  for each statement execute function public.tell_catalog_change();

-- A sale changes no counts.
create function public.count_catalog_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.catalog_counts as counts
    select vehicle_make, vehicle_model, vehicle_year, category, part_type, count(*)
    from new_parts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict on constraint catalog_counts_key do update set parts = counts.parts + excluded.parts;
  elsif tg_op = 'DELETE' then
    insert into public.catalog_counts as counts
    select vehicle_make, vehicle_model, vehicle_year, category, part_type, -count(*)
    from old_parts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict on constraint catalog_counts_key do update set parts = counts.parts + excluded.parts;
  elsif exists (
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
  end if;
  return null;
end
$$;

create trigger count_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.count_catalog_change();
create trigger count_removed_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.count_catalog_change();
create trigger count_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.count_catalog_change();

-- Security definer: roles that change parts may not write tallies.
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
      coalesce(sum(stock_quantity), 0) as pieces
    into difference from new_parts;
    insert into public.catalog_stock_tallies (stock_quantity, parts)
    select stock_quantity, count(*) from new_parts
    where stock_quantity between 1 and 1000 group by stock_quantity;
  elsif tg_op = 'DELETE' then
    select -count(*) as parts, -count(*) filter (where price > 0) as priced,
      -count(*) filter (where stock_quantity = 0) as out_of_stock,
      -coalesce(sum(stock_quantity), 0) as pieces
    into difference from old_parts;
    insert into public.catalog_stock_tallies (stock_quantity, parts)
    select stock_quantity, -count(*) from old_parts
    where stock_quantity between 1 and 1000 group by stock_quantity;
  else
    select 0 as parts, coalesce(sum(sign) filter (where price > 0), 0) as priced,
      coalesce(sum(sign) filter (where stock_quantity = 0), 0) as out_of_stock,
      coalesce(sum(sign * stock_quantity), 0) as pieces
    into difference
    from (
      select 1 as sign, price, stock_quantity from new_parts
      union all
      select -1, price, stock_quantity from old_parts
    ) as changes;
    insert into public.catalog_stock_tallies (stock_quantity, parts)
    select stock_quantity, sum(sign)
    from (
      select 1 as sign, stock_quantity from new_parts
      union all
      select -1, stock_quantity from old_parts
    ) as changes
    where stock_quantity between 1 and 1000 group by stock_quantity having sum(sign) <> 0;
  end if;
  if (difference.parts, difference.priced, difference.out_of_stock, difference.pieces) <> (0, 0, 0, 0) then
    insert into public.catalog_tallies (parts, priced, out_of_stock, pieces)
    values (difference.parts, difference.priced, difference.out_of_stock, difference.pieces);
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

-- Security definer: the role that runs the nightly job may change none of the tables.
create function public.clean_up_parts() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.deleted_parts where deleted_at < now() - interval '30 days';
  with gone as (delete from public.catalog_tallies returning parts, priced, out_of_stock, pieces)
  insert into public.catalog_tallies (parts, priced, out_of_stock, pieces)
  select coalesce(sum(parts), 0), coalesce(sum(priced), 0), coalesce(sum(out_of_stock), 0),
    coalesce(sum(pieces), 0)
  from gone;
  with gone as (delete from public.catalog_stock_tallies returning stock_quantity, parts)
  insert into public.catalog_stock_tallies (stock_quantity, parts)
  select stock_quantity, sum(parts) from gone group by stock_quantity having sum(parts) <> 0;
end
$$;
comment on function public.clean_up_parts is
  'Nightly: removes deleted parts after 30 days, and replaces the tallies by their sum.';

-- Security definer as above.
create function public.write_added_or_deleted_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  few uuid[];
begin
  few := array(select id from parts limit 501);
  if cardinality(few) = 0 then return null; end if;
  if cardinality(few) > 500 then
    insert into public.live_changes (topics) values (array['part:*', 'list:*', 'admin:parts']);
  else
    insert into public.live_changes (topics)
    select array_agg(distinct topic) || array['admin:parts']
    from parts, unnest(array['part:' || id] || public.list_topics(vehicle_make, vehicle_model)) as topic;
  end if;
  return null;
end
$$;

create trigger write_added_parts after insert on public.parts_catalog
  referencing new table as parts
  for each statement execute function public.write_added_or_deleted_parts();
create trigger write_deleted_parts after delete on public.parts_catalog
  referencing old table as parts
  for each statement execute function public.write_added_or_deleted_parts();

create function public.write_changed_parts() returns trigger
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

create trigger write_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.write_changed_parts();

create function public.note_added_stock() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if public.is_stock_awaited() then
    perform public.add_stock_arrivals(array(select id from new_parts where stock_quantity > 0));
  end if;
  return null;
end
$$;

create trigger note_added_stock after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.note_added_stock();

create function public.note_restocked_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  arrived uuid[];
begin
  -- A sale ends here.
  if not exists (select from old_parts where stock_quantity = 0) then
    return null;
  end if;
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
  return null;
end
$$;

create trigger note_restocked_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.note_restocked_parts();

-- Nightly: hidden parts keep their facts and pictures.
create function public.clean_up_parts_and_facts() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_parts();
  delete from public.part_private_facts as facts
  where not exists (select from public.parts_catalog where id = facts.part_id)
    and not exists (select from public.hidden_parts where id = facts.part_id)
    and not exists (select from public.deleted_parts where part_id = facts.part_id);
  delete from public.part_fitments as fitments
  where not exists (select from public.parts_catalog where id = fitments.part_id)
    and not exists (select from public.deleted_parts where part_id = fitments.part_id);
end
$$;
comment on function public.clean_up_parts_and_facts is
  'Nightly: removes deleted parts after 30 days with their private facts and fitments, and replaces the tallies by their sum.';

-- Other triggers whose plans were for the rows of the first change. A connection that had added or deleted many parts read whole
-- tables for each part afterward.
create function public.count_fitments_of_parts() returns trigger
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

create trigger count_fitments_of_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.count_fitments_of_parts();
create trigger count_fitments_of_removed_parts after delete on public.parts_catalog
  referencing old table as old_parts
  for each statement execute function public.count_fitments_of_parts();
create trigger count_fitments_of_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.count_fitments_of_parts();

-- As before, without a notification: lock_fit_groups sends the parts with these codes, which name each other on their pages.
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

create function public.clean_up_catalog_rows() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_parts_and_facts();
  delete from public.part_pictures as picture
  where removed_at < now() - interval '1 day'
    or added_at < now() - interval '1 day'
      and not exists (select from public.parts_catalog where id = picture.part_id)
      and not exists (select from public.hidden_parts where id = picture.part_id)
      and not exists (select from public.deleted_parts where part_id = picture.part_id);
end
$$;
comment on function public.clean_up_catalog_rows is
  'Nightly: removes deleted parts after 30 days with their private facts and pictures, removed pictures, and pictures of parts that were never saved; replaces the tallies by their sum.';

-- Security definer, as clean_up_catalog_rows.
create function public.clean_up_catalog_and_bulk_changes() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_catalog_rows();
  delete from public.bulk_changes where created_at < now() - interval '30 days' and ended_at is not null;
end
$$;
comment on function public.clean_up_catalog_and_bulk_changes is
  'Nightly: removes deleted parts and bulk changes after 30 days, and replaces the tallies by their sum.';

-- Security definer, as clean_up_catalog_and_bulk_changes.
create function public.clean_up_catalog_and_part_imports() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_catalog_and_bulk_changes();
  delete from public.part_imports
  where created_at < now() - interval '30 days' and ended_at is not null
    or created_at < now() - interval '3 days'
      and state in ('uploading', 'reading', 'mapping', 'checking', 'checked', 'failed');
end
$$;
comment on function public.clean_up_catalog_and_part_imports is
  'Nightly: removes deleted parts, bulk changes and imports after 30 days, and replaces the tallies by their sum.';

-- Security definer, as clean_up_catalog_and_part_imports.
create function public.clean_up_catalog_and_import_sources() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_catalog_and_part_imports();
  delete from public.import_runs where ended_at < now() - interval '30 days';
  delete from public.import_source_parts as delivered
  where not exists (select from public.parts_catalog where id = delivered.part_id)
    and not exists (select from public.hidden_parts where id = delivered.part_id)
    and not exists (select from public.deleted_parts where part_id = delivered.part_id);
end
$$;
comment on function public.clean_up_catalog_and_import_sources is
  'Nightly: removes deleted parts, bulk changes, imports and their runs after 30 days, and replaces the tallies by their sum.';

-- Security definer, as clean_up_catalog_and_import_sources.
create function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_catalog_and_import_sources();
  delete from public.deleted_conditions where deleted_at < now() - interval '30 days';
  delete from public.catalog_crawl_pages as page using public.catalog_crawls as crawl
  where crawl.id = page.crawl_id
    and (crawl.created_at < now() - interval '3 days' or crawl.status in ('completed', 'failed', 'canceled'));
end
$$;
comment on function public.clean_up_catalog is
  'Nightly: removes deleted parts and conditions, bulk changes and imports after 30 days, and replaces the tallies by their sum.';
grant execute on function public.clean_up_catalog to service_role;

-- A sale changes no names.
create function public.keep_changed_part_names() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  names text[];
begin
  names := array(select part_name from new_parts except select part_name from old_parts);
  if cardinality(names) > 0 then
    insert into public.part_names (name)
    select name from unnest(names) as name where length(name) <= 200 order by name
    on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function public.keep_changed_part_names is
  'As keep_part_names. Security definer: admins change parts, but no role may change part_names.';

create trigger keep_names_of_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.keep_changed_part_names();

-- What page caches hear of (docs/page-cache.md): the channel catalog_changed has the ids of up to 200 parts whose pages have changed,
-- or nothing if anything may have changed. Before, it had what searches compared of these parts.
create function public.notify_of_changed_parts() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  few uuid[];
  is_many boolean;
begin
  if tg_op = 'DELETE' then
    few := array(select id from old_parts limit 51);
  else
    few := array(select id from new_parts limit 51);
  end if;
  if cardinality(few) = 0 then
    return null;
  end if;
  is_many := cardinality(few) > 50;
  if tg_op = 'UPDATE' and not is_many then
    -- The pages of other parts show the engine.
    is_many := exists (
      select from new_parts as after join old_parts as before using (id)
      where before.vehicle_engine is distinct from after.vehicle_engine
    );
  end if;
  perform pg_catalog.pg_notify('catalog_changed', case when is_many then '' else array_to_string(few, ' ') end);
  return null;
end
$$;

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

create function public.notify_of_parts(ids uuid[]) returns void
  language sql
  set search_path = ''
begin atomic
  select pg_notify('catalog_changed', case when cardinality(ids) <= 200 then array_to_string(ids, ' ') else '' end)
  where cardinality(ids) > 0;
end;
comment on function public.notify_of_parts is 'Their pages have changed. More than 200 parts: all pages may have.';
