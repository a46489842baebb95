-- The trash of conditions and of imports (docs/bulk-changes.md, docs/part-import.md).

-- Security definer: only the shop's own functions read all people.
create function public.person_name(person uuid) returns text
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(nullif(btrim(profiles.display_name), ''), users.email)
  from auth.users as users left join public.profiles as profiles on profiles.user_id = users.id
  where users.id = person
$$;
comment on function public.person_name is 'The name of a person, or the email address without one.';

create table public.deleted_conditions (
  id uuid not null,
  name text not null,
  color_class text not null,
  sort_order integer not null,
  moved_to text,
  change_id uuid,
  deleted_at timestamptz not null default now(),
  deleted_by uuid,
  deleted_by_name text,
  constraint deleted_conditions_pkey primary key (id),
  constraint deleted_conditions_change_id_fkey foreign key (change_id) references public.bulk_changes (id)
    on delete set null
);
comment on table public.deleted_conditions is 'Deleted conditions, kept for 30 days.';
comment on column public.deleted_conditions.moved_to is 'The condition that its parts became.';
comment on column public.deleted_conditions.change_id is 'The bulk change of its parts. Restoring the condition undoes it.';
comment on column public.deleted_conditions.deleted_by is 'The signed-in user. Null: not deleted on the screen.';
create index deleted_conditions_deleted_at_idx on public.deleted_conditions (deleted_at);
create index deleted_conditions_change_id_idx on public.deleted_conditions (change_id);
alter table public.deleted_conditions enable row level security;
create policy "Admins can read deleted conditions" on public.deleted_conditions
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can note where the parts went" on public.deleted_conditions
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins can take conditions out of the trash" on public.deleted_conditions
  for delete to authenticated using ((select public.is_admin()));
grant select, update (moved_to, change_id), delete on public.deleted_conditions to authenticated;

-- Security definer: only this trigger adds to the archive.
create function public.keep_deleted_condition() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.deleted_conditions (id, name, color_class, sort_order, deleted_by, deleted_by_name)
  values (old.id, old.name, old.color_class, old.sort_order, auth.uid(), public.person_name(auth.uid()))
  on conflict on constraint deleted_conditions_pkey do nothing;
  return null;
end
$$;
create trigger keep_deleted_condition after delete on public.conditions
  for each row execute function public.keep_deleted_condition();
create trigger tell_about_deleted_conditions after insert or update or delete on public.deleted_conditions
  for each statement execute function public.write_live_topic('admin:parts');

alter table public.part_imports
  drop constraint part_imports_state_known,
  drop constraint part_imports_ended_with_state,
  add constraint part_imports_state_known check (
    state in ('uploading', 'reading', 'mapping', 'checking', 'checked', 'applying', 'undoing', 'failed', 'ended', 'undone', 'discarded')
  ),
  add constraint part_imports_ended_with_state check (
    (state in ('failed', 'ended', 'undone', 'discarded')) = (ended_at is not null)
  );
comment on table public.part_imports is
  'Files of parts that admins import. Kept for 30 days, or 3 days if neither applied nor discarded.';
create index part_imports_trash_idx on public.part_imports (ended_at, id) where state in ('undone', 'discarded');
drop policy "Admins can discard imports that changed nothing" on public.part_imports;
-- The source of a scheduled one sends its file again.
create policy "Admins can delete imports that were not read, and scheduled ones" on public.part_imports
  for delete to authenticated using (
    (select public.is_admin()) and (
      state in ('uploading', 'failed')
      or state in ('reading', 'mapping', 'checking', 'checked')
        and exists (select from public.import_runs where import_id = part_imports.id)
    )
  );

alter function public.clean_up_catalog() rename to clean_up_catalog_and_import_sources;
revoke execute on function public.clean_up_catalog_and_import_sources from service_role;

-- Security definer, as clean_up_catalog_and_import_sources.
create function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_catalog_and_import_sources();
  delete from public.deleted_conditions where deleted_at < now() - interval '30 days';
  delete from public.catalog_crawl_pages as page using public.catalog_crawls as crawl
  where crawl.id = page.crawl_id
    and (crawl.created_at < now() - interval '3 days' or crawl.status in ('completed', 'failed', 'canceled'));
end
$$;
comment on function public.clean_up_catalog is
  'Nightly: removes deleted parts and conditions, bulk changes and imports after 30 days, and replaces the tallies by their sum.';
grant execute on function public.clean_up_catalog to service_role;
