-- A part's page names the other vehicles that carry the same number.

create function public.oem_number_key(oem_number text) returns text
  language sql immutable parallel safe
  return nullif(translate(upper(oem_number), '-. ', ''), '');
comment on function public.oem_number_key is 'What two spellings of one number share: 45022-TR3-A01 is 45022 tr3.a01.';
grant execute on function public.oem_number_key to anon, authenticated, service_role;

create index parts_catalog_oem_number_idx on public.parts_catalog
  (public.oem_number_key(oem_number), vehicle_make, vehicle_model, vehicle_year);
