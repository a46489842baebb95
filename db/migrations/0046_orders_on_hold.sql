-- Staff hold an order back, for example until the buyer has answered a question.
alter table public.orders
  add column hold_reason text,
  add constraint orders_hold_reason_bounded check (length(hold_reason) between 1 and 500);
comment on column public.orders.hold_reason is 'Why nothing of it may ship, for staff. Null: it is not on hold.';
grant update (hold_reason) on public.orders to authenticated;
