-- Kinds of parts (docs/part-kinds.md): what a part is, whatever its name. A filter of the shop, and the list of what a car has.

create table public.part_kinds (
  key text not null,
  name text not null,
  words text[] not null default '{}',
  has_sides boolean not null default false,
  positions text[] not null default '{}',
  yard_code text,
  constraint part_kinds_pkey primary key (key),
  constraint part_kinds_key_form check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  constraint part_kinds_name_key unique (name),
  constraint part_kinds_name_bounded check (name = btrim(name) and length(name) between 1 and 60),
  constraint part_kinds_words_bounded check (cardinality(words) <= 50 and length(array_to_string(words, ', ')) <= 2000),
  constraint part_kinds_positions_known check (
    positions <@ '{front,rear,upper,lower,inner,outer}'::text[]
  ),
  constraint part_kinds_yard_code_bounded check (length(yard_code) between 1 and 40)
);
comment on table public.part_kinds is 'Kinds of parts, such as brake pads. The owner changes and extends them.';
comment on column public.part_kinds.key is 'Names the kind in addresses and files. It stays when the name changes.';
comment on column public.part_kinds.name is 'Plural, as it is shown.';
comment on column public.part_kinds.words is
  'Other names of such parts. Words that the search knows for its name need not be here.';
comment on column public.part_kinds.has_sides is 'A car has a left and a right one.';
comment on column public.part_kinds.positions is 'Where a car has them, besides the sides.';
comment on column public.part_kinds.yard_code is 'Its name or code in the owner''s yard system.';
alter table public.part_kinds enable row level security;
create policy "Everybody can read kinds" on public.part_kinds
  for select to anon, authenticated, service_role using (true);
create policy "Admins can add kinds" on public.part_kinds
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change kinds" on public.part_kinds
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins can delete kinds" on public.part_kinds
  for delete to authenticated using ((select public.is_admin()));
grant select on public.part_kinds to authenticated;
-- Only the owner's people need the codes of another system.
grant select (key, name, words, has_sides, positions) on public.part_kinds to anon, service_role;
grant insert, update (name, words, has_sides, positions, yard_code), delete on public.part_kinds to authenticated;

insert into public.part_kinds (key, name, words, has_sides, positions)
select btrim(regexp_replace(lower(replace(name, '/', '')), '[^a-z0-9]+', '-', 'g'), '-'), name,
  string_to_array(words, ', '), sides, string_to_array(positions, ', ')
from (values
  -- Brakes
  ('Brake pads', 'disc pad', false, 'front, rear'),
  ('Brake rotors', 'rotor, disc, disk', false, 'front, rear'),
  ('Brake calipers', 'caliper', true, 'front, rear'),
  ('Brake drums', 'drum', false, 'front, rear'),
  ('Brake shoes', '', false, 'front, rear'),
  ('Brake hoses', 'brake line', true, 'front, rear'),
  ('Wheel cylinders', 'brake wheel cylinder', true, ''),
  ('Brake master cylinders', '', false, ''),
  ('Brake boosters', '', false, ''),
  ('ABS modules', 'abs unit, abs control module, abs control unit, antilock brake module, antilock brake pump', false, ''),
  ('Parking brake cables', '', true, ''),
  ('Wheel speed sensors', 'abs sensor, abs wheel speed sensor', true, 'front, rear'),
  -- Wheels
  ('Wheels', 'alloy wheel, steel wheel', false, ''),
  ('Spare wheels', 'compact spare wheel, spare', false, ''),
  ('Wheel covers', 'hub cap, hubcap', false, ''),
  ('Center caps', '', false, ''),
  ('Tires', '', false, ''),
  ('Tire pressure sensors', '', false, ''),
  ('Lug nuts', 'wheel nut', false, ''),
  -- Lighting
  ('Headlights', '', true, ''),
  ('Headlight ballasts', 'hid ballast, xenon ballast, ballast', true, ''),
  ('Tail lights', 'tail lens', true, 'inner, outer'),
  ('Fog lights', '', true, 'front, rear'),
  ('Turn signals', 'turn signal light', true, 'front, rear'),
  ('Marker lights', 'side marker light, parking lamp, corner light', true, 'front, rear'),
  ('Third brake lights', 'high mount stop lamp, high mounted stop lamp', false, ''),
  ('License plate lights', '', false, ''),
  ('Interior lights', 'map light, courtesy light', false, 'front, rear'),
  ('Light bulbs', 'headlight bulb', false, ''),
  -- Body
  ('Hoods', 'hood panel', false, ''),
  ('Hood latches', 'hood lock', false, ''),
  ('Bumper covers', '', false, 'front, rear'),
  ('Bumper reinforcements', 'bumper bar, impact bar, rebar, bumper impact bar', false, 'front, rear'),
  ('Grilles', 'bumper grille, radiator grille', false, 'upper, lower'),
  ('Fenders', '', true, 'front, rear'),
  ('Fender liners', '', true, 'front, rear'),
  ('Doors', 'door shell, side door, sliding door', true, 'front, rear'),
  ('Door handles', 'outside door handle, inside door handle', true, 'front, rear, inner, outer'),
  ('Door locks', 'door lock actuator, door latch, lock actuator, door lock motor', true, 'front, rear'),
  ('Door hinges', '', true, 'front, rear, upper, lower'),
  ('Mirrors', 'power mirror, towing mirror', true, ''),
  ('Mirror glass', '', true, ''),
  ('Interior mirrors', 'rear view mirror, rearview mirror, inside mirror', false, ''),
  ('Trunk lids', 'decklid, luggage lid', false, ''),
  ('Tailgates', '', false, ''),
  ('Liftgates', 'rear gate, back door', false, ''),
  ('Lift supports', 'trunk strut, liftgate strut, hatch strut', true, ''),
  ('Quarter panels', '', true, ''),
  ('Rocker panels', '', true, ''),
  ('Running boards', '', true, ''),
  ('Truck beds', 'bed, pickup bed, cargo box', false, ''),
  ('Tonneau covers', '', false, ''),
  ('Radiator supports', 'core support, header panel', false, 'upper, lower'),
  ('Cowls', 'cowl panel, cowl vent panel, wiper cowl', false, ''),
  ('Under covers', 'undercover, engine splash shield, skid plate, under shield', false, 'front, rear'),
  ('Mud flaps', '', true, 'front, rear'),
  ('Moldings', 'body side molding, door molding, trim molding', true, 'front, rear'),
  ('Weather strips', '', true, 'front, rear'),
  ('Spoilers', 'deck lid spoiler', false, 'front, rear'),
  ('Emblems', '', false, ''),
  ('Roof racks', '', true, ''),
  ('Sunroofs', 'sunroof glass, sunroof assembly', false, ''),
  ('Fuel doors', '', false, ''),
  -- Glass and wipers
  ('Windshields', 'windshield glass', false, ''),
  ('Back glass', 'tailgate glass, liftgate glass', false, ''),
  ('Door glass', 'door vent glass', true, 'front, rear'),
  ('Quarter glass', 'vent glass', true, 'front, rear'),
  ('Window regulators', 'window regulator with motor', true, 'front, rear'),
  ('Wiper blades', '', true, 'front, rear'),
  ('Wiper arms', '', true, 'front, rear'),
  ('Wiper motors', 'windshield wiper motor', false, 'front, rear'),
  ('Wiper linkages', 'wiper transmission', false, ''),
  ('Washer reservoirs', 'windshield washer reservoir, washer bottle, washer tank, washer fluid reservoir', false, ''),
  ('Washer pumps', '', false, 'front, rear'),
  -- Engine
  ('Engines', 'long block, short block, crate engine, complete engine', false, ''),
  ('Cylinder heads', '', true, 'front, rear'),
  ('Engine blocks', '', false, ''),
  ('Crankshafts', '', false, ''),
  ('Camshafts', '', true, ''),
  ('Valve covers', '', true, 'front, rear'),
  ('Oil pans', '', false, 'upper, lower'),
  ('Oil pumps', 'engine oil pump', false, ''),
  ('Oil coolers', 'engine oil cooler, transmission oil cooler, transmission cooler', false, ''),
  ('Timing chain kits', 'timing chain, timing belt, timing belt kit', false, ''),
  ('Timing covers', 'timing chain cover, timing belt cover, front cover', false, 'upper, lower'),
  ('Engine mounts', '', true, 'front, rear, upper, lower'),
  ('Engine covers', '', false, 'upper, lower'),
  ('Harmonic balancers', '', false, ''),
  ('Flywheels', 'flexplate, flex plate', false, ''),
  ('Drive belts', '', false, ''),
  ('Belt tensioners', 'drive belt tensioner', false, ''),
  ('Intake manifolds', '', false, 'upper, lower'),
  ('Exhaust manifolds', '', true, 'front, rear'),
  ('Turbochargers', 'supercharger', true, ''),
  ('Throttle bodies', '', false, ''),
  ('Air cleaners', 'air filter housing, air cleaner box, air filter box', false, ''),
  ('EGR valves', '', false, ''),
  ('Head gaskets', '', true, ''),
  -- Fuel and exhaust
  ('Fuel pumps', '', false, ''),
  ('Fuel tanks', '', false, ''),
  ('Fuel injectors', '', false, ''),
  ('Fuel rails', 'fuel injector rail', false, ''),
  ('Carburetors', '', false, ''),
  ('Vapor canisters', 'charcoal canister, evap canister, fuel vapor canister', false, ''),
  ('Catalytic converters', '', true, 'front, rear'),
  ('Mufflers', '', true, ''),
  ('Exhaust pipes', 'front exhaust pipe, intermediate exhaust pipe, tail exhaust pipe, tail pipe, exhaust tip', true, 'front, rear'),
  -- Filters
  ('Oil filters', '', false, ''),
  ('Air filters', '', false, ''),
  ('Cabin air filters', '', false, ''),
  ('Fuel filters', '', false, ''),
  -- Cooling, heating and air conditioning
  ('Radiators', '', false, ''),
  ('Radiator fans', 'radiator cooling fan, cooling fan, cooling fan motor, condenser fan, fan clutch, fan shroud', true, ''),
  ('Water pumps', '', false, ''),
  ('Thermostats', 'thermostat housing', false, ''),
  ('Coolant reservoirs', 'coolant recovery tank', false, ''),
  ('Radiator hoses', '', false, 'upper, lower'),
  ('Intercoolers', 'charge air cooler', false, ''),
  ('Heater cores', '', false, 'front, rear'),
  ('A/C compressors', '', false, ''),
  ('A/C condensers', 'radiator condenser', false, ''),
  ('A/C evaporators', 'evaporator', false, 'front, rear'),
  ('A/C hoses', 'ac line', false, ''),
  ('Blower motors', '', false, 'front, rear'),
  ('Blower resistors', '', false, 'front, rear'),
  ('Climate controls', 'heater control, ac control, temperature control, climate control panel', false, 'front, rear'),
  -- Electrical
  ('Alternators', '', false, ''),
  ('Starters', '', false, ''),
  ('Batteries', '', false, ''),
  ('Ignition coils', '', false, 'front, rear'),
  ('Spark plugs', '', false, ''),
  ('Spark plug wires', '', false, ''),
  ('Distributors', 'distributor cap and rotor, distributor cap', false, ''),
  ('Ignition switches', '', false, ''),
  ('Engine control modules', 'powertrain control module, electronic control module', false, ''),
  ('Body control modules', '', false, ''),
  ('Transmission control modules', '', false, ''),
  ('Fuse boxes', '', false, ''),
  ('Wiring harnesses', 'wire harness, harness', false, ''),
  ('Window switches', 'master window switch', true, 'front, rear'),
  ('Headlight switches', '', false, ''),
  ('Multifunction switches', 'column switch', false, ''),
  ('Radios', 'audio equipment, navigation unit, cd player', false, ''),
  ('Speakers', '', true, 'front, rear'),
  ('Amplifiers', 'radio amplifier', false, ''),
  ('Antennas', '', false, ''),
  ('Cameras', 'backup camera', true, 'front, rear'),
  ('Parking sensors', '', false, 'front, rear'),
  ('Key fobs', '', false, ''),
  ('Horns', '', false, ''),
  ('Oxygen sensors', 'wideband oxygen sensor, air fuel ratio sensor', true, 'front, rear'),
  ('Mass air flow sensors', '', false, ''),
  ('Crankshaft position sensors', '', false, ''),
  ('Camshaft position sensors', '', false, ''),
  ('Coolant temperature sensors', '', false, ''),
  -- Suspension and steering
  ('Shock absorbers', '', true, 'front, rear'),
  ('Struts', 'complete strut', true, 'front, rear'),
  ('Strut mounts', '', true, 'front, rear'),
  ('Coil springs', '', true, 'front, rear'),
  ('Leaf springs', '', true, 'front, rear'),
  ('Control arms', 'control arm with ball joint, lateral link, lateral arm', true, 'front, rear, upper, lower'),
  ('Ball joints', '', true, 'upper, lower'),
  ('Sway bars', '', false, 'front, rear'),
  ('Sway bar links', '', true, 'front, rear'),
  ('Steering knuckles', 'knuckle, spindle, spindle knuckle', true, 'front, rear'),
  ('Crossmembers', 'subframe, sub frame, engine cradle, suspension crossmember, k frame', false, 'front, rear'),
  ('Steering racks', 'rack and pinion, power steering rack, steering gear box', false, ''),
  ('Power steering pumps', '', false, ''),
  ('Steering columns', '', false, ''),
  ('Steering wheels', '', false, ''),
  ('Tie rod ends', '', true, 'inner, outer'),
  -- Drivetrain
  ('Transmissions', '', false, ''),
  ('Transmission mounts', '', false, ''),
  ('Transmission solenoids', 'transmission solenoid pack, torque converter clutch solenoid, valve body', false, ''),
  ('Torque converters', '', false, ''),
  ('Clutches', 'clutch kit, clutch disc, pressure plate', false, ''),
  ('Clutch cylinders', 'clutch slave cylinder, clutch master cylinder, slave cylinder', false, ''),
  ('Shifters', 'floor shift', false, ''),
  ('Transfer cases', '', false, ''),
  ('Transfer case motors', '', false, ''),
  ('Differentials', 'differential carrier, carrier assembly, ring and pinion', false, 'front, rear'),
  ('Axle assemblies', 'rear axle, front axle, axle housing, axle beam', false, 'front, rear'),
  ('CV axles', '', true, 'front, rear'),
  ('Drive shafts', '', false, 'front, rear'),
  ('Wheel hubs', 'wheel hub assembly', true, 'front, rear'),
  -- Interior
  ('Seats', '', true, 'front, rear'),
  ('Seat belts', 'seat belt retractor, seat belt buckle', true, 'front, rear'),
  ('Headrests', '', true, 'front, rear'),
  ('Airbags', 'steering wheel airbag, curtain airbag, knee airbag, seat airbag, dash airbag', true, 'front, rear'),
  ('Clock springs', '', false, ''),
  ('Instrument clusters', 'speedometer head', false, ''),
  ('Dash panels', 'dash', false, ''),
  ('Center consoles', 'floor console, console lid, center console lid', false, 'front, rear'),
  ('Glove boxes', '', false, 'upper, lower'),
  ('Door panels', '', true, 'front, rear'),
  ('Sun visors', '', true, ''),
  ('Carpets', '', false, ''),
  ('Floor mats', '', false, ''),
  ('Headliners', '', false, ''),
  ('Pedals', 'accelerator pedal, brake pedal, clutch pedal', false, '')
) as kinds (name, words, sides, positions);

alter table public.parts_catalog
  add column kind text,
  add constraint parts_catalog_kind_form check (kind ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(kind) <= 60);
comment on column public.parts_catalog.kind is
  'The chosen kind: a key of part_kinds. Null, or a key that part_kinds does not have: by the name (part_names.kind).';
grant update (kind) on public.parts_catalog to authenticated, api_client;
alter table public.hidden_parts
  add column kind text,
  add constraint parts_catalog_kind_form check (kind ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(kind) <= 60);

-- The job find-kinds finds the kind of each name once. The search copies it.
alter table public.part_names
  add column kind text,
  add column places text[] not null default '{}',
  add column is_stale boolean not null default true;
comment on column public.part_names.kind is 'The kind that the name means. Null: none is known.';
comment on column public.part_names.places is 'The sides and positions in the name.';
comment on column public.part_names.is_stale is 'Its kind, or that of a part with this name in the search, is still to be found.';
create index part_names_stale_idx on public.part_names (name) where is_stale;
create policy "The shop notes kinds of names" on public.part_names for update to service_role using (true) with check (true);
grant update (kind, places, is_stale) on public.part_names to service_role;

alter table public.search_parts add column kind text not null default '';
comment on column public.search_parts.kind is
  'The kind with the sides and positions that the name has of it, as in doors:front,left. Empty: no kind is known.';
create index search_parts_kind_idx on public.search_parts (kind);
comment on column public.search_parts.doc is
  'w= words of all fields; t= words of the name; make=, model=, year=, category=, kind=, brand=, condition=, grade=, mileage= and added= values, kind= also with the key of the kind, alone and with each side or position; oem=, old= and stock= numbers; engine= its engines, or engine=known for any; liters=, cylinders=, fuel=, air= and vin= facts of them; sample= one of 256 random samples.';

create function public.search_kind(part public.parts_catalog) returns text
  language sql stable parallel safe
begin atomic
  select coalesce((
    select kinds.key || coalesce(':' || (
      select string_agg(place, ',' order by place) from unnest(names.places) as place
      where place = any (kinds.positions) or kinds.has_sides and place in ('left', 'right')
    ), '')
    from (values (1, part.kind), (2, names.kind)) as candidates (rank, key)
    join public.part_kinds as kinds on kinds.key = candidates.key
    order by candidates.rank limit 1
  ), '')
  from (select) as one left join public.part_names as names on names.name = part.part_name;
end;
comment on function public.search_kind is 'See the column search_parts.kind.';

create function public.search_kind_lexemes(kind text) returns tsvector
  language sql immutable parallel safe
begin atomic
  select array_to_tsvector(array(
    select 'kind=' || split_part(kind, ':', 1) where kind <> ''
    union all
    select 'kind=' || split_part(kind, ':', 1) || ':' || place
    from string_to_table(split_part(kind, ':', 2), ',') as place where place <> ''
  ));
end;

create or replace function public.search_row(part public.parts_catalog) returns setof public.search_parts
  language sql stable parallel safe rows 1
begin atomic
  select part.id, public.search_added_at(part.created_at), (coalesce(part.price, 0) * 100)::bigint,
    part.stock_quantity > part.stock_held, public.search_is_new(part.origin, part.part_type), part.vehicle_year, part.mileage,
    part.part_name, part.category, part.vehicle_make, part.vehicle_model, part.brand, coalesce(part.part_type, 'Good'),
    part.grade, concat_ws(
      ' ', public.oem_number_key(part.oem_number), array_to_string(public.older_number_keys(part.superseded_numbers), ' '),
      public.oem_number_key(part.stock_number)
    ), public.search_doc(part, read.engines, named.engines) || public.search_kind_lexemes(read.kind), named.engines, read.kind
  from (select public.search_engines_text(part) as engines, public.search_kind(part) as kind offset 0) as read
  cross join lateral (
    select array(select engine from public.search_engines(read.engines) as engine order by engine) as engines offset 0
  ) as named;
end;

create or replace function public.write_search_parts(ids uuid[]) returns void
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
begin
  with written as (
    insert into public.search_parts as search
    select row_of_part.*
    from unnest(ids) as changed (id)
    join public.parts_catalog as parts on parts.id = changed.id
    cross join lateral public.search_row(parts) as row_of_part
    on conflict (part_id) do update
      set added_at = excluded.added_at, price_cents = excluded.price_cents, is_available = excluded.is_available,
        is_new = excluded.is_new, vehicle_year = excluded.vehicle_year, mileage = excluded.mileage,
        part_name = excluded.part_name, category = excluded.category, vehicle_make = excluded.vehicle_make,
        vehicle_model = excluded.vehicle_model, brand = excluded.brand, condition = excluded.condition,
        grade = excluded.grade, numbers = excluded.numbers, doc = excluded.doc, engines = excluded.engines,
        kind = excluded.kind
    returning search.doc
  )
  insert into public.search_vocabulary (word)
  select words.word
  from public.search_vocabulary_of(array(select doc from written)) as words (word)
  where not exists (select from public.search_vocabulary as known where known.word = words.word);
end
$$;

create or replace function public.keep_search_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
declare
  changed uuid[];
  prices bigint[];
  available boolean[];
  -- More than 50 parts in one statement forget all pages anyway (note_changed_parts).
  few constant integer := 50;
  others uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select id from new_parts);
    perform public.hold_stale_names(array(select distinct part_name from new_parts));
    perform public.write_search_parts(changed);
    perform public.write_fit_keys(changed);
    if cardinality(changed) <= few then
      perform public.notify_of_parts(public.parts_with_keys_of(changed));
    end if;
    return null;
  elsif tg_op = 'TRUNCATE' then
    truncate public.search_parts, public.part_fit_keys;
    return null;
  elsif tg_op = 'DELETE' then
    changed := array(select id from old_parts);
    if cardinality(changed) <= few then
      perform public.notify_of_parts(public.parts_with_keys_of(changed));
    end if;
    delete from public.search_parts where part_id = any (changed);
    delete from public.part_fit_keys where part_id = any (changed);
    return null;
  end if;

  select array_agg(id), array_agg(price_cents), array_agg(is_available) into changed, prices, available
  from (
    select id, (coalesce(price, 0) * 100)::bigint as price_cents, stock_quantity > stock_held as is_available from new_parts
    except
    select id, (coalesce(price, 0) * 100)::bigint, stock_quantity > stock_held from old_parts
  ) as changes;
  if changed is not null then
    update public.search_parts as search set price_cents = sold.price_cents, is_available = sold.is_available
    from unnest(changed, prices, available) as sold (id, price_cents, is_available)
    where search.part_id = sold.id;
  end if;

  changed := array(
    select id
    from (
      select id, part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, vehicle_engine, part_type, origin,
        description, grade, mileage, created_at, oem_number, superseded_numbers, number_type, number_source,
        needs_programming, stock_number, kind from new_parts
      except
      select id, part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, vehicle_engine, part_type, origin,
        description, grade, mileage, created_at, oem_number, superseded_numbers, number_type, number_source,
        needs_programming, stock_number, kind from old_parts
    ) as changes
  );
  if cardinality(changed) > 0 then
    perform public.hold_stale_names(array(select distinct part_name from new_parts where id = any (changed)));
    perform public.write_search_parts(changed);
    if cardinality(changed) <= few then
      others := public.parts_with_keys_of(changed);
    end if;
    perform public.write_fit_keys(changed);
    if cardinality(changed) <= few then
      perform public.notify_of_parts(others || public.parts_with_keys_of(changed));
    end if;
  end if;
  return null;
end
$$;

create function public.hold_stale_names(names text[]) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform from public.part_names where name = any (names) and is_stale order by name for share;
end
$$;
comment on function public.hold_stale_names is
  'The job find-kinds leaves these names until this transaction ends, and so sees its parts.';

create function public.write_kinds(names text[], how_many integer, out differing integer, out written integer)
  language plpgsql security definer
  set search_path = ''
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
declare
  ids constant uuid[] := array(
    select parts.id
    from unnest(names) as given (name)
    join public.parts_catalog as parts on parts.part_name = given.name
    join public.search_parts as search on search.part_id = parts.id
    where search.kind <> public.search_kind(parts)
    limit how_many
  );
  -- A part that someone is changing waits, and holds up no other.
  free constant uuid[] := array(
    select id from public.parts_catalog where id = any (ids) for no key update skip locked
  );
begin
  perform public.write_search_parts(free);
  differing := cardinality(ids);
  written := cardinality(free);
end
$$;
comment on function public.write_kinds is
  'Writes the search of parts with these names whose kind is another one there, and counts them and those written. Security definer: no role may write the search.';
grant execute on function public.write_kinds to service_role;

-- Security definer: nobody but the shop may change names or add jobs.
create function public.find_kinds_again() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.part_names set is_stale = true where not is_stale;
  -- A transaction has a job of its own, so that two do not wait for each other.
  perform public.add_job('find-kinds', '{}', 'find-kinds:' || pg_current_xact_id(), now());
  return null;
end
$$;

create trigger find_kinds_after_added after insert or delete on public.part_kinds
  for each statement execute function public.find_kinds_again();
create trigger find_kinds_after_changed after update of name, words, has_sides, positions on public.part_kinds
  for each statement execute function public.find_kinds_again();
-- Filters show the names of kinds.
create trigger forget_pages after insert or update or delete or truncate on public.part_kinds
  for each statement execute function public.forget_pages();

create function public.find_kinds_of_new_names() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if exists (select from new_names) then
    perform public.add_job('find-kinds', '{}', 'find-kinds:' || pg_current_xact_id(), now());
  end if;
  return null;
end
$$;

create trigger find_kinds_of_new_names after insert on public.part_names
  referencing new table as new_names
  for each statement execute function public.find_kinds_of_new_names();
