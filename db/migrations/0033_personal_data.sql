-- What the shop stores about a person: all of it on request, and its deletion.

-- Security definer: no role of a request may read all of it.
create function public.personal_data() returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object(
    'account', jsonb_build_object(
      'id', person.id, 'email', person.email, 'name', person.name, 'email_verified', person.email_verified,
      'second_step', person.two_factor_enabled, 'created_at', person.created_at, 'updated_at', person.updated_at
    ),
    'profile', (select to_jsonb(profiles) from public.profiles where user_id = person.id),
    'roles', (select coalesce(jsonb_agg(role), '[]') from public.user_roles where user_id = person.id),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'expires_at', expires_at,
        'ip_address', ip_address, 'user_agent', user_agent) order by created_at), '[]')
      from auth.sessions where user_id = person.id
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(orders) || jsonb_build_object('lines', (
        select coalesce(jsonb_agg(to_jsonb(order_lines) - 'order_id'), '[]')
        from public.order_lines where order_id = orders.id
      ), 'taxes', (
        select coalesce(jsonb_agg(to_jsonb(order_taxes) - 'order_id' order by position), '[]')
        from public.order_taxes where order_id = orders.id
      ), 'shipments', (
        select coalesce(jsonb_agg(to_jsonb(shipments) - '{order_id,shipped_by}'::text[] order by shipped_at), '[]')
        from public.shipments where order_id = orders.id and undone_at is null
      ), 'refunds', (
        select coalesce(jsonb_agg(to_jsonb(refunds) - '{order_id,asked_by}'::text[] order by requested_at), '[]')
        from public.refunds where order_id = orders.id
      ), 'events', (
        select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'details', details) order by id), '[]')
        from public.order_events where order_id = orders.id
      )) order by created_at), '[]')
      from public.orders where user_id = person.id
    ),
    'resale_certificates', (
      select coalesce(jsonb_agg(to_jsonb(resale_certificates) - 'approved_by' order by approved_at), '[]')
      from public.resale_certificates where user_id = person.id
    ),
    'part_requests', (
      select coalesce(jsonb_agg(to_jsonb(part_requests) || jsonb_build_object('thread', (
        select public.thread_data(inbox_threads) from public.inbox_threads where request_id = part_requests.id
      )) order by created_at), '[]')
      from public.part_requests where user_id = person.id or lower(email) = person.email
    ),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(contact_messages) || jsonb_build_object('thread', (
        select public.thread_data(inbox_threads) from public.inbox_threads where message_id = contact_messages.id
      )) order by created_at), '[]')
      from public.contact_messages where user_id = person.id or lower(email) = person.email
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'sent_at', sent_at, 'subject', subject)
        order by created_at), '[]')
      from (
        select * from public.mails where lower(recipient) = person.email
        union all select * from auth.mails_to_former_emails(person.id)
      ) as mails
    ),
    'audit_logs', (
      select coalesce(jsonb_agg(to_jsonb(audit_logs) order by created_at), '[]')
      from public.audit_logs where user_id = person.id
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('written_at', written_at, 'note', note) order by written_at), '[]')
      from public.customer_notes where customer_notes.email = person.email
    ),
    'invitations', (
      select coalesce(jsonb_agg(
        to_jsonb(invitations) - '{id,invited_by,token_hash,mail_id}'::text[] order by invited_at), '[]')
      from public.invitations where invitations.email = person.email
    ),
    'cart', (
      select coalesce(jsonb_agg(to_jsonb(cart_lines) - 'user_id' order by changed_at), '[]')
      from public.cart_lines where user_id = person.id
    ),
    'saved_addresses', (
      select coalesce(jsonb_agg(to_jsonb(saved_addresses) - '{id,user_id}'::text[] order by created_at), '[]')
      from public.saved_addresses where user_id = person.id
    ),
    'former_emails', (
      select coalesce(jsonb_agg(to_jsonb(former_emails) - 'user_id' order by changed_at), '[]')
      from auth.former_emails where user_id = person.id
    ),
    'returns', (
      select coalesce(jsonb_agg(
        to_jsonb(returns) || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(return_lines) - 'return_id'), '[]')
          from public.return_lines where return_id = returns.id
        ), 'steps', (
          select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'note', return_events.note)
            order by return_events.id), '[]')
          from public.return_events where return_id = returns.id
        ), 'photographs', (
          select coalesce(jsonb_agg(jsonb_build_object('id', return_photos.id, 'added_at', added_at)
            order by added_at), '[]')
          from public.return_photos where return_id = returns.id
        )) order by returns.number), '[]')
      from public.returns join public.orders on orders.id = order_id where user_id = person.id
    ),
    'packing_photographs', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', order_id, 'taken_at', taken_at) order by taken_at), '[]')
      from public.order_photos join public.orders on orders.id = order_id where user_id = person.id
    ),
    'garage', (select to_jsonb(garages) - 'user_id' from public.garages where user_id = person.id),
    'back_in_stock', (
      select coalesce(jsonb_agg(to_jsonb(stock_waits) order by asked_at), '[]')
      from public.stock_waits where email = public.own_email()
    ),
    'bulk_changes', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'summary', summary, 'name', user_name) order by created_at), '[]')
      from public.bulk_changes where user_id = person.id
    ),
    'part_imports', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'file', file_name, 'name', user_name) order by created_at), '[]')
      from public.part_imports where user_id = person.id
    ),
    'deleted_conditions', (
      select coalesce(jsonb_agg(jsonb_build_object('at', deleted_at, 'condition', name, 'name', deleted_by_name) order by deleted_at), '[]')
      from public.deleted_conditions where deleted_by = person.id
    )
  )
  from auth.users as person where person.id = auth.uid()
$$;
comment on function public.personal_data is
  'All that the shop stores about the signed-in user. Mails without their text, which contains secret links.';
grant execute on function public.personal_data to authenticated;

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
