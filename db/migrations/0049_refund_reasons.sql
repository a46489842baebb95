-- Why staff gave money back, when, and what of it was a core charge: for the accountant (docs/sales.md).
alter table public.refunds
  add column cause text,
  add column done_at timestamptz,
  add constraint refunds_cause_known check (
    cause in (
      'missing', 'canceled', 'canceled-by-buyer', 'returned', 'asked', 'price-adjustment', 'damaged', 'wrong-part',
      'goodwill', 'other', 'duplicate', 'fraudulent', 'corrected'
    )
  ),
  add constraint refunds_cause_of_staff check (cause is null or reason in ('shop', 'provider')),
  add constraint refunds_done_at_plausible check (done_at >= '2000-01-01 00:00Z' and done_at < '2200-01-01 00:00Z');
comment on column public.refunds.cause is
  'Why, if the reason is ''shop'' or ''provider'' (app/core/orders/refund-reason.ts). Null: another reason, or from before causes were kept.';
comment on column public.refunds.done_at is
  'When it was first done. It stays when the refund fails later, at updated_at. A trigger sets it.';
grant insert (cause) on public.refunds to authenticated;

create function public.note_done_refund() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.done_at := coalesce(new.done_at, new.updated_at);
  return new;
end
$$;

create trigger note_done_refund before insert or update of state on public.refunds
  for each row when (new.state = 'done') execute function public.note_done_refund();

update public.refunds set done_at = updated_at where state = 'done';
update public.refunds set cause = 'returned' where reason = 'shop' and return_id is not null;
alter table public.refunds
  add constraint refunds_done_at_of_refund check (state <> 'done' or done_at is not null);
create index refunds_done_at_idx on public.refunds (done_at, id) where done_at is not null;
create index refunds_reversed_idx on public.refunds (updated_at, id) where done_at is not null and state = 'failed';
create index refunds_payment_id_idx on public.refunds (payment_id);
create index order_balances_paid_at_idx on public.order_balances (paid_at, id) where paid_at is not null;
create index returns_asked_at_idx on public.returns (asked_at, id);

alter table public.refund_lines
  add column core_charge numeric(12, 2) not null default 0,
  add constraint refund_lines_core_charge_in_range check (core_charge >= 0 and core_charge < 100000000);
comment on column public.refund_lines.core_charge is 'Dollars of core charge that are refunded with the pieces, without their tax.';
update public.refund_lines
  set core_charge = round(line.core * refund_lines.quantity / line.quantity, 2)
  from public.order_lines as line where line.id = line_id and line.core > 0;

-- The refunds of an order in their sequence, and those that failed after they were done, with what of its taxes had gone back
-- before and after each: the rule of the tax report. An entry never changes because of a later one.
create function public.refund_steps(purchase public.orders) returns table (
  refund_id uuid, is_reversal boolean, at timestamptz, amount numeric, taxed_before numeric, taxed numeric
)
  language sql stable
  set search_path = ''
as $$
  with done as (
    select refund.id, refund.done_at, refund.updated_at, refund.state, refund.tax,
      coalesce(refund.amount, payment.paid) as amount
    from public.refunds as refund join public.order_payments as payment using (order_id, payment_id)
    where refund.order_id = purchase.id and refund.done_at is not null
      -- A charge's sum counts only without single refunds.
      and (refund.provider_id not like 'charge:%' or not exists (
        select from public.refunds as single where single.order_id = refund.order_id
          and single.payment_id = refund.payment_id and single.provider_id not like 'charge:%'
      ))
  ), entries as (
    select id, false as is_reversal, done_at as at, amount, tax from done
    union all
    select id, true, updated_at, -amount, -tax from done where state = 'failed'
  ), sums as (
    select *, sum(amount) over so_far as reached, coalesce(sum(tax) over so_far, 0) as tax_reached,
      coalesce(sum(amount) filter (where tax is null) over so_far, 0) as untaxed
    from entries window so_far as (order by at, id, is_reversal)
  ), shares as (
    select *, case
      when reached >= coalesce(purchase.charged, purchase.amount) then 1
      when purchase.tax > 0 then least(1, tax_reached / purchase.tax + untaxed / purchase.amount)
      else reached / nullif(purchase.amount, 0)
    end as taxed
    from sums
  )
  select id, is_reversal, at, amount, lag(taxed, 1, 0.0) over (order by at, id, is_reversal), taxed from shares
$$;
comment on function public.refund_steps is
  'Dollars that went back, or came back because a refund failed, and the shares of the order''s taxes that had gone back by then.';
grant execute on function public.refund_steps to authenticated;
