-- The catalogue: parts, the conditions they come in, and counts that cost the same at any size.

create extension if not exists pg_trgm with schema public;

create function public.part_search_text(
  part_name text, brand text, oem_number text, description text, vehicle_make text, vehicle_model text
) returns text
  language sql immutable parallel safe
  return lower(
    part_name || E'\n' || coalesce(brand, '') || E'\n' || coalesce(oem_number, '') || E'\n'
    || coalesce(description, '') || E'\n' || coalesce(vehicle_make, '') || E'\n' || coalesce(vehicle_model, '')
  );
comment on function public.part_search_text is 'What a search looks into, lower-cased; the fields are kept apart by line ends.';
grant execute on function public.part_search_text to anon, authenticated, service_role;

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
  constraint parts_catalog_pkey primary key (id),
  constraint parts_catalog_part_name_present check (length(btrim(part_name)) > 0),
  constraint parts_catalog_category_present check (length(btrim(category)) > 0),
  constraint parts_catalog_price_not_negative check (price >= 0),
  constraint parts_catalog_tax_rate_is_share check (tax_rate between 0 and 1),
  constraint parts_catalog_shipping_cost_not_negative check (shipping_cost >= 0),
  constraint parts_catalog_stock_not_negative check (stock_quantity >= 0),
  constraint parts_catalog_held_within_stock check (stock_held between 0 and greatest(stock_quantity, 0))
);
comment on table public.parts_catalog is 'Spec §3, Part.';
comment on column public.parts_catalog.part_type is 'The name of a condition.';
comment on column public.parts_catalog.stock_held is 'How many of stock_quantity are held by payments under way. What a shopper can buy is the rest.';
comment on column public.parts_catalog.tax_rate is 'Share of the price (0.08 is 8 %); null means the shop''s default.';
comment on column public.parts_catalog.shipping_cost is 'Dollars for the line; null means the shop''s rule.';

create index parts_catalog_vehicle_idx on public.parts_catalog
  (vehicle_make, vehicle_model, vehicle_year, category, part_name, id);
create index parts_catalog_category_idx on public.parts_catalog (category, part_name, id);
create index parts_catalog_condition_idx on public.parts_catalog (part_type, part_name, id);
create index parts_catalog_part_name_idx on public.parts_catalog (part_name, id);
create index parts_catalog_price_idx on public.parts_catalog ((coalesce(price, 0)), part_name, id);
create index parts_catalog_search_idx on public.parts_catalog using gin
  (public.part_search_text(part_name, brand, oem_number, description, vehicle_make, vehicle_model) gin_trgm_ops);

alter table public.parts_catalog enable row level security;
-- "using (true)" and nothing else: any other policy for readers switches off the trigram and numeric indexes.
create policy "Everybody can read parts" on public.parts_catalog
  for select to anon, authenticated, service_role using (true);
create policy "Admins can add parts" on public.parts_catalog
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change parts" on public.parts_catalog
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins can delete parts" on public.parts_catalog
  for delete to authenticated using ((select public.is_admin()));
create policy "The shop can move stock" on public.parts_catalog
  for update to service_role using (true) with check (true);
grant select on public.parts_catalog to anon, authenticated, service_role;
grant insert, delete on public.parts_catalog to authenticated;
-- Not stock_held: only payments hold stock.
grant update (part_name, oem_number, brand, category, subcategory, description, vehicle_make, vehicle_model,
  vehicle_year, vehicle_engine, part_type, price, stock_quantity, image_url, source_url, tax_rate, shipping_cost,
  updated_at) on public.parts_catalog to authenticated;
grant update (stock_quantity, stock_held) on public.parts_catalog to service_role;

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
