-- Back in stock: people who wait for a part that is sold out are mailed once when it, or a part that fits the same, comes
-- into stock (docs/back-in-stock.md).

-- Security definer: no role of the application may read accounts.
create function public.own_email() returns text
  language sql stable security definer
  set search_path = ''
as $$
  select lower(email) from auth.users where id = auth.uid() and email_verified
$$;
comment on function public.own_email is 'The confirmed address of the signed-in user.';
grant execute on function public.own_email to authenticated;

create table public.stock_waits (
  id uuid not null default gen_random_uuid(),
  email text not null,
  part_id uuid not null,
  part_name text not null,
  vehicle_make text,
  vehicle_model text,
  vehicle_year integer,
  oem_number text,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  told_at timestamptz,
  told_part_id uuid,
  ended_at timestamptz,
  constraint stock_waits_pkey primary key (id),
  constraint stock_waits_email_normalized check (email = lower(email) and length(email) <= 320),
  constraint stock_waits_told_confirmed check (told_at is null or confirmed_at is not null),
  constraint stock_waits_told_or_ended check (told_at is null or ended_at is null),
  constraint stock_waits_told_of_part check ((told_at is null) = (told_part_id is null))
);
comment on table public.stock_waits is
  'Who waits for a sold-out part. A wait is open until it was told of a part or has ended.';
comment on column public.stock_waits.part_id is
  'No foreign key: a wait outlives the part, whose name, vehicle and number it keeps to find others that fit the same.';
comment on column public.stock_waits.confirmed_at is 'When its address was confirmed. Only confirmed waits are told.';
comment on column public.stock_waits.told_at is 'When the mail was written. Each wait is told once.';
comment on column public.stock_waits.ended_at is 'When its person ended it, or after a year.';
create unique index stock_waits_open_key on public.stock_waits (email, part_id)
  where told_at is null and ended_at is null;
create index stock_waits_email_idx on public.stock_waits (email);
create index stock_waits_part_idx on public.stock_waits (part_id) where told_at is null and ended_at is null;
create index stock_waits_vehicle_idx on public.stock_waits
  (public.search_fold(vehicle_make), public.search_fold(vehicle_model), vehicle_year)
  where told_at is null and ended_at is null;
create index stock_waits_oem_number_idx on public.stock_waits (public.comparable_number(oem_number))
  where told_at is null and ended_at is null;
create index stock_waits_open_idx on public.stock_waits (asked_at) where told_at is null and ended_at is null;
alter table public.stock_waits enable row level security;
create policy "Staff can read waits, and people their own" on public.stock_waits
  for select to authenticated using ((select public.is_staff()) or email = (select public.own_email()));
create policy "People can end their own waits" on public.stock_waits
  for update to authenticated
  using (email = (select public.own_email()))
  with check (email = (select public.own_email()) and ended_at is not null);
create policy "The shop reads waits" on public.stock_waits for select to service_role using (true);
create policy "The shop adds waits" on public.stock_waits for insert to service_role with check (true);
create policy "The shop changes waits" on public.stock_waits for update to service_role using (true) with check (true);
create policy "The shop deletes old waits" on public.stock_waits for delete to service_role using (true);
-- Without the address: staff see how many wait, not who.
grant select (id, part_id, part_name, vehicle_make, vehicle_model, vehicle_year, oem_number, asked_at, confirmed_at,
  told_at, told_part_id, ended_at), update (ended_at) on public.stock_waits to authenticated;
grant select, insert, delete, update (confirmed_at, told_at, told_part_id, ended_at) on public.stock_waits to service_role;

create table public.stock_wait_links (
  token_hash text not null,
  wait_id uuid not null,
  constraint stock_wait_links_pkey primary key (token_hash),
  constraint stock_wait_links_wait_id_fkey foreign key (wait_id) references public.stock_waits (id) on delete cascade,
  constraint stock_wait_links_token_hash_bounded check (length(token_hash) between 40 and 100)
);
comment on table public.stock_wait_links is 'The links in mails to people who wait. Each confirms and ends the waits of its address.';
create index stock_wait_links_wait_id_idx on public.stock_wait_links (wait_id);
alter table public.stock_wait_links enable row level security;
create policy "The shop reads links" on public.stock_wait_links for select to service_role using (true);
create policy "The shop adds links to its mails" on public.stock_wait_links for insert to service_role with check (true);
grant select, insert on public.stock_wait_links to service_role;

create table public.restocks (
  part_id uuid not null,
  came_in_at timestamptz,
  check_at timestamptz not null default now(),
  constraint restocks_pkey primary key (part_id)
);
comment on table public.restocks is 'Parts in stock that people wait for who are not told yet.';
comment on column public.restocks.came_in_at is
  'Who waits for another part is told if the wait is older. Null: it was in stock all the time, held by payments.';
comment on column public.restocks.check_at is 'When the next people may be told.';
create index restocks_check_at_idx on public.restocks (check_at);
alter table public.restocks enable row level security;
create policy "The shop reads restocks" on public.restocks for select to service_role using (true);
create policy "The shop adds restocks" on public.restocks for insert to service_role with check (true);
create policy "The shop changes restocks" on public.restocks for update to service_role using (true) with check (true);
create policy "The shop removes restocks" on public.restocks for delete to service_role using (true);
grant select, insert, update (came_in_at, check_at), delete on public.restocks to service_role;

-- All that says which part a wait is told of. More ways to fit the same are more branches.
create function public.find_stock_waits(of_part uuid) returns table (wait_id uuid, reason text)
  language sql stable
  set search_path = ''
as $$
  with part as materialized (
    select id, part_name, vehicle_make, vehicle_model, vehicle_year, oem_number
    from public.parts_catalog where id = of_part
  ),
  found as (
    select wait.id, 1 as place, 'part' as reason
    from part join public.stock_waits as wait on wait.part_id = part.id
    where wait.told_at is null and wait.ended_at is null
    union all
    select wait.id, 2, 'vehicle'
    from part join public.stock_waits as wait
      on public.search_fold(wait.vehicle_make) = public.search_fold(part.vehicle_make)
      and public.search_fold(wait.vehicle_model) = public.search_fold(part.vehicle_model)
      and wait.vehicle_year = part.vehicle_year
    where wait.told_at is null and wait.ended_at is null
      and public.search_fold(wait.part_name) = public.search_fold(part.part_name)
    union all
    select wait.id, 3, 'number'
    from part join public.stock_waits as wait
      on public.comparable_number(wait.oem_number) = public.comparable_number(part.oem_number)
    where wait.told_at is null and wait.ended_at is null
      and public.search_fold(wait.part_name) = public.search_fold(part.part_name)
  )
  select distinct on (id) id, reason from found order by id, place
$$;
comment on function public.find_stock_waits is
  'The open waits that a part answers: for the part itself, for one of its kind and vehicle, or of its kind and OEM number.';
grant execute on function public.find_stock_waits to service_role;

-- A part that comes in again keeps the time of its next check, so that stock that flips tells nobody sooner.
create function public.note_restocks(arrived uuid[]) returns void
  language sql
  set search_path = ''
as $$
  insert into public.restocks (part_id, came_in_at)
  select id, now() from unnest(arrived) as id
  where exists (select from public.find_stock_waits(id))
  order by id
  on conflict (part_id) do update set came_in_at = excluded.came_in_at
$$;
comment on function public.note_restocks is 'Notes those of the parts that came into stock that somebody waits for.';
grant execute on function public.note_restocks to service_role;

-- The triggers of 0029_inbox.sql, which also note arrivals while somebody waits for a part.

create function public.is_stock_awaited() returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (
    select from (
      select asked_at from public.stock_waits where told_at is null and ended_at is null order by asked_at limit 1
    ) as oldest
  ) or public.has_matchable_requests()
$$;

create or replace function public.note_added_stock() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if public.is_stock_awaited() then
    perform public.add_stock_arrivals(array(select id from new_parts where stock_quantity > 0));
  end if;
  return null;
end
$$;

create or replace function public.note_restocked_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  arrived uuid[];
begin
  -- A sale ends here.
  if not exists (select from old_parts where stock_quantity = 0) then
    return null;
  end if;
  arrived := array(
    select id from (
      select id, stock_quantity as before, null::integer as after from old_parts
      union all select id, null, stock_quantity from new_parts
    ) as states
    group by id having max(before) = 0 and max(after) > 0
  );
  if cardinality(arrived) > 0 and public.is_stock_awaited() then
    perform public.add_stock_arrivals(arrived);
  end if;
  return null;
end
$$;

-- What people and staff read.

-- Security definer: its callers may not read the address.
create function public.own_stock_waits() returns table (
    id uuid, part_id uuid, part_name text, vehicle_make text, vehicle_model text, vehicle_year integer, asked_at timestamptz,
    confirmed_at timestamptz
  )
  language sql stable security definer
  set search_path = ''
as $$
  select id, part_id, part_name, vehicle_make, vehicle_model, vehicle_year, asked_at, confirmed_at
  from public.stock_waits
  where email = public.own_email() and told_at is null and ended_at is null
  order by asked_at desc, id limit 100
$$;
comment on function public.own_stock_waits is 'The open waits of the signed-in user, newest first.';
grant execute on function public.own_stock_waits to authenticated;

create function public.awaited_parts(after_people bigint, after_part uuid, how_many integer)
  returns table (
    part_id uuid, part_name text, vehicle_make text, vehicle_model text, vehicle_year integer, people bigint, since timestamptz
  )
  language sql stable
  set search_path = ''
as $$
  select part_id, min(part_name), min(vehicle_make), min(vehicle_model), min(vehicle_year), count(*), min(asked_at)
  from public.stock_waits
  where told_at is null and ended_at is null and confirmed_at is not null and (select public.is_staff())
  group by part_id
  having after_part is null or (count(*), part_id) < (after_people, after_part)
  order by count(*) desc, part_id desc limit how_many
$$;
comment on function public.awaited_parts is
  'The parts that people wait for, those of most people first, after a part with so many people.';
grant execute on function public.awaited_parts to authenticated;

-- Mails that can be ended by one click (RFC 8058).

alter table public.mails add column unsubscribe_url text;
comment on column public.mails.unsubscribe_url is
  'Ends mails like this one: List-Unsubscribe. It has a secret, so it is removed when the mail is sent.';
grant update (unsubscribe_url) on public.mails to service_role;

-- Personal data.

-- Waits follow the address of the account. Security definer: the account service may change no waits.
create function public.move_stock_waits() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.stock_waits as moved
  where email = lower(old.email) and told_at is null and ended_at is null and exists (
    select from public.stock_waits
    where email = lower(new.email) and part_id = moved.part_id and told_at is null and ended_at is null
  );
  update public.stock_waits set email = lower(new.email) where email = lower(old.email);
  return null;
end
$$;
create trigger move_stock_waits after update of email on auth.users
  for each row when (lower(new.email) <> lower(old.email) and old.email_verified) execute function public.move_stock_waits();

alter function public.personal_data() rename to personal_data_without_waits;
revoke execute on function public.personal_data_without_waits from authenticated;

-- Security definer, as the function that it completes.
create function public.personal_data() returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select public.personal_data_without_waits() || jsonb_build_object(
    'back_in_stock', (
      select coalesce(jsonb_agg(to_jsonb(stock_waits) order by asked_at), '[]')
      from public.stock_waits where email = public.own_email()
    )
  )
$$;
comment on function public.personal_data is
  'All that the shop stores about the signed-in user. Mails without their text, which contains secret links.';
grant execute on function public.personal_data to authenticated;

alter function auth.forget_person(uuid) rename to forget_person_without_waits;
revoke execute on function auth.forget_person_without_waits from auth_service;

-- Security definer, as the function that it completes.
create function auth.forget_person(person uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.stock_waits where email = (select lower(email) from auth.users where id = person);
  perform auth.forget_person_without_waits(person);
end
$$;
comment on function auth.forget_person is
  'Deletes an account and all data that identifies its person, in one transaction.';
grant execute on function auth.forget_person to auth_service;
