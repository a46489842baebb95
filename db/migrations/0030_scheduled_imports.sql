-- Scheduled imports of parts (docs/scheduled-imports.md): the shop fetches a supplier's file and imports it as part_imports does.
create table public.import_sources (
  id uuid not null default gen_random_uuid(),
  user_id uuid default auth.uid(),
  supplier text not null,
  address text not null,
  auth text not null,
  user_name text,
  sealed_secret text,
  schedule text not null,
  daily_at smallint,
  kind text not null,
  mode text not null,
  paused_at timestamptz,
  next_run_at timestamptz not null default now(),
  host_key text,
  seen_host_key text,
  failing_since timestamptz,
  failures integer not null default 0,
  problem text,
  etag text,
  last_modified text,
  sha256 text,
  ends_with_break boolean,
  created_at timestamptz not null default now(),
  constraint import_sources_pkey primary key (id),
  constraint import_sources_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint import_sources_auth_known check (auth in ('none', 'password', 'bearer', 'key')),
  constraint import_sources_secret_with_auth check ((auth = 'none') = (sealed_secret is null)),
  constraint import_sources_schedule_known check (schedule in ('15m', '1h', '6h', 'daily')),
  constraint import_sources_daily_at_in_day check (
    (schedule = 'daily') = (daily_at is not null) and daily_at between 0 and 1439
  ),
  constraint import_sources_kind_known check (kind in ('changes', 'full')),
  constraint import_sources_mode_known check (mode in ('all', 'good')),
  constraint import_sources_texts_bounded check (
    length(supplier) between 1 and 100 and length(address) between 1 and 500 and length(user_name) <= 200
    and length(sealed_secret) <= 20000 and length(host_key) <= 100 and length(seen_host_key) <= 100
    and length(problem) <= 500 and length(etag) <= 500 and length(last_modified) <= 100 and length(sha256) <= 64
  )
);
comment on table public.import_sources is 'Where the shop fetches files of suppliers by itself.';
comment on column public.import_sources.user_id is 'The admin whose rights its runs have: who changed or resumed it last.';
comment on column public.import_sources.sealed_secret is
  'The password, token or private key, encrypted for this row and server (server/sealed-secret.ts). Admins can''t read it.';
comment on column public.import_sources.daily_at is 'Minutes after midnight in the shop''s time zone.';
comment on column public.import_sources.kind is 'full: parts that left the file are hidden. changes: nothing is hidden.';
comment on column public.import_sources.mode is 'As in part_imports.';
comment on column public.import_sources.host_key is 'The fingerprint of the SFTP server that an admin has confirmed.';
comment on column public.import_sources.seen_host_key is 'Another fingerprint. No run starts until an admin confirms it.';
comment on column public.import_sources.problem is 'Why the last run failed, for admins. Without credentials.';
comment on column public.import_sources.etag is
  'With last_modified, sha256 and ends_with_break: of the last file that was imported.';
create index import_sources_next_run_at_idx on public.import_sources (next_run_at) where paused_at is null;
create index import_sources_user_id_idx on public.import_sources (user_id);
alter table public.import_sources enable row level security;
create policy "Admins can read import sources" on public.import_sources
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add import sources in their own name" on public.import_sources
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can change import sources in their own name" on public.import_sources
  for update to authenticated using ((select public.is_admin()))
  with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can delete import sources" on public.import_sources
  for delete to authenticated using ((select public.is_admin()));
create policy "The shop reads import sources" on public.import_sources for select to service_role using (true);
create policy "The shop notes what became of import sources" on public.import_sources
  for update to service_role using (true) with check (true);
grant select (created_at, id, user_id, supplier, address, auth, user_name, schedule, daily_at, kind, mode, host_key,
  paused_at, next_run_at, seen_host_key, failing_since, failures, problem, etag, last_modified, sha256, ends_with_break),
  insert (id, supplier, address, auth, user_name, sealed_secret, schedule, daily_at, kind, mode, next_run_at), update
  (user_id, supplier, address, auth, user_name, sealed_secret, schedule, daily_at, kind, mode, host_key, paused_at,
  next_run_at, seen_host_key, failing_since, failures, problem, etag, last_modified, sha256, ends_with_break), delete on
  public.import_sources to authenticated;
grant select, update (paused_at, next_run_at, seen_host_key, failing_since, failures, problem, etag, last_modified, sha256,
  ends_with_break) on public.import_sources to service_role;

create trigger tell_about_import_sources after insert or update or delete on public.import_sources
  for each statement execute function public.write_live_topic('admin:parts');

create table public.import_runs (
  id uuid not null default gen_random_uuid(),
  source_id uuid not null,
  import_id uuid,
  state text not null default 'started',
  is_by_hand boolean not null default false,
  recorded integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  hidden integer not null default 0,
  to_hide integer not null default 0,
  listed integer not null default 0,
  etag text,
  last_modified text,
  sha256 text,
  ends_with_break boolean,
  error text,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint import_runs_pkey primary key (id),
  constraint import_runs_source_id_fkey foreign key (source_id) references public.import_sources (id) on delete cascade,
  constraint import_runs_import_id_fkey foreign key (import_id) references public.part_imports (id) on delete set null,
  constraint import_runs_state_known check (
    state in ('started', 'importing', 'waiting', 'confirmed', 'hiding', 'done', 'nothing-new', 'failed', 'discarded', 'undone')
  ),
  constraint import_runs_ended_with_state check (
    (state in ('done', 'nothing-new', 'failed', 'discarded', 'undone')) = (ended_at is not null)
  ),
  constraint import_runs_error_bounded check (length(error) <= 500)
);
comment on table public.import_runs is 'Runs of scheduled imports. Kept for 30 days.';
comment on column public.import_runs.import_id is 'Null: the file is not fetched yet, or its import was deleted.';
comment on column public.import_runs.recorded is 'Lines up to this place are in import_source_parts.';
comment on column public.import_runs.to_hide is 'Parts that left the file, of the listed ones.';
comment on column public.import_runs.listed is 'Parts that the source has delivered, before this run.';
comment on column public.import_runs.ends_with_break is 'Null: a workbook.';
create unique index import_runs_open_key on public.import_runs (source_id) where ended_at is null;
create index import_runs_newest_idx on public.import_runs (source_id, started_at desc, id desc);
create index import_runs_import_id_idx on public.import_runs (import_id) where import_id is not null;
alter table public.import_runs enable row level security;
create policy "Admins can read runs of imports" on public.import_runs
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can start runs of imports" on public.import_runs
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can continue runs of imports" on public.import_runs
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "The shop reads runs of imports" on public.import_runs for select to service_role using (true);
create policy "The shop starts runs of imports" on public.import_runs for insert to service_role with check (true);
create policy "The shop continues runs of imports" on public.import_runs
  for update to service_role using (true) with check (true);
create policy "The shop removes runs that found nothing new" on public.import_runs
  for delete to service_role using (state = 'nothing-new');
grant select, insert (source_id, is_by_hand) on public.import_runs to authenticated, service_role;
grant update (import_id, recorded, hidden, to_hide, listed, etag, last_modified, sha256, ends_with_break, state, ended_at) on
  public.import_runs to authenticated;
grant update (state, added, changed, unchanged, refused, error, ended_at), delete on public.import_runs to service_role;

create trigger tell_about_import_runs after insert or update or delete on public.import_runs
  for each statement execute function public.write_live_topic('admin:parts');

-- The source of a scheduled one sends its file again.
create policy "Admins can delete imports that were not read, and scheduled ones" on public.part_imports
  for delete to authenticated using (
    (select public.is_admin()) and (
      state in ('uploading', 'failed')
      or state in ('reading', 'mapping', 'checking', 'checked')
        and exists (select from public.import_runs where import_id = part_imports.id)
    )
  );

create table public.import_source_parts (
  source_id uuid not null,
  part_id uuid not null,
  run_id uuid not null,
  is_listed boolean not null default true,
  hide_run uuid,
  hidden_run uuid,
  shown_run uuid,
  constraint import_source_parts_pkey primary key (source_id, part_id),
  constraint import_source_parts_source_id_fkey foreign key (source_id) references public.import_sources (id)
    on delete cascade
);
comment on table public.import_source_parts is
  'Which parts a source has delivered. No foreign key to parts: they move to hidden_parts and to the trash.';
comment on column public.import_source_parts.run_id is 'The last run whose file had the part.';
comment on column public.import_source_parts.is_listed is 'The part is in the last full file, or in any file of changes.';
comment on column public.import_source_parts.hide_run is 'A run that will hide the part, as soon as no payment holds it.';
comment on column public.import_source_parts.hidden_run is 'The run that has hidden the part.';
comment on column public.import_source_parts.shown_run is 'The last run that has shown the part again.';
create index import_source_parts_part_id_idx on public.import_source_parts (part_id);
create index import_source_parts_hide_run_idx on public.import_source_parts (hide_run, part_id) where hide_run is not null;
create index import_source_parts_hidden_run_idx on public.import_source_parts (hidden_run, part_id)
  where hidden_run is not null;
create index import_source_parts_shown_run_idx on public.import_source_parts (shown_run, part_id)
  where shown_run is not null;
alter table public.import_source_parts enable row level security;
create policy "Admins can read which parts a source has delivered" on public.import_source_parts
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can note which parts a source has delivered" on public.import_source_parts
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can note which parts have left a source" on public.import_source_parts
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "The shop reads which parts a source has delivered" on public.import_source_parts
  for select to service_role using (true);
grant select on public.import_source_parts to authenticated, service_role;
grant insert (source_id, part_id, run_id), update (run_id, is_listed, hide_run, hidden_run, shown_run) on
  public.import_source_parts to authenticated;

create trigger queue_new_import_run after insert on public.import_runs
  for each row execute function public.queue_job('advance-import-run', 'runId', 'import-run:');
create trigger queue_confirmed_import_run after update of state on public.import_runs
  for each row when (new.state = 'confirmed' and old.state <> 'confirmed')
  execute function public.queue_job('advance-import-run', 'runId', 'import-run:');
-- Its import was discarded.
create trigger queue_discarded_import_run after update of import_id on public.import_runs
  for each row when (new.import_id is null and old.import_id is not null and new.state <> 'started' and new.ended_at is null)
  execute function public.queue_job('advance-import-run', 'runId', 'import-run:');

-- Security definer: admins may not add jobs. A run goes on when its import has ended a step.
create function public.continue_import_run() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job('advance-import-run', json_build_object('runId', id), 'import-run:' || id, now())
  from public.import_runs where import_id = new.id and (ended_at is null or new.state = 'undone');
  return null;
end
$$;

create trigger continue_import_run after update of state on public.part_imports
  for each row when (new.state in ('mapping', 'checked', 'ended', 'failed', 'undone') and old.state <> new.state)
  execute function public.continue_import_run();

-- Security definer: admins may not delete lines. A file that comes every 15 minutes would fill the disk.
create function public.forget_unchanged_lines(import uuid, first integer, last integer) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if public.is_admin() is not true then
    raise exception 'Only admins may do this' using errcode = '42501';
  end if;
  delete from public.part_import_lines
  where import_id = import and place between first and last and outcome = 'unchanged'
    and exists (select from public.import_runs where import_id = import);
end
$$;
comment on function public.forget_unchanged_lines is 'For admins: deletes the lines of a scheduled import that changed nothing.';
grant execute on function public.forget_unchanged_lines to authenticated;
