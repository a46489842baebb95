-- Orders, their lines, and the stock that they hold during payment. The status of an order follows from the state of its
-- money and its stock (app/domain/order.ts), so that the payment provider's events can arrive in any sequence.

create table public.orders (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  product_name text,
  amount numeric(12, 2) not null,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  tax numeric(12, 2) not null default 0,
  shipping numeric(12, 2) not null default 0,
  purchase text not null default 'cart',
  expires_at timestamptz,
  payment_session_id text,
  payment_id text,
  email text,
  customer_name text,
  phone text,
  shipping_address jsonb,
  sent_at timestamptz,
  browser_id uuid,
  client_network text,
  payment_url text,
  stock text not null default 'held',
  refunded numeric(12, 2) not null default 0,
  dispute text,
  ended text,
  asked_at timestamptz,
  constraint orders_pkey primary key (id),
  constraint orders_payment_session_id_key unique (payment_session_id),
  constraint orders_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint orders_amount_not_negative check (amount >= 0 and tax >= 0 and shipping >= 0),
  constraint orders_purchase_known check (purchase in ('cart', 'buy_now')),
  constraint orders_status_known check (
    status in ('pending', 'completed', 'canceled', 'expired', 'failed', 'refunded', 'disputed')
  ),
  constraint orders_stock_known check (stock in ('held', 'sold', 'released')),
  constraint orders_refunded_not_negative check (refunded >= 0),
  constraint orders_dispute_known check (dispute in ('open', 'won', 'lost')),
  constraint orders_ended_known check (ended in ('canceled', 'expired', 'failed'))
);
comment on table public.orders is 'Spec §3, Order. status is about the payment only, sent_at about the shipment.';
comment on column public.orders.user_id is 'Null for a guest, and after the account was deleted.';
comment on column public.orders.amount is 'Dollars, including tax and shipping.';
comment on column public.orders.expires_at is
  'Its stock is held until then. The payment page is closed then, before the stock is released.';
comment on column public.orders.payment_session_id is 'The provider''s id of the payment page.';
comment on column public.orders.payment_id is 'The provider''s id of the payment, once the order is paid.';
comment on column public.orders.browser_id is
  'The random id, from a cookie, of the browser that placed the order. Requests with it may continue or cancel the payment.';
comment on column public.orders.client_network is
  'The network that the order came from: an IPv4 address, or the first 64 bits of an IPv6 address. Removed after two days.';
comment on column public.orders.payment_url is 'The address of the payment page.';
comment on column public.orders.stock is 'The state of its stock: held for the payment, sold, or released for sale.';
comment on column public.orders.refunded is 'Dollars of its payment that the provider has refunded.';
comment on column public.orders.dispute is 'The state of the dispute about its payment, if there is one.';
comment on column public.orders.ended is 'How its payment page ended without a payment.';
comment on column public.orders.asked_at is 'When the shop last asked the provider about its payment page.';
create index orders_user_id_created_at_idx on public.orders (user_id, created_at desc);
create index orders_created_at_idx on public.orders (created_at desc);
create index orders_open_browser_id_idx on public.orders (browser_id) where status = 'pending';
create index orders_open_client_network_idx on public.orders (client_network) where status = 'pending';
create index orders_open_user_id_idx on public.orders (user_id) where status = 'pending';
create index orders_with_network_created_at_idx on public.orders (created_at) where client_network is not null;
create index orders_payment_id_idx on public.orders (payment_id);
create index orders_pending_idx on public.orders (expires_at) where status = 'pending';
alter table public.orders enable row level security;
create policy "Users can read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Admins can read all orders" on public.orders
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads orders" on public.orders for select to service_role using (true);
create policy "The shop makes orders" on public.orders for insert to service_role with check (true);
create policy "The shop moves orders on" on public.orders for update to service_role using (true) with check (true);
grant select on public.orders to authenticated;
grant select, insert, update on public.orders to service_role;

create table public.order_lines (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  part_id uuid,
  part_name text not null,
  oem_number text,
  part_type text,
  unit_price numeric(12, 2) not null,
  quantity integer not null,
  constraint order_lines_pkey primary key (id),
  constraint order_lines_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade,
  constraint order_lines_part_id_fkey foreign key (part_id) references public.parts_catalog (id) on delete set null,
  constraint order_lines_unit_price_positive check (unit_price > 0),
  constraint order_lines_quantity_positive check (quantity > 0)
);
comment on table public.order_lines is 'Copies of what was bought, so that deleting a part leaves the order as it is.';
create index order_lines_order_id_idx on public.order_lines (order_id);
create index order_lines_part_id_idx on public.order_lines (part_id);
alter table public.order_lines enable row level security;
create policy "Users can read the lines of orders that they can read" on public.order_lines
  for select to authenticated using (exists (select 1 from public.orders where orders.id = order_id));
create policy "The shop reads order lines" on public.order_lines for select to service_role using (true);
create policy "The shop writes order lines" on public.order_lines for insert to service_role with check (true);
grant select on public.order_lines to authenticated;
grant select, insert on public.order_lines to service_role;

create table public.stock_holds (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  part_id uuid,
  quantity integer not null,
  expires_at timestamptz not null,
  outcome text,
  ended_at timestamptz,
  constraint stock_holds_pkey primary key (id),
  constraint stock_holds_order_part_key unique (order_id, part_id),
  constraint stock_holds_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade,
  constraint stock_holds_quantity_positive check (quantity > 0),
  constraint stock_holds_outcome_known check (outcome in ('sold', 'released')),
  constraint stock_holds_ended_with_outcome check ((outcome is null) = (ended_at is null))
);
comment on table public.stock_holds is
  'Parts that are held for a payment in progress. parts_catalog.stock_held is their sum; its constraint keeps it within stock.';
comment on column public.stock_holds.part_id is
  'Not a foreign key: the part may be deleted and restored while it is held. Null in old holds of deleted parts.';
create index stock_holds_part_id_idx on public.stock_holds (part_id);
create index stock_holds_open_idx on public.stock_holds (expires_at) where outcome is null;
create index stock_holds_open_part_id_idx on public.stock_holds (part_id) where outcome is null;
alter table public.stock_holds enable row level security;
create policy "Admins can read stock holds" on public.stock_holds
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads stock holds" on public.stock_holds for select to service_role using (true);
create policy "The shop makes stock holds" on public.stock_holds for insert to service_role with check (true);
create policy "The shop ends stock holds" on public.stock_holds for update to service_role using (true) with check (true);
grant select on public.stock_holds to authenticated;
grant select, insert on public.stock_holds to service_role;
grant update (outcome, ended_at) on public.stock_holds to service_role;
