-- Counters of the rate limits, and what the operator's commands and the security scan need to know about this database.

create table public.limits (
  key text not null,
  points integer not null default 0,
  expire bigint,
  constraint limits_pkey primary key (key)
);
comment on table public.limits is 'Counters of the rate limits. Only the limiter''s own login uses it.';
comment on column public.limits.key is 'The rule and a keyed hash: it reveals no address and no email.';
comment on column public.limits.expire is 'Milliseconds since 1970.';
create index limits_expire_idx on public.limits (expire);
alter table public.limits enable row level security;
create policy "The limiter reads limits" on public.limits for select to limit_service using (true);
create policy "The limiter adds limits" on public.limits for insert to limit_service with check (true);
create policy "The limiter counts" on public.limits for update to limit_service using (true) with check (true);
create policy "The limiter forgets" on public.limits for delete to limit_service using (true);
grant select, insert, update, delete on public.limits to limit_service;

create table public.installation_steps (
  name text not null,
  done_at timestamptz not null default now(),
  constraint installation_steps_pkey primary key (name)
);
comment on table public.installation_steps is 'Steps that are done once for each shop, such as loading the demo catalog.';
alter table public.installation_steps enable row level security;

-- Security definer: the table belongs to the owner, and no other role reads it. The migrator makes it.
create function public.applied_migrations() returns table (name text, checksum text)
  language sql stable security definer
  set search_path = ''
as $$
  select migrations.name, migrations.checksum from public.migrations order by migrations.name
$$;
comment on function public.applied_migrations is
  'The migrations that were applied to this database. The security scan compares them with the files.';
grant execute on function public.applied_migrations to service_role;
