-- What a search may have been meant to be: names of parts by their beginnings, and words by their closest spelling.

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

-- Security definer: who owns pg_trgm, and so who may call it, differs from server to server.
create function public.search_words_like(given text, how_many integer) returns setof text
  language sql stable security definer parallel safe
  set search_path = public, pg_temp
begin atomic
  select clean.word
  from public.search_vocabulary as vocabulary,
  lateral (select regexp_replace(vocabulary.word collate "default", '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g') as word) as clean
  where (
      vocabulary.word between substr(given, 1, 1) and substr(given, 1, 1) || U&'\+10FFFF'
      or vocabulary.word between substr(given, 2, 1) and substr(given, 2, 1) || U&'\+10FFFF'
      or vocabulary.word % given
    )
    and length(clean.word) between length(given) - 2 and length(given) + 2
  group by clean.word
  order by similarity(clean.word, given) desc, clean.word
  limit how_many;
end;
comment on function public.search_words_like is
  'Words of about the length of the given, without the signs around them, that share its beginning or letters in a row. Two that have changed places at the beginning leave nothing to share: so the second letter counts as the first too.';
grant execute on function public.search_words_like to anon, authenticated, service_role;
