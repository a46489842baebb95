-- What the payment provider paid out, and the transactions that each payout consists of (docs/sales.md). The shop only copies
-- the provider's word. What a transaction belongs to is not stored: a payment or refund may become known after it.
create table public.payouts (
  id text not null,
  amount numeric(14, 2) not null,
  state text not null,
  automatic boolean not null,
  created_at timestamptz not null,
  arrives_on date not null,
  read_to text,
  complete_at timestamptz,
  constraint payouts_pkey primary key (id),
  constraint payouts_state_known check (state in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  constraint payouts_texts_bounded check (length(id) between 1 and 500 and length(read_to) between 1 and 500),
  constraint payouts_amount_in_range check (abs(amount) < 100000000000),
  constraint payouts_times_plausible check (
    created_at >= '2000-01-01 00:00Z' and created_at < '2200-01-01 00:00Z'
    and arrives_on between date '2000-01-01' and date '2200-01-01'
  )
);
comment on table public.payouts is 'What the payment provider has sent to the bank, in dollars. Never deleted.';
comment on column public.payouts.amount is 'Dollars. Negative: taken from the bank.';
comment on column public.payouts.automatic is
  'False: someone has asked for it at the provider, who does not say which transactions it consists of.';
comment on column public.payouts.arrives_on is 'The day that it arrives at the bank.';
comment on column public.payouts.read_to is 'The last transaction that was read. Reading goes on after it.';
comment on column public.payouts.complete_at is 'When all of its transactions had been read.';
create index payouts_created_at_idx on public.payouts (created_at desc, id desc);
create index payouts_unread_idx on public.payouts (created_at, id) where automatic and complete_at is null;
alter table public.payouts enable row level security;
create policy "Admins can read payouts" on public.payouts
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads payouts" on public.payouts for select to service_role using (true);
create policy "The shop stores payouts" on public.payouts for insert to service_role with check (true);
create policy "The shop notes the state of payouts" on public.payouts
  for update to service_role using (true) with check (true);
grant select on public.payouts to authenticated, service_role;
grant insert, update (state, arrives_on, read_to, complete_at) on public.payouts to service_role;

create table public.balance_transactions (
  id text not null,
  payout_id text not null,
  kind text not null,
  type text not null,
  amount numeric(14, 2) not null,
  fee numeric(14, 2) not null,
  created_at timestamptz not null,
  source_id text,
  payment_id text,
  constraint balance_transactions_pkey primary key (id),
  constraint balance_transactions_payout_id_fkey foreign key (payout_id) references public.payouts (id) on delete restrict,
  constraint balance_transactions_kind_known check (
    kind in ('payment', 'refund', 'dispute', 'fee', 'payout', 'other')
  ),
  constraint balance_transactions_texts_bounded check (
    length(id) between 1 and 500 and length(type) between 1 and 500 and length(source_id) between 1 and 500
    and length(payment_id) between 1 and 500
  ),
  constraint balance_transactions_amounts_in_range check (greatest(abs(amount), abs(fee)) < 100000000000),
  constraint balance_transactions_time_plausible check (
    created_at >= '2000-01-01 00:00Z' and created_at < '2200-01-01 00:00Z'
  )
);
comment on table public.balance_transactions is
  'Each movement on the provider''s balance that is part of a payout, by the provider''s id. Rows never change.';
comment on column public.balance_transactions.kind is 'What the shop makes of the type.';
comment on column public.balance_transactions.type is 'The provider''s word for it.';
comment on column public.balance_transactions.amount is 'Dollars before the fee. Negative: taken from the balance.';
comment on column public.balance_transactions.fee is 'Dollars.';
comment on column public.balance_transactions.source_id is 'The provider''s id of the charge, refund, dispute or payout.';
comment on column public.balance_transactions.payment_id is 'The provider''s id of the payment that it is about.';
create index balance_transactions_payout_id_idx on public.balance_transactions (payout_id, created_at desc, id desc);
create index balance_transactions_created_at_idx on public.balance_transactions (created_at, id);
create index balance_transactions_payment_id_idx on public.balance_transactions (payment_id) where kind = 'payment';
create index balance_transactions_source_id_idx on public.balance_transactions (source_id) where kind = 'refund';
alter table public.balance_transactions enable row level security;
create policy "Admins can read transactions of payouts" on public.balance_transactions
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads transactions of payouts" on public.balance_transactions
  for select to service_role using (true);
create policy "The shop stores transactions of payouts" on public.balance_transactions
  for insert to service_role with check (true);
grant select on public.balance_transactions to authenticated, service_role;
grant insert on public.balance_transactions to service_role;

-- It shows what the caller may read. A second payment that went back has an order, but the shop booked nothing for it.
create view public.matched_transactions with (security_invoker = true) as
  select found.*, case
    when kind in ('fee', 'payout', 'other') then null
    when order_id is null then 'unknown'
    when booked <> amount then 'amount'
  end as problem
  from (
    select txn.id, txn.payout_id, txn.kind, txn.type, txn.amount, txn.fee, txn.amount - txn.fee as net, txn.created_at,
      txn.source_id, txn.payment_id,
      coalesce(payment.order_id, back.order_id, refund.order_id, dispute.order_id) as order_id,
      coalesce(payment.booked, refund.booked, dispute.booked) as booked
    from public.balance_transactions as txn
    left join lateral (
      select own.order_id, case when orders.charged_currency is null then own.paid else orders.amount end as booked
      from public.order_payments as own join public.orders on orders.id = own.order_id
      where txn.kind = 'payment' and own.payment_id = txn.payment_id limit 1
    ) as payment on true
    left join lateral (
      select refunds.order_id from public.refunds
      where txn.kind = 'payment' and refunds.payment_id = txn.payment_id and refunds.reason <> 'shop' limit 1
    ) as back on true
    left join lateral (
      select refunds.order_id, case when own.payment_id is not null then
        (case when txn.amount > 0 then 1 else -1 end) * coalesce(refunds.amount, own.paid)
      end as booked
      from public.refunds
      left join public.order_payments as own
        on own.order_id = refunds.order_id and own.payment_id = refunds.payment_id
      where txn.kind = 'refund' and refunds.provider_id = txn.source_id and refunds.done_at is not null
        and (txn.amount <= 0 or refunds.state = 'failed')
    ) as refund on true
    left join lateral (
      select disputes.order_id, sign(txn.amount) * disputes.amount as booked
      from public.disputes where txn.kind = 'dispute' and disputes.id = txn.source_id
    ) as dispute on true
  ) as found;
comment on view public.matched_transactions is
  'Transactions of payouts with the order that they belong to, and the dollars that the shop has of the same payment, refund or dispute. problem: ''unknown'' to the shop, or another ''amount''.';
grant select on public.matched_transactions to authenticated, service_role;
