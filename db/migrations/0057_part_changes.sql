-- Bulk changes and imports of files are one kind of work: lines that change parts in steps, with an outcome each, and undoing
-- (docs/bulk-changes.md, docs/part-import.md).
alter table public.part_imports rename to part_changes;
alter table public.part_import_lines rename to part_change_lines;
alter table public.part_change_lines rename column import_id to change_id;
do $$
declare
  old record;
begin
  for old in
    select conrelid::regclass as owner, conname as name from pg_catalog.pg_constraint
    where conrelid in ('public.part_changes'::regclass, 'public.part_change_lines'::regclass) and conname like 'part\_import%'
  loop
    execute format('alter table %s rename constraint %I to %I', old.owner, old.name,
      replace(replace(old.name, 'part_import', 'part_change'), 'lines_import_id', 'lines_change_id'));
  end loop;
  for old in
    select indexname as name from pg_catalog.pg_indexes
    where tablename in ('part_changes', 'part_change_lines') and indexname like 'part\_import%'
  loop
    execute format('alter index public.%I rename to %I', old.name, replace(old.name, 'part_import', 'part_change'));
  end loop;
end
$$;

alter table public.part_changes
  add column kind text not null default 'file',
  add column change jsonb,
  add column summary text,
  alter column supplier drop not null,
  alter column file_name drop not null,
  alter column file_bytes drop not null,
  drop constraint part_changes_lines_bounded,
  add constraint part_changes_lines_bounded check (lines >= 0 and (lines <= 1000000 or kind = 'bulk')),
  add constraint part_changes_kind_known check (kind in ('file', 'bulk')),
  add constraint part_changes_of_file check (
    kind <> 'file' or num_nonnulls(supplier, file_name, file_bytes) = 3 and num_nonnulls(change, summary) = 0
  ),
  add constraint part_changes_of_bulk check (
    kind <> 'bulk' or num_nonnulls(change, summary) = 2 and num_nonnulls(supplier, file_name, file_bytes, header, mapping, zip_name) = 0
      and mode is not distinct from 'good' and state in ('applying', 'undoing', 'ended', 'undone')
  );
comment on table public.part_changes is
  'What changes many parts: files that admins import, and bulk changes. Kept for 30 days, or 3 days if a file is neither applied nor discarded.';
comment on column public.part_changes.kind is
  'file: lines of a file, which are mapped and checked first. bulk: one change of chosen parts.';
comment on column public.part_changes.change is 'As in app/core/part-changes/bulk/bulk-change.ts.';
comment on column public.import_sources.mode is 'As in part_changes.';
comment on column public.part_changes.summary is 'Describes a bulk change, for the admin.';
grant insert (kind, change, summary, mode, state, lines, done, changed, ended_at) on public.part_changes to authenticated;

alter table public.part_change_lines
  alter column line drop not null,
  alter column cells drop not null,
  add constraint part_change_lines_whole check (
    num_nonnulls(line, cells) = 2 or num_nonnulls(line, cells) = 0 and part_id is not null
  );
comment on table public.part_change_lines is 'The lines of a file or the parts of a bulk change, and what becomes of each.';
comment on column public.part_change_lines.line is 'In the file, for people. Null: a part of a bulk change.';
grant insert (part_id) on public.part_change_lines to authenticated;

alter policy "Admins can read imports of parts" on public.part_changes rename to "Admins can read changes of parts";
alter policy "Admins can start imports of parts in their own name" on public.part_changes
  rename to "Admins can start changes of parts in their own name";
alter policy "Admins can continue imports of parts in their own name" on public.part_changes
  rename to "Admins can continue changes of parts in their own name";
alter policy "The shop reads imports of parts" on public.part_changes rename to "The shop reads changes of parts";
alter policy "The shop ends imports of parts" on public.part_changes rename to "The shop ends changes of parts";
alter policy "Admins can read lines of files" on public.part_change_lines rename to "Admins can read lines of changes";
alter policy "Admins can add lines of files" on public.part_change_lines rename to "Admins can add lines of changes";
alter policy "Admins can change lines of files" on public.part_change_lines rename to "Admins can change lines of changes";
alter trigger tell_about_part_imports on public.part_changes rename to tell_about_part_changes;

-- The names of deleted accounts stay. Undoing has counted done down.
alter table public.part_changes disable trigger keep_user_name;
insert into public.part_changes (id, user_id, user_name, kind, change, summary, mode, state, lines, done, changed, refused,
  undone, undo_place, error, created_at, ended_at)
select id, user_id, user_name, 'bulk', change, summary, 'good', case state when 'running' then 'applying' else state end, parts,
  changed + skipped, changed, skipped, undone, nullif(done, changed + skipped), error, created_at, ended_at
from public.bulk_changes, lateral (
  select count(*)::integer as skipped from public.bulk_change_parts where change_id = id and outcome = 'skipped'
) as counted;
alter table public.part_changes enable trigger keep_user_name;
insert into public.part_change_lines (change_id, place, part_id, outcome, reason, before, after)
select change_id, place, part_id, case outcome when 'skipped' then 'refused' else outcome end, reason, before, after
from public.bulk_change_parts;
alter table public.deleted_conditions drop constraint deleted_conditions_change_id_fkey,
  add constraint deleted_conditions_change_id_fkey foreign key (change_id) references public.part_changes (id)
    on delete set null;
drop table public.bulk_change_parts;
drop table public.bulk_changes;

-- Jobs that were queued under the earlier names still run (server/jobs/tasks.ts).
drop trigger queue_part_import on public.part_changes;
create trigger queue_new_part_change after insert on public.part_changes
  for each row when (new.state = 'applying')
  execute function public.queue_job('run-part-change', 'changeId', 'part-change:');
create trigger queue_part_change after update of state on public.part_changes
  for each row when (new.state in ('reading', 'checking', 'applying', 'undoing') and old.state <> new.state)
  execute function public.queue_job('run-part-change', 'changeId', 'part-change:');
drop trigger queue_import_pictures on public.part_changes;
create trigger queue_import_pictures after update of state, zip_state, user_id on public.part_changes
  for each row when (
    new.kind = 'file' and new.state = 'ended'
    and (old.zip_state is not distinct from new.zip_state or new.zip_state not in ('matched', 'read'))
  )
  execute function public.queue_job('add-import-pictures', 'importId', 'import-pictures:');

create or replace function public.forget_unchanged_lines(import uuid, first integer, last integer) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if public.is_admin() is not true then
    raise exception 'Only admins may do this' using errcode = '42501';
  end if;
  delete from public.part_change_lines
  where change_id = import and place between first and last and outcome = 'unchanged' and conflicts is null
    and exists (select from public.import_runs where import_id = import);
end
$$;

create or replace function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.deleted_parts where deleted_at < now() - interval '30 days';
  delete from public.deleted_conditions where deleted_at < now() - interval '30 days';

  with gone as (delete from public.catalog_tallies returning parts, priced, out_of_stock, pieces)
  insert into public.catalog_tallies (parts, priced, out_of_stock, pieces)
  select coalesce(sum(parts), 0), coalesce(sum(priced), 0), coalesce(sum(out_of_stock), 0), coalesce(sum(pieces), 0)
  from gone;
  with gone as (delete from public.catalog_stock_tallies returning stock_quantity, parts)
  insert into public.catalog_stock_tallies (stock_quantity, parts)
  select stock_quantity, sum(parts) from gone group by stock_quantity having sum(parts) <> 0;

  -- What belongs to parts is kept while they can come back.
  delete from public.part_private_facts as facts
  where not exists (select from public.parts_catalog where id = facts.part_id)
    and not exists (select from public.hidden_parts where id = facts.part_id)
    and not exists (select from public.deleted_parts where part_id = facts.part_id);
  delete from public.part_fitments as fitments
  where not exists (select from public.parts_catalog where id = fitments.part_id)
    and not exists (select from public.deleted_parts where part_id = fitments.part_id);
  delete from public.part_pictures as picture
  where removed_at < now() - interval '1 day'
    or added_at < now() - interval '1 day'
      and not exists (select from public.parts_catalog where id = picture.part_id)
      and not exists (select from public.hidden_parts where id = picture.part_id)
      and not exists (select from public.deleted_parts where part_id = picture.part_id);
  delete from public.import_source_parts as delivered
  where not exists (select from public.parts_catalog where id = delivered.part_id)
    and not exists (select from public.hidden_parts where id = delivered.part_id)
    and not exists (select from public.deleted_parts where part_id = delivered.part_id);
  delete from public.part_import_keys as named
  where not exists (select from public.parts_catalog where id = named.part_id)
    and not exists (select from public.hidden_parts where id = named.part_id)
    and not exists (select from public.deleted_parts where part_id = named.part_id);

  delete from public.part_changes
  where created_at < now() - interval '30 days' and ended_at is not null
    or created_at < now() - interval '3 days'
      and state in ('uploading', 'reading', 'mapping', 'checking', 'checked', 'failed');
  delete from public.import_runs where ended_at < now() - interval '30 days';
  delete from public.catalog_crawl_pages as page using public.catalog_crawls as crawl
  where crawl.id = page.crawl_id
    and (crawl.created_at < now() - interval '3 days' or crawl.status in ('completed', 'failed', 'canceled'));
end
$$;

create or replace function public.personal_data() returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object(
    'account', jsonb_build_object(
      'id', person.id, 'email', person.email, 'name', person.name, 'email_verified', person.email_verified,
      'second_step', person.two_factor_enabled, 'created_at', person.created_at, 'updated_at', person.updated_at
    ),
    'profile', (select to_jsonb(profiles) from public.profiles where user_id = person.id),
    'roles', (select coalesce(jsonb_agg(role), '[]') from public.user_roles where user_id = person.id),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'expires_at', expires_at,
        'ip_address', ip_address, 'user_agent', user_agent) order by created_at), '[]')
      from auth.sessions where user_id = person.id
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(orders) || jsonb_build_object('lines', (
        select coalesce(jsonb_agg(to_jsonb(order_lines) - 'order_id'), '[]')
        from public.order_lines where order_id = orders.id
      ), 'taxes', (
        select coalesce(jsonb_agg(to_jsonb(order_taxes) - 'order_id' order by position), '[]')
        from public.order_taxes where order_id = orders.id
      ), 'shipments', (
        select coalesce(jsonb_agg(to_jsonb(shipments) - '{order_id,shipped_by}'::text[] order by shipped_at), '[]')
        from public.shipments where order_id = orders.id and undone_at is null
      ), 'refunds', (
        select coalesce(jsonb_agg(to_jsonb(refunds) - '{order_id,asked_by}'::text[] order by requested_at), '[]')
        from public.refunds where order_id = orders.id
      ), 'events', (
        select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'details', details) order by id), '[]')
        from public.order_events where order_id = orders.id
      )) order by created_at), '[]')
      from public.orders where user_id = person.id
    ),
    'resale_certificates', (
      select coalesce(jsonb_agg(to_jsonb(resale_certificates) - 'approved_by' order by approved_at), '[]')
      from public.resale_certificates where user_id = person.id
    ),
    'part_requests', (
      select coalesce(jsonb_agg(to_jsonb(part_requests) || jsonb_build_object('thread', (
        select public.thread_data(inbox_threads) from public.inbox_threads where request_id = part_requests.id
      )) order by created_at), '[]')
      from public.part_requests where user_id = person.id or lower(email) = person.email
    ),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(contact_messages) || jsonb_build_object('thread', (
        select public.thread_data(inbox_threads) from public.inbox_threads where message_id = contact_messages.id
      )) order by created_at), '[]')
      from public.contact_messages where user_id = person.id or lower(email) = person.email
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'sent_at', sent_at, 'subject', subject)
        order by created_at), '[]')
      from (
        select * from public.mails where lower(recipient) = person.email
        union all select * from auth.mails_to_former_emails(person.id)
      ) as mails
    ),
    'audit_logs', (
      select coalesce(jsonb_agg(to_jsonb(audit_logs) order by created_at), '[]')
      from public.audit_logs where user_id = person.id
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('written_at', written_at, 'note', note) order by written_at), '[]')
      from public.customer_notes where customer_notes.email = person.email
    ),
    'invitations', (
      select coalesce(jsonb_agg(
        to_jsonb(invitations) - '{id,invited_by,token_hash,mail_id}'::text[] order by invited_at), '[]')
      from public.invitations where invitations.email = person.email
    ),
    'cart', (
      select coalesce(jsonb_agg(to_jsonb(cart_lines) - 'user_id' order by changed_at), '[]')
      from public.cart_lines where user_id = person.id
    ),
    'saved_addresses', (
      select coalesce(jsonb_agg(to_jsonb(saved_addresses) - '{id,user_id}'::text[] order by created_at), '[]')
      from public.saved_addresses where user_id = person.id
    ),
    'former_emails', (
      select coalesce(jsonb_agg(to_jsonb(former_emails) - 'user_id' order by changed_at), '[]')
      from auth.former_emails where user_id = person.id
    ),
    'returns', (
      select coalesce(jsonb_agg(
        to_jsonb(returns) || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(return_lines) - 'return_id'), '[]')
          from public.return_lines where return_id = returns.id
        ), 'steps', (
          select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'note', return_events.note)
            order by return_events.id), '[]')
          from public.return_events where return_id = returns.id
        ), 'photographs', (
          select coalesce(jsonb_agg(jsonb_build_object('id', return_photos.id, 'added_at', added_at)
            order by added_at), '[]')
          from public.return_photos where return_id = returns.id
        )) order by returns.number), '[]')
      from public.returns join public.orders on orders.id = order_id where user_id = person.id
    ),
    'packing_photographs', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', order_id, 'taken_at', taken_at) order by taken_at), '[]')
      from public.order_photos join public.orders on orders.id = order_id where user_id = person.id
    ),
    'garage', (select to_jsonb(garages) - 'user_id' from public.garages where user_id = person.id),
    'back_in_stock', (
      select coalesce(jsonb_agg(to_jsonb(stock_waits) order by asked_at), '[]')
      from public.stock_waits where email = public.own_email()
    ),
    'part_changes', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'change', coalesce(summary, file_name), 'name', user_name)
        order by created_at), '[]')
      from public.part_changes where user_id = person.id
    ),
    'deleted_conditions', (
      select coalesce(jsonb_agg(jsonb_build_object('at', deleted_at, 'condition', name, 'name', deleted_by_name) order by deleted_at), '[]')
      from public.deleted_conditions where deleted_by = person.id
    )
  )
  from auth.users as person where person.id = auth.uid()
$$;
