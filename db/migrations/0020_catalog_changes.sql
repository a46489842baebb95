-- Every process that keeps rendered pages listens on the channel catalog_changed and throws them away. A transaction
-- tells it once, when it is committed, however much it changes.

create function public.tell_catalog_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('catalog_changed', '');
  return null;
end;
$$;

create trigger tell_catalog_change after insert or update or delete or truncate on public.parts_catalog
  for each statement execute function public.tell_catalog_change();
create trigger tell_catalog_change after insert or update or delete or truncate on public.conditions
  for each statement execute function public.tell_catalog_change();
