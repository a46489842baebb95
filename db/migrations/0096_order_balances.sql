-- What a buyer still has to pay for an order, by a further payment (docs/orders.md). A refund may go to any payment of the
-- order.

create table public.order_balances (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  amount numeric(12, 2) not null,
  asked_at timestamptz not null default now(),
  asked_by uuid default auth.uid(),
  withdrawn_at timestamptz,
  payment_id text,
  paid_at timestamptz,
  refunded numeric(12, 2) not null default 0,
  page_key uuid,
  page_asked_at timestamptz,
  session_id text,
  page_url text,
  constraint order_balances_pkey primary key (id),
  constraint order_balances_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict,
  constraint order_balances_payment_id_key unique (payment_id),
  constraint order_balances_amount_payable check (amount between 0.50 and 999999.99),
  constraint order_balances_refunded_within_payment check (refunded between 0 and amount and (refunded = 0 or payment_id is not null)),
  constraint order_balances_payment_with_time check ((payment_id is null) = (paid_at is null)),
  constraint order_balances_payment_named check (payment_id <> ''),
  constraint order_balances_paid_or_withdrawn check (paid_at is null or withdrawn_at is null),
  constraint order_balances_page_key_with_time check ((page_key is null) = (page_asked_at is null)),
  constraint order_balances_page_with_address check (
    (session_id is null) = (page_url is null) and (session_id is null or page_key is not null)
  ),
  constraint order_balances_texts_bounded check (
    greatest(length(payment_id), length(session_id), length(page_url)) <= 10000
  ),
  constraint order_balances_times_plausible check (
    least(asked_at, withdrawn_at, paid_at, page_asked_at) >= '2000-01-01 00:00Z'
    and greatest(asked_at, withdrawn_at, paid_at, page_asked_at) < '2200-01-01 00:00Z'
  )
);
comment on table public.order_balances is
  'What a buyer was asked to pay for an order besides its first payment. A balance never changes: it is paid or withdrawn.';
comment on column public.order_balances.amount is 'Dollars.';
comment on column public.order_balances.asked_by is 'No foreign key: a balance outlives the account.';
comment on column public.order_balances.withdrawn_at is 'From then on it is not due, and a late payment of it goes back.';
comment on column public.order_balances.payment_id is 'The provider''s id of its payment.';
comment on column public.order_balances.refunded is 'Dollars of its payment that went back. Part of orders.refunded.';
comment on column public.order_balances.page_key is 'Of the request for its payment page. Requests with the same key get the same page.';
comment on column public.order_balances.session_id is 'The provider''s id of its payment page.';
create unique index order_balances_open_key on public.order_balances (order_id) where payment_id is null and withdrawn_at is null;
create index order_balances_order_id_idx on public.order_balances (order_id);
alter table public.order_balances enable row level security;
create policy "Staff can read balances" on public.order_balances
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can ask for a balance" on public.order_balances
  for insert to authenticated with check ((select public.is_staff()) and asked_by = (select auth.uid()));
create policy "Staff can withdraw a balance" on public.order_balances
  for update to authenticated
  using ((select public.is_staff()) and payment_id is null and withdrawn_at is null)
  with check ((select public.is_staff()) and withdrawn_at is not null);
create policy "The shop reads balances" on public.order_balances for select to service_role using (true);
create policy "The shop notes what happened to balances" on public.order_balances
  for update to service_role using (true) with check (true);
grant select, insert (order_id, amount), update (withdrawn_at) on public.order_balances to authenticated;
grant select, update (withdrawn_at, payment_id, paid_at, refunded, page_key, page_asked_at, session_id, page_url)
  on public.order_balances to service_role;

-- The payment of a balance that is not due goes back.
alter table public.refunds drop constraint refunds_reason_known,
  add constraint refunds_reason_known check (reason in ('sold-out', 'paid-twice', 'not-due', 'provider', 'shop'));
drop index public.refunds_own_key;
create unique index refunds_own_key on public.refunds (order_id, payment_id)
  where reason in ('sold-out', 'paid-twice', 'not-due');

-- Both as views of what the caller may read.
create view public.order_payments with (security_invoker = true) as
  select orders.id as order_id, orders.payment_id,
    coalesce(orders.charged, orders.amount) - coalesce(balances.amount, 0) as paid,
    orders.refunded - coalesce(balances.refunded, 0) as refunded
  from public.orders cross join lateral (
    select sum(balance.amount) as amount, sum(balance.refunded) as refunded
    from public.order_balances as balance where balance.order_id = orders.id and balance.payment_id is not null
  ) as balances
  where orders.payment_id is not null
  union all
  select order_id, payment_id, amount, refunded from public.order_balances where payment_id is not null;
comment on view public.order_payments is
  'The payments of each order, with what of them went back, in dollars. Not those that went back because they were not due.';
grant select on public.order_payments to authenticated, service_role;

create view public.done_refunds with (security_invoker = true) as
  select refunds.id, refunds.order_id, refunds.payment_id, refunds.provider_id, refunds.reason, refunds.tax, refunds.updated_at,
    coalesce(refunds.amount, payment.paid) as amount
  from public.refunds join public.order_payments as payment using (order_id, payment_id)
  where refunds.state = 'done'
    and (refunds.provider_id not like 'charge:%' or not exists (
      select from public.refunds as single where single.order_id = refunds.order_id
        and single.payment_id = refunds.payment_id and single.provider_id not like 'charge:%'
    ));
comment on view public.done_refunds is
  'What went back of the payments of orders, in dollars. The sum of a charge counts only without its single refunds.';
grant select on public.done_refunds to authenticated, service_role;

-- As in 0094_refunded_tax.sql, of all payments of the order. It reads no view: its caller may be about to store the payment.
create or replace function public.refunded_tax(purchase public.orders, until timestamptz default 'infinity') returns numeric
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
  where order_id = purchase.id and state = 'done' and updated_at < until
    and (payment_id = purchase.payment_id or exists (
      select from public.order_balances as balance
      where balance.order_id = purchase.id and balance.payment_id = refunds.payment_id
    ))
    -- A charge's sum counts only without single refunds.
    and (provider_id not like 'charge:%' or not exists (
      select from public.refunds as single where single.order_id = purchase.id
        and single.payment_id = refunds.payment_id and single.provider_id not like 'charge:%'
    ))
$$;

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
    select public.sales_slot(coalesce(max(refunds.updated_at), now())), sign(new.refunded - refunded_before)::integer,
      new.refunded - refunded_before, new.refunded_tax - tax_before
    from public.refunds join public.order_payments using (order_id, payment_id)
    where order_id = new.id and state in ('done', 'failed');
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
          select refund.id, updated_at, refund.amount as amount_done, coalesce(refund.tax, 0) as tax_done,
            case when refund.tax is null then refund.amount else 0 end as untaxed
          from public.done_refunds as refund where order_id = orders.id
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

-- As in 0092_impossible_writes.sql, for each payment of the order.
create or replace function public.check_refund() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  by_person constant boolean := current_setting('role') = 'authenticated';
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

-- The buyer's page says what was paid, if that is another amount, and what is due.
alter function public.buyer_order_data(public.orders, boolean) rename to buyer_order_without_balance;
create function public.buyer_order_data(bought public.orders, is_full boolean) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select public.buyer_order_without_balance(bought, is_full) || jsonb_build_object(
    'charged', bought.charged,
    'chargedCurrency', bought.charged_currency,
    'amountReview', bought.amount_review,
    'due', (
      select amount from public.order_balances
      where order_id = bought.id and payment_id is null and withdrawn_at is null
    )
  )
$$;
