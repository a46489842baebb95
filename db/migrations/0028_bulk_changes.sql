-- Changes of many parts at once. A job makes them in steps of one transaction each, so that no sale waits for long
-- (docs/bulk-changes.md).
create table public.bulk_changes (
  id uuid not null default gen_random_uuid(),
  user_id uuid default auth.uid(),
  change jsonb not null,
  summary text not null,
  state text not null default 'running',
  parts integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  undone integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- A bulk change outlives the account of the admin who has started it, with the name.
  user_name text,
  constraint bulk_changes_pkey primary key (id),
  constraint bulk_changes_state_known check (state in ('running', 'ended', 'undoing', 'undone')),
  constraint bulk_changes_ended_with_state check ((state in ('ended', 'undone')) = (ended_at is not null)),
  constraint bulk_changes_done_in_range check (done between 0 and parts),
  constraint bulk_changes_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null
);
comment on table public.bulk_changes is 'Changes of many parts at once, kept for 30 days.';
comment on column public.bulk_changes.user_id is
  'The admin who has started it, or its undoing. The job acts with this person''s rights. Null: the account was deleted.';
comment on column public.bulk_changes.change is 'As in app/domain/bulk-change.ts.';
comment on column public.bulk_changes.done is 'Places of bulk_change_parts up to which the change is made. Undoing counts down.';
comment on column public.bulk_changes.error is 'Why it ended before all parts were changed.';
comment on column public.bulk_changes.user_name is 'The name of this person, or the email address.';
create index bulk_changes_created_at_idx on public.bulk_changes (created_at);
create index bulk_changes_user_id_idx on public.bulk_changes (user_id);
alter table public.bulk_changes enable row level security;
create policy "Admins can read bulk changes" on public.bulk_changes
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can start bulk changes in their own name" on public.bulk_changes
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can continue and undo bulk changes in their own name" on public.bulk_changes
  for update to authenticated using ((select public.is_admin()))
  with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "The shop reads bulk changes" on public.bulk_changes for select to service_role using (true);
create policy "The shop ends bulk changes" on public.bulk_changes
  for update to service_role using (true) with check (true);
grant select on public.bulk_changes to authenticated, service_role;
grant insert (change, summary, state, parts, done, changed, ended_at), update (user_id, state, parts, done, changed, undone,
  error, ended_at) on public.bulk_changes to authenticated;
grant update (state, error, ended_at) on public.bulk_changes to service_role;

create trigger tell_about_bulk_changes after insert or update on public.bulk_changes
  for each statement execute function public.write_live_topic('admin:parts');
create trigger keep_user_name before insert or update of user_id on public.bulk_changes
  for each row execute function public.keep_user_name();

create table public.bulk_change_parts (
  change_id uuid not null,
  place integer not null,
  part_id uuid not null,
  outcome text,
  reason text,
  before jsonb,
  after jsonb,
  constraint bulk_change_parts_pkey primary key (change_id, place),
  constraint bulk_change_parts_change_id_fkey foreign key (change_id) references public.bulk_changes (id)
    on delete cascade,
  constraint bulk_change_parts_outcome_known check (outcome in ('changed', 'skipped', 'undone', 'kept'))
);
comment on table public.bulk_change_parts is 'The parts of a bulk change, and what became of each.';
comment on column public.bulk_change_parts.outcome is
  'skipped: the change was not possible. kept: it could not be undone. Null: its turn has not come.';
comment on column public.bulk_change_parts.reason is 'Why it was skipped or kept, for the admin.';
comment on column public.bulk_change_parts.before is 'The changed columns.';
create index bulk_change_parts_outcome_idx on public.bulk_change_parts (change_id, outcome, place)
  where outcome in ('skipped', 'kept');
alter table public.bulk_change_parts enable row level security;
create policy "Admins can read the parts of bulk changes" on public.bulk_change_parts
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can choose the parts of bulk changes" on public.bulk_change_parts
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change the parts of bulk changes" on public.bulk_change_parts
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert (change_id, place, part_id), update (outcome, reason, before, after) on public.bulk_change_parts to
  authenticated;

create trigger queue_new_bulk_change after insert on public.bulk_changes
  for each row when (new.state = 'running')
  execute function public.queue_job('run-bulk-change', 'changeId', 'bulk:');
create trigger queue_undoing_of_bulk_change after update of state on public.bulk_changes
  for each row when (new.state = 'undoing' and old.state <> 'undoing')
  execute function public.queue_job('run-bulk-change', 'changeId', 'bulk:');

-- Security definer: no role may write to the archive.
create function public.restore_parts(ids uuid[]) returns uuid[]
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'Only admins may restore parts' using errcode = '42501';
  end if;
  return public.bring_parts_back(ids);
end
$$;
comment on function public.restore_parts is 'For admins: restores deleted parts. Returns those restored.';
grant execute on function public.restore_parts to authenticated;

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

create trigger tell_about_deleted_conditions after insert or update or delete on public.deleted_conditions
  for each statement execute function public.write_live_topic('admin:parts');

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
