-- Holds are bounded by browser, account and network; an order can be found again by the browser that placed it; a
-- restored part comes back without what was sold of it meanwhile.

alter table public.orders
  add column browser_id uuid,
  add column client_network text,
  add column payment_url text;
comment on column public.orders.browser_id is
  'The random id of the browser that placed the order, from its cookie. Requests that carry it may continue or give up the payment.';
comment on column public.orders.client_network is
  'Where the order came from: an IPv4 address, or the first 64 bits of an IPv6 address. Emptied two days later.';
comment on column public.orders.payment_url is 'The address of the payment page.';
comment on column public.orders.expires_at is
  'Until then its stock is held. The payment page is closed then, before the stock is released.';
create index orders_open_browser_id_idx on public.orders (browser_id) where status = 'pending';
create index orders_open_client_network_idx on public.orders (client_network) where status = 'pending';
create index orders_open_user_id_idx on public.orders (user_id) where status = 'pending';
create index orders_with_network_created_at_idx on public.orders (created_at) where client_network is not null;

-- How many pieces are in stock: what anonymous visitors of one network may hold is a share of it. A counter beside the
-- other figures of the catalog: exact, and two changes at once never wait for each other.

alter table public.catalog_tallies add column pieces bigint not null default 0;
comment on column public.catalog_tallies.pieces is 'Pieces in stock, held ones included.';
create policy "The shop reads tallies" on public.catalog_tallies for select to service_role using (true);
grant select on public.catalog_tallies to service_role;

-- Security definer as in 0015: a role that changes parts need not write tallies.
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

-- A change of stock that began before this migration does not count pieces: wait for it.
lock table public.parts_catalog in share row exclusive mode;
insert into public.catalog_tallies (parts, priced, out_of_stock, low_stock, pieces)
select 0, 0, 0, 0, coalesce(sum(stock_quantity), 0) from public.parts_catalog;

-- Security definer as in 0015: the role that runs the clean-up can change neither table.
create or replace function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.deleted_parts where deleted_at < now() - interval '30 days';
  with gone as (delete from public.catalog_tallies returning parts, priced, out_of_stock, low_stock, pieces)
  insert into public.catalog_tallies (parts, priced, out_of_stock, low_stock, pieces)
  select coalesce(sum(parts), 0), coalesce(sum(priced), 0), coalesce(sum(out_of_stock), 0),
    coalesce(sum(low_stock), 0), coalesce(sum(pieces), 0)
  from gone;
end
$$;

-- A hold keeps the id of its part when the part is deleted: a restored part gets its open holds back, and not the
-- pieces that were sold while it was gone.

alter table public.stock_holds drop constraint stock_holds_part_id_fkey;
comment on column public.stock_holds.part_id is
  'Not a foreign key: the part may be deleted, and restored, while it is held. Null for parts deleted before that.';
create index stock_holds_open_part_id_idx on public.stock_holds (part_id) where outcome is null;

alter table public.deleted_parts add column open_holds uuid[] not null default '{}';
comment on column public.deleted_parts.open_holds is 'The holds that were open when the part was deleted.';

-- Security definer as in 0015: only this trigger writes here.
create or replace function public.keep_deleted_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- A hold that ends at the same moment either has changed the part before it was deleted, and is seen as ended here,
  -- or finds the part gone: then restoring it makes up for that.
  insert into public.deleted_parts (part_id, deleted_by, part, open_holds)
  select id, auth.uid(), to_jsonb(old_parts), array(
    select holds.id from public.stock_holds as holds
    where holds.part_id = old_parts.id and holds.outcome is null
  )
  from old_parts
  on conflict on constraint deleted_parts_pkey do update
    set part = excluded.part, open_holds = excluded.open_holds;
  return null;
end
$$;

drop function public.restore_deleted_parts(timestamptz, text);
create function public.restore_deleted_parts(since timestamptz, in_category text default null) returns bigint
  language plpgsql
  set search_path = ''
as $$
declare
  restored bigint;
begin
  -- A hold that ends now waits for the parts to be back. The next statement sees how those ended that came first.
  perform from public.stock_holds as holds
  where holds.id in (
    select unnest(open_holds) from public.deleted_parts where deleted_at >= since
  )
  order by holds.id for update;

  with back as (
    insert into public.parts_catalog
    select parts.*
    from (
      select distinct on (part_id) part_id, part, open_holds from public.deleted_parts
      where deleted_at >= since order by part_id, deleted_at desc
    ) as kept,
    lateral (
      select coalesce(sum(holds.quantity) filter (where holds.outcome = 'sold'), 0) as sold,
        coalesce(sum(holds.quantity) filter (where holds.outcome is null), 0) as held
      from public.stock_holds as holds where holds.id = any (kept.open_holds)
    ) as meanwhile,
    lateral jsonb_populate_record(null::public.parts_catalog, kept.part || jsonb_build_object(
      'stock_quantity', (kept.part ->> 'stock_quantity')::bigint - meanwhile.sold,
      'stock_held', meanwhile.held
    )) as parts
    where in_category is null or parts.category = in_category
    on conflict on constraint parts_catalog_pkey do nothing
    returning id
  ),
  gone as (delete from public.deleted_parts where part_id in (select id from back))
  select count(*) into restored from back;
  return restored;
end
$$;
revoke execute on function public.restore_deleted_parts from public;
comment on function public.restore_deleted_parts is
  'For the operator: brings back what was deleted since then, all of it or one category, without what was sold of it meanwhile. Returns how many.';
