-- An order says the terms of its own parts: each line keeps the text of its warranty, also where it is that of the shop's
-- terms (app/domain/order-terms.ts), and its page shows the terms of returns that the order kept.

create or replace function public.buyer_order_without_units(bought public.orders, is_full boolean) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select public.buyer_order_without_fee(bought, is_full)
    || jsonb_build_object('batteryFee', bought.battery_fee, 'returnTerms', bought.return_terms)
$$;

-- As before, with what the text of the warranty depends on.
create or replace function public.sale_facts(part public.parts_catalog) returns text
  language sql stable
  return row(
    part.part_name, part.oem_number, part.category, part.part_type, part.price, part.origin, part.shipping_class,
    part.weight_pounds, part.length_in, part.width_in, part.height_in, part.core_charge, part.safety_check,
    part.donor_vin_tail, part.recall_checked_on, part.mileage, part.grade, part.brand, part.vehicle_make, part.warranty
  )::text;

-- Lines without a warranty of their own had the shop's terms: those of the settings that the order was placed under. The
-- rules are those of findPartTerms() when this was written. Whatever is not known of a new part counts as its maker's.
with terms as (
  select orders.id as order_id,
    coalesce(versions.values, now_valid.values) #> '{business,warranty}' as periods
  from public.orders
  cross join public.shop_settings as now_valid
  left join public.settings_versions as versions on versions.version = orders.settings_version
), sold as (
  select lines.id, lines.order_id,
    coalesce(lines.origin, case when lower(trim(lines.part_type)) = 'new' then 'new' else 'used' end) as origin,
    ' ' || trim(regexp_replace(lower(coalesce(parts.brand, '')), '[^[:alnum:]]+', ' ', 'g')) || ' ' as brand,
    ' ' || trim(regexp_replace(lower(coalesce(parts.vehicle_make, '')), '[^[:alnum:]]+', ' ', 'g')) || ' ' as make
  from public.order_lines as lines left join public.parts_catalog as parts on parts.id = lines.part_id
  where lines.warranty is null
), kinds as (
  select id, order_id,
    case
      when origin not like 'new%' then 'used'
      when origin = 'new_oem' then 'oem'
      when origin = 'new_aftermarket' then 'aftermarket'
      when brand = '  ' or brand ~ '\y(genuine|oem)\y' or strpos(brand, make) > 0
        or brand in (' motorcraft ', ' mopar ') then 'oem'
      else 'aftermarket'
    end as kind
  from sold
)
update public.order_lines
set warranty = regexp_replace(
  coalesce(
    terms.periods ->> kinds.kind,
    case kinds.kind when 'oem' then '12-36 months' when 'aftermarket' then '12-24 months' else '30 days' end
  ), '-', ' to '
)
from kinds join terms on terms.order_id = kinds.order_id
where order_lines.id = kinds.id;
comment on column public.order_lines.warranty is
  'The text at the time of sale, as in 90 days, or 12 to 36 months where the shop knew no more. Null only if an older process of the shop wrote it.';
