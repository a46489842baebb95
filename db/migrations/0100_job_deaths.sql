-- A job whose process died twice while it ran is given up (server/jobs/killed-jobs.ts). Otherwise a job that kills its process, such
-- as by a file that needs too much memory, would do so again after each start.

alter table public.job_workers add column stopped boolean not null default false;
comment on column public.job_workers.stopped is
  'Its process was stopped in order. The jobs that it did not finish have not killed it.';
grant update (stopped) on public.job_workers to job_service;

-- Logged, unlike job_workers: the database may die together with the process.
create table public.job_deaths (
  job_id bigint not null,
  deaths smallint not null default 1,
  is_alone boolean not null default false,
  constraint job_deaths_pkey primary key (job_id),
  constraint job_deaths_range check (deaths between 1 and 2)
);
comment on table public.job_deaths is
  'Jobs that ran when their process died. Such jobs run one after the other, so that a second death has one cause.';
comment on column public.job_deaths.job_id is 'As in graphile_worker.jobs.id.';
comment on column public.job_deaths.deaths is 'The first may have had another cause, such as another job of the process.';
comment on column public.job_deaths.is_alone is 'It runs, and no other job of this table runs in its process.';
alter table public.job_deaths enable row level security;
create policy "The job service reads deaths of jobs" on public.job_deaths for select to job_service using (true);
create policy "The job service adds deaths of jobs" on public.job_deaths for insert to job_service with check (true);
create policy "The job service counts deaths of jobs" on public.job_deaths
  for update to job_service using (true) with check (true);
create policy "The job service forgets deaths of jobs" on public.job_deaths for delete to job_service using (true);
grant select, insert, update (deaths, is_alone), delete on public.job_deaths to job_service;
