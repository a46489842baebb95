-- Open pages of orders follow them, files of forgotten people are deleted, an undone change of the email address ends a
-- second step that was set up since, and bounds on what staff add to an order's story.

-- Who has an order's id may follow it by live updates. The stream says that it has changed, and nothing else.
-- Security definer, as in 0034_buyer_orders.sql, with the order's id and its returns.

create or replace function public.buyer_order(
  order_number bigint, link_hash text default null, address text default null
) returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select public.buyer_order_data(bought, access.is_full)
    || case when access.is_full then jsonb_build_object('id', bought.id, 'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('number', number, 'kind', kind, 'state', state) order by number), '[]')
      from public.returns where order_id = bought.id
    )) else '{}' end
  from public.orders as bought
  cross join lateral (
    select bought.user_id is not distinct from auth.uid() and auth.uid() is not null
      or bought.email is not null and exists (
        select from public.order_links
        where token_hash = link_hash and order_id = bought.id and revoked_at is null and expires_at > now()
      ) as is_full
  ) as access
  where number = order_number and payment_id is not null
    and (access.is_full or lower(bought.email) = lower(address))
$$;

-- Security definer, as write_live_topic(). The trigger's arguments are the column with the order's id and the desk's topic.
create function public.write_order_topics() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.live_changes (topics)
    values (array[tg_argv[1], 'order:' || (to_jsonb(new) ->> tg_argv[0])]);
  return null;
end
$$;

-- Buyers do not see notes and photographs of staff.
drop trigger write_live_topic on public.order_events;
create trigger write_live_topic after insert or update of undone_at on public.order_events
  for each row when (new.kind in ('note', 'photo_added', 'photo_removed', 'released'))
  execute function public.write_live_topic('admin:orders');
create trigger write_order_topics after insert or update of undone_at on public.order_events
  for each row when (new.kind not in ('note', 'photo_added', 'photo_removed', 'released'))
  execute function public.write_order_topics('order_id', 'admin:orders');
drop trigger write_live_topic on public.orders;
create trigger write_order_topics after update of progress, status, refunded, dispute on public.orders
  for each row when (
    new.progress is distinct from old.progress or new.status <> old.status
    or new.refunded <> old.refunded or new.dispute is distinct from old.dispute
  ) execute function public.write_order_topics('id', 'admin:orders');
drop trigger write_live_topic on public.returns;
create trigger write_order_topics after insert or update of state, refund_id on public.returns
  for each row execute function public.write_order_topics('order_id', 'admin:returns');

-- Security definer, as write_live_topic().
create function public.write_answered_order() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.live_changes (topics)
  select array['order:' || order_id]
  from public.inbox_threads join public.contact_messages on contact_messages.id = message_id
  where inbox_threads.id = new.thread_id and order_id is not null;
  return null;
end
$$;
create trigger write_answered_order after insert on public.inbox_entries
  for each row when (new.kind = 'answer') execute function public.write_answered_order();

-- What staff add is about what they did, with a mail now or as soon as it can no longer be undone.

drop policy "Staff can add what they did" on public.order_events;
create policy "Staff can add what they did" on public.order_events
  for insert to authenticated with check (
    (select public.is_staff()) and actor = (select auth.uid())
    and kind not in ('refunded', 'disputed', 'link_sent', 'question_asked')
    and (mail_at is null or mail_at between now() and now() + interval '5 minutes')
  );

-- Photographs. A job deletes files without a row.

create policy "The shop deletes photographs of returns that are over" on public.return_photos
  for delete to service_role using (
    exists (
      select 1 from public.returns
      where returns.id = return_id and state in ('refused', 'canceled', 'sent_back', 'refunded')
    )
  );
grant delete on public.return_photos to service_role;
create index return_photos_file_idx on public.return_photos (file);
create index order_photos_file_idx on public.order_photos (file);

alter function public.personal_data() rename to personal_data_without_photos;
revoke execute on function public.personal_data_without_photos from authenticated;

-- Security definer, as the function that it completes. Those of returns are with their returns.
create function public.personal_data() returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select public.personal_data_without_photos() || jsonb_build_object(
    'packing_photographs', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', order_id, 'taken_at', taken_at) order by taken_at), '[]')
      from public.order_photos join public.orders on orders.id = order_id where user_id = auth.uid()
    )
  )
$$;
comment on function public.personal_data is
  'All that the shop stores about the signed-in user. Mails without their text, which contains secret links.';
grant execute on function public.personal_data to authenticated;

alter function auth.forget_person(uuid) rename to forget_person_without_photos;
revoke execute on function auth.forget_person_without_photos from auth_service;

-- Security definer, as the function that it completes. A photograph of a parcel can show the address on its label.
create function auth.forget_person(person uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.order_photos where order_id in (select id from public.orders where user_id = person);
  perform auth.forget_person_without_photos(person);
end
$$;
comment on function auth.forget_person is
  'Deletes an account and all data that identifies its person, in one transaction.';
grant execute on function auth.forget_person to auth_service;

-- The second step.

alter table auth.two_factors add column verified_at timestamptz;
comment on column auth.two_factors.verified_at is
  'When its first code was confirmed. Null: not yet, or before this was kept.';

create function auth.note_confirmed_factor() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if not new.verified then
    new.verified_at := null;
  elsif tg_op = 'INSERT' or not old.verified or new.secret <> old.secret then
    new.verified_at := now();
  end if;
  return new;
end
$$;
create trigger note_confirmed_factor before insert or update on auth.two_factors
  for each row execute function auth.note_confirmed_factor();
