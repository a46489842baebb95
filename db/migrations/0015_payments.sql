-- Payments: the provider's events, refunds and disputes. What is known of the money of an order comes from the provider
-- only (docs/payments.md).
create table public.payment_events (
  id text not null,
  type text not null,
  order_id uuid,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  source text not null default 'webhook',
  constraint payment_events_pkey primary key (id),
  constraint payment_events_source_known check (source in ('webhook', 'asked')),
  constraint payment_events_texts_bounded check (
    length(id) between 1 and 1000 and length(type) between 1 and 500 and octet_length(payload::text) <= 4000000
  ),
  constraint payment_events_time_plausible check (received_at >= '2000-01-01 00:00Z' and received_at < '2200-01-01 00:00Z'),
  constraint payment_events_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict
);
comment on table public.payment_events is
  'Each event of the payment provider once, under its own id, stored in the transaction of its effect.';
comment on column public.payment_events.source is
  'Whether the provider has delivered it, or the shop has only found it by asking.';
create index payment_events_order_id_idx on public.payment_events (order_id);
create index payment_events_received_at_idx on public.payment_events (source, received_at desc);
alter table public.payment_events enable row level security;
create policy "Admins can read payment events" on public.payment_events
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads payment events" on public.payment_events for select to service_role using (true);
create policy "The shop stores payment events" on public.payment_events for insert to service_role with check (true);
create policy "The shop notes deliveries of events that it has found" on public.payment_events
  for update to service_role using (source = 'asked') with check (source = 'webhook');
grant select on public.payment_events to authenticated, service_role;
grant insert, update (source) on public.payment_events to service_role;

create table public.refunds (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  payment_id text not null,
  provider_id text,
  reason text not null,
  state text not null default 'requested',
  amount numeric(12, 2),
  failure text,
  requested_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  asked_by uuid,
  note text,
  -- Money that was taken at the counter is given back there.
  method text,
  -- A refund for a return refers to it, so that its units can be distinguished from others.
  return_id uuid,
  -- A refund has the tax that was charged on its units, not a share of the order's.
  tax numeric(12, 2),
  constraint refunds_pkey primary key (id),
  constraint refunds_provider_id_key unique (provider_id),
  constraint refunds_state_known check (state in ('requested', 'pending', 'done', 'failed')),
  constraint refunds_amount_not_negative check (amount >= 0),
  constraint refunds_note_bounded check (length(note) between 1 and 500),
  constraint refunds_asked_for_an_amount check (reason <> 'shop' or amount > 0),
  constraint refunds_method_known check (method in ('cash', 'card')),
  constraint refunds_done_by_someone check (
    state not in ('pending', 'done') or provider_id is not null or method is not null
  ),
  constraint refunds_amount_bounded check (amount < 1000000000),
  constraint refunds_texts_bounded check (
    length(payment_id) between 1 and 500 and length(provider_id) between 1 and 500 and length(failure) <= 5000
  ),
  constraint refunds_times_plausible check (least(requested_at, updated_at) >= '2000-01-01 00:00Z'
    and greatest(requested_at, updated_at) < '2200-01-01 00:00Z'),
  constraint refunds_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict,
  constraint refunds_tax_within_amount check (tax between 0 and amount),
  -- not-due: the payment of a balance that is not due goes back.
  constraint refunds_reason_known check (reason in ('sold-out', 'paid-twice', 'not-due', 'provider', 'shop'))
);
comment on table public.refunds is
  'Money that is returned to a buyer. Only the provider''s answers make a refund pending, done or failed.';
comment on column public.refunds.payment_id is 'The provider''s id of the refunded payment.';
comment on column public.refunds.provider_id is 'The provider''s id of the refund, once the provider has accepted it.';
comment on column public.refunds.reason is
  'Why: the parts were sold out, the order was paid twice, staff asked for it, or it was made at the provider.';
comment on column public.refunds.amount is 'Dollars. Null: the whole payment.';
comment on column public.refunds.asked_by is 'The person who asked for it. No foreign key: a refund outlives the account.';
comment on column public.refunds.note is 'What the person wrote about it, for the buyer.';
comment on column public.refunds.method is
  'How the money of a sale at the counter was given back: in cash, or by card at the shop''s own terminal. Null: by the provider.';
comment on column public.refunds.return_id is 'The return that it is for.';
comment on column public.refunds.tax is
  'Dollars of tax in the amount. Null: not asked for by staff, so that its share of the order''s tax counts.';
create index refunds_order_id_idx on public.refunds (order_id);
-- The report takes refunds off in the period in which they were made.
create index refunds_done_updated_at_idx on public.refunds (updated_at) where state = 'done';
create index refunds_failed_idx on public.refunds (order_id) where state = 'failed';
create index refunds_done_idx on public.refunds (updated_at, id) where state = 'done';
create index refunds_return_id_idx on public.refunds (return_id) where return_id is not null;
create unique index refunds_own_key on public.refunds (order_id, payment_id)
  where reason in ('sold-out', 'paid-twice', 'not-due');
alter table public.refunds enable row level security;
create policy "Users can read refunds of their own orders" on public.refunds
  for select to authenticated
  using (exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid())));
create policy "Staff can read all refunds" on public.refunds
  for select to authenticated using ((select public.is_staff()));
create policy "The shop reads refunds" on public.refunds for select to service_role using (true);
create policy "The shop asks for refunds" on public.refunds for insert to service_role with check (true);
create policy "The shop notes the state of refunds" on public.refunds
  for update to service_role using (true) with check (true);
create policy "Staff can ask for refunds" on public.refunds
  for insert to authenticated with check ((select public.is_staff()) and asked_by = (select auth.uid()));
grant select on public.refunds to authenticated, service_role;
grant insert (id, order_id, payment_id, reason, amount, note, method, return_id, tax) on public.refunds to authenticated;
grant insert, insert (tax), update (provider_id, state, amount, failure, updated_at) on public.refunds to service_role;

create table public.disputes (
  id text not null,
  order_id uuid not null,
  payment_id text not null,
  state text not null,
  amount numeric(12, 2),
  answer_by timestamptz,
  told_at timestamptz not null,
  constraint disputes_pkey primary key (id),
  constraint disputes_state_known check (state in ('open', 'won', 'lost')),
  constraint disputes_amount_in_range check (amount >= 0 and amount < 1000000000),
  constraint disputes_texts_bounded check (length(id) between 1 and 500 and length(payment_id) between 1 and 500),
  constraint disputes_times_plausible check (least(answer_by, told_at) >= '2000-01-01 00:00Z'
    and greatest(answer_by, told_at) < '2200-01-01 00:00Z'),
  constraint disputes_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict
);
comment on table public.disputes is 'Payments that a buyer''s bank has questioned or taken back, by the provider''s id.';
comment on column public.disputes.amount is 'Dollars.';
comment on column public.disputes.answer_by is 'The shop can answer at the provider until then.';
comment on column public.disputes.told_at is 'The time of the provider''s latest event about it.';
create index disputes_order_id_idx on public.disputes (order_id);
alter table public.disputes enable row level security;
create policy "Staff can read disputes" on public.disputes
  for select to authenticated using ((select public.is_staff()));
create policy "The shop reads disputes" on public.disputes for select to service_role using (true);
create policy "The shop stores disputes" on public.disputes for insert to service_role with check (true);
create policy "The shop notes the state of disputes" on public.disputes
  for update to service_role using (true) with check (true);
grant select on public.disputes to authenticated, service_role;
grant insert, update (state, amount, answer_by, told_at) on public.disputes to service_role;

create table public.payment_reconciliation (
  singleton boolean not null default true,
  reconciled_until timestamptz not null,
  constraint payment_reconciliation_pkey primary key (singleton),
  constraint payment_reconciliation_one_row check (singleton)
);
comment on table public.payment_reconciliation is
  'The time up to which the provider''s events have been fetched and applied. One row.';
alter table public.payment_reconciliation enable row level security;
create policy "The shop reads how far it is" on public.payment_reconciliation for select to service_role using (true);
create policy "The shop notes how far it is" on public.payment_reconciliation
  for insert to service_role with check (true);
create policy "The shop moves on" on public.payment_reconciliation
  for update to service_role using (true) with check (true);
grant select, insert, update (reconciled_until) on public.payment_reconciliation to service_role;

create table public.refund_lines (
  refund_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  -- True: a refund of the core charge alone.
  core boolean not null default false,
  battery_fee numeric(12, 2) not null default 0,
  constraint refund_lines_pkey primary key (refund_id, line_id),
  constraint refund_lines_quantity_positive check (quantity > 0),
  constraint refund_lines_battery_fee_not_negative check (battery_fee >= 0),
  constraint refund_lines_refund_id_fkey foreign key (refund_id) references public.refunds (id) on delete restrict,
  constraint refund_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete restrict
);
comment on table public.refund_lines is 'The pieces that a refund is for. A refund of an amount alone has none.';
comment on column public.refund_lines.core is 'Only the core charge of the pieces, whose old parts came back.';
comment on column public.refund_lines.battery_fee is 'Dollars of California battery fee that are refunded with the pieces.';
create index refund_lines_line_id_idx on public.refund_lines (line_id);
alter table public.refund_lines enable row level security;
create policy "Users can read lines of refunds that they can read" on public.refund_lines
  for select to authenticated using (exists (select 1 from public.refunds where refunds.id = refund_id));
create policy "Staff can refund pieces" on public.refund_lines
  for insert to authenticated with check ((select public.is_staff()));
create policy "The shop reads lines of refunds" on public.refund_lines for select to service_role using (true);
create policy "The shop refunds pieces for buyers" on public.refund_lines
  for insert to service_role with check (true);
grant select, insert on public.refund_lines to authenticated, service_role;

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
comment on column public.order_balances.page_key is
  'Of the request for its payment page. Requests with the same key get the same page.';
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
grant select on public.order_balances to authenticated, service_role;
grant insert (order_id, amount), update (withdrawn_at) on public.order_balances to authenticated;
grant update (withdrawn_at, payment_id, paid_at, refunded, page_key, page_asked_at, session_id, page_url) on
  public.order_balances to service_role;

-- The tax of what went back, of all payments of the order. It reads no view: its caller may be about to store the payment.
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

-- Only the payment makes an order wait, and only a person accepts.
create function public.check_amount_review() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_setting('role') = 'authenticated' and new.amount_review is distinct from 'accepted' then
    raise insufficient_privilege using message = 'a person can only accept what was paid';
  end if;
  return new;
end
$$;

create trigger check_amount_review before update of amount_review on public.orders
  for each row when (new.amount_review is distinct from old.amount_review)
  execute function public.check_amount_review();

-- Both views show what the caller may read.
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
