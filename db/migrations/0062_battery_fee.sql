-- The California battery fee (docs/restricted-parts.md): an amount of its own in orders and their lines, and what of it was refunded.

alter table public.orders
  add column battery_fee numeric(12, 2) not null default 0,
  add constraint orders_battery_fee_within_amount check (
    battery_fee >= 0 and (battery_fee = 0 or tax + shipping + core + battery_fee <= amount)
  );
comment on column public.orders.battery_fee is 'Dollars of its amount for the California battery fee. It has no tax.';

alter table public.order_lines
  add column battery_fee numeric(12, 2) not null default 0,
  add column refunds_battery_fee boolean not null default false,
  add constraint order_lines_battery_fee_not_negative check (battery_fee >= 0);
comment on column public.order_lines.battery_fee is 'Dollars of California battery fee for all pieces.';
comment on column public.order_lines.refunds_battery_fee is
  'Whether a battery that is returned without a fault of the shop also brings the fee back.';

alter table public.refund_lines
  add column battery_fee numeric(12, 2) not null default 0,
  add constraint refund_lines_battery_fee_not_negative check (battery_fee >= 0);
comment on column public.refund_lines.battery_fee is 'Dollars of California battery fee that are refunded with the pieces.';

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

grant select (battery_fee) on public.orders to api_client;

-- Days are in the shop's time zone, as in the sales tax report.
create index orders_battery_fee_idx on public.orders (created_at) where battery_fee > 0;

alter table public.restricted_kinds
  drop constraint restricted_kinds_origins_known,
  add constraint restricted_kinds_origins_known check (origins in ('notNew', 'new', 'all'));
insert into public.restricted_kinds
  (kind, place, needs, origins, default_words, default_exceptions, words, exceptions)
select 'leadAcidBatteries', 5, '{}', 'new', words, exceptions, words, exceptions
from (values (
  array['battery', 'batteries'],
  array['cable', 'terminal', 'tray', 'box', 'charger', 'maintainer', 'tester', 'hold', 'bracket', 'cover', 'sensor', 'harness',
    'fuse', 'clamp', 'bolt', 'mount', 'switch', 'relay', 'insulator', 'blanket', 'heater', 'vent', 'fan', 'blower', 'duct',
    'computer', 'module', 'monitor', 'disconnect', 'starter', 'alternator', 'key', 'fob', 'remote', 'lithium', 'hybrid',
    'traction', 'high voltage', 'hv', 'ev']
)) as rule (words, exceptions);

alter function public.buyer_order_data(public.orders, boolean) rename to buyer_order_without_fee;
create function public.buyer_order_data(bought public.orders, is_full boolean) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select public.buyer_order_without_fee(bought, is_full) || jsonb_build_object('batteryFee', bought.battery_fee)
$$;
