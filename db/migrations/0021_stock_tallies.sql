-- How many parts have which small stock, so that the owner can choose what counts as low. A sum over the stock that is
-- low today needs no correction when the setting changes.

create table public.catalog_stock_tallies (
  id bigint generated always as identity,
  stock_quantity integer not null,
  parts bigint not null,
  constraint catalog_stock_tallies_pkey primary key (id),
  -- The largest setting (limits.lowStock).
  constraint catalog_stock_tallies_range check (stock_quantity between 1 and 1000)
);
comment on table public.catalog_stock_tallies is
  'Differences, as in catalog_tallies: how many parts have a stock_quantity from 1 to 1000. The nightly job adds them up.';
alter table public.catalog_stock_tallies enable row level security;
create policy "Admins can read tallies of stock" on public.catalog_stock_tallies
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads tallies of stock" on public.catalog_stock_tallies
  for select to service_role using (true);
grant select on public.catalog_stock_tallies to authenticated, service_role;

-- Security definer: roles that change parts may not write tallies.
create or replace function public.tally_catalog_change() returns trigger
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

-- Security definer: the role that runs the nightly job may change none of the tables.
create or replace function public.clean_up_catalog() returns void
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

-- Changes wait for the end of this migration, so that none is missed or counted twice.
lock table public.parts_catalog in share mode;
insert into public.catalog_stock_tallies (stock_quantity, parts)
select stock_quantity, count(*) from public.parts_catalog
where stock_quantity between 1 and 1000 group by stock_quantity;

alter table public.catalog_tallies drop column low_stock;
