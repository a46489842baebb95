-- Accounts: better-auth's tables under our names (server/auth/auth.ts maps its fields to these columns), mailed links,
-- the roles of users, and profiles.

create table auth.users (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  banned_at timestamptz,
  two_factor_enabled boolean not null default false,
  constraint users_pkey primary key (id),
  constraint users_email_key unique (email),
  constraint users_email_lower_case check (email = lower(email))
);
comment on column auth.users.banned_at is 'Set by the operator. From then on nobody can sign in as this user.';
alter table auth.users enable row level security;
create policy "The account service reads users" on auth.users for select to auth_service using (true);
create policy "The account service adds users" on auth.users for insert to auth_service with check (true);
create policy "The account service changes users" on auth.users for update to auth_service using (true) with check (true);
create policy "The account service removes users" on auth.users for delete to auth_service using (true);
grant select, insert, update, delete on auth.users to auth_service;

create table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  by_recovery boolean not null default false,
  constraint sessions_pkey primary key (id),
  constraint sessions_token_key unique (token),
  constraint sessions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on column auth.sessions.by_recovery is
  'Started by a link that resets the password. Changing the password later asks for no current one.';
create index sessions_user_id_idx on auth.sessions (user_id);
create index sessions_expires_at_idx on auth.sessions (expires_at);
alter table auth.sessions enable row level security;
create policy "The account service reads sessions" on auth.sessions for select to auth_service using (true);
create policy "The account service adds sessions" on auth.sessions for insert to auth_service with check (true);
create policy "The account service changes sessions" on auth.sessions for update to auth_service using (true) with check (true);
create policy "The account service removes sessions" on auth.sessions for delete to auth_service using (true);
grant select, insert, update, delete on auth.sessions to auth_service;

create table auth.accounts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint accounts_pkey primary key (id),
  constraint accounts_provider_key unique (provider_id, account_id),
  constraint accounts_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on column auth.accounts.password is 'argon2id hash; only for the provider ''credential''.';
create index accounts_user_id_idx on auth.accounts (user_id);
alter table auth.accounts enable row level security;
create policy "The account service reads accounts" on auth.accounts for select to auth_service using (true);
create policy "The account service adds accounts" on auth.accounts for insert to auth_service with check (true);
create policy "The account service changes accounts" on auth.accounts for update to auth_service using (true) with check (true);
create policy "The account service removes accounts" on auth.accounts for delete to auth_service using (true);
grant select, insert, update, delete on auth.accounts to auth_service;

create table auth.verifications (
  id uuid not null default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint verifications_pkey primary key (id)
);
create index verifications_identifier_idx on auth.verifications (identifier);
alter table auth.verifications enable row level security;
create policy "The account service reads verifications" on auth.verifications for select to auth_service using (true);
create policy "The account service adds verifications" on auth.verifications for insert to auth_service with check (true);
create policy "The account service changes verifications" on auth.verifications for update to auth_service using (true) with check (true);
create policy "The account service removes verifications" on auth.verifications for delete to auth_service using (true);
grant select, insert, update, delete on auth.verifications to auth_service;

create table auth.two_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  verified_at timestamptz,
  constraint two_factors_pkey primary key (id),
  constraint two_factors_user_id_key unique (user_id),
  constraint two_factors_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table auth.two_factors is
  'The second steps of sign-in, as better-auth stores them. Secret and backup codes are encrypted.';
comment on column auth.two_factors.verified_at is 'When its first code was confirmed. Null: not yet, or before this was kept.';
alter table auth.two_factors enable row level security;
create policy "The account service reads second steps" on auth.two_factors for select to auth_service using (true);
create policy "The account service adds second steps" on auth.two_factors for insert to auth_service with check (true);
create policy "The account service changes second steps" on auth.two_factors for update to auth_service using (true) with check (true);
create policy "The account service removes second steps" on auth.two_factors for delete to auth_service using (true);
grant select, insert, update, delete on auth.two_factors to auth_service;

create table auth.mailed_links (
  token_hash text not null,
  user_id uuid not null,
  purpose text not null,
  password_hash text,
  display_name text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  address text,
  constraint mailed_links_pkey primary key (token_hash),
  constraint mailed_links_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint mailed_links_password_where_it_waits check (password_hash is null or purpose <> 'recovery'),
  constraint mailed_links_purpose_known check (
    purpose in ('signup', 'recovery', 'password_change', 'email_change', 'email_undo')
  ),
  constraint mailed_links_address_of_change check ((address is not null) = (purpose in ('email_change', 'email_undo'))),
  constraint mailed_links_address_lower_case check (address = lower(address))
);
comment on table auth.mailed_links is 'What each mailed link does. A link works once, and only its hash is stored.';
comment on column auth.mailed_links.password_hash is
  'argon2id hash of the password that is set when the link is opened. Each link has the password of its own request, so a later request by someone else cannot replace it.';
comment on column auth.mailed_links.address is 'The email address that the link gives to the account.';
create index mailed_links_user_id_idx on auth.mailed_links (user_id);
create index mailed_links_expires_at_idx on auth.mailed_links (expires_at);
alter table auth.mailed_links enable row level security;
create policy "The account service reads links" on auth.mailed_links for select to auth_service using (true);
create policy "The account service adds links" on auth.mailed_links for insert to auth_service with check (true);
create policy "The account service uses links" on auth.mailed_links for update to auth_service using (true) with check (true);
create policy "The account service removes links" on auth.mailed_links for delete to auth_service using (true);
grant select, insert, update (password_hash, used_at), delete on auth.mailed_links to auth_service;

create table public.user_roles (
  user_id uuid not null,
  role text not null,
  constraint user_roles_pkey primary key (user_id, role),
  constraint user_roles_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  -- Staff have orders, requests, messages and parts. Everything else of the admin panel is for admins only.
  constraint user_roles_role_known check (role in ('admin', 'staff'))
);
comment on table public.user_roles is
  'Spec §3. Roles are given by the operator, and by invitations of admins. No role of the application can write here.';
alter table public.user_roles enable row level security;
create policy "Users can read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));

-- Security definer: the policies of user_roles call it, and without it they would call each other forever.
-- Where the shop requires a second step of its admins (the server sets app.admins_need_second_step on its
-- connections), an account without one is not an admin.
create function public.is_admin() returns boolean
  language sql stable security definer parallel safe
  set search_path = ''
  return exists (select 1 from public.user_roles where user_id = auth.uid() and role = 'admin')
    and (
      current_setting('app.admins_need_second_step', true) is distinct from 'on'
      or exists (select 1 from auth.users where id = auth.uid() and two_factor_enabled)
    );
grant execute on function public.is_admin to anon, authenticated, service_role;

create policy "Admins can read all roles" on public.user_roles
  for select to authenticated using ((select public.is_admin()));
grant select on public.user_roles to authenticated;

create table public.profiles (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  display_name text,
  phone text,
  city text,
  state text,
  avatar_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_pkey primary key (id),
  constraint profiles_user_id_key unique (user_id),
  constraint profiles_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint profiles_display_name_length check (length(display_name) <= 200),
  constraint profiles_phone_length check (length(phone) <= 50),
  constraint profiles_city_length check (length(city) <= 200),
  constraint profiles_state_length check (length(state) <= 200),
  constraint profiles_avatar_is_picture check (avatar_url like 'data:image/%' and length(avatar_url) <= 1000000)
);
comment on table public.profiles is 'Spec §3. One row for each user, made at sign-up or on the first save.';
create index profiles_created_at_idx on public.profiles (created_at desc);
alter table public.profiles enable row level security;
create policy "Users can read their own profile" on public.profiles
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Admins can read all profiles" on public.profiles
  for select to authenticated using ((select public.is_admin()));
create policy "Users can make their own profile" on public.profiles
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Users can change their own profile" on public.profiles
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
-- A sign-up makes the user, the profile and the mail in one transaction.
create policy "The account service makes profiles" on public.profiles for insert to auth_service with check (true);
create policy "The account service names profiles" on public.profiles for update to auth_service using (true) with check (true);
create policy "The account service finds profiles" on public.profiles for select to auth_service using (true);
grant select, insert, update (display_name, phone, city, state, avatar_url, updated_at) on public.profiles to authenticated;
grant select (user_id), insert (user_id, display_name), update (display_name) on public.profiles to auth_service;

-- Security definer, and with the same second step, as is_admin().
create function public.is_staff() returns boolean
  language sql stable security definer parallel safe
  set search_path = ''
  return exists (select 1 from public.user_roles where user_id = auth.uid() and role in ('admin', 'staff'))
    and (
      current_setting('app.admins_need_second_step', true) is distinct from 'on'
      or exists (select 1 from auth.users where id = auth.uid() and two_factor_enabled)
    );
comment on function public.is_staff is 'True for staff and for admins.';
grant execute on function public.is_staff to anon, authenticated, service_role;

create table auth.former_emails (
  user_id uuid not null,
  email text not null,
  changed_at timestamptz not null default now(),
  constraint former_emails_pkey primary key (user_id, email),
  constraint former_emails_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint former_emails_lower_case check (email = lower(email))
);
comment on table auth.former_emails is 'Addresses that accounts had before. Mails to them belong to the person''s data.';
alter table auth.former_emails enable row level security;

-- Security definer: the accounts' login has no rights on orders, requests and notes.
create function auth.change_email(person uuid, address text) returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
declare
  before text;
begin
  select email into before from auth.users where id = person for update;
  -- A sign-up that is not confirmed gives the address free.
  delete from auth.users where email = address and id <> person and not email_verified;
  if exists (select from auth.users where email = address and id <> person) then
    return false;
  end if;
  -- What was sent with the address before stays with the account.
  perform auth.join_guest_orders(person);
  update public.part_requests set user_id = person where user_id is null and lower(email) = before;
  update public.contact_messages set user_id = person where user_id is null and lower(email) = before;
  begin
    update auth.users set email = address, email_verified = true, updated_at = now() where id = person;
  exception when unique_violation then
    return false;
  end;
  perform auth.join_guest_orders(person);
  update public.customer_notes set email = address where email = before;
  insert into auth.former_emails (user_id, email) values (person, before)
    on conflict (user_id, email) do update set changed_at = now();
  delete from auth.former_emails where user_id = person and former_emails.email = address;
  insert into public.customer_changes (email) values (before), (address);
  return true;
end
$$;
comment on function auth.change_email is 'Gives an account a confirmed address. Returns false if another account has it.';
grant execute on function auth.change_email to auth_service;

create function auth.note_confirmed_factor() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if not new.verified then
    new.verified_at := null;
  elsif tg_op = 'INSERT' or not old.verified or new.secret <> old.secret then
    new.verified_at := now();
  end if;
  return new;
end
$$;

create trigger note_confirmed_factor before insert or update on auth.two_factors
  for each row execute function auth.note_confirmed_factor();

-- A session in use is extended, but ends 90 days after its sign-in. The database's clock decides for all processes.
create function auth.limit_session() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '90 days');
  return new;
end
$$;
comment on function auth.limit_session is 'Sessions end 90 days after the sign-in, in use or not.';

create trigger limit_session before update of expires_at on auth.sessions
  for each row execute function auth.limit_session();
