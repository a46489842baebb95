-- A session in use is extended, but ends 90 days after its sign-in. The database's clock decides for all processes.

create function auth.limit_session() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '90 days');
  return new;
end
$$;
comment on function auth.limit_session is 'Sessions end 90 days after the sign-in, in use or not.';
create trigger limit_session before update of expires_at on auth.sessions
  for each row execute function auth.limit_session();
update auth.sessions set expires_at = expires_at where expires_at > created_at + interval '90 days';
