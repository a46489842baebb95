-- What the shop stores about a person: all of it on request, and its deletion.

-- Security definer: it reads the accounts and tables that users cannot read, for the signed-in user only. Text and not
-- "begin atomic", so that it includes columns that are added later.
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
      )) order by created_at), '[]')
      from public.orders where user_id = person.id
    ),
    'part_requests', (
      select coalesce(jsonb_agg(to_jsonb(part_requests) order by created_at), '[]')
      from public.part_requests where user_id = person.id or lower(email) = person.email
    ),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(contact_messages) order by created_at), '[]')
      from public.contact_messages where user_id = person.id or lower(email) = person.email
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'sent_at', sent_at, 'subject', subject)
        order by created_at), '[]')
      from public.mails where lower(recipient) = person.email
    ),
    'audit_logs', (
      select coalesce(jsonb_agg(to_jsonb(audit_logs) order by created_at), '[]')
      from public.audit_logs where user_id = person.id
    )
  )
  from auth.users as person where person.id = auth.uid()
$$;
comment on function public.personal_data is
  'All that the shop stores about the signed-in user. Mails without their text, which contains secret links.';
grant execute on function public.personal_data to authenticated;

-- Security definer: no role may do this otherwise. Orders stay for the books, without the person.
create function auth.forget_person(person uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  address text;
begin
  select email into address from auth.users where id = person for update;
  update public.payment_events set payload = '{"forgotten": true}'
    where order_id in (select id from public.orders where user_id = person);
  update public.orders set email = null, customer_name = null, phone = null, shipping_address = null
    where user_id = person;
  delete from public.part_requests where user_id = person or lower(email) = address;
  delete from public.contact_messages where user_id = person or lower(email) = address;
  -- Mails to the shop that are not sent yet are kept until they are.
  delete from public.mails
    where lower(recipient) = address or (lower(reply_to) = address and sent_at is not null);
  delete from auth.verifications where value = person::text;
  delete from auth.users where id = person;
end
$$;
comment on function auth.forget_person is
  'Deletes an account and all data that identifies its person, in one transaction.';
grant execute on function auth.forget_person to auth_service;
