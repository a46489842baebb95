-- Alerts of the tab: open ones by when they were raised, settled ones by when they were settled, by pages.

drop index public.alerts_open_created_at_idx;
create index alerts_open_created_at_idx on public.alerts (created_at desc, id desc) where settled_at is null;
create index alerts_settled_at_idx on public.alerts (settled_at desc, id desc) where settled_at is not null;
create index alerts_settled_kind_idx on public.alerts (kind, settled_at desc, id desc) where settled_at is not null;

-- Sales. Orders count when they are paid, refunds when they are done, at the time that the tax report uses as well.

create table public.sales_sums (
  id bigint generated always as identity,
  slot timestamptz not null,
  orders integer not null default 0,
  paid numeric(14, 2) not null default 0,
  paid_tax numeric(14, 2) not null default 0,
  paid_shipping numeric(14, 2) not null default 0,
  refunds integer not null default 0,
  refunded numeric(14, 2) not null default 0,
  refunded_tax numeric(14, 2) not null default 0,
  constraint sales_sums_pkey primary key (id)
);
comment on table public.sales_sums is
  'Differences by quarter of an hour, so that they add up to days in all time zones. A nightly job adds rows of a slot up.';
comment on column public.sales_sums.paid is 'Dollars, including tax and shipping.';
comment on column public.sales_sums.refunded is 'Dollars, including tax. Negative when a refund was reversed.';
create index sales_sums_slot_idx on public.sales_sums (slot);
alter table public.sales_sums enable row level security;
create policy "Admins can read sales" on public.sales_sums
  for select to authenticated using ((select public.is_admin()));
grant select on public.sales_sums to authenticated;

create table public.sales_lines (
  line_id uuid not null,
  paid_at timestamptz not null,
  part_id uuid,
  category text,
  pieces integer not null,
  cents integer not null,
  constraint sales_lines_pkey primary key (line_id),
  constraint sales_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete cascade
);
comment on table public.sales_lines is 'Each line of a paid order.';
comment on column public.sales_lines.part_id is 'Not a foreign key: what was sold stays the same when the part is deleted.';
comment on column public.sales_lines.category is 'As it was when the order was paid.';
comment on column public.sales_lines.cents is
  'Without tax and shipping. An integer, because sums of a year''s lines by part take a third of the time of numeric ones.';
create index sales_lines_paid_at_idx on public.sales_lines (paid_at) include (part_id, category, pieces, cents);
create index sales_lines_part_id_idx on public.sales_lines (part_id, paid_at desc);
alter table public.sales_lines enable row level security;
create policy "Admins can read sold lines" on public.sales_lines
  for select to authenticated using ((select public.is_admin()));
grant select on public.sales_lines to authenticated;

create function public.sales_slot(at timestamptz) returns timestamptz
  language sql immutable parallel safe
  set search_path = ''
  return date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z');

create function public.sales_cents(dollars numeric) returns integer
  language sql immutable parallel safe
  set search_path = ''
  return least(dollars * 100, 2147483647)::integer;

create function public.sales_tax_share(purchase public.orders, refunded numeric) returns numeric
  language sql immutable parallel safe
  set search_path = ''
  return case when purchase.amount > 0 then round(purchase.tax * refunded / purchase.amount, 2) else 0 end;
comment on function public.sales_tax_share is 'The tax in the first dollars that are refunded of an order.';

-- Security definer: no role writes figures. Deferred, so that an order that is paid from the start has its lines.
create function public.record_sale() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  purchase public.orders := new;
  refunded_before numeric := 0;
begin
  if tg_op = 'INSERT' or old.paid_at is null then
    insert into public.sales_sums (slot, orders, paid, paid_tax, paid_shipping)
      values (public.sales_slot(new.paid_at), 1, new.amount, new.tax, new.shipping);
    insert into public.sales_lines (line_id, paid_at, part_id, category, pieces, cents)
      select line.id, new.paid_at, line.part_id, part.category, line.quantity,
        public.sales_cents(line.unit_price * line.quantity)
      from public.order_lines as line left join public.parts_catalog as part on part.id = line.part_id
      where line.order_id = new.id
      on conflict (line_id) do nothing;
  else
    refunded_before := old.refunded;
  end if;
  if new.refunded <> refunded_before then
    insert into public.sales_sums (slot, refunds, refunded, refunded_tax)
    select public.sales_slot(coalesce(max(updated_at), now())), sign(new.refunded - refunded_before)::integer,
      new.refunded - refunded_before,
      public.sales_tax_share(purchase, new.refunded) - public.sales_tax_share(purchase, refunded_before)
    from public.refunds where order_id = new.id and payment_id = new.payment_id and state in ('done', 'failed');
  end if;
  return null;
end
$$;
create constraint trigger record_new_sale after insert on public.orders
  deferrable initially deferred
  for each row when (new.paid_at is not null) execute function public.record_sale();
create constraint trigger record_sale after update of paid_at, refunded on public.orders
  deferrable initially deferred
  for each row when (
    new.paid_at is not null and (old.paid_at is null or new.refunded <> old.refunded)
  ) execute function public.record_sale();

-- Security definer as above.
create function public.fold_sales() returns void
  language sql security definer
  set search_path = ''
begin atomic
  with gone as (
    delete from public.sales_sums
    where slot in (select slot from public.sales_sums group by slot having count(*) > 1)
    returning slot, orders, paid, paid_tax, paid_shipping, refunds, refunded, refunded_tax
  )
  insert into public.sales_sums (slot, orders, paid, paid_tax, paid_shipping, refunds, refunded, refunded_tax)
  select slot, sum(orders), sum(paid), sum(paid_tax), sum(paid_shipping), sum(refunds), sum(refunded), sum(refunded_tax)
  from gone group by slot;
end;
comment on function public.fold_sales is 'Nightly: leaves one row for each slot.';
grant execute on function public.fold_sales to service_role;

create function public.rebuild_sales() returns void
  language sql
  set search_path = ''
begin atomic
  delete from public.sales_sums;
  delete from public.sales_lines;
  insert into public.sales_sums (slot, orders, paid, paid_tax, paid_shipping)
    select public.sales_slot(paid_at), count(*), sum(amount), sum(tax), sum(shipping)
    from public.orders where paid_at is not null group by 1;
  -- As in record_sale: a charge's sum counts only without single refunds.
  insert into public.sales_sums (slot, refunds, refunded, refunded_tax)
    select public.sales_slot(refund.updated_at), count(*), sum(reached - before),
      sum(public.sales_tax_share(orders, reached) - public.sales_tax_share(orders, before))
    from public.orders cross join lateral (
      select updated_at, least(purchase.amount, sum(amount_done) over so_far) as reached,
        least(purchase.amount, sum(amount_done) over so_far - amount_done) as before
      from (
        select refunds.id, updated_at, coalesce(refunds.amount, orders.amount) as amount_done from public.refunds
        where order_id = orders.id and payment_id = orders.payment_id and state = 'done'
          and (refunds.provider_id not like 'charge:%' or not exists (
            select from public.refunds as single where single.order_id = orders.id
              and single.payment_id = orders.payment_id and single.provider_id not like 'charge:%'
          ))
      ) as done cross join (select orders.amount) as purchase
      window so_far as (order by updated_at, done.id)
    ) as refund
    where orders.paid_at is not null and orders.refunded > 0 and reached > before
    group by 1;
  insert into public.sales_lines (line_id, paid_at, part_id, category, pieces, cents)
    select line.id, orders.paid_at, line.part_id, part.category, line.quantity,
      public.sales_cents(line.unit_price * line.quantity)
    from public.orders join public.order_lines as line on line.order_id = orders.id
    left join public.parts_catalog as part on part.id = line.part_id
    where orders.paid_at is not null;
end;
comment on function public.rebuild_sales is 'For the owner, after a load in bulk that did not run the triggers.';
select public.rebuild_sales();

-- When a part was added. updated_at is the best that is known of parts that exist. The second statement writes the
-- table anew, without the triggers of changes.
alter table public.parts_catalog add column created_at timestamptz;
alter table public.parts_catalog
  alter column created_at type timestamptz using updated_at,
  alter column created_at set default now();
comment on column public.parts_catalog.created_at is
  'When it was added; of parts from before this was kept, their last change then. Null: unknown.';

create index orders_paid_at_idx on public.orders (paid_at, number) where paid_at is not null;
create index refunds_done_idx on public.refunds (updated_at, id) where state = 'done';
create index parts_catalog_oldest_idx on public.parts_catalog (created_at, id) where stock_quantity > 0;
create index audit_logs_missed_search_idx on public.audit_logs (created_at)
  where action = 'search' and details ->> 'results_count' = '0';
