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
  mailed_at timestamptz,
  constraint stock_waits_pkey primary key (id),
  constraint stock_waits_email_normalized check (email = lower(email) and length(email) <= 320),
  constraint stock_waits_told_confirmed check (told_at is null or confirmed_at is not null),
  constraint stock_waits_told_or_ended check (told_at is null or ended_at is null),
  constraint stock_waits_told_of_part check ((told_at is null) = (told_part_id is null))
);
comment on table public.stock_waits is 'Requests for an email when a sold-out part is back. One is open until the email was sent or the request has ended.';
comment on column public.stock_waits.part_id is
  'No foreign key: a wait outlives the part, whose name, vehicle and number it keeps to find others that fit the same.';
comment on column public.stock_waits.confirmed_at is 'When its address was confirmed. Only confirmed waits are told.';
comment on column public.stock_waits.told_at is 'When the mail was written. Each wait is told once.';
comment on column public.stock_waits.ended_at is 'When its person ended it, or after a year.';
comment on column public.stock_waits.mailed_at is 'When the last mail that asks to confirm it was written.';
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
-- This index alone counts what people wait for.
create index stock_waits_awaited_idx on public.stock_waits (part_id)
  where told_at is null and ended_at is null and confirmed_at is not null;
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
grant select (id, part_id, part_name, vehicle_make, vehicle_model, vehicle_year, oem_number, asked_at, confirmed_at, told_at,
  told_part_id, ended_at), update (ended_at) on public.stock_waits to authenticated;
grant select, insert, update (confirmed_at, told_at, told_part_id, ended_at, mailed_at), delete on public.stock_waits to
  service_role;

create table public.stock_wait_links (
  token_hash text not null,
  wait_id uuid not null,
  constraint stock_wait_links_pkey primary key (token_hash),
  constraint stock_wait_links_wait_id_fkey foreign key (wait_id) references public.stock_waits (id) on delete cascade,
  constraint stock_wait_links_token_hash_bounded check (length(token_hash) between 40 and 100)
);
comment on table public.stock_wait_links is
  'The links in mails to people who wait. Each confirms and ends the waits of its address.';
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

-- Security definer: the policies of the table need the address, which the index does not have.
create function public.awaited_parts(after_people bigint, after_part uuid, how_many integer)
  returns table (
    part_id uuid, part_name text, vehicle_make text, vehicle_model text, vehicle_year integer, people bigint, since timestamptz
  )
  language sql stable security definer
  set search_path = ''
as $$
  with counted as materialized (
    select waits.part_id, count(*) as people
    from public.stock_waits as waits
    where told_at is null and ended_at is null and confirmed_at is not null and (select public.is_staff())
    group by waits.part_id
    having after_part is null or (count(*), waits.part_id) < (after_people, after_part)
    order by count(*) desc, waits.part_id desc limit how_many
  )
  select counted.part_id, kept.part_name, kept.vehicle_make, kept.vehicle_model, kept.vehicle_year, counted.people, kept.since
  from counted cross join lateral (
    select min(waits.part_name) as part_name, min(waits.vehicle_make) as vehicle_make,
      min(waits.vehicle_model) as vehicle_model, min(waits.vehicle_year) as vehicle_year, min(waits.asked_at) as since
    from public.stock_waits as waits
    where waits.part_id = counted.part_id and told_at is null and ended_at is null and confirmed_at is not null
  ) as kept
  order by counted.people desc, counted.part_id desc
$$;
comment on function public.awaited_parts is
  'The parts that people wait for, those of most people first, after a part with so many people.';
grant execute on function public.awaited_parts to authenticated;
