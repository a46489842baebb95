-- Figures of the catalog that triggers keep (0035_catalog_changes.sql), so that reading them costs the same for any number of
-- parts.

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

-- How many parts each vehicle, category and condition has. The lists of the vehicle selector, the options of the
-- filters and most counts come from here.
create table public.catalog_counts (
  vehicle_make text,
  vehicle_model text,
  vehicle_year integer,
  category text not null,
  part_type text,
  parts integer not null,
  constraint catalog_counts_key unique nulls not distinct
    (vehicle_make, vehicle_model, vehicle_year, category, part_type)
);
comment on table public.catalog_counts is
  'Kept by triggers on parts_catalog, in the transaction of each change. A row stays when its parts are gone, with 0.';
create index catalog_counts_vehicle_idx on public.catalog_counts
  (vehicle_make, vehicle_model, vehicle_year, category) where parts > 0;
create index catalog_counts_category_idx on public.catalog_counts (category) where parts > 0;
create index catalog_counts_condition_idx on public.catalog_counts (part_type) where parts > 0;
alter table public.catalog_counts enable row level security;
create policy "Everybody can read counts" on public.catalog_counts
  for select to anon, authenticated, service_role using (true);
grant select on public.catalog_counts to anon, authenticated, service_role;

-- The figures of the admin panel and of the limits on holds. Each change adds a row with its difference, so that two
-- changes do not wait for each other. A nightly job adds the rows up.
create table public.catalog_tallies (
  id bigint generated always as identity,
  parts bigint not null,
  priced bigint not null,
  out_of_stock bigint not null,
  pieces bigint not null default 0,
  constraint catalog_tallies_pkey primary key (id)
);
comment on table public.catalog_tallies is 'Differences. Their sums are the figures of the whole catalog (Spec §2, Admin panel).';
comment on column public.catalog_tallies.priced is 'Parts with a price above 0.';
comment on column public.catalog_tallies.out_of_stock is 'Parts with a stock_quantity of 0, held or not.';
comment on column public.catalog_tallies.pieces is 'Pieces in stock, including held ones.';
alter table public.catalog_tallies enable row level security;
create policy "Staff can read tallies" on public.catalog_tallies
  for select to authenticated using ((select public.is_staff()));
create policy "The shop reads tallies" on public.catalog_tallies for select to service_role using (true);
grant select on public.catalog_tallies to authenticated, service_role;

-- How many parts have which small stock, so that the owner can choose what counts as low. A sum over the stock that is
-- low today needs no correction when the setting changes.
create table public.catalog_stock_tallies (
  id bigint generated always as identity,
  stock_quantity integer not null,
  parts bigint not null,
  constraint catalog_stock_tallies_pkey primary key (id),
  -- The largest setting (limits.lowStock).
  constraint catalog_stock_tallies_range check (stock_quantity between 1 and 1000)
);
comment on table public.catalog_stock_tallies is
  'Differences, as in catalog_tallies: how many parts have a stock_quantity from 1 to 1000. The nightly job adds them up.';
alter table public.catalog_stock_tallies enable row level security;
create policy "Staff can read tallies of stock" on public.catalog_stock_tallies
  for select to authenticated using ((select public.is_staff()));
create policy "The shop reads tallies of stock" on public.catalog_stock_tallies
  for select to service_role using (true);
grant select on public.catalog_stock_tallies to authenticated, service_role;

insert into public.catalog_tallies (parts, priced, out_of_stock) values (0, 0, 0);
