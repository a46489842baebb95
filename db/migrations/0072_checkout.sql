-- The checkout writes a purchase by one call, so that buyers do not wait for locks while the process is busy
-- (docs/decisions/0086-purchases-by-one-call.md).

-- The query for a browser's earlier orders also looks for paid ones.
create index orders_browser_id_idx on public.orders (browser_id) where browser_id is not null;
drop index public.orders_open_browser_id_idx;

create function public.sale_facts(part public.parts_catalog) returns text
  language sql stable
  return row(
    part.part_name, part.oem_number, part.category, part.part_type, part.price, part.origin, part.shipping_class,
    part.weight_pounds, part.length_in, part.width_in, part.height_in, part.core_charge, part.safety_check,
    part.donor_vin_tail, part.recall_checked_on, part.mileage, part.grade
  )::text;
comment on function public.sale_facts is
  'What the price of a part, its line in an order and whether it may be sold depend on, besides stock and settings.';
grant execute on function public.sale_facts to service_role;

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
  perform public.add_job(
    'end-hold', json_build_object('orderId', new_order ->> 'id'), 'hold:' || (new_order ->> 'id'),
    (new_order ->> 'expires_at')::timestamptz
  );
  update public.parts_catalog as parts set stock_held = stock_held + asked.quantity
  from jsonb_to_recordset(new_holds) as asked (part_id uuid, quantity integer)
  where parts.id = asked.part_id;
  return '{"outcome": "placed"}';
end
$$;
comment on function public.place_order is
  'Writes a priced purchase and holds its parts, unless something has changed since it was priced, or its holders would hold '
  'more than rooms has: what the browser or account, and the network, may hold already.';
grant execute on function public.place_order to service_role;
