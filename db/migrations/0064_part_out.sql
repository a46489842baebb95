-- What a car that is parted out has (docs/yard.md): one line for each place of each kind.

alter table public.part_kinds
  add column category text,
  add column car_places text[] not null default '{}',
  add column only_for text[] not null default '{}',
  add constraint part_kinds_category_bounded check (category = btrim(category) and length(category) between 1 and 200),
  add constraint part_kinds_car_places_bounded check (
    cardinality(car_places) <= 16 and length(array_to_string(car_places, ', ')) <= 400
  ),
  add constraint part_kinds_only_for_known check (
    only_for <@ array[
      'sedan', 'coupe', 'convertible', 'hatchback', 'wagon', 'suv', 'van', 'pickup', 'fwd', 'rwd', 'awd', '4wd',
      'gasoline', 'diesel', 'hybrid', 'electric', 'turbo'
    ]
  );
comment on column public.part_kinds.category is 'The category of such parts that are taken off a car.';
comment on column public.part_kinds.car_places is
  'Where a car has one that is worth selling: ''one'', or places such as ''front left''. Empty: not listed when a car is parted out.';
comment on column public.part_kinds.only_for is
  'Bodies, drives and engines of the cars that have it. Empty: all cars. Of each of the three, one that the car has is enough.';
grant select (category, car_places, only_for) on public.part_kinds to anon, service_role;
grant update (category, car_places, only_for) on public.part_kinds to authenticated;

update public.part_kinds as kind
set category = line.category, car_places = string_to_array(line.places, ', '), only_for = string_to_array(line.only_for, ', ')
from (values
  ('brake-calipers', 'Brakes', 'front left, front right, rear left, rear right', ''),
  ('abs-modules', 'Brakes', 'one', ''),
  ('wheels', 'Wheels', 'front left, front right, rear left, rear right', ''),
  ('spare-wheels', 'Wheels', 'one', ''),
  ('headlights', 'Lighting', 'left, right', ''),
  ('tail-lights', 'Lighting', 'left, right', ''),
  ('fog-lights', 'Lighting', 'left, right', ''),
  ('third-brake-lights', 'Lighting', 'one', ''),
  ('hoods', 'Body', 'one', ''),
  ('bumper-covers', 'Body', 'front, rear', ''),
  ('bumper-reinforcements', 'Body', 'front', ''),
  ('grilles', 'Body', 'one', ''),
  ('fenders', 'Body', 'left, right', ''),
  ('doors', 'Body', 'front left, front right, rear left, rear right', ''),
  ('mirrors', 'Body', 'left, right', ''),
  ('trunk-lids', 'Body', 'one', 'sedan, coupe, convertible'),
  ('tailgates', 'Body', 'one', 'pickup'),
  ('liftgates', 'Body', 'one', 'hatchback, wagon, suv, van'),
  ('truck-beds', 'Body', 'one', 'pickup'),
  ('quarter-panels', 'Body', 'left, right', 'sedan, coupe, convertible, hatchback, wagon, suv, van'),
  ('sunroofs', 'Body', 'one', 'sedan, coupe, hatchback, wagon, suv, van'),
  ('back-glass', 'Glass', 'one', ''),
  ('door-glass', 'Glass', 'front left, front right, rear left, rear right', ''),
  ('window-regulators', 'Body', 'front left, front right, rear left, rear right', ''),
  ('engines', 'Engine', 'one', 'gasoline, diesel, hybrid'),
  ('turbochargers', 'Engine', 'one', 'turbo'),
  ('intake-manifolds', 'Engine', 'one', 'gasoline, diesel, hybrid'),
  ('throttle-bodies', 'Engine', 'one', 'gasoline, hybrid'),
  ('fuel-pumps', 'Fuel System', 'one', 'gasoline, diesel, hybrid'),
  ('radiators', 'Cooling', 'one', ''),
  ('radiator-fans', 'Cooling', 'one', ''),
  ('ac-compressors', 'Air Conditioning', 'one', ''),
  ('ac-condensers', 'Air Conditioning', 'one', ''),
  ('climate-controls', 'Interior', 'one', ''),
  ('alternators', 'Electrical', 'one', 'gasoline, diesel'),
  ('starters', 'Electrical', 'one', 'gasoline, diesel'),
  ('engine-control-modules', 'Electrical', 'one', 'gasoline, diesel, hybrid'),
  ('body-control-modules', 'Electrical', 'one', ''),
  ('fuse-boxes', 'Electrical', 'one', ''),
  ('radios', 'Electrical', 'one', ''),
  ('instrument-clusters', 'Electrical', 'one', ''),
  ('window-switches', 'Electrical', 'front left', ''),
  ('struts', 'Suspension', 'front left, front right', ''),
  ('shock-absorbers', 'Suspension', 'rear left, rear right', ''),
  ('control-arms', 'Suspension', 'front left, front right', ''),
  ('steering-racks', 'Steering', 'one', ''),
  ('power-steering-pumps', 'Steering', 'one', 'gasoline, diesel'),
  ('steering-wheels', 'Interior', 'one', ''),
  ('transmissions', 'Transmission', 'one', 'gasoline, diesel, hybrid'),
  ('transfer-cases', 'Drivetrain', 'one', 'awd, 4wd'),
  ('differentials', 'Drivetrain', 'rear', 'rwd, awd, 4wd'),
  ('cv-axles', 'Drivetrain', 'front left, front right', 'fwd, awd, 4wd'),
  ('drive-shafts', 'Drivetrain', 'rear', 'rwd, awd, 4wd'),
  ('seats', 'Interior', 'front left, front right, rear', ''),
  ('seat-belts', 'Interior', 'front left, front right', ''),
  ('center-consoles', 'Interior', 'one', '')
) as line (key, category, places, only_for)
where kind.key = line.key;

-- A part of a car is sold while it is on the car, and pulled then.
alter table public.part_private_facts
  add column yard_state text,
  add constraint part_private_facts_yard_state_known check (yard_state in ('on_car', 'pulled'));
comment on column public.part_private_facts.yard_state is
  'Where the part is: on_car, or pulled and not yet inspected. Null: on the shelf.';
grant insert (yard_state), update (yard_state) on public.part_private_facts to authenticated, api_client;
create index part_private_facts_yard_state_idx on public.part_private_facts (yard_state, part_id) where yard_state is not null;
