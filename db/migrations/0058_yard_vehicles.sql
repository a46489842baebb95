-- Cars that a yard buys, and what they cost (docs/yard.md). A car's parts name it by its stock number
-- (part_private_facts.donor_stock_number).
create table public.yard_vehicles (
  id uuid not null default gen_random_uuid(),
  stock_number text not null,
  vin text,
  no_vin_reason text,
  year smallint,
  make text,
  model text,
  trim text,
  body text,
  color text,
  built text,
  engine text,
  engine_vin_code text,
  transmission_code text,
  drive text,
  axle_code text,
  paint_code text,
  odometer integer,
  odometer_source text,
  damage text,
  airbags_deployed boolean not null default false,
  plate text,
  plate_state text,
  plate_expires_on date,
  source text,
  lot text,
  bought_on date,
  possession_on date,
  title_kind text,
  title_state text,
  title_number text,
  title_received_on date,
  lienholder text,
  lien_released_on date,
  holds text[] not null default '{}',
  place text,
  note text,
  disposition text not null default 'here',
  disposed_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint yard_vehicles_pkey primary key (id),
  constraint yard_vehicles_vin_normalized check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  constraint yard_vehicles_vin_or_reason check ((vin is null) = (no_vin_reason is not null)),
  constraint yard_vehicles_texts_bounded check (
    length(stock_number) between 1 and 40 and length(no_vin_reason) <= 200 and length(make) <= 100
    and length(model) <= 100 and length(trim) <= 100 and length(body) <= 100 and length(color) <= 100
    and length(built) <= 7 and length(engine) <= 100 and length(engine_vin_code) <= 1
    and length(transmission_code) <= 40 and length(axle_code) <= 40 and length(paint_code) <= 40
    and length(damage) <= 1000 and length(plate) <= 10 and length(plate_state) <= 2 and length(source) <= 200
    and length(lot) <= 40 and length(title_state) <= 2 and length(title_number) <= 40 and length(lienholder) <= 200
    and length(place) <= 200 and length(note) <= 5000
  ),
  constraint yard_vehicles_drive_known check (drive in ('fwd', 'rwd', 'awd', '4wd')),
  constraint yard_vehicles_odometer_source_known check (
    odometer_source is null or odometer_source in ('cluster', 'title', 'auction', 'unknown') and odometer is not null
  ),
  constraint yard_vehicles_title_kind_known check (
    title_kind in ('clean', 'salvage', 'junk', 'nonrepairable', 'bill_of_sale', 'none')
  ),
  constraint yard_vehicles_holds_known check (holds <@ array['police', 'lien', 'insurer']),
  constraint yard_vehicles_disposition_known check (disposition in ('here', 'crushed', 'sold_whole', 'sold_as_hulk')),
  constraint yard_vehicles_disposed_with_day check ((disposition = 'here') = (disposed_on is null))
);
comment on table public.yard_vehicles is 'Cars that the yard has taken in. What they cost is in other tables.';
comment on column public.yard_vehicles.stock_number is 'The number of the car. All parts of the car have it.';
comment on column public.yard_vehicles.built is 'Year and month, such as 2010-05.';
comment on column public.yard_vehicles.engine_vin_code is 'The character of the VIN that tells the engine.';
comment on column public.yard_vehicles.holds is 'Who forbids that the car is dismantled or sold.';
create unique index yard_vehicles_stock_number_key on public.yard_vehicles (public.oem_number_key(stock_number));
create unique index yard_vehicles_vin_key on public.yard_vehicles (vin) where disposition = 'here';
create index yard_vehicles_vin_end_idx on public.yard_vehicles (right(vin, 8));
create index yard_vehicles_created_at_idx on public.yard_vehicles (created_at, id);
create index yard_vehicles_disposition_idx on public.yard_vehicles (disposition, created_at, id);
create index yard_vehicles_held_idx on public.yard_vehicles (created_at, id) where holds <> '{}';
create index yard_vehicles_make_model_idx on public.yard_vehicles (lower(make), lower(model), year);
create index yard_vehicles_plate_idx on public.yard_vehicles (upper(plate)) where plate is not null;
alter table public.yard_vehicles enable row level security;
create policy "Staff can read cars" on public.yard_vehicles
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can take cars in" on public.yard_vehicles
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change cars" on public.yard_vehicles
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
grant select, insert, update on public.yard_vehicles to authenticated;

-- Security definer: staff may not read the settings.
create function public.may_see_purchases() returns boolean
  language sql stable security definer
  set search_path = ''
  return (select public.is_admin()) or (
    (select public.is_staff())
    and coalesce((select (values #>> '{limits,staffSeePurchases}')::boolean from public.shop_settings), false)
  );
comment on function public.may_see_purchases is 'True for admins, and for staff if the owner allows it.';
grant execute on function public.may_see_purchases to authenticated;

create table public.yard_purchases (
  vehicle_id uuid not null,
  seller_name text,
  seller_address text,
  seller_id text,
  constraint yard_purchases_pkey primary key (vehicle_id),
  constraint yard_purchases_vehicle_id_fkey foreign key (vehicle_id) references public.yard_vehicles (id) on delete cascade,
  constraint yard_purchases_texts_bounded check (
    length(seller_name) <= 200 and length(seller_address) <= 500 and length(seller_id) <= 100
  )
);
comment on table public.yard_purchases is
  'Who sold each car. Laws such as California Vehicle Code 10506 want it kept, so deleting personal data leaves it.';
comment on column public.yard_purchases.seller_id is 'Kind and number of the identification that the seller has shown.';
alter table public.yard_purchases enable row level security;
create policy "Who may see purchases reads sellers" on public.yard_purchases
  for select to authenticated using ((select public.may_see_purchases()));
create policy "Who may see purchases adds sellers" on public.yard_purchases
  for insert to authenticated with check ((select public.may_see_purchases()));
create policy "Who may see purchases changes sellers" on public.yard_purchases
  for update to authenticated using ((select public.may_see_purchases()))
  with check ((select public.may_see_purchases()));
grant select, insert, update (seller_name, seller_address, seller_id) on public.yard_purchases to authenticated;

create table public.yard_costs (
  id uuid not null default gen_random_uuid(),
  vehicle_id uuid not null,
  paid_on date not null,
  payee text not null,
  what text not null,
  amount numeric(12, 2) not null,
  created_at timestamptz not null default now(),
  constraint yard_costs_pkey primary key (id),
  constraint yard_costs_vehicle_id_fkey foreign key (vehicle_id) references public.yard_vehicles (id) on delete cascade,
  constraint yard_costs_texts_bounded check (length(payee) between 1 and 200 and length(what) between 1 and 200),
  constraint yard_costs_amount_positive check (amount > 0)
);
comment on table public.yard_costs is 'What was paid for each car: the price, fees, towing.';
create index yard_costs_vehicle_id_idx on public.yard_costs (vehicle_id, paid_on, created_at);
alter table public.yard_costs enable row level security;
create policy "Who may see purchases reads costs" on public.yard_costs
  for select to authenticated using ((select public.may_see_purchases()));
create policy "Who may see purchases adds costs" on public.yard_costs
  for insert to authenticated with check ((select public.may_see_purchases()));
create policy "Who may see purchases removes costs" on public.yard_costs
  for delete to authenticated using ((select public.may_see_purchases()));
grant select, insert (vehicle_id, paid_on, payee, what, amount), delete on public.yard_costs to authenticated;

-- The work on a car is a list of checks in any order, not a chain of states.
create table public.yard_checks (
  vehicle_id uuid not null,
  name text not null,
  note text,
  done_at timestamptz not null default now(),
  user_id uuid default auth.uid(),
  user_name text,
  constraint yard_checks_pkey primary key (vehicle_id, name),
  constraint yard_checks_vehicle_id_fkey foreign key (vehicle_id) references public.yard_vehicles (id) on delete cascade,
  constraint yard_checks_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint yard_checks_texts_bounded check (length(name) between 1 and 40 and length(note) between 1 and 500)
);
comment on table public.yard_checks is 'What was done with each car: when, and by whom.';
comment on column public.yard_checks.name is 'As in app/core/yard/vehicle-checks.ts.';
comment on column public.yard_checks.user_id is 'Who has done it. Null: the account was deleted.';
comment on column public.yard_checks.user_name is 'The name of this person, or the email address.';
create index yard_checks_user_id_idx on public.yard_checks (user_id);
alter table public.yard_checks enable row level security;
create policy "Staff can read checks of cars" on public.yard_checks
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can note checks of cars in their own name" on public.yard_checks
  for insert to authenticated with check ((select public.is_staff()) and user_id = (select auth.uid()));
create policy "Staff can take checks of cars back" on public.yard_checks
  for delete to authenticated using ((select public.is_staff()));
grant select, insert (vehicle_id, name, note), delete on public.yard_checks to authenticated;
create trigger keep_user_name before insert or update of user_id on public.yard_checks
  for each row execute function public.keep_user_name();
