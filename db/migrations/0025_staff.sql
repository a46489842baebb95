-- Staff, a second role: orders, requests, messages and parts. Everything else of the admin panel is for admins only.

alter table public.user_roles
  drop constraint user_roles_role_known,
  add constraint user_roles_role_known check (role in ('admin', 'staff'));

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
grant execute on function public.is_staff() to anon, authenticated, service_role;

alter policy "Admins can add parts" on public.parts_catalog with check ((select public.is_staff()));
alter policy "Admins can add parts" on public.parts_catalog rename to "Staff can add parts";
alter policy "Admins can change parts" on public.parts_catalog
  using ((select public.is_staff())) with check ((select public.is_staff()));
alter policy "Admins can change parts" on public.parts_catalog rename to "Staff can change parts";
alter policy "Admins can delete parts" on public.parts_catalog using ((select public.is_staff()));
alter policy "Admins can delete parts" on public.parts_catalog rename to "Staff can delete parts";
alter policy "Admins can read tallies" on public.catalog_tallies using ((select public.is_staff()));
alter policy "Admins can read tallies" on public.catalog_tallies rename to "Staff can read tallies";
alter policy "Admins can read tallies of stock" on public.catalog_stock_tallies using ((select public.is_staff()));
alter policy "Admins can read tallies of stock" on public.catalog_stock_tallies
  rename to "Staff can read tallies of stock";

alter policy "Admins can read all orders" on public.orders using ((select public.is_staff()));
alter policy "Admins can read all orders" on public.orders rename to "Staff can read all orders";
alter policy "Admins can read stock holds" on public.stock_holds using ((select public.is_staff()));
alter policy "Admins can read stock holds" on public.stock_holds rename to "Staff can read stock holds";
alter policy "Admins can read all refunds" on public.refunds using ((select public.is_staff()));
alter policy "Admins can read all refunds" on public.refunds rename to "Staff can read all refunds";
alter policy "Admins can read disputes" on public.disputes using ((select public.is_staff()));
alter policy "Admins can read disputes" on public.disputes rename to "Staff can read disputes";
alter policy "Admins can read all taxes of orders" on public.order_taxes using ((select public.is_staff()));
alter policy "Admins can read all taxes of orders" on public.order_taxes rename to "Staff can read all taxes of orders";

alter policy "Admins can read part requests" on public.part_requests using ((select public.is_staff()));
alter policy "Admins can read part requests" on public.part_requests rename to "Staff can read part requests";
alter policy "Admins can read contact messages" on public.contact_messages using ((select public.is_staff()));
alter policy "Admins can read contact messages" on public.contact_messages rename to "Staff can read contact messages";

create policy "Staff can read alerts about orders" on public.alerts
  for select to authenticated using (order_id is not null and (select public.is_staff()));
create policy "Staff can settle alerts about orders" on public.alerts
  for update to authenticated
  using (order_id is not null and (select public.is_staff()))
  with check ((select public.is_staff()) and settled_by = (select auth.uid()));

-- As in 0014_audit.sql. Staff change parts and orders, so they also log events that begin with admin_.
create or replace function public.log_audit_event(
  p_user_id uuid default null,
  p_action text default null,
  p_resource_type text default null,
  p_resource_id text default null,
  p_details jsonb default '{}',
  p_ip_address text default null,
  p_user_agent text default null
) returns uuid
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  -- current_user is the owner here. The setting has the role that the transaction acts as.
  acting text := current_setting('role');
  is_shop boolean := acting = 'service_role' or (acting = 'none' and session_user = current_user);
  noted jsonb := coalesce(p_details, '{}');
  at timestamptz := clock_timestamp();
  event uuid;
begin
  if not is_shop
    and audit.is_visitors_event(p_action, p_resource_type, noted) is not true
    and (p_action ~ '^admin_' and public.is_staff()) is not true
    and (p_action ~ '^security_' and public.is_admin()) is not true
  then
    raise insufficient_privilege using message = 'This event is not for its caller to log';
  end if;
  perform audit.make_month((at at time zone 'UTC')::date);
  insert into public.audit_logs (
    created_at, action, resource_type, resource_id, user_id, ip_address, details, user_agent
  ) values (
    at, p_action, left(p_resource_type, 100), left(p_resource_id, 200),
    coalesce(auth.uid(), case when is_shop then p_user_id end), public.client_address(), noted,
    left(coalesce(public.client_agent(), p_user_agent), 500)
  ) returning id into event;
  return event;
end
$$;

comment on table public.user_roles is
  'Spec §3. Roles are given by the operator, and by invitations of admins. No role of the application can write here.';

-- Invitations. A job writes the mail with the link, of which only the hash is stored.

create table public.invitations (
  id uuid not null default gen_random_uuid(),
  email text not null,
  role text not null,
  invited_by uuid not null default auth.uid(),
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  token_hash text,
  mail_id uuid,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  constraint invitations_pkey primary key (id),
  constraint invitations_token_hash_key unique (token_hash),
  constraint invitations_mail_id_fkey foreign key (mail_id) references public.mails (id) on delete set null,
  constraint invitations_email_lower_case check (email = lower(email) and length(email) between 3 and 320),
  constraint invitations_role_known check (role in ('admin', 'staff'))
);
comment on table public.invitations is 'Admins invite people to be admins or staff.';
comment on column public.invitations.invited_by is 'The admin. No foreign key: an invitation outlives its admin''s account.';
comment on column public.invitations.token_hash is 'Of the latest mailed link.';
create unique index invitations_open_key on public.invitations (email)
  where accepted_at is null and revoked_at is null;
create index invitations_invited_at_idx on public.invitations (invited_at desc);
create index invitations_mail_id_idx on public.invitations (mail_id);
alter table public.invitations enable row level security;
create policy "Admins can read invitations" on public.invitations
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can invite" on public.invitations
  for insert to authenticated with check ((select public.is_admin()) and invited_by = (select auth.uid()));
create policy "Admins can revoke invitations" on public.invitations
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "The shop reads invitations" on public.invitations for select to service_role using (true);
create policy "The shop notes the mail of an invitation" on public.invitations
  for update to service_role using (true) with check (true);
create policy "The account service opens invitations" on public.invitations
  for select to auth_service using (true);
grant select (id, email, role, invited_by, invited_at, expires_at, accepted_at, accepted_by, revoked_at)
  on public.invitations to authenticated;
grant insert (email, role), update (revoked_at) on public.invitations to authenticated;
grant select, update (token_hash, mail_id) on public.invitations to service_role;
grant select (email, role, token_hash, expires_at, accepted_at, revoked_at) on public.invitations to auth_service;

-- Security definer: admins may neither read the accounts nor add jobs. It runs before the policies are checked, so it
-- checks the role itself: the error must not show others who has an account.
create function public.check_invitation() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only admins can invite';
  end if;
  new.email := lower(new.email);
  if exists (
    select from auth.users join public.user_roles on user_id = users.id
    where email = new.email and user_roles.role in ('admin', new.role)
  ) then
    raise check_violation using
      message = 'this person has the role already', constraint = 'invitations_without_role';
  end if;
  return new;
end
$$;
create trigger check_invitation before insert on public.invitations
  for each row execute function public.check_invitation();

-- Security definer: admins may add no jobs.
create function public.queue_invitation() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job('mail-invitation', json_build_object('invitationId', new.id), 'invitation:' || new.id);
  return null;
end
$$;
create trigger queue_invitation after insert on public.invitations
  for each row execute function public.queue_invitation();

-- Security definer: no role may write roles. The invited person calls it while signed in. The inviter must still be an
-- admin: otherwise a removed admin could return through an invitation to a second account.
create function public.accept_invitation(link_hash text) returns text
  language plpgsql security definer
  set search_path = ''
as $$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations where token_hash = link_hash for update;
  if not exists (
    select from auth.users
    where id = auth.uid() and email = invitation.email and email_verified and banned_at is null
  ) then
    raise insufficient_privilege using message = 'this invitation is for someone else';
  end if;
  if invitation.accepted_at is not null or invitation.revoked_at is not null or invitation.expires_at <= now() then
    return null;
  end if;
  perform from public.user_roles where user_id = invitation.invited_by and role = 'admin' for share;
  if not found then return null; end if;

  if invitation.role = 'admin' then
    insert into public.user_roles (user_id, role) values (auth.uid(), 'admin') on conflict do nothing;
    delete from public.user_roles where user_id = auth.uid() and role = 'staff';
  elsif not exists (select from public.user_roles where user_id = auth.uid()) then
    insert into public.user_roles (user_id, role) values (auth.uid(), 'staff');
  end if;
  update public.invitations set accepted_at = now(), accepted_by = auth.uid() where id = invitation.id;
  perform audit.make_month((clock_timestamp() at time zone 'UTC')::date);
  insert into public.audit_logs (
    created_at, action, resource_type, resource_id, user_id, ip_address, details, user_agent
  ) values (
    clock_timestamp(), 'admin_accept_invitation', 'invitations', invitation.id, auth.uid(), public.client_address(),
    jsonb_build_object('admin_action', true, 'role', invitation.role, 'invited_by', invitation.invited_by),
    left(public.client_agent(), 500)
  );
  return invitation.role;
end
$$;
comment on function public.accept_invitation is
  'Gives the signed-in user the role of their invitation. Returns the role, or null if the invitation is over.';
grant execute on function public.accept_invitation to authenticated;

-- Security definer as above. The locks make two admins who remove each other wait for each other: the second one is no
-- longer an admin, and the last admin stays.
create function public.remove_role(person uuid, given text) returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform from public.user_roles where role = 'admin' order by user_id for update;
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only admins can remove roles';
  end if;
  if given = 'admin' and not exists (
    select from public.user_roles join auth.users on users.id = user_id
    where role = 'admin' and user_id <> person and banned_at is null
  ) then
    raise check_violation using message = 'the last admin stays', constraint = 'user_roles_last_admin';
  end if;
  delete from public.user_roles where user_id = person and role = given;
  if not found then return false; end if;
  update public.invitations set revoked_at = now()
    where invited_by = person and accepted_at is null and revoked_at is null;
  return true;
end
$$;
comment on function public.remove_role is
  'Takes a role away, and revokes the open invitations of that person. Returns false if there was no such role.';
grant execute on function public.remove_role to authenticated;

-- Security definer: admins may not read the accounts.
create function public.team()
  returns table (user_id uuid, email text, name text, role text, has_second_step boolean, is_banned boolean)
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only admins can read the team';
  end if;
  return query
    select users.id, users.email, nullif(btrim(profiles.display_name), ''), user_roles.role,
      users.two_factor_enabled, users.banned_at is not null
    from public.user_roles join auth.users on users.id = user_roles.user_id
    left join public.profiles on profiles.user_id = users.id
    order by user_roles.role, users.email;
end
$$;
comment on function public.team is 'Admins and staff.';
grant execute on function public.team to authenticated;
