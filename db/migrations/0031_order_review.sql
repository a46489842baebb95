-- What the payment provider thinks of a payment, and orders that wait for a person because of it.

alter table public.orders
  add column risk jsonb,
  add column review text,
  add constraint orders_risk_object check (jsonb_typeof(risk) = 'object'),
  add constraint orders_review_known check (review in ('checking', 'waiting', 'released'));
comment on column public.orders.risk is
  'The provider''s rating of the payment, and its checks of the card. app/domain/payment-risk.ts has its fields.';
comment on column public.orders.review is
  'checking: the provider is being asked. waiting: doubtful, nothing may be packed. released: by a person. Null: no doubt, or below the amount of the settings.';
create index orders_in_review_idx on public.orders (number) where review in ('checking', 'waiting');
grant update (review) on public.orders to authenticated;

create trigger write_review_topic after update of review on public.orders
  for each row when (new.review is distinct from old.review)
  execute function public.write_live_topic('admin:orders');
