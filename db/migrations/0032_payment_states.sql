-- Refunds and disputes have states of their own. An order's status follows from what is known of its money and stock
-- (app/domain/order.ts), so that the provider's events can arrive in any order.

alter table public.orders
  add column stock text not null default 'held',
  add column refunded numeric(12, 2) not null default 0,
  add column dispute text,
  add column ended text,
  add column asked_at timestamptz,
  add constraint orders_stock_known check (stock in ('held', 'sold', 'released')),
  add constraint orders_refunded_not_negative check (refunded >= 0),
  add constraint orders_dispute_known check (dispute in ('open', 'won', 'lost')),
  add constraint orders_ended_known check (ended in ('canceled', 'expired', 'failed'));
comment on column public.orders.stock is 'Where its stock is: set aside for the payment, sold, or for sale again.';
comment on column public.orders.refunded is 'Dollars that the provider has given back of its payment.';
comment on column public.orders.dispute is 'How far the dispute of its payment is, if there is one.';
comment on column public.orders.ended is 'How its payment page ended without a payment.';
comment on column public.orders.asked_at is 'When the provider was last asked about its payment page.';

update public.orders set
  stock = case
    when status = 'pending' then 'held'
    when status in ('completed', 'disputed') then 'sold'
    when exists (select from public.stock_holds where order_id = orders.id and outcome = 'sold') then 'sold'
    else 'released'
  end,
  refunded = case when status = 'refunded' then amount else 0 end,
  dispute = case when status = 'disputed' then 'open' end,
  ended = case when status in ('canceled', 'expired', 'failed') then status end;

create index orders_payment_id_idx on public.orders (payment_id);
create index orders_pending_idx on public.orders (expires_at) where status = 'pending';

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
  constraint refunds_pkey primary key (id),
  constraint refunds_provider_id_key unique (provider_id),
  constraint refunds_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade,
  constraint refunds_reason_known check (reason in ('sold-out', 'paid-twice', 'provider')),
  constraint refunds_state_known check (state in ('requested', 'pending', 'done', 'failed')),
  constraint refunds_amount_not_negative check (amount >= 0)
);
comment on table public.refunds is 'Money that goes back to a buyer. Only the provider''s word makes a refund pending, done or failed.';
comment on column public.refunds.payment_id is 'The provider''s name of the payment that goes back.';
comment on column public.refunds.provider_id is 'The provider''s name of the refund, once it has taken it.';
comment on column public.refunds.reason is 'Why: the parts were gone, the order was paid twice, or it was made at the provider.';
comment on column public.refunds.amount is 'Dollars. Null: the whole payment.';
create index refunds_order_id_idx on public.refunds (order_id);
create unique index refunds_own_key on public.refunds (order_id, payment_id) where reason <> 'provider';
alter table public.refunds enable row level security;
create policy "Users can read refunds of their own orders" on public.refunds
  for select to authenticated
  using (exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid())));
create policy "Admins can read all refunds" on public.refunds
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads refunds" on public.refunds for select to service_role using (true);
create policy "The shop asks for refunds" on public.refunds for insert to service_role with check (true);
create policy "The shop notes the state of refunds" on public.refunds
  for update to service_role using (true) with check (true);
grant select on public.refunds to authenticated;
grant select, insert on public.refunds to service_role;
grant update (provider_id, state, amount, failure, updated_at) on public.refunds to service_role;

create table public.disputes (
  id text not null,
  order_id uuid not null,
  payment_id text not null,
  state text not null,
  amount numeric(12, 2),
  answer_by timestamptz,
  told_at timestamptz not null,
  constraint disputes_pkey primary key (id),
  constraint disputes_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade,
  constraint disputes_state_known check (state in ('open', 'won', 'lost'))
);
comment on table public.disputes is 'Payments that a buyer''s bank has asked about or taken back, under the provider''s name.';
comment on column public.disputes.amount is 'Dollars.';
comment on column public.disputes.answer_by is 'Until when the shop can answer at the provider.';
comment on column public.disputes.told_at is 'When the provider said so.';
create index disputes_order_id_idx on public.disputes (order_id);
alter table public.disputes enable row level security;
create policy "Admins can read disputes" on public.disputes
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads disputes" on public.disputes for select to service_role using (true);
create policy "The shop stores disputes" on public.disputes for insert to service_role with check (true);
create policy "The shop notes the state of disputes" on public.disputes
  for update to service_role using (true) with check (true);
grant select on public.disputes to authenticated;
grant select, insert on public.disputes to service_role;
grant update (state, amount, answer_by, told_at) on public.disputes to service_role;

alter table public.payment_events
  add column source text not null default 'webhook',
  add constraint payment_events_source_known check (source in ('webhook', 'asked'));
comment on column public.payment_events.source is 'Whether the provider delivered it, or the shop asked.';
create index payment_events_received_at_idx on public.payment_events (source, received_at desc);

create table public.payment_reconciliation (
  singleton boolean not null default true,
  reconciled_until timestamptz not null,
  constraint payment_reconciliation_pkey primary key (singleton),
  constraint payment_reconciliation_one_row check (singleton)
);
comment on table public.payment_reconciliation is 'Until when the provider''s events have been asked for and applied. One row.';
alter table public.payment_reconciliation enable row level security;
create policy "The shop reads how far it is" on public.payment_reconciliation for select to service_role using (true);
create policy "The shop notes how far it is" on public.payment_reconciliation
  for insert to service_role with check (true);
create policy "The shop moves on" on public.payment_reconciliation
  for update to service_role using (true) with check (true);
grant select, insert, update (reconciled_until) on public.payment_reconciliation to service_role;
