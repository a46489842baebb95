-- What the security scan has to ask that nobody else has to.

-- Security definer: the list belongs to the owner, and nobody else reads the table. Text and not begin atomic: the
-- table is made by what runs the migrations.
create function public.applied_migrations() returns table (name text, checksum text)
  language sql stable security definer
  set search_path = ''
as $$
  select migrations.name, migrations.checksum from public.migrations order by migrations.name
$$;
comment on function public.applied_migrations is
  'The migrations that this database has had, for the security scan to compare with the files.';
grant execute on function public.applied_migrations to service_role;

-- The scan looks for addresses that fail to sign in, over days and not over the newest rows.
create index audit_logs_failed_auth_idx on public.audit_logs (created_at desc)
  where action in ('failed_login', 'signup_failed') or action like '%auth\_error%';
