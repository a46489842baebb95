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
  constraint payment_events_order_id_fkey foreign key (order_id) references public.orders (id) on delete set null,
  constraint payment_events_source_known check (source in ('webhook', 'asked'))
);
comment on table public.payment_events is
  'Each event of the payment provider once, under its own id, stored in the transaction of its effect.';
comment on column public.payment_events.source is 'Whether the provider delivered it, or the shop asked for it.';
create index payment_events_order_id_idx on public.payment_events (order_id);
create index payment_events_received_at_idx on public.payment_events (source, received_at desc);
alter table public.payment_events enable row level security;
create policy "Admins can read payment events" on public.payment_events
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads payment events" on public.payment_events for select to service_role using (true);
create policy "The shop stores payment events" on public.payment_events for insert to service_role with check (true);
grant select on public.payment_events to authenticated;
grant select, insert on public.payment_events to service_role;

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
comment on table public.refunds is
  'Money that is returned to a buyer. Only the provider''s answers make a refund pending, done or failed.';
comment on column public.refunds.payment_id is 'The provider''s id of the refunded payment.';
comment on column public.refunds.provider_id is 'The provider''s id of the refund, once the provider has accepted it.';
comment on column public.refunds.reason is
  'Why: the parts were sold out, the order was paid twice, or the refund was made at the provider.';
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
comment on table public.disputes is 'Payments that a buyer''s bank has questioned or taken back, by the provider''s id.';
comment on column public.disputes.amount is 'Dollars.';
comment on column public.disputes.answer_by is 'The shop can answer at the provider until then.';
comment on column public.disputes.told_at is 'The time of the provider''s latest event about it.';
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
