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
  terms_version integer,
  warranty_version integer,
  -- What was decided when an order was priced: where it goes, by which settings, and the amounts of each line.
  fulfillment text not null default 'ship',
  ship_to jsonb,
  pickup_location text,
  settings_version integer,
  core numeric(12, 2) not null default 0,
  core_return_days integer,
  days_min integer,
  days_max integer,
  -- status is about the payment only, progress is about the parts. Both follow from facts (app/domain/order.ts,
  -- app/domain/order-progress.ts).
  number bigint not null generated always as identity (start with 10001),
  paid_at timestamptz,
  progress text,
  ready_at timestamptz,
  ship_by timestamptz,
  -- What the payment provider thinks of the payment. The order may wait for a person because of it.
  risk jsonb,
  review text,
  -- Quotes, and sales at the counter. A quote is a pending order that waits longer for its buyer: its stock is held, its
  -- taxes are kept, and its payment is applied as those of all orders. A sale at the counter is an order that staff say is
  -- paid: its payment_id begins with 'counter:', and no provider knows it.
  payment_method text,
  payment_reference text,
  confirmation_id uuid,
  joined_at timestamptz,
  return_terms jsonb,
  core_reminded_at timestamptz,
  -- California's battery fee is an amount of its own (docs/restricted-parts.md).
  battery_fee numeric(12, 2) not null default 0,
  charged numeric(12,2),
  -- Deleting an account erases the person's data at once. Only name, address, phone and email stay with a paid order until it
  -- has shipped, and no refund or return is under way (docs/accounts.md).
  buyer_left boolean not null default false,
  refunded_tax numeric(12, 2) not null default 0,
  -- An order that was paid with another amount or currency waits until a person has decided (docs/orders.md). What was paid is
  -- what can be refunded.
  charged_currency text,
  amount_review text,
  constraint orders_pkey primary key (id),
  constraint orders_payment_session_id_key unique (payment_session_id),
  constraint orders_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint orders_stock_known check (stock in ('held', 'sold', 'released')),
  constraint orders_dispute_known check (dispute in ('open', 'won', 'lost')),
  constraint orders_ended_known check (ended in ('canceled', 'expired', 'failed')),
  constraint orders_fulfillment_known check (fulfillment in ('ship', 'pickup')),
  constraint orders_ship_to_object check (jsonb_typeof(ship_to) = 'object'),
  constraint orders_place_of_fulfillment check (
    case fulfillment when 'pickup' then pickup_location is not null and ship_to is null else pickup_location is null end
  ),
  constraint orders_progress_known check (
    progress in (
      'to_pack', 'packed', 'partly_shipped', 'shipped', 'ready', 'delivered', 'picked_up', 'canceled'
    )
  ),
  constraint orders_number_key unique (number),
  constraint orders_risk_object check (jsonb_typeof(risk) = 'object'),
  constraint orders_review_known check (review in ('checking', 'waiting', 'released')),
  constraint orders_purchase_known check (purchase in ('cart', 'buy_now', 'quote', 'counter')),
  constraint orders_payment_method_known check (payment_method in ('cash', 'card')),
  constraint orders_payment_reference_bounded check (
    payment_reference is null or (payment_method is not null and length(payment_reference) between 1 and 60)
  ),
  constraint orders_return_terms_object check (jsonb_typeof(return_terms) = 'object'),
  -- The database itself refuses what cannot be, also from its owner: by checks where a row can tell, else by triggers.
  -- PostgreSQL reads the text of each check for each statement. So those of many columns are short.
  -- app/domain/order.ts computes the same.
  constraint orders_status_of_facts check (
    status = case
      when dispute in ('open', 'lost') then 'disputed'
      when refunded > 0 and refunded >= coalesce(charged, amount) then 'refunded'
      when stock = 'sold' then 'completed'
      when payment_id is not null then 'canceled'
      else coalesce(ended, 'pending')
    end
  ),
  constraint orders_paid_by_payment check ((payment_id is null) = (paid_at is null)),
  -- A dispute may arrive before its payment.
  constraint orders_sold_for_money check (stock <> 'sold' or payment_id is not null or dispute is not null),
  constraint orders_progress_of_sale check (
    case when progress is null
      then ship_by is null and ready_at is null and sent_at is null
      else payment_id is not null and stock = 'sold'
    end
  ),
  -- A clock that was set back must not keep an order from being handed over.
  constraint orders_sent_after_payment check (sent_at >= paid_at - interval '24 hours'),
  constraint orders_counter_payment check (
    payment_id <> '' and (payment_method is not null) = coalesce(starts_with(payment_id, 'counter:'), false)
  ),
  constraint orders_amounts_in_range check (
    least(tax, shipping, core, battery_fee, refunded, charged) >= 0 and amount < 100000000 and charged < 1000000000
  ),
  constraint orders_parts_within_amount check (tax + shipping + core + battery_fee <= amount),
  constraint orders_refunded_within_payment check (refunded <= coalesce(charged, amount)),
  constraint orders_core_return_days_of_core check (
    core_return_days is null or core_return_days between 1 and 3660 and core > 0
  ),
  constraint orders_days_in_order check (
    (days_min is null) = (days_max is null) and 0 <= days_min and days_min <= days_max and days_max <= 3660
  ),
  constraint orders_expiry_of_purchase check (
    expires_at <= created_at + case purchase when 'quote' then interval '17568 hours' else interval '168 hours' end
  ),
  constraint orders_times_plausible check (
    least(created_at, expires_at, paid_at, sent_at, ready_at, ship_by, asked_at, joined_at, core_reminded_at)
      >= '2000-01-01 00:00Z'
    and greatest(created_at, expires_at, paid_at, sent_at, ready_at, ship_by, asked_at, joined_at, core_reminded_at)
      < '2200-01-01 00:00Z'
  ),
  constraint orders_versions_in_range check (
    least(settings_version, terms_version, warranty_version) > 0
    and greatest(settings_version, terms_version, warranty_version) <= 10000000
  ),
  constraint orders_texts_bounded check (
    length(concat(
      product_name, email, customer_name, phone, payment_session_id, payment_id, payment_url, client_network,
      pickup_location, shipping_address, ship_to, risk, return_terms
    )) <= 50000
  ),
  constraint orders_shipping_address_object check (jsonb_typeof(shipping_address) = 'object'),
  constraint orders_buyer_left_without_account check (not buyer_left or user_id is null),
  constraint orders_refunded_tax_in_range check (refunded_tax between 0 and tax),
  constraint orders_charged_currency_known check (charged_currency ~ '^[a-z]{3}$' and charged_currency <> 'usd'),
  constraint orders_amount_review_known check (amount_review in ('waiting', 'accepted')),
  -- Without a payment there is nothing to decide about.
  constraint orders_other_amount_of_payment check (
    payment_id is not null or charged is null and charged_currency is null and amount_review is null
  )
);
comment on table public.orders is 'Spec §3, Order. status is about the payment only, sent_at about the shipment.';
comment on column public.orders.user_id is 'Null for a guest, and after the account was deleted.';
comment on column public.orders.amount is 'Dollars, including tax and shipping.';
comment on column public.orders.expires_at is
  'Its stock is held until then. The payment page is closed then, before the stock is released.';
comment on column public.orders.payment_session_id is 'The provider''s id of the payment page.';
comment on column public.orders.payment_id is 'The provider''s id of the payment, once the order is paid.';
comment on column public.orders.sent_at is 'When the last of its parts left the shop.';
comment on column public.orders.browser_id is
  'The random id, from a cookie, of the browser that placed the order. Requests with it may continue or cancel the payment.';
comment on column public.orders.client_network is
  'The network that the order came from: an IPv4 address, or the first 64 bits of an IPv6 address. Removed after two days.';
comment on column public.orders.payment_url is 'The address of the payment page.';
comment on column public.orders.stock is 'The state of its stock: held for the payment, sold, or released for sale.';
comment on column public.orders.refunded is 'Dollars of its payment that the provider has refunded. Never more than was paid.';
comment on column public.orders.dispute is 'The state of the dispute about its payment, if there is one.';
comment on column public.orders.ended is 'How its payment page ended without a payment.';
comment on column public.orders.asked_at is 'When the shop last asked the provider about its payment page.';
comment on column public.orders.terms_version is
  'The version of the terms that the buyer accepted. Null for the text that the shop is delivered with.';
comment on column public.orders.warranty_version is 'As terms_version, of the warranty.';
comment on column public.orders.fulfillment is 'Whether it is shipped or picked up.';
comment on column public.orders.ship_to is
  'The place that it was priced for: country, state, zip, place, liftgate, poBox. Null if the cart did not ask.';
comment on column public.orders.pickup_location is 'The name of a location in the settings at that time.';
comment on column public.orders.settings_version is
  'The settings that it was priced by. Null for orders from before there were settings.';
comment on column public.orders.core is 'Dollars of its amount for core charges, without their tax.';
comment on column public.orders.core_return_days is 'Days from the payment until the cores are due. Null without core charges.';
comment on column public.orders.days_min is
  'Business days until it arrives, at least. Null if the settings do not say how long it takes.';
comment on column public.orders.days_max is 'As days_min, at most.';
comment on column public.orders.number is 'The number that people say, as PY-10423.';
comment on column public.orders.paid_at is 'When the shop learned of its payment.';
comment on column public.orders.progress is 'Null until it is paid and its parts are sold.';
comment on column public.orders.ready_at is 'When its parts lay ready to be picked up.';
comment on column public.orders.ship_by is 'The shop promises to ship it, or to have it ready, by then.';
comment on column public.orders.risk is
  'The provider''s rating of the payment, and its checks of the card. app/domain/payment-risk.ts has its fields.';
comment on column public.orders.review is
  'checking: the provider is being asked. waiting: doubtful, nothing may be packed. released: by a person. Null: no doubt, or below the amount of the settings.';
comment on column public.orders.payment_method is
  'How it was paid at the counter: in cash, or by card at the shop''s own terminal. Null: through the payment provider.';
comment on column public.orders.payment_reference is 'What staff typed about it, such as the last digits of the card.';
comment on column public.orders.confirmation_id is
  'The mail to the buyer that confirmed the payment. Other mails follow it. No foreign key: the order outlives the mail.';
comment on column public.orders.joined_at is 'When the order of a guest joined the account. Null: placed with it, or by a guest.';
comment on column public.orders.return_terms is
  'The terms of returns when it was placed: business.returns of the settings. Null: placed before they were kept.';
comment on column public.orders.core_reminded_at is 'When the buyer was reminded to send the cores back.';
comment on column public.orders.battery_fee is 'Dollars of its amount for the California battery fee. It has no tax.';
comment on column public.orders.charged is
  'What was paid, if that is not the amount of the order: dollars, or units of charged_currency.';
comment on column public.orders.buyer_left is
  'The buyer has deleted the account. Name, address, phone and email go when the order needs them no more.';
comment on column public.orders.refunded_tax is 'Dollars of its tax that the provider has refunded. note_refunded_tax sets it.';
comment on column public.orders.charged_currency is 'The currency of its payment, if that is not the dollar.';
comment on column public.orders.amount_review is
  'waiting: another amount or currency was paid, and nothing leaves until a person has decided. accepted: a person has accepted it.';
create index orders_user_id_created_at_idx on public.orders (user_id, created_at desc);
create index orders_created_at_idx on public.orders (created_at desc);
create index orders_open_client_network_idx on public.orders (client_network) where status = 'pending';
create index orders_open_user_id_idx on public.orders (user_id) where status = 'pending';
create index orders_with_network_created_at_idx on public.orders (created_at) where client_network is not null;
create index orders_payment_id_idx on public.orders (payment_id);
create index orders_pending_idx on public.orders (expires_at) where status = 'pending';
create index orders_paid_number_idx on public.orders (number desc) where payment_id is not null;
create index orders_progress_number_idx on public.orders (progress, number desc) where progress is not null;
create index orders_open_ship_by_idx on public.orders (ship_by, number)
  where progress in ('to_pack', 'packed', 'partly_shipped');
create index orders_guest_email_idx on public.orders (lower(email), created_at desc) where user_id is null;
create index orders_to_ship_idx on public.orders (ship_by, number)
  where status = 'completed' and progress in ('to_pack', 'packed', 'partly_shipped', 'ready');
create index orders_with_problem_idx on public.orders (number desc)
  where payment_id is not null and (
    dispute in ('open', 'lost') or status = 'canceled'
    or (status = 'refunded' and progress in ('to_pack', 'packed', 'partly_shipped', 'ready'))
  );
-- user_id is in the policy of orders. With it, a range of days is read from the index alone.
create index orders_placed_idx on public.orders (created_at) include (number, user_id) where payment_id is not null;
create index orders_email_idx on public.orders (lower(email)) where payment_id is not null;
create index orders_paid_at_idx on public.orders (paid_at, number) where paid_at is not null;
create index orders_in_review_idx on public.orders (number) where review in ('checking', 'waiting');
create index orders_quotes_idx on public.orders (number desc) where purchase = 'quote';
create index orders_core_due_idx on public.orders (paid_at)
  where core_return_days is not null and core_reminded_at is null and payment_id is not null;
-- Days are in the shop's time zone, as in the sales tax report.
create index orders_battery_fee_idx on public.orders (created_at) where battery_fee > 0;
-- The query for a browser's earlier orders also looks for paid ones.
create index orders_browser_id_idx on public.orders (browser_id) where browser_id is not null;
create index orders_buyer_left_idx on public.orders (id)
  where buyer_left and num_nonnulls(email, customer_name, phone, shipping_address) > 0;
alter table public.orders enable row level security;
create policy "Users can read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Staff can read all orders" on public.orders
  for select to authenticated using ((select public.is_staff()));
create policy "The shop reads orders" on public.orders for select to service_role using (true);
-- Only staff make these orders. app.user_id says who.
create policy "The shop makes orders" on public.orders for insert to service_role with check (purchase not in ('quote', 'counter') or (select public.is_staff()));
create policy "The shop moves orders on" on public.orders for update to service_role using (true) with check (true);
create policy "Staff can move orders on" on public.orders
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
grant select on public.orders to authenticated, service_role;
grant update (sent_at, progress, ready_at, ship_by, review, amount_review) on public.orders to authenticated;
grant insert, update, update (charged, charged_currency, amount_review) on public.orders to service_role;
grant select (id, amount, status, created_at, tax, shipping, email, customer_name, phone, shipping_address, sent_at,
  refunded, dispute, fulfillment, pickup_location, core, number, paid_at, progress, ready_at, ship_by, review, battery_fee,
  amount_review) on public.orders to api_client;

create trigger write_review_topic after update of review on public.orders
  for each row when (new.review is distinct from old.review)
  execute function public.write_live_topic('admin:orders');
create trigger write_quotes_topic after update of status on public.orders
  for each row when (new.purchase = 'quote' and new.status <> old.status)
  execute function public.write_live_topic('admin:quotes');

create table public.order_lines (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  part_id uuid,
  part_name text not null,
  oem_number text,
  part_type text,
  unit_price numeric(12, 2) not null,
  quantity integer not null,
  shipping numeric(12, 2),
  tax numeric(12, 2),
  core numeric(12, 2) not null default 0,
  core_tax numeric(12, 2) not null default 0,
  refunds_core_tax boolean not null default true,
  shipping_class text,
  vehicle text,
  packed integer not null default 0,
  canceled integer not null default 0,
  -- Orders keep what was sold.
  origin text,
  rebuilder text,
  stock_number text,
  mileage integer,
  grade text,
  warranty text,
  battery_fee numeric(12, 2) not null default 0,
  refunds_battery_fee boolean not null default false,
  shipped integer not null default 0,
  returned integer not null default 0,
  restocked integer not null default 0,
  lost integer not null default 0,
  refunded integer not null default 0,
  cores_refunded integer not null default 0,
  constraint order_lines_pkey primary key (id),
  constraint order_lines_unit_price_positive check (unit_price > 0),
  constraint order_lines_quantity_positive check (quantity > 0),
  constraint order_lines_shipping_class_known check (
    shipping_class in ('parcel', 'oversize', 'freight', 'pickup')
  ),
  constraint order_lines_units_in_range check (
    shipped >= 0 and shipped <= packed and canceled >= 0 and packed + canceled <= quantity
  ),
  constraint order_lines_returned_were_shipped check (returned between 0 and shipped),
  constraint order_lines_units_back_once check (
    restocked >= 0 and lost >= 0 and restocked + lost <= canceled + returned
  ),
  constraint order_lines_refunded_once check (
    refunded between 0 and quantity and cores_refunded between 0 and quantity
  ),
  constraint order_lines_refunded_not_to_ship check (refunded <= canceled + shipped),
  constraint order_lines_amounts_in_range check (
    least(shipping, tax, core, core_tax, battery_fee) >= 0
    and greatest(unit_price, shipping, tax, core, core_tax, battery_fee) < 100000000
  ),
  constraint order_lines_numbers_in_range check (quantity <= 100000 and mileage between 0 and 9999999),
  constraint order_lines_texts_bounded check (
    part_name <> '' and length(concat(
      part_name, oem_number, part_type, origin, rebuilder, stock_number, grade, warranty, vehicle
    )) <= 100000
  ),
  -- What belongs to the money of an order keeps the order from being deleted. Links, photographs and the words of the search
  -- go with it (docs/security.md).
  constraint order_lines_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict
);
comment on table public.order_lines is 'Copies of what was bought, so that deleting a part leaves the order as it is.';
comment on column public.order_lines.part_id is
  'Not a foreign key: the part may be hidden, or deleted and restored, and units of it may still come back.';
comment on column public.order_lines.shipping is 'Dollars. Null in orders from before lines had it.';
comment on column public.order_lines.tax is
  'Dollars, on the parts and on their shipping where it is taxed. Null in orders from before lines had it.';
comment on column public.order_lines.core is 'Dollars for the core charges of all pieces.';
comment on column public.order_lines.core_tax is 'Dollars of tax on the core charges.';
comment on column public.order_lines.refunds_core_tax is 'Whether a returned core also brings its tax back.';
comment on column public.order_lines.shipping_class is 'How it is sent. Null in orders from before lines had it.';
comment on column public.order_lines.vehicle is 'The vehicle that it is listed for, as 2012 Honda Accord.';
comment on column public.order_lines.packed is 'Units that were packed, shipped ones included.';
comment on column public.order_lines.canceled is 'Units that will not be shipped.';
comment on column public.order_lines.origin is 'Null: sold before it was kept; the condition tells.';
comment on column public.order_lines.warranty is
  'The text at the time of sale, as in 90 days, or 12 to 36 months where the shop knew no more. Null only if an older process of the shop wrote it.';
comment on column public.order_lines.battery_fee is 'Dollars of California battery fee for all pieces.';
comment on column public.order_lines.refunds_battery_fee is
  'Whether a battery that is returned without a fault of the shop also brings the fee back.';
comment on column public.order_lines.shipped is 'Units that left the shop, whether they came back or not.';
comment on column public.order_lines.returned is 'Shipped units that came back to the shop.';
comment on column public.order_lines.restocked is 'Canceled and returned units that went back into stock.';
comment on column public.order_lines.lost is 'Canceled and returned units that were not found, or are not fit for sale.';
comment on column public.order_lines.refunded is 'Units in refunds that have not failed.';
comment on column public.order_lines.cores_refunded is 'Units whose core charge alone is in refunds that have not failed.';
create index order_lines_order_id_idx on public.order_lines (order_id);
create index order_lines_part_id_idx on public.order_lines (part_id);
alter table public.order_lines enable row level security;
create policy "Users can read the lines of orders that they can read" on public.order_lines
  for select to authenticated using (exists (select 1 from public.orders where orders.id = order_id));
create policy "The shop reads order lines" on public.order_lines for select to service_role using (true);
create policy "The shop writes order lines" on public.order_lines for insert to service_role with check (true);
-- The lines and taxes of a changed quote are written anew, by the shop for a member of staff.
create policy "The shop deletes lines of open quotes for staff" on public.order_lines
  for delete to service_role using (
    (select public.is_staff())
    and exists (select from public.orders where id = order_id and purchase = 'quote' and status = 'pending')
  );
grant select on public.order_lines to authenticated, service_role;
grant insert, delete on public.order_lines to service_role;
grant select (id, order_id, part_id, part_name, oem_number, part_type, unit_price, quantity, vehicle, packed, canceled,
  stock_number, shipped, returned, restocked, lost, refunded) on public.order_lines to api_client;

create table public.stock_holds (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  part_id uuid,
  quantity integer not null,
  expires_at timestamptz not null,
  outcome text,
  ended_at timestamptz,
  constraint stock_holds_pkey primary key (id),
  constraint stock_holds_quantity_positive check (quantity > 0),
  constraint stock_holds_outcome_known check (outcome in ('sold', 'released')),
  constraint stock_holds_ended_with_outcome check ((outcome is null) = (ended_at is null)),
  constraint stock_holds_quantity_bounded check (quantity <= 10000000),
  constraint stock_holds_times_plausible check (least(expires_at, ended_at) >= '2000-01-01 00:00Z'
    and greatest(expires_at, ended_at) < '2200-01-01 00:00Z'),
  constraint stock_holds_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict
);
comment on table public.stock_holds is
  'Parts that are held for a payment in progress. parts_catalog.stock_held is their sum; its constraint keeps it within stock.';
comment on column public.stock_holds.part_id is
  'Not a foreign key: the part may be deleted and restored while it is held. Null in old holds of deleted parts.';
create index stock_holds_part_id_idx on public.stock_holds (part_id);
create index stock_holds_open_idx on public.stock_holds (expires_at) where outcome is null;
create index stock_holds_open_part_id_idx on public.stock_holds (part_id) where outcome is null;
create unique index stock_holds_open_order_part_key on public.stock_holds (order_id, part_id) where outcome is null;
create index stock_holds_order_id_idx on public.stock_holds (order_id);
alter table public.stock_holds enable row level security;
create policy "Staff can read stock holds" on public.stock_holds
  for select to authenticated using ((select public.is_staff()));
create policy "The shop reads stock holds" on public.stock_holds for select to service_role using (true);
create policy "The shop makes stock holds" on public.stock_holds for insert to service_role with check (true);
create policy "The shop ends stock holds" on public.stock_holds for update to service_role using (true) with check (true);
grant select on public.stock_holds to authenticated, service_role;
grant insert, update (outcome, ended_at) on public.stock_holds to service_role;

create table public.sold_vins (
  line_id uuid not null,
  vin text not null,
  constraint sold_vins_pkey primary key (line_id),
  constraint sold_vins_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete cascade
);
comment on table public.sold_vins is 'The donor vehicle''s VIN of a part in an order, for its warranty.';
alter table public.sold_vins enable row level security;
create policy "Staff can read the VINs of orders" on public.sold_vins
  for select to authenticated using ((select public.is_staff()));
create policy "The shop keeps the VINs of orders" on public.sold_vins for insert to service_role with check (true);
grant select on public.sold_vins to authenticated;
grant insert on public.sold_vins to service_role;

-- Security definer: it compares all lines, whatever the role may read.
create function public.check_battery_fee() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  order_key uuid := case tg_table_name when 'orders' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'order_id' end;
begin
  if exists (
    select from public.orders
    where id = order_key
      and battery_fee <> (select coalesce(sum(battery_fee), 0) from public.order_lines where order_id = order_key)
  ) then
    raise exception 'The battery fees of the lines do not add up to that of the order'
      using errcode = '23514', constraint = 'orders_battery_fee_adds_up';
  end if;
  return null;
end
$$;

create constraint trigger orders_battery_fee_adds_up after insert or update of battery_fee on public.orders
  deferrable initially deferred for each row when (new.battery_fee > 0)
  execute function public.check_battery_fee();
create constraint trigger order_lines_battery_fee_adds_up after insert or update of battery_fee on public.order_lines
  deferrable initially deferred for each row when (new.battery_fee > 0)
  execute function public.check_battery_fee();

create function public.write_order_lines(of_order uuid, new_lines jsonb) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  insert into public.order_lines (
    order_id, part_id, part_name, oem_number, part_type, origin, rebuilder, stock_number, mileage, grade, warranty,
    vehicle, unit_price, quantity, shipping, tax, core, core_tax, refunds_core_tax, battery_fee, refunds_battery_fee,
    shipping_class
  )
  select of_order, part_id, part_name, oem_number, part_type, origin, rebuilder, stock_number, mileage, grade, warranty,
    vehicle, unit_price, quantity, shipping, tax, core, core_tax, refunds_core_tax, battery_fee, refunds_battery_fee,
    shipping_class
  from jsonb_populate_recordset(null::public.order_lines, new_lines);
  insert into public.sold_vins (line_id, vin)
  select lines.id, facts.donor_vin
  from public.order_lines as lines join public.part_private_facts as facts on facts.part_id = lines.part_id
  where lines.order_id = of_order and facts.donor_vin is not null;
end
$$;
grant execute on function public.write_order_lines to service_role;

create function public.write_order(new_order jsonb, new_lines jsonb) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  agreed public.orders := jsonb_populate_record(null::public.orders, new_order);
begin
  insert into public.orders (
    id, user_id, browser_id, client_network, purchase, created_at, product_name, amount, tax, shipping, core,
    battery_fee, core_return_days, return_terms, days_min, days_max, fulfillment, ship_to, pickup_location,
    settings_version, expires_at, email, customer_name, phone, terms_version, warranty_version
  ) values (
    agreed.id, agreed.user_id, agreed.browser_id, agreed.client_network, agreed.purchase, now(), agreed.product_name,
    agreed.amount, agreed.tax, agreed.shipping, agreed.core, agreed.battery_fee, agreed.core_return_days,
    agreed.return_terms, agreed.days_min, agreed.days_max, agreed.fulfillment, agreed.ship_to, agreed.pickup_location,
    agreed.settings_version, agreed.expires_at, agreed.email, agreed.customer_name, agreed.phone,
    (select max(version) from public.legal_texts where page = 'terms'),
    (select max(version) from public.legal_texts where page = 'warranty')
  );
  perform public.write_order_lines(agreed.id, new_lines);
end
$$;
comment on function public.write_order is 'Writes an order with its lines. Their names are those of the columns.';
grant execute on function public.write_order to service_role;

create function public.held_by_orders(of_orders uuid[]) returns jsonb
  language plpgsql stable
  set search_path = ''
as $$
declare
  held jsonb;
begin
  -- Most holders hold nothing.
  if cardinality(of_orders) > 0 then
    select jsonb_build_object(
      'lines', sum(held_parts.lines), 'pieces', sum(held_parts.pieces),
      'cents', round(sum(amount - tax - shipping - core - battery_fee) * 100),
      'secondsLeft', ceil(extract(epoch from min(orders.expires_at) - clock_timestamp()))
    ) into held
    from public.orders, lateral (
      select count(*) as lines, sum(quantity) as pieces from public.stock_holds
      where order_id = orders.id and outcome is null
    ) as held_parts
    where orders.id = any (of_orders) and held_parts.lines > 0
    having count(*) > 0;
  end if;
  return coalesce(held, '{"lines": 0, "pieces": 0, "cents": 0, "secondsLeft": 0}');
end
$$;
comment on function public.held_by_orders is 'What orders hold, the price of it, and how long the first of them holds it.';
grant execute on function public.held_by_orders to service_role;

-- The checkout writes a purchase by one call, so that buyers do not wait for locks while the process is busy. Returns what
-- the payment page needs.
create function public.place_order(
  new_order jsonb, new_lines jsonb, new_taxes jsonb, new_holds jsonb, known_orders uuid[], rooms jsonb
) returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  browser constant uuid := new_order ->> 'browser_id';
  account constant uuid := new_order ->> 'user_id';
  network constant text := new_order ->> 'client_network';
  held jsonb[];
  locked integer;
begin
  -- The page's address is saved before anyone gets it, and that commit waits for this one. So this commit need not wait
  -- for the disk, with locks that other buyers wait for.
  perform set_config('synchronous_commit', 'off', true);

  -- Always in this sequence, and before any part, to prevent deadlocks.
  perform pg_advisory_xact_lock(hashtextextended('checkout ' || browser, 0));
  if account is null then
    perform pg_advisory_xact_lock(hashtextextended('holds browser ' || browser, 0));
    perform pg_advisory_xact_lock(hashtextextended('holds network ' || network, 0));
  else
    perform pg_advisory_xact_lock(hashtextextended('holds account ' || account, 0));
    perform pg_advisory_xact_lock(hashtextextended('holds network-accounts ' || network, 0));
  end if;

  if exists (
    select from public.orders
    where status = 'pending' and browser_id = browser and purchase = new_order ->> 'purchase'
      and id <> all (known_orders)
  ) or not exists (
    select from public.shop_settings where version = (new_order ->> 'settings_version')::integer
  ) then
    return '{"outcome": "changed"}';
  end if;

  if account is null then
    held := array[
      public.held_by_orders(array(
        select id from public.orders where status = 'pending' and browser_id = browser and user_id is null
      )),
      public.held_by_orders(array(
        select id from public.orders where status = 'pending' and client_network = network and user_id is null
      ))
    ];
  else
    held := array[
      public.held_by_orders(array(select id from public.orders where status = 'pending' and user_id = account)),
      public.held_by_orders(array(
        select id from public.orders where status = 'pending' and client_network = network and user_id is not null
      ))
    ];
  end if;
  if exists (
    select from unnest(held) with ordinality as one (amount, place),
      lateral jsonb_to_record(rooms -> (one.place - 1)::integer) as room (lines bigint, pieces bigint, cents bigint),
      lateral jsonb_to_record(one.amount) as own (lines bigint, pieces bigint, cents bigint)
    where own.pieces > 0 and (own.lines > room.lines or own.pieces > room.pieces or own.cents > room.cents)
  ) then
    return jsonb_build_object('outcome', 'refused', 'held', to_jsonb(held));
  end if;

  select count(*) into locked from (
    select from public.parts_catalog as parts
    join jsonb_to_recordset(new_holds) as asked (part_id uuid, quantity integer, facts text) on asked.part_id = parts.id
    where parts.stock_quantity - parts.stock_held >= asked.quantity and public.sale_facts(parts) = asked.facts
    -- Two purchases must not wait for each other.
    order by parts.id
    for no key update of parts
  ) as parts;
  if locked < jsonb_array_length(new_holds) then
    return '{"outcome": "changed"}';
  end if;

  perform public.write_order(new_order, new_lines);
  if jsonb_array_length(new_taxes) > 0 then
    insert into public.order_taxes (order_id, position, level, name, state, rate, taxable, exempt, tax, certificate_id)
    select order_id, position, level, name, state, rate, taxable, exempt, tax, certificate_id
    from jsonb_populate_recordset(null::public.order_taxes, new_taxes);
  end if;
  insert into public.stock_holds (order_id, part_id, quantity, expires_at)
  select (new_order ->> 'id')::uuid, part_id, quantity, (new_order ->> 'expires_at')::timestamptz
  from jsonb_to_recordset(new_holds) as asked (part_id uuid, quantity integer);
  update public.parts_catalog as parts set stock_held = stock_held + asked.quantity
  from jsonb_to_recordset(new_holds) as asked (part_id uuid, quantity integer)
  where parts.id = asked.part_id;
  return jsonb_build_object('outcome', 'placed', 'request', public.payment_request((new_order ->> 'id')::uuid));
end
$$;
comment on function public.place_order is
  'Writes a priced purchase and holds its parts, unless something has changed since it was priced, or its holders would hold more than rooms has: what the browser or account, and the network, may hold already.';
grant execute on function public.place_order to service_role;

-- Security definer: only the job service reads the queue.
create function public.add_jobs_of_ended_holds() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job('end-hold', json_build_object('orderId', id), 'hold:' || id)
  from public.orders
  where status = 'pending' and expires_at <= now() and (asked_at is null or asked_at < expires_at)
    and not exists (select from graphile_worker.jobs where key = 'hold:' || orders.id);
end
$$;
comment on function public.add_jobs_of_ended_holds is
  'Adds a job for each order that was not paid in time, once: reconciliation asks again about payments in progress.';
grant execute on function public.add_jobs_of_ended_holds to service_role;

-- What arrives at the same time has one effect: the first checkouts of a browser, the questions of a person about a part, and
-- a payment event that the shop finds while the provider delivers it.
create table public.browser_keys (
  key uuid not null,
  browser_id uuid not null default gen_random_uuid(),
  made_at timestamptz not null default now(),
  constraint browser_keys_pkey primary key (key)
);
comment on table public.browser_keys is
  'Keys that browsers make before they have a cookie. In its first seconds, a key stands for the cookie (docs/payments.md).';
comment on column public.browser_keys.browser_id is 'As in orders. The first answer to the browser sets it as its cookie.';
comment on column public.browser_keys.made_at is 'When the key was first used.';
create index browser_keys_made_at_idx on public.browser_keys (made_at);
alter table public.browser_keys enable row level security;
create policy "The shop reads keys of browsers" on public.browser_keys for select to service_role using (true);
create policy "The shop adds keys of browsers" on public.browser_keys for insert to service_role with check (true);
create policy "The shop forgets keys of browsers" on public.browser_keys for delete to service_role using (true);
grant select, insert (key), delete on public.browser_keys to service_role;

-- Security definer: who holds stock may not read all orders. No foreign key can say this: a part may be deleted while it is
-- held. A checkout has locked the part and written the order, so both are at hand.
create function public.check_new_hold() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not exists (select from public.parts_catalog where id = new.part_id) then
    raise foreign_key_violation using
      message = 'a part that does not exist cannot be held', constraint = 'stock_holds_part_exists';
  end if;
  if new.outcome is null and not exists (select from public.orders where id = new.order_id and stock = 'held') then
    raise check_violation using
      message = 'the order holds no stock any more', constraint = 'stock_holds_of_open_order';
  end if;
  return new;
end
$$;

create trigger check_new_hold before insert on public.stock_holds
  for each row execute function public.check_new_hold();

-- Security definer, as check_new_hold(). At the end of the transaction: holds and order change one after the other.
create function public.check_held_stock() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if exists (
    select from public.orders join public.stock_holds as holds on holds.order_id = orders.id
    where orders.id = (to_jsonb(new) ->> tg_argv[0])::uuid
      and (holds.outcome is null and orders.stock <> 'held' or holds.outcome = 'sold' and orders.stock <> 'sold')
  ) then
    raise check_violation using
      message = 'the stock of the order is not what its holds say', constraint = 'orders_stock_of_holds';
  end if;
  return null;
end
$$;

create constraint trigger check_held_stock after update of stock on public.orders deferrable initially deferred
  for each row when (new.stock <> old.stock) execute function public.check_held_stock('id');
create constraint trigger check_ended_hold after update of outcome on public.stock_holds deferrable initially deferred
  for each row when (new.outcome is distinct from old.outcome and new.outcome is distinct from 'released')
  execute function public.check_held_stock('order_id');

-- Security definer, as check_new_hold(). At the end of the transaction: the payment provider's report comes first, in either table.
create function public.check_disputed_order() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if exists (
    select from public.orders where id = new.id and dispute is not null
      and not exists (select from public.disputes where order_id = new.id and state = orders.dispute)
  ) then
    raise check_violation using
      message = 'the order has no such dispute', constraint = 'orders_dispute_reported';
  end if;
  return null;
end
$$;

create constraint trigger check_disputed_order after insert or update of dispute on public.orders
  deferrable initially deferred for each row when (new.dispute is not null)
  execute function public.check_disputed_order();
