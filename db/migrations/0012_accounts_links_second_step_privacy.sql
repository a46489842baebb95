-- Accounts that people open themselves: mailed links, the second step, and what a person may see and take away.

alter table auth.users
  add column banned_at timestamptz,
  add column two_factor_enabled boolean not null default false;
comment on column auth.users.banned_at is 'Set by the operator: from then on nobody is signed in as this user.';

-- Attempts are counted in public.limits, for whatever is limited.
drop table auth.rate_limits;

create table auth.mailed_links (
  token_hash text not null,
  user_id uuid not null,
  purpose text not null,
  password_hash text,
  display_name text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint mailed_links_pkey primary key (token_hash),
  constraint mailed_links_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint mailed_links_purpose_known check (purpose in ('signup', 'recovery', 'password_change')),
  constraint mailed_links_password_where_it_waits check (password_hash is null or purpose <> 'recovery')
);
comment on table auth.mailed_links is 'What each link in a mail is good for, once. The link itself is kept as a hash only.';
comment on column auth.mailed_links.password_hash is
  'argon2id hash of the password that counts once the link is opened: whoever opens it gets what came with it, and not what somebody else has asked for since.';
create index mailed_links_user_id_idx on auth.mailed_links (user_id);
create index mailed_links_expires_at_idx on auth.mailed_links (expires_at);
alter table auth.mailed_links enable row level security;
create policy "The account service reads links" on auth.mailed_links for select to auth_service using (true);
create policy "The account service adds links" on auth.mailed_links for insert to auth_service with check (true);
create policy "The account service uses links" on auth.mailed_links for update to auth_service using (true) with check (true);
create policy "The account service removes links" on auth.mailed_links for delete to auth_service using (true);
grant select, insert, delete on auth.mailed_links to auth_service;
grant update (used_at, password_hash) on auth.mailed_links to auth_service;

create table auth.two_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  constraint two_factors_pkey primary key (id),
  constraint two_factors_user_id_key unique (user_id),
  constraint two_factors_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table auth.two_factors is 'better-auth''s: the second step of those who have one. Secret and codes are encrypted.';
alter table auth.two_factors enable row level security;
create policy "The account service reads second steps" on auth.two_factors for select to auth_service using (true);
create policy "The account service adds second steps" on auth.two_factors for insert to auth_service with check (true);
create policy "The account service changes second steps" on auth.two_factors for update to auth_service using (true) with check (true);
create policy "The account service removes second steps" on auth.two_factors for delete to auth_service using (true);
grant select, insert, update, delete on auth.two_factors to auth_service;

-- A sign-up makes user, profile and mail in one transaction.
grant usage on schema public to auth_service;
create policy "The account service makes profiles" on public.profiles for insert to auth_service with check (true);
create policy "The account service names profiles" on public.profiles for update to auth_service using (true) with check (true);
create policy "The account service finds profiles" on public.profiles for select to auth_service using (true);
grant select (user_id), insert (user_id, display_name), update (display_name) on public.profiles to auth_service;
create policy "The account service writes mails" on public.mails for insert to auth_service with check (true);
grant insert (id, recipient, subject, body, html) on public.mails to auth_service;
grant execute on function public.add_job to auth_service;

-- Security definer as before. Where the shop demands a second step of its admins (the setting is put on the
-- application's connections by the server), one without it is no admin.
create or replace function public.is_admin() returns boolean
  language sql stable security definer parallel safe
  set search_path = ''
  return exists (select 1 from public.user_roles where user_id = auth.uid() and role = 'admin')
    and (
      current_setting('app.admins_need_second_step', true) is distinct from 'on'
      or exists (select 1 from auth.users where id = auth.uid() and two_factor_enabled)
    );

-- Security definer: it reads the accounts and what the shop keeps to itself, of the signed-in user only. Text and not
-- begin atomic, so that a column that is added later is told too.
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
comment on function public.personal_data is 'All that the shop keeps about the signed-in user. Mails without their text, whose links are secrets.';
grant execute on function public.personal_data to authenticated;

-- Security definer: nobody else may do any of this. Orders stay for the books, without the person.
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
  -- What is still on its way to the shop arrives first.
  delete from public.mails
    where lower(recipient) = address or (lower(reply_to) = address and sent_at is not null);
  delete from auth.verifications where value = person::text;
  delete from auth.users where id = person;
end
$$;
comment on function auth.forget_person is 'Deletes an account and whatever names its person, in one transaction.';
grant execute on function auth.forget_person to auth_service;

create index audit_logs_user_id_idx on public.audit_logs (user_id, created_at);
create index mails_recipient_idx on public.mails (lower(recipient));
create index contact_messages_email_idx on public.contact_messages (lower(email));
