-- Fewer statements and jobs for each checkout (docs/decisions/0100-fewer-steps-per-checkout.md).

-- As service_role, whose policies let it read the order.
create function public.payment_request(of_order uuid) returns jsonb
  language sql stable
  set search_path = ''
  return (
    select jsonb_build_object(
      'tax', tax::text, 'shipping', shipping::text, 'core', core::text, 'battery_fee', battery_fee::text,
      'days_min', days_min, 'days_max', days_max, 'email', email,
      'fulfillment', fulfillment, 'ship_to', ship_to, 'pickup_location', pickup_location,
      'created_at', orders.created_at, 'expires_at', expires_at,
      'page_key', page_key, 'page_asked_at', page_asked_at,
      'lines', (
        select jsonb_agg(
          jsonb_build_object('part_name', part_name, 'quantity', quantity, 'unit_price', unit_price::text)
          order by part_name, id
        )
        from public.order_lines where order_id = orders.id
      )
    )
    from public.orders left join public.quotes on quotes.order_id = orders.id and page_asked_at is not null
    where orders.id = of_order
  );
comment on function public.payment_request is 'What the provider''s page of an order depends on.';
grant execute on function public.payment_request to service_role;

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

-- As in 0072_checkout.sql, without a job, and with what the payment page needs.
create or replace function public.place_order(
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

-- Most orders are of guests, and unpaid: no customer's figures change.
drop trigger note_customer on public.orders;
create trigger note_customer after insert on public.orders
  for each row when (new.email is not null or new.user_id is not null) execute function public.note_customer();
create trigger note_customer_of_deleted_order after delete on public.orders
  for each row execute function public.note_customer();

-- A sale changes no names.
create function public.keep_changed_part_names() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  names text[];
begin
  names := array(select part_name from new_parts except select part_name from old_parts);
  if cardinality(names) > 0 then
    insert into public.part_names (name)
    select name from unnest(names) as name where length(name) <= 200 order by name
    on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function public.keep_changed_part_names is
  'As keep_part_names. Security definer: admins change parts, but no role may change part_names.';
drop trigger keep_names_of_changed_parts on public.parts_catalog;
create trigger keep_names_of_changed_parts after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.keep_changed_part_names();

-- A sale changes no counts.
create or replace function public.count_catalog_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.catalog_counts as counts
    select vehicle_make, vehicle_model, vehicle_year, category, part_type, count(*)
    from new_parts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict on constraint catalog_counts_key do update set parts = counts.parts + excluded.parts;
  elsif tg_op = 'DELETE' then
    insert into public.catalog_counts as counts
    select vehicle_make, vehicle_model, vehicle_year, category, part_type, -count(*)
    from old_parts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict on constraint catalog_counts_key do update set parts = counts.parts + excluded.parts;
  elsif exists (
    select id, vehicle_make, vehicle_model, vehicle_year, category, part_type from new_parts
    except
    select id, vehicle_make, vehicle_model, vehicle_year, category, part_type from old_parts
  ) then
    insert into public.catalog_counts as counts
    select vehicle_make, vehicle_model, vehicle_year, category, part_type, sum(parts)
    from (
      select vehicle_make, vehicle_model, vehicle_year, category, part_type, 1 as parts from new_parts
      union all
      select vehicle_make, vehicle_model, vehicle_year, category, part_type, -1 from old_parts
    ) as change
    group by 1, 2, 3, 4, 5 having sum(parts) <> 0 order by 1, 2, 3, 4, 5
    on conflict on constraint catalog_counts_key do update set parts = counts.parts + excluded.parts;
  end if;
  return null;
end
$$;
