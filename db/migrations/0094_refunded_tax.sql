-- A refund has the tax that was charged on its units, not a share of the order's.

alter table public.refunds
  add column tax numeric(12, 2),
  add constraint refunds_tax_within_amount check (tax between 0 and amount);
comment on column public.refunds.tax is
  'Dollars of tax in the amount. Null: not asked for by staff, so that its share of the order''s tax counts.';
grant insert (tax) on public.refunds to authenticated, service_role;

alter table public.orders
  add column refunded_tax numeric(12, 2) not null default 0,
  add constraint orders_refunded_tax_in_range check (refunded_tax between 0 and tax);
comment on column public.orders.refunded_tax is 'Dollars of its tax that the provider has refunded. note_refunded_tax sets it.';

create function public.refunded_tax(purchase public.orders, until timestamptz default 'infinity') returns numeric
  language sql stable
  set search_path = ''
as $$
  select case
    when coalesce(sum(coalesce(amount, purchase.charged, purchase.amount)), 0) >= coalesce(purchase.charged, purchase.amount)
      then purchase.tax
    else least(purchase.tax, coalesce(sum(refunds.tax), 0)
      + round(purchase.tax * coalesce(sum(amount) filter (where refunds.tax is null), 0) / purchase.amount, 2))
  end
  from public.refunds
  where order_id = purchase.id and payment_id = purchase.payment_id and state = 'done' and updated_at < until
    -- A charge's sum counts only without single refunds.
    and (provider_id not like 'charge:%' or not exists (
      select from public.refunds as single where single.order_id = purchase.id
        and single.payment_id = purchase.payment_id and single.provider_id not like 'charge:%'
    ))
$$;
comment on function public.refunded_tax is
  'Dollars of an order''s tax in its refunds that were done by then. A whole refund has all of it.';

-- Security definer: the provider's word arrives with roles that read no refunds of others.
create function public.note_refunded_tax() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.refunded_tax := public.refunded_tax(new);
  return new;
end
$$;
-- A refund may be reported before its payment.
create trigger note_refunded_tax before update of refunded, payment_id on public.orders
  for each row when (
    new.refunded <> old.refunded or new.refunded > 0 and new.payment_id is distinct from old.payment_id
  ) execute function public.note_refunded_tax();
update public.orders set refunded_tax = public.refunded_tax(orders) where refunded > 0 and tax > 0;

-- As in 0030_sales.sql, with the tax of the units.
create or replace function public.record_sale() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  refunded_before numeric := 0;
  tax_before numeric := 0;
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
    tax_before := old.refunded_tax;
  end if;
  if new.refunded <> refunded_before then
    insert into public.sales_sums (slot, refunds, refunded, refunded_tax)
    select public.sales_slot(coalesce(max(updated_at), now())), sign(new.refunded - refunded_before)::integer,
      new.refunded - refunded_before, new.refunded_tax - tax_before
    from public.refunds where order_id = new.id and payment_id = new.payment_id and state in ('done', 'failed');
  end if;
  return null;
end
$$;

create or replace function public.rebuild_sales_lines() returns void
  language sql
  set search_path = ''
begin atomic
  delete from public.sales_sums;
  delete from public.sales_lines;
  insert into public.sales_sums (slot, orders, paid, paid_tax, paid_shipping)
    select public.sales_slot(paid_at), count(*), sum(amount), sum(tax), sum(shipping)
    from public.orders where paid_at is not null group by 1;
  -- As in refunded_tax: a charge's sum counts only without single refunds.
  insert into public.sales_sums (slot, refunds, refunded, refunded_tax)
    select public.sales_slot(refund.updated_at), count(*), sum(reached - before), sum(tax_reached - tax_before)
    from public.orders cross join lateral (
      select updated_at, reached, before,
        case when reached >= purchase.amount then purchase.tax else least(purchase.tax, tax_so_far) end as tax_reached,
        case when before >= purchase.amount then purchase.tax else least(purchase.tax, tax_before_it) end as tax_before
      from (
        select done.id, updated_at,
          least(orders.amount, sum(amount_done) over so_far) as reached,
          least(orders.amount, sum(amount_done) over so_far - amount_done) as before,
          sum(tax_done) over so_far
            + round(orders.tax * sum(untaxed) over so_far / nullif(orders.amount, 0), 2) as tax_so_far,
          sum(tax_done) over so_far - tax_done
            + round(orders.tax * (sum(untaxed) over so_far - untaxed) / nullif(orders.amount, 0), 2) as tax_before_it
        from (
          select refunds.id, updated_at, coalesce(refunds.amount, orders.amount) as amount_done,
            coalesce(refunds.tax, 0) as tax_done,
            case when refunds.tax is null then coalesce(refunds.amount, orders.amount) else 0 end as untaxed
          from public.refunds
          where order_id = orders.id and payment_id = orders.payment_id and state = 'done'
            and (refunds.provider_id not like 'charge:%' or not exists (
              select from public.refunds as single where single.order_id = orders.id
                and single.payment_id = orders.payment_id and single.provider_id not like 'charge:%'
            ))
        ) as done
        window so_far as (order by updated_at, done.id)
      ) as steps cross join (select orders.amount, orders.tax) as purchase
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
drop function public.sales_tax_share;
