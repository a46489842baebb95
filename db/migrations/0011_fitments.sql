-- Which vehicles a part fits (docs/fitment.md): those that the owner lists for it, those of parts with the same
-- interchange code, and, to be compared before ordering, those of parts with the same number.

-- Not a foreign key: a deleted part may be restored, with its vehicles.
create table public.part_fitments (
  id bigint generated always as identity,
  part_id uuid not null,
  make text not null,
  model text not null,
  from_year integer not null,
  to_year integer not null,
  engine text,
  trim text,
  position text,
  note text,
  constraint part_fitments_pkey primary key (id),
  constraint part_fitments_names_present check (btrim(make) = make and make <> '' and btrim(model) = model and model <> ''),
  constraint part_fitments_texts_bounded check (
    length(make) <= 100 and length(model) <= 100 and length(engine) <= 100 and length(trim) <= 100
      and length(position) <= 100 and length(note) <= 200
  ),
  constraint part_fitments_years_in_range check (
    from_year between 1900 and 2100 and to_year between from_year and least(from_year + 60, 2100)
  )
);
comment on table public.part_fitments is
  'Vehicles that the owner lists for a part, besides its own in parts_catalog: at most 200. Kept for 30 days after the part was deleted.';
comment on column public.part_fitments.engine is 'Null: all engines. Likewise trim.';
comment on column public.part_fitments.position is 'Where on the vehicle, as in Front left.';
create index part_fitments_part_idx on public.part_fitments (part_id);
create index part_fitments_vehicle_idx on public.part_fitments (make, model, from_year, to_year, part_id);
alter table public.part_fitments enable row level security;
create policy "Everybody can read fitments" on public.part_fitments
  for select to anon, authenticated, service_role using (true);
create policy "Staff can add fitments" on public.part_fitments
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change fitments" on public.part_fitments
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "Staff can delete fitments" on public.part_fitments
  for delete to authenticated using ((select public.is_staff()));
grant select on public.part_fitments to anon, authenticated, service_role;
grant insert, update (make, model, from_year, to_year, engine, trim, position, note), delete on public.part_fitments to
  authenticated;

create function public.is_listed_for(part public.parts_catalog, for_make text, for_model text, for_year integer) returns boolean
  language sql stable
  return coalesce(part.vehicle_make = for_make and part.vehicle_model = for_model and part.vehicle_year = for_year, false)
    or exists (
      select from public.part_fitments
      where part_id = part.id and make = for_make and model = for_model and from_year <= for_year and to_year >= for_year
    );
comment on function public.is_listed_for is 'Whether a part''s own vehicle or one of its fitments is this one.';
grant execute on function public.is_listed_for to anon, authenticated, service_role;

-- Counts of the parts that only fitments list for a make, a model, and a vehicle with a category. With catalog_counts,
-- each part counts once: not here, if its own vehicle is of the same make, the same model, the same year.
create table public.fitment_counts (
  make text,
  model text,
  year integer,
  category text,
  parts integer not null,
  constraint fitment_counts_key unique nulls not distinct (make, model, year, category)
);
comment on table public.fitment_counts is
  'Kept by triggers on part_fitments and parts_catalog. With a null year: parts of the model; with a null model: of the make; with a null make: of any.';
create index fitment_counts_vehicle_idx on public.fitment_counts (make, model, year, category) where parts > 0;
create index fitment_counts_category_idx on public.fitment_counts (category) where parts > 0;
alter table public.fitment_counts enable row level security;
create policy "Everybody can read counts of fitments" on public.fitment_counts
  for select to anon, authenticated, service_role using (true);
grant select on public.fitment_counts to anon, authenticated, service_role;

-- The vehicle of the part is null unless it is complete.
create type public.counted_fitment as (
  part_id uuid, make text, model text, from_year integer, to_year integer,
  own_make text, own_model text, own_year integer, category text
);

create function public.counted_fitment(fitment public.part_fitments, make text, model text, year integer, category text)
  returns public.counted_fitment
  language sql immutable parallel safe
  return case
    when make <> '' and model <> '' and year between 1000 and 9999
    then row(fitment.part_id, fitment.make, fitment.model, fitment.from_year, fitment.to_year, make, model, year, category)
      ::public.counted_fitment
    else row(fitment.part_id, fitment.make, fitment.model, fitment.from_year, fitment.to_year, null, null, null, category)
      ::public.counted_fitment
  end;

create function public.fitment_keys(fitments public.counted_fitment[])
  returns table (make text, model text, year integer, category text, parts bigint)
  language sql stable
  set search_path = ''
as $$
  with given as materialized (select * from unnest(fitments))
  select make, model, year, category, count(distinct part_id)
  from given, generate_series(from_year, to_year) as year
  where (own_make, own_model, own_year) is distinct from (make, model, year)
  group by make, model, year, category
  union all
  select make, model, null, null, count(distinct part_id) from given
  where (own_make, own_model) is distinct from (make, model) group by make, model
  union all
  select make, null, null, null, count(distinct part_id) from given where own_make is distinct from make group by make
  union all
  select null, null, null, null, count(distinct part_id) from given where own_make is null having count(*) > 0
$$;

-- Security definer: staff change fitments, but no role changes counts. Rows are written in the order of their keys, so
-- that two transactions cannot deadlock.
create function public.move_fitment_counts(before public.counted_fitment[], after public.counted_fitment[]) returns void
  language sql security definer
  set search_path = ''
as $$
  insert into public.fitment_counts as counts
  select make, model, year, category, sum(change)
  from (
    select make, model, year, category, parts as change from public.fitment_keys(after)
    union all
    select make, model, year, category, -parts from public.fitment_keys(before)
  ) as changes
  group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
  on conflict on constraint fitment_counts_key do update set parts = counts.parts + excluded.parts
$$;

-- Security definer: staff change fitments, but no role changes counts. "except", because "not in" is only quick while the ids
-- of the statement fit into work_mem.
create function public.count_fitments() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed uuid[];
  -- Their fitments that the statement leaves as they are.
  same bigint[];
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
    same := array(
      select fitments.id from unnest(changed) as part (id)
      cross join lateral (select each.id from public.part_fitments as each where each.part_id = part.id offset 0) as fitments
      except select id from new_rows
    );
  else
    changed := array(select distinct part_id from old_rows);
    same := array(
      select fitments.id from unnest(changed) as part (id)
      cross join lateral (select each.id from public.part_fitments as each where each.part_id = part.id offset 0) as fitments
      except select id from old_rows
    );
  end if;
  after := array(
    select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
    from unnest(changed) as part (id)
    cross join lateral (select * from public.parts_catalog as each where each.id = part.id offset 0) as parts
    cross join lateral (select * from public.part_fitments as each where each.part_id = part.id offset 0) as fitments
  );
  before := array(
    select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
    from unnest(same) as fitment (id)
    cross join lateral (select * from public.part_fitments as each where each.id = fitment.id offset 0) as fitments
    cross join lateral (select * from public.parts_catalog as each where each.id = fitments.part_id offset 0) as parts
  );
  if tg_op <> 'INSERT' then
    before := before || array(
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

create trigger count_added_fitments after insert on public.part_fitments
  referencing new table as new_rows
  for each statement execute function public.count_fitments();
create trigger count_removed_fitments after delete on public.part_fitments
  referencing old table as old_rows
  for each statement execute function public.count_fitments();
create trigger count_changed_fitments after update on public.part_fitments
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.count_fitments();

-- Security definer: no role of the application may write live_changes.
create function public.write_changed_fitments() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  topics text[] := array(
    select distinct topic from changed, unnest(array['list:' || make, 'list:' || make || '/' || model]) as topic limit 501
  );
begin
  if cardinality(topics) = 0 then return null; end if;
  if cardinality(topics) > 500 then topics := array['list:*']; end if;
  insert into public.live_changes (topics) values (topics || array['admin:parts']);
  return null;
end
$$;

create trigger write_added_fitments after insert on public.part_fitments
  referencing new table as changed
  for each statement execute function public.write_changed_fitments();
create trigger write_deleted_fitments after delete on public.part_fitments
  referencing old table as changed
  for each statement execute function public.write_changed_fitments();
create trigger write_left_fitments after update on public.part_fitments
  referencing old table as changed
  for each statement execute function public.write_changed_fitments();
create trigger write_entered_fitments after update on public.part_fitments
  referencing new table as changed
  for each statement execute function public.write_changed_fitments();
