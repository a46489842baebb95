-- Alerts: what needs a person. A row stays open until it is settled.
create table public.alerts (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  subject text not null,
  order_id uuid,
  details jsonb not null default '{}',
  mail_id uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid,
  constraint alerts_pkey primary key (id),
  constraint alerts_order_id_fkey foreign key (order_id) references public.orders (id) on delete set null,
  constraint alerts_mail_id_fkey foreign key (mail_id) references public.mails (id) on delete set null,
  constraint alerts_settled_by_fkey foreign key (settled_by) references auth.users (id) on delete set null,
  constraint alerts_settled_by_once_settled check (settled_by is null or settled_at is not null)
);
comment on table public.alerts is
  'What needs a person. Shown at the top of the admin panel until it is settled, and mailed to the shop once.';
comment on column public.alerts.kind is 'What happened. app/domain/alert.ts has the kinds and their texts.';
comment on column public.alerts.subject is
  'What it is about, such as the id of an order. There is one open alert for each kind and subject.';
comment on column public.alerts.details is 'Facts for the reader, by the names in app/domain/alert.ts.';
comment on column public.alerts.mail_id is 'The mail about it to the shop.';
comment on column public.alerts.settled_by is
  'The admin who settled it. Null: the cause went away by itself, or the account is gone.';
create unique index alerts_open_key on public.alerts (kind, subject) where settled_at is null;
create index alerts_order_id_idx on public.alerts (order_id);
create index alerts_mail_id_idx on public.alerts (mail_id);
create index alerts_settled_by_idx on public.alerts (settled_by);
create index alerts_open_order_id_idx on public.alerts (order_id) where settled_at is null;
create index alerts_open_created_at_idx on public.alerts (created_at desc, id desc) where settled_at is null;
create index alerts_settled_at_idx on public.alerts (settled_at desc, id desc) where settled_at is not null;
create index alerts_settled_kind_idx on public.alerts (kind, settled_at desc, id desc) where settled_at is not null;
alter table public.alerts enable row level security;
create policy "Admins can read alerts" on public.alerts
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can settle alerts" on public.alerts
  for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()) and settled_by = (select auth.uid()));
create policy "The shop reads alerts" on public.alerts for select to service_role using (true);
create policy "The shop raises alerts" on public.alerts for insert to service_role with check (true);
create policy "The shop settles alerts" on public.alerts for update to service_role using (true) with check (true);
create policy "Staff can read alerts about orders" on public.alerts
  for select to authenticated using (order_id is not null and (select public.is_staff()));
create policy "Staff can settle alerts about orders" on public.alerts
  for update to authenticated
  using (order_id is not null and (select public.is_staff()))
  with check ((select public.is_staff()) and settled_by = (select auth.uid()));
grant select on public.alerts to authenticated, service_role;
grant update (settled_at, settled_by) on public.alerts to authenticated;
grant insert, update (mail_id, settled_at) on public.alerts to service_role;

create trigger write_live_topic after insert or delete or update of settled_at on public.alerts
  for each row execute function public.write_live_topic('admin:alerts');

-- Security definer: roles that delete a mail may not delete alerts. An alert about a mail names its recipient.
create function public.forget_alerts_of_mail() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  with forgotten as (
    delete from public.alerts
      where kind in ('mail-outcome-unknown', 'mail-not-delivered') and subject = old.id::text
      returning mail_id
  )
  delete from public.mails where id in (select mail_id from forgotten);
  return null;
end
$$;

create trigger forget_alerts after delete on public.mails
  for each row execute function public.forget_alerts_of_mail();
