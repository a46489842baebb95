-- How many parts there are for each vehicle, category and condition. The selector's lists, the filters' options
-- and most counts come from here and never walk the catalogue.

create table public.catalog_counts (
  vehicle_make text,
  vehicle_model text,
  vehicle_year integer,
  category text not null,
  part_type text,
  parts integer not null,
  in_stock integer not null,
  constraint catalog_counts_key unique nulls not distinct
    (vehicle_make, vehicle_model, vehicle_year, category, part_type)
);
comment on table public.catalog_counts is
  'Kept by triggers on parts_catalog, in the transaction of each change. A row whose parts are gone stays, at 0.';
comment on column public.catalog_counts.in_stock is 'Parts of which at least one can still be bought.';
create index catalog_counts_vehicle_idx on public.catalog_counts
  (vehicle_make, vehicle_model, vehicle_year, category) where parts > 0;
create index catalog_counts_category_idx on public.catalog_counts (category) where parts > 0;
create index catalog_counts_condition_idx on public.catalog_counts (part_type) where parts > 0;
alter table public.catalog_counts enable row level security;
create policy "Everybody can read counts" on public.catalog_counts
  for select to anon, authenticated, service_role using (true);
grant select on public.catalog_counts to anon, authenticated, service_role;

-- Security definer: an admin changes parts, nobody changes counts. The order of the keys keeps two changes at
-- once from waiting for each other in a circle.
create function public.count_catalog_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.catalog_counts as counts
    select vehicle_make, vehicle_model, vehicle_year, category, part_type,
      count(*), count(*) filter (where stock_quantity > stock_held)
    from new_parts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict on constraint catalog_counts_key do update
      set parts = counts.parts + excluded.parts, in_stock = counts.in_stock + excluded.in_stock;
  elsif tg_op = 'DELETE' then
    insert into public.catalog_counts as counts
    select vehicle_make, vehicle_model, vehicle_year, category, part_type,
      -count(*), -count(*) filter (where stock_quantity > stock_held)
    from old_parts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict on constraint catalog_counts_key do update
      set parts = counts.parts + excluded.parts, in_stock = counts.in_stock + excluded.in_stock;
  else
    insert into public.catalog_counts as counts
    select vehicle_make, vehicle_model, vehicle_year, category, part_type, sum(parts), sum(in_stock)
    from (
      select vehicle_make, vehicle_model, vehicle_year, category, part_type,
        1 as parts, (stock_quantity > stock_held)::integer as in_stock from new_parts
      union all
      select vehicle_make, vehicle_model, vehicle_year, category, part_type,
        -1, -(stock_quantity > stock_held)::integer from old_parts
    ) as change
    group by 1, 2, 3, 4, 5 having sum(parts) <> 0 or sum(in_stock) <> 0 order by 1, 2, 3, 4, 5
    on conflict on constraint catalog_counts_key do update
      set parts = counts.parts + excluded.parts, in_stock = counts.in_stock + excluded.in_stock;
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
