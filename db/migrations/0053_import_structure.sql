-- How the file of an import is read can be chosen, so the file is kept until its lines are applied (docs/part-import.md).
alter table public.part_imports
  add column structure jsonb,
  add column look jsonb,
  add column filled jsonb,
  add column check_counts jsonb;
comment on column public.part_imports.header is 'The name of each column. No two are the same.';
comment on column public.part_imports.structure is
  'What an admin has chosen: sheet, encoding, separator and headings. Null: as in the supplier''s last file, or found.';
comment on column public.part_imports.look is 'The first lines of the file, its sheets, and how it was read.';
comment on column public.part_imports.filled is 'How many lines have something in each column.';
comment on column public.part_imports.check_counts is 'What the check has counted, as in app/core/imports/files/findings.ts.';
comment on table public.part_import_pieces is 'An uploaded file, until its lines are applied: 2 MB each, the last one less.';
grant update (structure, look, filled, check_counts) on public.part_imports to authenticated;

create policy "Admins can remove lines of files that are read again" on public.part_import_lines
  for delete to authenticated using (
    (select public.is_admin())
    and exists (select from public.part_imports where id = import_id and state = 'reading')
  );
grant delete on public.part_import_lines to authenticated;

-- Of imports that were read before, nothing is known of their columns. Their file is gone.
update public.part_imports as import
set filled = to_jsonb(array_fill(lines, array[jsonb_array_length(header)]))
where header is not null and state not in ('uploading', 'reading')
  and not exists (select from public.part_import_pieces where import_id = import.id and not of_pictures);
