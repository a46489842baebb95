-- The catalog: parts, what only staff know of them, and their conditions. Functions that read a part's numbers and texts.

create extension if not exists pg_trgm with schema public;

create function public.oem_number_key(oem_number text) returns text
  language sql immutable parallel safe
  return nullif(translate(upper(oem_number), '-. ', ''), '');
comment on function public.oem_number_key is
  'The same for all spellings of an OEM number: 45022-TR3-A01 and 45022 tr3.a01 are one number.';
grant execute on function public.oem_number_key to anon, authenticated, service_role;

create table public.parts_catalog (
  id uuid not null default gen_random_uuid(),
  part_name text not null,
  oem_number text,
  brand text,
  category text not null default 'General',
  subcategory text,
  description text,
  vehicle_make text,
  vehicle_model text,
  vehicle_year integer,
  vehicle_engine text,
  part_type text,
  price numeric(12, 2),
  stock_quantity integer not null default 0,
  stock_held integer not null default 0,
  image_url text,
  source_url text,
  tax_rate numeric(6, 5),
  shipping_cost numeric(12, 2),
  updated_at timestamptz not null default now(),
  -- How a part is sent, and the charge for its core. Null: by the owner's settings for the part's category.
  shipping_class text,
  weight_pounds numeric(7, 2),
  length_in numeric(5, 1),
  width_in numeric(5, 1),
  height_in numeric(5, 1),
  core_charge numeric(12, 2),
  created_at timestamptz default now(),
  -- What is known of a used part (docs/used-parts.md). What only staff may see is in part_private_facts.
  origin text,
  rebuilder text,
  stock_number text,
  mileage integer,
  mileage_source text,
  donor_year integer,
  donor_model text,
  donor_trim text,
  donor_color text,
  donor_vin_tail text,
  damage_codes text,
  grade_rule text,
  grade text,
  grade_lowered_to text,
  grade_reason text,
  tested_how text,
  warranty text,
  number_type text,
  superseded_numbers text,
  needs_programming boolean not null default false,
  fits_only_listed boolean not null default false,
  -- Parts that the law restricts (docs/restricted-parts.md): what must be recorded of them, and which are not shown.
  safety_check text,
  recall_checked_on text,
  constraint parts_catalog_pkey primary key (id),
  constraint parts_catalog_part_name_present check (length(btrim(part_name)) > 0),
  constraint parts_catalog_category_present check (length(btrim(category)) > 0),
  constraint parts_catalog_price_not_negative check (price >= 0),
  constraint parts_catalog_tax_rate_is_share check (tax_rate between 0 and 1),
  constraint parts_catalog_shipping_cost_not_negative check (shipping_cost >= 0),
  constraint parts_catalog_stock_not_negative check (stock_quantity >= 0),
  constraint parts_catalog_held_within_stock check (stock_held between 0 and greatest(stock_quantity, 0)),
  constraint parts_catalog_shipping_class_known check (
    shipping_class in ('parcel', 'oversize', 'freight', 'pickup')
  ),
  constraint parts_catalog_weight_positive check (weight_pounds > 0),
  constraint parts_catalog_size_positive check (length_in > 0 and width_in > 0 and height_in > 0),
  constraint parts_catalog_core_charge_not_negative check (core_charge >= 0),
  constraint parts_catalog_origin_known check (
    origin in ('new', 'new_oem', 'new_aftermarket', 'used', 'rebuilt', 'remanufactured')
  ),
  constraint parts_catalog_mileage_in_range check (mileage between 1 and 9999999),
  constraint parts_catalog_mileage_source_known check (mileage_source in ('cluster', 'title', 'auction', 'unknown')),
  constraint parts_catalog_donor_vin_tail_short check (length(donor_vin_tail) = 4),
  constraint parts_catalog_grade_rule_known check (grade_rule in ('mechanical', 'body', 'none')),
  constraint parts_catalog_grade_known check (grade in ('A', 'B', 'C', 'X')),
  constraint parts_catalog_grade_lowered_with_reason check (
    grade_lowered_to in ('B', 'C') and grade_reason is not null or grade_lowered_to is null
  ),
  constraint parts_catalog_number_type_known check (number_type in ('oem', 'casting', 'other')),
  constraint parts_catalog_superseded_numbers_bounded check (length(superseded_numbers) <= 1000),
  constraint parts_catalog_safety_check_known check (safety_check in ('undeployed', 'drained')),
  constraint parts_catalog_recall_checked_on_day check (recall_checked_on ~ '^\d{4}-\d\d-\d\d$')
);
comment on table public.parts_catalog is 'Spec §3, Part.';
comment on column public.parts_catalog.part_type is 'The name of a condition.';
comment on column public.parts_catalog.stock_held is
  'How many of stock_quantity are held by payments in progress. Shoppers can buy the rest.';
comment on column public.parts_catalog.tax_rate is 'Share of the price (0.08 is 8 %). Null: the shop''s default.';
comment on column public.parts_catalog.shipping_cost is 'Dollars for the line. Null: the shop''s rule.';
comment on column public.parts_catalog.shipping_class is 'pickup: not sent at all. Null: as its category.';
comment on column public.parts_catalog.weight_pounds is 'Of one piece in its box. Null: as its category, or unknown.';
comment on column public.parts_catalog.length_in is 'Of one piece in its box. Null: as its category, or unknown.';
comment on column public.parts_catalog.core_charge is
  'Dollars for one piece, refunded for a returned old part. 0: none. Null: as its category.';
comment on column public.parts_catalog.created_at is
  'When it was added. Null: unknown.';
comment on column public.parts_catalog.origin is 'Null: as the condition says (findOrigin in app/domain/origin.ts).';
comment on column public.parts_catalog.rebuilder is 'Who rebuilt or remanufactured it.';
comment on column public.parts_catalog.stock_number is 'The shop''s own number of this piece, which customers quote.';
comment on column public.parts_catalog.mileage is 'Miles of the donor vehicle. Null: not known.';
comment on column public.parts_catalog.donor_vin_tail is 'The last four characters of part_private_facts.donor_vin.';
comment on column public.parts_catalog.damage_codes is
  'As in 2D1 4S.5: place, kind and units of each damage. 000: none. Null: not inspected.';
comment on column public.parts_catalog.grade_rule is 'How it is graded. Null: as its kind (app/domain/grade.ts).';
comment on column public.parts_catalog.grade is
  'Computed when the part is saved. Null: its kind is not graded, or it was never saved with facts.';
comment on column public.parts_catalog.warranty is 'As in 90 days. Null: the shop''s terms.';
comment on column public.parts_catalog.number_type is 'What oem_number is. Null: an OEM number.';
comment on column public.parts_catalog.superseded_numbers is 'Older OEM numbers, which oem_number replaces, separated by commas.';
comment on column public.parts_catalog.needs_programming is 'It works only after it is programmed to the vehicle.';
comment on column public.parts_catalog.fits_only_listed is 'Its vehicle and part_fitments are all vehicles that it fits.';
comment on column public.parts_catalog.safety_check is 'What was confirmed of an airbag or a fuel tank.';
comment on column public.parts_catalog.recall_checked_on is 'The day on which its recalls were looked up, as in 2026-11-22.';
create index parts_catalog_vehicle_idx on public.parts_catalog
  (vehicle_make, vehicle_model, vehicle_year, category, part_name, id);
create index parts_catalog_part_name_idx on public.parts_catalog (part_name, id);
-- Finds other vehicles whose parts have the same number.
create index parts_catalog_oem_number_idx on public.parts_catalog
  (public.oem_number_key(oem_number), vehicle_make, vehicle_model, vehicle_year);
create index parts_catalog_category_idx on public.parts_catalog (category);
create index parts_catalog_stock_idx on public.parts_catalog (stock_quantity, part_name, id);
-- Reads all parts of a vehicle in the order by name, whatever their category.
create index parts_catalog_vehicle_name_idx on public.parts_catalog
  (vehicle_make, vehicle_model, vehicle_year, part_name, id);
create index parts_catalog_oldest_idx on public.parts_catalog (created_at, id) where stock_quantity > 0;
-- Stock numbers are compared as OEM numbers are.
create unique index parts_catalog_stock_number_key on public.parts_catalog (public.oem_number_key(stock_number))
  where stock_number is not null;
-- Lists in the order by mileage read this index.
create index parts_catalog_mileage_idx on public.parts_catalog (mileage, id) where mileage is not null;

create function public.picture_name(address text) returns text
  language sql immutable parallel safe strict
  return substring(address from '^/files/(?:pictures|drawings)/([0-9a-f]{32})-1600[.]webp$');
comment on function public.picture_name is
  'The name of the files of a stored picture. Null for the address of another one, such as a URL or a data string.';
grant execute on function public.picture_name to anon, authenticated, service_role;

create index parts_catalog_picture_name_idx on public.parts_catalog (public.picture_name(image_url))
  where public.picture_name(image_url) is not null;

-- Searches find a part by an older number, which its OEM number replaces, in any spelling.
create function public.older_number_keys(superseded_numbers text) returns text[]
  language sql immutable parallel safe
  return array(
    select key from string_to_table(superseded_numbers, ',') as number, public.oem_number_key(number) as key
    where key is not null
  );
comment on function public.older_number_keys is
  'The keys of a part''s older numbers, also of those that are too short to be compared.';
grant execute on function public.older_number_keys to anon, authenticated, service_role;

create index parts_catalog_older_number_keys_idx on public.parts_catalog
  using gin (public.older_number_keys(superseded_numbers)) with (fastupdate = off) where superseded_numbers is not null;
-- The check of the catalog reads the next four (docs/parts-panel.md).
create index parts_catalog_no_price_idx on public.parts_catalog (part_name, id) where coalesce(price, 0) = 0;
create index parts_catalog_no_picture_idx on public.parts_catalog (part_name, id) where coalesce(image_url, '') = '';
create index parts_catalog_no_vehicle_idx on public.parts_catalog (part_name, id)
  where coalesce(vehicle_make, '') = '' or coalesce(vehicle_model, '') = '' or vehicle_year is null;
create index parts_catalog_no_category_idx on public.parts_catalog (part_name, id) where category = 'General';
create index parts_catalog_updated_at_idx on public.parts_catalog (updated_at, id);
create index parts_catalog_price_idx on public.parts_catalog (coalesce(price, 0), part_name, id);
create index parts_catalog_in_stock_idx on public.parts_catalog (id) where stock_quantity > 0;
alter table public.parts_catalog enable row level security;
-- One policy for all readers, and "using (true)": any other condition would keep the planner from using some indexes.
create policy "Everybody can read parts" on public.parts_catalog
  for select to anon, authenticated, service_role using (true);
create policy "Staff can add parts" on public.parts_catalog
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change parts" on public.parts_catalog
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "Staff can delete parts" on public.parts_catalog
  for delete to authenticated using ((select public.is_staff()));
create policy "The shop can move stock" on public.parts_catalog
  for update to service_role using (true) with check (true);
grant select on public.parts_catalog to anon, authenticated, service_role;
grant insert, update (part_name, oem_number, brand, category, subcategory, description, vehicle_make, vehicle_model,
  vehicle_year, vehicle_engine, part_type, price, stock_quantity, image_url, source_url, tax_rate, shipping_cost, updated_at,
  shipping_class, weight_pounds, length_in, width_in, height_in, core_charge, origin, rebuilder, stock_number, mileage,
  mileage_source, donor_year, donor_model, donor_trim, donor_color, donor_vin_tail, damage_codes, grade_rule, grade,
  grade_lowered_to, grade_reason, tested_how, warranty, number_type, superseded_numbers, needs_programming, fits_only_listed,
  safety_check, recall_checked_on) on public.parts_catalog to authenticated, api_client;
grant delete on public.parts_catalog to authenticated;
grant update (stock_quantity, stock_held, grade) on public.parts_catalog to service_role;

create table public.conditions (
  id uuid not null default gen_random_uuid(),
  name text not null,
  color_class text not null,
  sort_order integer not null default 0,
  constraint conditions_pkey primary key (id),
  constraint conditions_name_key unique (name),
  constraint conditions_name_present check (length(btrim(name)) > 0),
  constraint conditions_sort_order_not_negative check (sort_order >= 0)
);
comment on table public.conditions is 'Spec §3, Condition.';
create index conditions_sort_order_idx on public.conditions (sort_order, name);
alter table public.conditions enable row level security;
create policy "Everybody can read conditions" on public.conditions
  for select to anon, authenticated, service_role using (true);
create policy "Admins can add conditions" on public.conditions
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change conditions" on public.conditions
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins can delete conditions" on public.conditions
  for delete to authenticated using ((select public.is_admin()));
grant select on public.conditions to anon, authenticated, service_role;
grant insert, update, delete on public.conditions to authenticated;

create function public.search_fold(given text) returns text
  language sql immutable parallel safe
  return translate(lower(given), '-.‐‑–—', '');
comment on function public.search_fold is
  'Case, dashes and dots do not count in a search: F-150 is f150, 45022-TR3-A01 is 45022tr3a01.';
grant execute on function public.search_fold to anon, authenticated, service_role;

-- Not a foreign key: a deleted part may be restored, with these facts.
create table public.part_private_facts (
  part_id uuid not null,
  cost_price numeric(12, 2),
  yard_place text,
  donor_vin text,
  donor_arrived_on date,
  tested_by text,
  interchange_code text,
  -- source_url of crawled parts is the address of the site. The page on which a part was found is a supplier's, and only staff
  -- see it.
  source_page text,
  constraint part_private_facts_pkey primary key (part_id),
  constraint part_private_facts_cost_price_not_negative check (cost_price >= 0),
  constraint part_private_facts_texts_bounded check (length(yard_place) <= 200 and length(tested_by) <= 200),
  constraint part_private_facts_donor_vin_normalized check (donor_vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  constraint part_private_facts_interchange_code_bounded check (length(interchange_code) <= 60),
  constraint part_private_facts_source_page_bounded check (length(source_page) <= 2000)
);
comment on table public.part_private_facts is
  'What only staff know of a part in parts_catalog. Kept for 30 days after the part was deleted.';
comment on column public.part_private_facts.interchange_code is
  'The yard''s own or licensed code. Parts with the same one replace each other.';
comment on column public.part_private_facts.source_page is 'The page of another site on which a crawl found the part.';

create function public.interchange_key(code text) returns text
  language sql immutable parallel safe
  return case
    when replace(public.oem_number_key(code), left(public.oem_number_key(code), 1), '') <> ''
      and not public.oem_number_key(code) in ('N/A', 'NA', 'NONE', 'UNKNOWN', 'TBD')
    then public.oem_number_key(code)
  end;
comment on function public.interchange_key is 'The same for all spellings of an interchange code. Null for placeholders.';
grant execute on function public.interchange_key to authenticated, service_role;

create index part_private_facts_interchange_idx on public.part_private_facts
  (public.interchange_key(interchange_code), part_id) where interchange_code is not null;
alter table public.part_private_facts enable row level security;
create policy "Staff can read private facts" on public.part_private_facts
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can add private facts" on public.part_private_facts
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change private facts" on public.part_private_facts
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop copies VINs to orders" on public.part_private_facts for select to service_role using (true);
grant select, insert, update (interchange_code, cost_price, yard_place, donor_vin, donor_arrived_on, tested_by) on
  public.part_private_facts to authenticated, api_client;
grant select (part_id, donor_vin, donor_arrived_on) on public.part_private_facts to service_role;

create function public.maker_group(make text) returns text
  language sql immutable parallel safe
  return case lower(btrim(make))
    when 'acura' then 'honda'
    when 'lexus' then 'toyota' when 'scion' then 'toyota'
    when 'infiniti' then 'nissan' when 'datsun' then 'nissan'
    when 'genesis' then 'hyundai' when 'kia' then 'hyundai'
    when 'audi' then 'volkswagen' when 'vw' then 'volkswagen' when 'porsche' then 'volkswagen'
    when 'bentley' then 'volkswagen'
    when 'mini' then 'bmw'
    when 'mercedes' then 'mercedes-benz' when 'smart' then 'mercedes-benz' when 'maybach' then 'mercedes-benz'
    when 'land rover' then 'jaguar' when 'range rover' then 'jaguar'
    when 'lincoln' then 'ford' when 'mercury' then 'ford'
    when 'chevrolet' then 'gm' when 'chevy' then 'gm' when 'gmc' then 'gm' when 'cadillac' then 'gm' when 'buick' then 'gm'
    when 'pontiac' then 'gm' when 'oldsmobile' then 'gm' when 'saturn' then 'gm' when 'hummer' then 'gm' when 'geo' then 'gm'
    when 'dodge' then 'chrysler' when 'jeep' then 'chrysler' when 'ram' then 'chrysler' when 'plymouth' then 'chrysler'
    when 'eagle' then 'chrysler'
    when 'alfa romeo' then 'fiat' when 'abarth' then 'fiat'
    else nullif(lower(btrim(make)), '')
  end;
comment on function public.maker_group is
  'Makes with one numbering of parts have one group: Acura is honda. Null without a make.';
grant execute on function public.maker_group to anon, authenticated, service_role;

create function public.comparable_number(number text) returns text
  language sql immutable parallel safe
  return case
    when length(public.oem_number_key(number)) >= 5
      and public.oem_number_key(number) ~ '[0-9]'
      and replace(public.oem_number_key(number), left(public.oem_number_key(number), 1), '') <> ''
      and not starts_with('1234567890', public.oem_number_key(number))
      and not left(public.oem_number_key(number), 3) in ('N/A', 'TBD')
      and not starts_with(public.oem_number_key(number), 'NONE')
      and not starts_with(public.oem_number_key(number), 'UNKNOWN')
    then public.oem_number_key(number)
  end;
comment on function public.comparable_number is
  'The key of a number that two parts can share. Null for less than five characters and for placeholders: N/A, UNKNOWN, 00000, 12345.';
grant execute on function public.comparable_number to anon, authenticated, service_role;

create function public.search_is_new(origin text, condition text) returns boolean
  language sql immutable parallel safe
  return case
    when origin is null then lower(regexp_replace(coalesce(condition, ''), '^\s+|\s+$', '', 'g')) = 'new'
    else starts_with(origin, 'new')
  end;
comment on function public.search_is_new is
  'By the origin (findOrigin in app/domain/origin.ts), else by the condition: nothing but new is new (app/domain/condition-kind.ts).';
grant execute on function public.search_is_new to anon, authenticated, service_role;

-- Lists of names as people sort them: numbers by value, capitals like small letters (docs/decisions/0081-without-scripts-and-connection.md).
-- No index uses it: an index would have to be rebuilt after each update of ICU.
create collation public.natural_order (provider = icu, locale = 'en-u-kn-true');
comment on collation public.natural_order is 'Civic before CR-V, F-150 before F-1500.';

create function public.sale_facts(part public.parts_catalog) returns text
  language sql stable
  return row(
    part.part_name, part.oem_number, part.category, part.part_type, part.price, part.origin, part.shipping_class,
    part.weight_pounds, part.length_in, part.width_in, part.height_in, part.core_charge, part.safety_check,
    part.donor_vin_tail, part.recall_checked_on, part.mileage, part.grade, part.brand, part.vehicle_make, part.warranty
  )::text;
comment on function public.sale_facts is
  'What the price of a part, its line in an order and whether it may be sold depend on, besides stock and settings.';
grant execute on function public.sale_facts to service_role;
