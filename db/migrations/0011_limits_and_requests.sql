-- How often something may be done, what became of a mail at last, and requests that are stored with their mails.

do $$
begin
  create role limit_service nologin;
exception when duplicate_object or unique_violation then
  null;
end
$$;
grant usage on schema public to limit_service;

create table public.limits (
  key text not null,
  points integer not null default 0,
  expire bigint,
  constraint limits_pkey primary key (key)
);
comment on table public.limits is
  'The table of rate-limiter-flexible, which fixes its columns and their order. Only the limiter''s own login touches it.';
comment on column public.limits.key is 'The rule and a keyed hash: no address and no e-mail can be read from it.';
comment on column public.limits.expire is 'Milliseconds since 1970.';
create index limits_expire_idx on public.limits (expire);
alter table public.limits enable row level security;
create policy "The limiter reads limits" on public.limits for select to limit_service using (true);
create policy "The limiter adds limits" on public.limits for insert to limit_service with check (true);
create policy "The limiter counts" on public.limits for update to limit_service using (true) with check (true);
create policy "The limiter forgets" on public.limits for delete to limit_service using (true);
grant select, insert, update, delete on public.limits to limit_service;

alter table public.mails
  add column html text,
  add column given_up_at timestamptz;
comment on column public.mails.html is 'The same as body, for those who read mail with its looks.';
comment on column public.mails.given_up_at is 'When the last try failed: nobody tries again by itself.';
create index mails_given_up_idx on public.mails (given_up_at desc) where given_up_at is not null;
grant update (given_up_at) on public.mails to service_role;

-- Security definer as before. Mail waits for what must not: a mail server that hangs holds up no stock and no refund.
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
    priority => case when task = 'send-mail' then 10 else 0 end
  );
end
$$;

-- A request is stored in one transaction with its mails, which only the shop may write. So it is the shop that stores
-- it, in the name of whoever is signed in, and nobody else.
drop policy "Anybody can ask for a part in their own name" on public.part_requests;
revoke insert on public.part_requests from anon, authenticated;
create policy "The shop stores part requests" on public.part_requests for insert to service_role with check (true);
grant insert on public.part_requests to service_role;

drop policy "Anybody can write to the shop in their own name" on public.contact_messages;
revoke insert on public.contact_messages from anon, authenticated;
create policy "The shop stores contact messages" on public.contact_messages
  for insert to service_role with check (true);
grant insert on public.contact_messages to service_role;
