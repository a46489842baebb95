-- What the file of evidence about an order has and staff may not read otherwise.

-- Security definer: staff may not read mails.
create function public.order_buyer_mails(order_id uuid)
  returns table (subject text, created_at timestamptz, sent_at timestamptz, given_up_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select mails.subject, mails.created_at, mails.sent_at, mails.given_up_at
  from public.orders join public.mails on lower(recipient) = lower(email)
  where orders.id = order_id and subject ~ ('\mPY-' || number || '\M') and (select public.is_staff())
  order by mails.created_at, mails.id
$$;
comment on function public.order_buyer_mails is
  'The mails to the buyer that name an order, without their content, for staff.';
grant execute on function public.order_buyer_mails to authenticated;

-- Security definer: the index of emails can't be used for a condition that is checked after a policy.
create function public.order_messages(order_id uuid)
  returns table (thread bigint, kind text, number bigint, title text, text text, received_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select inbox_threads.id, inbox_threads.kind, inbox_threads.number, title, sent.text, received_at
  from public.orders
  cross join lateral (
    select id as request_id, null::uuid as message_id, part_name as title, description as text, created_at
      from public.part_requests where lower(part_requests.email) = lower(orders.email)
    union all
    select null, id, subject, message, created_at
      from public.contact_messages where lower(contact_messages.email) = lower(orders.email)
  ) as sent
  join public.inbox_threads
    on inbox_threads.request_id = sent.request_id or inbox_threads.message_id = sent.message_id
  where orders.id = order_id and (select public.is_staff())
    and (sent.created_at >= orders.created_at or concat_ws(' ', title, sent.text) ~* ('\mPY[- ]?' || orders.number || '\M'))
  order by received_at, inbox_threads.id
  limit 200
$$;
comment on function public.order_messages is
  'Requests and messages from the email of an order, since it was placed or with its number, for staff.';
grant execute on function public.order_messages to authenticated;
