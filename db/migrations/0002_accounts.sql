-- better-auth's tables under our names; server/auth/auth.ts maps its fields to these columns.

create table auth.users (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_pkey primary key (id),
  constraint users_email_key unique (email),
  constraint users_email_lower_case check (email = lower(email))
);
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
  constraint sessions_pkey primary key (id),
  constraint sessions_token_key unique (token),
  constraint sessions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
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

create table auth.rate_limits (
  id uuid not null default gen_random_uuid(),
  key text not null,
  count integer not null,
  last_request bigint not null,
  constraint rate_limits_pkey primary key (id),
  constraint rate_limits_key_key unique (key)
);
comment on column auth.rate_limits.last_request is 'Milliseconds since 1970.';
alter table auth.rate_limits enable row level security;
create policy "The account service reads limits" on auth.rate_limits for select to auth_service using (true);
create policy "The account service adds limits" on auth.rate_limits for insert to auth_service with check (true);
create policy "The account service changes limits" on auth.rate_limits for update to auth_service using (true) with check (true);
create policy "The account service removes limits" on auth.rate_limits for delete to auth_service using (true);
grant select, insert, update, delete on auth.rate_limits to auth_service;

alter table public.user_roles
  add constraint user_roles_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade;

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
grant select, insert on public.profiles to authenticated;
grant update (display_name, phone, city, state, avatar_url, updated_at) on public.profiles to authenticated;
