-- Most changes of the catalogue are a few pieces of one part, held or sold while others are left: only pages that show
-- the part say something else then. They are told by the ids of the parts; any other change has no ids.

create function public.tell_part_changes() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  ids text;
begin
  if not exists (select from new_parts) then return null; end if;
  select string_agg(after.id::text, ' ') into ids
  from (select * from new_parts limit 51) as after join old_parts as before using (id)
  having count(*) <= 50 and bool_and(
    (before.stock_quantity > before.stock_held) = (after.stock_quantity > after.stock_held)
    and to_jsonb(before) - '{stock_quantity,stock_held,updated_at}'::text[]
      = to_jsonb(after) - '{stock_quantity,stock_held,updated_at}'::text[]
  );
  perform pg_catalog.pg_notify('catalog_changed', coalesce(ids, ''));
  return null;
end;
$$;

drop trigger tell_catalog_change on public.parts_catalog;
create trigger tell_catalog_change after insert or delete or truncate on public.parts_catalog
  for each statement execute function public.tell_catalog_change();
create trigger tell_part_changes after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.tell_part_changes();
