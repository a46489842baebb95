-- A car and its parts find each other by plain columns: below row-level security, PostgreSQL uses an index for a comparison of texts, but not for
-- one of function results.
alter table public.part_private_facts
  add column donor_key text generated always as (public.oem_number_key(donor_stock_number)) stored;
comment on column public.part_private_facts.donor_key is 'The same for all spellings of the car''s stock number.';
drop index public.part_private_facts_donor_stock_idx;
create index part_private_facts_donor_key_idx on public.part_private_facts (donor_key, part_id) where donor_key is not null;

alter table public.part_private_facts
  add column code_key text generated always as (public.interchange_key(interchange_code)) stored;
comment on column public.part_private_facts.code_key is 'The same for all spellings of the interchange code. Null for placeholders.';
-- Who writes a fact computes its key.
grant execute on function public.interchange_key to api_client;
create index part_private_facts_code_key_idx on public.part_private_facts (code_key, part_id) where code_key is not null;

alter table public.yard_vehicles add column stock_key text generated always as (public.oem_number_key(stock_number)) stored;
comment on column public.yard_vehicles.stock_key is 'The same for all spellings of the stock number.';
drop index public.yard_vehicles_stock_number_key;
create unique index yard_vehicles_stock_number_key on public.yard_vehicles (stock_key);

-- Pictures of cars, and the cars that shoppers see (docs/yard.md).
alter table public.yard_vehicles add column shown_to_shoppers boolean not null default false;
alter table public.yard_vehicles add column yard_row text;
alter table public.yard_vehicles add constraint yard_vehicles_yard_row_bounded check (length(yard_row) between 1 and 20);
comment on column public.yard_vehicles.shown_to_shoppers is 'Staff want shoppers to see the car.';
comment on column public.yard_vehicles.yard_row is 'The row in which it stands, which shoppers see. `place` is for staff.';

create table public.public_cars (
  id uuid not null,
  year smallint not null,
  make text not null,
  model text not null,
  trim text,
  body text,
  color text,
  engine text,
  drive text,
  odometer integer,
  yard_row text,
  came_in_on date,
  taken_in_at timestamptz not null,
  constraint public_cars_pkey primary key (id),
  constraint public_cars_id_fkey foreign key (id) references public.yard_vehicles (id) on delete cascade
);
comment on table public.public_cars is
  'The cars that shoppers see, with all that they may know of them. A trigger keeps it: no VIN, plate, stock number, seller, cost, title or note is here.';
comment on column public.public_cars.came_in_on is 'Null: the day of taken_in_at.';
create index public_cars_taken_in_idx on public.public_cars (taken_in_at, id);
create index public_cars_model_idx on public.public_cars (make, model, taken_in_at, id);
create index public_cars_year_idx on public.public_cars (year, taken_in_at, id);
create index public_cars_row_idx on public.public_cars (yard_row, taken_in_at, id);
alter table public.public_cars enable row level security;
create policy "Everybody can see public cars" on public.public_cars
  for select to anon, authenticated, service_role using (true);
grant select on public.public_cars to anon, authenticated, service_role;

-- Security definer: no role of the application may write public cars.
create function public.keep_public_car() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if new.shown_to_shoppers and new.disposition = 'here' and new.holds = '{}'
    and new.year is not null and new.make is not null and new.model is not null
  then
    insert into public.public_cars as cars
      (id, year, make, model, trim, body, color, engine, drive, odometer, yard_row, came_in_on, taken_in_at)
    values (new.id, new.year, new.make, new.model, new.trim, new.body, new.color, new.engine, new.drive, new.odometer,
      new.yard_row, new.possession_on, new.created_at)
    on conflict (id) do update set year = excluded.year, make = excluded.make, model = excluded.model,
      trim = excluded.trim, body = excluded.body, color = excluded.color, engine = excluded.engine,
      drive = excluded.drive, odometer = excluded.odometer, yard_row = excluded.yard_row,
      came_in_on = excluded.came_in_on;
  else
    delete from public.public_cars where id = new.id;
  end if;
  return null;
end
$$;
create trigger keep_public_car after insert or update on public.yard_vehicles
  for each row execute function public.keep_public_car();

-- Security definer: who visits the shop may not read stock numbers.
create function public.parts_of_car(car uuid) returns setof uuid
  language sql stable security definer rows 40
  set search_path = ''
as $$
  select facts.part_id
  from public.public_cars as cars
  join public.yard_vehicles as vehicle on vehicle.id = cars.id
  join public.part_private_facts as facts on facts.donor_key = vehicle.stock_key
  where cars.id = car
$$;
comment on function public.parts_of_car is 'The parts that have the stock number of a public car.';
grant execute on function public.parts_of_car to anon, authenticated;

-- Security definer: as parts_of_car.
create function public.car_of_part(part uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object('id', cars.id, 'year', cars.year, 'make', cars.make, 'model', cars.model)
  from public.part_private_facts as facts
  join public.yard_vehicles as vehicle on vehicle.stock_key = facts.donor_key
  join public.public_cars as cars on cars.id = vehicle.id
  where facts.part_id = part
$$;
comment on function public.car_of_part is 'The public car that a part was taken off. Null if there is none.';
grant execute on function public.car_of_part to anon, authenticated;

-- The pages of its parts link to the car. Security definer: api_client may not read cars.
create function public.forget_pages_of_car() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.notify_of_parts(array(
    select part_id from public.part_private_facts
    where donor_key in (old.stock_key, new.stock_key)
  ));
  return null;
end
$$;
create trigger forget_pages_of_car after update on public.yard_vehicles
  for each row
  when (
    (old.shown_to_shoppers, old.disposition, old.holds, old.year, old.make, old.model, old.stock_number)
    is distinct from
    (new.shown_to_shoppers, new.disposition, new.holds, new.year, new.make, new.model, new.stock_number)
  )
  execute function public.forget_pages_of_car();
create trigger forget_pages_of_new_car after insert on public.yard_vehicles
  for each row when (new.shown_to_shoppers) execute function public.forget_pages_of_car();
create trigger forget_pages_of_deleted_car after delete on public.yard_vehicles
  for each row when (old.shown_to_shoppers) execute function public.forget_pages_of_car();

-- The page of a part that gets another stock number, too. Security definer: as forget_pages_of_car.
create function public.forget_pages_with_cars() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform public.notify_of_parts(array(select part_id from new_rows where donor_stock_number is not null limit 201));
  else
    perform public.notify_of_parts(array(
      select part_id from new_rows join old_rows using (part_id)
      where new_rows.donor_stock_number is distinct from old_rows.donor_stock_number limit 201
    ));
  end if;
  return null;
end
$$;
create trigger forget_pages_with_new_cars after insert on public.part_private_facts
  referencing new table as new_rows
  for each statement execute function public.forget_pages_with_cars();
create trigger forget_pages_with_cars after update on public.part_private_facts
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.forget_pages_with_cars();

-- Up to twelve pictures of each car, as those of parts (0010_part_pictures.sql).
create table public.yard_pictures (
  id uuid not null,
  vehicle_id uuid not null,
  place smallint,
  address text not null,
  width integer not null,
  height integer not null,
  alt text,
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint yard_pictures_pkey primary key (id),
  constraint yard_pictures_vehicle_id_fkey foreign key (vehicle_id) references public.yard_vehicles (id) on delete cascade,
  -- Deferrable: pictures change places in one statement.
  constraint yard_pictures_place_key unique (vehicle_id, place) deferrable initially immediate,
  constraint yard_pictures_place_in_range check (place between 1 and 12),
  constraint yard_pictures_placed_or_removed check ((place is null) = (removed_at is not null)),
  constraint yard_pictures_address_stored check (public.picture_name(address) is not null),
  constraint yard_pictures_size_in_range check (width between 1 and 1600 and height between 1 and 1600),
  constraint yard_pictures_alt_bounded check (length(alt) between 1 and 200)
);
comment on table public.yard_pictures is 'Uploaded pictures of cars.';
comment on column public.yard_pictures.id is 'Chosen by the browser, so that a repeated upload adds one picture.';
comment on column public.yard_pictures.alt is 'Null: pages describe it by the facts of the car.';
comment on column public.yard_pictures.removed_at is 'A removed picture can be put back for a day.';
create index yard_pictures_name_idx on public.yard_pictures (public.picture_name(address));
create index yard_pictures_removed_idx on public.yard_pictures (removed_at) where removed_at is not null;
alter table public.yard_pictures enable row level security;
create policy "Everybody can see pictures of public cars" on public.yard_pictures
  for select to anon, authenticated, service_role using (
    place is not null and exists (select from public.public_cars where public_cars.id = vehicle_id)
  );
create policy "Staff can see all pictures of cars" on public.yard_pictures
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can add pictures of cars" on public.yard_pictures
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change pictures of cars" on public.yard_pictures
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop sees removed pictures of cars" on public.yard_pictures
  for select to service_role using (removed_at is not null);
create policy "The shop deletes removed pictures of cars" on public.yard_pictures
  for delete to service_role using (removed_at is not null);
grant select on public.yard_pictures to anon, authenticated, service_role;
grant delete on public.yard_pictures to service_role;
grant insert (id, vehicle_id, place, address, width, height, alt), update (place, address, alt, removed_at) on
  public.yard_pictures to authenticated;

create or replace function public.unused_pictures(names text[]) returns setof text
  language sql stable security definer
  set search_path = ''
as $$
  select name from unnest(names) as name
  where not exists (select from public.part_pictures where public.picture_name(address) = name)
    and not exists (select from public.yard_pictures where public.picture_name(address) = name)
    and not exists (select from public.parts_catalog where public.picture_name(image_url) = name)
    and not exists (select from public.hidden_parts where public.picture_name(image_url) = name)
    and not exists (select from public.deleted_parts where public.picture_name(part ->> 'image_url') = name)
$$;
comment on function public.unused_pictures is
  'Names of picture files that no part and no car has, and no deleted part that can be restored.';
