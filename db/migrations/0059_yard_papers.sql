-- The paper of the yard's cars: what the law wants before a car is dismantled, and what is reported (docs/yard-law.md).

-- Has only what the owner has changed: app/core/yard/paper/law.ts has the rules with their sources.
create table public.yard_rules (
  name text not null,
  value smallint not null,
  source text not null,
  changed_at timestamptz not null default now(),
  user_id uuid default auth.uid(),
  user_name text,
  constraint yard_rules_pkey primary key (name),
  constraint yard_rules_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint yard_rules_name_bounded check (length(name) between 1 and 40),
  constraint yard_rules_value_bounded check (value between 0 and 1000),
  constraint yard_rules_source_bounded check (length(source) between 1 and 300)
);
comment on table public.yard_rules is 'Rules of law that the owner has changed. All others are as app/core/yard/paper/law.ts says.';
comment on column public.yard_rules.value is 'Days or years. 1 and 0 mean yes and no.';
comment on column public.yard_rules.user_id is 'Who has changed it. Null: the account was deleted.';
create index yard_rules_user_id_idx on public.yard_rules (user_id);
alter table public.yard_rules enable row level security;
create policy "Staff can read rules of law" on public.yard_rules
  for select to authenticated using ((select public.is_staff()));
create policy "Admins can change rules of law in their own name" on public.yard_rules
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can change them again in their own name" on public.yard_rules
  for update to authenticated using ((select public.is_admin()))
  with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can go back to the rules as they were" on public.yard_rules
  for delete to authenticated using ((select public.is_admin()));
create policy "The shop reads rules of law" on public.yard_rules for select to service_role using (true);
grant select, insert (name, value, source), update (value, source, changed_at, user_id), delete
  on public.yard_rules to authenticated;
grant select on public.yard_rules to service_role;
create trigger keep_user_name before insert or update of user_id on public.yard_rules
  for each row execute function public.keep_user_name();

create table public.yard_papers (
  vehicle_id uuid not null,
  notice text,
  notice_reason text,
  notice_mailed_on date,
  papers_delivered_on date,
  report_delivered_on date,
  validated_on date,
  transferred_to text,
  for_export boolean not null default false,
  changed_at timestamptz not null default now(),
  constraint yard_papers_pkey primary key (vehicle_id),
  constraint yard_papers_vehicle_id_fkey foreign key (vehicle_id) references public.yard_vehicles (id) on delete cascade,
  constraint yard_papers_notice_known check (notice in ('required', 'not_required')),
  constraint yard_papers_notice_with_reason check (notice is distinct from 'not_required' or notice_reason is not null),
  constraint yard_papers_texts_bounded check (
    length(notice_reason) between 1 and 300 and length(transferred_to) between 1 and 200
  )
);
comment on table public.yard_papers is 'What was mailed and delivered for each car.';
comment on column public.yard_papers.notice is 'What staff have decided. Null: as the title says.';
comment on column public.yard_papers.papers_delivered_on is 'The documents of ownership and the license plates.';
comment on column public.yard_papers.transferred_to is 'Who took the car, or what is left of it.';
comment on column public.yard_papers.for_export is 'True if the car is meant to leave the United States.';
alter table public.yard_papers enable row level security;
create policy "Staff can read papers of cars" on public.yard_papers
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can note papers of cars" on public.yard_papers
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change papers of cars" on public.yard_papers
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
grant select, insert, update on public.yard_papers to authenticated;

create table public.yard_overrides (
  vehicle_id uuid not null,
  reason text not null,
  overridden_at timestamptz not null default now(),
  user_id uuid default auth.uid(),
  user_name text,
  constraint yard_overrides_pkey primary key (vehicle_id),
  constraint yard_overrides_vehicle_id_fkey foreign key (vehicle_id) references public.yard_vehicles (id) on delete cascade,
  constraint yard_overrides_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint yard_overrides_reason_bounded check (length(reason) between 1 and 300)
);
comment on table public.yard_overrides is 'Cars that an admin lets be dismantled although their paper does not allow it yet.';
comment on column public.yard_overrides.user_id is 'Who has allowed it. Null: the account was deleted.';
create index yard_overrides_user_id_idx on public.yard_overrides (user_id);
alter table public.yard_overrides enable row level security;
create policy "Staff can read overrides" on public.yard_overrides
  for select to authenticated using ((select public.is_staff()));
create policy "Admins can override in their own name" on public.yard_overrides
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can take overrides back" on public.yard_overrides
  for delete to authenticated using ((select public.is_admin()));
grant select, insert (vehicle_id, reason), delete on public.yard_overrides to authenticated;
create trigger keep_user_name before insert or update of user_id on public.yard_overrides
  for each row execute function public.keep_user_name();

create table public.yard_removals (
  id uuid not null default gen_random_uuid(),
  vehicle_id uuid not null,
  what text not null,
  removed_on date not null,
  reason text not null,
  kept_at text not null,
  created_at timestamptz not null default now(),
  user_id uuid default auth.uid(),
  user_name text,
  constraint yard_removals_pkey primary key (id),
  constraint yard_removals_vehicle_id_fkey foreign key (vehicle_id) references public.yard_vehicles (id) on delete cascade,
  constraint yard_removals_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint yard_removals_texts_bounded check (
    length(what) between 1 and 200 and length(reason) between 1 and 300 and length(kept_at) between 1 and 200
  )
);
comment on table public.yard_removals is
  'Parts that were taken off a car for safekeeping before it may be dismantled (13 CCR 304.12).';
comment on column public.yard_removals.user_id is 'Who has noted it. Null: the account was deleted.';
create index yard_removals_vehicle_id_idx on public.yard_removals (vehicle_id, removed_on, created_at);
create index yard_removals_user_id_idx on public.yard_removals (user_id);
alter table public.yard_removals enable row level security;
create policy "Staff can read removals for safekeeping" on public.yard_removals
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can note removals in their own name" on public.yard_removals
  for insert to authenticated with check ((select public.is_staff()) and user_id = (select auth.uid()));
create policy "Admins can delete removals" on public.yard_removals
  for delete to authenticated using ((select public.is_admin()));
grant select, insert (vehicle_id, what, removed_on, reason, kept_at), delete on public.yard_removals to authenticated;
create trigger keep_user_name before insert or update of user_id on public.yard_removals
  for each row execute function public.keep_user_name();

-- The settings can be read by everybody, so the PIN is here.
create table public.nmvtis_entity (
  id boolean not null default true,
  nmvtis_id text,
  pin text,
  name text,
  street text,
  city text,
  state text,
  zip text,
  contact_phone text,
  contact_email text,
  constraint nmvtis_entity_pkey primary key (id),
  constraint nmvtis_entity_once check (id),
  constraint nmvtis_entity_zip_normalized check (zip ~ '^[0-9]{5}-[0-9]{4}$'),
  constraint nmvtis_entity_texts_bounded check (
    length(nmvtis_id) <= 40 and length(pin) <= 40 and length(name) <= 100 and length(street) <= 100 and length(city) <= 100
    and length(state) = 2 and length(contact_phone) <= 40 and length(contact_email) <= 254
  )
);
comment on table public.nmvtis_entity is 'The yard as it reports its cars to NMVTIS. Only admins read it.';
comment on column public.nmvtis_entity.pin is 'The consolidator''s PIN.';
alter table public.nmvtis_entity enable row level security;
create policy "Admins can read the reporting entity" on public.nmvtis_entity
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add the reporting entity" on public.nmvtis_entity
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change the reporting entity" on public.nmvtis_entity
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert, update on public.nmvtis_entity to authenticated;

create table public.yard_nmvtis_reports (
  vehicle_id uuid not null,
  reported_at timestamptz not null default now(),
  disposition text not null,
  transferred_to text,
  for_export boolean not null,
  user_id uuid default auth.uid(),
  user_name text,
  constraint yard_nmvtis_reports_pkey primary key (vehicle_id, reported_at),
  constraint yard_nmvtis_reports_vehicle_id_fkey foreign key (vehicle_id) references public.yard_vehicles (id)
    on delete cascade,
  constraint yard_nmvtis_reports_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint yard_nmvtis_reports_disposition_known check (disposition in ('here', 'crushed', 'sold_whole', 'sold_as_hulk')),
  constraint yard_nmvtis_reports_texts_bounded check (length(transferred_to) <= 200)
);
comment on table public.yard_nmvtis_reports is 'What was reported to NMVTIS of each car. A later change is reported again.';
comment on column public.yard_nmvtis_reports.user_id is 'Who has reported it. Null: the account was deleted.';
create index yard_nmvtis_reports_user_id_idx on public.yard_nmvtis_reports (user_id);
alter table public.yard_nmvtis_reports enable row level security;
create policy "Admins can read reports to NMVTIS" on public.yard_nmvtis_reports
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can note reports to NMVTIS in their own name" on public.yard_nmvtis_reports
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
grant select, insert (vehicle_id, disposition, transferred_to, for_export) on public.yard_nmvtis_reports to authenticated;
create trigger keep_user_name before insert or update of user_id on public.yard_nmvtis_reports
  for each row execute function public.keep_user_name();

-- The day by which cars are in the police book and reported.
alter table public.yard_vehicles add column acquired_on date not null
  generated always as (coalesce(possession_on, bought_on, (created_at at time zone 'UTC')::date)) stored;
comment on column public.yard_vehicles.acquired_on is
  'The day on which the car came into possession, else was bought, else was taken in.';
create index yard_vehicles_acquired_on_idx on public.yard_vehicles (acquired_on, id);

-- A job forgets sellers when the police book need not be kept any more.
create policy "The shop finds cars whose sellers it forgets" on public.yard_vehicles
  for select to service_role using (true);
grant select (id, acquired_on, disposition) on public.yard_vehicles to service_role;
create policy "The shop reads which sellers it forgets" on public.yard_purchases for select to service_role using (true);
create policy "The shop forgets sellers" on public.yard_purchases for delete to service_role using (true);
grant select (vehicle_id), delete on public.yard_purchases to service_role;
create policy "The shop reads which costs have payees" on public.yard_costs for select to service_role using (true);
create policy "The shop forgets payees" on public.yard_costs
  for update to service_role using (true) with check (payee = 'Forgotten');
grant select (vehicle_id, payee), update (payee) on public.yard_costs to service_role;
