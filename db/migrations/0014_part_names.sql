-- What the shop's parts are called, each name once: the search box suggests them as they are typed.

create function public.part_name_words(name text) returns text
  language sql immutable parallel safe
  return ' ' || regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g')
    || ' ' || regexp_replace(lower(name), '[^[:alnum:]\s]+', '', 'g');
comment on function public.part_name_words is
  'The words of a name, each behind a blank, as they stand between signs and as they are without them: "A/C Hose" is both " a c hose" and " ac hose".';

create table public.part_names (
  name text not null,
  constraint part_names_pkey primary key (name),
  constraint part_names_can_be_searched check (length(name) <= 200)
);
comment on table public.part_names is 'Kept by triggers on parts_catalog. A name that no part has any more may stay.';
create index part_names_beginning_idx on public.part_names ((public.part_name_words(name) collate "C"));
create index part_names_words_idx on public.part_names using gin (public.part_name_words(name) gin_trgm_ops);

alter table public.part_names enable row level security;
create policy "Everybody can read names" on public.part_names
  for select to anon, authenticated, service_role using (true);
grant select on public.part_names to anon, authenticated, service_role;
grant execute on function public.part_name_words to anon, authenticated, service_role;

-- Security definer: an admin changes parts, nobody changes the list of their names.
create function public.keep_part_names() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.part_names (name)
  select distinct part_name from new_parts where length(part_name) <= 200 order by part_name
  on conflict do nothing;
  return null;
end
$$;

create trigger keep_names_of_added_parts after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.keep_part_names();
create trigger keep_names_of_changed_parts after update on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.keep_part_names();

insert into public.part_names (name) select distinct part_name from public.parts_catalog where length(part_name) <= 200;
