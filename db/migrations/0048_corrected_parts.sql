-- Staff swap parts of a paid order, add some and take some off (docs/orders.md, "Corrections"). Its units are entries of the
-- ledger, which change how many units a line has. A line without units stays for its entries.
alter table public.unit_ledger
  drop constraint unit_ledger_kind_known,
  add constraint unit_ledger_kind_known check (
    kind in (
      'packed', 'canceled', 'shipped', 'returned', 'restocked', 'lost', 'refunded', 'core_refunded',
      'added', 'removed', 'written_off'
    )
  ),
  add constraint unit_ledger_corrected_stays check (
    kind not in ('added', 'removed', 'written_off') or quantity > 0
  );
create policy "The shop corrects the units of orders for staff" on public.unit_ledger
  for insert to service_role with check ((select public.is_staff()) and kind in ('added', 'removed', 'written_off'));
-- order_lines_units_in_range keeps it from being negative.
alter table public.order_lines drop constraint order_lines_quantity_positive;
comment on column public.order_lines.quantity is
  'Units. 0: a correction has taken all of them off, and the line stays for its entries in the ledger.';

-- Security definer: not everyone who writes a line reads the ledger. An added line gets its units from the ledger.
create function public.check_line_without_units() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if exists (
    select from public.order_lines as line where id = new.id and quantity = 0 and not exists (
      select from public.unit_ledger where line_id = line.id and kind in ('removed', 'written_off')
    )
  ) then
    raise check_violation using
      message = 'the line has no units, and none were taken off', constraint = 'order_lines_units_taken_off';
  end if;
  return null;
end
$$;

create constraint trigger check_new_line_without_units after insert on public.order_lines
  deferrable initially deferred for each row when (new.quantity = 0) execute function public.check_line_without_units();
create trigger check_line_without_units after update of quantity on public.order_lines
  for each row when (new.quantity = 0) execute function public.check_line_without_units();

-- Security definer: no role may change the sums, or the stock of hidden and deleted parts.
create or replace function public.apply_unit_ledger() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  moved integer;
begin
  if exists (
    select from entries join public.order_lines as line on line.id = line_id join public.orders on orders.id = order_id
    where orders.stock <> 'sold'
  ) then
    raise check_violation using message = 'the units are not sold', constraint = 'unit_ledger_of_sold_units';
  end if;
  update public.order_lines as line set
    quantity = line.quantity + sums.added,
    packed = line.packed + sums.packed, canceled = line.canceled + sums.canceled, shipped = line.shipped + sums.shipped,
    returned = line.returned + sums.returned, restocked = line.restocked + sums.restocked, lost = line.lost + sums.lost,
    refunded = line.refunded + sums.refunded, cores_refunded = line.cores_refunded + sums.cores_refunded
  from (
    select line_id,
      coalesce(sum(case kind when 'added' then quantity else -quantity end)
        filter (where kind in ('added', 'removed', 'written_off')), 0) as added,
      coalesce(sum(quantity) filter (where kind = 'packed'), 0) as packed,
      coalesce(sum(quantity) filter (where kind = 'canceled'), 0) as canceled,
      coalesce(sum(quantity) filter (where kind = 'shipped'), 0) as shipped,
      coalesce(sum(quantity) filter (where kind = 'returned'), 0) as returned,
      coalesce(sum(quantity) filter (where kind = 'restocked'), 0) as restocked,
      coalesce(sum(quantity) filter (where kind = 'lost'), 0) as lost,
      coalesce(sum(quantity) filter (where kind = 'refunded'), 0) as refunded,
      coalesce(sum(quantity) filter (where kind = 'core_refunded'), 0) as cores_refunded
    from entries group by line_id
  ) as sums
  where sums.line_id = line.id;

  if exists (select from entries where kind in ('restocked', 'removed', 'added')) then
    -- In the order of the parts' ids, as everything that locks parts does.
    perform from public.parts_catalog
    where id in (
      select part_id from entries join public.order_lines as line on line.id = line_id
      where kind in ('restocked', 'removed', 'added')
    )
    order by id for no key update;
    with added as (
      select part_id, sum(entries.quantity)::integer as units
      from entries join public.order_lines as line on line.id = line_id where kind = 'added' group by part_id
    ),
    taken as (
      update public.parts_catalog as part set stock_quantity = stock_quantity - units
      from added where part.id = part_id and stock_quantity - stock_held >= units returning part.id
    )
    select (select count(*) from taken) - (select count(*) from added) into moved;
    if moved <> 0 then
      raise check_violation using message = 'the part is not in stock', constraint = 'unit_ledger_in_stock';
    end if;
    with back as (
      select part_id, sum(entries.quantity)::integer as units
      from entries join public.order_lines as line on line.id = line_id
      where kind in ('restocked', 'removed') group by part_id
    ),
    shown as (
      update public.parts_catalog as part set stock_quantity = stock_quantity + units
      from back where part.id = part_id returning part.id
    ),
    hidden as (
      update public.hidden_parts as part set stock_quantity = stock_quantity + units
      from back where part.id = part_id returning part.id
    ),
    deleted as (
      update public.deleted_parts as kept
      set part = jsonb_set(part, '{stock_quantity}', to_jsonb((part ->> 'stock_quantity')::bigint + units))
      from back
      where kept.part_id = back.part_id
        and deleted_at = (select max(deleted_at) from public.deleted_parts where part_id = back.part_id)
        and not exists (select from public.parts_catalog where id = back.part_id)
        and not exists (select from public.hidden_parts where id = back.part_id)
      returning kept.part_id
    )
    select (select count(*) from shown) + (select count(*) from hidden) + (select count(*) from deleted)
        - (select count(*) from back)
      into moved;
    if moved <> 0 then
      raise check_violation using message = 'the part does not exist anymore', constraint = 'unit_ledger_part_exists';
    end if;
  end if;
  return null;
end
$$;

-- What a buyer may see of an order. Without 'is_full', only what the number and the email of an order may show.
create or replace function public.buyer_order_data(bought public.orders, is_full boolean) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object(
    'number', bought.number, 'isFull', is_full, 'placedAt', bought.created_at, 'paidAt', bought.paid_at,
    'status', bought.status, 'dispute', bought.dispute, 'progress', bought.progress,
    'counterMethod', bought.payment_method,
    'fulfillment', bought.fulfillment, 'pickupLocation', bought.pickup_location,
    'shipBy', bought.ship_by, 'readyAt', bought.ready_at, 'sentAt', bought.sent_at,
    'daysMin', bought.days_min, 'daysMax', bought.days_max, 'coreReturnDays', bought.core_return_days,
    'amount', bought.amount, 'tax', bought.tax, 'shipping', bought.shipping, 'core', bought.core,
    'batteryFee', bought.battery_fee, 'refunded', bought.refunded, 'returnTerms', bought.return_terms,
    'charged', bought.charged, 'chargedCurrency', bought.charged_currency, 'amountReview', bought.amount_review,
    -- Nothing is due for an order that was refunded in the provider's dashboard.
    'due', (
      select amount from public.order_balances
      where order_id = bought.id and payment_id is null and withdrawn_at is null and bought.status = 'completed'
    ),
    -- Each line keeps the text of its warranty, also where it is that of the shop's terms (app/domain/order-terms.ts).
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'name', part_name, 'oemNumber', oem_number, 'condition', part_type, 'vehicle', vehicle,
        'partId', case when exists (select from public.parts_catalog where parts_catalog.id = part_id) then part_id end,
        'unitPrice', unit_price, 'quantity', quantity, 'packed', packed, 'canceled', canceled,
        'shipped', shipped, 'returned', returned, 'refunded', line.refunded,
        'origin', origin, 'rebuilder', rebuilder, 'stockNumber', stock_number, 'mileage', mileage, 'grade', grade,
        'warranty', warranty, 'vin', case when is_full then (select vin from public.sold_vins where line_id = line.id) end
      ) order by part_name, id), '[]')
      from public.order_lines as line where order_id = bought.id and quantity > 0
    ),
    'taxes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', name, 'state', state, 'rate', rate, 'taxable', taxable, 'tax', tax, 'isExempt', exempt > 0
      ) order by position), '[]')
      from public.order_taxes where order_id = bought.id
    ),
    'shipments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'method', method, 'at', shipped_at, 'deliveredAt', delivered_at, 'carrier', carrier,
        'tracking', tracking, 'pieces', (
          select coalesce(jsonb_agg(jsonb_build_object('name', part_name, 'quantity', shipment_lines.quantity)
            order by part_name), '[]')
          from public.shipment_lines join public.order_lines on order_lines.id = line_id where shipment_id = shipments.id
        )
      ) order by shipped_at, id), '[]')
      from public.shipments where order_id = bought.id and undone_at is null
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'state', state, 'amount', coalesce(amount, bought.amount), 'at', updated_at, 'method', method
      ) order by requested_at, id), '[]')
      from public.refunds where order_id = bought.id and state <> 'failed'
    ),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'kind', kind, 'at', at, 'pieces', details -> 'pieces', 'isWhole', details -> 'isWhole',
        'shipBy', details -> 'shipBy', 'byBuyer', details -> 'byBuyer',
        'note', case when is_full then details -> 'note' end
      ) order by id), '[]')
      from public.order_events
      where order_id = bought.id and kind in ('packed', 'canceled', 'delayed') and undone_at is null
    ),
    'buyer', case when is_full then jsonb_build_object(
      'name', bought.customer_name, 'email', bought.email, 'phone', bought.phone,
      'address', bought.shipping_address
    ) end,
    'questions', case when is_full then (
      select coalesce(jsonb_agg(jsonb_build_object('id', contact_messages.id, 'at', created_at, 'text', message, 'answers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'at', entry.at, 'text', entry.text) order by entry.id), '[]')
        from public.inbox_threads join public.inbox_entries as entry on entry.thread_id = inbox_threads.id
        where message_id = contact_messages.id and entry.kind = 'answer'
      )) order by created_at, contact_messages.id), '[]')
      from public.contact_messages where order_id = bought.id
    ) else '[]' end,
    'texts', jsonb_build_object(
      'termsVersion', bought.terms_version, 'termsDate', (
        select published_at from public.legal_texts where page = 'terms' and version = bought.terms_version
      ),
      'warrantyVersion', bought.warranty_version, 'warrantyDate', (
        select published_at from public.legal_texts where page = 'warranty' and version = bought.warranty_version
      )
    )
  )
$$;

-- The corrected order is found by its parts.
create trigger index_order after insert on public.order_corrections
  for each row execute function public.index_order('order_id');

-- What a customer has spent is what was paid, which a correction leaves as it is.
drop trigger note_changed_customer on public.orders;
create trigger note_changed_customer
  after update of user_id, email, customer_name, phone, payment_id, amount, charged, refunded on public.orders
  for each row
  when (
    (old.user_id, old.email, old.customer_name, old.phone, old.payment_id, old.amount, old.charged, old.refunded)
    is distinct from (new.user_id, new.email, new.customer_name, new.phone, new.payment_id, new.amount, new.charged, new.refunded)
  )
  execute function public.note_customer();

-- The owner's programs compute what is left of a corrected order from what was paid.
grant select (charged) on public.orders to api_client;
