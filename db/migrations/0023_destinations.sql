-- What was decided when an order was priced: where it goes, by which settings, and the amounts of each line.

alter table public.orders
  add column fulfillment text not null default 'ship',
  add column ship_to jsonb,
  add column pickup_location text,
  add column settings_version integer,
  add column core numeric(12, 2) not null default 0,
  add column core_return_days integer,
  add column days_min integer,
  add column days_max integer,
  add constraint orders_fulfillment_known check (fulfillment in ('ship', 'pickup')),
  add constraint orders_ship_to_object check (jsonb_typeof(ship_to) = 'object'),
  add constraint orders_place_of_fulfillment check (
    case fulfillment when 'pickup' then pickup_location is not null and ship_to is null else pickup_location is null end
  ),
  add constraint orders_settings_version_positive check (settings_version > 0),
  add constraint orders_core_not_negative check (core >= 0),
  add constraint orders_core_return_days_positive check (core_return_days > 0),
  add constraint orders_days_in_order check ((days_min is null) = (days_max is null) and 0 <= days_min and days_min <= days_max);
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

alter table public.order_lines
  add column shipping numeric(12, 2),
  add column tax numeric(12, 2),
  add column core numeric(12, 2) not null default 0,
  add column core_tax numeric(12, 2) not null default 0,
  add column refunds_core_tax boolean not null default true,
  add column shipping_class text,
  add constraint order_lines_amounts_not_negative check (shipping >= 0 and tax >= 0 and core >= 0 and core_tax >= 0),
  add constraint order_lines_shipping_class_known check (
    shipping_class in ('parcel', 'oversize', 'freight', 'pickup')
  );
comment on column public.order_lines.shipping is 'Dollars. Null in orders from before lines had it.';
comment on column public.order_lines.tax is
  'Dollars, on the parts and on their shipping where it is taxed. Null in orders from before lines had it.';
comment on column public.order_lines.core is 'Dollars for the core charges of all pieces.';
comment on column public.order_lines.core_tax is 'Dollars of tax on the core charges.';
comment on column public.order_lines.refunds_core_tax is 'Whether a returned core also brings its tax back.';
comment on column public.order_lines.shipping_class is 'How it is sent. Null in orders from before lines had it.';
