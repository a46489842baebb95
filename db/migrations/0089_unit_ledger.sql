-- One ledger of what happened to each sold unit of an order line after the sale (docs/orders.md, "Units"). Each line keeps
-- the sums of its entries, and checks on these sums refuse what cannot be: a unit that goes back into stock twice, or one
-- that is refunded and still waits to be shipped.

-- A deleted or hidden part keeps its link to what was sold of it, so that a unit can come back to it.
alter table public.order_lines drop constraint order_lines_part_id_fkey;
comment on column public.order_lines.part_id is
  'Not a foreign key: the part may be hidden, or deleted and restored, and units of it may still come back.';
update public.order_lines as line set part_id = part.id
  from public.hidden_parts as part, unnest(part.line_ids) as line_id
  where line.id = line_id and line.part_id is null;

create or replace function public.move_to_hidden_parts(ids uuid[]) returns uuid[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hidden uuid[];
begin
  perform from public.parts_catalog where id = any (ids) order by id for update;
  with added as (
    insert into public.hidden_parts
    select hidden_part.*
    from public.parts_catalog as part,
    lateral jsonb_populate_record(null::public.hidden_parts, to_jsonb(part) || jsonb_build_object(
      'fitments', array(select to_jsonb(fitment) - '{id,part_id}'::text[] from public.part_fitments as fitment where fitment.part_id = part.id),
      'request_ids', array(select request.id from public.part_requests as request where request.part_id = part.id),
      'is_new', false, 'hidden_at', now(), 'hidden_by', auth.uid(), 'updated_at', now()
    )) as hidden_part
    where part.id = any (ids) and part.stock_held = 0
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into hidden from added;
  delete from public.parts_catalog where id = any (hidden);
  delete from public.part_fitments where part_id = any (hidden);
  return hidden;
end
$$;

-- Security definer, as hide_parts. show_parts leaves restricted parts out and calls it.
create or replace function public.show_any_parts(ids uuid[]) returns uuid[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  shown uuid[];
begin
  if not public.is_staff() then
    raise exception 'Only staff may show parts' using errcode = '42501';
  end if;
  perform from public.hidden_parts where id = any (ids) order by id for update;
  with added as (
    insert into public.parts_catalog
    select shown_part.*
    from public.hidden_parts as part,
    lateral jsonb_populate_record(null::public.parts_catalog, to_jsonb(part) || jsonb_build_object(
      'created_at', case when is_new then now() else created_at end, 'updated_at', now()
    )) as shown_part
    where part.id = any (ids)
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into shown from added;
  insert into public.part_fitments (part_id, make, model, from_year, to_year, engine, trim, position, note)
  select part.id, fitment.make, fitment.model, fitment.from_year, fitment.to_year, fitment.engine, fitment.trim,
    fitment.position, fitment.note
  from public.hidden_parts as part, jsonb_populate_recordset(null::public.part_fitments, part.fitments) as fitment
  where part.id = any (shown);
  update public.part_requests as request set part_id = part.id
  from public.hidden_parts as part, unnest(part.request_ids) as request_id
  where part.id = any (shown) and request.id = request_id;
  delete from public.hidden_parts where id = any (shown);
  return shown;
end
$$;
alter table public.hidden_parts drop column line_ids;

-- The sums of a line.

alter table public.order_lines
  add column shipped integer not null default 0,
  add column returned integer not null default 0,
  add column restocked integer not null default 0,
  add column lost integer not null default 0,
  add column refunded integer not null default 0,
  add column cores_refunded integer not null default 0;
comment on column public.order_lines.packed is 'Units that were packed, shipped ones included.';
comment on column public.order_lines.canceled is 'Units that will not be shipped.';
comment on column public.order_lines.shipped is 'Units that left the shop, whether they came back or not.';
comment on column public.order_lines.returned is 'Shipped units that came back to the shop.';
comment on column public.order_lines.restocked is 'Canceled and returned units that went back into stock.';
comment on column public.order_lines.lost is 'Canceled and returned units that were not found, or are not fit for sale.';
comment on column public.order_lines.refunded is 'Units in refunds that have not failed.';
comment on column public.order_lines.cores_refunded is
  'Units whose core charge alone is in refunds that have not failed.';

create table public.unit_ledger (
  id bigint generated always as identity,
  line_id uuid not null,
  kind text not null,
  quantity integer not null,
  shipment_id uuid,
  refund_id uuid,
  return_id uuid,
  actor uuid default auth.uid(),
  at timestamptz not null default now(),
  constraint unit_ledger_pkey primary key (id),
  constraint unit_ledger_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete restrict,
  constraint unit_ledger_shipment_id_fkey foreign key (shipment_id) references public.shipments (id) on delete restrict,
  constraint unit_ledger_refund_id_fkey foreign key (refund_id) references public.refunds (id) on delete restrict,
  constraint unit_ledger_return_id_fkey foreign key (return_id) references public.returns (id) on delete restrict,
  constraint unit_ledger_kind_known check (
    kind in ('packed', 'canceled', 'shipped', 'returned', 'restocked', 'lost', 'refunded', 'core_refunded')
  ),
  constraint unit_ledger_quantity_not_zero check (quantity <> 0),
  -- The stock that a unit was put into may be sold by now.
  constraint unit_ledger_restocked_stays check (kind <> 'restocked' or quantity > 0)
);
comment on table public.unit_ledger is
  'What happened to the units of each order line since the sale, in this sequence. A negative quantity takes an earlier '
  'entry back. apply_unit_ledger adds the entries up in order_lines and moves the stock.';
comment on column public.unit_ledger.shipment_id is 'The parcel or pickup, of shipped units.';
comment on column public.unit_ledger.refund_id is 'The refund, of refunded units and cores.';
comment on column public.unit_ledger.return_id is 'The return that the units came back with, or were refunded for.';
comment on column public.unit_ledger.actor is 'The person. Null: the shop itself. No foreign key: an entry outlives the account.';
create index unit_ledger_line_id_idx on public.unit_ledger (line_id);
create index unit_ledger_shipment_id_idx on public.unit_ledger (shipment_id) where shipment_id is not null;
create index unit_ledger_refund_id_idx on public.unit_ledger (refund_id) where refund_id is not null;
create index unit_ledger_return_id_idx on public.unit_ledger (return_id) where return_id is not null;
alter table public.unit_ledger enable row level security;
create policy "Staff can read what happened to units" on public.unit_ledger
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can write what happens to units" on public.unit_ledger
  for insert to authenticated
  with check (
    (select public.is_staff()) and actor = (select auth.uid())
    and kind in ('packed', 'canceled', 'returned', 'restocked', 'lost')
  );
create policy "The shop reads what happened to units" on public.unit_ledger for select to service_role using (true);
create policy "The shop writes what happens to units" on public.unit_ledger
  for insert to service_role with check (kind in ('packed', 'canceled', 'restocked'));
grant select on public.unit_ledger to authenticated, service_role;
grant insert (line_id, kind, quantity, return_id) on public.unit_ledger to authenticated, service_role;

-- A refund for a return refers to it, so that its units can be distinguished from others.
alter table public.refunds
  add column return_id uuid,
  add constraint refunds_return_id_fkey foreign key (return_id) references public.returns (id) on delete restrict;
comment on column public.refunds.return_id is 'The return that it is for.';
create index refunds_return_id_idx on public.refunds (return_id) where return_id is not null;
grant insert (return_id) on public.refunds to authenticated;
update public.refunds set return_id = returns.id from public.returns where refund_id = refunds.id;

alter table public.return_lines
  add column received integer,
  add constraint return_lines_received_in_range check (received between 0 and quantity);
comment on column public.return_lines.received is 'Units that arrived. Null: none has arrived yet.';
grant update (received) on public.return_lines to authenticated;
update public.return_lines set received = quantity
  from public.returns where returns.id = return_id and state in ('received', 'inspected', 'refunded', 'sent_back');

-- What is known of orders from before this ledger.
insert into public.unit_ledger (line_id, kind, quantity, shipment_id, at)
  select line_id, 'shipped', quantity, shipment_id, shipped_at
  from public.shipment_lines join public.shipments on shipments.id = shipment_id
  where undone_at is null;
insert into public.unit_ledger (line_id, kind, quantity, return_id)
  select line_id, 'returned', received, return_id
  from public.return_lines join public.returns on returns.id = return_id
  where kind <> 'core' and state in ('received', 'inspected', 'refunded');
insert into public.unit_ledger (line_id, kind, quantity, refund_id, return_id, at)
  select line_id, case when core then 'core_refunded' else 'refunded' end, quantity, refund_id, return_id, requested_at
  from public.refund_lines join public.refunds on refunds.id = refund_id
  where state <> 'failed';
update public.order_lines as line set
  shipped = sums.shipped, returned = sums.returned, refunded = sums.refunded, cores_refunded = sums.cores_refunded,
  packed = greatest(line.packed, sums.shipped)
  from (
    select line_id, coalesce(sum(quantity) filter (where kind = 'shipped'), 0) as shipped,
      coalesce(sum(quantity) filter (where kind = 'returned'), 0) as returned,
      coalesce(sum(quantity) filter (where kind = 'refunded'), 0) as refunded,
      coalesce(sum(quantity) filter (where kind = 'core_refunded'), 0) as cores_refunded
    from public.unit_ledger group by line_id
  ) as sums
  where sums.line_id = line.id;
update public.order_lines set canceled = refunded - shipped, packed = least(packed, quantity - (refunded - shipped))
  where refunded > canceled + shipped;
update public.order_lines as line set restocked = least(line.canceled + line.returned, back.units)
  from (
    select line_id, sum(quantity) as units
    from public.refund_lines join public.refunds on refunds.id = refund_id
    where restocked and state <> 'failed' group by line_id
  ) as back
  where back.line_id = line.id;
insert into public.unit_ledger (line_id, kind, quantity, actor)
  select id, sums.kind, sums.quantity, null
  from public.order_lines, lateral (
    values ('packed', packed), ('canceled', canceled), ('restocked', restocked)
  ) as sums (kind, quantity)
  where sums.quantity > 0;

alter table public.refund_lines drop column restocked;
alter table public.order_lines
  drop constraint order_lines_pieces_in_range,
  add constraint order_lines_units_in_range check (
    shipped >= 0 and shipped <= packed and canceled >= 0 and packed + canceled <= quantity
  ),
  add constraint order_lines_returned_were_shipped check (returned between 0 and shipped),
  add constraint order_lines_units_back_once check (
    restocked >= 0 and lost >= 0 and restocked + lost <= canceled + returned
  ),
  add constraint order_lines_refunded_once check (
    refunded between 0 and quantity and cores_refunded between 0 and quantity
  ),
  add constraint order_lines_refunded_not_to_ship check (refunded <= canceled + shipped);

-- Only the ledger changes the sums.
drop policy "Staff can pack and cancel pieces" on public.order_lines;
drop policy "The shop cancels pieces for buyers" on public.order_lines;
revoke update (packed, canceled) on public.order_lines from authenticated, service_role;

-- Security definer: no role may change the sums, or the stock of hidden and deleted parts.
create function public.apply_unit_ledger() returns trigger
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
    packed = line.packed + sums.packed, canceled = line.canceled + sums.canceled, shipped = line.shipped + sums.shipped,
    returned = line.returned + sums.returned, restocked = line.restocked + sums.restocked, lost = line.lost + sums.lost,
    refunded = line.refunded + sums.refunded, cores_refunded = line.cores_refunded + sums.cores_refunded
  from (
    select line_id,
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

  if exists (select from entries where kind = 'restocked') then
    -- In the order of the parts' ids, as everything that locks parts does.
    perform from public.parts_catalog
    where id in (select part_id from entries join public.order_lines as line on line.id = line_id where kind = 'restocked')
    order by id for no key update;
    with back as (
      select part_id, sum(entries.quantity)::integer as units
      from entries join public.order_lines as line on line.id = line_id where kind = 'restocked' group by part_id
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
create trigger apply_unit_ledger after insert on public.unit_ledger
  referencing new table as entries
  for each statement execute function public.apply_unit_ledger();

-- Security definer: not everyone who asks may read hidden and deleted parts.
create function public.can_be_restocked(line public.order_lines) returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select from public.parts_catalog where id = line.part_id)
    or exists (select from public.hidden_parts where id = line.part_id)
    or exists (select from public.deleted_parts where part_id = line.part_id)
$$;
comment on function public.can_be_restocked is
  'Whether units of the line can go back into stock: its part is in the shop, hidden, or in the trash.';
grant execute on function public.can_be_restocked to authenticated, service_role;

-- Shipments. What is in a parcel is an entry of the ledger too.

-- Security definer: no role writes shipped units itself.
create or replace function public.check_shipped_pieces() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  line public.order_lines;
begin
  select * into line from public.order_lines where id = new.line_id for no key update;
  if line.order_id is distinct from (select order_id from public.shipments where id = new.shipment_id) then
    raise check_violation using
      message = 'the line belongs to another order', constraint = 'shipment_lines_of_order';
  end if;
  if line.shipped + new.quantity > line.quantity - line.canceled then
    raise check_violation using
      message = 'more units than are left to ship', constraint = 'shipment_lines_within_order';
  end if;
  -- What is shipped was packed.
  insert into public.unit_ledger (line_id, kind, quantity, shipment_id)
  select new.line_id, kind, units, new.shipment_id
  from (values ('packed', line.shipped + new.quantity - line.packed), ('shipped', new.quantity)) as entries (kind, units)
  where units > 0;
  return null;
end
$$;
alter function public.check_shipped_pieces() rename to record_shipped_units;
drop trigger check_shipped_pieces on public.shipment_lines;
create trigger record_shipped_units after insert on public.shipment_lines
  for each row execute function public.record_shipped_units();

-- Security definer, as record_shipped_units. Units that were refunded meanwhile are not shipped again.
create function public.record_undone_shipment() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if new.undone_at is null then
    raise check_violation using message = 'a shipment is undone once', constraint = 'shipments_undone_once';
  end if;
  insert into public.unit_ledger (line_id, kind, quantity, shipment_id)
  select parcel.line_id, kind, units, new.id
  from public.shipment_lines as parcel join public.order_lines as line on line.id = parcel.line_id,
  lateral (select greatest(0, refunded - canceled - (shipped - parcel.quantity)) as refunded_units) as one,
  lateral (
    values ('shipped', -parcel.quantity), ('packed', -refunded_units), ('canceled', refunded_units)
  ) as entries (kind, units)
  where shipment_id = new.id and units <> 0;
  return null;
end
$$;
create trigger record_undone_shipment after update of undone_at on public.shipments
  for each row when (new.undone_at is distinct from old.undone_at) execute function public.record_undone_shipment();

-- Refunds.

-- Security definer: no role writes refunded units itself. A core charge is refunded once, with its unit or alone.
create or replace function public.check_refunded_pieces() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  line public.order_lines;
  refund public.refunds;
begin
  select * into line from public.order_lines where id = new.line_id for no key update;
  select * into refund from public.refunds where id = new.refund_id;
  if line.order_id is distinct from refund.order_id then
    raise check_violation using
      message = 'the line belongs to another order', constraint = 'refund_lines_of_order';
  end if;
  if new.quantity + line.refunded + (case when new.core then line.cores_refunded else 0 end) > line.quantity then
    raise check_violation using
      message = 'more units than were ordered', constraint = 'refund_lines_within_order';
  end if;
  insert into public.unit_ledger (line_id, kind, quantity, refund_id, return_id)
  values (new.line_id, case when new.core then 'core_refunded' else 'refunded' end, new.quantity, refund.id, refund.return_id);
  return null;
end
$$;
alter function public.check_refunded_pieces() rename to record_refunded_units;
drop trigger check_refunded_pieces on public.refund_lines;
create trigger record_refunded_units after insert on public.refund_lines
  for each row execute function public.record_refunded_units();

-- Security definer, as record_refunded_units. The units of a refund that failed can be refunded again.
create function public.record_failed_refund() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.unit_ledger (line_id, kind, quantity, refund_id, return_id)
  select line_id, case when core then 'core_refunded' else 'refunded' end, -quantity, new.id, new.return_id
  from public.refund_lines where refund_id = new.id;
  insert into public.return_events (return_id, kind, actor, has_mail)
    select id, 'refund_failed', null, false from public.returns where refund_id = new.id and state = 'inspected';
  -- Its return is where it was before the refund.
  update public.returns set state = 'inspected' where refund_id = new.id and state = 'refunded';
  return null;
end
$$;
create trigger record_failed_refund after update of state on public.refunds
  for each row when (new.state = 'failed' and old.state <> 'failed') execute function public.record_failed_refund();

-- Security definer: it reads the return whatever the role can read.
create function public.check_refund_of_return() returns trigger
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not exists (select from public.returns where id = new.return_id and order_id = new.order_id) then
    raise check_violation using
      message = 'the return belongs to another order', constraint = 'refunds_return_of_order';
  end if;
  return new;
end
$$;
create trigger check_refund_of_return before insert on public.refunds
  for each row when (new.return_id is not null) execute function public.check_refund_of_return();

-- Returns.

drop function public.returnable_pieces;
-- Security definer: everyone's refunds and returns count, whatever the role can read.
create function public.returnable_units(line public.order_lines) returns integer
  language sql stable security definer
  set search_path = ''
as $$
  select greatest(0,
    line.shipped - line.returned
    -- Announced and not here yet.
    - coalesce((
        select sum(return_lines.quantity) from public.return_lines
        join public.returns on returns.id = return_id
        where line_id = line.id and kind <> 'core' and state in ('asked', 'approved')
      ), 0)
    -- Refunded, and the buyer keeps them: neither canceled nor back without a return.
    - greatest(0, coalesce((
        select sum(case kind when 'refunded' then quantity else -quantity end) from public.unit_ledger
        where line_id = line.id and return_id is null and kind in ('refunded', 'canceled', 'returned')
      ), 0))
  )::integer
$$;
comment on function public.returnable_units is
  'Units of a line that the buyer has and could return: shipped, not refunded, and in no other return.';
grant execute on function public.returnable_units to authenticated, service_role;

create or replace function public.returnable_cores(line public.order_lines) returns integer
  language sql stable security definer
  set search_path = ''
as $$
  select case when line.core > 0 then greatest(0,
    line.quantity - greatest(line.canceled, line.refunded)
    - coalesce((
        select sum(coalesce(received, return_lines.quantity)) from public.return_lines
        join public.returns on returns.id = return_id
        where line_id = line.id and kind = 'core' and state not in ('refused', 'sent_back', 'canceled')
      ), 0)
  )::integer else 0 end
$$;

create or replace function public.check_returned_pieces() returns trigger
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  line public.order_lines;
  parent public.returns;
  possible integer;
begin
  select * into line from public.order_lines where id = new.line_id for no key update;
  select * into parent from public.returns where id = new.return_id;
  if line.order_id is distinct from parent.order_id then
    raise check_violation using
      message = 'the line belongs to another order', constraint = 'return_lines_of_order';
  end if;
  possible := case when parent.kind = 'core' then public.returnable_cores(line) else public.returnable_units(line) end;
  if new.quantity > possible then
    raise check_violation using
      message = 'more units than can be returned', constraint = 'return_lines_within_order';
  end if;
  return new;
end
$$;
alter function public.check_returned_pieces() rename to check_returned_units;
alter trigger check_returned_pieces on public.return_lines rename to check_returned_units;

-- Security definer: no role writes for others. Cores are no units of the line: the buyer keeps the part.
create function public.record_returned_units() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if new.state = 'received' and exists (
    select from public.return_lines where return_id = new.id having coalesce(sum(received), 0) = 0
  ) then
    raise check_violation using message = 'nothing was received', constraint = 'returns_something_received';
  end if;
  if new.kind <> 'core' then
    insert into public.unit_ledger (line_id, kind, quantity, return_id)
    select line_id, 'returned', case new.state when 'received' then received else -received end, new.id
    from public.return_lines where return_id = new.id and received > 0;
  end if;
  return null;
end
$$;
create trigger record_returned_units after update of state on public.returns
  for each row when (new.state in ('received', 'sent_back') and new.state <> old.state)
  execute function public.record_returned_units();

-- A part of a return that has not arrived yet can stay open as a return of its own.
alter table public.returns
  add column rest_of uuid,
  add column closed_reason text,
  add constraint returns_rest_of_fkey foreign key (rest_of) references public.returns (id) on delete restrict,
  add constraint returns_rest_of_key unique (rest_of),
  add constraint returns_closed_reason_bounded check (length(closed_reason) between 1 and 1000);
comment on column public.returns.rest_of is 'The return that it was a part of, until the other part arrived.';
comment on column public.returns.closed_reason is 'Why units that were announced and did not arrive are not expected any more.';
grant update (closed_reason) on public.returns to authenticated;

-- Security definer: staff may not ask for returns. The caller has recorded what arrived.
create function public.keep_rest_open(parent uuid) returns bigint
  language plpgsql security definer
  set search_path = ''
as $$
declare
  rest public.returns;
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'only staff can keep the rest of a return open';
  end if;
  insert into public.returns (
    order_id, kind, reason, details, installer, installed_on, installed_mileage, failed_mileage, state, shop_fault,
    send_to, rest_of
  )
  select order_id, kind, reason, details, installer, installed_on, installed_mileage, failed_mileage, 'approved', shop_fault,
    send_to, id
  from public.returns where id = parent and state = 'received'
  returning * into strict rest;
  insert into public.return_lines (return_id, line_id, quantity)
  select rest.id, line_id, quantity - received from public.return_lines
  where return_id = parent and received < quantity;
  return rest.number;
end
$$;
comment on function public.keep_rest_open is
  'Makes a return of the units that did not arrive with the parent. Returns its number.';
grant execute on function public.keep_rest_open to authenticated;

-- As in 0037_returns.sql, with the way back when a refund fails after it was done.
create or replace function public.check_return_step() returns trigger
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  steps constant jsonb := '{
    "asked": ["approved", "refused", "canceled"],
    "approved": ["received", "refused", "canceled"],
    "received": ["inspected"],
    "inspected": ["sent_back", "refunded"],
    "refunded": ["inspected"]
  }';
  has_refund boolean := exists (select from public.refunds where id = old.refund_id and state <> 'failed');
begin
  if new.state <> old.state and not coalesce(steps -> old.state ? new.state, false) then
    raise check_violation using message = 'this step is not possible', constraint = 'returns_step_possible';
  end if;
  if current_setting('role') = 'authenticated' then
    if not public.is_staff()
      and (new.state <> 'canceled' or to_jsonb(new) - 'state' <> to_jsonb(old) - 'state') then
      raise insufficient_privilege using message = 'buyers can only cancel';
    end if;
    if (new.state = 'refunded') <> (old.state = 'refunded') then
      raise insufficient_privilege using message = 'only the payment provider''s word counts';
    end if;
  end if;
  if (new.refund_id is distinct from old.refund_id and new.refund_id is not null or new.state = 'sent_back')
    and old.state = 'inspected' and has_refund then
    raise check_violation using message = 'a refund is on its way', constraint = 'returns_refunded_once';
  end if;
  if new.refund_id is distinct from old.refund_id and new.refund_id is not null and old.state <> 'inspected' then
    raise check_violation using message = 'only inspected parts are refunded', constraint = 'returns_step_possible';
  end if;
  return new;
end
$$;

-- As in 0037_returns.sql, with the refund that failed after it was done.
create or replace function public.record_return_step() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  event bigint;
  step text := new.state;
  mailed boolean := step not in ('inspected', 'canceled');
begin
  if tg_op = 'UPDATE' and new.state = old.state then
    if new.refund_id is null or new.refund_id is not distinct from old.refund_id then return null; end if;
    step := 'refund_requested';
    mailed := false;
  elsif tg_op = 'UPDATE' and old.state = 'refunded' then
    step := 'refund_failed';
  end if;
  insert into public.return_events (return_id, kind, actor, note, has_mail)
    values (
      new.id, step, auth.uid(), case when step not in ('asked', 'canceled', 'refunded', 'refund_failed') then new.note end,
      mailed
    )
    returning id into event;
  if mailed then
    perform public.add_job('mail-return-step', json_build_object('eventId', event::text), 'return-step:' || event, now());
  end if;
  return null;
end
$$;
comment on column public.return_events.kind is 'The state that was reached, refund_requested, or refund_failed.';

-- Programs see what is left to ship.
grant select (shipped, returned, restocked, lost, refunded) on public.order_lines to api_client;

-- The buyer's page.
alter function public.buyer_order_data(public.orders, boolean) rename to buyer_order_without_units;
create function public.buyer_order_data(bought public.orders, is_full boolean) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select data || jsonb_build_object('lines', (
    select coalesce(jsonb_agg(
      line || jsonb_build_object(
        'shipped', kept.shipped, 'returned', kept.returned, 'refunded', kept.refunded,
        'partId', case when exists (select from public.parts_catalog where id = kept.part_id) then kept.part_id end
      ) order by place
    ), '[]')
    from jsonb_array_elements(data -> 'lines') with ordinality as lines (line, place)
    join public.order_lines as kept on kept.id = (line ->> 'id')::uuid
  ))
  from public.buyer_order_without_units(bought, is_full) as data
$$;
