-- As in 0006_mail_and_jobs.sql, with the task as the job's flag: workers leave out jobs by their flags (server/jobs/queue-runner.ts).
create or replace function public.add_job(task text, payload json, key text, run_at timestamptz default now())
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
