-- The owner removes the demo's cars with its parts (0044_demo_parts.sql).
create table public.demo_cars (
  car_id uuid not null,
  removed jsonb,
  removed_at timestamptz,
  constraint demo_cars_pkey primary key (car_id),
  constraint demo_cars_removed_with_time check ((removed is null) = (removed_at is null))
);
comment on table public.demo_cars is 'The cars that the demo shop was loaded with.';
comment on column public.demo_cars.removed is
  'The car with its checks, seller, costs and pictures, and when it arrived, to bring it back. Null: it was not removed.';
alter table public.demo_cars enable row level security;
create policy "Admins can read which cars are the demo's" on public.demo_cars
  for select to authenticated using ((select public.is_admin()));
grant select on public.demo_cars to authenticated;
-- A job forgets removed cars when they can't come back any more.
create policy "The shop finds removed cars of the demo" on public.demo_cars for select to service_role using (true);
create policy "The shop forgets removed cars of the demo" on public.demo_cars
  for delete to service_role using (removed_at is not null);
grant select (removed_at), delete on public.demo_cars to service_role;

-- Security definer: no one may delete cars otherwise.
create function public.remove_demo_cars() returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  car public.yard_vehicles;
begin
  if not public.is_admin() then raise 'only admins remove the demo' using errcode = '42501'; end if;
  for car in
    select vehicle.* from public.yard_vehicles as vehicle join public.demo_cars on car_id = vehicle.id
    -- A car that somebody has worked with stays.
    where not exists (select from public.yard_papers where vehicle_id = vehicle.id)
      and not exists (select from public.yard_overrides where vehicle_id = vehicle.id)
      and not exists (select from public.yard_removals where vehicle_id = vehicle.id)
      and not exists (select from public.yard_converters where vehicle_id = vehicle.id)
      and not exists (select from public.yard_nmvtis_reports where vehicle_id = vehicle.id)
    order by vehicle.id for update of vehicle
  loop
    begin
      update public.demo_cars set removed = jsonb_build_object(
        'car', to_jsonb(car),
        'checks', (select coalesce(jsonb_agg(to_jsonb(each)), '[]') from public.yard_checks as each where vehicle_id = car.id),
        'purchases', (select coalesce(jsonb_agg(to_jsonb(each)), '[]') from public.yard_purchases as each where vehicle_id = car.id),
        'costs', (select coalesce(jsonb_agg(to_jsonb(each)), '[]') from public.yard_costs as each where vehicle_id = car.id),
        'pictures', (select coalesce(jsonb_agg(to_jsonb(each)), '[]') from public.yard_pictures as each where vehicle_id = car.id),
        'arrived_at', (select at from public.car_arrivals where car_arrivals.car_id = car.id)
      ), removed_at = now() where car_id = car.id;
      delete from public.yard_vehicles where id = car.id;
    exception when foreign_key_violation then
      -- Something that has to be kept names the car, so it stays.
      null;
    end;
  end loop;
end
$$;
comment on function public.remove_demo_cars is 'Removes the cars of the demo that nothing else names.';
grant execute on function public.remove_demo_cars to authenticated;

-- Security definer: as remove_demo_cars.
create function public.restore_demo_cars() returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  gone jsonb;
  -- Computed columns can't be written.
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = 'public.yard_vehicles'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  );
  added integer;
begin
  if not public.is_admin() then raise 'only admins bring the demo back' using errcode = '42501'; end if;
  for gone in select removed from public.demo_cars where removed is not null order by car_id for update loop
    -- Another car may have its number or VIN by now.
    execute format(
      'insert into public.yard_vehicles (%1$s) select %1$s from jsonb_populate_record(null::public.yard_vehicles, $1) on conflict do nothing',
      columns
    ) using gone -> 'car';
    get diagnostics added = row_count;
    continue when added = 0;
    -- People are not told again of a car that they were told of.
    update public.car_arrivals set at = (gone ->> 'arrived_at')::timestamptz
      where car_arrivals.car_id = (gone #>> '{car,id}')::uuid and gone ->> 'arrived_at' is not null;
    -- An account may have been deleted meanwhile.
    insert into public.yard_checks
      select (jsonb_populate_record(null::public.yard_checks, case
        when exists (select from auth.users where id = (each ->> 'user_id')::uuid) then each
        else each || '{"user_id": null}'
      end)).* from jsonb_array_elements(gone -> 'checks') as each;
    insert into public.yard_purchases select * from jsonb_populate_recordset(null::public.yard_purchases, gone -> 'purchases');
    insert into public.yard_costs select * from jsonb_populate_recordset(null::public.yard_costs, gone -> 'costs');
    insert into public.yard_pictures select * from jsonb_populate_recordset(null::public.yard_pictures, gone -> 'pictures');
  end loop;
  update public.demo_cars set removed = null, removed_at = null where removed is not null;
end
$$;
comment on function public.restore_demo_cars is 'Brings the cars of the demo back that were removed.';
grant execute on function public.restore_demo_cars to authenticated;

-- Files of pictures stay while a removed car can come back.
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
    and not exists (
      select from public.demo_cars, jsonb_array_elements(removed -> 'pictures') as picture
      where public.picture_name(picture ->> 'address') = name
    )
$$;
