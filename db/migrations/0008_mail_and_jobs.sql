-- Mail that waits to be sent, and the one way into the job queue.

create table public.mails (
  id uuid not null default gen_random_uuid(),
  recipient text,
  reply_to text,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  constraint mails_pkey primary key (id),
  constraint mails_no_header_break check (recipient !~ '[\r\n]' and reply_to !~ '[\r\n]' and subject !~ '[\r\n]')
);
comment on table public.mails is 'Each mail the shop sends, stored in the transaction of what it tells of.';
comment on column public.mails.recipient is 'Null: the shop itself, wherever it reads its mail.';
comment on column public.mails.last_error is 'What the mail server said to the last try that failed.';
create index mails_created_at_idx on public.mails (created_at desc);
create index mails_unsent_idx on public.mails (created_at) where sent_at is null;
alter table public.mails enable row level security;
create policy "Admins can read mails" on public.mails
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads mails" on public.mails for select to service_role using (true);
create policy "The shop writes mails" on public.mails for insert to service_role with check (true);
create policy "The shop notes what became of a mail" on public.mails
  for update to service_role using (true) with check (true);
grant select on public.mails to authenticated;
grant select, insert on public.mails to service_role;
grant update (sent_at, last_error) on public.mails to service_role;

-- Security definer: the queue's tables belong to the owner, and whoever adds a job may do nothing else to them.
-- A job with a key that is waiting already is replaced, so that the same thing is never done twice.
create function public.add_job(task text, payload json, key text, run_at timestamptz default now()) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform graphile_worker.add_job(task, payload, run_at => add_job.run_at, job_key => add_job.key);
end
$$;
grant execute on function public.add_job to service_role;
