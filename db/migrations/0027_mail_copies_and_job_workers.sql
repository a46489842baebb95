-- How often a mail went out, and which workers are alive.

alter table public.mails
  add column copies smallint not null default 0,
  add column attempt uuid,
  add constraint mails_copies_range check (copies between 0 and 2);
comment on column public.mails.copies is 'How often the mail server was given all of it and did not refuse it. Counted before the final dot of SMTP, so that a crash can''t lose it. There is no third copy.';
comment on column public.mails.attempt is 'The latest attempt to send it. An older one that is still under way may not go on.';
grant update (copies, attempt) on public.mails to service_role;

-- Unlogged: it changes every few seconds and is written anew after a crash of the database.
create unlogged table public.job_workers (
  id text not null,
  alive_at timestamptz not null default now(),
  constraint job_workers_pkey primary key (id)
);
comment on table public.job_workers is 'The workers of the job queue. Jobs of a worker that has stopped writing here are done by another.';
comment on column public.job_workers.id is 'As in graphile_worker.jobs.locked_by.';
comment on column public.job_workers.alive_at is 'Written every few seconds. Others watch whether it changes; only workers of days ago are forgotten by the clock.';
alter table public.job_workers enable row level security;
create policy "The job service reads workers" on public.job_workers for select to job_service using (true);
create policy "The job service adds workers" on public.job_workers for insert to job_service with check (true);
create policy "The job service notes that workers are alive" on public.job_workers
  for update to job_service using (true) with check (true);
create policy "The job service removes workers" on public.job_workers for delete to job_service using (true);
revoke all on public.job_workers from public, anon, authenticated, service_role, auth_service, limit_service;
grant select, insert, update (alive_at), delete on public.job_workers to job_service;
grant usage on schema public to job_service;

-- Security definer: an alert about a mail names its recipient, and goes with the mail when a person is forgotten.
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
