-- Counts and figures of the catalog. Triggers keep them, so that reading them costs the same for any number of parts.

-- How many parts each vehicle, category and condition has. The lists of the vehicle selector, the options of the
-- filters and most counts come from here.

create table public.catalog_counts (
  vehicle_make text,
  vehicle_model text,
  vehicle_year integer,
  category text not null,
  part_type text,
  parts integer not null,
  constraint catalog_counts_key unique nulls not distinct
    (vehicle_make, vehicle_model, vehicle_year, category, part_type)
);
comment on table public.catalog_counts is
  'Kept by triggers on parts_catalog, in the transaction of each change. A row stays when its parts are gone, with 0.';
create index catalog_counts_vehicle_idx on public.catalog_counts
  (vehicle_make, vehicle_model, vehicle_year, category) where parts > 0;
create index catalog_counts_category_idx on public.catalog_counts (category) where parts > 0;
create index catalog_counts_condition_idx on public.catalog_counts (part_type) where parts > 0;
alter table public.catalog_counts enable row level security;
create policy "Everybody can read counts" on public.catalog_counts
  for select to anon, authenticated, service_role using (true);
grant select on public.catalog_counts to anon, authenticated, service_role;

-- Security definer: admins change parts, but no role changes counts. Rows are written in the order of their keys, so that
-- two transactions cannot deadlock. Stock is not counted: a sale would wait for a bulk change of the same row.
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
  else
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

-- The figures of the admin panel and of the limits on holds. Each change adds a row with its difference, so that two
-- changes do not wait for each other. A nightly job adds the rows up.

create table public.catalog_tallies (
  id bigint generated always as identity,
  parts bigint not null,
  priced bigint not null,
  out_of_stock bigint not null,
  low_stock bigint not null,
  pieces bigint not null default 0,
  constraint catalog_tallies_pkey primary key (id)
);
comment on table public.catalog_tallies is
  'Differences. Their sums are the figures of the whole catalog (Spec §2, Admin panel).';
comment on column public.catalog_tallies.priced is 'Parts with a price above 0.';
comment on column public.catalog_tallies.out_of_stock is 'Parts with a stock_quantity of 0, held or not.';
comment on column public.catalog_tallies.low_stock is 'Parts with a stock of 1 to 5 (Spec §9).';
comment on column public.catalog_tallies.pieces is 'Pieces in stock, including held ones.';
alter table public.catalog_tallies enable row level security;
create policy "Admins can read tallies" on public.catalog_tallies
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads tallies" on public.catalog_tallies for select to service_role using (true);
grant select on public.catalog_tallies to authenticated, service_role;

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
      count(*) filter (where stock_quantity between 1 and 5) as low_stock,
      coalesce(sum(stock_quantity), 0) as pieces
    into difference from new_parts;
  elsif tg_op = 'DELETE' then
    select -count(*) as parts, -count(*) filter (where price > 0) as priced,
      -count(*) filter (where stock_quantity = 0) as out_of_stock,
      -count(*) filter (where stock_quantity between 1 and 5) as low_stock,
      -coalesce(sum(stock_quantity), 0) as pieces
    into difference from old_parts;
  else
    select 0 as parts, coalesce(sum(sign) filter (where price > 0), 0) as priced,
      coalesce(sum(sign) filter (where stock_quantity = 0), 0) as out_of_stock,
      coalesce(sum(sign) filter (where stock_quantity between 1 and 5), 0) as low_stock,
      coalesce(sum(sign * stock_quantity), 0) as pieces
    into difference
    from (
      select 1 as sign, price, stock_quantity from new_parts
      union all
      select -1, price, stock_quantity from old_parts
    ) as changes;
  end if;
  if (difference.parts, difference.priced, difference.out_of_stock, difference.low_stock, difference.pieces)
    <> (0, 0, 0, 0, 0)
  then
    insert into public.catalog_tallies (parts, priced, out_of_stock, low_stock, pieces)
    values (difference.parts, difference.priced, difference.out_of_stock, difference.low_stock, difference.pieces);
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

insert into public.catalog_tallies (parts, priced, out_of_stock, low_stock) values (0, 0, 0, 0);
