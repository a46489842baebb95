-- What belongs to an account: its cart, saved addresses, vehicles, and the orders that its person placed as a guest.
create table public.cart_lines (
  user_id uuid not null default auth.uid(),
  part_id uuid not null,
  quantity integer not null,
  changed_at timestamptz not null default now(),
  constraint cart_lines_pkey primary key (user_id, part_id),
  constraint cart_lines_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint cart_lines_quantity_in_range check (quantity between 0 and 999)
);
comment on table public.cart_lines is 'The carts of accounts. Browsers have copies of them.';
comment on column public.cart_lines.part_id is 'Not a foreign key: the part may be deleted and restored.';
comment on column public.cart_lines.quantity is
  '0: removed. Without these rows, an older change of another browser would add the line again.';
comment on column public.cart_lines.changed_at is 'When the shopper changed the line. The last change counts.';
create index cart_lines_removed_idx on public.cart_lines (changed_at) where quantity = 0;
alter table public.cart_lines enable row level security;
create policy "Users can read their own cart" on public.cart_lines
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Users can add to their own cart" on public.cart_lines
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Users can change their own cart" on public.cart_lines
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "The shop reads carts" on public.cart_lines for select to service_role using (true);
create policy "The shop takes paid parts out of carts" on public.cart_lines
  for update to service_role using (true) with check (true);
create policy "The shop forgets removed lines" on public.cart_lines for delete to service_role using (quantity = 0);
grant select, update (quantity, changed_at) on public.cart_lines to authenticated, service_role;
grant insert (part_id, quantity, changed_at) on public.cart_lines to authenticated;
grant delete on public.cart_lines to service_role;

create table public.saved_addresses (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  line1 text not null,
  line2 text,
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null,
  place text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  constraint saved_addresses_pkey primary key (id),
  constraint saved_addresses_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint saved_addresses_lengths check (
    length(name) between 1 and 200 and length(line1) between 1 and 200 and length(line2) between 1 and 200
    and length(city) between 1 and 200 and length(state) <= 100 and length(postal_code) <= 20
  ),
  constraint saved_addresses_country_code check (country ~ '^[A-Z]{2}$'),
  constraint saved_addresses_place_known check (place in ('business', 'residential'))
);
comment on table public.saved_addresses is 'Where users want their orders sent.';
create index saved_addresses_user_id_idx on public.saved_addresses (user_id, created_at);
create unique index saved_addresses_default_idx on public.saved_addresses (user_id) where is_default;
alter table public.saved_addresses enable row level security;
create policy "Users can read their own addresses" on public.saved_addresses
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Users can add addresses of their own" on public.saved_addresses
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Users can change their own addresses" on public.saved_addresses
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Users can delete their own addresses" on public.saved_addresses
  for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (name, line1, line2, city, state, postal_code, country, place, is_default), update (name, line1, line2,
  city, state, postal_code, country, place, is_default), delete on public.saved_addresses to authenticated;

-- The orders of those who have deleted their account stay without one. Security definer: the accounts' login has no rights on
-- orders. An order that is being changed joins at the next sign-in.
create function auth.join_guest_orders(person uuid) returns integer
  language sql security definer
  set search_path = ''
as $$
  with placed as (
    select orders.id
    from auth.users join public.orders on lower(orders.email) = users.email
    where users.id = person and users.email_verified
      and orders.user_id is null and orders.payment_id is not null and not buyer_left
    for update of orders skip locked
  ), joined as (
    update public.orders set user_id = person, joined_at = now() where id in (select id from placed) returning id
  )
  select count(*)::integer from joined
$$;
comment on function auth.join_guest_orders is
  'Gives an account the paid orders that guests placed with its confirmed address. Returns how many.';
grant execute on function auth.join_guest_orders to auth_service;

create table public.garages (
  user_id uuid not null default auth.uid(),
  vehicles jsonb not null,
  active text,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  constraint garages_pkey primary key (user_id),
  constraint garages_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint garages_vehicles_list check (jsonb_typeof(vehicles) = 'array' and length(vehicles::text) <= 8000),
  constraint garages_active_length check (length(active) <= 40)
);
comment on table public.garages is 'The vehicles that users shop for. Browsers have copies of them.';
comment on column public.garages.vehicles is
  'Year, make, model, and the last six characters of the VIN. Whole VINs are not stored.';
comment on column public.garages.active is 'The id of the vehicle that parts are compared with. Null: none.';
comment on column public.garages.version is 'Counts the changes. A browser that has not seen the last one merges its garage.';
alter table public.garages enable row level security;
create policy "Users can read their own garage" on public.garages
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Users can add their own garage" on public.garages
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Users can change their own garage" on public.garages
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert (vehicles, active), update (vehicles, active, version, changed_at) on public.garages to authenticated;
