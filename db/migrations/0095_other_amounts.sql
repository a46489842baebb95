-- An order that was paid with another amount or currency waits until a person has decided (docs/orders.md). What was paid is
-- what can be refunded.

alter table public.orders
  add column charged_currency text,
  add column amount_review text,
  add constraint orders_charged_currency_known check (charged_currency ~ '^[a-z]{3}$' and charged_currency <> 'usd'),
  add constraint orders_amount_review_known check (amount_review in ('waiting', 'accepted')),
  -- Without a payment there is nothing to decide about.
  add constraint orders_other_amount_of_payment check (
    payment_id is not null or charged is null and charged_currency is null and amount_review is null
  );
comment on column public.orders.charged is
  'What was paid, if that is not the amount of the order: dollars, or units of charged_currency.';
comment on column public.orders.charged_currency is 'The currency of its payment, if that is not the dollar.';
comment on column public.orders.amount_review is
  'waiting: another amount or currency was paid, and nothing leaves until a person has decided. accepted: a person has accepted it.';
grant update (charged_currency, amount_review) on public.orders to service_role;
grant update (amount_review) on public.orders to authenticated;
grant select (amount_review) on public.orders to api_client;

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
