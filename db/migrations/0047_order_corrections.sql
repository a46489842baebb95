-- Staff correct a paid order before all of it has left the shop (docs/orders.md, "Corrections"): its totals are computed anew,
-- and the difference is asked for, refunded or waived. What was paid stays in orders.charged.
create function public.order_amounts(purchase public.orders) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object(
    'totalCents', 100 * purchase.amount, 'taxCents', 100 * purchase.tax, 'shippingCents', 100 * purchase.shipping,
    'coreCents', 100 * purchase.core, 'batteryFeeCents', 100 * purchase.battery_fee,
    'taxes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'level', level, 'state', state, 'name', name, 'cents', 100 * tax
      ) order by position) filter (where tax > 0), '[]')
      from public.order_taxes where order_id = purchase.id
    )
  )
$$;
comment on function public.order_amounts is 'What the amount of an order consists of, in cents (Amounts in app/core/sales/movements.ts).';
grant execute on function public.order_amounts to authenticated, service_role;

create table public.order_corrections (
  id uuid not null,
  order_id uuid not null,
  difference numeric(12, 2) not null,
  tax_difference numeric(12, 2) not null,
  before jsonb not null,
  made_by uuid not null default auth.uid(),
  made_at timestamptz not null default now(),
  constraint order_corrections_pkey primary key (id),
  constraint order_corrections_amounts_in_range check (greatest(abs(difference), abs(tax_difference)) < 100000000),
  constraint order_corrections_before_bounded check (jsonb_typeof(before) = 'object' and octet_length(before::text) <= 20000),
  constraint order_corrections_time_plausible check (made_at >= '2000-01-01 00:00Z' and made_at < '2200-01-01 00:00Z'),
  constraint order_corrections_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict
);
comment on table public.order_corrections is
  'Each correction of a paid order. The order and its lines have the amounts after it, the story of the order says what changed.';
comment on column public.order_corrections.id is 'Chosen by the form, so that a form that is sent twice corrects once.';
comment on column public.order_corrections.difference is 'Dollars by which the amount of the order changed.';
comment on column public.order_corrections.tax_difference is 'Dollars by which its tax changed.';
comment on column public.order_corrections.before is 'The amounts before it, as order_amounts() has them: days that are over keep theirs in the books.';
comment on column public.order_corrections.made_by is 'The person. No foreign key: a correction outlives the account.';
create index order_corrections_order_id_idx on public.order_corrections (order_id, made_at);
create index order_corrections_made_at_idx on public.order_corrections (made_at, id);
alter table public.order_corrections enable row level security;
create policy "Staff can read corrections" on public.order_corrections
  for select to authenticated using ((select public.is_staff()));
create policy "The shop reads corrections" on public.order_corrections for select to service_role using (true);
create policy "The shop corrects orders for staff" on public.order_corrections
  for insert to service_role with check (made_by = (select auth.uid()) and (select public.is_staff()));
grant select on public.order_corrections to authenticated, service_role;
grant insert (id, order_id, difference, tax_difference, before) on public.order_corrections to service_role;

-- What a correction writes.
comment on table public.order_taxes is
  'What was charged with an order for each jurisdiction, at which rate. It changes only with an open quote, and when staff correct the order.';
create policy "The shop corrects the lines of orders for staff" on public.order_lines
  for update to service_role using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop deletes taxes of corrected orders for staff" on public.order_taxes
  for delete to service_role using (
    (select public.is_staff()) and exists (select from public.orders where id = order_id and progress is not null)
  );
create policy "The shop asks for the difference of a correction for staff" on public.order_balances
  for insert to service_role with check ((select public.is_staff()) and asked_by = (select auth.uid()));
grant update (shipping, tax, core, core_tax, refunds_core_tax, battery_fee, refunds_battery_fee, shipping_class)
  on public.order_lines to service_role;
grant insert (order_id, amount) on public.order_balances to service_role;

-- Security definer: staff may not read all that it compares. It locks the order, so that two refunds at the same time are
-- checked one after the other. Volatile: each query sees what was committed while it waited.
create or replace function public.check_refund() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  -- The shop also acts for a member of staff, who corrects an order.
  by_person constant boolean := current_setting('role') = 'authenticated'
    or current_setting('role') = 'service_role' and public.is_staff();
  purchase public.orders;
  payment public.order_payments;
  promised numeric;
  by_staff numeric;
begin
  -- The policy is checked after this trigger. It must not show others what an order was paid with.
  if by_person and not public.is_staff() then
    raise insufficient_privilege using message = 'only staff can ask for refunds';
  end if;
  select * into purchase from public.orders where id = new.order_id for no key update;
  -- A second payment of the order may have been of its amount.
  if new.amount > greatest(purchase.amount, purchase.charged) then
    raise check_violation using message = 'more than the payment', constraint = 'refunds_within_payment';
  end if;
  if tg_op = 'UPDATE' or new.reason <> 'shop' and not by_person then
    return new;
  end if;
  if purchase.payment_id is null then
    raise check_violation using message = 'the order is not paid', constraint = 'refunds_of_paid_order';
  end if;
  if (purchase.payment_method is null) <> (new.method is null) then
    raise check_violation using
      message = 'the money goes back where it came from', constraint = 'refunds_method_of_payment';
  end if;
  select * into payment from public.order_payments where order_id = new.order_id and payment_id = new.payment_id;
  if not found and by_person then
    raise insufficient_privilege using message = 'only the shop itself can ask for this refund';
  elsif not found then
    raise check_violation using
      message = 'the order was not paid by this payment', constraint = 'refunds_of_paid_order';
  end if;
  -- What is done is part of payment.refunded.
  select coalesce(sum(coalesce(amount, payment.paid)), 0) into promised from public.refunds
    where order_id = new.order_id and payment_id = new.payment_id and state in ('requested', 'pending');
  if new.state in ('requested', 'pending') and payment.refunded + promised + new.amount > payment.paid then
    raise check_violation using
      message = 'more than is left of the payment', constraint = 'refunds_within_payment';
  end if;
  select coalesce(sum(amount), 0) into by_staff from public.refunds
    where order_id = new.order_id and reason = 'shop' and state <> 'failed';
  if by_person and not public.is_admin() and by_staff + new.amount > public.staff_refund_limit() then
    raise insufficient_privilege using
      message = 'above the limit of staff', constraint = 'refunds_within_staff_limit';
  end if;
  if by_person then
    if new.reason <> 'shop' then
      raise insufficient_privilege using message = 'only the shop itself can ask for this refund';
    end if;
    new.asked_by := auth.uid();
  end if;
  return new;
end
$$;

-- Sales count what the order is, and as refunded what went back of that. What was paid too much, perhaps because the order was
-- corrected, goes back first and is no sale.
create function public.paid_too_much(purchase public.orders) returns numeric
  language sql immutable
  set search_path = ''
  return case when purchase.charged_currency is null
    then greatest(0, coalesce(purchase.charged, purchase.amount) - purchase.amount) else 0 end;
comment on function public.paid_too_much is 'Dollars by which the payments of an order are above its amount.';
grant execute on function public.paid_too_much to authenticated, service_role;

create function public.refunded_of_sale(purchase public.orders) returns numeric
  language sql immutable
  set search_path = ''
  return greatest(0, purchase.refunded - public.paid_too_much(purchase));

-- Security definer: no role writes figures. Deferred, so that an order that is paid from the start has its lines.
create or replace function public.record_sale() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  refunded_now constant numeric := public.refunded_of_sale(new);
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
    refunded_before := public.refunded_of_sale(old);
    tax_before := old.refunded_tax;
  end if;
  if refunded_now <> refunded_before or new.refunded_tax <> tax_before then
    insert into public.sales_sums (slot, refunds, refunded, refunded_tax)
    select public.sales_slot(coalesce(max(refunds.updated_at), now())), sign(refunded_now - refunded_before)::integer,
      refunded_now - refunded_before, new.refunded_tax - tax_before
    from public.refunds join public.order_payments using (order_id, payment_id)
    where order_id = new.id and state in ('done', 'failed');
  end if;
  return null;
end
$$;

drop trigger record_sale on public.orders;
create constraint trigger record_sale after update of paid_at, refunded, amount, charged on public.orders
  deferrable initially deferred
  for each row when (
    new.paid_at is not null and (
      old.paid_at is null or new.refunded <> old.refunded or new.amount <> old.amount
      or new.charged is distinct from old.charged
    )
  ) execute function public.record_sale();

-- Security definer: no role writes figures. Deferred, because it looks at the corrected order as a whole.
create function public.record_correction() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if exists (
    select from public.orders where id = new.order_id and amount - tax - shipping - core - battery_fee <> (
      select sum(unit_price * quantity) from public.order_lines where order_id = new.order_id
    )
  ) then
    raise check_violation using
      message = 'the lines do not add up to the amount of the order', constraint = 'order_corrections_add_up';
  end if;
  insert into public.sales_sums (slot, paid, paid_tax)
    values (public.sales_slot(new.made_at), new.difference, new.tax_difference);
  delete from public.sales_lines using public.order_lines as line
    where line.id = line_id and line.order_id = new.order_id and line.quantity = 0;
  update public.sales_lines
    set pieces = line.quantity, cents = public.sales_cents(line.unit_price * line.quantity)
    from public.order_lines as line
    where line.id = line_id and line.order_id = new.order_id and line.quantity <> pieces;
  insert into public.sales_lines (line_id, paid_at, part_id, category, pieces, cents)
    select line.id, orders.paid_at, line.part_id, part.category, line.quantity,
      public.sales_cents(line.unit_price * line.quantity)
    from public.orders join public.order_lines as line on line.order_id = orders.id
    left join public.parts_catalog as part on part.id = line.part_id
    where orders.id = new.order_id and orders.paid_at is not null and line.quantity > 0
    on conflict (line_id) do nothing;
  return null;
end
$$;

create constraint trigger record_correction after insert on public.order_corrections
  deferrable initially deferred for each row execute function public.record_correction();

-- An order is refunded as a whole when what was paid for it went back, even if that was another amount than asked for.
create or replace function public.rebuild_sales() returns void
  language sql
  set search_path = ''
begin atomic
  delete from public.sales_sums;
  delete from public.sales_lines;
  delete from public.sales_parts;
  insert into public.sales_sums (slot, orders, paid, paid_tax)
    select public.sales_slot(paid_at), count(*), sum(amount - corrected.difference), sum(tax - corrected.tax_difference)
    from public.orders cross join lateral (
      select coalesce(sum(difference), 0) as difference, coalesce(sum(tax_difference), 0) as tax_difference
      from public.order_corrections where order_id = orders.id
    ) as corrected
    where paid_at is not null group by 1;
  insert into public.sales_sums (slot, paid, paid_tax)
    select public.sales_slot(made_at), sum(difference), sum(tax_difference) from public.order_corrections group by 1;
  insert into public.sales_sums (slot, refunds, refunded, refunded_tax)
    select public.sales_slot(refund.updated_at), count(*) filter (where greatest(reached, too_much) > greatest(before, too_much)),
      sum(greatest(reached, too_much) - greatest(before, too_much)), sum(tax_reached - tax_before)
    from public.orders
    cross join lateral (
      select coalesce(orders.charged, orders.amount) as paid, orders.tax, public.paid_too_much(orders) as too_much
    ) as purchase
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
    where orders.paid_at is not null and line.quantity > 0;
end;
