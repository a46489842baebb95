-- Who acts: the roles of a request, and the user, address and client behind a transaction.
-- Roles belong to the whole server and may exist already. The logins that may act as them are made for each database
-- by server/database/logins.ts.

do $$
declare
  name text;
begin
  foreach name in array array[
    'anon', 'authenticated', 'service_role', 'api_client', 'auth_service', 'job_service', 'limit_service'
  ] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
  if not pg_has_role('api_client', 'anon', 'member') then
    begin
      grant anon to api_client;
    -- Another shop on this server does the same at this moment: 'tuple concurrently updated'.
    exception when unique_violation or internal_error then
      null;
    end;
  end if;
end
$$;

-- Nothing is open until a migration opens it.
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role, api_client, auth_service, job_service,
  limit_service;
alter default privileges revoke execute on functions from public;

create schema auth;
comment on schema auth is 'Accounts and sessions. Only better-auth''s own login reads and writes its tables.';
grant usage on schema auth to anon, authenticated, service_role, api_client, auth_service;

-- The server sets these values on each transaction.

create function auth.uid() returns uuid
  language sql stable parallel safe
  set search_path = ''
  return nullif(current_setting('app.user_id', true), '')::uuid;
comment on function auth.uid is 'The signed-in user of this transaction, or null.';
grant execute on function auth.uid to anon, authenticated, service_role;

create function public.client_address() returns text
  language sql stable parallel safe
  set search_path = ''
  return nullif(current_setting('app.client_address', true), '');
comment on function public.client_address is 'The network address of the client of this transaction.';
grant execute on function public.client_address to anon, authenticated, service_role;

create function public.client_agent() returns text
  language sql stable parallel safe
  set search_path = ''
  return nullif(current_setting('app.client_agent', true), '');
comment on function public.client_agent is 'The user agent of the client of this transaction.';
grant execute on function public.client_agent to anon, authenticated, service_role;
