-- Sales. Orders count when they are paid, refunds when they are done, at the time that the tax report uses as well.
create table public.sales_sums (
  id bigint generated always as identity,
  slot timestamptz not null,
  orders integer not null default 0,
  paid numeric(14, 2) not null default 0,
  paid_tax numeric(14, 2) not null default 0,
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
  constraint sales_lines_numbers_in_range check (pieces between 1 and 100000 and cents > 0),
  constraint sales_lines_category_bounded check (length(category) <= 10000),
  constraint sales_lines_time_plausible check (paid_at >= '2000-01-01 00:00Z' and paid_at < '2200-01-01 00:00Z'),
  constraint sales_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete restrict
);
comment on table public.sales_lines is 'Each line of a paid order.';
comment on column public.sales_lines.part_id is 'Not a foreign key: what was sold stays the same when the part is deleted.';
comment on column public.sales_lines.category is 'As it was when the order was paid.';
comment on column public.sales_lines.cents is
  'Without tax and shipping. An integer, because sums of a year''s lines by part take a third of the time of numeric ones.';
create index sales_lines_paid_at_idx on public.sales_lines (paid_at) include (part_id, category, pieces, cents);
create index sales_lines_part_id_idx on public.sales_lines (part_id, paid_at desc) include (pieces, cents);
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

-- Security definer: no role writes figures. Deferred, so that an order that is paid from the start has its lines.
create function public.record_sale() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  refunded_before numeric := 0;
  tax_before numeric := 0;
begin
  if tg_op = 'INSERT' or old.paid_at is null then
    insert into public.sales_sums (slot, orders, paid, paid_tax)
      values (public.sales_slot(new.paid_at), 1, new.amount, new.tax);
    insert into public.sales_lines (line_id, paid_at, part_id, category, pieces, cents)
      select line.id, new.paid_at, line.part_id, part.category, line.quantity,
        public.sales_cents(line.unit_price * line.quantity)
      from public.order_lines as line left join public.parts_catalog as part on part.id = line.part_id
      where line.order_id = new.id
      on conflict (line_id) do nothing;
  else
    refunded_before := old.refunded;
    tax_before := old.refunded_tax;
  end if;
  if new.refunded <> refunded_before then
    insert into public.sales_sums (slot, refunds, refunded, refunded_tax)
    select public.sales_slot(coalesce(max(refunds.updated_at), now())), sign(new.refunded - refunded_before)::integer,
      new.refunded - refunded_before, new.refunded_tax - tax_before
    from public.refunds join public.order_payments using (order_id, payment_id)
    where order_id = new.id and state in ('done', 'failed');
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

-- Security definer: no role writes figures.
create function public.fold_sales() returns void
  language sql security definer
  set search_path = ''
begin atomic
  with gone as (
    delete from public.sales_sums
    where slot in (select slot from public.sales_sums group by slot having count(*) > 1)
    returning slot, orders, paid, paid_tax, refunds, refunded, refunded_tax
  )
  insert into public.sales_sums (slot, orders, paid, paid_tax, refunds, refunded, refunded_tax)
  select slot, sum(orders), sum(paid), sum(paid_tax), sum(refunds), sum(refunded), sum(refunded_tax)
  from gone group by slot;
end;
comment on function public.fold_sales is 'Nightly: leaves one row for each slot.';
grant execute on function public.fold_sales to service_role;

-- What each part was sold at most, so that the best sellers of a year are looked for among few parts.
create table public.sales_parts (
  part_id uuid not null,
  pieces bigint not null,
  cents bigint not null,
  constraint sales_parts_pkey primary key (part_id)
);
comment on table public.sales_parts is
  'The sums of sales_lines over all time by part, or more: lines that are deleted are not subtracted. No part has more in a period.';
create index sales_parts_cents_idx on public.sales_parts (cents desc, part_id);
create index sales_parts_pieces_idx on public.sales_parts (pieces desc, part_id) where pieces > 1;
alter table public.sales_parts enable row level security;
create policy "Admins can read what was sold" on public.sales_parts
  for select to authenticated using ((select public.is_admin()));
grant select on public.sales_parts to authenticated;

-- Security definer: no role writes figures. By part, so that two payments lock in the same sequence.
create function public.add_sold_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.sales_parts (part_id, pieces, cents)
    select part_id, sum(pieces), sum(cents) from added where part_id is not null group by part_id order by part_id
    on conflict (part_id) do update
      set pieces = sales_parts.pieces + excluded.pieces, cents = sales_parts.cents + excluded.cents;
  return null;
end
$$;

create trigger add_sold_parts after insert on public.sales_lines
  referencing new table as added for each statement execute function public.add_sold_parts();

-- An order is refunded as a whole when what was paid for it went back, even if that was another amount than asked for.
create function public.rebuild_sales() returns void
  language sql
  set search_path = ''
begin atomic
  delete from public.sales_sums;
  delete from public.sales_lines;
  delete from public.sales_parts;
  insert into public.sales_sums (slot, orders, paid, paid_tax)
    select public.sales_slot(paid_at), count(*), sum(amount), sum(tax)
    from public.orders where paid_at is not null group by 1;
  insert into public.sales_sums (slot, refunds, refunded, refunded_tax)
    select public.sales_slot(refund.updated_at), count(*), sum(reached - before), sum(tax_reached - tax_before)
    from public.orders
    cross join lateral (select coalesce(orders.charged, orders.amount) as paid, orders.tax) as purchase
    cross join lateral (
      select updated_at, reached, before,
        case when reached >= purchase.paid then purchase.tax else least(purchase.tax, tax_so_far) end as tax_reached,
        case when before >= purchase.paid then purchase.tax else least(purchase.tax, tax_before_it) end as tax_before
      from (
        select done.id, updated_at,
          least(purchase.paid, sum(amount_done) over so_far) as reached,
          least(purchase.paid, sum(amount_done) over so_far - amount_done) as before,
          sum(tax_done) over so_far
            + round(orders.tax * sum(untaxed) over so_far / nullif(orders.amount, 0), 2) as tax_so_far,
          sum(tax_done) over so_far - tax_done
            + round(orders.tax * (sum(untaxed) over so_far - untaxed) / nullif(orders.amount, 0), 2) as tax_before_it
        from (
          select refund.id, updated_at, refund.amount as amount_done, coalesce(refund.tax, 0) as tax_done,
            case when refund.tax is null then refund.amount else 0 end as untaxed
          from public.done_refunds as refund where order_id = orders.id
        ) as done
        window so_far as (order by updated_at, done.id)
      ) as steps
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
