-- Imports of parts from files (docs/part-import.md). A job reads the file, checks its lines, and applies them in steps of one
-- transaction each, as with bulk changes.
create table public.part_imports (
  id uuid not null default gen_random_uuid(),
  user_id uuid default auth.uid(),
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
  -- Pictures come by address or from a ZIP file. A job fetches them when the lines are applied.
  zip_name text,
  zip_bytes bigint,
  zip_state text,
  user_name text,
  constraint part_imports_pkey primary key (id),
  constraint part_imports_mode_known check (mode in ('all', 'good')),
  constraint part_imports_mode_when_applied check (
    mode is not null or state not in ('applying', 'undoing', 'ended', 'undone')
  ),
  constraint part_imports_file_bounded check (file_bytes between 1 and 209715200),
  constraint part_imports_texts_bounded check (
    length(supplier) between 1 and 100 and length(file_name) between 1 and 200
  ),
  constraint part_imports_lines_bounded check (lines between 0 and 1000000),
  constraint part_imports_done_in_range check (done between 0 and lines),
  constraint part_imports_each_line_once check (
    done = added + changed + unchanged + refused
  ),
  constraint part_imports_zip_bounded check (
    length(zip_name) between 1 and 200 and zip_bytes between 1 and 524288000
  ),
  constraint part_imports_zip_state_known check (zip_state in ('uploading', 'ready', 'matched', 'read')),
  constraint part_imports_zip_whole check (
    (zip_state is null) = (zip_name is null) and (zip_state is null) = (zip_bytes is null)
  ),
  constraint part_imports_state_known check (
    state in ('uploading', 'reading', 'mapping', 'checking', 'checked', 'applying', 'undoing', 'failed', 'ended', 'undone', 'discarded')
  ),
  constraint part_imports_ended_with_state check (
    (state in ('failed', 'ended', 'undone', 'discarded')) = (ended_at is not null)
  ),
  constraint part_imports_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null
);
comment on table public.part_imports is
  'Files of parts that admins import. Kept for 30 days, or 3 days if neither applied nor discarded.';
comment on column public.part_imports.user_id is
  'The admin who has started it, its undoing or discarding. The job acts with this person''s rights. Null: the account was deleted.';
comment on column public.part_imports.header is 'The cells of the first line.';
comment on column public.part_imports.mapping is 'As in app/domain/part-import/mapping.ts.';
comment on column public.part_imports.mode is 'all: all lines or none. good: the lines that are not refused.';
comment on column public.part_imports.done is
  'Lines that are checked, then lines that are applied. Each of them is added, changed, unchanged or refused.';
comment on column public.part_imports.undo_place is 'Lines up to this one are not undone yet. Null: undoing has not begun.';
comment on column public.part_imports.error is 'Why it ended before all lines were applied.';
comment on column public.part_imports.zip_state is
  'Of a ZIP file with pictures. matched: its entries are in part_import_pictures. read: all were added, and its pieces are deleted.';
comment on column public.part_imports.user_name is 'The name of this person, or the email address.';
create index part_imports_created_at_idx on public.part_imports (created_at);
create index part_imports_user_id_idx on public.part_imports (user_id);
create index part_imports_trash_idx on public.part_imports (ended_at, id) where state in ('undone', 'discarded');
alter table public.part_imports enable row level security;
create policy "Admins can read imports of parts" on public.part_imports
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can start imports of parts in their own name" on public.part_imports
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can continue imports of parts in their own name" on public.part_imports
  for update to authenticated using ((select public.is_admin()))
  with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "The shop reads imports of parts" on public.part_imports for select to service_role using (true);
create policy "The shop ends imports of parts" on public.part_imports
  for update to service_role using (true) with check (true);
grant select on public.part_imports to authenticated, service_role;
grant insert (supplier, file_name, file_bytes), update (user_id, header, mapping, mode, lines, done, added, changed,
  unchanged, refused, undone, undo_place, state, error, ended_at, zip_name, zip_bytes, zip_state), delete on
  public.part_imports to authenticated;
grant update (state, error, ended_at) on public.part_imports to service_role;

create trigger tell_about_part_imports after insert or update or delete on public.part_imports
  for each statement execute function public.write_live_topic('admin:parts');
create trigger keep_user_name before insert or update of user_id on public.part_imports
  for each row execute function public.keep_user_name();

create table public.part_import_pieces (
  import_id uuid not null,
  place integer not null,
  content bytea not null,
  of_pictures boolean not null default false,
  constraint part_import_pieces_import_id_fkey foreign key (import_id) references public.part_imports (id)
    on delete cascade,
  constraint part_import_pieces_pkey primary key (import_id, of_pictures, place),
  constraint part_import_pieces_bounded check (
    place between 0 and case when of_pictures then 249 else 99 end and length(content) between 1 and 2097152
  )
);
comment on table public.part_import_pieces is 'An uploaded file, until its lines are read: 2 MB each, the last one less.';
comment on column public.part_import_pieces.of_pictures is 'Of the ZIP file with pictures, which is stored until they are added.';
-- The files are compressed already, or read once.
alter table public.part_import_pieces alter column content set storage external;
alter table public.part_import_pieces enable row level security;
create policy "Admins can read files of parts" on public.part_import_pieces
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can upload files of parts" on public.part_import_pieces
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can delete files of parts" on public.part_import_pieces
  for delete to authenticated using ((select public.is_admin()));
grant select, insert, delete on public.part_import_pieces to authenticated;

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
alter table public.part_import_lines enable row level security;
create policy "Admins can read lines of files" on public.part_import_lines
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add lines of files" on public.part_import_lines
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change lines of files" on public.part_import_lines
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert (import_id, place, line, cells), update (outcome, reason, part_id, match_key, before, after) on
  public.part_import_lines to authenticated;

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
alter table public.part_import_mappings enable row level security;
create policy "Admins can read mappings of suppliers" on public.part_import_mappings
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add mappings of suppliers" on public.part_import_mappings
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change mappings of suppliers" on public.part_import_mappings
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert (supplier, fields), update (fields, updated_at) on public.part_import_mappings to authenticated;

create trigger queue_part_import after update of state on public.part_imports
  for each row when (new.state in ('reading', 'checking', 'applying', 'undoing') and old.state <> new.state)
  execute function public.queue_job('run-part-import', 'importId', 'part-import:');

-- No foreign keys to parts and pictures: both can be deleted while the import is listed.
create table public.part_import_pictures (
  import_id uuid not null,
  id uuid not null default gen_random_uuid(),
  place integer,
  part_id uuid,
  number smallint not null default 1,
  source text not null,
  state text not null default 'waiting',
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  reason text,
  picture_id uuid,
  replaced text,
  constraint part_import_pictures_pkey primary key (id),
  constraint part_import_pictures_import_id_fkey foreign key (import_id) references public.part_imports (id)
    on delete cascade,
  constraint part_import_pictures_source_key unique nulls not distinct (import_id, place, source),
  constraint part_import_pictures_source_bounded check (length(source) between 1 and 2000),
  constraint part_import_pictures_reason_bounded check (length(reason) between 1 and 300),
  constraint part_import_pictures_state_known check (state in ('waiting', 'added', 'known', 'failed', 'removed')),
  constraint part_import_pictures_failed_for_a_reason check ((state = 'failed') = (reason is not null)),
  constraint part_import_pictures_waiting_with_part check (part_id is not null or state = 'failed')
);
comment on table public.part_import_pictures is 'The pictures that an import adds, and what becomes of each.';
comment on column public.part_import_pictures.place is 'The line of the file. Null: an entry of the ZIP file that no line names.';
comment on column public.part_import_pictures.number is 'The order within the part.';
comment on column public.part_import_pictures.source is 'An address, or the name of a file in the ZIP file.';
comment on column public.part_import_pictures.state is
  'added, or known: the part had it already. failed: not tried again, until an admin says so. removed: the import was undone.';
comment on column public.part_import_pictures.reason is 'Why it failed, for the admin.';
comment on column public.part_import_pictures.replaced is
  'The image_url that the part''s first uploaded picture has replaced, and undoing gives back.';
create index part_import_pictures_due_idx on public.part_import_pictures (import_id, due_at, place, number)
  where state = 'waiting';
create index part_import_pictures_state_idx on public.part_import_pictures (import_id, state, place);
create index part_import_pictures_picture_id_idx on public.part_import_pictures (picture_id)
  where picture_id is not null;
alter table public.part_import_pictures enable row level security;
create policy "Admins can read pictures of imports" on public.part_import_pictures
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add pictures of imports" on public.part_import_pictures
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change pictures of imports" on public.part_import_pictures
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins can delete pictures of imports" on public.part_import_pictures
  for delete to authenticated using ((select public.is_admin()));
create policy "The shop can read pictures of imports" on public.part_import_pictures
  for select to service_role using (true);
create policy "The shop can end pictures of imports" on public.part_import_pictures
  for update to service_role using (true) with check (true);
grant select on public.part_import_pictures to authenticated, service_role;
grant insert (import_id, place, part_id, number, source, state, reason), update (state, attempts, due_at, reason, picture_id,
  replaced), delete on public.part_import_pictures to authenticated;
grant update (state, reason) on public.part_import_pictures to service_role;

create trigger tell_about_import_pictures after update of state on public.part_import_pictures
  for each statement execute function public.write_live_topic('admin:parts');

-- Not columns of part_pictures, which everybody may read: addresses name the shop's suppliers.
create table public.part_picture_sources (
  picture_id uuid not null,
  source text not null,
  part_id uuid not null,
  content_hash bytea not null,
  constraint part_picture_sources_pkey primary key (picture_id, source),
  constraint part_picture_sources_picture_id_fkey foreign key (picture_id) references public.part_pictures (id)
    on delete cascade,
  constraint part_picture_sources_hash_sized check (length(content_hash) = 32),
  constraint part_picture_sources_source_bounded check (length(source) between 1 and 2000)
);
comment on table public.part_picture_sources is
  'Where imported pictures come from, so that another import of the same address or bytes adds none.';
comment on column public.part_picture_sources.source is 'An address, or the name of a file in a ZIP file.';
comment on column public.part_picture_sources.content_hash is 'SHA-256 of what was fetched.';
create index part_picture_sources_part_id_idx on public.part_picture_sources (part_id, content_hash);
alter table public.part_picture_sources enable row level security;
create policy "Admins can read sources of pictures" on public.part_picture_sources
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add sources of pictures" on public.part_picture_sources
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can delete sources of pictures" on public.part_picture_sources
  for delete to authenticated using ((select public.is_admin()));
grant select, insert, delete on public.part_picture_sources to authenticated;

-- An admin who tries failed pictures again becomes its user_id. The job itself sets matched and read.
create trigger queue_import_pictures after update of state, zip_state, user_id on public.part_imports
  for each row when (
    new.state = 'ended'
    and (old.zip_state is not distinct from new.zip_state or new.zip_state not in ('matched', 'read'))
  )
  execute function public.queue_job('add-import-pictures', 'importId', 'import-pictures:');
