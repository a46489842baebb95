-- One ledger of what happened to each sold unit of an order line after the sale (docs/orders.md, "Units"). Each line keeps
-- the sums of its entries, and checks on these sums refuse what cannot be: a unit that goes back into stock twice, or one
-- that is refunded and still waits to be shipped.

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
  'What happened to the units of each order line since the sale, in this sequence. A negative quantity takes an earlier entry back. apply_unit_ledger adds the entries up in order_lines and moves the stock.';
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
grant select, insert (line_id, kind, quantity, return_id) on public.unit_ledger to authenticated, service_role;

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

-- Security definer: everyone's refunds and returns count, whatever the role can read.
create function public.returnable_units(line public.order_lines) returns integer
  language sql stable security definer
  set search_path = ''
as $$
  select greatest(0,
    line.shipped - line.returned
    -- These are announced and not here yet.
    - coalesce((
        select sum(return_lines.quantity) from public.return_lines
        join public.returns on returns.id = return_id
        where line_id = line.id and kind <> 'core' and state in ('asked', 'approved')
      ), 0)
    -- These are refunded, and the buyer keeps them: neither canceled nor back without a return.
    - greatest(0, coalesce((
        select sum(case kind when 'refunded' then quantity else -quantity end) from public.unit_ledger
        where line_id = line.id and return_id is null and kind in ('refunded', 'canceled', 'returned')
      ), 0))
  )::integer
$$;
comment on function public.returnable_units is
  'Units of a line that the buyer has and could return: shipped, not refunded, and in no other return.';
grant execute on function public.returnable_units to authenticated, service_role;

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
