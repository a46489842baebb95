-- How a part is sent, and the charge for its core. Null: by the owner's settings for the part's category.

alter table public.parts_catalog
  add column shipping_class text,
  add column weight_pounds numeric(7, 2),
  add column length_in numeric(5, 1),
  add column width_in numeric(5, 1),
  add column height_in numeric(5, 1),
  add column core_charge numeric(12, 2),
  add constraint parts_catalog_shipping_class_known check (
    shipping_class in ('parcel', 'oversize', 'freight', 'pickup')
  ),
  add constraint parts_catalog_weight_positive check (weight_pounds > 0),
  add constraint parts_catalog_size_positive check (length_in > 0 and width_in > 0 and height_in > 0),
  add constraint parts_catalog_core_charge_not_negative check (core_charge >= 0);
comment on column public.parts_catalog.shipping_class is 'pickup: not sent at all. Null: as its category.';
comment on column public.parts_catalog.weight_pounds is 'Of one piece in its box. Null: as its category, or unknown.';
comment on column public.parts_catalog.length_in is 'Of one piece in its box. Null: as its category, or unknown.';
comment on column public.parts_catalog.core_charge is
  'Dollars for one piece, refunded for a returned old part. 0: none. Null: as its category.';
grant update (shipping_class, weight_pounds, length_in, width_in, height_in, core_charge)
  on public.parts_catalog to authenticated;
