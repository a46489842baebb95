-- The catalog: parts, the conditions that they come in, the names that the search suggests, and the notifications about
-- changes.

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
comment on column public.parts_catalog.stock_held is
  'How many of stock_quantity are held by payments in progress. Shoppers can buy the rest.';
comment on column public.parts_catalog.tax_rate is 'Share of the price (0.08 is 8 %). Null: the shop''s default.';
comment on column public.parts_catalog.shipping_cost is 'Dollars for the line. Null: the shop''s rule.';

create index parts_catalog_vehicle_idx on public.parts_catalog
  (vehicle_make, vehicle_model, vehicle_year, category, part_name, id);
create index parts_catalog_part_name_idx on public.parts_catalog (part_name, id);
-- Other vehicles whose parts have the same number.
create index parts_catalog_oem_number_idx on public.parts_catalog
  (public.oem_number_key(oem_number), vehicle_make, vehicle_model, vehicle_year);
create index parts_catalog_category_idx on public.parts_catalog (category);
create index parts_catalog_stock_idx on public.parts_catalog (stock_quantity, part_name, id);
-- All parts of a vehicle in the order by name, whatever their category.
create index parts_catalog_vehicle_name_idx on public.parts_catalog
  (vehicle_make, vehicle_model, vehicle_year, part_name, id);

alter table public.parts_catalog enable row level security;
-- One policy for all readers, and "using (true)": any other condition would keep the planner from using some indexes.
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
-- Names that the search suggests.

create function public.part_name_words(name text) returns text
  language sql immutable parallel safe
  return ' ' || regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g')
    || ' ' || regexp_replace(lower(name), '[^[:alnum:]\s]+', '', 'g');
comment on function public.part_name_words is
  'The words of a name, each after a space, with punctuation as a space and without it: "A/C Hose" is " a c hose" and " ac hose".';
grant execute on function public.part_name_words to anon, authenticated, service_role;

create table public.part_names (
  name text not null,
  constraint part_names_pkey primary key (name),
  constraint part_names_can_be_searched check (length(name) <= 200)
);
comment on table public.part_names is
  'The names of parts, kept by triggers on parts_catalog. A name that no part has anymore may stay.';
create index part_names_beginning_idx on public.part_names ((public.part_name_words(name) collate "C"));
create index part_names_words_idx on public.part_names using gin (public.part_name_words(name) gin_trgm_ops);

alter table public.part_names enable row level security;
create policy "Everybody can read names" on public.part_names
  for select to anon, authenticated, service_role using (true);
grant select on public.part_names to anon, authenticated, service_role;

-- Security definer: admins change parts, but no role may change this table.
create function public.keep_part_names() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.part_names (name)
  select distinct part_name from new_parts where length(part_name) <= 200 order by part_name
  on conflict do nothing;
  return null;
end
$$;

create trigger keep_names_of_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.keep_part_names();
create trigger keep_names_of_changed_parts after update on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.keep_part_names();

-- Notifications. Each process that caches rendered pages listens on the channel catalog_changed. A transaction notifies
-- it once, on commit. The payload has the ids of the parts if only the stock of at most 50 parts has changed and all of
-- them are in stock, or sold out, as before: then only the pages of these parts change. Else the payload is empty.

create function public.tell_catalog_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('catalog_changed', '');
  return null;
end;
$$;

create function public.tell_part_changes() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  ids text;
begin
  if not exists (select from new_parts) then return null; end if;
  select string_agg(after.id::text, ' ') into ids
  from (select * from new_parts limit 51) as after join old_parts as before using (id)
  having count(*) <= 50 and bool_and(
    (before.stock_quantity > before.stock_held) = (after.stock_quantity > after.stock_held)
    and to_jsonb(before) - '{stock_quantity,stock_held,updated_at}'::text[]
      = to_jsonb(after) - '{stock_quantity,stock_held,updated_at}'::text[]
  );
  perform pg_catalog.pg_notify('catalog_changed', coalesce(ids, ''));
  return null;
end;
$$;

create trigger tell_catalog_change after insert or delete or truncate on public.parts_catalog
  for each statement execute function public.tell_catalog_change();
create trigger tell_part_changes after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.tell_part_changes();
create trigger tell_catalog_change after insert or update or delete or truncate on public.conditions
  for each statement execute function public.tell_catalog_change();
