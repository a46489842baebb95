-- Imports of parts from files (docs/part-import.md). A job reads the file, checks its lines, and applies them in steps of one
-- transaction each, as with bulk changes.

create table public.part_imports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  supplier text not null,
  file_name text not null,
  file_bytes bigint not null,
  state text not null default 'uploading',
  header jsonb,
  mapping jsonb,
  mode text,
  lines integer not null default 0,
  done integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  undone integer not null default 0,
  undo_place integer,
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint part_imports_pkey primary key (id),
  constraint part_imports_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint part_imports_state_known check (
    state in ('uploading', 'reading', 'mapping', 'checking', 'checked', 'applying', 'undoing', 'failed', 'ended', 'undone')
  ),
  constraint part_imports_mode_known check (mode in ('all', 'good')),
  constraint part_imports_mode_when_applied check (
    mode is not null or state not in ('applying', 'undoing', 'ended', 'undone')
  ),
  constraint part_imports_ended_with_state check ((state in ('failed', 'ended', 'undone')) = (ended_at is not null)),
  constraint part_imports_file_bounded check (file_bytes between 1 and 209715200),
  constraint part_imports_texts_bounded check (
    length(supplier) between 1 and 100 and length(file_name) between 1 and 200
  ),
  constraint part_imports_lines_bounded check (lines between 0 and 1000000),
  constraint part_imports_done_in_range check (done between 0 and lines),
  constraint part_imports_each_line_once check (
    done = added + changed + unchanged + refused
  )
);
comment on table public.part_imports is 'Files of parts that admins import. Kept for 30 days, or 3 days if not applied.';
comment on column public.part_imports.user_id is
  'The admin who has started it, or its undoing. The job acts with this person''s rights.';
comment on column public.part_imports.header is 'The cells of the first line.';
comment on column public.part_imports.mapping is 'As in app/domain/part-import/mapping.ts.';
comment on column public.part_imports.mode is 'all: all lines or none. good: the lines that are not refused.';
comment on column public.part_imports.done is
  'Lines that are checked, then lines that are applied. Each of them is added, changed, unchanged or refused.';
comment on column public.part_imports.undo_place is 'Lines up to this one are not undone yet. Null: undoing has not begun.';
comment on column public.part_imports.error is 'Why it ended before all lines were applied.';
create index part_imports_created_at_idx on public.part_imports (created_at);
create index part_imports_user_id_idx on public.part_imports (user_id);

create table public.part_import_pieces (
  import_id uuid not null,
  place integer not null,
  content bytea not null,
  constraint part_import_pieces_pkey primary key (import_id, place),
  constraint part_import_pieces_import_id_fkey foreign key (import_id) references public.part_imports (id)
    on delete cascade,
  constraint part_import_pieces_bounded check (place between 0 and 99 and length(content) between 1 and 2097152)
);
comment on table public.part_import_pieces is 'An uploaded file, until its lines are read: 2 MB each, the last one less.';
-- The files are compressed already, or read once.
alter table public.part_import_pieces alter column content set storage external;

create table public.part_import_lines (
  import_id uuid not null,
  place integer not null,
  line integer not null,
  cells jsonb not null,
  outcome text,
  reason text,
  part_id uuid,
  match_key text,
  before jsonb,
  after jsonb,
  constraint part_import_lines_pkey primary key (import_id, place),
  constraint part_import_lines_import_id_fkey foreign key (import_id) references public.part_imports (id)
    on delete cascade,
  constraint part_import_lines_outcome_known check (
    outcome in ('add', 'change', 'same', 'refuse', 'added', 'changed', 'unchanged', 'refused', 'undone', 'kept')
  )
);
comment on table public.part_import_lines is 'The lines of a file of parts, and what becomes of each.';
comment on column public.part_import_lines.place is 'From 1, without empty lines and the header.';
comment on column public.part_import_lines.line is 'In the file, for people.';
comment on column public.part_import_lines.outcome is
  'add to refuse: of the check. added to refused: of applying. kept: it could not be undone. Null: not checked.';
comment on column public.part_import_lines.reason is 'Why it is refused or kept, for the admin.';
comment on column public.part_import_lines.match_key is 'The part of this line. A later line for the same part is refused.';
comment on column public.part_import_lines.before is 'The changed columns.';
comment on column public.part_import_lines.after is 'The changed columns, or all of a new part.';
create index part_import_lines_outcome_idx on public.part_import_lines (import_id, outcome, place);
create index part_import_lines_match_key_idx on public.part_import_lines (import_id, match_key)
  where match_key is not null;

create table public.part_import_mappings (
  supplier text not null,
  fields jsonb not null,
  updated_at timestamptz not null default now(),
  constraint part_import_mappings_pkey primary key (supplier),
  constraint part_import_mappings_supplier_bounded check (length(supplier) between 1 and 100)
);
comment on table public.part_import_mappings is 'What each column of a supplier''s files is, as an admin has chosen.';
comment on column public.part_import_mappings.supplier is 'In lower case.';
comment on column public.part_import_mappings.fields is 'By the name of the column, with the other choices.';

alter table public.part_imports enable row level security;
create policy "Admins can read imports of parts" on public.part_imports
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can start imports of parts in their own name" on public.part_imports
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can continue imports of parts in their own name" on public.part_imports
  for update to authenticated using ((select public.is_admin()))
  with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can discard imports that changed nothing" on public.part_imports
  for delete to authenticated using (
    (select public.is_admin()) and state in ('uploading', 'reading', 'mapping', 'checking', 'checked', 'failed')
  );
create policy "The shop reads imports of parts" on public.part_imports for select to service_role using (true);
create policy "The shop ends imports of parts" on public.part_imports
  for update to service_role using (true) with check (true);
grant select, delete on public.part_imports to authenticated;
grant insert (supplier, file_name, file_bytes) on public.part_imports to authenticated;
grant update (user_id, state, header, mapping, mode, lines, done, added, changed, unchanged, refused, undone, undo_place,
  error, ended_at) on public.part_imports to authenticated;
grant select on public.part_imports to service_role;
grant update (state, error, ended_at) on public.part_imports to service_role;

alter table public.part_import_pieces enable row level security;
create policy "Admins can read files of parts" on public.part_import_pieces
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can upload files of parts" on public.part_import_pieces
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can delete files of parts" on public.part_import_pieces
  for delete to authenticated using ((select public.is_admin()));
grant select, insert, delete on public.part_import_pieces to authenticated;

alter table public.part_import_lines enable row level security;
create policy "Admins can read lines of files" on public.part_import_lines
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add lines of files" on public.part_import_lines
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change lines of files" on public.part_import_lines
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select on public.part_import_lines to authenticated;
grant insert (import_id, place, line, cells) on public.part_import_lines to authenticated;
grant update (outcome, reason, part_id, match_key, before, after) on public.part_import_lines to authenticated;

alter table public.part_import_mappings enable row level security;
create policy "Admins can read mappings of suppliers" on public.part_import_mappings
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add mappings of suppliers" on public.part_import_mappings
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change mappings of suppliers" on public.part_import_mappings
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select on public.part_import_mappings to authenticated;
grant insert (supplier, fields) on public.part_import_mappings to authenticated;
grant update (fields, updated_at) on public.part_import_mappings to authenticated;

-- Security definer: admins may not add jobs.
create function public.queue_part_import() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job('run-part-import', json_build_object('importId', new.id), 'part-import:' || new.id, now());
  return null;
end
$$;
create trigger queue_part_import after update of state on public.part_imports
  for each row when (new.state in ('reading', 'checking', 'applying', 'undoing') and old.state <> new.state)
  execute function public.queue_part_import();
create trigger tell_about_part_imports after insert or update or delete on public.part_imports
  for each statement execute function public.write_live_topic('admin:parts');

alter function public.clean_up_catalog() rename to clean_up_catalog_and_bulk_changes;
revoke execute on function public.clean_up_catalog_and_bulk_changes from service_role;

-- Security definer, as clean_up_catalog_and_bulk_changes.
create function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_catalog_and_bulk_changes();
  delete from public.part_imports
  where created_at < now() - interval '30 days' and ended_at is not null
    or created_at < now() - interval '3 days'
      and state in ('uploading', 'reading', 'mapping', 'checking', 'checked', 'failed');
end
$$;
comment on function public.clean_up_catalog is
  'Nightly: removes deleted parts, bulk changes and imports after 30 days, and replaces the tallies by their sum.';
grant execute on function public.clean_up_catalog to service_role;
