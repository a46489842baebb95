-- The database itself refuses what cannot be, also from its owner: by checks where a row can tell, else by triggers. What
-- belongs to an order's money keeps the order from being deleted (docs/security.md).

alter table public.orders add column charged numeric(12,2);
comment on column public.orders.charged is
  'Dollars that the provider says were paid, if that is not the amount of the order. An alert was raised then.';
grant update (charged) on public.orders to service_role;
comment on column public.orders.refunded is
  'Dollars of its payment that the provider has refunded. Never more than was paid.';

-- Holds from before 0007_orders.sql may have no end.
update public.stock_holds set expires_at = '2199-12-31 00:00Z' where expires_at >= '2200-01-01 00:00Z';

-- Existing rows do not stop the migration: the end of this file validates each constraint where the rows allow it.

-- PostgreSQL reads the text of each check for each statement. So those of many columns are short, and replace earlier ones.
alter table public.orders
  drop constraint orders_status_known,
  -- app/domain/order.ts computes the same.
  add constraint orders_status_of_facts check (
    status = case
      when dispute in ('open', 'lost') then 'disputed'
      when refunded > 0 and refunded >= coalesce(charged, amount) then 'refunded'
      when stock = 'sold' then 'completed'
      when payment_id is not null then 'canceled'
      else coalesce(ended, 'pending')
    end
  ) not valid,
  add constraint orders_paid_by_payment check ((payment_id is null) = (paid_at is null)) not valid,
  -- A dispute may arrive before its payment.
  add constraint orders_sold_for_money check (stock <> 'sold' or payment_id is not null or dispute is not null) not valid,
  add constraint orders_progress_of_sale check (
    case when progress is null
      then ship_by is null and ready_at is null and sent_at is null
      else payment_id is not null and stock = 'sold'
    end
  ) not valid,
  -- A clock that was set back must not keep an order from being handed over.
  add constraint orders_sent_after_payment check (sent_at >= paid_at - interval '24 hours') not valid,
  add constraint orders_counter_payment check (
    payment_id <> '' and (payment_method is not null) = coalesce(starts_with(payment_id, 'counter:'), false)
  ) not valid,
  drop constraint orders_amount_not_negative,
  drop constraint orders_core_not_negative,
  drop constraint orders_refunded_not_negative,
  drop constraint orders_battery_fee_within_amount,
  add constraint orders_amounts_in_range check (
    least(tax, shipping, core, battery_fee, refunded, charged) >= 0 and amount < 100000000 and charged < 1000000000
  ) not valid,
  add constraint orders_parts_within_amount check (tax + shipping + core + battery_fee <= amount) not valid,
  add constraint orders_refunded_within_payment check (refunded <= coalesce(charged, amount)) not valid,
  drop constraint orders_core_return_days_positive,
  add constraint orders_core_return_days_of_core check (
    core_return_days is null or core_return_days between 1 and 3660 and core > 0
  ) not valid,
  drop constraint orders_days_in_order,
  add constraint orders_days_in_order check (
    (days_min is null) = (days_max is null) and 0 <= days_min and days_min <= days_max and days_max <= 3660
  ) not valid,
  add constraint orders_expiry_of_purchase check (
    expires_at <= created_at + case purchase when 'quote' then interval '17568 hours' else interval '168 hours' end
  ) not valid,
  add constraint orders_times_plausible check (
    least(created_at, expires_at, paid_at, sent_at, ready_at, ship_by, asked_at, joined_at, core_reminded_at)
      >= '2000-01-01 00:00Z'
    and greatest(created_at, expires_at, paid_at, sent_at, ready_at, ship_by, asked_at, joined_at, core_reminded_at)
      < '2200-01-01 00:00Z'
  ) not valid,
  drop constraint orders_legal_versions_positive,
  drop constraint orders_settings_version_positive,
  add constraint orders_versions_in_range check (
    least(settings_version, terms_version, warranty_version) > 0
    and greatest(settings_version, terms_version, warranty_version) <= 10000000
  ) not valid,
  add constraint orders_texts_bounded check (
    length(concat(
      product_name, email, customer_name, phone, payment_session_id, payment_id, payment_url, client_network,
      pickup_location, shipping_address, ship_to, risk, return_terms
    )) <= 50000
  ) not valid,
  add constraint orders_shipping_address_object check (jsonb_typeof(shipping_address) = 'object') not valid;

alter table public.order_lines
  drop constraint order_lines_amounts_not_negative,
  drop constraint order_lines_battery_fee_not_negative,
  add constraint order_lines_amounts_in_range check (
    least(shipping, tax, core, core_tax, battery_fee) >= 0
    and greatest(unit_price, shipping, tax, core, core_tax, battery_fee) < 100000000
  ) not valid,
  add constraint order_lines_numbers_in_range check (quantity <= 100000 and mileage between 0 and 9999999) not valid,
  add constraint order_lines_texts_bounded check (
    part_name <> '' and length(concat(
      part_name, oem_number, part_type, origin, rebuilder, stock_number, grade, warranty, vehicle
    )) <= 100000
  ) not valid;

alter table public.order_taxes
  add constraint order_taxes_amounts_bounded check (
    position between 0 and 10000 and rate <= 1 and taxable < 100000000 and exempt < 100000000 and tax < 100000000
  ) not valid,
  add constraint order_taxes_name_bounded check (length(name) <= 1000) not valid;

alter table public.stock_holds
  add constraint stock_holds_quantity_bounded check (quantity <= 10000000) not valid,
  add constraint stock_holds_times_plausible check (least(expires_at, ended_at) >= '2000-01-01 00:00Z'
    and greatest(expires_at, ended_at) < '2200-01-01 00:00Z') not valid;

alter table public.payment_events
  add constraint payment_events_texts_bounded check (
    length(id) between 1 and 1000 and length(type) between 1 and 500 and octet_length(payload::text) <= 4000000
  ) not valid,
  add constraint payment_events_time_plausible check (received_at >= '2000-01-01 00:00Z' and received_at < '2200-01-01 00:00Z') not valid;

alter table public.refunds
  add constraint refunds_done_by_someone check (
    state not in ('pending', 'done') or provider_id is not null or method is not null
  ) not valid,
  add constraint refunds_amount_bounded check (amount < 1000000000) not valid,
  add constraint refunds_texts_bounded check (
    length(payment_id) between 1 and 500 and length(provider_id) between 1 and 500 and length(failure) <= 5000
  ) not valid,
  add constraint refunds_times_plausible check (least(requested_at, updated_at) >= '2000-01-01 00:00Z'
    and greatest(requested_at, updated_at) < '2200-01-01 00:00Z') not valid;

alter table public.disputes
  add constraint disputes_amount_in_range check (amount >= 0 and amount < 1000000000) not valid,
  add constraint disputes_texts_bounded check (length(id) between 1 and 500 and length(payment_id) between 1 and 500) not valid,
  add constraint disputes_times_plausible check (least(answer_by, told_at) >= '2000-01-01 00:00Z'
    and greatest(answer_by, told_at) < '2200-01-01 00:00Z') not valid;

alter table public.shipments
  add constraint shipments_times_plausible check (least(shipped_at, delivered_at, undone_at) >= '2000-01-01 00:00Z'
    and greatest(shipped_at, delivered_at, undone_at) < '2200-01-01 00:00Z') not valid,
  add constraint shipments_delivered_after_shipped check (delivered_at >= shipped_at - interval '24 hours') not valid,
  add constraint shipments_collected_at_pickup check (collected_by is null or method = 'pickup') not valid;

alter table public.returns
  add constraint returns_number_positive check (number > 0) not valid,
  add constraint returns_times_plausible check (
    asked_at >= '2000-01-01 00:00Z' and asked_at < '2200-01-01 00:00Z' and installed_on between date '1900-01-01' and date '2200-01-01'
  ) not valid,
  add constraint returns_settlement_bounded check (octet_length(settlement::text) <= 20000) not valid;

alter table public.return_events
  add constraint return_events_texts_bounded check (length(kind) between 1 and 40 and length(note) <= 1000) not valid,
  add constraint return_events_time_plausible check (at >= '2000-01-01 00:00Z' and at < '2200-01-01 00:00Z') not valid;

alter table public.order_events
  add constraint order_events_times_plausible check (least(at, mail_at, undone_at) >= '2000-01-01 00:00Z'
    and greatest(at, mail_at, undone_at) < '2200-01-01 00:00Z') not valid;

alter table public.quotes
  add constraint quotes_canceled_by_someone check ((canceled_at is null) = (canceled_by is null)) not valid,
  add constraint quotes_times_plausible check (
    least(created_at, canceled_at, page_asked_at, changed_at) >= '2000-01-01 00:00Z'
    and greatest(created_at, canceled_at, page_asked_at, changed_at) < '2200-01-01 00:00Z'
  ) not valid;

alter table public.sales_lines
  add constraint sales_lines_numbers_in_range check (pieces between 1 and 100000 and cents > 0) not valid,
  add constraint sales_lines_category_bounded check (length(category) <= 10000) not valid,
  add constraint sales_lines_time_plausible check (paid_at >= '2000-01-01 00:00Z' and paid_at < '2200-01-01 00:00Z') not valid;

-- What belongs to the money of an order goes neither with the order nor with its lines. Links, photographs and the words of
-- the search still do.

alter table public.order_lines drop constraint order_lines_order_id_fkey,
  add constraint order_lines_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.order_taxes drop constraint order_taxes_order_id_fkey,
  add constraint order_taxes_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.stock_holds drop constraint stock_holds_order_id_fkey,
  add constraint stock_holds_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.payment_events drop constraint payment_events_order_id_fkey,
  add constraint payment_events_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.refunds drop constraint refunds_order_id_fkey,
  add constraint refunds_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.disputes drop constraint disputes_order_id_fkey,
  add constraint disputes_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.shipments drop constraint shipments_order_id_fkey,
  add constraint shipments_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.returns drop constraint returns_order_id_fkey, drop constraint returns_refund_id_fkey,
  add constraint returns_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict,
  add constraint returns_refund_id_fkey foreign key (refund_id) references public.refunds (id) on delete restrict;
alter table public.order_events drop constraint order_events_order_id_fkey,
  add constraint order_events_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.quotes drop constraint quotes_order_id_fkey,
  add constraint quotes_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.shipment_lines drop constraint shipment_lines_shipment_id_fkey, drop constraint shipment_lines_line_id_fkey,
  add constraint shipment_lines_shipment_id_fkey foreign key (shipment_id) references public.shipments (id) on delete restrict,
  add constraint shipment_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete restrict;
alter table public.refund_lines drop constraint refund_lines_refund_id_fkey, drop constraint refund_lines_line_id_fkey,
  add constraint refund_lines_refund_id_fkey foreign key (refund_id) references public.refunds (id) on delete restrict,
  add constraint refund_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete restrict;
alter table public.return_lines drop constraint return_lines_return_id_fkey, drop constraint return_lines_line_id_fkey,
  add constraint return_lines_return_id_fkey foreign key (return_id) references public.returns (id) on delete restrict,
  add constraint return_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete restrict;
alter table public.return_events drop constraint return_events_return_id_fkey,
  add constraint return_events_return_id_fkey foreign key (return_id) references public.returns (id) on delete restrict;
alter table public.sales_lines drop constraint sales_lines_line_id_fkey,
  add constraint sales_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete restrict;

-- What a row cannot tell alone.

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

-- Security definer, as above. At the end of the transaction: holds and order change one after the other.
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

-- Security definer, as above. At the end of the transaction: the payment provider's report comes first, in either table.
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

-- Security definer, as before: staff may not read all that it compares. Now it holds for everyone, not only for staff.
create or replace function public.check_refund() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  by_person constant boolean := current_setting('role') = 'authenticated';
  purchase public.orders;
  paid numeric;
  promised numeric;
  by_staff numeric;
begin
  -- The policy is checked after this trigger. It must not show others what an order was paid with.
  if by_person and not public.is_staff() then
    raise insufficient_privilege using message = 'only staff can ask for refunds';
  end if;
  select * into purchase from public.orders where id = new.order_id for no key update;
  paid := coalesce(purchase.charged, purchase.amount);
  -- A second payment of the order may have been of its amount.
  if new.amount > greatest(purchase.amount, paid) then
    raise check_violation using message = 'more than the payment', constraint = 'refunds_within_payment';
  end if;
  if tg_op = 'UPDATE' or new.reason <> 'shop' and not by_person then
    return new;
  end if;
  if purchase.payment_id is null then
    raise check_violation using message = 'the order is not paid', constraint = 'refunds_of_paid_order';
  end if;
  if (purchase.payment_method is null) <> (new.method is null) then
    raise check_violation using
      message = 'the money goes back where it came from', constraint = 'refunds_method_of_payment';
  end if;
  select coalesce(sum(coalesce(amount, paid)) filter (where state in ('requested', 'pending')), 0),
    coalesce(sum(amount) filter (where reason = 'shop' and state <> 'failed'), 0)
    into promised, by_staff
    from public.refunds where order_id = new.order_id and payment_id = purchase.payment_id;
  -- What is done is part of orders.refunded.
  if new.state in ('requested', 'pending') and purchase.refunded + promised + new.amount > paid then
    raise check_violation using
      message = 'more than is left of the payment', constraint = 'refunds_within_payment';
  end if;
  if by_person and not public.is_admin() and by_staff + new.amount > public.staff_refund_limit() then
    raise insufficient_privilege using
      message = 'above the limit of staff', constraint = 'refunds_within_staff_limit';
  end if;
  if by_person then
    if new.payment_id <> purchase.payment_id or new.reason <> 'shop' then
      raise insufficient_privilege using message = 'only the shop itself can ask for this refund';
    end if;
    new.asked_by := auth.uid();
  elsif new.payment_id <> purchase.payment_id then
    raise check_violation using
      message = 'the order was not paid by this payment', constraint = 'refunds_of_paid_order';
  end if;
  return new;
end
$$;

drop trigger check_refund on public.refunds;
create trigger check_refund before insert or update of amount on public.refunds
  for each row execute function public.check_refund();

-- A row that breaks one of these constraints could not be written by the shop: a person must look at it. Until then its
-- constraint holds for new and changed rows only, and the shop starts.
do $$
declare
  added record;
begin
  for added in
    select conrelid::regclass as place, conname from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'c' and not convalidated
    order by 1, 2
  loop
    begin
      execute format('alter table %s validate constraint %I', added.place, added.conname);
    exception when check_violation then
      raise warning 'Some rows of % break the constraint %', added.place, added.conname;
    end;
  end loop;
end
$$;
