-- What belongs to an account: its cart, saved addresses, the orders that its person placed as a guest, and changes of its
-- email address.

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
comment on column public.cart_lines.quantity is '0: removed. Without these rows, an older change of another browser would add the line again.';
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
grant select, insert (part_id, quantity, changed_at), update (quantity, changed_at) on public.cart_lines to authenticated;
grant select, update (quantity, changed_at), delete on public.cart_lines to service_role;

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
grant select, delete, insert (name, line1, line2, city, state, postal_code, country, place, is_default),
  update (name, line1, line2, city, state, postal_code, country, place, is_default)
  on public.saved_addresses to authenticated;

alter table public.orders add column joined_at timestamptz;
comment on column public.orders.joined_at is 'When the order of a guest joined the account. Null: placed with it, or by a guest.';

-- Security definer: the accounts' login has no rights on orders. An order that is being changed joins at the next sign-in.
create function auth.join_guest_orders(person uuid) returns integer
  language sql security definer
  set search_path = ''
as $$
  with placed as (
    select orders.id
    from auth.users join public.orders on lower(orders.email) = users.email
    where users.id = person and users.email_verified
      and orders.user_id is null and orders.payment_id is not null
    for update of orders skip locked
  ), joined as (
    update public.orders set user_id = person, joined_at = now() where id in (select id from placed) returning id
  )
  select count(*)::integer from joined
$$;
comment on function auth.join_guest_orders is
  'Gives an account the paid orders that guests placed with its confirmed address. Returns how many.';
grant execute on function auth.join_guest_orders to auth_service;

-- Changes of an account's email address.

create table auth.former_emails (
  user_id uuid not null,
  email text not null,
  changed_at timestamptz not null default now(),
  constraint former_emails_pkey primary key (user_id, email),
  constraint former_emails_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint former_emails_lower_case check (email = lower(email))
);
comment on table auth.former_emails is 'Addresses that accounts had before. Mails to them belong to the person''s data.';
alter table auth.former_emails enable row level security;

alter table auth.mailed_links
  add column address text,
  drop constraint mailed_links_purpose_known,
  add constraint mailed_links_purpose_known check (
    purpose in ('signup', 'recovery', 'password_change', 'email_change', 'email_undo')
  ),
  add constraint mailed_links_address_of_change check ((address is not null) = (purpose in ('email_change', 'email_undo'))),
  add constraint mailed_links_address_lower_case check (address = lower(address));
comment on column auth.mailed_links.address is 'The email address that the link gives to the account.';

-- Security definer: the accounts' login has no rights on orders, requests and notes.
create function auth.change_email(person uuid, address text) returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
declare
  before text;
begin
  select email into before from auth.users where id = person for update;
  -- A sign-up that is not confirmed.
  delete from auth.users where email = address and id <> person and not email_verified;
  if exists (select from auth.users where email = address and id <> person) then
    return false;
  end if;
  -- What was sent with the address before stays with the account.
  perform auth.join_guest_orders(person);
  update public.part_requests set user_id = person where user_id is null and lower(email) = before;
  update public.contact_messages set user_id = person where user_id is null and lower(email) = before;
  begin
    update auth.users set email = address, email_verified = true, updated_at = now() where id = person;
  exception when unique_violation then
    return false;
  end;
  perform auth.join_guest_orders(person);
  update public.customer_notes set email = address where email = before;
  insert into auth.former_emails (user_id, email) values (person, before)
    on conflict (user_id, email) do update set changed_at = now();
  delete from auth.former_emails where user_id = person and former_emails.email = address;
  insert into public.customer_changes (email) values (before), (address);
  return true;
end
$$;
comment on function auth.change_email is
  'Gives an account a confirmed address. Returns false if another account has it.';
grant execute on function auth.change_email to auth_service;

-- A person's data includes the cart, saved addresses, and former email addresses with their mails.

create function auth.mails_to_former_emails(person uuid) returns setof public.mails
  language sql stable
  set search_path = ''
as $$
  select mails.* from public.mails
  where lower(recipient) in (
    select email from auth.former_emails
    where user_id = person and not exists (
      select from auth.users where users.email = former_emails.email and email_verified
    )
  )
$$;
comment on function auth.mails_to_former_emails is 'Without addresses that belong to another account now.';

alter function public.personal_data() rename to personal_data_without_cart;
revoke execute on function public.personal_data_without_cart from authenticated;

-- Security definer, as the function that it completes.
create function public.personal_data() returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select data || jsonb_build_object(
    'cart', (
      select coalesce(jsonb_agg(to_jsonb(cart_lines) - 'user_id' order by changed_at), '[]')
      from public.cart_lines where user_id = auth.uid()
    ),
    'saved_addresses', (
      select coalesce(jsonb_agg(to_jsonb(saved_addresses) - '{id,user_id}'::text[] order by created_at), '[]')
      from public.saved_addresses where user_id = auth.uid()
    ),
    'former_emails', (
      select coalesce(jsonb_agg(to_jsonb(former_emails) - 'user_id' order by changed_at), '[]')
      from auth.former_emails where user_id = auth.uid()
    ),
    'mails', (data -> 'mails') || (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'sent_at', sent_at, 'subject', subject)
        order by created_at), '[]')
      from auth.mails_to_former_emails(auth.uid())
    )
  )
  from public.personal_data_without_cart() as data
$$;
comment on function public.personal_data is
  'All that the shop stores about the signed-in user. Mails without their text, which contains secret links.';
grant execute on function public.personal_data to authenticated;

alter function auth.forget_person(uuid) rename to forget_customer;
revoke execute on function auth.forget_customer from auth_service;

-- Security definer, as the function that it completes. Cart, addresses and former emails are deleted with the account.
create function auth.forget_person(person uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform from auth.users where id = person for update;
  delete from public.mails where id in (select id from auth.mails_to_former_emails(person));
  perform auth.forget_customer(person);
end
$$;
comment on function auth.forget_person is
  'Deletes an account and all data that identifies its person, in one transaction.';
grant execute on function auth.forget_person to auth_service;
