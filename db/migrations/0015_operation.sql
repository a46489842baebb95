-- What the operator's commands and the security scan need to know about this database.

create table public.installation_steps (
  name text not null,
  done_at timestamptz not null default now(),
  constraint installation_steps_pkey primary key (name)
);
comment on table public.installation_steps is
  'Steps that are done once for each shop, such as loading the demo catalog.';
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
