-- Who asks: the roles a request can act as, the user behind it, and who is an admin.
-- Group roles belong to the whole server and may be there already; the logins that may act as them are made
-- for each database by server/database/logins.ts.

do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role', 'auth_service', 'job_service'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end
$$;

-- Nothing is open until a migration opens it.
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create schema auth;
comment on schema auth is 'Accounts and sessions. Only better-auth''s own login reads and writes its tables.';
grant usage on schema auth to anon, authenticated, service_role, auth_service;

create function auth.uid() returns uuid
  language sql stable parallel safe
  set search_path = ''
  return nullif(current_setting('app.user_id', true), '')::uuid;
comment on function auth.uid() is 'The signed-in user of this transaction, or null.';
grant execute on function auth.uid() to anon, authenticated, service_role;

create table public.user_roles (
  user_id uuid not null,
  role text not null,
  constraint user_roles_pkey primary key (user_id, role),
  constraint user_roles_role_known check (role in ('admin'))
);
comment on table public.user_roles is 'Spec §3. No role of the application can write here: roles are given by the operator.';
alter table public.user_roles enable row level security;

-- Security definer: the policies of user_roles itself ask it, and would otherwise ask each other for ever.
create function public.is_admin() returns boolean
  language sql stable security definer parallel safe
  set search_path = ''
  return exists (select 1 from public.user_roles where user_id = auth.uid() and role = 'admin');
grant execute on function public.is_admin() to anon, authenticated, service_role;

create policy "Users can read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Admins can read all roles" on public.user_roles
  for select to authenticated using ((select public.is_admin()));
grant select on public.user_roles to authenticated;

create table public.installation_steps (
  name text not null,
  done_at timestamptz not null default now(),
  constraint installation_steps_pkey primary key (name)
);
comment on table public.installation_steps is 'What is done once in the life of a shop, such as loading the demo catalogue.';
alter table public.installation_steps enable row level security;
