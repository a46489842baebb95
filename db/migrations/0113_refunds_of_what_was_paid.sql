-- An order is refunded as a whole when what was paid for it went back, even if that was another amount than asked for.
create or replace function public.rebuild_sales_lines() returns void
  language sql
  set search_path = ''
begin atomic
  delete from public.sales_sums;
  delete from public.sales_lines;
  insert into public.sales_sums (slot, orders, paid, paid_tax, paid_shipping)
    select public.sales_slot(paid_at), count(*), sum(amount), sum(tax), sum(shipping)
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

-- Nothing is due for an order that was refunded in the provider's dashboard.
create or replace function public.buyer_order_data(bought public.orders, is_full boolean) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select public.buyer_order_without_balance(bought, is_full) || jsonb_build_object(
    'charged', bought.charged,
    'chargedCurrency', bought.charged_currency,
    'amountReview', bought.amount_review,
    'due', (
      select amount from public.order_balances
      where order_id = bought.id and payment_id is null and withdrawn_at is null and bought.status = 'completed'
    )
  )
$$;
