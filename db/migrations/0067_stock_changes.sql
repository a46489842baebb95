-- Which lists a part is in decides which kept pages change when it is sold out, or available again: the processes compare
-- them (server/page-cache/stock-changes.ts). So the payload of catalog_changed has the ids of up to 50 parts of which only
-- the stock has changed, with '!' before those that were sold out or are available again. Else the payload is empty.

create or replace function public.tell_part_changes() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  ids text;
begin
  if not exists (select from new_parts) then return null; end if;
  select string_agg(
    case when (before.stock_quantity > before.stock_held) <> (after.stock_quantity > after.stock_held) then '!' else '' end
      || after.id, ' '
  ) into ids
  from (select * from new_parts limit 51) as after join old_parts as before using (id)
  having count(*) <= 50 and bool_and(
    to_jsonb(before) - '{stock_quantity,stock_held,updated_at}'::text[]
      = to_jsonb(after) - '{stock_quantity,stock_held,updated_at}'::text[]
  );
  perform pg_catalog.pg_notify('catalog_changed', coalesce(ids, ''));
  return null;
end;
$$;

create function public.listed_part(of_part uuid) returns table (terms text[], price numeric, texts text)
  language sql stable security definer rows 1
  set search_path = ''
as $$
  select array(
      select public.search_terms_planned(
        parts.part_name, parts.brand, parts.oem_number, parts.description, parts.vehicle_make, parts.vehicle_model,
        parts.vehicle_year, parts.category, parts.part_type, parts.price, parts.created_at, parts.origin, parts.mileage,
        parts.grade
      )
    ) || coalesce((select fits.terms from public.part_fit_terms as fits where fits.part_id = parts.id), '{}'),
    parts.price,
    concat_ws(
      ' ', parts.part_name, parts.brand, parts.oem_number, parts.superseded_numbers, parts.stock_number, parts.description,
      parts.vehicle_make, parts.vehicle_model
    )
  from public.parts_catalog as parts where parts.id = of_part
$$;
comment on function public.listed_part is 'What searches compare of a part: its terms, its price, and the texts of its fields.';
revoke execute on function public.listed_part from public, anon, authenticated;
grant execute on function public.listed_part to service_role;
