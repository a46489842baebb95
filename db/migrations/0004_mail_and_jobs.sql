-- Mail that waits to be sent, and the job queue: how jobs are added, and which workers are alive.
-- The tables of the queue itself are graphile-worker's (server/jobs/queue.ts).
create table public.mails (
  id uuid not null default gen_random_uuid(),
  recipient text,
  reply_to text,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  html text,
  given_up_at timestamptz,
  copies smallint not null default 0,
  attempt uuid,
  follows uuid[],
  -- Mails that can be ended by one click (RFC 8058).
  unsubscribe_url text,
  constraint mails_pkey primary key (id),
  constraint mails_no_header_break check (recipient !~ '[\r\n]' and reply_to !~ '[\r\n]' and subject !~ '[\r\n]'),
  constraint mails_copies_range check (copies between 0 and 2)
);
comment on table public.mails is 'Each mail that the shop sends, stored in the transaction of the change that it reports.';
comment on column public.mails.recipient is 'Null: the shop itself, at the address where it reads its mail.';
comment on column public.mails.last_error is 'The answer of the mail server to the last attempt that failed.';
comment on column public.mails.html is 'The content of body as HTML.';
comment on column public.mails.given_up_at is 'When the last attempt failed. There is no further automatic attempt.';
comment on column public.mails.copies is
  'How often the mail server was given all of it and did not refuse it. Counted before the final dot of SMTP, so that a crash cannot lose it. There is no third copy.';
comment on column public.mails.attempt is
  'The latest attempt to send it. An older attempt that is still in progress may not continue.';
comment on column public.mails.follows is
  'Earlier mails of the same thread to the same recipient, the last one last. In-Reply-To and References name them.';
comment on column public.mails.unsubscribe_url is
  'Ends mails like this one: List-Unsubscribe. It has a secret, so it is removed when the mail is sent.';
create index mails_created_at_idx on public.mails (created_at desc);
create index mails_unsent_idx on public.mails (created_at) where sent_at is null;
create index mails_given_up_idx on public.mails (given_up_at desc) where given_up_at is not null;
create index mails_recipient_idx on public.mails (lower(recipient));
alter table public.mails enable row level security;
create policy "Admins can read mails" on public.mails
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads mails" on public.mails for select to service_role using (true);
create policy "The shop writes mails" on public.mails for insert to service_role with check (true);
create policy "The shop notes what became of a mail" on public.mails
  for update to service_role using (true) with check (true);
create policy "The account service writes mails" on public.mails for insert to auth_service with check (true);
grant select on public.mails to authenticated, service_role;
grant insert, update (body, sent_at, last_error, html, given_up_at, copies, attempt, unsubscribe_url) on public.mails to
  service_role;
grant insert (id, recipient, subject, body, html) on public.mails to auth_service;

-- Security definer: roles that may add a job may do nothing else to the queue. A waiting job with the same key is replaced.
-- Mail has a lower priority, so that a mail server that hangs does not delay stock and refunds. The task is the job's flag too:
-- workers leave out jobs by their flags (server/jobs/queue-runner.ts).
create function public.add_job(task text, payload json, key text, run_at timestamptz default now())
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    task,
    payload,
    run_at => add_job.run_at,
    job_key => add_job.key,
    priority => case when task = 'send-mail' then 10 else 0 end,
    flags => array[task]
  );
end
$$;
grant execute on function public.add_job to service_role, auth_service;

-- Adds the job of a row, whose id is its payload. The trigger's arguments: the task, the payload's name of the id, the
-- beginning of the job's key, and the column that says when it runs, if that isn't now. Security definer: staff and admins may
-- add no jobs.
create function public.queue_job() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  id constant text := new.id;
begin
  perform public.add_job(
    tg_argv[0], json_build_object(tg_argv[1], id), tg_argv[2] || id,
    case when tg_nargs > 3 then (to_jsonb(new) ->> tg_argv[3])::timestamptz else now() end
  );
  return null;
end
$$;

-- Unlogged: it changes every few seconds, and workers write it again after a crash of the database.
create unlogged table public.job_workers (
  id text not null,
  alive_at timestamptz not null default now(),
  constraint job_workers_pkey primary key (id)
);
comment on table public.job_workers is
  'The workers of the job queue. When a worker stops writing here, another one runs its jobs.';
comment on column public.job_workers.id is 'As in graphile_worker.jobs.locked_by.';
comment on column public.job_workers.alive_at is
  'Written every few seconds. Other workers check whether it changes. Only rows that are days old are removed by their time.';
alter table public.job_workers enable row level security;
create policy "The job service reads workers" on public.job_workers for select to job_service using (true);
create policy "The job service adds workers" on public.job_workers for insert to job_service with check (true);
create policy "The job service notes that workers are alive" on public.job_workers
  for update to job_service using (true) with check (true);
create policy "The job service removes workers" on public.job_workers for delete to job_service using (true);
grant select, insert, update (alive_at), delete on public.job_workers to job_service;

create function auth.mails_to_former_emails(person uuid) returns setof public.mails
  language sql stable
  set search_path = ''
as $$
  select mails.* from public.mails
  where lower(recipient) in (
    select email from auth.former_emails
    where user_id = person and not exists (
      select from auth.users where users.email = former_emails.email and email_verified
    )
  )
$$;
comment on function auth.mails_to_former_emails is 'Without addresses that belong to another account now.';

-- A file that kills the process that reads it would do so again after each start. So such jobs end after a few deaths.
create table public.job_starts (
  job_id bigint not null,
  starts smallint not null default 1,
  started_at timestamptz not null default now(),
  constraint job_starts_pkey primary key (job_id)
);
comment on table public.job_starts is
  'Jobs that read what others sent, from their start to their end. What is left is of a process that died.';
comment on column public.job_starts.job_id is 'As in graphile_worker.jobs.id.';
comment on column public.job_starts.starts is 'How often the job was started without coming to an end.';
comment on column public.job_starts.started_at is 'Old rows are removed: their jobs are gone.';
alter table public.job_starts enable row level security;
create policy "The shop reads starts of jobs" on public.job_starts for select to service_role using (true);
create policy "The shop adds starts of jobs" on public.job_starts for insert to service_role with check (true);
create policy "The shop counts starts of jobs" on public.job_starts
  for update to service_role using (true) with check (true);
create policy "The shop forgets starts of jobs" on public.job_starts for delete to service_role using (true);
grant select, insert, update (starts, started_at), delete on public.job_starts to service_role;
