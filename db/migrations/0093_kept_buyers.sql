-- Deleting an account erases the person's data at once, except for what the shop needs to finish orders that are paid: name,
-- address, phone and email stay with such an order until it has shipped, and no refund or return is under way (docs/accounts.md).

alter table public.orders add column buyer_left boolean not null default false;
comment on column public.orders.buyer_left is
  'The buyer has deleted the account. Name, address, phone and email go when the order needs them no more.';
create index orders_buyer_left_idx on public.orders (id)
  where buyer_left and num_nonnulls(email, customer_name, phone, shipping_address) > 0;
alter table public.orders
  add constraint orders_buyer_left_without_account check (not buyer_left or user_id is null);

create function auth.needs_buyer(purchase public.orders) returns boolean
  language sql stable
  set search_path = ''
  return purchase.payment_id is not null and (
    purchase.status in ('completed', 'disputed')
      and coalesce(purchase.progress not in ('shipped', 'delivered', 'picked_up', 'canceled'), false)
    or exists (
      select from public.refunds where order_id = purchase.id and state in ('requested', 'pending')
    )
    or exists (
      select from public.returns
      where order_id = purchase.id and state in ('asked', 'approved', 'received', 'inspected')
    )
    or purchase.dispute is not distinct from 'open'
    -- Mails to the buyer that are not written yet. Those that have waited for long will not be.
    or exists (
      select from public.order_events
      where order_id = purchase.id and mail_at > now() - interval '1 day' and mail_id is null and undone_at is null
    )
    or exists (
      select from public.returns join public.return_events on return_id = returns.id
      where order_id = purchase.id and has_mail and mail_id is null and at > now() - interval '1 hour'
    )
  );
comment on function auth.needs_buyer is
  'Whether a paid order is not finished: its parts have not left the shop, or a refund, a return, a dispute or a mail is under way.';

-- Security definer: no role may do this otherwise. The order stays for the books, without the person.
create function auth.forget_buyers(of_orders uuid[]) returns void
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
  update public.orders set email = null, customer_name = null, phone = null, shipping_address = null
    where id = any (of_orders);
end
$$;
comment on function auth.forget_buyers is 'Removes all that identifies the buyers of orders.';

-- Security definer: no role may do this otherwise.
create function auth.forget_buyers_of_finished_orders() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform auth.forget_buyers(array(
    select orders.id from public.orders
    where buyer_left and num_nonnulls(email, customer_name, phone, shipping_address) > 0
      and status <> 'pending' and not auth.needs_buyer(orders)
      -- A shipment can be undone for a minute.
      and coalesce(sent_at < now() - interval '15 minutes', true)
      and not exists (
        select from public.mails
        where sent_at is null and given_up_at is null and id in (
          select mail_id from public.order_events where order_id = orders.id
          union all
          select mail_id from public.return_events join public.returns on returns.id = return_id
            where order_id = orders.id
        )
      )
    order by orders.id for update skip locked
  ));
end
$$;
comment on function auth.forget_buyers_of_finished_orders is
  'Forgets those who have deleted their account while an order was under way, once it is finished.';
grant execute on function auth.forget_buyers_of_finished_orders to auth_service;

-- Security definer, because users may not call the function that decides it. It answers only for the signed-in user.
create function public.own_unfinished_orders() returns bigint[]
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(array_agg(number order by number), '{}')
  from public.orders where user_id = auth.uid() and auth.needs_buyer(orders)
$$;
comment on function public.own_unfinished_orders is
  'The numbers of the signed-in user''s orders that would keep name and address after the account is deleted.';
grant execute on function public.own_unfinished_orders to authenticated;

-- The functions that completed each other are one.
drop function auth.forget_person(uuid);
drop function auth.forget_person_without_waits(uuid);
drop function auth.forget_person_without_photos(uuid);
drop function auth.forget_person_without_returns(uuid);
drop function auth.forget_customer(uuid);
drop function auth.forget_account(uuid);

-- Security definer: no role may do this otherwise.
create function auth.forget_person(person uuid) returns bigint[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  address text;
  kept uuid[];
  numbers bigint[];
begin
  select email into address from auth.users where id = person for update;
  -- Locked orders can't be shipped or refunded meanwhile.
  perform from public.orders where user_id = person order by id for update;
  select array_agg(id), array_agg(number order by number) into kept, numbers
    from public.orders where user_id = person and auth.needs_buyer(orders);

  delete from public.stock_waits where email = lower(address);
  delete from public.mails where id in (select id from auth.mails_to_former_emails(person));
  delete from public.mails where id in (
    select unnest(array[confirmation_id, mail_id])
    from public.inbox_threads left join public.inbox_entries on thread_id = inbox_threads.id
    where request_id in (select id from public.part_requests where user_id = person or lower(email) = address)
      or message_id in (select id from public.contact_messages where user_id = person or lower(email) = address)
  );
  delete from public.part_requests where user_id = person or lower(email) = address;
  delete from public.contact_messages where user_id = person or lower(email) = address;
  -- Mails to the shop, and those about unfinished orders, are kept until they are sent.
  delete from public.mails
    where (lower(reply_to) = address and sent_at is not null) or (
      lower(recipient) = address and (
        sent_at is not null or id not in (
          select confirmation_id from public.orders where id = any (kept) and confirmation_id is not null
          union all
          select mail_id from public.order_events where order_id = any (kept) and mail_id is not null
        )
      )
    );
  update public.payment_events set payload = '{"forgotten": true}'
    where order_id in (select id from public.orders where user_id = person);
  update public.resale_certificates set email = null where user_id = person;
  perform auth.forget_buyers(array(
    select id from public.orders where user_id = person and id <> all (coalesce(kept, '{}'))
  ));
  insert into public.order_events (order_id, kind, actor)
    select id, 'account_deleted', null from public.orders where id = any (kept);
  update public.orders set user_id = null, buyer_left = true where user_id = person;

  delete from auth.verifications where value = person::text;
  delete from auth.users where id = person;
  delete from public.invitations where email = address;
  delete from public.customer_notes where email = address;
  delete from public.customers where email = address;
  delete from public.customer_changes where email = address;
  insert into public.customer_changes (email)
    select address where exists (select from public.orders where user_id is null and lower(email) = address);
  return coalesce(numbers, '{}');
end
$$;
comment on function auth.forget_person is
  'Deletes an account and all data that identifies its person, in one transaction, except in orders that are not finished. Returns the numbers of these. Bulk changes, imports and deleted conditions keep an admin''s name for 30 days.';
grant execute on function auth.forget_person to auth_service;

-- As before, but not the orders of those who have deleted their account.
create or replace function auth.join_guest_orders(person uuid) returns integer
  language sql security definer
  set search_path = ''
as $$
  with placed as (
    select orders.id
    from auth.users join public.orders on lower(orders.email) = users.email
    where users.id = person and users.email_verified
      and orders.user_id is null and orders.payment_id is not null and not buyer_left
    for update of orders skip locked
  ), joined as (
    update public.orders set user_id = person, joined_at = now() where id in (select id from placed) returning id
  )
  select count(*)::integer from joined
$$;
