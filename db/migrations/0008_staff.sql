-- Admins and staff: their rights, their invitations and their names.

-- A process checks the rights of a user again whose session or role has changed, and ends their streams. Security definer:
-- no role of the application may write live_changes. A statement about more than 500 users has the topic of all users.
create function public.write_changed_users() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  users text[] := array(select distinct 'user:' || user_id from changed limit 501);
begin
  if cardinality(users) > 0 then
    insert into public.live_changes (topics)
    values (case when cardinality(users) > 500 then array['user:*'] else users end);
  end if;
  return null;
end
$$;

create trigger write_changed_users after delete on auth.sessions
  referencing old table as changed
  for each statement execute function public.write_changed_users();
create trigger write_changed_users after delete on public.user_roles
  referencing old table as changed
  for each statement execute function public.write_changed_users();

-- Security definer, as write_changed_users().
create function public.write_changed_user() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.live_changes (topics) values (array['user:' || new.id]);
  return null;
end
$$;

create trigger write_changed_user after update of banned_at, two_factor_enabled on auth.users
  for each row execute function public.write_changed_user();

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
grant select (id, email, role, invited_by, invited_at, expires_at, accepted_at, accepted_by, revoked_at), insert (email,
  role), update (revoked_at) on public.invitations to authenticated;
grant select, update (token_hash, mail_id) on public.invitations to service_role;
grant select (email, role, expires_at, token_hash, accepted_at, revoked_at) on public.invitations to auth_service;

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

create trigger queue_invitation after insert on public.invitations
  for each row execute function public.queue_job('mail-invitation', 'invitationId', 'invitation:');

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

-- Security definer: no role may write roles. The locks make two admins who remove each other wait for each other: the second one is no
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

-- Security definer: staff may not read accounts.
create function public.staff_names(people uuid[]) returns table (id uuid, name text)
  language sql stable security definer
  set search_path = ''
as $$
  select users.id, coalesce(nullif(profiles.display_name, ''), nullif(users.name, ''), users.email)
  from auth.users
  join public.user_roles on user_roles.user_id = users.id
  left join public.profiles on profiles.user_id = users.id
  where users.id = any (people) and public.is_staff()
$$;
comment on function public.staff_names is 'How staff and admins call themselves, for staff.';
grant execute on function public.staff_names to authenticated;

-- Security definer: only the shop's own functions read all people.
create function public.person_name(person uuid) returns text
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(nullif(btrim(profiles.display_name), ''), users.email)
  from auth.users as users left join public.profiles as profiles on profiles.user_id = users.id
  where users.id = person
$$;
comment on function public.person_name is 'The name of a person, or the email address without one.';

-- Security definer: admins may not read all people. The name stays when the account is deleted.
create function public.keep_user_name() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if new.user_id is not null then
    new.user_name := public.person_name(new.user_id);
  end if;
  return new;
end
$$;
