-- Garages and fleets ask for their own number on the invoice.
alter table public.orders
  add column purchase_order text,
  add constraint orders_purchase_order_bounded check (length(purchase_order) between 1 and 40);
comment on column public.orders.purchase_order is 'The buyer''s own number of this purchase. Null: the buyer gave none.';
grant update (purchase_order) on public.orders to authenticated;

create or replace function auth.forget_buyers(of_orders uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  own_returns uuid[] := array(select id from public.returns where order_id = any (of_orders));
begin
  -- Mails that are not sent yet are kept until they are.
  delete from public.mails where (sent_at is not null or given_up_at is not null) and id in (
    select confirmation_id from public.orders where id = any (of_orders)
    union all
    select mail_id from public.order_events where order_id = any (of_orders)
    union all
    select mail_id from public.return_events where return_id = any (own_returns)
  );
  delete from public.order_photos where order_id = any (of_orders);
  delete from public.return_photos where return_id = any (own_returns);
  update public.returns set details = null, installer = null, note = null, closed_reason = null where id = any (own_returns);
  update public.return_events set note = null where return_id = any (own_returns) and note is not null;
  update public.shipments set collected_by = null where collected_by is not null and order_id = any (of_orders);
  -- Notes can name the person.
  update public.order_events set details = '{}' where order_id = any (of_orders);
  update public.refunds set note = null where note is not null and order_id = any (of_orders);
  update public.orders
    set email = null, customer_name = null, phone = null, shipping_address = null, hold_reason = null, purchase_order = null
    where id = any (of_orders);
end
$$;
