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
