-- A shop beside a yard system: each field has one owner, and what both have changed is reported (docs/scheduled-imports.md).
alter table public.import_sources add column shop_owns text[] not null default '{}',
  add constraint import_sources_shop_owns_bounded check (cardinality(shop_owns) <= 20);
comment on column public.import_sources.shop_owns is
  'Fields of the parts that belong to the shop: files don''t change them. All others belong to the file.';
alter table public.import_sources add column back_path text,
  add constraint import_sources_back_path_bounded check (length(back_path) between 1 and 500);
comment on column public.import_sources.back_path is
  'Where the shop writes what was sold and changed here, after each run: on the SFTP server, or in the folder for imports.';
grant select (shop_owns, back_path), insert (shop_owns, back_path), update (shop_owns, back_path) on public.import_sources
  to authenticated;

alter table public.import_source_parts add column delivered jsonb;
comment on column public.import_source_parts.delivered is
  'What the last file had for the part. Null: nothing is known, so the next file counts as the first one.';
grant insert (delivered), update (delivered) on public.import_source_parts to authenticated;

alter table public.part_import_lines add column sent jsonb, add column conflicts jsonb;
comment on column public.part_import_lines.sent is
  'The values of the line as read, if the file comes again. They become import_source_parts.delivered.';
comment on column public.part_import_lines.conflicts is 'Fields that a person and the file have both changed.';
create index part_import_lines_conflicts_idx on public.part_import_lines (import_id, place) where conflicts is not null;
grant update (sent, conflicts) on public.part_import_lines to authenticated;

alter table public.import_runs add column conflicts integer not null default 0;
comment on column public.import_runs.conflicts is 'Lines with fields that a person and the file have both changed.';
grant update (conflicts) on public.import_runs to authenticated;

-- Lines with a conflict stay, even if they changed nothing.
create or replace function public.forget_unchanged_lines(import uuid, first integer, last integer) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if public.is_admin() is not true then
    raise exception 'Only admins may do this' using errcode = '42501';
  end if;
  delete from public.part_import_lines
  where import_id = import and place between first and last and outcome = 'unchanged' and conflicts is null
    and exists (select from public.import_runs where import_id = import);
end
$$;
