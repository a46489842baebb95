-- Bulk changes and imports outlive the account of the admin who has started them, with the name.

alter table public.bulk_changes
  alter column user_id drop not null,
  add column user_name text,
  drop constraint bulk_changes_user_id_fkey,
  add constraint bulk_changes_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null;
comment on column public.bulk_changes.user_id is
  'The admin who has started it, or its undoing. The job acts with this person''s rights. Null: the account was deleted.';
comment on column public.bulk_changes.user_name is 'The name of this person, or the email address.';

alter table public.part_imports
  alter column user_id drop not null,
  add column user_name text,
  drop constraint part_imports_user_id_fkey,
  add constraint part_imports_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null;
comment on column public.part_imports.user_id is
  'The admin who has started it, its undoing or discarding. The job acts with this person''s rights. Null: the account was deleted.';
comment on column public.part_imports.user_name is 'The name of this person, or the email address.';

update public.bulk_changes set user_name = public.person_name(user_id);
update public.part_imports set user_name = public.person_name(user_id);

-- Security definer: admins may not read all people. The name stays when the account is deleted.
create function public.keep_user_name() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if new.user_id is not null then
    new.user_name := public.person_name(new.user_id);
  end if;
  return new;
end
$$;
create trigger keep_user_name before insert or update of user_id on public.bulk_changes
  for each row execute function public.keep_user_name();
create trigger keep_user_name before insert or update of user_id on public.part_imports
  for each row execute function public.keep_user_name();

alter function public.personal_data() rename to personal_data_without_changes;
revoke execute on function public.personal_data_without_changes from authenticated;

-- Security definer, as the function that it completes.
create function public.personal_data() returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select public.personal_data_without_changes() || jsonb_build_object(
    'bulk_changes', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'summary', summary, 'name', user_name) order by created_at), '[]')
      from public.bulk_changes where user_id = auth.uid()
    ),
    'part_imports', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'file', file_name, 'name', user_name) order by created_at), '[]')
      from public.part_imports where user_id = auth.uid()
    ),
    'deleted_conditions', (
      select coalesce(jsonb_agg(jsonb_build_object('at', deleted_at, 'condition', name, 'name', deleted_by_name) order by deleted_at), '[]')
      from public.deleted_conditions where deleted_by = auth.uid()
    )
  )
$$;
comment on function public.personal_data is
  'All that the shop stores about the signed-in user. Mails without their text, which contains secret links.';
grant execute on function public.personal_data to authenticated;
comment on function auth.forget_person is
  'Deletes an account and all data that identifies its person, in one transaction. Bulk changes, imports and deleted conditions keep an admin''s name for 30 days.';
