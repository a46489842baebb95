-- The audit trail and the remote procedures that write it (Spec §7). Rows are added by these functions only, and
-- never changed or deleted through the application.

create table public.audit_logs (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  action text not null,
  resource_type text,
  resource_id text,
  user_id uuid,
  ip_address text,
  details jsonb not null default '{}',
  user_agent text,
  constraint audit_logs_pkey primary key (id),
  constraint audit_logs_action_bounded check (length(action) between 1 and 100),
  constraint audit_logs_details_is_object check (jsonb_typeof(details) = 'object'),
  constraint audit_logs_details_bounded check (pg_column_size(details) <= 16384)
);
comment on table public.audit_logs is 'Spec §3, Audit event.';
create index audit_logs_created_at_idx on public.audit_logs (created_at desc);
alter table public.audit_logs enable row level security;
create policy "Admins can read the audit trail" on public.audit_logs
  for select to authenticated using ((select public.is_admin()));
grant select on public.audit_logs to authenticated;

create function public.client_address() returns text
  language sql stable parallel safe
  set search_path = ''
  return nullif(current_setting('app.client_address', true), '');
comment on function public.client_address is 'The address of the connection behind this transaction, set by the server.';
grant execute on function public.client_address to anon, authenticated, service_role;

-- Security definer: nobody may insert audit rows freely. Who and from where come from the transaction, whatever
-- p_user_id and p_ip_address claim.
create function public.log_audit_event(
  p_user_id uuid default null,
  p_action text default null,
  p_resource_type text default null,
  p_resource_id text default null,
  p_details jsonb default '{}',
  p_ip_address text default null,
  p_user_agent text default null
) returns uuid
  language sql volatile security definer
  set search_path = ''
begin atomic
  insert into public.audit_logs (action, resource_type, resource_id, user_id, ip_address, details, user_agent)
  values (p_action, left(p_resource_type, 100), left(p_resource_id, 200), auth.uid(), public.client_address(),
    coalesce(p_details, '{}'), left(p_user_agent, 500))
  returning id;
end;
grant execute on function public.log_audit_event to anon, authenticated, service_role;

-- Security definer as above. Only the server knows whether a sign-in failed, so only it may say so.
create function public.log_failed_auth_attempt(
  p_email text,
  p_ip_address text default null,
  p_user_agent text default null
) returns uuid
  language sql volatile security definer
  set search_path = ''
begin atomic
  insert into public.audit_logs (action, resource_type, ip_address, details, user_agent)
  values ('failed_login', 'auth', public.client_address(),
    jsonb_build_object('email_hash', encode(sha256(convert_to(lower(p_email), 'UTF8')), 'hex')),
    left(p_user_agent, 500))
  returning id;
end;
grant execute on function public.log_failed_auth_attempt to service_role;
